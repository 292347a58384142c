"""Houses on this network: asks who runs one, by mDNS, and tells of those that answer.

The question goes out once and the answers come back to whoever asked (RFC 6762, 5.1), so that
nothing has to be listened to all the time: a phone lets no app hear multicast without a lock.
"""

import asyncio
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from client_core.client import Near
from client_link.dns_reader import Announced, Unreadable, announced, question

GROUP: Final = ("224.0.0.251", 5353)
EVERY_S: Final = 5.0
KEPT_S: Final = 20.0
"""So long a house is told of that answers no more."""
MOST: Final = 8
MOST_BYTES: Final = 9_000
NUMBERS: Final = 65_536


class Nearby(asyncio.DatagramProtocol):
    """Asks again and again while `wanted`, and tells `found` of all houses whenever they change.
    `interface` is the address of the network card that is asked on; by default the system's
    choice."""

    def __init__(
        self,
        found: Callable[[tuple[Near, ...]], None],
        wanted: Callable[[], bool],
        interface: str = "",
        group: tuple[str, int] = GROUP,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._found, self._wanted = found, wanted
        self._interface, self._group = interface, group
        self._number = secrets.randbelow(NUMBERS)
        self._seen: dict[Near, float] = {}
        self._told: tuple[Near, ...] = ()

    async def search(self) -> None:
        """Ask until this is cancelled. Where a device cannot, nothing is found."""
        with suppress(OSError):
            sending = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            sending.setblocking(False)
            if self._interface:
                card = socket.inet_aton(self._interface)
                sending.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, card)
            sending.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
            transport, _ = await self._loop.create_datagram_endpoint(lambda: self, sock=sending)
            try:
                while True:
                    if self._wanted():
                        transport.sendto(question(self._number), self._group)
                        self._tell()
                    await asyncio.sleep(EVERY_S)
            finally:
                transport.close()

    def datagram_received(self, data: bytes, addr: object) -> None:
        try:
            houses = announced(data[:MOST_BYTES], self._number)
        except Unreadable:
            return
        for house in houses:
            near = Near(house.name, _url(house))
            if near in self._seen or len(self._seen) < MOST:
                self._seen[near] = self._loop.time()
        self._tell()

    def error_received(self, exc: Exception) -> None:
        """Nobody is there, or there is no network now."""

    def _tell(self) -> None:
        late = self._loop.time() - KEPT_S
        self._seen = {near: at for near, at in self._seen.items() if at >= late}
        now = tuple(sorted(self._seen, key=lambda near: (near.name, near.url)))
        if now != self._told:
            self._told = now
            self._found(now)


def _url(house: Announced) -> str:
    return f"{'wss' if house.secure else 'ws'}://{house.address}:{house.port}"

"""Who may come in: lines in all and from one address, and how fast an address opens them."""

import ipaddress
from typing import Final, Literal

from game_server.net.credits import Credits
from game_server.net.limits import Limits

Answer = Literal["in", "house_full", "too_many_lines", "shut"]
PORCH: Final = 8
"""How many lines beyond the most of an address are told so; the rest are only closed."""
FORGET: Final = 60.0
"""Seconds between two looks for addresses that are owed nothing."""


class _Guests:
    """What is kept of an address."""

    __slots__ = ("connects", "lines", "logins")

    def __init__(self, limits: Limits, now: float) -> None:
        self.lines = 0
        self.connects = Credits(limits.connecting, now)
        self.logins = Credits(limits.trying, now)


class Door:
    """Counts the lines. An address is what `household` makes of it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: dict[str, _Guests] = {}
        self._looked = 0.0
        self.lines = 0

    def enter(self, address: str, now: float) -> Answer:
        """Whether a line may come in. All but `shut` count until they `leave`."""
        self._forget(now)
        guests = self._known.get(address)
        if guests is None:
            guests = self._known[address] = _Guests(self._limits, now)
        most, each = self._limits.connections, self._limits.per_address
        if not guests.connects.take(now) or self.lines >= most + PORCH:
            return "shut"
        if guests.lines >= each + PORCH:
            return "shut"
        self.lines += 1
        guests.lines += 1
        if self.lines > most:
            return "house_full"
        return "too_many_lines" if guests.lines > each else "in"

    def leave(self, address: str) -> None:
        """A line that had entered is gone."""
        self.lines -= 1
        self._known[address].lines -= 1

    def login(self, address: str, now: float) -> float:
        """0.0 if somebody at this address may try to log in, else the seconds to wait."""
        logins = self._known[address].logins
        return 0.0 if logins.take(now) else logins.wait(now)

    def known(self) -> int:
        """How many addresses are remembered."""
        return len(self._known)

    def _forget(self, now: float) -> None:
        if now - self._looked < FORGET:
            return
        self._looked = now
        self._known = {
            address: guests
            for address, guests in self._known.items()
            if guests.lines or not (guests.connects.full(now) and guests.logins.full(now))
        }


def household(host: str) -> str:
    """The address as limits see it: one household owns a whole /64 of IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)

"""Tells the network of a house, by mDNS: the app and the terminal find it by themselves."""

import socket
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from typing import Final

from twisted.logger import Logger
from zeroconf import Error, ServiceInfo, Zeroconf

KIND: Final = "_cardroom._tcp.local."
UNNAMED: Final = "Cardroom"
LONGEST: Final = 60
"""Bytes of a name; mDNS has 63, and adds a number where two houses have the same."""
PATIENCE_S: Final = 2.0
"""So long the end of the house waits for the network to be told."""


def service(name: str, addresses: Sequence[str], port: int, secure: bool) -> ServiceInfo:
    """What is told: name, addresses, port, and whether the house speaks TLS."""
    return ServiceInfo(
        KIND,
        f"{label(name)}.{KIND}",
        port=port,
        properties={"tls": "1" if secure else "0"},
        parsed_addresses=[one for one in addresses if "%" not in one],
    )


def label(name: str) -> str:
    """The name of a house as one label: no control signs, no dots, and not too long."""
    kept = "".join(sign if sign.isprintable() and sign != "." else " " for sign in name)
    short = " ".join(kept.split()).encode()[:LONGEST].decode(errors="ignore").strip()
    return short or UNNAMED


class Announcement:
    """Keeps a house announced from `begin` to `end`, on threads beside the reactor: the library
    waits for the network, and has a loop of its own."""

    _log = Logger()

    def __init__(self, info: ServiceInfo, interfaces: Sequence[str]) -> None:
        self._info, self._interfaces = info, list(interfaces)
        self._network: Zeroconf | None = None
        self._over = False
        self._thread = Thread(target=self._announce, name="mdns", daemon=True)

    def begin(self) -> None:
        """Tell the network, as soon as it can be told. A house nobody is told of runs as well."""
        self._thread.start()

    def end(self) -> None:
        """Tell the network that the house is gone, and wait a moment for that."""
        self._over = True
        leaving = Thread(target=self._leave, name="mdns-end", daemon=True)
        leaving.start()
        leaving.join(PATIENCE_S)

    def _announce(self) -> None:
        try:
            self._network = Zeroconf(interfaces=self._interfaces)
            self._network.register_service(self._info, allow_name_change=True)
        except (OSError, Error) as wrong:
            if not self._over:
                text = "The house cannot announce itself on this network: {why}."
                self._log.warn(text, why=wrong or type(wrong).__name__)

    def _leave(self) -> None:
        self._thread.join(PATIENCE_S)
        if self._network is not None:
            with suppress(OSError, Error):
                self._network.close()


def can_announce(addresses: Sequence[str]) -> list[str]:
    """The addresses whose networks are told: mDNS is asked on them."""
    return [one for one in addresses if _is_ipv4(one)]


def _is_ipv4(address: str) -> bool:
    try:
        socket.inet_aton(address)
    except OSError:
        return False
    return ":" not in address

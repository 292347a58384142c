"""The private addresses of this machine."""

import ipaddress
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

import ifaddr

from game_server.addresses import private

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has: asking for the way there sends nothing."""


def private_addresses() -> tuple[str, ...]:
    """The private addresses of this machine beside its loopback, that of its way to the world
    first: a friend on the same Wi-Fi reaches it by that one."""
    return in_order(_found(), way_out())


def in_order(found: Iterable[str], way_out: str) -> tuple[str, ...]:
    """The private ones among these addresses, the most useful first."""
    useful = [one for one in dict.fromkeys(found) if private(one) and not _loopback(one)]
    return tuple(sorted(useful, key=lambda one: (one != way_out, ":" in one, _link_local(one))))


def _found() -> Iterator[str]:
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            if isinstance(one.ip, str):
                yield one.ip
            else:
                address, _, scope = one.ip
                yield f"{address}%{adapter.name}" if scope else address


def way_out() -> str:
    """The address by which this machine reaches the world; "" without a way there."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(ELSEWHERE)
        return str(asked.getsockname()[0])
    return ""


def _loopback(address: str) -> bool:
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def _link_local(address: str) -> bool:
    return ipaddress.ip_address(address.partition("%")[0]).is_link_local

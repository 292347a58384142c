"""Addresses as limits see them: from one household outwards to whoever owns the network."""

import ipaddress
from functools import lru_cache
from typing import Final

PRIVATE: Final = tuple(
    ipaddress.ip_network(one)
    for one in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "127.0.0.0/8",
        "fe80::/10",
        "fc00::/7",
        "::1/128",
    )
)
"""Networks that no router of the internet carries; a loopback is one of this machine alone."""
V4: Final = (32, 24)
V6: Final = (64, 56, 48)
"""Of IPv6 one machine owns a /64, a customer a /56, and a /48 is had for the asking."""


@lru_cache(maxsize=10_000)
def networks(host: str) -> tuple[str, ...]:
    """The network that counts as one address, and then the larger ones around it."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return (host,)
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    sizes = V4 if isinstance(address, ipaddress.IPv4Address) else V6
    around = (ipaddress.ip_network((address, size), strict=False) for size in sizes)
    return tuple(str(one).removesuffix("/32") for one in around)


def household(host: str) -> str:
    """What counts as one address."""
    return networks(host)[0]


@lru_cache(maxsize=10_000)
def plain(host: str) -> str:
    """The address itself, as it is written down: IPv4 that came by IPv6 as IPv4."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def beginning(host: str) -> str:
    """So much of an address as its owner knows it by, and nobody is found by: `203.0.113.*`."""
    try:
        address = ipaddress.ip_address(plain(host))
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv4Address):
        return f"{str(address).rpartition('.')[0]}.*"
    return str(ipaddress.ip_network((address, V6[-1]), strict=False).network_address) + "*"


def private(host: str) -> bool:
    """Whether the address is of this machine or of a network around it that the internet does not
    reach."""
    try:
        address = ipaddress.ip_address(plain(host))
    except ValueError:
        return False
    return any(address in network for network in PRIVATE if network.version == address.version)


def literal(host: str) -> str:
    """The address as it stands in a URL."""
    return f"[{host.partition('%')[0]}]" if ":" in host else host

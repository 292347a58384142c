"""Proxies that may say whence a connection comes: by `X-Forwarded-For` or `Forwarded`, or by the
PROXY protocol before anything else.

Only an address that the settings name is believed. What it says is read from its own end: the last
address that no named proxy has is the one that counts. Anything that it cannot have meant is
`MalformedClaim`, and nobody comes in by it.
"""

import ipaddress
import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from game_server.addresses import plain

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
MOST_HOPS: Final = 32
STRAY: Final = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f\x85]")
"""What stands in no header, and what Python takes for the end of a line where a proxy does not."""
NAME: Final = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
ADDRESS: Final = re.compile(
    r"\[([0-9A-Fa-f:.]+)\](?::\d{1,5})?|([0-9.]+)(?::\d{1,5})?|([0-9A-Fa-f:.]+)"
)
PAIR: Final = re.compile(r'\s*([A-Za-z]+)=(?:"([^"\\]*)"|([^\s",;]+))\s*')
V1: Final = b"PROXY "
V1_MOST: Final = 107
V1_LINE: Final = re.compile(
    rb"PROXY (?:UNKNOWN(?: [ -~]*)?|TCP[46] (\S+) (\S+) (\d{1,5}) (\d{1,5}))"
)
V2: Final = b"\r\n\r\n\x00\r\nQUIT\n"
V2_HEAD: Final = 16
V2_MOST: Final = 1_024
LOCAL, PROXIED = 0x20, 0x21
TCP4, TCP6 = 0x11, 0x21


class MalformedClaim(ValueError):
    """A proxy says whence a connection comes in a way that means nothing."""


class Proxies:
    """The proxies that are believed, by address or network."""

    def __init__(self, named: Sequence[str]) -> None:
        self._networks = tuple(network(one) for one in named)

    def __contains__(self, host: str) -> bool:
        if not self._networks:
            return False
        try:
            address = ipaddress.ip_address(plain(host))
        except ValueError:
            return False
        return any(address in one for one in self._networks if one.version == address.version)

    def __bool__(self) -> bool:
        return bool(self._networks)


def network(named: str) -> Network:
    """The network of that name, an address being one of itself; ValueError if it is none."""
    return ipaddress.ip_network(named)


def forwarded_for(head: bytes, proxies: Proxies, peer: str) -> str:
    """Whence a request comes that this proxy passes on; `peer` itself if it does not say.

    A proxy writes one of the two headers and lets the other pass as a client sent it: where both
    are there and differ, one of them lies.
    """
    by_list: list[str] = []
    by_pairs: list[str] = []
    for name, value in _headers(head):
        if name == b"x-forwarded-for":
            by_list += value.split(",")
        elif name == b"forwarded":
            by_pairs += _for(value)
    found = {_real(claims, proxies) for claims in (by_list, by_pairs) if claims}
    if len(found) > 1:
        raise MalformedClaim("X-Forwarded-For and Forwarded differ")
    return found.pop() if found else peer


def _headers(head: bytes) -> Iterator[tuple[bytes, str]]:
    for line in head.split(b"\r\n")[1:]:
        name, colon, value = line.partition(b":")
        if STRAY.search(line) or not colon or not NAME.fullmatch(name):
            raise MalformedClaim("a line of the request is no header")
        yield name.lower(), value.decode("iso-8859-1")


def _for(value: str) -> Iterator[str]:
    """The addresses of a `Forwarded` header; its other parts are of no use here."""
    at = 0
    while at < len(value):
        pair = PAIR.match(value, at)
        if pair is None:
            raise MalformedClaim("Forwarded is no list of pairs")
        if pair[1].lower() == "for":
            yield pair[2] if pair[2] is not None else pair[3]
        at = pair.end()
        if at < len(value):
            if value[at] not in ",;":
                raise MalformedClaim("Forwarded is no list of pairs")
            at += 1


def _real(claims: Sequence[str], proxies: Proxies) -> str:
    if len(claims) > MOST_HOPS:
        raise MalformedClaim("so many proxies are on no way")
    real = ""
    for claim in reversed(claims):
        real = _address(claim.strip())
        if real not in proxies:
            break
    return real


def _address(said: str) -> str:
    found = ADDRESS.fullmatch(said)
    if found is None:
        raise MalformedClaim("what was forwarded is no address")
    try:
        return plain(str(ipaddress.ip_address(found[1] or found[2] or found[3])))
    except ValueError:
        raise MalformedClaim("what was forwarded is no address") from None


def begins_proxy_protocol(data: bytes) -> bool:
    """Whether this is, or may become, a header of the PROXY protocol."""
    return any(one[: len(data)] == data[: len(one)] for one in (V1, V2))


def proxy_header(data: bytes, peer: str) -> tuple[str, int] | None:
    """Whence the connection comes, and how long the header was; None while it is not all there."""
    if data[: len(V1)] == V1:
        return _first(data, peer)
    if data[: len(V2)] == V2:
        return _second(data, peer)
    return None


def _first(data: bytes, peer: str) -> tuple[str, int] | None:
    end = data.find(b"\r\n", 0, V1_MOST)
    if end < 0:
        if len(data) >= V1_MOST:
            raise MalformedClaim("a PROXY header without an end")
        return None
    found = V1_LINE.fullmatch(data[:end])
    if found is None:
        raise MalformedClaim("a PROXY header that says nothing")
    if found[1] is None:
        return peer, end + 2
    version = 4 if data[9:10] == b"4" else 6
    try:
        both = [ipaddress.ip_address(one.decode()) for one in (found[1], found[2])]
    except ValueError:
        raise MalformedClaim("a PROXY header without addresses") from None
    if {one.version for one in both} != {version} or max(int(found[3]), int(found[4])) > 65535:
        raise MalformedClaim("a PROXY header without addresses")
    return plain(str(both[0])), end + 2


def _second(data: bytes, peer: str) -> tuple[str, int] | None:
    if len(data) < V2_HEAD:
        return None
    command, family, size = data[12], data[13], int.from_bytes(data[14:16], "big")
    if command not in (LOCAL, PROXIED) or size > V2_MOST:
        raise MalformedClaim("a PROXY header of no kind that is known")
    end = V2_HEAD + size
    if len(data) < end:
        return None
    length = {TCP4: 4, TCP6: 16}.get(family, 0) if command == PROXIED else 0
    if not length:
        return peer, end
    if size < 2 * length + 4:
        raise MalformedClaim("a PROXY header without addresses")
    source = data[V2_HEAD : V2_HEAD + length]
    return plain(str(ipaddress.ip_address(source))), end

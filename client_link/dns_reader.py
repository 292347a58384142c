"""Reads answers of mDNS, as far as houses announce themselves in them. They come from strangers:
whatever the bytes are, what comes of them is houses, or `Unreadable`."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Final

SERVICE: Final = ("_cardroom", "_tcp", "local")
A, PTR, TXT, SRV = 1, 12, 16, 33
IN: Final = 1
ANSWER: Final = 0x8000
CLASS: Final = 0x7FFF
"""Without the bit by which a cache is flushed."""
MOST_RECORDS: Final = 64
MOST_LABELS: Final = 16
POINTER: Final = 0xC0
LONGEST_NAME: Final = 24


class Unreadable(ValueError):
    """Bytes that are no answer."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A house that announces itself: its name, its address and whether it speaks TLS."""

    name: str
    address: str
    port: int
    secure: bool


Name = tuple[str, ...]


def question(number: int) -> bytes:
    """Who runs a house here? Answers come to whoever asked, if that is not the port of mDNS."""
    labels = b"".join(bytes((len(one),)) + one.encode() for one in SERVICE)
    return struct.pack("!6H", number, 0, 1, 0, 0, 0) + labels + struct.pack("!BHH", 0, PTR, IN)


def announced(data: bytes, number: int) -> tuple[Announced, ...]:
    """The houses of an answer to the question of that number."""
    try:
        return tuple(_houses(data, number))
    except (IndexError, struct.error, UnicodeDecodeError):
        raise Unreadable("it ends too early") from None


def _houses(data: bytes, number: int) -> Iterator[Announced]:
    asked, flags, questions, *counts = struct.unpack_from("!6H", data)
    if asked != number or not flags & ANSWER or sum(counts) > MOST_RECORDS or questions > 1:
        raise Unreadable("it answers something else")
    at = 12
    for _ in range(questions):
        at = _name(data, at)[1] + 4
    named: list[Name] = []
    services: dict[Name, tuple[int, Name]] = {}
    secure: dict[Name, bool] = {}
    addresses: dict[Name, str] = {}
    for _ in range(sum(counts)):
        owner, at = _name(data, at)
        kind, family, _, size = struct.unpack_from("!HHIH", data, at)
        begin, at = at + 10, at + 10 + size
        if at > len(data):
            raise Unreadable("it ends too early")
        if family & CLASS != IN:
            continue
        if kind == PTR and _same(owner, SERVICE):
            named.append(_name(data, begin)[0])
        elif kind == SRV:
            port = struct.unpack_from("!3H", data, begin)[2]
            services[owner] = port, _name(data, begin + 6)[0]
        elif kind == TXT:
            secure[owner] = b"\x05tls=1" in data[begin:at]
        elif kind == A and size == 4:
            addresses.setdefault(owner, str(IPv4Address(data[begin:at])))
    for one in dict.fromkeys(named):
        port, host = services.get(one, (0, ()))
        if port and host in addresses:
            yield Announced(shown(one[0]), addresses[host], port, secure.get(one, False))


def shown(name: str) -> str:
    """The name as players may see it: one line, and no longer than others."""
    kept = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def _same(one: Name, other: Name) -> bool:
    return tuple(part.lower() for part in one) == other


def _name(data: bytes, at: int) -> tuple[Name, int]:
    """The name that begins there, and where what follows it begins. A pointer leads backwards, or
    a name would never end."""
    labels: list[str] = []
    end, earliest = 0, at
    while True:
        size = data[at]
        if size & POINTER == POINTER:
            end = end or at + 2
            at = struct.unpack_from("!H", data, at)[0] & ~(POINTER << 8)
            if at >= earliest:
                raise Unreadable("a name that leads onwards")
            earliest = at
        elif size & POINTER:
            raise Unreadable("a label of no kind that is known")
        elif not size:
            return tuple(labels), end or at + 1
        else:
            label = data[at + 1 : at + 1 + size]
            labels.append(label.decode())
            at += 1 + size
            if len(labels) > MOST_LABELS or len(label) < size:
                raise Unreadable("a name without an end")

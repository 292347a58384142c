"""A reader of ELF files, as far as it is asked here how a library is laid out in memory and which
NDK has made it. It believes no number of the file: whatever is beyond the bytes is `NotElf`."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MAGIC: Final = b"\x7fELF"
LOAD, NOTE, EXTENDED = 1, 4, 0xFFFF
ANDROID: Final = b"Android\x00"
IDENT: Final = 1
"""The kind of the note in which the NDK names itself."""
VERSION: Final = 64
MACHINES: Final = {3: "x86", 40: "arm", 62: "x86_64", 183: "aarch64"}
MOST_SEGMENTS: Final = 4_096
MOST_NOTES: Final = 10_000


class NotElf(Exception):
    """The bytes are no ELF file that can be read; the sentence says where they end or go wrong."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the file that is loaded: where it lies in the file and in memory, and to what both
    are aligned."""

    offset: int
    address: int
    align: int


@dataclass(frozen=True, slots=True)
class Ndk:
    """What the NDK says of itself: the oldest Android it has built for, and its version."""

    api: int
    version: str

    @property
    def release(self) -> int:
        """The number of the release: 28 of `r28c`; 0 if it has none."""
        digits = ""
        for sign in self.version.removeprefix("r"):
            if not ("0" <= sign <= "9"):
                break
            digits += sign
        return int(digits) if self.version.startswith("r") and digits else 0


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library: of 32 or 64 bits, for which machine, its loaded segments, its NDK."""

    bits: int
    machine: str
    loads: tuple[Segment, ...]
    ndk: Ndk | None


@dataclass(frozen=True, slots=True)
class _Form:
    """How an ELF file of that width and order of bytes writes its numbers."""

    bits: int
    order: str
    header: str
    segment: str

    def read(self, layout: str, data: bytes, at: int, what: str) -> tuple[int, ...]:
        size = struct.calcsize(self.order + layout)
        if at < 0 or at + size > len(data):
            raise NotElf(f"{what} would lie at {at}; the file has {len(data)} bytes.")
        return struct.unpack_from(self.order + layout, data, at)


_HEADERS: Final = {1: (32, "HHIIIIIHHHHHH", "IIIIIIII"), 2: (64, "HHIQQQIHHHHHH", "IIQQQQQQ")}
"""By the class of the file: its width, the rest of its header, and one segment."""
_ORDERS: Final = {1: "<", 2: ">"}


def read(data: bytes) -> Library:
    """What the library says of itself; NotElf if the bytes are none."""
    form = _form(data)
    kind, machine, _, _, at, _, _, _, size, count, *_ = form.read(form.header, data, 16, "header")
    if kind != 3:
        raise NotElf(f"It is of the kind {kind}; a shared library is of the kind 3.")
    if count == EXTENDED or count > MOST_SEGMENTS:
        raise NotElf(f"It has {count} segments; a library has {MOST_SEGMENTS} at most.")
    if count and size < struct.calcsize(form.order + form.segment):
        raise NotElf(f"A segment would have {size} bytes, which are too few.")
    loads: list[Segment] = []
    notes: list[tuple[int, int, int]] = []
    for number in range(count):
        segment = form.read(form.segment, data, at + number * size, f"segment {number}")
        kind, offset, address, length, align = _parts(form, segment)
        if offset + length > len(data):
            raise NotElf(f"Segment {number} ends at {offset + length}, beyond the file.")
        if kind == LOAD:
            loads.append(Segment(offset, address, align))
        elif kind == NOTE:
            notes.append((offset, length, align))
    named = MACHINES.get(machine, f"machine {machine}")
    return Library(form.bits, named, tuple(loads), _ndk(form, data, notes))


def _form(data: bytes) -> _Form:
    if data[:4] != MAGIC:
        raise NotElf(f"It begins with {data[:4]!r}, and an ELF file with {MAGIC!r}.")
    if len(data) < 16 or data[4] not in _HEADERS or data[5] not in _ORDERS:
        raise NotElf("It does not say whether it has 32 or 64 bits, or in which order.")
    bits, header, segment = _HEADERS[data[4]]
    return _Form(bits, _ORDERS[data[5]], header, segment)


def _parts(form: _Form, segment: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """Kind, offset, address, length in the file and alignment, wherever they stand."""
    if form.bits == 64:
        kind, _, offset, address, _, length, _, align = segment
    else:
        kind, offset, address, _, length, _, _, align = segment
    return kind, offset, address, length, align


def _ndk(form: _Form, data: bytes, notes: list[tuple[int, int, int]]) -> Ndk | None:
    for offset, length, align in notes:
        for owner, kind, said in _notes(
            form, data[offset : offset + length], 8 if align == 8 else 4
        ):
            if owner == ANDROID and kind == IDENT and len(said) >= 4 + VERSION:
                (api,) = form.read("I", said, 0, "the note of the NDK")
                name = said[4 : 4 + VERSION].split(b"\x00", 1)[0]
                return Ndk(api, name.decode("ascii", "replace"))
    return None


def _notes(form: _Form, data: bytes, align: int) -> Iterator[tuple[bytes, int, bytes]]:
    at = 0
    for _ in range(MOST_NOTES):
        if at + 12 > len(data):
            return
        named, said, kind = form.read("III", data, at, "a note")
        begins = at + 12 + _up(named, align)
        if begins + said > len(data):
            raise NotElf(f"A note would end at {begins + said} of {len(data)} bytes.")
        yield data[at + 12 : at + 12 + named], kind, data[begins : begins + said]
        at = begins + _up(said, align)


def _up(size: int, align: int) -> int:
    return -(-size // align) * align

"""The codec: a message is serialised to one frame, and a frame is validated, whoever sent it.

Bytes from anywhere become a message or are Malformed. The verdict depends on the bytes alone:
msgpack's compiled half and its pure one are held to the same limits, and what either of them would
let through beyond that is refused here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, cast

import msgpack

from protocol.messages.declare import CLIENT, READERS, SERVER, WRITERS, Message, Side
from protocol.shape import Malformed


@dataclass(frozen=True, slots=True)
class Limits:
    """What a frame may be: from whom, how many bytes, how many items in one list or map, how
    deep, and whether unknown fields are refused or ignored.
    """

    frm: Side
    size: int
    items: int
    depth: int
    strict: bool


FROM_CLIENT: Final = Limits(CLIENT, size=4096, items=64, depth=6, strict=True)
FROM_SERVER: Final = Limits(SERVER, size=65536, items=1024, depth=12, strict=False)
LIMITS: Final = {CLIENT: FROM_CLIENT, SERVER: FROM_SERVER}
LEAST: Final = min(limits.size for limits in LIMITS.values())


def encode(message: Message) -> bytes:
    """The frame of a message; LeakedSecret if an event was not told to a viewer, Malformed if
    the other side would refuse it.
    """
    write = WRITERS.get(type(message))
    if write is None:
        raise Malformed(f"is {type(message).__name__}, should be a declared message")
    data = pack(write(message))
    # Nearly all are within the limit of either side.
    if len(data) > LEAST and len(data) > (most := LIMITS[message.frm].size):
        raise Malformed(f"{type(message).__name__} is {len(data)} bytes, the most is {most}")
    return data


def decode(data: bytes, limits: Limits) -> Message:
    """Validate a frame: its message, or Malformed; never anything else, whatever the bytes are."""
    plain = unpack(data, limits)
    kind = plain.get("t") if type(plain) is dict else None
    read = READERS[limits.frm].get(kind) if type(kind) is str else None
    if read is None:
        raise Malformed(f"is no message of a {limits.frm}")
    return read(plain, limits.strict)


_packer: Final = msgpack.Packer()
"""Making one for every value takes longer than writing the value; a value that fails leaves
nothing in it."""


def pack(plain: object) -> bytes:
    """What a Shape has written, as bytes."""
    try:
        data: bytes = _packer.pack(plain)
        return data
    except UnicodeEncodeError:
        raise Malformed("a text is not Unicode") from None


def unpack(data: bytes, limits: Limits) -> object:
    """One msgpack value without floats, ext types, repeated keys or too much of anything."""
    if len(data) > limits.size:
        raise Malformed(f"is {len(data)} bytes, the most is {limits.size}")
    try:
        plain = msgpack.unpackb(
            data,
            object_pairs_hook=_map,
            ext_hook=_ext,
            strict_map_key=False,
            max_str_len=limits.size,
            max_bin_len=limits.size,
            max_array_len=limits.items,
            max_map_len=limits.items,
            max_ext_len=0,
        )
    except (ValueError, TypeError, RecursionError, MemoryError, msgpack.UnpackException):
        raise Malformed("is not one msgpack value within the limits") from None
    if not limits.strict:
        _tame(plain, limits.depth)
    return plain


_KEYS: Final = frozenset({str, int})


def _map(pairs: Iterable[tuple[object, object]]) -> dict[object, object]:
    said = list(pairs)
    found = dict(said)
    # By exact type: True and 1 would be one key, bytes a second spelling of a text.
    if not _KEYS.issuperset(map(type, found)):
        raise Malformed("has a key that is neither text nor int")
    if len(found) < len(said):
        raise Malformed("has a key twice")
    return found


def _ext(code: int, data: bytes) -> object:
    raise Malformed("has an ext type")


_ENDS: Final = frozenset({str, int, bool, type(None), bytes})


def _tame(plain: object, depth: int) -> None:
    """Refuses nesting and types that only an ignored field could hide from the shapes."""
    level = [plain]
    while level:
        if depth == 0:
            raise Malformed("is nested too deep")
        depth -= 1
        inner: list[object] = []
        for value in level:
            kind = type(value)
            if kind is list:
                inner.extend(cast(list[object], value))
            elif kind is dict:
                inner.extend(cast(dict[object, object], value).values())
            elif kind not in _ENDS:
                raise Malformed(f"has a {kind.__name__}")
        level = inner

"""The short way for the frames that a house sees all day: small, whole, masked messages, and the
answers to its pings.

Anything else, and anything wrong, is None here and goes the long way through Autobahn.
"""

from collections.abc import Iterable
from typing import Final

SHORT: Final = 1020
"""Frames of this size and more go the long way."""
BINARY: Final = 0x82
"""What a message begins with that is whole in its frame."""
_PING: Final = 0x89
_PONG: Final = 0x8A
_MASKED: Final = 0x80


def head(size: int) -> bytes:
    """What goes before a message of so many bytes in a frame of a server."""
    if size < 126:
        return bytes((BINARY, size))
    if size < 65536:
        return b"\x82\x7e" + size.to_bytes(2, "big")
    return b"\x82\x7f" + size.to_bytes(8, "big")


_HEADS: Final = tuple(head(size) for size in range(1024))
"""Those of nearly all messages."""


def framed(messages: Iterable[bytes]) -> bytes:
    parts: list[bytes] = []
    for one in messages:
        size = len(one)
        parts.append(_HEADS[size] if size < 1024 else head(size))
        parts.append(one)
    return b"".join(parts)


def ping(payload: bytes) -> bytes:
    """A frame that the other side answers with the same few bytes."""
    return bytes((_PING, len(payload))) + payload


def whole(data: bytes, at: int) -> tuple[bytes, int] | None:
    """What is in the frame that begins at `at`, and where the next begins; None: long way."""
    if len(data) < at + 6:
        return None
    kind, size = data[at], data[at + 1] - _MASKED
    # A pong has no longer way of writing its length.
    if size < 0 or size > (126 if kind == BINARY else 125 if kind == _PONG else -1):
        return None
    start = at + 6
    if size == 126:
        size = data[at + 2] << 8 | data[at + 3]
        start = at + 8
        # Shorter than 126 has a longer way of writing than it needs, which is against the rules.
        if not 126 <= size < SHORT:
            return None
    end = start + size
    if len(data) < end:
        return None
    mask = data[start - 4 : start]
    key = (mask * (size // 4 + 1))[:size]
    plain = int.from_bytes(data[start:end], "little") ^ int.from_bytes(key, "little")
    return plain.to_bytes(size, "little"), end

"""The gate through both halves of msgpack, which must never disagree."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import msgpack
from msgpack import fallback

from protocol.codec import FROM_CLIENT, FROM_SERVER, LIMITS, Limits, decode
from protocol.messages import MESSAGES, Message
from protocol.shape import Malformed

__all__ = ["FROM_CLIENT", "FROM_SERVER", "framed", "gate", "judged", "pure", "tagged"]


@contextmanager
def pure() -> Iterator[None]:
    """msgpack without its compiled half."""

    def packb(plain: object) -> object:
        return fallback.Packer().pack(plain)

    with (
        mock.patch.object(msgpack, "unpackb", fallback.unpackb),
        mock.patch.object(msgpack, "packb", packb),
    ):
        yield


def judged(data: bytes, limits: Limits) -> Message | None:
    """The message in these bytes, None if they are Malformed; any other exception escapes."""
    try:
        return decode(data, limits)
    except Malformed:
        return None


def gate(data: bytes, limits: Limits) -> Message | None:
    """The verdict of both halves, which is one verdict."""
    verdict = judged(data, limits)
    with pure():
        again = judged(data, limits)
    assert verdict == again, f"compiled: {verdict}, pure: {again}"
    return verdict


def tagged(message: Message) -> Limits:
    """The limits that a message's own side is under."""
    return LIMITS[MESSAGES[message.t].frm]


def framed(plain: object) -> bytes:
    """A frame as a stranger might build it, without asking any declaration."""
    packed: object = msgpack.packb(plain)
    assert isinstance(packed, bytes)
    return packed

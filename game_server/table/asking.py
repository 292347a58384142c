"""What a bot is asked and what it answers, as bytes: nothing else crosses to where it thinks.

Nothing is pickled: what crosses is checked at the gate as a stranger's message is.
"""

from typing import Annotated, Final

from protocol.codec import Limits, pack, unpack
from protocol.events import Event
from protocol.frozen import frozen
from protocol.messages import SERVER
from protocol.shape import Between, Malformed, UpTo, shape_of
from protocol.words import Act, Ask

MOST_SEED: Final = 2**62
MOST_EVENTS: Final = 20_000
LIMITS: Final = Limits(SERVER, size=2**22, items=MOST_EVENTS, depth=16, strict=True)


@frozen
class ToChoose:
    """One question to one bot: what it may know, what it is asked, and a seed for its chance."""

    game: Annotated[str, UpTo(40)]
    bot: Annotated[str, UpTo(40)]
    told: Annotated[tuple[Event, ...], UpTo(MOST_EVENTS)]
    ask: Ask
    seed: Annotated[int, Between(0, MOST_SEED)]


@frozen
class Chosen:
    """What it does; or what went wrong, as text."""

    act: Act | None = None
    wrong: str = ""


_asked: Final = shape_of(ToChoose)
_chosen: Final = shape_of(Chosen)


def asked_bytes(question: ToChoose) -> bytes:
    """The question; LeakedSecret if an event in it was not told to the bot's seat."""
    return pack(_asked.write(question))


def asked_of(data: bytes) -> ToChoose:
    return _asked.read(unpack(data, LIMITS))


def chosen_bytes(chosen: Chosen) -> bytes:
    return pack(_chosen.write(chosen))


def chosen_of(data: bytes) -> Chosen:
    return _chosen.read(unpack(data, LIMITS))


__all__ = [
    "Chosen",
    "Malformed",
    "ToChoose",
    "asked_bytes",
    "asked_of",
    "chosen_bytes",
    "chosen_of",
]

"""The chat of a table: lines in their order, what is unread, who is muted."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from protocol.messages import Line
from protocol.words import Seat

KEPT: Final = 200
LONGEST: Final = 300
BUBBLE_S: Final = 6.0


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of a table's chat. `at` is the Unix time it was said at, `until` when its bubble
    goes in client time (0 for what was said before one came)."""

    n: int
    name: str
    at: int
    text: str
    phrase: str
    seat: Seat | None
    mine: bool = False
    muted: bool = False
    until: float = 0.0
    who: int = 0
    """The number of the player who said it: a name can be another's later."""


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat of one table. `read` is the last line that was looked at; while `open` all that
    comes is."""

    lines: tuple[ChatLine, ...] = ()
    read: int = 0
    open: bool = False
    first: bool = True
    aside: ChatLine | None = None
    """What a bot has said last: a bubble, and no line."""

    @property
    def unread(self) -> int:
        """How many lines of others came since the last that was looked at."""
        return sum(1 for one in self.lines if one.n > self.read and not (one.mine or one.muted))


def heard(chat: Chat, lines: Iterable[Line], me: int, muted: Collection[int], now: float) -> Chat:
    """With these lines, each once; what comes on joining is history, and read."""
    known = {one.n: one for one in chat.lines}
    fresh = [line for line in lines if line.n not in known]
    if not fresh:
        return chat
    for line in fresh:
        known[line.n] = ChatLine(
            line.n,
            line.name,
            line.at,
            line.text,
            line.phrase,
            line.seat,
            me != 0 and line.who == me,
            line.who in muted,
            0.0 if chat.first else now + BUBBLE_S,
            line.who,
        )
    kept = tuple(known[n] for n in sorted(known))[-KEPT:]
    read = kept[-1].n if chat.open or chat.first else chat.read
    return replace(chat, lines=kept, read=read, first=False)


def settled(chat: Chat) -> Chat:
    """What was said before is here: all that comes now is new."""
    return replace(chat, first=False) if chat.first else chat


def opened(chat: Chat, open: bool) -> Chat:
    """The drawer is open: everything is read; or it is closed."""
    last = chat.lines[-1].n if chat.lines else chat.read
    return replace(chat, open=open, read=last)


def muting(chat: Chat, muted: Collection[int]) -> Chat:
    """Lines of the players of these numbers are not shown."""
    lines = tuple(replace(line, muted=line.who in muted) for line in chat.lines)
    return replace(chat, lines=lines)


def bubble(chat: Chat, seat: Seat) -> ChatLine | None:
    """The last thing that was said at a seat; it is shown until its time is over."""
    if chat.aside is not None and chat.aside.seat == seat:
        return chat.aside
    found = (one for one in reversed(chat.lines) if one.seat == seat and not one.muted)
    line = next(found, None)
    return line if line is not None and line.until else None

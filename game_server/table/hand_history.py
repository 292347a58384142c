"""Hand history: one round as its journal rows tell it, with times, and as any viewer was told it.

The rows are replayed through the rules of their own options, as recovery does. A round that cannot
be replayed any more keeps what its rows say by themselves: who acted, as what, when.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from game_server.rules.core import Game
from game_server.table.journal import (
    BOT,
    CHANCE_DREW,
    CLOCK,
    LEFT,
    PLAYER,
    SPARED,
    ActDone,
    Broken,
    LeaveIntended,
    LeaveMarked,
    RoundOpened,
    RoundVoided,
    Row,
    SatOut,
    TablePaused,
    TimeBankUsed,
)
from game_server.table.pace import Manners
from game_server.table.replay import OF_ROUND
from game_server.table.round_host import RoundHost
from protocol import events, story
from protocol.cards import labels
from protocol.events import Event, RoundBegan, bared
from protocol.words import Act, Cards, Seat, chips

BY: Final = {
    PLAYER: "player",
    BOT: "bot",
    CLOCK: "silent",
    SPARED: "silent",
    CHANCE_DREW: "chance",
    LEFT: "left",
}
"""Who an act is of, as it is shown: `silent` is the clock, which answered for the seat."""
Sees = Seat | Literal["all"] | None
"""Whose sight it is: a seat's, that of one who only watches (None), or every card face up."""


@dataclass(frozen=True, slots=True)
class HandStep:
    """What one row led to: when (milliseconds), whose doing it was, and the events that followed.
    `remark` is what no event says."""

    at: int | None
    seat: Seat | None
    by: str
    act: Act | None = None
    turn: int = 0
    events: tuple[Event, ...] = ()
    remark: str = ""


@dataclass
class HandHistory:
    """A round: its first row, what followed, and the chips before its seats at the end. `broken`
    says why it could not be replayed to its end, or is empty."""

    opened: RoundOpened
    steps: list[HandStep] = field(default_factory=list)
    stacks: dict[Seat, int] = field(default_factory=dict)
    broken: str = ""

    def sentences(self, sees: Sees) -> Iterator[tuple[HandStep, tuple[str, ...]]]:
        """Each step with what it says to this viewer."""
        began = next(
            (one for step in self.steps for one in step.events if isinstance(one, RoundBegan)), None
        )
        for step in self.steps:
            said: list[Event | str] = [_seen(one, sees) for one in step.events]
            if step.remark:
                said.append(step.remark)
            if began is None:
                yield step, tuple(one for one in said if isinstance(one, str))
            elif said and said[0] is began:
                yield step, tuple(story.tell(said, cards=_in_words))
            else:
                # Names and words are those of the first event, which is told once.
                yield step, tuple(story.tell([began, *said], cards=_in_words))[1:]

    def told(self, viewer: Seat | None) -> tuple[Event, ...]:
        """All events of the round, word for word as this viewer was told them."""
        return tuple(events.told(one, viewer) for step in self.steps for one in step.events)


def hand_history(rows: Sequence[Row], game: Game[Any, Any, Any] | None) -> HandHistory:
    """The round of these rows, of which the first opens it; `game` is None where the house does not
    know it any more."""
    first = rows[0]
    if not isinstance(first, RoundOpened):
        raise Broken(f"The rows begin with {type(first).__name__}; a round begins with another.")
    found = HandHistory(first)
    host = None
    try:
        if game is None:
            raise Broken(f"There is no game {first.game!r} any more.")
        host = RoundHost(game, first.preset, Manners())
        host.options = type(host.options)(**first.options)
    except Exception as wrong:
        found.broken = str(wrong)
    for row in rows:
        _follow(found, host, row)
    playing = None if host is None else host.round or host.last
    if playing is not None and not found.broken:
        found.stacks = {seat: playing.stacks[seat] for seat in first.stacks}
    return found


def _follow(found: HandHistory, host: RoundHost[Any, Any, Any] | None, row: Row) -> None:
    at: int | None = getattr(row, "at", None)
    seat: Seat | None = getattr(row, "seat", None)
    if not isinstance(row, OF_ROUND):
        remark = _remark(found.opened, row)
        if remark:
            found.steps.append(HandStep(at, seat, "", remark=remark))
        return
    said: tuple[Event, ...] = ()
    if host is not None and not found.broken:
        before = 0 if host.round is None else len(host.round.said)
        try:
            host.replay(row)
        except Broken as wrong:
            found.broken = str(wrong)
        else:
            playing = host.round or host.last
            said = () if playing is None else tuple(playing.said[before:])
    if isinstance(row, ActDone):
        remark = _raw(found.opened, row) if found.broken else ""
        found.steps.append(
            HandStep(at, seat, BY.get(row.by, row.by), row.act, row.turn, said, remark)
        )
    else:
        remark = _remark(found.opened, row)
        found.steps.append(HandStep(at, seat, "", events=said, remark=remark))


def _remark(opened: RoundOpened, row: Row) -> str:
    """What a row says that is told by no event; empty if that is nothing of the round."""
    match row:
        case LeaveIntended(seat):
            return f"{_name(opened, seat)} leaves when the turn comes"
        case LeaveMarked(seat, leaving):
            when = "after this round" if leaving else "not after all"
            return f"{_name(opened, seat)} leaves {when}"
        case SatOut(seat, out):
            return f"{_name(opened, seat)} {'sits out' if out else 'plays on'} from the next round"
        case TimeBankUsed(seat, left):
            return f"{_name(opened, seat)} has used the time bank: {left / 1000:.1f} s are left"
        case TablePaused(halted):
            return "The house pauses the table" if halted else "The house lets the table go on"
        case RoundVoided():
            return "The round is void: all stakes go back"
    return ""


def _raw(opened: RoundOpened, row: ActDone) -> str:
    amount = f" {chips(row.act.amount)}" if row.act.amount else ""
    return f"{_name(opened, row.seat)}: {row.act.verb}{amount}"


def _name(opened: RoundOpened, seat: Seat) -> str:
    return opened.names.get(seat, "chance" if seat < 0 else f"seat {seat}")


def _seen(said: Event, sees: Sees) -> Event:
    return bared(said) if sees == "all" else events.told(said, sees)


def _in_words(cards: Cards) -> str:
    return f"[{labels(cards)}]"

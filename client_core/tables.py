"""A table as one client knows it: every message of a table folded into one frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from client_core import folds
from client_core.motions import Motion, motions
from client_core.round import Round
from client_core.text import CHIP, Cash, Value
from protocol import messages
from protocol.buy_ins import MOST_BROUGHT
from protocol.events import Acted, Dealt, Event, RoundEnded, Shown
from protocol.messages import Room, Seen, Sitter
from protocol.words import Ask, Seat

KEPT_ROUNDS: Final = 50
"""So many rounds of a table can be looked at again."""
ANY_CHIPS: Final = CHIP
"""Who needs no more to play on is told no sum: any chips will do."""
MOST_MOTIONS: Final = 400
"""A screen that has looked away for longer than this is shown how things stand."""


@dataclass(frozen=True, slots=True)
class Question:
    """An open question to me: until when in client time, of how many seconds, and how many more
    are in the time bank. `since`: when it took the place of another."""

    turn: int
    ask: Ask
    until: float
    of: float
    bank: float
    since: float
    clock: bool = True
    """Whether time runs; else I may take mine."""


@dataclass(frozen=True, slots=True)
class KeptQuestion:
    """A question that was open to me when the connection went, with the round it was asked in:
    until the house has said whether it still is, it stands there as it was."""

    asked: Question
    round: Round


@dataclass(frozen=True, slots=True)
class Waiting:
    """The seats that a table waits for, until when, of how many seconds."""

    turn: int
    seats: tuple[Seat, ...]
    until: float
    of: float
    clock: bool = True


@dataclass(frozen=True, slots=True)
class Queued:
    """My place in the queue, 1 being next; `due` is when a seat is to be expected, 0 unknown;
    `soon`: one that is given up after this round falls to me."""

    place: int
    length: int
    due: float
    soon: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat that is held for the player until then."""

    seat: Seat
    key: str
    until: float
    of: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Past:
    """A round of a table that is over, as it was told."""

    number: int
    game: str
    events: tuple[Event, ...]
    me: Seat | None
    last: Round
    """How it lay there at the end, or when it was seen last."""

    @property
    def over(self) -> bool:
        return self.last.over


@dataclass(frozen=True, slots=True)
class Table:
    """A table as one client knows it.

    `missing`: events are missing and must be asked for. `unsure`: the connection was gone, and
    whether the round still goes on is not known. `quiet`: what is told is history, not animated.
    """

    name: str
    room: Room | None = None
    seats: Mapping[Seat, Sitter] = field(default_factory=dict)
    seats_at: float = 0.0
    seats_last: bool = False
    """The seats were told after the last event: they know the stacks."""
    known: Mapping[str, Sitter] = field(default_factory=dict)
    """Who sits there or was dealt in and has left, by name, as each was seen last."""
    me: Seat | None = None
    watching: int = 0
    number: int = 0
    seq: int = 0
    events: tuple[Event, ...] = ()
    round: Round | None = None
    asked: Question | None = None
    held: KeptQuestion | None = None
    waiting: Waiting | None = None
    queue: Queued | None = None
    offer: Offered | None = None
    past: tuple[Past, ...] = ()
    motions: tuple[Motion, ...] = ()
    paused: bool = False
    closing: str = ""
    rebuy: int = 0
    ready_by: float = 0.0
    """Others wait for me: until then I may get ready, 0 while nobody minds."""
    missing: bool = False
    unsure: bool = False
    quiet: bool = True

    @property
    def seen(self) -> Seen:
        """What a `resume` says of this table."""
        return Seen(self.name, self.number, self.seq)

    @property
    def live(self) -> bool:
        """A round is being played."""
        return self.round is not None and not self.round.over

    @property
    def cash(self) -> bool:
        """Its chips are money."""
        return self.room is not None and self.room.purse == "cash"

    def worth(self, amount: int) -> int:
        """An amount of this table: money where its chips are money."""
        return Cash(amount) if self.cash else amount

    def facts(self, facts: Mapping[str, Value]) -> dict[str, Value]:
        """What the house says with a word about this table; what only counts stays a number."""
        cash = self.cash
        return {one: Cash(it) if cash and type(it) is int else it for one, it in facts.items()}

    @property
    def mine(self) -> Seat | None:
        """My seat, if I am dealt in to the round."""
        if self.me is None or self.round is None or self.me not in self.round.stacks:
            return None
        sitter = self.seats.get(self.me)
        same = sitter is None or self.round.names.get(self.me) == sitter.name
        return self.me if same else None


def heard(table: Table, message: messages.Message, now: float) -> Table:
    """The table after a message about it."""
    return _let_go(_heard(table, message, now))


def _let_go(table: Table) -> Table:
    """Without a question that was held, once it is known whether it is still open."""
    held, now = table.held, table.round
    if held is None:
        return table
    known = table.asked is not None or table.waiting is not None or table.paused
    other = now is not None and now.number != held.round.number
    done = now is not None and (now.over or held.asked.ask.who in now.gone)
    open_ = table.quiet or table.unsure
    return table if open_ and not (known or other or done) else replace(table, held=None)


def _heard(table: Table, message: messages.Message, now: float) -> Table:
    match message:
        case messages.Told():
            return replace(_told(table, message), seats_last=False)
        case messages.Asked():
            return _asked(table, message, now)
        case messages.Waiting(turn=turn, seats=seats, ms=ms, of=of, clock=clock):
            waits = Waiting(turn, seats, now + ms / 1000, of / 1000, clock)
            return replace(table, waiting=waits, asked=None, unsure=False, paused=False)
        case messages.Seats():
            return _seats(table, message, now)
        case messages.Joined(room=room):
            return replace(table, room=room, quiet=True, unsure=True)
        case messages.Queued(place=0):
            return replace(table, queue=None, offer=None)
        case messages.Queued(place=place, length=length, ms=ms, soon=soon):
            queued = Queued(place, length, now + ms / 1000 if ms else 0.0, soon)
            return replace(table, queue=queued)
        case messages.Offer(seat=seat, key=key, ms=ms, least_buy_in=least, most_buy_in=most):
            # Where the room names no most, all may bring as much as anybody anywhere.
            most = most or MOST_BROUGHT
            offer = Offered(seat, key, now + ms / 1000, ms / 1000, least, most)
            return replace(table, offer=offer)
        case messages.Notice(code=code, facts=facts):
            return _noticed(table, code, facts, now)
    return table


def away(table: Table) -> Table:
    """The connection is gone: nobody knows whose turn it is until it is said again, nor whether the
    table closes: the house may have opened anew."""
    held = table.held
    if table.asked is not None and table.round is not None:
        held = KeptQuestion(table.asked, table.round)
    return replace(
        table,
        asked=None,
        held=held,
        waiting=None,
        queue=None,
        offer=None,
        closing="",
        unsure=True,
        quiet=True,
        motions=(),
    )


def ended_unheard(table: Table) -> Table:
    """The round that was seen is over, and nothing more is told of it."""
    past = _archived(table)
    now = replace(table, past=past, round=None, events=(), seq=0, unsure=False)
    return replace(now, asked=None, held=None, waiting=None)


def caught_up(table: Table) -> Table:
    """All that was missed has been told."""
    return _let_go(replace(table, quiet=False, missing=False))


def answered(table: Table, turn: int) -> Table:
    """The question of that turn has been answered."""
    mine = table.asked is not None and table.asked.turn == turn
    return replace(table, asked=None) if mine else table


def _told(table: Table, message: messages.Told) -> Table:
    same = message.round == table.number and table.round is not None
    after = message.after
    if same and after <= table.seq:
        known = table.events[after : message.seq]
        if known == message.events and (message.seq < table.seq or not message.events):
            return replace(table, unsure=False)
        table = replace(table, quiet=table.quiet or after < table.seq)
        if after < table.seq:
            table = _events(_bare(table), table.events[:after])
    elif after == 0:
        table = _fresh(table, message.round)
    else:
        return replace(table, missing=True)
    return replace(_events(table, message.events), unsure=False, missing=False, paused=False)


def _fresh(table: Table, number: int) -> Table:
    """Another round begins, and the one before is put by."""
    kept = table.motions if table.round is None or table.round.over else ()
    return replace(_bare(table), past=_archived(table), number=number, motions=kept, ready_by=0.0)


def _bare(table: Table) -> Table:
    """The table with nothing on it."""
    return replace(table, seq=0, events=(), round=None, asked=None, waiting=None)


def _events(table: Table, events: tuple[Event, ...]) -> Table:
    """The table after these events."""
    now, asked, waiting = table.round, table.asked, table.waiting
    moved: list[Motion] = []
    for event in events:
        before, now = now, folds.fold(now, event)
        if not table.quiet:
            moved += motions(before, event, now)
        asked = None if _answers(event, table.me) else asked
        waiting = None if _ends_waiting(event, waiting) else waiting
    return replace(
        table,
        round=now,
        seq=table.seq + len(events),
        events=table.events + events,
        motions=(*table.motions, *moved)[-MOST_MOTIONS:],
        asked=asked,
        waiting=waiting,
    )


def _answers(event: Event, me: Seat | None) -> bool:
    """Whether a question to me is over with this."""
    return isinstance(event, RoundEnded) or (isinstance(event, Acted) and event.seat == me)


def _ends_waiting(event: Event, waiting: Waiting | None) -> bool:
    """Cards end the wait for whoever made them come; for several it goes on when one has acted."""
    if isinstance(event, Acted):
        return waiting is not None and waiting.seats == (event.seat,) and not event.on
    return isinstance(event, Dealt | Shown | RoundEnded)


def _archived(table: Table) -> tuple[Past, ...]:
    now = table.round
    if now is None or not table.events:
        return table.past
    one = Past(now.number, now.game, table.events, table.mine, now)
    rest = tuple(past for past in table.past if past.number != one.number)
    return (one, *rest)[:KEPT_ROUNDS]


def _asked(table: Table, message: messages.Asked, now: float) -> Table:
    before = table.asked
    same = before is not None and before.turn == message.turn
    since = before.since if before is not None and same else now
    asked = Question(
        message.turn,
        message.ask,
        now + message.ms / 1000,
        message.of / 1000,
        message.bank / 1000,
        since,
        message.clock,
    )
    return replace(table, asked=asked, waiting=None, unsure=False, paused=False)


def _seats(table: Table, message: messages.Seats, now: float) -> Table:
    seated = message.you is not None
    here = replace(
        table,
        seats=dict(message.seats),
        seats_at=now,
        seats_last=True,
        known=_known(table, message.seats),
        me=message.you,
        watching=message.watching,
        queue=None if seated else table.queue,
        offer=None if seated else table.offer,
        unsure=table.unsure and table.live,
        quiet=table.quiet and table.unsure and table.live,
    )
    mine = message.seats.get(message.you) if message.you is not None else None
    if mine is None or mine.ready:
        here = replace(here, ready_by=0.0)
    if mine is not None and table.rebuy and mine.stack + mine.coming >= table.rebuy:
        here = replace(here, rebuy=0)
    return here


def _known(table: Table, seats: Mapping[Seat, Sitter]) -> Mapping[str, Sitter]:
    dealt_in = set(table.round.names.values()) if table.round else set()
    left = {name: sitter for name, sitter in table.known.items() if name in dealt_in}
    return left | {sitter.name: sitter for sitter in seats.values()}


def _noticed(table: Table, code: str, facts: Mapping[str, int | str], now: float) -> Table:
    match code:
        case "paused":
            return replace(table, paused=True, asked=None, waiting=None)
        case "resumed":
            return replace(table, paused=False, unsure=True, quiet=True, motions=())
        case "round_void":
            return ended_unheard(table)
        case "closing":
            return replace(table, closing=str(facts.get("reason", "")) or "closing")
        case "offer_missed":
            return replace(table, offer=None)
        case "offer_over":
            return replace(table, offer=None, queue=None)
        case "rebuy":
            entry = facts.get("entry", 0)
            return replace(table, rebuy=entry if isinstance(entry, int) else 0)
        case "no_chips":
            return replace(table, rebuy=1)
        case "get_ready":
            seconds = facts.get("seconds", 0)
            return replace(table, ready_by=now + seconds if isinstance(seconds, int) else 0.0)
    return table

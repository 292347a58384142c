"""A table as a screen draws it: every chair in its place, every hand, every pile of chips."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from client_core import chat as talk
from client_core import folds, lobby
from client_core.chat import Chat, ChatLine
from client_core.lobby import RoomRow
from client_core.round import (
    NO_FACTS,
    Faces,
    Facts,
    HandName,
    LastAct,
    Pot,
    Round,
    pots,
)
from client_core.tables import Offered, Queued, Table
from client_core.text import Cash
from protocol.messages import Sitter
from protocol.words import HOUSE, JACKPOT, Cards, Seat

NO_CHAIRS: Final = 7


@dataclass(frozen=True, slots=True)
class HandView:
    """Cards that lie together; None is one face down. `raised` are the places of the cards that
    make the named hand; `open`: everybody sees them; `soft`: an ace may count 1 or 11; `net`: what
    it has won or lost."""

    cards: Faces = ()
    number: int = 0
    open: bool = False
    bet: int = 0
    name: HandName | None = None
    points: int | None = None
    raised: tuple[int, ...] = ()
    active: bool = False
    result: str = ""
    soft: bool = False
    net: int = 0

    @property
    def counts(self) -> str:
        """What it counts, both ways while an ace may be 1 or 11: `6/16`."""
        if self.points is None:
            return ""
        return f"{self.points - 10}/{self.points}" if self.soft else str(self.points)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One chair. `place` counts clockwise from 0, which is at the bottom; `taken`: somebody sits.

    `away_since` is in client time, 0 while here; `results` is what the round brought, once over;
    `paid` is what this seat has put into the pot.
    `stand_in`: a bot plays for who is away, or has left (`gone`). `awaited`: the next round waits
    for this one to be ready, or to be back.
    """

    seat: Seat
    place: int
    taken: bool = False
    me: bool = False
    name: str = ""
    avatar: str = ""
    bot: str = ""
    stack: int = 0
    coming: int = 0
    bet: int = 0
    paid: int = 0
    hands: tuple[HandView, ...] = ()
    act: LastAct | None = None
    button: bool = False
    turn: bool = False
    in_round: bool = False
    folded: bool = False
    all_in: bool = False
    gone: bool = False
    here: bool = True
    away_since: float = 0.0
    out: bool = False
    ready: bool = False
    stand_in: bool = False
    awaited: bool = False
    won: int = 0
    results: int | None = None
    net: int = 0
    """What the round has brought so far: what is won is not what comes from the pot."""
    muted: bool = False
    said: ChatLine | None = None


@dataclass(frozen=True, slots=True)
class TurnView:
    """For whom the table waits, until when in client time, of how many seconds."""

    seats: tuple[Seat, ...]
    deadline: float
    of: float
    me: bool
    clock: bool = True
    """Whether that time runs; else nobody is in a hurry."""


@dataclass(frozen=True, slots=True)
class Mine:
    """What I have asked of a table and it has not told yet, or cannot tell."""

    leaving: str = ""
    offer_passed: str = ""
    """The key of an offer that I let go."""
    beaten: tuple[str, ...] = ()
    """Opponents who lost all their chips while I sat there."""
    left: str = ""
    """I am out of the table and look at its last round; the code of the house."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table. `pots` are without the bets before the seats, `total` is with them.

    `live`: a round is played; `over`: one has ended and lies there still. `syncing`: things are
    being told again. `needs_ready`: the next round begins when all are; `awaited`
    are those who are not, and at `ready_by` (client time, 0: nobody minds) I may lose my seat to
    one who waits. `stand_in`: a bot plays for me. `counter`: cards that are gone may be looked up.
    """

    table: str
    room: RoomRow | None
    code: str
    game: str
    preset: str
    purse: str
    stake: int
    me: Seat | None
    seats: tuple[SeatView, ...]
    watching: int
    round: int
    live: bool
    over: bool
    board: Cards
    house: HandView | None
    discards: Cards
    pots: tuple[Pot, ...]
    total: int
    jackpot: int
    turn: TurnView | None
    best: HandName | None
    winners: tuple[Seat, ...]
    queue: Queued | None
    offer: Offered | None
    leaving: str
    left: str
    """I sit there no more, for this reason of the house; what lies there is the last round."""
    sit_out: bool
    ready: bool
    needs_ready: bool
    awaited: tuple[Seat, ...]
    ready_by: float
    stand_in: bool
    counter: bool
    may_call_bots: bool
    may_dismiss_bots: bool
    paused: bool
    closing: str
    rebuy: int
    syncing: bool
    facts: Facts
    names: Mapping[Seat, str]
    """Who plays the round, or has played the one that lies there; some may be gone."""
    dealt_in: Mapping[Seat, "SeatView"]
    """The same with their faces."""

    def worth(self, amount: int) -> int:
        """An amount of this table: money where its chips are money."""
        return Cash(amount) if self.purse == "cash" else amount

    def at(self, seat: Seat) -> SeatView | None:
        """The chair of that seat."""
        return next((one for one in self.seats if one.seat == seat), None)

    @property
    def won_by(self) -> tuple[SeatView, ...]:
        """Who has won something, as it is told: I first, then who won most. Who gets back no more
        than was put in is not told before others."""
        return tuple(
            sorted(
                (seat for seat in self.seats if seat.won),
                key=lambda seat: (seat.me and seat.net > 0, seat.won),
                reverse=True,
            )
        )


@dataclass(frozen=True, slots=True)
class ChatView:
    """The chat of a table: its lines from the oldest, how many are unread, whether one may write,
    whether its drawer is open."""

    lines: tuple[ChatLine, ...]
    unread: int
    may_write: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A step of a round that is over: a sentence, the table after it, and whose step it was."""

    text: str
    view: TableView
    seat: Seat | None = None


def view(
    table: Table, chat: Chat, mine: Mine, muted: Collection[int], watched: Round | None = None
) -> TableView:
    """The table as it is now, or as it was when `watched` lay on it."""
    room, now = table.room, watched or table.round
    game = room.game if room else now.game if now else ""
    me = table.me
    turn = None if watched else _turn(table)
    sitter = table.seats.get(me) if me is not None else None
    seats = _chairs(table, chat, muted, now, turn)
    live = now is not None and not now.over
    calls = room is not None and room.calls and me is not None and watched is None
    offer = table.offer if table.offer and table.offer.key != mine.offer_passed else None
    return TableView(
        table=table.name,
        room=lobby.row(room, True) if room else None,
        code=room.code if room else "",
        game=game,
        preset=room.preset if room else now.preset if now else "",
        purse=room.purse if room else "play",
        stake=room.stake if room else 0,
        me=me,
        seats=seats,
        watching=table.watching,
        round=now.number if now else 0,
        live=live,
        over=now is not None and now.over,
        board=now.board if now else (),
        house=_hand(now, HOUSE, 0) if now and HOUSE in now.hands else None,
        discards=now.discards if now else (),
        pots=pots(now) if now else (),
        total=sum(pot.amount for pot in pots(now)) + sum(now.bets.values()) if now else 0,
        jackpot=now.parties.get(JACKPOT, 0) if now else 0,
        turn=turn,
        best=_best(table, now),
        winners=tuple(sorted(now.won)) if now else (),
        queue=table.queue,
        offer=offer,
        leaving=mine.leaving,
        left=mine.left,
        sit_out=sitter.out if sitter else False,
        ready=sitter.ready if sitter else False,
        needs_ready=room.ready if room else False,
        awaited=tuple(seat.seat for seat in seats if seat.awaited),
        ready_by=table.ready_by,
        stand_in=sitter.stand_in if sitter else False,
        counter=room.counter if room else False,
        may_call_bots=calls and not all(seat.taken for seat in seats),
        may_dismiss_bots=calls and any(seat.bot for seat in seats),
        paused=table.paused,
        closing=table.closing,
        rebuy=table.rebuy,
        syncing=table.quiet,
        facts=now.facts if now else NO_FACTS,
        names=now.names if now else {},
        dealt_in=_dealt_in(table, now),
    )


def _dealt_in(table: Table, now: Round | None) -> Mapping[Seat, SeatView]:
    found: dict[Seat, SeatView] = {}
    for seat, name in now.names.items() if now else ():
        sitter = table.known.get(name)
        avatar, bot = (sitter.avatar, sitter.bot) if sitter else ("", "")
        found[seat] = SeatView(seat, 0, name=name, avatar=avatar, bot=bot)
    return found


def _turn(table: Table) -> TurnView | None:
    if table.asked is not None:
        asked = table.asked
        return TurnView((asked.ask.who,), asked.until, asked.of, True, asked.clock)
    if table.waiting is not None:
        waits = table.waiting
        return TurnView(waits.seats, waits.until, waits.of, False, waits.clock)
    return None


def _best(table: Table, now: Round | None) -> HandName | None:
    if now is None or table.mine is None:
        return None
    return folds.game(now.game).hand(now, table.mine, 0).name


def _chairs(
    table: Table, chat: Chat, muted: Collection[int], now: Round | None, turn: TurnView | None
) -> tuple[SeatView, ...]:
    known = [*table.seats, *(now.stacks if now else ())]
    count = table.room.seats if table.room else NO_CHAIRS
    count = max(count, max(known, default=-1) + 1)
    first = table.me if table.me is not None else 0
    order = [Seat((first + place) % count) for place in range(count)]
    return tuple(
        _chair(seat, place, table, chat, muted, now, turn) for place, seat in enumerate(order)
    )


def _chair(
    seat: Seat,
    place: int,
    table: Table,
    chat: Chat,
    muted: Collection[int],
    now: Round | None,
    turn: TurnView | None,
) -> SeatView:
    sitter = table.seats.get(seat)
    playing = now is not None and seat in now.stacks and _same(now, seat, sitter)
    if now is None or not playing:
        return _sitting(SeatView(seat, place), table, chat, muted, sitter)
    stack = now.stacks[seat]
    # Between two rounds the seats say what each has: chips that were bought are in it.
    if now.over and sitter is not None and table.seats_last:
        stack = sitter.stack
    folded = seat in now.out
    one = SeatView(
        seat,
        place,
        name=now.names.get(seat, ""),
        stack=stack,
        bet=now.bets.get(seat, 0),
        paid=now.paid.get(seat, 0),
        hands=tuple(_hand(now, seat, number) for number in sorted(now.hands.get(seat, {}))),
        act=_act(table, now.acts.get(seat)),
        button=now.button == seat,
        turn=turn is not None and seat in turn.seats,
        in_round=not now.over,
        folded=folded,
        all_in=not now.over and not stack and not folded and bool(now.paid.get(seat)),
        gone=seat in now.gone,
        won=now.won.get(seat, 0),
        results=now.results.get(seat) if now.over else None,
        net=now.results.get(seat, 0),
    )
    return _sitting(one, table, chat, muted, sitter)


def _act(table: Table, act: LastAct | None) -> LastAct | None:
    return replace(act, amount=table.worth(act.amount)) if act is not None else None


def _same(now: Round, seat: Seat, sitter: Sitter | None) -> bool:
    """Whether who sits there is who was dealt in; of an empty chair the cards stay to the end."""
    return (sitter is None and not now.over) or (
        sitter is not None and sitter.name == now.names.get(seat)
    )


def _sitting(
    one: SeatView, table: Table, chat: Chat, muted: Collection[int], sitter: Sitter | None
) -> SeatView:
    if sitter is None:
        return one
    away = table.seats_at - sitter.away / 1000 if sitter.away or not sitter.here else 0.0
    return replace(
        one,
        taken=True,
        me=one.seat == table.me,
        name=sitter.name,
        avatar=sitter.avatar,
        bot=sitter.bot,
        coming=sitter.coming,
        here=sitter.here,
        away_since=away,
        out=sitter.out,
        ready=sitter.ready,
        stand_in=sitter.stand_in,
        awaited=_awaited(table, sitter),
        muted=sitter.who in muted,
        said=talk.bubble(chat, one.seat),
        stack=one.stack if one.name else sitter.stack,
    )


def _awaited(table: Table, sitter: Sitter) -> bool:
    """Whether the next round waits for this one."""
    waits = table.room is not None and table.room.ready and not table.live
    return waits and not sitter.bot and not (sitter.ready and sitter.here)


def _hand(now: Round, seat: Seat, number: int) -> HandView:
    held = now.hand(seat, number)
    facts = folds.game(now.game).hand(now, seat, number)
    best = facts.name.cards if facts.name and held.open else ()
    return HandView(
        held.cards,
        number,
        held.open,
        facts.bet,
        facts.name,
        facts.points,
        tuple(place for place, card in enumerate(held.cards) if card in best),
        facts.active,
        facts.result,
        facts.soft,
        facts.net,
    )

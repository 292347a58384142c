"""A table as a screen draws it: every chair in its place, every hand, every pile of chips."""

from collections.abc import Mapping
from dataclasses import dataclass

from client_core.chat import ChatLine
from client_core.lobby import RoomRow
from client_core.round import Faces, Facts, HandName, LastAct, PotName, PotView
from client_core.tables import ANY_CHIPS, Offered, Queued
from client_core.text import Cash
from protocol.words import Cards, Seat


@dataclass(frozen=True, slots=True)
class HandView:
    """Cards that lie together on a felt; None is one face down. `raised` are the places of the
    cards that make the named hand; `open`: everybody sees them; `soft`: an ace may count 1 or 11;
    `net`: what it has won or lost."""

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
    """One chair of a table as a screen draws it. `place` counts clockwise from 0, which is at the
    bottom; `taken`: somebody sits.

    `away_since` is in client time, 0 while here; `results` is what the round brought, once over;
    `coming` are chips that count from the next round and are not in `stack`; `paid` is what this
    seat has put into the pot.
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
    pot: PotName = ""
    """What that was, where it was one of several pots alone or the whole pot is split."""
    results: int | None = None
    net: int = 0
    """What the round has brought so far: what is won is not what comes from the pot."""
    muted: bool = False
    who: int = 0
    """The number of the player who sits here; 0 for bots."""
    said: ChatLine | None = None


@dataclass(frozen=True, slots=True)
class TurnView:
    """The turn at a table: for whom it waits, until when in client time, of how many seconds."""

    seats: tuple[Seat, ...]
    deadline: float
    of: float
    me: bool
    clock: bool = True
    """Whether that time runs; else nobody is in a hurry."""


@dataclass(frozen=True, slots=True)
class Mine:
    """The player's own wishes at a table that it has not told yet, or cannot tell."""

    leaving: str = ""
    offer_passed: str = ""
    """The key of an offer that I let go."""
    beaten: tuple[str, ...] = ()
    """Opponents who lost all their chips while I sat there."""
    left: str = ""
    """I am out of the table and look at its last round; the code of the house."""
    barred: float = 0.0
    """Until then, in client time, I may not queue again: I let offers go by."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as a screen draws it. `pots` are without the bets before the seats, `total` is with
    them.

    `live`: a round is played; `over`: one has ended and lies there still. `syncing`: things are
    being told again. `needs_ready`: the next round begins when all are; `awaited`
    are those who are not, and at `ready_by` (client time, 0: nobody minds) I may lose my seat to
    one who waits. `stand_in`: a bot plays for me, `may_trust`: one may. `counter`: cards that are
    gone may be looked up.
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
    pots: tuple[PotView, ...]
    total: int
    jackpot: int
    turn: TurnView | None
    best: HandName | None
    winners: tuple[Seat, ...]
    queue: Queued | None
    offer: Offered | None
    leaving: str
    barred: float
    """Until then, in client time, the house refuses me its queue."""
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
    may_trust: bool
    may_dismiss_bots: bool
    paused: bool
    closing: str
    rebuy: int
    syncing: bool
    facts: Facts
    names: Mapping[Seat, str]
    """Who plays the round, or has played the one that lies there; some may be gone."""
    dealt_in: Mapping[Seat, SeatView]
    """The same with their faces."""

    @property
    def others_watching(self) -> int:
        """How many look on besides me."""
        return max(0, self.watching - (self.me is None))

    @property
    def needs_any(self) -> bool:
        """Whether I must buy chips to play on, and any will do."""
        return 0 < self.rebuy <= ANY_CHIPS

    @property
    def may_sit_out(self) -> bool:
        """Whether sitting out means anything: where a round waits until all are ready, it is only
        not to be ready any more."""
        return not self.needs_ready or (self.ready and not self.live)

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
class ReplayStep:
    """A step of a round that is over: a sentence, the table after it, and whose step it was."""

    text: str
    view: TableView
    seat: Seat | None = None

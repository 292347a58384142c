"""View of a table as it is committed: frozen, for all who look at it from outside."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from game_server.rules.core import Game, Rules
from game_server.table.config import TableConfig
from game_server.table.round import Question
from game_server.table.status import PAUSED, TablePhase
from protocol.events import Event
from protocol.frozen import frozen
from protocol.messages import Line
from protocol.words import Ask, Seat


class SeatView(NamedTuple):
    """A seat and who sits there; `chips` are those before the round in play."""

    player: str
    name: str
    bot: str
    is_bot: bool
    chips: int
    coming: int
    out: bool
    ready: bool
    left: bool
    """Gone from the table in the middle of a round: only the seat stays until it is over."""
    leaving: bool
    here: bool
    away_since: float | None
    """Since when the connection is lost; None while it holds, and of bots and who has left."""


class PersonView(NamedTuple):
    """Somebody at the table: sits, waits or watches."""

    name: str
    here: bool


@frozen
class RoundView:
    """A round as far as it is committed. What is said in it later is in a later view."""

    number: int
    rules: Rules[Any, Any]
    state: Any
    """As the rules have it: frozen, and for nobody to see who plays."""
    stacks: Mapping[Seat, int]
    open: Mapping[Seat, Question]
    leaving: frozenset[Seat]
    """Seats that leave when their turn comes, which the others may not know yet."""
    dealt: frozenset[Seat]
    said_count: int
    """How many events were told."""
    _said: Sequence[Event]

    def said(self, after: int = 0) -> Sequence[Event]:
        """The events after that number, with all that they hide."""
        return self._said[after : self.said_count]

    def continues(self, before: "RoundView") -> bool:
        """Whether this is the same round, told at least as far: nothing was replayed between."""
        return self._said is before._said and self.said_count >= before.said_count


@frozen
class TableView:
    """A table after its last commit. It is never changed: the next commit makes another one."""

    config: TableConfig
    game: Game[Any, Any, Any]
    options: Any
    carry: Any
    phase: TablePhase
    closing: str
    """Why the table closes; empty while it does not."""
    least: int
    """The least chips to sit down with."""
    seats: Mapping[Seat, SeatView]
    people: Mapping[str, PersonView]
    queue: tuple[str, ...]
    rounds: int
    """The number of the round that began last."""
    turn: int
    """The number of the question that was put last."""
    round: RoundView | None
    last: RoundView | None
    """The round that ended last."""
    dealt: Mapping[Seat, str]
    """Which player was dealt in at each seat to the round that is told."""
    begins: float
    """When the next round begins; 0: that is not appointed."""
    chat: tuple[Line, ...]
    given: Callable[[Ask], float]
    """For how long a question is open."""

    # -- seats -------------------------------------------------------------------------------

    def seat(self, player: str) -> Seat | None:
        """The seat of a player, of one who has left it too as long as the round needs it."""
        for seat, one in self.seats.items():
            if one.player == player:
                return seat
        return None

    def sits(self, player: str) -> bool:
        """Whether the player has a seat that was not left."""
        seat = self.seat(player)
        return seat is not None and not self.seats[seat].left

    def waits(self, player: str) -> bool:
        """Whether the player has a seat that was not left, or waits for one."""
        return player in self.queue or self.sits(player)

    def stack(self, seat: Seat) -> int:
        """The chips before a seat."""
        if self.round is not None and seat in self.round.dealt:
            return self.round.stacks[seat]
        return self.seats[seat].chips

    def in_round(self, seat: Seat) -> bool:
        """Whether the seat was dealt in to the round in play."""
        return self.round is not None and seat in self.round.dealt

    @property
    def bots(self) -> int:
        """How many bots sit here."""
        return sum(one.is_bot for one in self.seats.values())

    @property
    def players(self) -> int:
        """How many people sit here."""
        return sum(not (one.is_bot or one.left) for one in self.seats.values())

    def holdings(self) -> dict[str, int]:
        """What each must have in escrow: what was brought and not yet settled or cashed."""
        return {one.player: one.chips + one.coming for one in self.seats.values()}

    def here(self) -> Sequence[str]:
        """The people whom words reach."""
        return [player for player, one in self.people.items() if one.here]

    @property
    def watching(self) -> int:
        """How many are here without a seat."""
        seated = {one.player for one in self.seats.values()}
        return sum(player not in seated for player in self.here())

    # -- the table itself --------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """Whether nothing happens here: the house has paused the table, or storage has failed."""
        return self.phase in PAUSED

    def suspended(self) -> "TableView":
        """The same table, at which nothing happens before it is recovered."""
        return replace(self, phase=TablePhase.SUSPENDED)

    def deserted(self) -> "TableView":
        """The same table after it was given up, and everybody was sent away."""
        return replace(self, phase=TablePhase.SUSPENDED, people={}, queue=())

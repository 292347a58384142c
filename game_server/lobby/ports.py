"""What the tables are handed: time, disk, chance, bots, and how words reach their players."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from twisted.internet.defer import Deferred

from game_server.clock import Clock
from game_server.players.security import SecurityLog
from game_server.store.payments import Payment
from game_server.store.ports import Store
from game_server.table.orders import Alarm, Crowded, NeedBots, Shut
from game_server.table.pace import UNTIMED_S
from game_server.table.round_effects import Draw, RiggedDraw
from game_server.table.table import Table
from protocol.events import Event
from protocol.words import Act, Ask

if TYPE_CHECKING:
    from game_server.lobby.table_runner import TableRunner

AnyTable = Table[Any, Any, Any]
"""A table of any game: each has options, states and carries that only its own rules look into."""
HouseOrder = Alarm | Crowded | NeedBots | Shut
"""What a table wants of the house."""
KEPT_TIMES: Final = 1_000


class Chance(Protocol):
    """Where chance is answered."""

    def draw(self, table: str, asked: Draw) -> Sequence[int]:
        """Numbers below the bounds, which nobody could tell before."""

    def below(self, bound: int) -> int:
        """A number below the bound."""


class RigPort(Protocol):
    """What testers want to come next. Only a house with the testing option has one."""

    def is_on(self, table: str) -> bool:
        """Whether anything can be put on top there now."""

    def switch(self, table: str, on: bool) -> None:
        """Rigging is on from now on, or off and whatever was to come is forgotten."""

    def put(self, table: str, wanted: RiggedDraw, lying: bool) -> None:
        """Let this come next; `lying`: on top of the shuffle that was drawn from last."""

    def pending(self, table: str) -> RiggedDraw:
        """What is still to come."""

    def answer(self, table: str, asked: Draw, drawn: Sequence[int]) -> tuple[int, ...]:
        """The numbers for a question to chance, of which these were drawn truly."""


class Thinkers(Protocol):
    """Where bots choose."""

    def choose(
        self, game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int, first: bool
    ) -> Deferred[Act]:
        """What the bot does; fails with whatever went wrong, and with AllThink if it was not asked.
        Who is `first` goes before all others. Cancelled it takes up nobody's time."""

    def quick(self, game: str, told: Sequence[Event], ask: Ask, seed: int) -> Act:
        """What a bot does that has no time, at once and within milliseconds."""

    def names(self, game: str) -> Sequence[str]:
        """The bots that play a game, the usual one first."""


class RunnerEvents(Protocol):
    """What lies around a table."""

    def post(self, said: Mapping[str, Sequence[bytes]]) -> None:
        """Send to each of these players what is said there, in one piece; nothing where no
        connection is."""

    def wants(self, runner: "TableRunner", wish: HouseOrder) -> None:
        """A table wants something of the house."""

    def changed(self, runner: "TableRunner") -> None:
        """A table is listed otherwise than before."""

    def came_or_went(self, runner: "TableRunner") -> None:
        """Somebody may have come to a table or gone from it."""

    def moved(self, players: Collection[int], payments: Sequence[Payment]) -> None:
        """Chips have moved to or from a table, and payments have begun, on disk."""

    def quarantined(self, runner: "TableRunner") -> None:
        """A table keeps failing: nothing is done there until the house settles it."""

    def recovered(self) -> None:
        """A table came back from a commit that failed, or was only said to have: payments that
        it began may be on disk, and nobody has heard of them."""


@dataclass
class Counts:
    """What the tables count for who watches the house."""

    acts: int = 0
    commits: int = 0
    failed: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    slow: list[float] = field(default_factory=list)
    """Seconds of the last commits."""
    bots: dict[tuple[str, str], int] = field(default_factory=dict)
    """What the bots of each game have answered with: a thought, or why it was a quick move."""
    _said: dict[str, float] = field(default_factory=dict)

    def committed(self, seconds: float) -> None:
        self.commits += 1
        self.slow.append(seconds)
        if len(self.slow) > KEPT_TIMES:
            del self.slow[: KEPT_TIMES // 2]

    def refuse(self, code: str) -> None:
        self.refused[code] = self.refused.get(code, 0) + 1

    def bot_answered(self, game: str, how: str) -> None:
        self.bots[game, how] = self.bots.get((game, how), 0) + 1

    def may_say(self, what: str, now: float, every: float) -> bool:
        """Whether the log has heard nothing of it for so long."""
        if now - self._said.get(what, -every) < every:
            return False
        self._said[what] = now
        return True


@dataclass(frozen=True)
class Means:
    """What every table is run with. `time` is Unix time in seconds that only grow."""

    clock: Clock
    store: Store
    chance: Chance
    thinkers: Thinkers
    time: Callable[[], float]
    new_key: Callable[[], str]
    security: SecurityLog
    counts: Counts = field(default_factory=Counts)
    rig: RigPort | None = None
    untimed: float = UNTIMED_S
    """So long a table without a clock waits for the one who plays there."""
    takes_cards: bool = True
    """Whether bank cards may be shown here, and tables be open where chips are cash."""
    node: str = ""
    """Which of several nodes this is, that share the tables of a house; empty where one has all of
    them."""

    def now(self) -> int:
        """The time in milliseconds."""
        return round(self.time() * 1000)

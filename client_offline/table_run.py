"""One table of a house inside the client: what it wants done, its journal, its alarms, its bots."""

import base64
import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

from client_offline.thinking import MOST_SEED, Question
from game_server.bots.choosing import quick
from game_server.rules.catalogue import GAMES
from game_server.table import journal
from game_server.table.config import TableConfig
from game_server.table.journal import Row, Snapshot
from game_server.table.orders import (
    Accept,
    Broadcast,
    CashOut,
    Choose,
    NeedBots,
    Order,
    Refuse,
    Send,
    Settle,
    Shut,
    Token,
    Wake,
)
from game_server.table.pace import LATE_S, thinking_time
from game_server.table.round_effects import Draw, WriteRow
from game_server.table.table import Table
from protocol.messages import Message, Ok
from protocol.words import Act, Refusal, Seat

AnyTable = Table[Any, Any, Any]
Work = Callable[[AnyTable, float], list[Order]]
PLAYER: Final = "1"
"""The one who plays here."""
NEVER: Final = float("inf")
TICK_S: Final = 0.001
"""So much too early an alarm may ring: sums of times are no exact numbers."""
STOOD: Final = 2
"""The journal goes back to the snapshot before the last: the round that ended last can be told."""


class Around(Protocol):
    """What lies around a table: the house that it is in."""

    def time(self) -> float:
        """The time of the house, which stands still while nobody is in."""

    def below(self, bound: int) -> int:
        """Chance."""

    def say(self, message: Message) -> None:
        """Tell the player, as soon as what led to it is kept."""

    def refuse(self, request: int, why: Refusal) -> None:
        """Answer a request: nothing happened, and why."""

    def think(self, run: "TableRun", seat: Seat, question: Question) -> int:
        """Let a bot answer for that seat; the number of the question."""

    def needs_bots(self, run: "TableRun", count: int, bot: str) -> None:
        """So many bots of that name are to take seats."""

    def settled(self, run: "TableRun", order: Settle) -> None:
        """A round is over."""

    def cashed_out(self, run: "TableRun", player: str, chips: int) -> None:
        """These chips leave the table."""

    def shut(self, run: "TableRun") -> None:
        """The table is over."""


@dataclass
class BotThought:
    """An answer of a bot: it is thought out beside the house and heard when its time has come."""

    number: int
    order: Choose
    act: Act | None = None
    failed: bool = False

    @property
    def at(self) -> float:
        """When it is heard, as far as is known."""
        ready = self.act is not None or self.failed
        return self.order.not_before + (0 if ready else LATE_S)


class TableRun:
    """Runs one table: `ask` it, and let it `ring` when `next_at` has come."""

    def __init__(self, config: TableConfig, around: Around, rows: Iterable[str] = ()) -> None:
        self.config, self._around = config, around
        self._alarms: list[tuple[float, int, Token]] = []
        self._thoughts: dict[Seat, BotThought] = {}
        self._set = 0
        self.rows: list[str] = []
        """Its journal since it stood between two rounds the last time but one."""
        self._stood: list[int] = []
        """Where in the journal it did."""
        self.over = False
        self.changed = False
        """Whether rows were written since that was looked at last."""
        think = partial(thinking_time, below=around.below)
        self.table: AnyTable = Table(config, GAMES[config.game], self._new_key, think)
        self.table.number_lines_from(round(around.time() * 1000))
        for row in rows:
            self._write(journal.from_bytes(base64.b64decode(row)))
        self.changed = False

    def resume(self, void_why: str = "") -> None:
        """Go on from the journal. `void_why`: why the round in play, if there is one, cannot."""
        rows = [journal.from_bytes(base64.b64decode(row)) for row in self.rows]
        self._done(self.table.resume(rows, self._around.time(), void_why))

    # -- what is asked of it ---------------------------------------------------------------------

    def ask(self, work: Work) -> None:
        """Let the table answer, and do what it wants done; Refusal is what it refuses."""
        self._done(work(self.table, self._around.time()))

    def thought(self, seat: Seat, number: int, act: Act | None) -> None:
        """A bot has chosen, or failed; it is heard when its time has come."""
        thought = self._thoughts.get(seat)
        if thought is not None and thought.number == number:
            thought.act, thought.failed = act, act is None

    @property
    def next_at(self) -> float:
        """When `ring` has something to do."""
        first = self._alarms[0][0] if self._alarms else NEVER
        return min(first, min((one.at for one in self._thoughts.values()), default=NEVER))

    def ring(self, now: float) -> None:
        """Do what is due."""
        now += TICK_S
        while self._alarms and self._alarms[0][0] <= now and not self.over:
            at, _, token = heapq.heappop(self._alarms)
            if self.table.heeds(token):
                self._done(self.table.wake(token, max(now, at)))
        for seat, one in sorted(self._thoughts.items()):
            if one.at <= now and self._thoughts.get(seat) is one and not self.over:
                del self._thoughts[seat]
                self._done(self.table.chose(seat, one.order.turn, self._act_of(one), now))

    def _act_of(self, one: BotThought) -> Act:
        """What it has thought of; a quick move if it is late or has failed."""
        order = one.order
        if one.act is not None:
            return one.act
        try:
            seed = self._around.below(MOST_SEED)
            return quick(self.config.game, order.told, order.ask, seed)
        except Exception:
            # A silent seat has an act too.
            return order.ask.default

    # -- what it wants done ----------------------------------------------------------------------

    def _done(self, orders: list[Order]) -> None:
        whole = self._drawn(orders)
        for order in whole:
            self._do(order)
        for order in whole:
            if isinstance(order, NeedBots):
                self._around.needs_bots(self, order.count, order.bot)
        table = self.table
        for seat, thought in tuple(self._thoughts.items()):
            if not table.awaits_bot(seat, thought.order.turn):
                del self._thoughts[seat]

    def _drawn(self, orders: list[Order]) -> list[Order]:
        """The orders, with what follows from each draw in its place."""
        whole: list[Order] = []
        while draws := [order for order in orders if isinstance(order, Draw)]:
            whole += [order for order in orders if not isinstance(order, Draw)]
            orders = []
            for one in draws:
                numbers = tuple(self._around.below(bound) for bound in one.bounds)
                try:
                    orders += self.table.chance(one.turn, numbers, self._around.time())
                except Refusal as wrong:
                    # What led to the draw has happened at the table: this is no refusal of it.
                    raise RuntimeError(f"Chance was refused: {wrong.text}") from wrong
        return whole + orders

    def _do(self, order: Order) -> None:
        around = self._around
        match order:
            case WriteRow(row):
                self._write(row)
            case Broadcast(players, message):
                if PLAYER in players:
                    around.say(message)
            case Send(player, message):
                if player == PLAYER:
                    around.say(message)
            case Wake(at, token):
                self._set += 1
                heapq.heappush(self._alarms, (at, self._set, token))
            case Choose():
                self._think(order)
            case Accept(_, request):
                if request:
                    around.say(Ok(request))
            case Refuse(_, request, why):
                around.refuse(request, why)
            case Settle():
                around.settled(self, order)
            case CashOut(player, chips, _):
                around.cashed_out(self, player, chips)
            case Shut():
                self.over = True
                around.shut(self)

    def _think(self, order: Choose) -> None:
        seed = self._around.below(MOST_SEED)
        question = Question(self.config.game, order.bot, tuple(order.told), order.ask, seed)
        number = self._around.think(self, order.seat, question)
        self._thoughts[order.seat] = BotThought(number, order)

    def _write(self, row: Row) -> None:
        self.rows.append(base64.b64encode(journal.to_bytes(row)).decode())
        self.changed = True
        if isinstance(row, Snapshot):
            self._stood.append(len(self.rows) - 1)
            if len(self._stood) > STOOD:
                first = self._stood[-STOOD]
                del self.rows[:first]
                self._stood = [place - first for place in self._stood[-STOOD:]]

    def _new_key(self) -> str:
        return f"{self._around.below(2**64):x}"

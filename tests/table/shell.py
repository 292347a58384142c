"""A shell around a room for tests: a fake clock, a journal of bytes, escrow, and what was sent."""

import heapq
import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from game_server.bots import random_player
from game_server.rules.catalogue import GAMES
from game_server.table import journal
from game_server.table.config import TableConfig
from game_server.table.orders import (
    Alarm,
    Broadcast,
    CashOut,
    Choose,
    Crowded,
    NeedBots,
    Order,
    Refuse,
    Send,
    Settle,
    Shut,
    Token,
    Wake,
)
from game_server.table.round_effects import Draw, WriteRow
from game_server.table.table import Table
from protocol import messages
from protocol.codec import encode
from protocol.messages import Asked, Message, Notice, Offer, Seen, Told
from protocol.words import CHANCE, Act, Ask, Refusal, Seat
from tests.table_probe import TableProbe

AnyTable = Table[Any, Any, Any]
M = TypeVar("M", bound=Message)

AFTER = ("left_won", "left_lost", "left_even")
"""Said to one who has left the room: the house knows whether a line is there."""
EPS: dict[str, Any] = {
    "preset": "eps",
    "purse": "cash",
    "least_buy_in": 2000,
    "silent_leave": True,
    "broke": "second_game",
    "chat_for_queue": False,
    "disconnect_grace": 0,
}


def chosen(ask: Ask, *verbs: str, amount: int | None = None) -> Act:
    """The first of these verbs that is offered, with the least amount if none is named."""
    option = next(o for verb in verbs if (o := ask.option(verb)))
    return Act(option.verb, option.low if amount is None else amount)


class Shell:
    """Performs what a room wants, and remembers it. Alarms ring only when time is let pass."""

    def __init__(
        self,
        game: str = "holdem",
        below: Callable[[int], int] = lambda bound: 0,
        **config: Any,
    ) -> None:
        self.config = TableConfig(**{"table": "t1", "game": game, "preset": "standard", **config})
        self.game = GAMES[game]
        self.below = below
        self.now = 1000.0
        self.thinking = 1.0
        self.looked: list[float] = []
        """How hard each decision of a bot looked to everybody."""
        self.keys = (f"key {number}" for number in itertools.count(1))
        self.rows: list[bytes] = []
        self.alarms: list[tuple[float, int, Token | Choose]] = []
        self.count = itertools.count()
        self.sent: dict[str, list[Message]] = defaultdict(list)
        self.escrow: Counter[str] = Counter()
        self.cashed: list[CashOut] = []
        self.orders: list[Order] = []
        self.every: list[Order] = []
        self.lines: set[str] = set()
        """Players whose line holds."""
        self.table: AnyTable = Table(self.config, self.game, self.new_key, self.think)

    @property
    def probe(self) -> TableProbe:
        """What stands at the table now."""
        return TableProbe(self.table)

    def new_key(self) -> str:
        return next(self.keys)

    def think(self, difficulty: float) -> float:
        self.looked.append(difficulty)
        return self.thinking

    # -- what people do ------------------------------------------------------------------

    def enter(self, *players: str) -> None:
        for player in players:
            self.lines.add(player)
            self.take(self.table.enter(player, player.title(), "", 1, self.now))

    def seat(self, *players: str, chips: int = 100_000) -> None:
        """Come in, queue, take the offer."""
        for player in players:
            if player not in self.probe.people:
                self.enter(player)
            self.take(self.table.enqueue(player, self.now))
            self.accept(player, chips)

    def offer(self, player: str) -> Offer:
        return self.heard(player, Offer)[-1]

    def accept(self, player: str, chips: int = 100_000) -> None:
        key = self.offer(player).key
        self.table.may_sit(player, key, chips, self.now)
        self.escrow[player] += chips
        self.take(self.table.sit(player, key, chips, self.now))

    def seat_bots(self, *bots: str, chips: int = 100_000, kind: str = "random") -> None:
        for bot in bots:
            name = f"bot:{bot}"
            self.escrow[name] += chips
            self.take(self.table.seat_bot(name, bot.title(), "", kind, chips, self.now))

    def buy(self, player: str, chips: int) -> None:
        self.table.may_buy(player, chips)
        self.escrow[player] += chips
        self.take(self.table.bought(player, chips, self.now))

    def act(self, player: str, *verbs: str, amount: int | None = None, request: int = 0) -> None:
        """The first of these verbs that is offered."""
        turn, ask = self.question(player)
        self.answer(player, turn, chosen(ask, *verbs, amount=amount), request)

    def answer(
        self, player: str, turn: int, act: Act, request: int = 0, delay: float = 0.0
    ) -> None:
        self.take(self.table.act(player, request, turn, act, self.now, delay))

    def question(self, player: str) -> tuple[int, Ask]:
        playing, seat = self.probe.round, self.probe.seats.of(player)
        assert playing is not None
        assert seat is not None
        return playing.open[seat].turn, playing.open[seat].ask

    @property
    def asked(self) -> str:
        """The player whose turn it is; nobody is "" ."""
        playing = self.probe.round
        seats = [seat for seat in playing.open if seat != CHANCE] if playing else []
        return self.probe.seats[seats[0]].player if seats else ""

    def seat_of(self, player: str) -> Seat:
        seat = self.probe.seats.of(player)
        assert seat is not None
        return seat

    def lose(self, player: str) -> None:
        self.lines.discard(player)
        self.take(self.table.lost(player, self.now))

    def back(self, player: str, seen: Seen | None = None) -> None:
        self.lines.add(player)
        self.take(self.table.back(player, seen, self.now))

    # -- what the room wants -------------------------------------------------------------

    def take(self, orders: Sequence[Order]) -> None:
        self.orders = []
        self._take(orders)

    def _take(self, orders: Sequence[Order]) -> None:
        rows = [isinstance(order, WriteRow) for order in orders]
        assert rows == sorted(rows, reverse=True), "a row stands after what it allows"
        self.orders += orders
        self.every += orders
        for order in orders:
            match order:
                case WriteRow(row):
                    self.rows.append(journal.to_bytes(row))
                case Send(player, message):
                    self._send((player,), message)
                case Broadcast(players, message):
                    self._send(players, message)
                case Wake(at, token):
                    heapq.heappush(self.alarms, (at, next(self.count), token))
                case Choose(not_before=at):
                    heapq.heappush(self.alarms, (at, next(self.count), order))
                case Settle(entries=entries, players=players):
                    for moved in entries:
                        for seat, sign in ((moved.src, -1), (moved.dst, 1)):
                            if seat in players:
                                self.escrow[players[seat]] += sign * moved.amount
                case CashOut(player, chips):
                    self.escrow[player] -= chips
                    self.cashed.append(order)
        for order in orders:
            if isinstance(order, Draw):
                drawn = self.draw(order)
                self._take(self.table.chance(order.turn, drawn, self.now))

    def draw(self, wanted: Draw) -> tuple[int, ...]:
        return tuple(self.below(bound) for bound in wanted.bounds)

    def _send(self, players: Iterable[str], message: Message) -> None:
        encode(message)
        for player in players:
            if isinstance(message, Notice) and message.code in AFTER and player not in self.lines:
                continue
            assert player in self.lines, f"{player} is not here and is sent {message}"
            self.sent[player].append(message)

    # -- time ----------------------------------------------------------------------------

    def ring(self) -> bool:
        """Let time pass to the next alarm; whether there was one."""
        if not self.alarms:
            return False
        at, _, token = heapq.heappop(self.alarms)
        self.now = max(self.now, at)
        if isinstance(token, Choose):
            act = random_player.choose(token.told, token.ask, self.below)
            self.take(self.table.chose(token.seat, token.turn, act, self.now))
        else:
            self.take(self.table.wake(token, self.now))
        return True

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass, and everything ring that is due."""
        end = self.now + seconds
        before: list[Order] = []
        while self.alarms and self.alarms[0][0] <= end:
            self.ring()
            before += self.orders
        self.now, self.orders = end, before

    def until_asked(self) -> str:
        """Let time pass until somebody who is no bot is asked."""
        for _ in range(500):
            if self.asked and not self.asked.startswith("bot:"):
                return self.asked
            assert self.ring(), "nobody is ever asked"
        raise AssertionError("nobody is asked in 500 alarms")

    def play_out(self, *verbs: str) -> None:
        """Everybody who is asked does the first of these that is offered until the round ends."""
        verbs = (*verbs, "check", "call", "muck", "all_in")
        while self.probe.round is not None:
            if self.asked and not self.asked.startswith("bot:"):
                self.act(self.asked, *verbs)
            else:
                self.ring()

    def begin(self) -> None:
        """Let time pass until a round is in play."""
        for _ in range(50):
            if self.probe.round is not None:
                return
            assert self.ring(), "no round ever begins"
        raise AssertionError("no round begins in 50 alarms")

    # -- what was heard ------------------------------------------------------------------

    def heard(self, player: str, kind: type[M]) -> list[M]:
        return [message for message in self.sent[player] if isinstance(message, kind)]

    def codes(self, player: str) -> list[str]:
        return [message.code for message in self.heard(player, Notice)]

    def last_seats(self, player: str) -> messages.Seats:
        return self.heard(player, messages.Seats)[-1]

    def of(self, kind: type[Any]) -> list[Any]:
        """Orders of a kind that the last input led to."""
        return [order for order in self.orders if isinstance(order, kind)]

    # -- after a crash -------------------------------------------------------------------

    def stored(self) -> list[journal.Row]:
        return [journal.from_bytes(row) for row in self.rows]

    def restart(self) -> None:
        """The power goes: all lines are lost, and the room comes back from its journal."""
        self.lines, self.alarms = set(), []
        self.table, orders = Table.rebuild(
            self.config, self.game, self.new_key, self.think, self.stored(), self.now
        )
        self.take(orders)

    def check_escrow(self) -> None:
        """What the ledger holds for each player is what the room thinks it holds."""
        held = {player: chips for player, chips in self.escrow.items() if chips}
        assert held == {player: c for player, c in self.probe.holdings().items() if c}


__all__ = [
    "EPS",
    "Alarm",
    "AnyTable",
    "Asked",
    "Crowded",
    "NeedBots",
    "Refusal",
    "Refuse",
    "Shell",
    "Shut",
    "Told",
]

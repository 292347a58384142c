"""What a room wants done once it is written: frames to players, alarms, bots that think."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.lobby.inputs import Input, Work, refusal
from game_server.lobby.ports import AnyTable, HouseOrder, Means
from game_server.lobby.thinking import BotThought
from game_server.rules.catalogue import GAMES
from game_server.table.config import TableConfig
from game_server.table.orders import (
    Accept,
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
from protocol.codec import encode
from protocol.messages import Message, Ok
from protocol.words import Refusal, Seat

THINK_S: Final[Sequence[float]] = (0.8, 2.0)
"""The least and the most that a bot takes for what looks easy to everybody."""
HARDER: Final = 1.0
"""So many times as long again it takes for what looks as hard as can be."""


class EffectRunner(ABC):
    """A room, and the ways from what it wants to who hears of it.

    Whoever calls `_perform` has written what the order rests on.
    """

    _log: ClassVar[Logger] = Logger()

    def __init__(self, config: TableConfig, means: Means) -> None:
        self.config, self.table_id = config, config.table
        self._means = means
        self.table = self._new_room()
        self._down = True
        """The room is not there."""
        self._life = 0
        """Counts how often the room was rebuilt: alarms and thoughts of before mean nothing."""
        self._thoughts: dict[Seat, BotThought] = {}
        """What bots think of just now, a seat each."""
        self._anew: dict[str, Input] = {}
        """What players wait for who have just come on a new line: what was said before it is
        part of its answer."""

    @abstractmethod
    def tell(self, asked: Input) -> None:
        """Ask the room, after whatever was asked of it before."""

    def _perform(
        self, order: Order, post: dict[str, list[bytes]], wishes: list[HouseOrder]
    ) -> None:
        # What comes with every act stands first, and a pattern with fields looks at each of them.
        match order:
            case Broadcast():
                self._say(order.players, order.message, post)
            case Send():
                self._say((order.player,), order.message, post)
            case WriteRow():
                pass
            case Wake():
                wait = max(0.0, order.at - self._means.time())
                self._means.clock.callLater(wait, self._ring, self._life, order.at, order.token)
            case Accept():
                if order.request:
                    self._means.counts.acts += 1
                    self._say((order.player,), Ok(order.request), post)
            case Refuse(player, request, why):
                self._means.counts.refuse(why.code)
                if request:
                    self._say((player,), refusal(request, why), post)
            case Choose():
                self._choose(order)
            case Alarm() | Crowded() | NeedBots() | Shut():
                wishes.append(order)
            case Settle() | CashOut() | Draw():
                pass

    def _say(
        self, players: Collection[str], message: Message, post: dict[str, list[bytes]]
    ) -> None:
        frame = encode(message)
        for player in players:
            if player in post:
                post[player].append(frame)
            elif player not in self._anew:
                post[player] = [frame]

    def _ring(self, life: int, at: float, token: Token) -> None:
        # Most turns are over long before their alarm.
        if life == self._life and self.table.heeds(token):
            # The room compares times: float sums must not make an alarm come too early.
            self._go(lambda table, now: table.wake(token, max(now, at)))

    def _choose(self, order: Choose) -> None:
        life = self._life

        def chosen(thought: BotThought) -> None:
            if self._thoughts.get(order.seat) is thought:
                del self._thoughts[order.seat]
            if life == self._life:
                act = thought.act
                self._go(lambda table, now: table.chose(order.seat, order.turn, act, now))

        before = self._thoughts.pop(order.seat, None)
        if before is not None:
            before.cancel()
        first = self.config.stays
        self._thoughts[order.seat] = BotThought(order, self.config.game, self._means, chosen, first)

    def _forget_thoughts(self, all: bool = False) -> None:
        """Let no bot think of what nobody asks any more."""
        for seat, thought in tuple(self._thoughts.items()):
            if all or not self.table.awaits_bot(seat, thought.order.turn):
                del self._thoughts[seat]
                thought.cancel()

    def _go(self, work: Work) -> None:
        """An input that nobody waits for."""
        if not self._down:
            self.tell(Input(work, self._quiet))

    def _quiet(self, wrong: BaseException) -> None:
        if not isinstance(wrong, Refusal):
            self._fault(Failure(wrong))

    def _fault(self, failure: Failure) -> None:
        self._log.failure("Table {table} has a fault.", failure, table=self.table_id)

    def _new_room(self) -> AnyTable:
        means, game = self._means, GAMES[self.config.game]
        table: AnyTable = Table(self.config, game, means.new_key, self._think)
        # Who heard lines before a restart knows their numbers: those of new lines are greater.
        table.chat.n = means.now()
        return table

    def _think(self, difficulty: float) -> float:
        least, most = THINK_S
        easy = least + (most - least) * self._means.chance.below(1_000) / 1_000
        return easy * (1 + HARDER * difficulty)

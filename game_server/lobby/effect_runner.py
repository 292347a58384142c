"""Effects of a commit, done once it is on disk: frames to players, alarms, bots that think."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from twisted.logger import Logger

from game_server.lobby.inputs import Answered, Input, refusal
from game_server.lobby.ports import AnyTable, HouseOrder, Means, RunnerEvents
from game_server.lobby.thinking import BotThought
from game_server.table import pace
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
from protocol.codec import encode
from protocol.messages import Message, Ok, Room
from protocol.words import Seat

if TYPE_CHECKING:
    from game_server.lobby.table_runner import TableRunner

THINK_S: Final[Sequence[float]] = pace.THINK_S


class EffectRunner:
    """Performs the effects of one table's commits, and says how the table is listed."""

    _log: ClassVar[Logger] = Logger()

    def __init__(
        self,
        runner: "TableRunner",
        means: Means,
        hall: RunnerEvents,
        table: Callable[[], AnyTable],
    ) -> None:
        self._runner, self._means, self._hall, self._table = runner, means, hall, table
        self._config = runner.config
        self.listing: Room
        self._listed_by: tuple[object, ...] = ()
        self.lookers: list[Callable[[], None]] = []
        self._life = 0
        """Counts how often the table was rebuilt: alarms and thoughts of before mean nothing."""
        self._thoughts: dict[Seat, BotThought] = {}
        """What bots think of just now, a seat each."""
        self._reconnecting: dict[str, Input] = {}
        """Players who came back on a new connection, and the input that answers them: what was
        said before is part of that answer."""

    def reset(self) -> None:
        """Forget every alarm and thought: the table is rebuilt, or ends."""
        self._life += 1
        self._forget_thoughts(all=True)

    def forget(self) -> None:
        """The table is over: let go of it, for it holds these effects."""
        del self._runner, self._table

    def hold_back(self, player: str, until: Input) -> None:
        """Send the player nothing before that input is answered."""
        self._reconnecting[player] = until

    def answered(self, asked: Input) -> None:
        """The input is answered or refused: its player, if one was held back, is so no more."""
        if self._reconnecting.get(asked.reconnecting) is asked:
            del self._reconnecting[asked.reconnecting]

    def release(self, answers: Sequence[Answered]) -> None:
        """Do what follows from these answers, which are on disk, and answer who asked."""
        post: defaultdict[str, list[bytes]] = defaultdict(list)
        wishes: list[HouseOrder] = []
        # What follows may be the end of the table, which forgets it.
        runner = self._runner
        for answer in answers:
            if self._reconnecting:
                self.answered(answer.asked)
            for order in answer.orders:
                try:
                    self._perform(order, post, wishes)
                except Exception:
                    # One word that cannot be said holds up nobody's game.
                    self._log.failure(
                        "Table {table} could not do an order.", table=self._config.table
                    )
        if self._thoughts:
            self._forget_thoughts()
        self._hall.post(post)
        if self.lookers:
            self.tell_lookers()
        listed_by = self._table().listed_by()
        if listed_by != self._listed_by:
            self._list(listed_by)
        for answer in answers:
            if answer.wrong is None:
                answer.asked.answered()
            else:
                answer.asked.refused(answer.wrong)
        for wish in wishes:
            self._hall.wants(runner, wish)

    def list_at_first(self) -> None:
        """The table is made: nobody has to be told how it is listed."""
        table = self._table()
        self.listing, self._listed_by = table.listing(), table.listed_by()

    def tell_lookers(self) -> None:
        """Something may look otherwise than before."""
        for look in tuple(self.lookers):
            look()

    def _list(self, listed_by: tuple[object, ...]) -> None:
        """The table may be listed otherwise than before: tell the lobby if it is."""
        self._listed_by = listed_by
        listing = self._table().listing()
        if listing != self.listing:
            self.listing = listing
            self._hall.changed(self._runner)

    def _perform(
        self, order: Order, post: defaultdict[str, list[bytes]], wishes: list[HouseOrder]
    ) -> None:
        # What comes with every act stands first. A pattern takes three times as long.
        if type(order) is Broadcast:
            self._say(order.players, order.message, post)
        elif type(order) is Send:
            self._say((order.player,), order.message, post)
        elif type(order) is Wake:
            wait = order.at - self._means.time()
            self._means.clock.callLater(
                wait if wait > 0.0 else 0.0, self._ring, self._life, order.at, order.token
            )
        elif type(order) is Accept:
            if order.request:
                self._means.counts.acts += 1
                self._say((order.player,), Ok(order.request), post)
        elif type(order) is not WriteRow:
            self._perform_seldom(order, post, wishes)

    def _perform_seldom(
        self, order: Order, post: defaultdict[str, list[bytes]], wishes: list[HouseOrder]
    ) -> None:
        match order:
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
        self, players: Collection[str], message: Message, post: defaultdict[str, list[bytes]]
    ) -> None:
        frame = encode(message)
        if self._reconnecting:
            players = [player for player in players if player not in self._reconnecting]
        for player in players:
            post[player].append(frame)

    def _ring(self, life: int, at: float, token: Token) -> None:
        # Most turns are over long before their alarm.
        if life == self._life and self._table().heeds(token):
            # The table compares times: float sums must not make an alarm come too early.
            self._runner.go(lambda table, now: table.wake(token, max(now, at)))

    def _choose(self, order: Choose) -> None:
        life = self._life

        def chosen(thought: BotThought) -> None:
            if self._thoughts.get(order.seat) is thought:
                del self._thoughts[order.seat]
            if life == self._life:
                act = thought.act
                self._runner.go(lambda table, now: table.chose(order.seat, order.turn, act, now))

        before = self._thoughts.pop(order.seat, None)
        if before is not None:
            before.cancel()
        first = self._config.stays
        self._thoughts[order.seat] = BotThought(
            order, self._config.game, self._means, chosen, first
        )

    def _forget_thoughts(self, all: bool = False) -> None:
        """Let no bot think of what nobody asks any more."""
        for seat, thought in tuple(self._thoughts.items()):
            if all or not self._table().awaits_bot(seat, thought.order.turn):
                del self._thoughts[seat]
                thought.cancel()

    def thinking_time(self, difficulty: float) -> float:
        """How long a bot takes for a decision that looks so hard, from 0 to 1."""
        return pace.thinking_time(difficulty, self._means.chance.below, THINK_S)

"""Requests of one who plays offline: each to what does it; a refusal is raised."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, Protocol, TypeVar, cast

from client_offline.hall import Hall
from client_offline.purse import Purse
from client_offline.table_run import PLAYER, TableRun, Work
from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.messages import Message, Ok, TheRules
from protocol.words import Refusal

M = TypeVar("M", bound=Message)


class Within(Protocol):
    """What the desk needs of its house."""

    hall: Hall
    purse: Purse

    @property
    def name(self) -> str:
        """What the player is called."""

    @property
    def avatar(self) -> str:
        """The player's picture."""

    def time(self) -> float:
        """The time of the house."""

    def say(self, message: Message) -> None:
        """Tell the player."""

    def watch(self, game: str | None) -> None:
        """Tell of changes to the rooms of this game from now on; None: of none."""

    def brought(self) -> None:
        """Chips have gone to a table."""


class Desk:
    """One method for each message that is answered offline."""

    def __init__(self, house: Within) -> None:
        self._house = house

    # -- finding a table -------------------------------------------------------------------------

    def lobby(self, wish: messages.Lobby) -> None:
        self._ok(wish)
        self._house.watch(wish.game if wish.watch else None)
        self._house.hall.show(wish.game)

    def rules_of(self, wish: messages.RulesOf) -> None:
        game = GAMES.get(wish.game)
        if game is None or wish.preset not in game.presets:
            text = f"There are no rules {wish.game!r} {wish.preset!r}; look at the lobby."
            raise Refusal("no_preset", text)
        options, choices = asdict(game.presets[wish.preset]), game.offered(wish.preset)
        self._house.say(TheRules(wish.id, wish.game, wish.preset, options, choices))

    def busters(self, wish: messages.Busters) -> None:
        self._house.say(messages.BusterList(wish.id, tuple(self._house.purse.busters())))

    def open_room(self, wish: messages.OpenRoom) -> None:
        run = self._house.hall.open(wish)
        self._enter(run, wish.id)
        self._wait(run)

    def join(self, wish: messages.Join) -> None:
        if wish.code:
            raise Refusal("code_wrong", "No room has that code offline; go to your friend's house.")
        self._enter(self._house.hall.join(wish.table), wish.id)

    def quick_seat(self, wish: messages.QuickSeat) -> None:
        run = self._house.hall.quick(wish.game, wish.preset)
        self._enter(run, wish.id)
        self._wait(run)

    def _enter(self, run: TableRun, request: int) -> None:
        name, avatar = self._house.name, self._house.avatar
        run.ask(lambda table, now: table.enter(PLAYER, name, avatar, request, now))

    def _wait(self, run: TableRun) -> None:
        if not run.table.view().waits(PLAYER):
            run.ask(lambda table, now: table.enqueue(PLAYER, now))

    # -- chips -----------------------------------------------------------------------------------

    def sit(self, wish: messages.Sit) -> None:
        run, purse, now = self._find(wish.table), self._house.purse, self._house.time()
        purse.refuse_if_short(wish.buy_in)
        run.table.may_sit(PLAYER, wish.key, wish.buy_in, now)
        purse.brings(wish.table, PLAYER, wish.buy_in)
        self._house.brought()
        run.ask(lambda table, now: table.sit(PLAYER, wish.key, wish.buy_in, now))
        self._ok(wish)

    def buy(self, wish: messages.Buy) -> None:
        run, purse = self._find(wish.table), self._house.purse
        run.table.may_buy(PLAYER, wish.amount)
        purse.refuse_if_short(wish.amount)
        purse.brings(wish.table, PLAYER, wish.amount)
        self._house.brought()
        run.ask(lambda table, now: table.bought(PLAYER, wish.amount, now))
        self._ok(wish)

    # -- at a table ------------------------------------------------------------------------------

    def act(self, wish: messages.Answer) -> None:
        """The table itself answers, and knows its answers again."""
        act = wish.act()
        self._find(wish.table).ask(
            lambda table, now: table.act(PLAYER, wish.id, wish.turn, act, now)
        )

    def queue(self, wish: messages.Queue) -> None:
        self._ask(wish, wish.table, lambda table, now: table.enqueue(PLAYER, now))

    def unqueue(self, wish: messages.Unqueue) -> None:
        self._ask(wish, wish.table, lambda table, now: table.unqueue(PLAYER, now))

    def leave(self, wish: messages.Leave) -> None:
        self._ask(wish, wish.table, lambda table, now: table.leave(PLAYER, wish.when, now))

    def sit_out(self, wish: messages.SitOut) -> None:
        self._ask(wish, wish.table, lambda table, now: table.sit_out(PLAYER, wish.out, now))

    def stand_in(self, wish: messages.StandIn) -> None:
        self._ask(wish, wish.table, lambda table, now: table.stand_in(PLAYER, now))

    def ready(self, wish: messages.Ready) -> None:
        self._ask(wish, wish.table, lambda table, now: table.ready(PLAYER, wish.ready, now))

    def resync(self, wish: messages.Resync) -> None:
        seen = wish.seen
        self._ask(wish, seen.table, lambda table, now: table.resync(PLAYER, seen, now))

    def say(self, wish: messages.Say) -> None:
        self._ask(
            wish,
            wish.table,
            lambda table, now: table.say(PLAYER, wish.text, now, int(now), wish.id),
        )

    def phrase(self, wish: messages.Phrase) -> None:
        self._ask(
            wish,
            wish.table,
            lambda table, now: table.phrase(PLAYER, wish.phrase, now, int(now), wish.id),
        )

    def no_bots(self, wish: messages.SeatBot | messages.DismissBots) -> None:
        text = "Tables alone against bots keep theirs; open another with as many as you like."
        raise Refusal("not_yours", text)

    # -- how -------------------------------------------------------------------------------------

    def _find(self, table: str) -> TableRun:
        return self._house.hall.find(table)

    def _ask(self, wish: Message, table: str, work: Work) -> None:
        self._find(table).ask(work)
        self._ok(wish)

    def _ok(self, wish: Message) -> None:
        self._house.say(Ok(getattr(wish, "id", 0)))


Does = Callable[[Desk, Any], None]


def _does(kind: type[M], method: Callable[[Desk, M], None]) -> tuple[type[Message], Does]:
    return kind, cast(Does, method)


DESK: Final[Mapping[type[Message], Does]] = dict(
    (
        _does(messages.Lobby, Desk.lobby),
        _does(messages.RulesOf, Desk.rules_of),
        _does(messages.Busters, Desk.busters),
        _does(messages.OpenRoom, Desk.open_room),
        _does(messages.Join, Desk.join),
        _does(messages.QuickSeat, Desk.quick_seat),
        _does(messages.Sit, Desk.sit),
        _does(messages.Buy, Desk.buy),
        _does(messages.Answer, Desk.act),
        _does(messages.Queue, Desk.queue),
        _does(messages.Unqueue, Desk.unqueue),
        _does(messages.Leave, Desk.leave),
        _does(messages.SitOut, Desk.sit_out),
        _does(messages.StandIn, Desk.stand_in),
        _does(messages.Ready, Desk.ready),
        _does(messages.Resync, Desk.resync),
        _does(messages.Say, Desk.say),
        _does(messages.Phrase, Desk.phrase),
        _does(messages.SeatBot, Desk.no_bots),
        _does(messages.DismissBots, Desk.no_bots),
    )
)
"""What does each message of one who is in; every other is refused as `offline`."""

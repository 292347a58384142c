"""What players ask of the rooms: to come in, to wait, to go, to act and to talk."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.house.counter import Counter
from game_server.house.guests import Guest, Guests
from game_server.house.rights import Known, Rights, home_of
from game_server.lobby import opening
from game_server.lobby.inputs import Input, Work
from game_server.lobby.lobby import Lobby, closes, has_bots
from game_server.lobby.ports import AnyTable, Means
from game_server.lobby.table_runner import TableRunner
from game_server.players.standing import refuse_if_muted, settled
from game_server.players.written import written
from game_server.rules.catalogue import GAMES
from game_server.table.orders import Order
from protocol import messages as said
from protocol.messages import Left, Ok, Seen, TheRules
from protocol.words import Refusal

MOST_MUTED: Final = 100
MOST_TABLES: Final = 8
"""One is in so many rooms at most, and back in all of them after a break."""


class Rooms:
    """One method for each message that concerns a room; a refusal is Refusal."""

    _log = Logger()

    def __init__(
        self, means: Means, lobby: Lobby, counter: Counter, guests: Guests, rights: Rights
    ) -> None:
        self._means, self._lobby = means, lobby
        self._counter, self._guests = counter, guests
        self._rights, self._known = rights, Known()

    # -- finding a room ---------------------------------------------------------------------

    async def lobby(self, guest: Guest, wish: said.Lobby) -> None:
        guest.say(Ok(wish.id))
        if wish.watch:
            self._lobby.board.watch(guest.id, wish.game)
        else:
            self._lobby.board.unwatch(guest.id)
            self._lobby.board.show(guest.id, wish.game)

    async def rules_of(self, guest: Guest, wish: said.RulesOf) -> None:
        game = GAMES.get(wish.game)
        if game is None or wish.preset not in game.presets:
            text = f"There are no rules {wish.game!r} {wish.preset!r}; look at the lobby."
            raise Refusal("no_preset", text)
        options, choices = asdict(game.presets[wish.preset]), game.offered(wish.preset)
        guest.say(TheRules(wish.id, wish.game, wish.preset, options, choices))

    async def open_room(self, guest: Guest, wish: said.OpenRoom) -> None:
        async with guest.in_turn:
            before = await self._counter.replied(guest, wish)
            if isinstance(before, said.Joined):
                runner = self._lobby.find(before.room.table)
            elif before is not None:
                guest.say(before)
                return
            else:
                self._rights.refuse_room(guest, self._lobby, wish)
                if wish.bots or opening.alone(wish):
                    self._rights.refuse_table(guest, self._lobby, "")
                    self._rights.refuse_bots(guest, self._lobby)
                home = home_of(guest.line.address)
                runner = await self._lobby.open(guest.id, wish, home)
        await self._enter(guest, runner, wish.id)
        if runner.config.solo and not self._waits(guest, runner):
            await self._enqueue(guest, runner)

    async def join(self, guest: Guest, wish: said.Join) -> None:
        self._refuse_if_closing()
        if wish.code:
            runner = self._lobby.by_code(wish.code)
        else:
            runner = self._lobby.find(wish.table)
            known = guest.player in runner.table.people or runner.owner == guest.player
            if runner.config.private and not known:
                raise Refusal("private", "That room is private; ask a friend there for its code.")
        await self._enter(guest, runner, wish.id)

    async def quick_seat(self, guest: Guest, wish: said.QuickSeat) -> None:
        self._refuse_if_closing()
        purse = await self._counter.play_chips(guest)
        runner = await self._lobby.quick(wish.game, wish.preset, guest.player, purse)
        await self._may_play(guest, runner)
        await self._enter(guest, runner, wish.id)
        if not self._waits(guest, runner):
            await self._enqueue(guest, runner)

    async def queue_for_cash(self, guest: Guest) -> None:
        """Into the queue of the first table that plays for money, if there is one. Who may not
        wait there is in all the same, watches, and is told why."""
        runner = next((k for k in self._lobby.runners.values() if k.config.purse == "cash"), None)
        if runner is None or self._waits(guest, runner):
            return
        try:
            await self._enter(guest, runner, 0)
            await self._enqueue(guest, runner)
        except Refusal as wrong:
            # The player is in, wherever the queue cannot be.
            guest.say(said.Notice(wrong.code, wrong.text, runner.table_id, wrong.facts))

    async def _enqueue(self, guest: Guest, runner: TableRunner) -> None:
        def enqueue(table: AnyTable, now: float) -> list[Order]:
            # Looked at in the room's turn: several may be asked for at once.
            self._rights.refuse_table(guest, self._lobby, runner.table_id)
            return table.enqueue(guest.player, now)

        await runner.ask(enqueue, who=f"{guest.player} queue")

    async def _enter(self, guest: Guest, runner: TableRunner, request: int) -> None:
        one, muted, player = guest.person, frozenset(guest.muted), guest.player
        who = self._known.who(guest)

        def enter(table: AnyTable, now: float) -> list[Order]:
            # Looked at in the room's turn: several may be asked for at once.
            inside = sum(1 for _ in self._lobby.of_player(player))
            if player not in table.people and inside >= MOST_TABLES:
                text = f"You are in {inside} rooms; leave one before you join another."
                raise Refusal("tables_many", text, most=MOST_TABLES)
            return table.enter(player, one.name, one.avatar, request, now, muted, who)

        await runner.ask(enter, who=f"{player} enter")
        # The line may have ended while the room was asked.
        if self._guests.of(guest.id) is None:
            self.lost(runner, guest.player)

    @staticmethod
    def _waits(guest: Guest, runner: TableRunner) -> bool:
        return runner.sits(guest.player) or guest.player in runner.table.queue.order

    async def _may_play(self, guest: Guest, runner: TableRunner) -> None:
        """Where chips are money nobody waits without a card at the bank."""
        if runner.config.purse == "cash" and not await self._counter.has_card(guest):
            text = "This table plays for money; give the cashier your card first."
            raise Refusal("no_card", text)

    def _refuse_if_closing(self) -> None:
        if self._lobby.closing:
            raise closes()

    # -- coming and going -------------------------------------------------------------------

    async def queue(self, guest: Guest, wish: said.Queue) -> None:
        runner = self._lobby.find(wish.table)
        await self._may_play(guest, runner)
        await self._enqueue(guest, runner)
        guest.say(Ok(wish.id))

    async def unqueue(self, guest: Guest, wish: said.Unqueue) -> None:
        await self._ask(guest, wish, lambda r, now: r.unqueue(guest.player, now))

    async def leave(self, guest: Guest, wish: said.Leave) -> None:
        await self._ask(guest, wish, lambda r, now: r.leave(guest.player, wish.when, now))

    async def sit_out(self, guest: Guest, wish: said.SitOut) -> None:
        await self._ask(guest, wish, lambda r, now: r.sit_out(guest.player, wish.out, now))

    async def stand_in(self, guest: Guest, wish: said.StandIn) -> None:
        await self._ask(guest, wish, lambda r, now: r.stand_in(guest.player, now))

    async def ready(self, guest: Guest, wish: said.Ready) -> None:
        await self._ask(guest, wish, lambda r, now: r.ready(guest.player, wish.ready, now))

    async def seat_bot(self, guest: Guest, wish: said.SeatBot) -> None:
        runner = self._has_bots(guest, wish.table)
        if runner.owner.isdecimal() and not has_bots(runner):
            self._rights.refuse_bots(guest, self._lobby)
        await self._lobby.bots.seat(runner, wish.bot)
        guest.say(Ok(wish.id))

    async def dismiss_bots(self, guest: Guest, wish: said.DismissBots) -> None:
        runner = self._has_bots(guest, wish.table)
        await self._done(guest, wish, runner, lambda r, now: r.dismiss_bots(wish.seat, now))

    def _has_bots(self, guest: Guest, table: str) -> TableRunner:
        """The room, if this guest may call bots there and send them away."""
        runner = self._lobby.find(table)
        config = runner.config
        mine = runner.owner == guest.player and not config.solo
        if not (mine or (config.calls and runner.sits(guest.player))):
            text = "Take a seat before you call bots; tables alone against bots keep theirs."
            raise Refusal("not_yours", text)
        return runner

    async def leave_all(self, guest: Guest) -> None:
        """Out of every room, and cashed out as soon as its round allows."""
        for runner in self._lobby.of_player(guest.player):
            leaving = runner.ask(
                lambda r, now: r.leave(guest.player, "now", now),
                again=True,
                who=f"{guest.player} leave",
            )
            leaving.addErrback(self._fault)
            await leaving

    # -- at a table -------------------------------------------------------------------------

    def act(
        self, guest: Guest, wish: said.Answer, refused: Callable[[BaseException], object]
    ) -> None:
        """The room itself answers: it keeps the replies to acts in its journal."""
        act, delay = wish.act(), guest.line.delay
        player, number, turn = guest.player, wish.id, wish.turn
        runner = self._lobby.find(wish.table)
        runner.tell(
            Input(
                lambda r, now: r.act(player, number, turn, act, now, delay),
                refused,
                again=True,
                who=f"{player} act",
            )
        )

    async def resync(self, guest: Guest, wish: said.Resync) -> None:
        runner = self._lobby.find(wish.seen.table)
        await self._done(guest, wish, runner, lambda r, now: r.resync(guest.player, wish.seen, now))

    async def say(self, guest: Guest, wish: said.Say) -> None:
        await self._may_speak(guest)
        await self._ask(
            guest, wish, lambda r, now: r.say(guest.player, wish.text, now, int(now), wish.id)
        )

    async def phrase(self, guest: Guest, wish: said.Phrase) -> None:
        await self._may_speak(guest)
        await self._ask(
            guest, wish, lambda r, now: r.phrase(guest.player, wish.phrase, now, int(now), wish.id)
        )

    async def _may_speak(self, guest: Guest) -> None:
        if not guest.person.may("speak"):
            # It may be over by now.
            at = self._means.now()
            guest.person = await written(
                self._means.store, lambda conn: settled(conn, guest.id, at)
            )
            refuse_if_muted(guest.person)

    async def mute(self, guest: Guest, wish: said.Mute) -> None:
        other = str(wish.who)
        if wish.muted and len(guest.muted | {other}) > MOST_MUTED:
            text = f"You have muted {MOST_MUTED} players; hear one of them again first."
            raise Refusal("muted_many", text, most=MOST_MUTED)
        (guest.muted.add if wish.muted else guest.muted.discard)(other)
        for runner in self._lobby.of_player(guest.player):
            muting = f"{guest.player} mute"
            await runner.ask(
                lambda r, now: r.mute(guest.player, other, wish.muted, now), who=muting
            )
        guest.say(Ok(wish.id))

    # -- lines that end and begin -----------------------------------------------------------

    def lost(self, runner: TableRunner, player: str) -> None:
        """The line of a player in the room is gone."""
        losing = runner.ask(
            lambda table, now: table.lost(player, now), again=True, who=f"{player} lost"
        )
        losing.addErrback(self._fault)

    def back(self, runner: TableRunner, guest: Guest, seen: Seen | None) -> None:
        """A player is back who saw so much of the room: the rest follows, and nothing before."""
        player, muted, who = guest.player, set(guest.muted), self._known.who(guest)

        def back(table: AnyTable, now: float) -> list[Order]:
            orders = table.back(player, seen, now)
            table.people[player].muted, table.people[player].who = muted, who
            return orders

        def gone(failure: Failure) -> None:
            failure.trap(Refusal)
            code = getattr(failure.value, "code", "")
            if code in ("not_here", "closing"):
                guest.say(Left(runner.table_id, runner.table.closing or "left"))
            elif code == "quarantined":
                guest.say(Left(runner.table_id, code))

        asking = runner.ask(back, again=True, anew=player, who=f"{player} back")
        asking.addErrback(gone).addErrback(self._fault)

    # -- how --------------------------------------------------------------------------------

    async def _ask(
        self,
        guest: Guest,
        wish: "said.Unqueue | said.Leave | said.SitOut | said.StandIn | said.Ready | said.Say"
        " | said.Phrase",
        work: Work,
    ) -> None:
        await self._done(guest, wish, self._lobby.find(wish.table), work)

    async def _done(
        self,
        guest: Guest,
        wish: "said.Unqueue | said.Leave | said.SitOut | said.StandIn | said.Ready | said.Say"
        " | said.Phrase"
        " | said.DismissBots | said.Resync",
        runner: TableRunner,
        work: Work,
    ) -> None:
        await runner.ask(work, who=f"{guest.player} {wish.t}")
        guest.say(Ok(wish.id))

    def _fault(self, failure: Failure) -> None:
        if not failure.check(Refusal):
            self._log.failure("A room has a fault.", failure)

"""Requests to tables: to come in, to wait, to go, to act and to talk."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Final

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.house.counter import Counter
from game_server.house.faults import log_fault
from game_server.house.idempotency import StoredReplies
from game_server.house.online_players import OnlinePlayer, OnlinePlayers
from game_server.house.player_limits import IdentityKeys, LetIn, PlayerLimits, home_of
from game_server.house.purses import Purses
from game_server.lobby.inputs import Input, Work
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import AnyTable, Means
from game_server.lobby.table_index import has_bots
from game_server.lobby.table_runner import TableRunner
from game_server.players.disk_errors import write_or_refuse
from game_server.players.standing import refuse_if_muted, settled
from game_server.refusals import HouseCloses, NotAtTable, TableCloses, TableQuarantined
from game_server.rules.catalogue import GAMES
from game_server.table import room_wishes
from game_server.table.orders import Order
from protocol import messages
from protocol.messages import Left, Ok, Seen, TheRules
from protocol.words import Refusal

MOST_MUTED: Final = 100
MOST_TABLES: Final = 8
"""One is in so many tables at most, and back in all of them after a break."""

TableWish = (
    messages.Unqueue
    | messages.Leave
    | messages.SitOut
    | messages.StandIn
    | messages.Ready
    | messages.Say
    | messages.Phrase
)
"""Requests that name their table and are done by it alone."""


class TableRequests:
    """One method for each message that concerns a table; a refusal is raised."""

    _log = Logger()

    def __init__(
        self,
        means: Means,
        lobby: Lobby,
        counter: Counter,
        purses: Purses,
        replies: StoredReplies,
        online: OnlinePlayers,
        limits: PlayerLimits,
    ) -> None:
        self._means, self._lobby = means, lobby
        self._counter, self._purses = counter, purses
        self._replies, self._online = replies, online
        self.limits, self._known = limits, IdentityKeys()
        self._entered, self._queued = LetIn(), LetIn()

    # -- finding a table ---------------------------------------------------------------------

    async def lobby(self, player: OnlinePlayer, wish: messages.Lobby) -> None:
        """List the rooms, and tell of their changes from now on."""
        player.say(Ok(wish.id))
        if wish.watch:
            self._lobby.board.watch(player.id, wish.game)
        else:
            self._lobby.board.unwatch(player.id)
            self._lobby.board.show(player.id, wish.game)

    async def rules_of(self, player: OnlinePlayer, wish: messages.RulesOf) -> None:
        """Tell the rules of a preset."""
        game = GAMES.get(wish.game)
        if game is None or wish.preset not in game.presets:
            text = f"There are no rules {wish.game!r} {wish.preset!r}; look at the lobby."
            raise Refusal("no_preset", text)
        options, choices = asdict(game.presets[wish.preset]), game.offered(wish.preset)
        player.say(TheRules(wish.id, wish.game, wish.preset, options, choices))

    async def open_room(self, player: OnlinePlayer, wish: messages.OpenRoom) -> None:
        """Open a room as it is wished, and let the player in."""
        async with player.in_turn:
            before = await self._replies.to(player, wish)
            if isinstance(before, messages.Joined):
                runner = self._lobby.find(before.room.table)
            elif before is not None:
                player.say(before)
                return
            else:
                self.limits.refuse_room(player, self._lobby, wish)
                if wish.bots or room_wishes.alone(wish):
                    self.limits.refuse_table(player, self._lobby, "")
                    self.limits.refuse_bots(player, self._lobby)
                home = home_of(player.connection.address)
                runner = await self._lobby.open(player.id, wish, home)
        await self._enter(player, runner, wish.id)
        if runner.config.solo and not self._waits(player, runner):
            await self._enqueue(player, runner)

    async def join(self, player: OnlinePlayer, wish: messages.Join) -> None:
        """Let a player into a room, to watch or to wait."""
        self._refuse_if_closing()
        if wish.code:
            runner = self._lobby.by_code(wish.code)
        else:
            runner = self._lobby.find(wish.table)
            known = player.key in runner.view.people or runner.owner == player.key
            if runner.config.private and not known:
                raise Refusal("private", "That room is private; ask a friend there for its code.")
        await self._enter(player, runner, wish.id)

    async def quick_seat(self, player: OnlinePlayer, wish: messages.QuickSeat) -> None:
        """Find a room with a seat and let the player in."""
        self._refuse_if_closing()
        purse = await self._purses.play_chips(player)
        crowded = partial(self.limits.is_crowded, player)
        runner = await self._lobby.quick(wish.game, wish.preset, player.key, purse, crowded)
        await self._may_play(player, runner)
        await self._enter(player, runner, wish.id)
        if not self._waits(player, runner):
            await self._enqueue(player, runner)

    async def queue_for_cash(self, player: OnlinePlayer) -> None:
        """Into the queue of the first table that plays for money, if there is one. Who may not
        wait there is in all the same, watches, and is told why."""
        runner = next((k for k in self._lobby.runners.values() if k.config.purse == "cash"), None)
        if runner is None or self._waits(player, runner):
            return
        try:
            await self._enter(player, runner, 0)
            await self._enqueue(player, runner)
        except Refusal as wrong:
            # The player is in, wherever the queue cannot be.
            player.say(messages.Notice(wrong.code, wrong.text, runner.table_id, wrong.facts))

    async def _enqueue(self, player: OnlinePlayer, runner: TableRunner) -> None:
        key, name = player.key, runner.table_id

        def enqueue(table: AnyTable, now: float) -> list[Order]:
            # Looked at in the table's turn: several may be asked for at once.
            self.limits.refuse_table(player, self._lobby, name, self._queued.of(key))
            if not runner.view.waits(key):
                self.limits.refuse_waiting(player, table.crowd())
            orders = table.enqueue(key, now)
            self._queued.add(key, name)
            return orders

        try:
            await runner.ask(enqueue, who=f"{key} queue")
        finally:
            self._queued.discard(key, name)

    async def _enter(self, player: OnlinePlayer, runner: TableRunner, request: int) -> None:
        one, muted, key = player.account, player.unheard, player.key
        who = self._known.who(player)

        def enter(table: AnyTable, now: float) -> list[Order]:
            # Looked at in the table's turn: several may be asked for at once.
            inside = {one.table_id for one in self._lobby.of_player(key)} | {*self._entered.of(key)}
            inside.update(self._lobby.elsewhere.of(key))
            if runner.table_id not in inside and len(inside) >= MOST_TABLES:
                text = f"You are in {len(inside)} rooms; leave one before you join another."
                raise Refusal("tables_many", text, most=MOST_TABLES)
            if runner.table_id not in inside:
                self.limits.refuse_watcher(player, table.crowd())
            orders = table.enter(key, one.name, one.avatar, request, now, muted, who)
            self._entered.add(key, runner.table_id)
            return orders

        try:
            await runner.ask(enter, who=f"{key} enter")
        finally:
            self._entered.discard(key, runner.table_id)
        # The connection may have ended while the table was asked.
        if self._online.of(player.id) is None:
            self.lost(runner, player.key)

    @staticmethod
    def _waits(player: OnlinePlayer, runner: TableRunner) -> bool:
        return runner.view.waits(player.key)

    async def _may_play(self, player: OnlinePlayer, runner: TableRunner) -> None:
        """Where chips are money nobody waits without a card at the bank."""
        if runner.config.purse == "cash" and not await self._counter.has_card(player):
            text = "This table plays for money; give the cashier your card first."
            raise Refusal("no_card", text)

    def _refuse_if_closing(self) -> None:
        if self._lobby.closing:
            raise HouseCloses

    # -- coming and going -------------------------------------------------------------------

    async def queue(self, player: OnlinePlayer, wish: messages.Queue) -> None:
        """Wait for a seat."""
        runner = self._lobby.find(wish.table)
        await self._may_play(player, runner)
        await self._enqueue(player, runner)
        player.say(Ok(wish.id))

    async def unqueue(self, player: OnlinePlayer, wish: messages.Unqueue) -> None:
        """Wait no more."""
        await self._ask(player, wish, lambda r, now: r.unqueue(player.key, now))

    async def leave(self, player: OnlinePlayer, wish: messages.Leave) -> None:
        """Leave a table, now or after the round."""
        await self._ask(player, wish, lambda r, now: r.leave(player.key, wish.when, now))

    async def sit_out(self, player: OnlinePlayer, wish: messages.SitOut) -> None:
        """Sit out, or play again."""
        await self._ask(player, wish, lambda r, now: r.sit_out(player.key, wish.out, now))

    async def stand_in(self, player: OnlinePlayer, wish: messages.StandIn) -> None:
        """Let a bot play for the player."""
        await self._ask(player, wish, lambda r, now: r.stand_in(player.key, now))

    async def ready(self, player: OnlinePlayer, wish: messages.Ready) -> None:
        """Say that one is ready for the round, or not yet."""
        await self._ask(player, wish, lambda r, now: r.ready(player.key, wish.ready, now))

    async def seat_bot(self, player: OnlinePlayer, wish: messages.SeatBot) -> None:
        """Call a bot to a free seat."""
        runner = self._has_bots(player, wish.table)
        if runner.owner.isdecimal() and not has_bots(runner):
            self.limits.refuse_bots(player, self._lobby)
        await self._lobby.bots.seat(runner, wish.bot)
        player.say(Ok(wish.id))

    async def dismiss_bots(self, player: OnlinePlayer, wish: messages.DismissBots) -> None:
        """Send the bots away."""
        runner = self._has_bots(player, wish.table)
        await self._done(player, wish, runner, lambda r, now: r.dismiss_bots(wish.seat, now))

    def _has_bots(self, player: OnlinePlayer, table: str) -> TableRunner:
        """The table, if this player may call bots there and send them away."""
        runner = self._lobby.find(table)
        config = runner.config
        mine = runner.owner == player.key and not config.solo
        if not (mine or (config.calls and runner.view.sits(player.key))):
            text = "Take a seat before you call bots; tables alone against bots keep theirs."
            raise Refusal("not_yours", text)
        return runner

    async def leave_all(self, player: OnlinePlayer) -> None:
        """Out of every table, and cashed out as soon as its round allows."""
        for runner in self._lobby.of_player(player.key):
            leaving = runner.ask(
                lambda r, now: r.leave(player.key, "now", now),
                retry=True,
                who=f"{player.key} leave",
            )
            leaving.addErrback(self._fault)
            await leaving

    # -- at a table -------------------------------------------------------------------------

    def act(
        self,
        player: OnlinePlayer,
        wish: messages.Answer,
        refused: Callable[[BaseException], object],
    ) -> None:
        """The table itself answers: it keeps the replies to acts in its journal."""
        act, delay = wish.act(), player.connection.delay
        key, number, turn = player.key, wish.id, wish.turn
        runner = self._lobby.find(wish.table)
        runner.submit(
            Input(
                lambda r, now: r.act(key, number, turn, act, now, delay),
                refused,
                retry=True,
                who=f"{key} act",
            )
        )

    async def resync(self, player: OnlinePlayer, wish: messages.Resync) -> None:
        """Tell again what a client has missed of a table."""
        runner = self._lobby.find(wish.seen.table)
        await self._done(player, wish, runner, lambda r, now: r.resync(player.key, wish.seen, now))

    async def say(self, player: OnlinePlayer, wish: messages.Say) -> None:
        """Say something in the chat."""
        await self._may_speak(player)
        await self._ask(
            player, wish, lambda r, now: r.say(player.key, wish.text, now, int(now), wish.id)
        )

    async def phrase(self, player: OnlinePlayer, wish: messages.Phrase) -> None:
        """Say a phrase by its code."""
        await self._may_speak(player)
        await self._ask(
            player, wish, lambda r, now: r.phrase(player.key, wish.phrase, now, int(now), wish.id)
        )

    async def _may_speak(self, player: OnlinePlayer) -> None:
        if not player.account.may("speak"):
            # It may be over by now.
            at = self._means.now()
            player.account = await write_or_refuse(
                self._means.store, lambda conn: settled(conn, player.id, at)
            )
            refuse_if_muted(player.account)

    async def mute(self, player: OnlinePlayer, wish: messages.Mute) -> None:
        """Hear a player no more in the chat, or again."""
        other = str(wish.who)
        if wish.muted and len(player.muted | {other}) > MOST_MUTED:
            text = f"You have muted {MOST_MUTED} players; hear one of them again first."
            raise Refusal("muted_many", text, most=MOST_MUTED)
        (player.muted.add if wish.muted else player.muted.discard)(other)
        silent, muting = other in player.unheard, f"{player.key} mute"
        for runner in self._lobby.of_player(player.key):
            await runner.ask(lambda r, now: r.mute(player.key, other, silent, now), who=muting)
        player.say(Ok(wish.id))

    # -- connections that end and begin -----------------------------------------------------------

    def lost(self, runner: TableRunner, player: str) -> None:
        """The connection of a player at the table is gone."""
        losing = runner.ask(
            lambda table, now: table.lost(player, now), retry=True, who=f"{player} lost"
        )
        losing.addErrback(self._fault)

    def back(self, runner: TableRunner, player: OnlinePlayer, seen: Seen | None) -> None:
        """A player is back who saw so much of the table: the rest follows, and nothing before."""
        key, muted, who = player.key, player.unheard, self._known.who(player)

        def gone(failure: Failure) -> None:
            failure.trap(Refusal)
            if failure.check(NotAtTable, TableCloses):
                player.say(Left(runner.table_id, runner.view.closing or "left"))
            elif failure.check(TableQuarantined):
                player.say(Left(runner.table_id, TableQuarantined.CODE))

        def is_back(table: AnyTable, now: float) -> list[Order]:
            # A paused table hears of it later, when another line may be here instead: that one
            # asks for itself, and what was missed is told once.
            here = self._online.of(player.id) is player
            return table.back(key, seen, now, muted, who) if here else []

        asking = runner.ask(
            is_back,
            retry=True,
            reconnecting=key,
            who=f"{key} back",
        )
        asking.addErrback(gone).addErrback(self._fault)

    # -- how --------------------------------------------------------------------------------

    async def _ask(
        self,
        player: OnlinePlayer,
        wish: TableWish,
        work: Work,
    ) -> None:
        await self._done(player, wish, self._lobby.find(wish.table), work)

    async def _done(
        self,
        player: OnlinePlayer,
        wish: TableWish | messages.DismissBots | messages.Resync,
        runner: TableRunner,
        work: Work,
    ) -> None:
        await runner.ask(work, who=f"{player.key} {wish.t}")
        player.say(Ok(wish.id))

    def _fault(self, failure: Failure) -> None:
        log_fault(failure, self._log, "A table has a fault.", expected=Refusal)

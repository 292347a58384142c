"""The counter: purses, chips for seats, and the cashier's view of the tables."""

import sqlite3
from collections.abc import Collection, Sequence

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank import bookings, payment_steps
from game_server.bank.cashier import Cashier
from game_server.bank.entries import purse_of
from game_server.bank.floor import Purchase
from game_server.bank.saga import OVER
from game_server.house.new_start import NewStarts, begin_again, wait_for
from game_server.house.online_players import OnlinePlayer, OnlinePlayers
from game_server.lobby.commit import StoredReply, body_of
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import AnyTable, Means
from game_server.lobby.table_runner import TableRunner
from game_server.players.security import What
from game_server.players.standing import refuse_if_barred
from game_server.refusals import BuyInHigh, RequestIdReused, TryAgain
from game_server.store import idempotency, ledger, payments, results
from game_server.store.ports import CommitFailed, StoreClosed
from game_server.store.security import OK
from game_server.table.orders import Order
from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import (
    Buy,
    Message,
    Notice,
    Ok,
    OpenRoom,
    Paid,
    Payment,
    Purse,
    Sit,
)
from protocol.words import Refusal, chips


class Counter:
    """Moves chips between purses and tables; the `Floor` of the cashier."""

    _log = Logger()

    def __init__(self, means: Means, lobby: Lobby, online: OnlinePlayers) -> None:
        self.cashier: Cashier
        self._means, self._lobby, self._online = means, lobby, online
        self._new_starts = NewStarts(means, lobby, online, self.show_purse, self._fault)
        self._request: dict[str, int] = {}
        """The request of each payment that is not over."""

    # -- what players ask ------------------------------------------------------------------

    async def sit(self, player: OnlinePlayer, wish: Sit) -> None:
        """Take the offered seat with chips of the purse. Where chips are cash they are bought
        at the table: one sits down without any, and what was named is bought then. What could
        not be bought there takes no seat."""
        runner = self._lobby.find(wish.table)
        cash = runner.config.purse == "cash"
        if cash and wish.buy_in:
            payment_steps.check_amount(wish.buy_in)
        amount = 0 if cash else wish.buy_in
        done = Ok(wish.id)

        def sit(table: AnyTable, now: float) -> list[Order]:
            refuse_if_barred(player.account)
            table.may_sit(player.key, wish.key, wish.buy_in, now)
            return table.sit(player.key, wish.key, amount, now)

        async with player.in_turn:
            if await self._said_again(player, wish):
                return
            new = []
            if cash:
                at = self._means.now()
                new = [bookings.sits_down(f"{at}:{wish.id}", player.id, wish.table, at)]
            elif amount:
                await self._enough(player, amount)
                at = self._means.now()
                key = f"sit:{player.id}:{wish.id}:{at}"
                new = [bookings.buy_in(key, player.id, wish.table, amount, "play", at)]
            kept = StoredReply(player.id, wish.id, body_of(wish), encode(done))
            await runner.ask(sit, new, (kept,), who=f"{player.key} sit")
        player.say(done)
        self.show_purse(player)
        if cash and wish.buy_in:
            await self._buy_at_once(player, runner, wish.buy_in)

    async def _buy_at_once(self, player: OnlinePlayer, runner: TableRunner, amount: int) -> None:
        try:
            runner.table.may_buy(player.key, amount)
            await self.cashier.buy(player.id, runner.table_id, amount)
        except Refusal as wrong:
            here = self._online.of(player.id) or player
            here.say(Notice(wrong.code, wrong.text, runner.table_id))

    async def buy(self, player: OnlinePlayer, wish: Buy) -> None:
        """More chips for one's seat: from the purse, or from the bank."""
        runner = self._lobby.find(wish.table)
        runner.table.may_buy(player.key, wish.amount)
        async with player.in_turn:
            if await self._said_again(player, wish):
                return
            if runner.config.purse == "play":
                await self._buy_play(player, runner, wish)
                return
            purchase = await self._begin_to_buy(player, wish)
        await purchase.answer

    async def _buy_play(self, player: OnlinePlayer, runner: TableRunner, wish: Buy) -> None:
        await self._enough(player, wish.amount)
        done, at = Ok(wish.id), self._means.now()
        key = f"buy:{player.id}:{wish.id}:{at}"
        new = bookings.top_up(key, player.id, runner.table_id, wish.amount, "play", at)

        def bought(table: AnyTable, now: float) -> list[Order]:
            table.may_buy(player.key, wish.amount)
            return table.bought(player.key, wish.amount, now)

        kept = StoredReply(player.id, wish.id, body_of(wish), encode(done))
        await runner.ask(bought, (new,), (kept,), who=f"{player.key} buy")
        player.say(done)
        self.show_purse(player)

    async def _begin_to_buy(self, player: OnlinePlayer, wish: Buy) -> Purchase:
        """What comes of it is told by `told`, as it comes."""
        at = self._means.now()

        def keep(conn: sqlite3.Connection, payment: payments.Payment) -> None:
            reply = encode(Paid(wish.id, shown(payment, at), wish.table))
            idempotency.remember(
                conn, player=player.id, request=wish.id, body=body_of(wish), reply=reply, at=at
            )
            # By its key: what another purchase comes to meanwhile is no answer to this one.
            self._request[payment.key] = wish.id

        return await self.cashier.begin_to_buy(player.id, wish.table, wish.amount, keep)

    async def replied(self, player: OnlinePlayer, wish: Sit | Buy | OpenRoom) -> Message | None:
        """The reply that a request got before, with what has become of it since; Refusal when
        another request had its number."""
        number, request = player.id, wish.id
        kept = await self._means.store.glance(
            lambda conn: idempotency.reply_to(conn, number, request)
        )
        if kept is None:
            return None
        if kept.body is not None and kept.body != body_of(wish):
            raise RequestIdReused.of(request)
        reply = decode(kept.reply, FROM_SERVER)
        if not isinstance(reply, Paid):
            return reply
        known = await self.cashier.info(number)
        now = next((one for one in known.payments if one.id == reply.payment.n), None)
        return reply if now is None else Paid(request, shown(now, self._means.now()), reply.table)

    async def refuse_kept(self, player: OnlinePlayer, number: int) -> None:
        """Refuse a request whose number is of one that is on disk, which this one is not."""
        owner = player.id
        kept = await self._means.store.glance(
            lambda conn: idempotency.reply_to(conn, owner, number)
        )
        if kept is not None:
            raise RequestIdReused.of(number)

    async def _said_again(self, player: OnlinePlayer, wish: Sit | Buy) -> bool:
        """Answer a request that was done while the same one, sent again, waited for its turn."""
        reply = await self.replied(player, wish)
        if reply is not None:
            player.say(reply)
        return reply is not None

    async def has_card(self, player: OnlinePlayer) -> bool:
        """Whether the bank has been shown a card of the player."""
        return (await self.cashier.info(player.id)).cards is not None

    # -- purses ----------------------------------------------------------------------------

    async def play_chips(self, player: OnlinePlayer) -> int:
        """The play chips that the player has beside the tables."""
        own = purse_of(player.id, "play")
        return await self._means.store.glance(lambda conn: ledger.balance(conn, own))

    async def _enough(self, player: OnlinePlayer, amount: int) -> None:
        have = await self.play_chips(player)
        if have < amount:
            text = f"You have {chips(have)} chips beside the tables; {chips(amount)} are too many."
            raise Refusal("purse_short", text, have=have, amount=amount)

    def show_purse(self, *online: OnlinePlayer) -> None:
        """Say what is in the purses now, and the profit in play chips of each game."""

        def look(conn: sqlite3.Connection) -> list[Purse]:
            return _purses(conn, [player.id for player in online], self._means.now())

        def show(purses: list[Purse]) -> None:
            for player, purse in zip(online, purses, strict=True):
                player.say(purse)
                if purse.wait:
                    self._new_starts.awaits(player.id, purse.wait)

        self._means.store.glance(look).addCallbacks(show, self._fault)

    async def come_in(self, player: int) -> tuple[int, Notice | None]:
        """The highest number of a request of the player whose reply is on disk. And play chips for
        one who has none anywhere, once a day; what to say of it."""
        # Both in one write: `ban` waits for one, and then whoever was coming in is in.
        sits, at = self._lobby.sits(str(player)), self._means.now()

        def come(conn: sqlite3.Connection) -> tuple[int, Notice | None]:
            return idempotency.newest(conn, player), None if sits else begin_again(conn, player, at)

        return await self._means.store.write(come)

    # -- the floor of the cashier ----------------------------------------------------------

    def sits(self, player: int, table: str) -> bool:
        runner = self._lobby.runners.get(table)
        return runner is not None and runner.sits(str(player))

    def bring(self, player: int, table: str, amount: int, key: str) -> Deferred[bool]:
        return Deferred.fromCoroutine(self._bring(player, table, amount, key))

    async def _bring(self, number: int, table: str, amount: int, key: str) -> bool:
        there = await self._means.store.glance(lambda conn: ledger.by_key(conn, key))
        if there is not None:
            return True
        runner = self._lobby.runners.get(table)
        if runner is None or runner.config.purse != "cash":
            return False
        own = purse_of(number, "cash")
        have = await self._means.store.glance(lambda conn: ledger.balance(conn, own))
        if have < amount:
            return False
        entry = bookings.top_up(key, number, table, amount, "cash", self._means.now())

        def bought(room: AnyTable, now: float) -> list[Order]:
            # Whoever bought may have won since, or bought again.
            room.refuse_over_most(room.seat_of(str(number)), amount)
            return room.bought(str(number), amount, now)

        try:
            await runner.ask(bought, (entry,), who=f"{number} bring")
        except TryAgain as wrong:
            # The table comes back; the chips wait for it.
            raise CommitFailed(wrong.text) from None
        except Refusal as wrong:
            player = self._online.of(number)
            if player is not None and isinstance(wrong, BuyInHigh):
                player.say(Notice(wrong.code, wrong.text, table, wrong.facts))
            return False
        return True

    def told(self, payment: payments.Payment) -> None:
        request = self._request.get(payment.key, 0)
        if payment.state in OVER:
            self._request.pop(payment.key, None)
        player = self._online.of(payment.player)
        if payment.state in OVER or payment.state == "unknown":
            self._note(payment, "" if player is None else player.connection.address)
        if player is not None:
            player.say(Paid(request, shown(payment, self._means.now()), payment.place))
            self.show_purse(player)

    def _note(self, payment: payments.Payment, address: str) -> None:
        what: What = "buy" if payment.way == "buy" else "cash_out"
        result = OK if payment.state == "done" else payment.code or payment.state
        self._means.security.note(
            what,
            result,
            player=payment.player,
            address=address,
            digits=payment.digits,
            amount=payment.amount,
            payment=payment.id,
        )

    def moved(self, players: Collection[int], begun: Sequence[payments.Payment]) -> None:
        """Tables have moved chips, and begun to cash out."""
        for payment in begun:
            self.told(payment)
            self.cashier.carry(payment)
        self.show_purse(*self._online.among(players))

    def _fault(self, failure: Failure) -> None:
        if not failure.check(StoreClosed):
            self._log.failure("The counter has a fault.", failure)


def _purses(conn: sqlite3.Connection, players: Sequence[int], at: int) -> list[Purse]:
    # All in two statements, and one for each empty purse: this runs at every end of a round, in
    # the loop.
    play = {player: purse_of(player, "play") for player in players}
    cash = {player: purse_of(player, "cash") for player in players}
    held = ledger.balances(conn, [*play.values(), *cash.values()])
    profit = results.profits(conn, players, "play")
    purses = []
    for one in players:
        chips = held.get(play[one].name, 0)
        wait = 0 if chips else wait_for(conn, one, at)
        purses.append(Purse(chips, held.get(cash[one].name, 0), profit[one], wait))
    return purses


def shown(payment: payments.Payment, at: int) -> Payment:
    """A payment as its player is told of it: sent is pending, as far as a player may care."""
    state = "pending" if payment.state == "sent" else payment.state
    return Payment(
        payment.id,
        payment.made // 1000,
        payment.way,
        payment.amount,
        state,
        payment.code[:40],
        payment.digits,
        # Rounded up: it is not made before.
        -(-payment.due // 1000) if payment.held(at) else 0,
    )

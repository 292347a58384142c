"""The counter: chips for seats, from a purse or from the bank."""

from collections.abc import Collection, Sequence

from game_server.bank import bookings, payment_steps
from game_server.bank.cashier import Cashier
from game_server.bank.table_port import Purchase
from game_server.house.idempotency import StoredReplies
from game_server.house.online_players import OnlinePlayer, OnlinePlayers
from game_server.house.payment_news import PaymentNews, shown
from game_server.house.purses import Purses
from game_server.lobby.commit import StoredReply, body_of
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import AnyTable, Means
from game_server.lobby.table_runner import TableRunner
from game_server.players.standing import refuse_if_barred
from game_server.store import idempotency, payments
from game_server.store.transaction import Transaction
from game_server.table.orders import Order
from protocol.codec import encode
from protocol.messages import (
    Buy,
    Notice,
    Ok,
    Paid,
    Sit,
)
from protocol.words import Refusal


class Counter:
    """Moves chips between purses and seats, as players ask for it."""

    def __init__(
        self,
        means: Means,
        lobby: Lobby,
        online: OnlinePlayers,
        purses: Purses,
        cashier: Cashier,
        replies: StoredReplies,
        news: PaymentNews,
    ) -> None:
        self._means, self._lobby, self._online = means, lobby, online
        self._purses, self._cashier = purses, cashier
        self._replies, self._news = replies, news

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
            if await self._replies.said_again(player, wish):
                return
            new = []
            if cash:
                at = self._means.now()
                new = [bookings.sits_down(f"{at}:{wish.id}", player.id, wish.table, at)]
            elif amount:
                await self._purses.refuse_if_short(player, amount)
                at = self._means.now()
                key = f"sit:{player.id}:{wish.id}:{at}"
                new = [bookings.buy_in(key, player.id, wish.table, amount, "play", at)]
            kept = StoredReply(player.id, wish.id, body_of(wish), encode(done))
            await runner.ask(sit, new, (kept,), who=f"{player.key} sit")
        player.say(done)
        self._purses.show(player)
        if cash and wish.buy_in:
            await self._buy_at_once(player, runner, wish.buy_in)

    async def _buy_at_once(self, player: OnlinePlayer, runner: TableRunner, amount: int) -> None:
        try:
            runner.refuse_to_sell(player.key, amount)
            await self._cashier.buy(player.id, runner.table_id, amount)
        except Refusal as wrong:
            here = self._online.of(player.id) or player
            here.say(Notice(wrong.code, wrong.text, runner.table_id))

    async def buy(self, player: OnlinePlayer, wish: Buy) -> None:
        """More chips for one's seat: from the purse, or from the bank."""
        runner = self._lobby.find(wish.table)
        runner.refuse_to_sell(player.key, wish.amount)
        async with player.in_turn:
            if await self._replies.said_again(player, wish):
                return
            if runner.config.purse == "play":
                await self._buy_play(player, runner, wish)
                return
            purchase = await self._begin_to_buy(player, wish)
        await purchase.answer

    async def _buy_play(self, player: OnlinePlayer, runner: TableRunner, wish: Buy) -> None:
        await self._purses.refuse_if_short(player, wish.amount)
        done, at = Ok(wish.id), self._means.now()
        key = f"buy:{player.id}:{wish.id}:{at}"
        new = bookings.top_up(key, player.id, runner.table_id, wish.amount, "play", at)

        def bought(table: AnyTable, now: float) -> list[Order]:
            table.may_buy(player.key, wish.amount)
            return table.bought(player.key, wish.amount, now)

        kept = StoredReply(player.id, wish.id, body_of(wish), encode(done))
        await runner.ask(bought, (new,), (kept,), who=f"{player.key} buy")
        player.say(done)
        self._purses.show(player)

    async def _begin_to_buy(self, player: OnlinePlayer, wish: Buy) -> Purchase:
        """What comes of it is told by `told`, as it comes."""
        at = self._means.now()

        def keep(conn: Transaction, payment: payments.Payment) -> None:
            reply = encode(Paid(wish.id, shown(payment, at), wish.table))
            idempotency.remember(
                conn, player=player.id, request=wish.id, body=body_of(wish), reply=reply, at=at
            )
            self._news.answers(wish.id, payment.key)

        return await self._cashier.begin_to_buy(player.id, wish.table, wish.amount, keep)

    async def has_card(self, player: OnlinePlayer) -> bool:
        """Whether the bank has been shown a card of the player."""
        return (await self._cashier.info(player.id)).cards is not None

    def moved(self, players: Collection[int], begun: Sequence[payments.Payment]) -> None:
        """Tables have moved chips, and begun to cash out."""
        for payment in begun:
            self._news.told(payment)
            self._cashier.carry(payment)
        self._purses.show(*self._online.among(players))

"""The counter: purses, chips for seats, and the cashier's view of the tables."""

import sqlite3
from collections.abc import Collection, Sequence
from typing import Final

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank import ledger as entries
from game_server.bank.cards import read_card
from game_server.bank.cashier import Cashier
from game_server.bank.desk import BankInfo as Known
from game_server.bank.entries import purse_of
from game_server.bank.saga import OVER
from game_server.house.guests import Guest, Guests
from game_server.lobby.commit import Stored
from game_server.lobby.keeper import Keeper
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import AnyRoom, Means
from game_server.store import ledger, requests, results
from game_server.store.payments import Payment as Kept
from game_server.store.ports import CommitFailed, StoreClosed
from game_server.table.orders import Order
from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import (
    Bank,
    BankInfo,
    Buy,
    ChangeCard,
    Message,
    Notice,
    Ok,
    Paid,
    Payment,
    Purse,
    Sit,
)
from protocol.words import Illegal, chips

MOST_SHOWN: Final = 20


class Counter:
    """Moves chips between purses and tables; the `Floor` of the cashier."""

    _log = Logger()

    def __init__(self, means: Means, lobby: Lobby, guests: Guests) -> None:
        self.cashier: Cashier
        self._means, self._lobby, self._guests = means, lobby, guests
        self._asking: dict[int, int] = {}
        """The request of each player that buys chips now."""
        self._request: dict[str, int] = {}
        """The request of each payment that is not over."""

    # -- what players ask ------------------------------------------------------------------

    async def sit(self, guest: Guest, wish: Sit) -> None:
        """Take the offered seat with chips of the purse. Where chips are cash they are bought
        at the table: one sits down without any, and what was named is bought then."""
        keeper = self._lobby.find(wish.table)
        cash = keeper.config.purse == "cash"
        amount = 0 if cash else wish.buy_in
        done = Ok(wish.id)

        def sit(room: AnyRoom, now: float) -> list[Order]:
            room.may_sit(guest.player, wish.key, amount, now)
            return room.sit(guest.player, wish.key, amount, now)

        async with _held(guest):
            if await self._said_again(guest, wish.id):
                return
            at, table = self._means.now(), keeper.table
            new = []
            if amount:
                await self._enough(guest, amount)
                key = f"sit:{guest.id}:{wish.id}"
                new = [entries.buy_in(key, guest.id, table, amount, "play", at)]
            kept = Stored(guest.id, wish.id, encode(done))
            await keeper.ask(sit, new, (kept,))
        guest.say(done)
        self.show_purse(guest)
        if cash and wish.buy_in:
            await self._buy_at_once(guest, keeper, wish.buy_in)

    async def _buy_at_once(self, guest: Guest, keeper: Keeper, amount: int) -> None:
        try:
            await self.cashier.buy(guest.id, keeper.table, amount)
        except Illegal as wrong:
            guest.say(Notice(wrong.code, wrong.text, keeper.table))

    async def buy(self, guest: Guest, wish: Buy) -> None:
        """More chips for one's seat: from the purse, or from the bank."""
        keeper = self._lobby.find(wish.table)
        keeper.room.may_buy(guest.player, wish.amount)
        async with _held(guest):
            if await self._said_again(guest, wish.id):
                return
            if keeper.config.purse == "cash":
                await self._buy_cash(guest, wish)
            else:
                await self._buy_play(guest, keeper, wish)

    async def _buy_play(self, guest: Guest, keeper: Keeper, wish: Buy) -> None:
        await self._enough(guest, wish.amount)
        done, at = Ok(wish.id), self._means.now()
        key = f"buy:{guest.id}:{wish.id}"
        new = entries.top_up(key, guest.id, keeper.table, wish.amount, "play", at)

        def bought(room: AnyRoom, now: float) -> list[Order]:
            room.may_buy(guest.player, wish.amount)
            return room.bought(guest.player, wish.amount, now)

        await keeper.ask(bought, (new,), (Stored(guest.id, wish.id, encode(done)),))
        guest.say(done)
        self.show_purse(guest)

    async def _buy_cash(self, guest: Guest, wish: Buy) -> None:
        """What comes of it is told by `told`, as it comes."""
        at = self._means.now()

        def keep(conn: sqlite3.Connection, payment: Kept) -> None:
            reply = encode(Paid(wish.id, shown(payment), wish.table))
            requests.remember(conn, player=guest.id, request=wish.id, reply=reply, at=at)

        self._asking[guest.id] = wish.id
        try:
            await self.cashier.buy(guest.id, wish.table, wish.amount, keep)
        finally:
            self._asking.pop(guest.id, None)

    async def change_card(self, guest: Guest, wish: ChangeCard) -> None:
        """Use this card from now on."""
        card = read_card(wish.card, wish.number, wish.pin)
        await self.cashier.change_card(guest.id, card)
        guest.say(_info(wish.id, await self.cashier.info(guest.id)))

    async def bank(self, guest: Guest, wish: Bank) -> None:
        """The card in use, and the last payments."""
        guest.say(_info(wish.id, await self.cashier.info(guest.id)))

    async def replied(self, guest: Guest, request: int) -> Message | None:
        """The reply that a request got before, with what has become of it since."""
        player = guest.id
        kept = await self._means.store.read(lambda conn: requests.reply_to(conn, player, request))
        if kept is None:
            return None
        reply = decode(kept, FROM_SERVER)
        if not isinstance(reply, Paid):
            return reply
        known = await self.cashier.info(player)
        now = next((one for one in known.payments if one.id == reply.payment.n), None)
        return reply if now is None else Paid(request, shown(now), reply.table)

    async def _said_again(self, guest: Guest, request: int) -> bool:
        """Answer a request that was done while the same one, sent again, waited for its turn."""
        reply = await self.replied(guest, request)
        if reply is not None:
            guest.say(reply)
        return reply is not None

    async def has_card(self, guest: Guest) -> bool:
        """Whether the bank has been shown a card of the player."""
        return (await self.cashier.info(guest.id)).card is not None

    # -- purses ----------------------------------------------------------------------------

    async def _enough(self, guest: Guest, amount: int) -> None:
        own = purse_of(guest.id, "play")
        have = await self._means.store.read(lambda conn: ledger.balance(conn, own))
        if have < amount:
            text = f"You have {chips(have)} chips beside the tables; {chips(amount)} are too many."
            raise Illegal("purse_short", text, have=have, amount=amount)

    def show_purse(self, guest: Guest) -> None:
        """Say what is in the purses now, and the profit of each game."""
        player = guest.id

        def look(conn: sqlite3.Connection) -> Purse:
            profit: dict[str, int] = {}
            for one in results.of_player(conn, player):
                profit[one.game] = profit.get(one.game, 0) + one.net
            play, cash = purse_of(player, "play"), purse_of(player, "cash")
            return Purse(ledger.balance(conn, play), ledger.balance(conn, cash), profit)

        self._means.store.read(look).addCallbacks(guest.say, self._fault)

    async def new_start(self, player: int) -> bool:
        """Play chips for a player who has none anywhere; whether there were any to give."""
        if self._lobby.sits(str(player)):
            return False
        at = self._means.now()

        def begin(conn: sqlite3.Connection) -> bool:
            if ledger.balance(conn, purse_of(player, "play")) > 0:
                return False
            times = 1
            while ledger.by_key(conn, entries.new_start(player, times, at).key) is not None:
                times += 1
            return ledger.book(conn, entries.new_start(player, times, at)).fresh

        return await self._means.store.write(begin)

    # -- the floor of the cashier ----------------------------------------------------------

    def since(self, player: int, table: str) -> int | None:
        keeper = self._lobby.keepers.get(table)
        if keeper is None or not keeper.sits(str(player)):
            return None
        return keeper.since.get(str(player), self._means.now())

    def bring(self, player: int, table: str, amount: int, key: str) -> Deferred[bool]:
        return Deferred.fromCoroutine(self._bring(player, table, amount, key))

    async def _bring(self, player: int, table: str, amount: int, key: str) -> bool:
        there = await self._means.store.read(lambda conn: ledger.by_key(conn, key))
        if there is not None:
            return True
        keeper = self._lobby.keepers.get(table)
        if keeper is None or keeper.config.purse != "cash":
            return False
        own = purse_of(player, "cash")
        have = await self._means.store.read(lambda conn: ledger.balance(conn, own))
        if have < amount:
            return False
        entry = entries.top_up(key, player, table, amount, "cash", self._means.now())

        def bought(room: AnyRoom, now: float) -> list[Order]:
            room.seat_of(str(player))
            return room.bought(str(player), amount, now)

        try:
            await keeper.ask(bought, (entry,))
        except Illegal as wrong:
            if wrong.code in ("not_written", "paused"):
                # The table comes back; the chips wait for it.
                raise CommitFailed(wrong.text) from None
            return False
        return True

    def told(self, payment: Kept) -> None:
        request = self._request.get(payment.key, 0)
        if not request and payment.way == "buy":
            request = self._asking.get(payment.player, 0)
        if payment.state in OVER:
            self._request.pop(payment.key, None)
        elif request:
            self._request[payment.key] = request
        guest = self._guests.of(payment.player)
        if guest is not None:
            guest.say(Paid(request, shown(payment), payment.place))
            self.show_purse(guest)

    def moved(self, players: Collection[int], payments: Sequence[Kept]) -> None:
        """Tables have moved chips, and begun to cash out."""
        for payment in payments:
            self.told(payment)
            self.cashier.carry(payment)
        for guest in self._guests.among(players):
            self.show_purse(guest)

    def _fault(self, failure: Failure) -> None:
        if not failure.check(StoreClosed):
            self._log.failure("The counter has a fault.", failure)


class _held:
    """While chips of a player are counted and moved, nothing else counts them."""

    def __init__(self, guest: Guest) -> None:
        self._lock = guest.money

    async def __aenter__(self) -> None:
        await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


def shown(payment: Kept) -> Payment:
    """A payment as its player is told of it: sent is pending, as far as a player may care."""
    state = "pending" if payment.state == "sent" else payment.state
    return Payment(
        payment.id, payment.made // 1000, payment.way, payment.amount, state, payment.code[:40]
    )


def _info(request: int, known: Known) -> BankInfo:
    card = known.card
    last = tuple(shown(one) for one in known.payments[:MOST_SHOWN])
    if card is None:
        return BankInfo(request, payments=last)
    return BankInfo(request, card.kind, card.digits, last)

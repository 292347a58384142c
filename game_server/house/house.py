"""The house: what a client says finds whoever does it, and is answered."""

import sqlite3
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Final, TypeVar, cast

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank.adapter import OutsideBank
from game_server.bank.bank_terms import USUAL_TERMS, BankTerms
from game_server.bank.bookings import opening_gift
from game_server.bank.cashier import Cashier
from game_server.bank.vault import Vault
from game_server.house.busters import BustersBoard
from game_server.house.card_desk import CardDesk
from game_server.house.cash_tables import CashTables
from game_server.house.counter import Counter
from game_server.house.credentials import Credentials
from game_server.house.devices import Devices
from game_server.house.hours import Hours
from game_server.house.idempotency import StoredReplies
from game_server.house.login_terms import USUAL_LOGIN_TERMS, LoginTerms
from game_server.house.logins import Logins
from game_server.house.online_players import OnlinePlayer, OnlinePlayers, PlayerConnection
from game_server.house.payment_news import PaymentNews
from game_server.house.player_limits import USUAL_LIMITS, PlayerLimits
from game_server.house.purses import Purses
from game_server.house.security_notes import SecurityNotes
from game_server.house.table_requests import TableRequests
from game_server.lobby.inputs import refusal
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.players.accounts import Accounts
from game_server.players.factors import Factors, seal_of
from game_server.players.passwords import Passwords
from game_server.players.resets import Resets
from game_server.players.sessions import ENDED, Sessions
from game_server.players.standing import refuse_if_barred
from game_server.players.throttle import LoginThrottle
from game_server.refusals import NotWritten, RequestIdReused
from game_server.store import idempotency, ledger
from game_server.store.payments import Payment
from game_server.store.ports import CommitFailed, StoreClosed
from game_server.table.config import TableConfig
from protocol import messages
from protocol.messages import Goodbye, Message, Ok, Pong, Refused
from protocol.words import Refusal

M = TypeVar("M", bound=Message)
REPLIES_MS: Final = 30 * 24 * 60 * 60 * 1000
"""The time for which a request that is sent again gets the reply that it got."""
SWEEP_S: Final = 3_600.0
"""Seconds between two looks for what is too old to be kept."""
AT_ONCE: Final = (messages.Sit, messages.Buy)
"""Requests that are looked for on disk before all else: sent again they move nothing."""
ENTERING: Final = "entering"
Steps = Coroutine[Deferred[Any], Any, None]
Does = Callable[[OnlinePlayer, Message], Steps]
Enters = Callable[[PlayerConnection, Message], Steps]


def _does(kind: type[M], does: Callable[[OnlinePlayer, M], Steps]) -> tuple[type[Message], Does]:
    """An entry of the table: that kind of message goes to what takes that kind."""
    return kind, cast(Does, does)


def _enters(
    kind: type[M], enters: Callable[[PlayerConnection, M], Steps]
) -> tuple[type[Message], Enters]:
    """An entry of the table for those who are not in yet."""
    return kind, cast(Enters, enters)


def _give(conn: sqlite3.Connection, player: int, at: int) -> None:
    """What a new player gets."""
    ledger.book(conn, opening_gift(player, at))


class House:
    """The whole house behind the connections. `start` it before anybody is let in."""

    _log = Logger()

    def __init__(
        self,
        means: Means,
        bank: OutsideBank,
        passwords: Passwords,
        secret: bytes,
        vault: Vault,
        terms: BankTerms = USUAL_TERMS,
        login_terms: LoginTerms = USUAL_LOGIN_TERMS,
        limits: PlayerLimits = USUAL_LIMITS,
        name: str = "Cardroom",
    ) -> None:
        self.means = means
        self._stopped = False
        self._security_notes = SecurityNotes(means.store, means.security)
        self.online = OnlinePlayers()
        self.post = self.online.post
        self.lobby = Lobby(means, self)
        self.factors = Factors(means.store, means.now, seal_of(vault.keys), name)
        self.accounts = Accounts(
            means.store,
            passwords,
            LoginThrottle(login_terms.per_address),
            means.clock,
            means.now,
            secret,
            _give,
            self.factors,
        )
        self.resets = Resets(means.store, passwords, means.clock, means.now)
        self.credentials = Credentials(
            self.accounts, self.factors, self.resets, self.online, means.security
        )
        self.purses = Purses(means, self.lobby, self.online)
        news = PaymentNews(means, self.online, self.purses)
        self.cashier = Cashier(
            means.store,
            bank,
            CashTables(means, self.lobby, self.online),
            news.told,
            means.clock,
            means.now,
            terms,
            vault,
        )
        self._replies = StoredReplies(means, self.cashier)
        self.counter = Counter(
            means, self.lobby, self.online, self.purses, self.cashier, self._replies, news
        )
        self.cards = CardDesk(means, self.cashier, self.accounts)
        self.sessions = Sessions(means.store, means.now, lifetime=login_terms.lifetime)
        self.requests = TableRequests(
            means, self.lobby, self.counter, self.purses, self._replies, self.online, limits
        )
        self.hours = Hours(means, self.lobby, self.cashier, self.online)
        self.logins = Logins(
            self.accounts,
            self.sessions,
            self.lobby,
            self.requests,
            self.purses,
            self.cards,
            self.online,
            self.hours,
            login_terms.newcomers,
            means.security,
        )
        self.devices = Devices(self.sessions, self.requests)
        self.busters = BustersBoard(means.store)
        requests, counter, own = self.requests, self.counter, self.credentials
        self._does = dict[type[Message], Does](
            (
                _does(messages.Register, self.keep),
                _does(messages.Profile, self.profile),
                _does(messages.Sessions, self.devices.show),
                _does(messages.Busters, self.busters.show),
                _does(messages.Logout, self.devices.log_out),
                _does(messages.LogoutEverywhere, self.devices.log_out_everywhere),
                _does(messages.ChangePassword, own.password),
                _does(messages.Account, own.account),
                _does(messages.BeginFactor, own.begin_factor),
                _does(messages.ConfirmFactor, own.confirm_factor),
                _does(messages.EndFactor, own.end_factor),
                _does(messages.Lobby, requests.lobby),
                _does(messages.RulesOf, requests.rules_of),
                _does(messages.OpenRoom, requests.open_room),
                _does(messages.Join, requests.join),
                _does(messages.QuickSeat, requests.quick_seat),
                _does(messages.Queue, requests.queue),
                _does(messages.Unqueue, requests.unqueue),
                _does(messages.Sit, counter.sit),
                _does(messages.Leave, requests.leave),
                _does(messages.SitOut, requests.sit_out),
                _does(messages.StandIn, requests.stand_in),
                _does(messages.Ready, requests.ready),
                _does(messages.SeatBot, requests.seat_bot),
                _does(messages.DismissBots, requests.dismiss_bots),
                _does(messages.Resync, requests.resync),
                _does(messages.Say, requests.say),
                _does(messages.Phrase, requests.phrase),
                _does(messages.Mute, requests.mute),
                _does(messages.Buy, counter.buy),
                _does(messages.ChangeCard, self.cards.change),
                _does(messages.Bank, self.cards.bank),
            )
        )
        enter = self.logins
        self._enters = dict[type[Message], Enters](
            (
                _enters(messages.Guest, enter.guest),
                _enters(messages.Register, enter.register),
                _enters(messages.Login, enter.log_in),
                _enters(messages.LoginByCard, enter.log_in_by_card),
                _enters(messages.Resume, enter.resume),
                _enters(messages.LostPassword, own.lost),
                _enters(messages.NewPassword, own.choose),
            )
        )

    # -- life --------------------------------------------------------------------------------

    def start(self, tables: Sequence[TableConfig], open: bool = True) -> Deferred[None]:
        """Begin, and open the house with these tables unless it is to stay closed until `hours`
        are asked to open it; fires when all is up."""
        self.hours.tables = tuple(tables)
        return Deferred.fromCoroutine(self._start(open))

    async def _start(self, open: bool) -> None:
        at = self.means.now()
        await self.accounts.start()
        await self.means.store.write(lambda conn: idempotency.forget(conn, at - REPLIES_MS))
        await self._sweep()
        if open:
            await self.hours.open()

    async def _sweep(self) -> None:
        """Forget what is old, and look again in an hour."""
        await self.sessions.tidy()
        await self.cashier.cards.remember()
        await self.resets.tidy()
        await self.means.security.sweep()
        self.means.clock.callLater(SWEEP_S, self._sweep_again)

    def _sweep_again(self) -> None:
        if not self._stopped:
            Deferred.fromCoroutine(self._sweep()).addErrback(self._swept_not)

    def _swept_not(self, failure: Failure) -> None:
        failure.trap(Refusal)
        if not self._stopped:
            self.means.clock.callLater(SWEEP_S, self._sweep_again)

    def close(self) -> Deferred[None]:
        """No new rounds; fires when everybody is cashed out and logged off."""
        return self.hours.close()

    def stop(self) -> None:
        """At once: what is in play goes on at the next start."""
        self._stopped = True
        self.lobby.stop()
        self.cashier.stop()
        self.means.security.stop()

    # -- connections -------------------------------------------------------------------------------

    def met(self, connection: PlayerConnection) -> None:
        """Nothing is said to a stranger before a login, but when the house opens and closes."""
        self.hours.met(connection)

    def heard(self, connection: PlayerConnection, message: Message) -> None:
        """Find whoever does it, and answer what is refused."""
        if isinstance(message, messages.Ping):
            connection.send(Pong(message.n))
            return
        player = connection.player
        if isinstance(player, OnlinePlayer):
            if player.unconfirmed:
                self._has_token(player)
            if player.reuses(message):
                number: int = getattr(message, "id", 0)
                self._refused(RequestIdReused.of(number), connection, message)
                return
            if isinstance(message, messages.Answer):
                # Most of what is heard: it waits for nothing before the table.
                try:
                    self.requests.act(
                        player, message, lambda why: self._refused(why, connection, message)
                    )
                except Refusal as wrong:
                    self._refused(wrong, connection, message)
                return
            done = Deferred.fromCoroutine(self._asked(player, message))
        else:
            done = Deferred.fromCoroutine(self._let_in(connection, message))
        done.addErrback(self._failed, connection, message)

    def _has_token(self, player: OnlinePlayer) -> None:
        """The client uses its token; what cannot be written down is tried at its next word."""
        player.unconfirmed = False
        Deferred.fromCoroutine(self._confirm(player)).addErrback(self._fault)

    async def _confirm(self, player: OnlinePlayer) -> None:
        try:
            good = await self.sessions.received(player.session)
            # Somebody may have ended it while its player was coming in.
            if not good and await self.sessions.is_over(player.session.id):
                player.connection.close(Goodbye("logout", ENDED[1]))
        except Refusal:
            player.unconfirmed = True

    def gone(self, connection: PlayerConnection) -> None:
        """A connection has ended: that is no leave."""
        self.hours.gone(connection)
        player = connection.player
        if isinstance(player, OnlinePlayer) and self.online.gone(player):
            self.lobby.board.unwatch(player.id)
            for runner in self.lobby.of_player(player.key):
                self.requests.lost(runner, player.key)

    async def _let_in(self, connection: PlayerConnection, message: Message) -> None:
        self.hours.refuse_if_closed()
        if connection.player is not None:
            raise Refusal("entering", "You are coming in already; wait for the answer.")
        connection.player = ENTERING
        try:
            await self._enters[type(message)](connection, message)
        except Refusal as wrong:
            await self._security_notes.not_let_in(connection, message, wrong)
            raise
        finally:
            if connection.player is ENTERING:
                connection.player = None
        player = connection.player
        if isinstance(player, OnlinePlayer):
            self._security_notes.came_in(connection, message, player)

    async def _asked(self, player: OnlinePlayer, message: Message) -> None:
        refuse_if_barred(player.account)
        try:
            if isinstance(message, AT_ONCE):
                reply = await self._replies.to(player, message)
                if reply is not None:
                    player.say(reply)
                    return
            elif not isinstance(message, messages.OpenRoom):
                # Of a table that is opened this is seen in its turn.
                number: int = getattr(message, "id", 0)
                if 0 < number <= player.kept:
                    await self._replies.refuse_reused(player, number)
                    if self.online.of(player.id) is not player:
                        # The connection has ended meanwhile: what it asked last was not done.
                        return
            await self._does[type(message)](player, message)
        except Refusal as wrong:
            if isinstance(wrong, RequestIdReused):
                # The number is of the request that was done, whatever this one says.
                player.asked.pop(getattr(message, "id", 0), None)
            self._security_notes.asked(player, message, wrong.code)
            raise
        self._security_notes.asked(player, message)

    def _failed(self, failure: Failure, connection: PlayerConnection, message: Message) -> None:
        self._refused(failure.value or failure, connection, message)

    def _refused(self, why: BaseException, connection: PlayerConnection, message: Message) -> None:
        number: int = getattr(message, "id", 0)
        wrong = NotWritten() if isinstance(why, CommitFailed) else why
        if isinstance(wrong, Refusal):
            self.means.counts.refuse(wrong.code)
            connection.send(refusal(number, wrong))
        elif not isinstance(wrong, StoreClosed):
            # The kind alone: a message may hold a password or a PIN.
            self._log.failure("The house failed at {kind}.", Failure(why), kind=message.t)
            connection.send(Refused(number, "failed", "The house failed at that; nothing is lost."))

    # -- one's account -----------------------------------------------------------------------

    async def keep(self, player: OnlinePlayer, wish: messages.Register) -> None:
        """A guest becomes a member, with the same chips."""
        player.account = await self.accounts.keep(
            player.id, wish.name, wish.password, player.connection.address
        )
        player.say(Ok(wish.id))

    async def profile(self, player: OnlinePlayer, wish: messages.Profile) -> None:
        """Another name and avatar, in every table that is joined from now on."""
        player.account = await self.accounts.profile(
            player.id, wish.name, wish.avatar, player.connection.address
        )
        player.say(Ok(wish.id))

    # -- the folk of the lobby ---------------------------------------------------------------

    def moved(self, players: Collection[int], payments: Sequence[Payment]) -> None:
        self.counter.moved(players, payments)

    def recovered(self) -> None:
        self.cashier.start().addErrback(self._fault)

    def list_rooms(self, number: int, listed: messages.Rooms) -> None:
        player = self.online.of(number)
        if player is not None:
            player.say(listed)

    def _fault(self, failure: Failure) -> None:
        if not failure.check(StoreClosed):
            self._log.failure("The house has a fault.", failure)

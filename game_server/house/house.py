"""The house: what a client says finds whoever does it, and is answered."""

from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeVar

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank.adapter import OutsideBank
from game_server.bank.bank_terms import USUAL_TERMS, BankTerms
from game_server.bank.bookings import opening_gift
from game_server.bank.cashier import Cashier
from game_server.bank.vault import Vault
from game_server.house.answering import Answering, Does, Enters, does, enters
from game_server.house.busters import BustersBoard
from game_server.house.card_desk import CardDesk
from game_server.house.cash_tables import CashTables
from game_server.house.counter import Counter
from game_server.house.credentials import Credentials
from game_server.house.deletion import Deletion
from game_server.house.devices import Devices
from game_server.house.faults import log_fault
from game_server.house.hours import Hours
from game_server.house.idempotency import StoredReplies
from game_server.house.login_terms import USUAL_LOGIN_TERMS, LoginTerms
from game_server.house.logins import Logins
from game_server.house.online_players import OnlinePlayer, OnlinePlayers, PlayerConnection
from game_server.house.payment_news import PaymentNews
from game_server.house.player_limits import USUAL_LIMITS, PlayerLimits
from game_server.house.purses import Purses
from game_server.house.safety import Safety
from game_server.house.security_notes import SecurityNotes
from game_server.house.table_requests import TableRequests
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.players.accounts import Accounts
from game_server.players.disk_errors import write_or_refuse
from game_server.players.factors import Factors, seal_of
from game_server.players.passwords import Passwords
from game_server.players.resets import Resets
from game_server.players.sessions import Sessions
from game_server.players.throttle import LoginThrottle
from game_server.store import idempotency, ledger
from game_server.store.payments import Payment
from game_server.store.transaction import Transaction
from game_server.table.config import TableConfig
from protocol import messages
from protocol.messages import Message, Ok
from protocol.words import Refusal

M = TypeVar("M", bound=Message)
REPLIES_MS: Final = 30 * 24 * 60 * 60 * 1000
"""The time for which a request that is sent again gets the reply that it got."""
SWEEP_S: Final = 3_600.0
"""Seconds between two looks for what is too old to be kept."""


def _give(conn: Transaction, player: int, at: int) -> None:
    """What a new player gets."""
    ledger.book(conn, opening_gift(player, at))


class House:
    """The whole house behind the connections: players, tables, money. `start` it before anybody is
    let in."""

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
        self.online = OnlinePlayers()
        self.left: Callable[[OnlinePlayer], object] = lambda player: None
        """Told of each who is out because the connection has ended."""
        self.post = self.online.post
        self.lobby = Lobby(means, self)
        self.factors = Factors(means.store, means.now, seal_of(vault.keys), name)
        self.throttle = LoginThrottle(login_terms.per_address)
        self.accounts = Accounts(
            means.store,
            passwords,
            self.throttle,
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
            CashTables(means, self.lobby, self.online, self.purses),
            news.told,
            means.clock,
            means.now,
            terms,
            vault,
            means.new_key,
        )
        self.replies = StoredReplies(means, self.cashier)
        self.counter = Counter(
            means, self.lobby, self.online, self.purses, self.cashier, self.replies, news
        )
        self.cashier.cards.shared = bool(means.node)
        self.cards = CardDesk(means, self.cashier, self.accounts)
        self.sessions = Sessions(means.store, means.now, lifetime=login_terms.lifetime)
        self.requests = TableRequests(
            means, self.lobby, self.counter, self.purses, self.replies, self.online, limits
        )
        self.hours = Hours(means, self.lobby, self.cashier, self.online, self.purses)
        self.safety = Safety(means, self.lobby, self.online, login_terms.report_days)
        self.logins = Logins(
            means,
            self.accounts,
            self.sessions,
            self.lobby,
            self.requests,
            self.purses,
            self.cards,
            self.online,
            self.hours,
            self.safety,
            login_terms.newcomers,
            means.security,
        )
        self.deletion = Deletion(
            means, self.lobby, self.online, self.accounts, self.sessions, vault
        )
        self.devices = Devices(self.sessions, self.requests)
        self.busters = BustersBoard(means.store)
        self.answering = Answering(
            means,
            self.online,
            self.hours,
            self.sessions,
            self.requests,
            self.replies,
            SecurityNotes(means.store, means.security),
            self._done_by(),
            self._entered_by(),
        )

    def _done_by(self) -> dict[type[Message], Does]:
        """The function that does each message of one who is in."""
        requests, counter, own = self.requests, self.counter, self.credentials
        return dict[type[Message], Does](
            (
                does(messages.Register, self.keep),
                does(messages.Profile, self.profile),
                does(messages.Sessions, self.devices.show),
                does(messages.Busters, self.busters.show),
                does(messages.Logout, self.devices.log_out),
                does(messages.LogoutEverywhere, self.devices.log_out_everywhere),
                does(messages.ChangePassword, own.password),
                does(messages.DeleteAccount, self.deletion.asked),
                does(messages.Account, own.account),
                does(messages.BeginFactor, own.begin_factor),
                does(messages.ConfirmFactor, own.confirm_factor),
                does(messages.EndFactor, own.end_factor),
                does(messages.Lobby, requests.lobby),
                does(messages.RulesOf, requests.rules_of),
                does(messages.OpenRoom, requests.open_room),
                does(messages.Join, requests.join),
                does(messages.QuickSeat, requests.quick_seat),
                does(messages.Queue, requests.queue),
                does(messages.Unqueue, requests.unqueue),
                does(messages.Sit, counter.sit),
                does(messages.Leave, requests.leave),
                does(messages.SitOut, requests.sit_out),
                does(messages.StandIn, requests.stand_in),
                does(messages.Ready, requests.ready),
                does(messages.SeatBot, requests.seat_bot),
                does(messages.DismissBots, requests.dismiss_bots),
                does(messages.Resync, requests.resync),
                does(messages.Say, requests.say),
                does(messages.Phrase, requests.phrase),
                does(messages.Mute, requests.mute),
                does(messages.Block, self.safety.block),
                does(messages.Blocks, self.safety.show),
                does(messages.Report, self.safety.report),
                does(messages.Buy, counter.buy),
                does(messages.ChangeCard, self.cards.change),
                does(messages.Bank, self.cards.bank),
            )
        )

    def _entered_by(self) -> dict[type[Message], Enters]:
        """The function that does each message of one who is not in yet."""
        enter, own = self.logins, self.credentials
        return dict[type[Message], Enters](
            (
                enters(messages.Guest, enter.guest),
                enters(messages.Register, enter.register),
                enters(messages.Login, enter.log_in),
                enters(messages.LoginByCard, enter.log_in_by_card),
                enters(messages.Resume, enter.resume),
                enters(messages.LostPassword, own.lost),
                enters(messages.NewPassword, own.choose),
            )
        )

    # -- life --------------------------------------------------------------------------------

    def start(self, tables: Sequence[TableConfig], open: bool = True) -> Deferred[None]:
        """Begin, and open the house with these tables unless it is to stay closed until `hours`
        are asked to open it; fires when all is up."""
        self.hours.tables = tuple(tables)
        return Deferred.fromCoroutine(self._start(open))

    async def _start(self, open: bool) -> None:
        await self.accounts.start()
        await self.cashier.cards.remember()
        if open:
            await self.hours.open()
        # After a long rest there may be much to forget: nobody waits for that.
        self.means.clock.callLater(0, self._sweep_again)

    async def _sweep(self) -> None:
        """Forget what is old, and look again in an hour."""
        await self.sessions.tidy()
        await self._forget_replies()
        await self.cashier.cards.remember()
        await self.resets.tidy()
        await self.deletion.tidy()
        await self.safety.tidy()
        await self.means.security.sweep()
        self.means.clock.callLater(SWEEP_S, self._sweep_again)

    async def _forget_replies(self) -> None:
        """Replies go a month after their request, a few in a commit."""
        before = self.means.now() - REPLIES_MS
        while (
            await write_or_refuse(self.means.store, lambda conn: idempotency.forget(conn, before))
            >= idempotency.CHUNK
        ):
            continue

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
        """Do what a message asks for, or answer why not."""
        self.answering.heard(connection, message)

    def gone(self, connection: PlayerConnection) -> None:
        """A connection has ended: that is no leave."""
        self.hours.gone(connection)
        # The two know each other: what holds itself would wait for the garbage collector.
        player, connection.player = connection.player, None
        if isinstance(player, OnlinePlayer) and self.online.gone(player):
            self.means.security.note("offline", player=player.id, address=connection.address)
            self.lobby.board.unwatch(player.id)
            for runner in self.lobby.of_player(player.key):
                self.requests.lost(runner, player.key)
            self.left(player)

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

    # -- what the lobby tells of players, payments and rooms ----------------------------------

    def moved(self, players: Collection[int], payments: Sequence[Payment]) -> None:
        self.counter.moved(players, payments)

    def recovered(self) -> None:
        self.cashier.start().addErrback(self._fault)

    def _fault(self, failure: Failure) -> None:
        log_fault(failure, self._log, "The house has a fault.")

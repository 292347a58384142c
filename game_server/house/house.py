"""The house: what a client says finds whoever does it, and is answered."""

import sqlite3
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Final, TypeVar, cast

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank.adapter import OutsideBank
from game_server.bank.cashier import Cashier
from game_server.bank.ledger import opening_gift
from game_server.bank.terms import USUAL, Terms
from game_server.bank.vault import Vault
from game_server.house.busters import BustersBoard
from game_server.house.card_desk import CardDesk
from game_server.house.coming_in import AS_USUAL, ComingIn
from game_server.house.counter import Counter
from game_server.house.credentials import Credentials
from game_server.house.devices import Devices
from game_server.house.entrance import Entrance
from game_server.house.guests import Guest, Guests, Line
from game_server.house.hours import Hours
from game_server.house.noting import Noting
from game_server.house.rights import USUAL_RIGHTS, Rights
from game_server.house.rooms import Rooms
from game_server.lobby.inputs import refusal
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.players.accounts import Accounts
from game_server.players.factors import Factors, seal_of
from game_server.players.passwords import Passwords
from game_server.players.resets import Resets
from game_server.players.sessions import ENDED, Sessions
from game_server.players.standing import refuse_if_barred
from game_server.players.throttle import Door
from game_server.players.written import not_written
from game_server.store import ledger, requests
from game_server.store.payments import Payment
from game_server.store.ports import CommitFailed, StoreClosed
from game_server.table.common import reused
from game_server.table.config import TableConfig
from protocol import messages as said
from protocol.messages import Goodbye, Message, Ok, Pong, Refused
from protocol.words import Refusal

M = TypeVar("M", bound=Message)
REPLIES_MS: Final = 30 * 24 * 60 * 60 * 1000
"""So long a request that is sent again gets the reply that it got."""
SWEEP_S: Final = 3_600.0
"""Seconds between two looks for what is too old to be kept."""
AT_ONCE: Final = (said.Sit, said.Buy)
"""Requests that are looked for on disk before all else: sent again they move nothing."""
ENTERING: Final = "entering"
Steps = Coroutine[Deferred[Any], Any, None]
Does = Callable[[Guest, Message], Steps]
Enters = Callable[[Line, Message], Steps]


def _does(kind: type[M], does: Callable[[Guest, M], Steps]) -> tuple[type[Message], Does]:
    """A line of the table: that kind of message goes to what takes that kind."""
    return kind, cast(Does, does)


def _enters(kind: type[M], enters: Callable[[Line, M], Steps]) -> tuple[type[Message], Enters]:
    """The same for those who are not in yet."""
    return kind, cast(Enters, enters)


def _give(conn: sqlite3.Connection, player: int, at: int) -> None:
    """What a new player gets."""
    ledger.book(conn, opening_gift(player, at))


class House:
    """What is behind the lines. `start` it before anybody is let in."""

    _log = Logger()

    def __init__(
        self,
        means: Means,
        bank: OutsideBank,
        passwords: Passwords,
        secret: bytes,
        vault: Vault,
        terms: Terms = USUAL,
        coming_in: ComingIn = AS_USUAL,
        rights: Rights = USUAL_RIGHTS,
        name: str = "Cardroom",
    ) -> None:
        self.means = means
        self._stopped = False
        self._noting = Noting(means.store, means.security)
        self.guests = Guests()
        self.post = self.guests.post
        self.lobby = Lobby(means, self)
        self.factors = Factors(means.store, means.now, seal_of(vault.keys), name)
        self.accounts = Accounts(
            means.store,
            passwords,
            Door(coming_in.per_address),
            means.clock,
            means.now,
            secret,
            _give,
            self.factors,
        )
        self.resets = Resets(means.store, passwords, means.clock, means.now)
        self.credentials = Credentials(
            self.accounts, self.factors, self.resets, self.guests, means.security
        )
        self.counter = Counter(means, self.lobby, self.guests)
        self.cashier = self.counter.cashier = Cashier(
            means.store,
            bank,
            self.counter,
            means.clock,
            means.now,
            terms,
            vault,
        )
        self.cards = CardDesk(means, self.cashier, self.accounts)
        self.sessions = Sessions(means.store, means.now, lifetime=coming_in.lifetime)
        self.rooms = Rooms(means, self.lobby, self.counter, self.guests, rights)
        self.hours = Hours(means, self.lobby, self.cashier, self.guests)
        self.entrance = Entrance(
            self.accounts,
            self.sessions,
            self.lobby,
            self.rooms,
            self.counter,
            self.cards,
            self.guests,
            self.hours,
            coming_in.newcomers,
            means.security,
        )
        self.devices = Devices(self.sessions, self.rooms)
        self.busters = BustersBoard(means.store)
        rooms, counter, own = self.rooms, self.counter, self.credentials
        self._does = dict[type[Message], Does](
            (
                _does(said.Register, self.keep),
                _does(said.Profile, self.profile),
                _does(said.Sessions, self.devices.show),
                _does(said.Busters, self.busters.show),
                _does(said.Logout, self.devices.log_out),
                _does(said.LogoutEverywhere, self.devices.log_out_everywhere),
                _does(said.ChangePassword, own.password),
                _does(said.Account, own.account),
                _does(said.BeginFactor, own.begin_factor),
                _does(said.ConfirmFactor, own.confirm_factor),
                _does(said.EndFactor, own.end_factor),
                _does(said.Lobby, rooms.lobby),
                _does(said.RulesOf, rooms.rules_of),
                _does(said.OpenRoom, rooms.open_room),
                _does(said.Join, rooms.join),
                _does(said.QuickSeat, rooms.quick_seat),
                _does(said.Queue, rooms.queue),
                _does(said.Unqueue, rooms.unqueue),
                _does(said.Sit, counter.sit),
                _does(said.Leave, rooms.leave),
                _does(said.SitOut, rooms.sit_out),
                _does(said.StandIn, rooms.stand_in),
                _does(said.Ready, rooms.ready),
                _does(said.SeatBot, rooms.seat_bot),
                _does(said.DismissBots, rooms.dismiss_bots),
                _does(said.Resync, rooms.resync),
                _does(said.Say, rooms.say),
                _does(said.Phrase, rooms.phrase),
                _does(said.Mute, rooms.mute),
                _does(said.Buy, counter.buy),
                _does(said.ChangeCard, self.cards.change),
                _does(said.Bank, self.cards.bank),
            )
        )
        enter = self.entrance
        self._enters = dict[type[Message], Enters](
            (
                _enters(said.Guest, enter.guest),
                _enters(said.Register, enter.register),
                _enters(said.Login, enter.log_in),
                _enters(said.LoginByCard, enter.log_in_by_card),
                _enters(said.Resume, enter.resume),
                _enters(said.LostPassword, own.lost),
                _enters(said.NewPassword, own.choose),
            )
        )

    # -- life --------------------------------------------------------------------------------

    def start(self, rooms: Sequence[TableConfig], open: bool = True) -> Deferred[None]:
        """Begin, and open the house with these rooms unless it is to stay closed until `hours`
        are asked to open it; fires when all is up."""
        self.hours.rooms = tuple(rooms)
        return Deferred.fromCoroutine(self._start(open))

    async def _start(self, open: bool) -> None:
        at = self.means.now()
        await self.accounts.start()
        await self.means.store.write(lambda conn: requests.forget(conn, at - REPLIES_MS))
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

    # -- lines -------------------------------------------------------------------------------

    def met(self, line: Line) -> None:
        """Nothing is said to a stranger before a login, but when the house opens and closes."""
        self.hours.met(line)

    def heard(self, line: Line, message: Message) -> None:
        """Find whoever does it, and answer what is refused."""
        if isinstance(message, said.Ping):
            line.send(Pong(message.n))
            return
        guest = line.player
        if isinstance(guest, Guest):
            if guest.unconfirmed:
                self._has_token(guest)
            if guest.reuses(message):
                number: int = getattr(message, "id", 0)
                self._refused(reused(number), line, message)
                return
            if isinstance(message, said.Answer):
                # Most of what is heard: it waits for nothing before the room.
                try:
                    self.rooms.act(guest, message, lambda why: self._refused(why, line, message))
                except Refusal as wrong:
                    self._refused(wrong, line, message)
                return
            done = Deferred.fromCoroutine(self._asked(guest, message))
        else:
            done = Deferred.fromCoroutine(self._let_in(line, message))
        done.addErrback(self._failed, line, message)

    def _has_token(self, guest: Guest) -> None:
        """The client uses its token; what cannot be written down is tried at its next word."""
        guest.unconfirmed = False
        Deferred.fromCoroutine(self._confirm(guest)).addErrback(self._fault)

    async def _confirm(self, guest: Guest) -> None:
        try:
            good = await self.sessions.received(guest.entered)
            # Somebody may have ended it while its player was coming in.
            if not good and await self.sessions.is_over(guest.entered.session):
                guest.line.close(Goodbye("logout", ENDED[1]))
        except Refusal:
            guest.unconfirmed = True

    def gone(self, line: Line) -> None:
        """A line has ended: that is no leave."""
        self.hours.gone(line)
        guest = line.player
        if isinstance(guest, Guest) and self.guests.gone(guest):
            self.lobby.board.unwatch(guest.id)
            for runner in self.lobby.of_player(guest.player):
                self.rooms.lost(runner, guest.player)

    async def _let_in(self, line: Line, message: Message) -> None:
        self.hours.refuse_if_closed()
        if line.player is not None:
            raise Refusal("entering", "You are coming in already; wait for the answer.")
        line.player = ENTERING
        try:
            await self._enters[type(message)](line, message)
        except Refusal as wrong:
            await self._noting.not_let_in(line, message, wrong)
            raise
        finally:
            if line.player is ENTERING:
                line.player = None
        guest = line.player
        if isinstance(guest, Guest):
            self._noting.came_in(line, message, guest)

    async def _asked(self, guest: Guest, message: Message) -> None:
        refuse_if_barred(guest.person)
        try:
            if isinstance(message, AT_ONCE):
                reply = await self.counter.replied(guest, message)
                if reply is not None:
                    guest.say(reply)
                    return
            elif not isinstance(message, said.OpenRoom):
                # Of a room that is opened this is seen in its turn.
                number: int = getattr(message, "id", 0)
                if 0 < number <= guest.kept:
                    await self.counter.refuse_kept(guest, number)
                    if self.guests.of(guest.id) is not guest:
                        # The line has ended meanwhile: what it asked last was not done.
                        return
            await self._does[type(message)](guest, message)
        except Refusal as wrong:
            if wrong.code == "id_reused":
                # The number is of the request that was done, whatever this one says.
                guest.asked.pop(getattr(message, "id", 0), None)
            self._noting.asked(guest, message, wrong.code)
            raise
        self._noting.asked(guest, message)

    def _failed(self, failure: Failure, line: Line, message: Message) -> None:
        self._refused(failure.value or failure, line, message)

    def _refused(self, why: BaseException, line: Line, message: Message) -> None:
        number: int = getattr(message, "id", 0)
        wrong = not_written() if isinstance(why, CommitFailed) else why
        if isinstance(wrong, Refusal):
            self.means.counts.refuse(wrong.code)
            line.send(refusal(number, wrong))
        elif not isinstance(wrong, StoreClosed):
            # The kind alone: a message may hold a password or a PIN.
            self._log.failure("The house failed at {kind}.", Failure(why), kind=message.t)
            line.send(Refused(number, "failed", "The house failed at that; nothing is lost."))

    # -- one's account -----------------------------------------------------------------------

    async def keep(self, guest: Guest, wish: said.Register) -> None:
        """A guest becomes a member, with the same chips."""
        guest.person = await self.accounts.keep(
            guest.id, wish.name, wish.password, guest.line.address
        )
        guest.say(Ok(wish.id))

    async def profile(self, guest: Guest, wish: said.Profile) -> None:
        """Another name and avatar, in every room that is joined from now on."""
        guest.person = await self.accounts.profile(
            guest.id, wish.name, wish.avatar, guest.line.address
        )
        guest.say(Ok(wish.id))

    # -- the folk of the lobby ---------------------------------------------------------------

    def moved(self, players: Collection[int], payments: Sequence[Payment]) -> None:
        self.counter.moved(players, payments)

    def recovered(self) -> None:
        self.cashier.start().addErrback(self._fault)

    def list_rooms(self, player: int, listed: said.Rooms) -> None:
        guest = self.guests.of(player)
        if guest is not None:
            guest.say(listed)

    def _fault(self, failure: Failure) -> None:
        if not failure.check(StoreClosed):
            self._log.failure("The house has a fault.", failure)

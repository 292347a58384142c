"""Accounts: guests, members with a password, and those who come with a bank card.

Whoever comes back is known by name and by what only they have: a member the password, a card
player the card's owner at the bank, a guest nothing but the session.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

from twisted.internet.defer import Deferred

from game_server.addresses import household
from game_server.clock import Clock
from game_server.players.disk_errors import read_or_refuse, run, write_or_refuse
from game_server.players.factors import Factors
from game_server.players.names import Name, fold, read_name, shown_name
from game_server.players.passwords import Passwords, check_new_password
from game_server.players.player_account import PlayerAccount, account_of, called
from game_server.players.pool import Busy
from game_server.players.roll import Born, Roll, free, owner, take_looks, taken
from game_server.players.throttle import GUEST, MEMBER, Attempt, LoginThrottle
from game_server.refusals import SecondFactorWrong
from game_server.store import accounts, deletions, looks, resets, sessions
from game_server.store.accounts import PlayerRow
from game_server.store.factors import FactorOwner
from game_server.store.ports import Store, StoreError
from game_server.store.transaction import Transaction
from protocol.words import Refusal

AGAIN_MS: Final = 10 * 60 * 1000
"""The time in which the same registration may come a second time."""
GUESTS: Final = {"en": "Guest ", "zh": "游客"}
"""How a guest without a name is called, before a number."""
GUEST_DIGITS: Final = (4, 4, 6, 9, 9)
AVATAR: Final = re.compile(r"[a-z0-9_-]{0,40}")
LEAST_SECRET: Final = 16
Also = Callable[[Transaction, PlayerAccount], None]
"""What else is written in the same commit: the reply to the request that this answers."""


class Accounts:
    """Makes accounts and knows whose they are. What is refused is raised as Refusal."""

    def __init__(
        self,
        store: Store,
        passwords: Passwords,
        throttle: LoginThrottle,
        clock: Clock,
        now: Callable[[], int],
        secret: bytes,
        born: Born,
        factors: Factors,
        below: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        """`secret` hides who the owners of cards are; with another one they are strangers."""
        if len(secret) < LEAST_SECRET:
            raise ValueError(f"The secret has {len(secret)} bytes; {LEAST_SECRET} are the least.")
        self._store = store
        self._passwords = passwords
        self._throttle = throttle
        self._clock = clock
        self._now = now
        self._secret = secret
        self._roll = Roll(born)
        self._factors = factors
        self._below = below

    def guest(self, name: str, address: str, language: str = "") -> Deferred[PlayerAccount]:
        """Somebody who plays without an account; the house names who gives no name, in the
        language of the client where it has a word for a guest in that."""
        return run(self._guest(name, address, language))

    def register(self, name: str, password: str, address: str) -> Deferred[PlayerAccount]:
        """A new member. Sent again soon after, because the answer was lost, it is a login."""
        return run(self._register(name, password, address))

    def keep(
        self, player: int, name: str, password: str, address: str, also: Also | None = None
    ) -> Deferred[PlayerAccount]:
        """Make a guest a member: the same player, with the same chips and session."""
        return run(self._keep(player, name, password, address, also))

    def log_in(
        self, name: str, password: str, address: str, code: str = ""
    ) -> Deferred[PlayerAccount]:
        """The member of that name and password, and of that code where there is a second factor.
        A wrong name and a wrong password are refused in the same words after the same time."""
        return run(self._log_in(name, password, address, code))

    def change_password(
        self, player: int, session: int, old: str, new: str, address: str
    ) -> Deferred[PlayerAccount]:
        """Another password of one's own. Every other session of the player is over, and so is
        every request of a device that has lost the old one."""
        return run(self._change_password(player, session, old, new, address))

    def log_in_by_card(self, name: str, holder: str) -> Deferred[PlayerAccount]:
        """The player of that name whose card is `holder`'s, as the bank has just said; a new one
        if nobody has the name."""
        return run(self._log_in_by_card(name, holder))

    def confirm(
        self, player: int, password: str, address: str, code: str | None = None
    ) -> Deferred[PlayerRow]:
        """Confirm that the member is asking: Refusal if the password is wrong, or there is none, or
        if a code is given and is wrong. It is counted as a login is."""
        return run(self._confirm(player, password, address, code))

    def prove(self, player: int, password: str, address: str, code: str) -> Deferred[None]:
        """Refusal unless that is the player: by the password and the second factor, as far as the
        account has them. A session is all that a guest has, and one who came by card."""
        return run(self._prove(player, password, address, code))

    def hidden(self, holder: str) -> bytes:
        """What is kept of a card's owner."""
        return hmac.digest(self._secret, holder.encode(), hashlib.sha256)

    def profile(
        self, player: int, name: str, avatar: str, address: str, also: Also | None = None
    ) -> Deferred[PlayerAccount]:
        """Be shown by this name and avatar. The name is the one to log in by from now on."""
        return run(self._profile(player, name, avatar, address, also))

    def start(self) -> Deferred[None]:
        """Know what names from before look like."""
        return run(self._start())

    # -- how -----------------------------------------------------------------------------

    async def _start(self) -> None:
        after = await read_or_refuse(self._store, looks.given_upto)
        while True:
            after = await write_or_refuse(self._store, partial(take_looks, after=after))
            if not after:
                return

    async def _guest(self, name: str, address: str, language: str) -> PlayerAccount:
        if name.strip():
            names = [read_name(name)]
        else:
            called = GUESTS.get(language[:2].lower(), GUESTS["en"])
            names = [self._guest_name(called, digits) for digits in GUEST_DIGITS]
        at = self._now()
        with self._new(address):
            return await self._written(lambda conn: self._roll.guest(conn, names, at))

    async def _register(self, name: str, password: str, address: str) -> PlayerAccount:
        wanted, at = read_name(name), self._now()
        check_new_password(password, wanted.shown)
        known = await read_or_refuse(self._store, lambda conn: owner(conn, wanted, at))
        if known is not None:
            if known.kind == "member" and at - known.created < AGAIN_MS:
                return await self._register_again(wanted, password, address)
            raise taken(wanted)
        with self._new(address, MEMBER):
            kept = await self._passwords.hash(password)
            made = await self._written(lambda conn: self._roll.member(conn, wanted, kept, at))
        self._throttle.was_made(wanted.folded, address)
        return made

    async def _register_again(self, name: Name, password: str, address: str) -> PlayerAccount:
        try:
            return await self._log_in(name.shown, password, address)
        except Busy:
            raise
        except Refusal:
            raise taken(name) from None

    async def _keep(
        self, player: int, name: str, password: str, address: str, also: Also | None
    ) -> PlayerAccount:
        wanted, at = read_name(name), self._now()
        check_new_password(password, wanted.shown)

        def may_keep(conn: Transaction) -> None:
            deletions.refuse(conn, player)
            if accounts.by_id(conn, player).kind != "guest":
                text = "You have an account already; a guest makes one by registering."
                raise Refusal("not_a_guest", text)
            known = owner(conn, wanted, at)
            if known is not None and known.id != player:
                raise taken(wanted)

        await read_or_refuse(self._store, may_keep)
        kept = await self._passwords.hash(password)

        def work(conn: Transaction) -> PlayerRow:
            may_keep(conn)
            free(conn, wanted, at, but=player)
            looks.give(conn, player, wanted.looks)
            return accounts.keep_guest(
                conn, player, name=wanted.shown, folded=wanted.folded, password=kept
            )

        member = await self._written(work, also)
        self._throttle.was_made(wanted.folded, address)
        return member

    async def _log_in(
        self, name: str, password: str, address: str, code: str = ""
    ) -> PlayerAccount:
        # Not `read_name`: a name from before its rules became stricter is still somebody's.
        folded = fold(name)
        if not folded:
            # Nobody can have that name, as everybody can know: there is nothing to hide or count.
            raise _wrong()
        attempt = await self._begin_login(folded, address)
        with self._judging(attempt):
            known = await read_or_refuse(self._store, lambda conn: accounts.by_name(conn, folded))
            kept = None if known is None else known.password
            right, stronger = await self._passwords.check(password, kept)
        if known is None or not right:
            raise _wrong()
        await self._second(known, code, attempt)
        self._throttle.was_right(attempt)
        if stronger is not None:
            await self._strengthen(known, stronger)
        return account_of(known)

    async def _begin_login(self, folded: str, address: str) -> Attempt:
        """A login that may be judged. The throttle forgets when the house stops, and sessions stay
        on disk: who had one from this address is known there, and need not wait for strangers."""
        try:
            return self._throttle.begin_login(folded, address, self._clock.seconds())
        except Refusal:
            if self._throttle.knows(folded, address):
                raise
            found = await read_or_refuse(
                self._store, lambda conn: sessions.addresses_of(conn, folded)
            )
            if household(address) not in map(household, found):
                raise
        self._throttle.was_made(folded, address)
        return self._throttle.begin_login(folded, address, self._clock.seconds())

    async def _second(self, player: PlayerRow, code: str, attempt: Attempt) -> None:
        """Ask for the second factor. A wrong code counts as a wrong password does."""
        try:
            await self._factors.ask(FactorOwner("player", player.id), code)
        except SecondFactorWrong:
            raise
        except Refusal:
            self._throttle.was_not_judged(attempt)
            raise

    async def _change_password(
        self, player: int, session: int, old: str, new: str, address: str
    ) -> PlayerAccount:
        known = await self._confirm(player, old, address)
        check_new_password(new, known.name)
        kept = await self._passwords.hash(new)
        at = self._now()

        def work(conn: Transaction) -> PlayerRow:
            # It may have been changed, or lost, while this one was checked.
            if accounts.by_id(conn, player).password != known.password:
                text = "Your password has changed meanwhile; begin again."
                raise Refusal("password_wrong", text)
            for one in sessions.of_player(conn, player):
                if one.ended is None and one.id != session:
                    sessions.end(conn, one.id, at=at, why="password")
            resets.void(conn, player)
            return accounts.set_password(conn, player, kept)

        return await self._written(work)

    async def _strengthen(self, player: PlayerRow, stronger: str) -> None:
        def work(conn: Transaction) -> None:
            # The password may have been changed while this one was checked.
            if accounts.by_id(conn, player.id).password == player.password:
                accounts.set_password(conn, player.id, stronger)

        # The old hash serves until the next login.
        with suppress(StoreError):
            await self._store.write(work)

    async def _log_in_by_card(self, name: str, holder: str) -> PlayerAccount:
        wanted, at = read_name(name), self._now()
        if not holder:
            raise Refusal("card_needed", "Nobody is in without a bank card; give yours.")
        hidden = self.hidden(holder)
        return await self._written(lambda conn: self._roll.by_card(conn, wanted, hidden, at))

    async def _confirm(
        self, player: int, password: str, address: str, code: str | None = None
    ) -> PlayerRow:
        known = await read_or_refuse(self._store, lambda conn: accounts.by_id(conn, player))
        if known.password is None:
            raise Refusal("password_none", "Your account has no password; a member has one.")
        attempt = await self._begin_login(known.folded, address)
        with self._judging(attempt):
            right, _ = await self._passwords.check(password, known.password)
        if not right:
            raise Refusal("password_wrong", "The password is wrong; type it again.")
        if code is not None:
            await self._second(known, code, attempt)
        self._throttle.was_right(attempt)
        return known

    async def _prove(self, player: int, password: str, address: str, code: str) -> None:
        known = await read_or_refuse(self._store, lambda conn: accounts.by_id(conn, player))
        if known.password is not None:
            await self._confirm(player, password, address, code)

    async def _profile(
        self, player: int, name: str, avatar: str, address: str, also: Also | None
    ) -> PlayerAccount:
        at = self._now()
        if not AVATAR.fullmatch(avatar):
            text = "An avatar is named by small letters, digits, - and _; choose one of the list."
            raise Refusal("avatar_form", text)
        known = await read_or_refuse(self._store, lambda conn: accounts.by_id(conn, player))
        if shown_name(name) in (known.name, called(player, known.name)):
            # It may be from before the rules for names became stricter.
            return await self._written(lambda conn: _with_face(conn, player, avatar), also)
        wanted = read_name(name)

        def work(conn: Transaction) -> PlayerRow:
            deletions.refuse(conn, player)
            free(conn, wanted, at, but=player)
            looks.give(conn, player, wanted.looks)
            return accounts.rename(
                conn, player, name=wanted.shown, folded=wanted.folded, avatar=avatar
            )

        who = await self._written(work, also)
        if who.kind == "member":
            self._throttle.was_made(wanted.folded, address)
        return who

    async def _written(
        self, work: Callable[[Transaction], PlayerRow], also: Also | None = None
    ) -> PlayerAccount:
        def both(conn: Transaction) -> PlayerAccount:
            who = account_of(work(conn))
            if also is not None:
                also(conn, who)
            return who

        return await write_or_refuse(self._store, both)

    @contextmanager
    def _new(self, address: str, cost: float = GUEST) -> Iterator[None]:
        """Count a new account, unless it is refused inside."""
        self._throttle.make_new(address, self._clock.seconds(), cost)
        try:
            yield
        except Refusal:
            self._throttle.was_not_made(address, cost)
            raise

    @contextmanager
    def _judging(self, attempt: Attempt) -> Iterator[None]:
        """Count the attempt, unless the house is busy or closes before it is judged. One whose
        connection breaks counts: else breaking the connection would be how to try for ever."""
        try:
            yield
        except Refusal:
            self._throttle.was_not_judged(attempt)
            raise

    def _guest_name(self, called: str, digits: int) -> Name:
        least = 10 ** (digits - 1)
        return read_name(f"{called}{least + self._below(9 * least)}")


def _with_face(conn: Transaction, player: int, avatar: str) -> PlayerRow:
    deletions.refuse(conn, player)
    return accounts.set_avatar(conn, player, avatar)


def _wrong() -> Refusal:
    text = "There is no account with this name and password; look at both and type them again."
    return Refusal("login_wrong", text)

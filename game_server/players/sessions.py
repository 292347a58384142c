"""Sessions: from login to logout, across broken connections, on one device at a time.

How it works. A client holds one token, 256 bits from the operating system; on disk is its SHA-256.
`resume` gives a new token for the one shown, and then both are good: the answer with the new one
may have been lost, and whoever is locked out as a guest has lost the chips too. As soon as the new
one has been used, in `resume` or by `received`, the old one is worth nothing. Whichever is shown,
an answer that was lost takes its token with it, so never more than two are good.

A token from before is spent. Whoever shows it has a copy, or had his own used by somebody who has
one; the house cannot tell who is who, so the session ends, and both log in again or cannot.
"""

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Final, TypeVar

from twisted.internet.defer import Deferred

from game_server.players.disk_errors import read_or_refuse, run, write_or_refuse
from game_server.players.player_account import PlayerAccount
from game_server.players.standing import refuse_if_barred, settled
from game_server.refusals import AccountDeleted
from game_server.store import deletions, sessions
from game_server.store.ports import Store
from game_server.store.refusals import TokenStale
from game_server.store.sessions import SessionRow
from game_server.store.transaction import Transaction
from protocol.words import Refusal

DAY_MS: Final = 24 * 60 * 60 * 1000
"""The time that it is known of a session that it is over, and why."""
KNOWN: Final = 10_000
TOKEN_BYTES: Final = 32
REPLACED: Final = "replaced"
LOGOUT: Final = "logout"
STOLEN: Final = "stolen"
COPIED: Final = (
    "A key of your session that was used up was shown again, so somebody has a copy;"
    " the house has ended the session. Log in again."
)
OVER: Final[Mapping[str, tuple[str, str]]] = {
    REPLACED: ("session_replaced", "You have logged in on another device; log in to come back."),
    LOGOUT: ("session_over", "You have logged out; log in again."),
    STOLEN: ("session_stolen", COPIED),
    deletions.WHY: (AccountDeleted.CODE, AccountDeleted.TEXT),
}
"""What is told of a session by why it ended."""
ENDED: Final = ("session_over", "The house has ended your session; log in again.")
T = TypeVar("T")
Also = Callable[[Transaction], None]
"""What else is written in the same commit: the reply to the request that this answers."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """The lifetime of a session: days without use, and days in all; and the days that it is kept
    after its end, with its device and address."""

    idle_days: int = 30
    most_days: int = 180
    kept_days: int = 30

    def expires(self, began: int, at: int) -> int:
        """When a session that began then and is used at that moment is over."""
        return min(at + self.idle_days * DAY_MS, began + self.most_days * DAY_MS)


USUAL: Final = Lifetime()


class TokenSpent(Refusal):
    """A token was shown that was used up; its session is over since now."""

    def __init__(self, session: SessionRow) -> None:
        super().__init__("session_stolen", COPIED)
        self.session = session


@dataclass(frozen=True, slots=True)
class ReplacedSession:
    """The session that a login has ended, and the device to be told."""

    session: int
    device: str


@dataclass(frozen=True, slots=True)
class LiveSession:
    """A session that was begun or resumed: of whom, which, and the token for the next time."""

    account: PlayerAccount
    id: int
    token: str = field(repr=False)
    replaced: ReplacedSession | None = None
    stolen: SessionRow | None = None
    """The session before, if it ended because a copy of its token was shown."""


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> bytes:
    """What is kept of a token. It is as long as its hash, so it needs no salt and no stretching."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Sessions:
    """The sessions of players, by token. What is refused is raised as Refusal."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        new_token: Callable[[], str] = new_token,
        lifetime: Lifetime = USUAL,
    ) -> None:
        self._store = store
        self._now = now
        self._new_token = new_token
        self._lifetime = lifetime
        self._over: OrderedDict[int, None] = OrderedDict()
        """Sessions that ended while this house has run, the last ones."""
        self._opened: OrderedDict[int, float] = OrderedDict()
        """When the connection was opened on which a session was used last."""

    def begin(self, player: int, device: str, address: str = "") -> Deferred[LiveSession]:
        """A session for a player whose login was right; the one on another device is over."""
        token, at = self._new_token(), self._now()

        def work(conn: Transaction) -> LiveSession:
            who = _entering(conn, player, at)
            before = sessions.of_player(conn, player)[:1]
            began, older = sessions.create(
                conn,
                player=player,
                token=digest(token),
                device=device,
                at=at,
                expires=self._lifetime.expires(at, at),
                address=address,
            )
            replaced = (
                ReplacedSession(older.id, older.device) if older and at < older.expires else None
            )
            stolen = next((one for one in before if one.why == STOLEN), None)
            return LiveSession(who, began.id, token, replaced, stolen)

        return run(self._begun(write_or_refuse(self._store, work)))

    async def _begun(self, written: Awaitable[LiveSession]) -> LiveSession:
        entered = await written
        if entered.replaced is not None:
            self._is_over(entered.replaced.session)
        return entered

    def resume(self, shown: str, address: str = "", opened: float = inf) -> Deferred[LiveSession]:
        """Go on with the session of that token, under another one. `opened` is when the connection
        was opened: what comes late on a connection from before the last one is no theft."""
        return run(self._resume(shown, address, opened))

    async def _resume(self, shown: str, address: str, opened: float) -> LiveSession:
        token, at = self._new_token(), self._now()
        used = digest(shown)

        def work(conn: Transaction) -> LiveSession | SessionRow:
            known = sessions.by_hash(conn, used)
            spent = sessions.by_spent(conn, used) if known is None else None
            found = self._going_on(known or spent, at)
            if known is None or known.previous == used:
                self._refuse_if_late(found.id, opened)
            if known is None:
                sessions.end(conn, found.id, at=at, why=STOLEN)
                return found
            who = _entering(conn, found.player, at)
            expires = self._lifetime.expires(found.began, at)
            sessions.rotate(
                conn,
                found.id,
                used=used,
                token=digest(token),
                expires=expires,
                at=at,
                address=address,
                spends=known.previous not in (None, used),
            )
            # Kept by this work alone, in the order of commits; done twice it is the same.
            _remember(self._opened, found.id, opened)
            return LiveSession(who, found.id, token)

        entered = await write_or_refuse(self._store, work)
        if isinstance(entered, SessionRow):
            self._is_over(entered.id)
            raise TokenSpent(entered)
        return entered

    def received(self, entered: LiveSession) -> Deferred[bool]:
        """The client has its token, for it answered something that was sent later: the token
        before is spent, and the days without use begin anew. False: the session is over or has
        been resumed since."""
        kept, at, lifetime = digest(entered.token), self._now(), self._lifetime

        def work(conn: Transaction) -> bool:
            try:
                sessions.confirm(
                    conn,
                    entered.id,
                    token=kept,
                    idle=lifetime.idle_days * DAY_MS,
                    most=lifetime.most_days * DAY_MS,
                    at=at,
                )
            except TokenStale:
                return False
            return True

        return run(write_or_refuse(self._store, work))

    def is_over(self, session: int) -> Deferred[bool]:
        """Whether it has ended, by whomever."""
        return run(read_or_refuse(self._store, lambda conn: sessions.has_ended(conn, session)))

    def has_ended(self, session: int) -> bool:
        """Whether it has ended since its player began to come in."""
        return session in self._over

    def end(self, session: int, why: str = LOGOUT, also: Also | None = None) -> Deferred[bool]:
        """End a session; False if it was over already."""
        return run(self._end(session, why, also))

    async def _end(self, session: int, why: str, also: Also | None) -> bool:
        at = self._now()

        def work(conn: Transaction) -> bool:
            ended = sessions.end(conn, session, at=at, why=why)
            if also is not None:
                also(conn)
            return ended is not None

        ended = await write_or_refuse(self._store, work)
        self._is_over(session)
        return ended

    def end_all(self, player: int, why: str = LOGOUT) -> Deferred[None]:
        """End every session of a player."""
        return run(self._end_all(player, why))

    async def _end_all(self, player: int, why: str) -> None:
        at = self._now()
        work = partial(sessions.end_all, player=player, at=at, why=why)
        for one in await write_or_refuse(self._store, work):
            self._is_over(one.id)

    def have_ended(self, ended: Iterable[int]) -> None:
        """These sessions were ended in the work of somebody else: who is coming in with one of them
        does not come in."""
        for session in ended:
            self._is_over(session)

    def of_player(self, player: int) -> Deferred[tuple[SessionRow, ...]]:
        """The sessions of a player, the newest first, with those that were over lately."""
        return run(read_or_refuse(self._store, lambda conn: sessions.of_player(conn, player)))

    def _going_on(self, found: SessionRow | None, at: int) -> SessionRow:
        if found is None:
            raise _unknown()
        if found.ended is not None:
            raise Refusal(*OVER.get(found.why, ENDED))
        if found.began + self._lifetime.most_days * DAY_MS <= at:
            days = self._lifetime.most_days
            text = f"You logged in {days} days ago; log in again."
            raise Refusal("session_old", text, days=days)
        if found.expires <= at:
            text = f"You were away for {self._lifetime.idle_days} days; log in again."
            raise Refusal("session_expired", text)
        return found

    def _refuse_if_late(self, session: int, opened: float) -> None:
        if opened < self._opened.get(session, opened):
            raise _unknown()

    def _is_over(self, session: int) -> None:
        _remember(self._over, session, None)

    def tidy(self) -> Deferred[int]:
        """Forget sessions over for long, a few in a commit; how many they were."""
        return run(self._tidy())

    async def _tidy(self) -> int:
        before, gone = self._now() - self._lifetime.kept_days * DAY_MS, 0
        while True:
            some = await write_or_refuse(self._store, lambda conn: sessions.forget(conn, before))
            gone += some
            if some < sessions.CHUNK:
                return gone


def _remember(known: OrderedDict[int, T], session: int, what: T) -> None:
    known[session] = what
    known.move_to_end(session)
    if len(known) > KNOWN:
        known.popitem(last=False)


def _entering(conn: Transaction, player: int, at: int) -> PlayerAccount:
    who = settled(conn, player, at)
    refuse_if_barred(who)
    return who


def _unknown() -> Refusal:
    return Refusal("session_unknown", "The house does not know this session; log in again.")

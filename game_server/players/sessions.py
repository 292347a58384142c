"""Sessions: from login to logout, across broken lines, on one device at a time.

A client holds one token, 256 bits from the operating system; on disk is its SHA-256. `resume`
gives a new token for the one shown, and then both are good: the answer with the new one may have
been lost, and whoever is locked out as a guest has lost the chips too. As soon as the new one has
been used, in `resume` or by `received`, the old one is worth nothing. Whichever is shown, an
answer that was lost takes its token with it, so never more than two are good.
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from twisted.internet.defer import Deferred

from game_server.players.person import Person
from game_server.players.standing import refuse_if_barred, settled
from game_server.players.written import run, written
from game_server.store import sessions
from game_server.store.ports import Store
from game_server.store.refusals import TokenStale
from game_server.store.sessions import Session
from protocol.words import Illegal

DAY_MS: Final = 24 * 60 * 60 * 1000
IDLE_MS: Final = 30 * DAY_MS
TOKEN_BYTES: Final = 32
REPLACED: Final = "replaced"
LOGOUT: Final = "logout"
OVER: Final[Mapping[str, tuple[str, str]]] = {
    REPLACED: ("session_replaced", "You have logged in on another device; log in to come back."),
    LOGOUT: ("session_over", "You have logged out; log in again."),
}
"""What is told of a session by why it ended."""
ENDED: Final = ("session_over", "The house has ended your session; log in again.")
Also = Callable[[sqlite3.Connection], None]
"""What else is written in the same commit: the reply to the request that this answers."""


@dataclass(frozen=True, slots=True)
class Older:
    """The session that a login has ended, and the device to be told."""

    session: int
    device: str


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody is in: who, in which session, with which token for the next time."""

    person: Person
    session: int
    token: str = field(repr=False)
    replaced: Older | None = None


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> bytes:
    """What is kept of a token. It is as long as its hash, so it needs no salt and no stretching."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Sessions:
    """Who is logged in. Refusals are Illegal: a code and a sentence to show."""

    def __init__(
        self, store: Store, now: Callable[[], int], new_token: Callable[[], str] = new_token
    ) -> None:
        self._store = store
        self._now = now
        self._new_token = new_token

    def begin(self, player: int, device: str) -> Deferred[Entered]:
        """A session for a player whose login was right; the one on another device is over."""
        token, at = self._new_token(), self._now()

        def work(conn: sqlite3.Connection) -> Entered:
            who = _entering(conn, player, at)
            began, older = sessions.create(
                conn,
                player=player,
                token=digest(token),
                device=device,
                at=at,
                expires=at + IDLE_MS,
            )
            replaced = Older(older.id, older.device) if older and at < older.expires else None
            return Entered(who, began.id, token, replaced)

        return run(written(self._store, work))

    def resume(self, shown: str) -> Deferred[Entered]:
        """Go on with the session of that token, under another one."""
        token, at = self._new_token(), self._now()
        used = digest(shown)

        def work(conn: sqlite3.Connection) -> Entered:
            found = _going_on(sessions.by_hash(conn, used), at)
            who = _entering(conn, found.player, at)
            sessions.rotate(conn, found.id, used=used, token=digest(token), expires=at + IDLE_MS)
            return Entered(who, found.id, token)

        return run(written(self._store, work))

    def received(self, entered: Entered) -> Deferred[bool]:
        """The client has its token, for it answered something that was sent later: the token
        before is worth nothing, and the thirty days begin anew. False: the session is over or has
        been resumed since."""
        kept, at = digest(entered.token), self._now()

        def work(conn: sqlite3.Connection) -> bool:
            try:
                sessions.confirm(conn, entered.session, token=kept, expires=at + IDLE_MS)
            except TokenStale:
                return False
            return True

        return run(written(self._store, work))

    def end(self, session: int, why: str = LOGOUT, also: Also | None = None) -> Deferred[bool]:
        """End a session; False if it was over already."""
        at = self._now()

        def work(conn: sqlite3.Connection) -> bool:
            ended = sessions.end(conn, session, at=at, why=why)
            if also is not None:
                also(conn)
            return ended is not None

        return run(written(self._store, work))

    def tidy(self) -> Deferred[int]:
        """Forget sessions that were over thirty days ago; how many they were."""
        before = self._now() - IDLE_MS
        return run(written(self._store, lambda conn: sessions.forget(conn, before)))


def _going_on(found: Session | None, at: int) -> Session:
    if found is None:
        raise Illegal("session_unknown", "The house does not know this session; log in again.")
    if found.ended is not None:
        raise Illegal(*OVER.get(found.why, ENDED))
    if found.expires <= at:
        text = f"You were away for {IDLE_MS // DAY_MS} days; log in again."
        raise Illegal("session_expired", text)
    return found


def _entering(conn: sqlite3.Connection, player: int, at: int) -> Person:
    who = settled(conn, player, at)
    refuse_if_barred(who)
    return who

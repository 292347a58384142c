"""Another password for a member who has lost it, without a password that anybody else sees.

The device asks, and gets a key that nobody else has and a number that its player reads to the
house. Whoever approves it has seen to who that is, and gives the number; then the device that has
the key chooses the password. The key is never shown, and its hash is all that is kept of it.
"""

import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from twisted.internet.defer import Deferred

from game_server.addresses import household
from game_server.players.names import fold
from game_server.players.passwords import Passwords, check_new_password
from game_server.players.sessions import digest, new_token
from game_server.players.throttle import Pace, Throttle
from game_server.players.written import looked_up, run, written
from game_server.store import accounts, resets, sessions
from game_server.store.ports import Clock, Store
from game_server.store.resets import Reset
from protocol.words import Illegal

LASTS_MS: Final = 15 * 60 * 1000
DAY_MS: Final = 24 * 60 * 60 * 1000
DIGITS: Final = 6
TRIES: Final = 3
"""So many wrong numbers end the requests of a player."""
PER_ADDRESS: Final = Pace(free=5, first=60.0, longest=3600.0, relax=600.0)
PER_NAME: Final = Pace(free=3, first=60.0, longest=900.0, relax=900.0)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: the device's key, the number to be read to the house, how long it can be used, and
    whose it is, which the device is not told."""

    key: str = field(repr=False)
    number: str = field(repr=False)
    ms: int
    player: int | None


class Resets:
    """Takes requests for another password. Refusals are Illegal: a code and a sentence."""

    def __init__(
        self,
        store: Store,
        passwords: Passwords,
        clock: Clock,
        now: Callable[[], int],
        below: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self._store, self._passwords = store, passwords
        self._clock, self._now, self._below = clock, now, below
        self._addresses, self._names = Throttle(PER_ADDRESS), Throttle(PER_NAME)

    def ask(self, name: str, address: str) -> Deferred[Asked]:
        """A request for the member of that name. One who is none gets an answer too, which tells
        nobody whether there is such a member; it is never approved."""
        return run(self._ask(name, address))

    def choose(self, key: str, password: str) -> Deferred[int]:
        """The password of a request that was approved: the player's number. Every session of the
        player is over, and so is every other request."""
        return run(self._choose(key, password))

    def tidy(self) -> Deferred[int]:
        """Forget requests that were over a day ago."""
        before = self._now() - DAY_MS
        return run(written(self._store, lambda conn: resets.forget(conn, before)))

    # -- how -----------------------------------------------------------------------------

    async def _ask(self, name: str, address: str) -> Asked:
        folded, house, seconds = fold(name), household(address), self._clock.seconds()
        wait = max(self._addresses.wait(house, seconds), self._names.wait(folded, seconds))
        if wait > 0:
            text = f"There were many such requests; wait {wait:.0f} seconds and try again."
            raise Illegal("reset_wait", text, seconds=round(wait) or 1)
        self._addresses.take(house, seconds)
        self._names.take(folded, seconds)
        key, at = new_token(), self._now()
        number = str(self._below(10**DIGITS)).zfill(DIGITS)

        def work(conn: sqlite3.Connection) -> int | None:
            known = accounts.by_name(conn, folded)
            player = known.id if known is not None and known.kind == "member" else None
            resets.ask(
                conn,
                player=player,
                key=digest(key),
                number=number,
                address=address,
                at=at,
                until=at + LASTS_MS,
            )
            return player

        return Asked(key, number, LASTS_MS, await written(self._store, work))

    async def _choose(self, key: str, password: str) -> int:
        hidden = digest(key)

        def approved(conn: sqlite3.Connection) -> accounts.Player:
            return accounts.by_id(conn, _approved(resets.by_key(conn, hidden), self._now()))

        who = await looked_up(self._store, approved)
        check_new_password(password, who.name)
        kept = await self._passwords.hash(password)

        def work(conn: sqlite3.Connection) -> int:
            player, at = approved(conn).id, self._now()
            accounts.set_password(conn, player, kept)
            sessions.end_all(conn, player, at=at, why="password")
            used = resets.by_key(conn, hidden)
            if used is not None:
                resets.become(conn, used.id, "used", used.who)
            resets.void(conn, player)
            return player

        return await written(self._store, work)


def approve(conn: sqlite3.Connection, player: int, number: str, who: str, at: int) -> Reset | None:
    """Let the device that has this number choose a password; None if no open request of the player
    has it, which is a try. A piece of work: what is refused afterwards must not undo the count."""
    typed = "".join(one for one in number if one.isdecimal())
    for one in resets.open_of(conn, player, at):
        if secrets.compare_digest(one.number.encode(), typed.encode()):
            resets.void(conn, player)
            resets.become(conn, one.id, "approved", who)
            return one
    resets.tried(conn, player, at, TRIES)
    return None


def _approved(found: Reset | None, at: int) -> int:
    """Whose password may be chosen now."""
    if found is None or found.state in ("used", "void") or found.until <= at:
        text = "This request is over; ask for another password once more."
        raise Illegal("reset_over", text)
    if found.player is None or found.state != "approved":
        text = "The house has not approved it yet; read it the number, and try again then."
        raise Illegal("reset_waits", text)
    return found.player

"""Password resets: another password for a member who has lost it, without a password that anybody
else sees.

The device asks, and gets a key that nobody else has and a number that its player reads to the
house. Whoever approves it has seen to who that is, and gives the number; then the device that has
the key chooses the password. The key is never shown, and its hash is all that is kept of it.

Strangers who ask for somebody's password keep nobody from asking: they are counted at their own
addresses. Of their open requests so many are kept, and those of an address from which the player
has been in lately are none of them.
"""

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from twisted.internet.defer import Deferred

from game_server.addresses import household, networks
from game_server.clock import Clock
from game_server.players.disk_errors import read_or_refuse, run, write_or_refuse
from game_server.players.names import fold
from game_server.players.passwords import Passwords, check_new_password
from game_server.players.sessions import digest, new_token
from game_server.players.throttle import USUAL_PER_ADDRESS, Pace, Places, Throttle
from game_server.store import accounts, resets, sessions
from game_server.store.ports import Store
from game_server.store.resets import PasswordReset
from game_server.store.transaction import Transaction
from protocol.words import Refusal

LASTS_MS: Final = 15 * 60 * 1000
DAY_MS: Final = 24 * 60 * 60 * 1000
DIGITS: Final = 6
TRIES: Final = 3
"""Wrong numbers that end the requests of a player."""
PER_ADDRESS: Final = Pace(free=5, first=60.0, longest=3600.0, relax=600.0)
PER_NAME: Final = Pace(free=3, first=60.0, longest=900.0, relax=900.0)
"""What one address may ask for one name, and how often its player hears of any."""
OF_STRANGERS: Final = 20
"""Open requests for one player, at most, from addresses where the player has not been lately."""


@dataclass(frozen=True, slots=True)
class ResetRequest:
    """A request for a password reset: the device's key, the number to be read to the house, how
    long it can be used, and whose it is, which the device is not told."""

    key: str = field(repr=False)
    number: str = field(repr=False)
    ms: int
    player: int | None


class Resets:
    """Password resets, from the request to the new password. What is refused is raised as
    Refusal."""

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
        self._addresses, self._pairs = (
            Places(PER_ADDRESS, USUAL_PER_ADDRESS.times),
            Throttle(PER_NAME),
        )
        self._told = Throttle(PER_NAME)

    def ask(self, name: str, address: str) -> Deferred[ResetRequest]:
        """A request for the member of that name. One who is none gets an answer too, which tells
        nobody whether there is such a member; it is never approved."""
        return run(self._ask(name, address))

    def hears(self, player: int) -> bool:
        """Whether a player who is in hears of a request now: of the first of many, and then of one
        from time to time. Only what was heard counts, or nobody need be warned who comes in late.
        """
        key, seconds = str(player), self._clock.seconds()
        if self._told.wait(key, seconds) > 0:
            return False
        self._told.take(key, seconds)
        return True

    def choose(self, key: str, password: str) -> Deferred[int]:
        """The password of a request that was approved: the player's number. Every session of the
        player is over, and so is every other request."""
        return run(self._choose(key, password))

    def tidy(self) -> Deferred[int]:
        """Forget requests that were over a day ago."""
        before = self._now() - DAY_MS
        return run(write_or_refuse(self._store, lambda conn: resets.forget(conn, before)))

    # -- how -----------------------------------------------------------------------------

    async def _ask(self, name: str, address: str) -> ResetRequest:
        folded, seconds = fold(name), self._clock.seconds()
        pair = f"{household(address)} {folded}"
        wait = max(self._addresses.wait(address, seconds), self._pairs.wait(pair, seconds))
        if wait > 0:
            text = f"There were many such requests; wait {wait:.0f} seconds and try again."
            raise Refusal("reset_wait", text, seconds=round(wait) or 1)
        self._addresses.take(address, seconds)
        self._pairs.take(pair, seconds)
        key, at = new_token(), self._now()

        def work(conn: Transaction) -> ResetRequest:
            known = accounts.by_name(conn, folded)
            player = known.id if known is not None and known.kind == "member" else None
            others = () if player is None else resets.open_of(conn, player, at)
            number = self._number(others)
            _make_room(conn, others, sessions.addresses_of(conn, folded), address)
            resets.ask(
                conn,
                player=player,
                key=digest(key),
                number=number,
                address=address,
                at=at,
                until=at + LASTS_MS,
            )
            return ResetRequest(key, number, LASTS_MS, player)

        return await write_or_refuse(self._store, work)

    def _number(self, others: tuple[PasswordReset, ...]) -> str:
        """One that no other request of the player has: the house hears nothing but the number."""
        while True:
            number = str(self._below(10**DIGITS)).zfill(DIGITS)
            if all(number != one.number for one in others):
                return number

    async def _choose(self, key: str, password: str) -> int:
        hidden = digest(key)

        def approved(conn: Transaction) -> accounts.PlayerRow:
            return accounts.by_id(conn, _approved(resets.by_key(conn, hidden), self._now()))

        who = await read_or_refuse(self._store, approved)
        check_new_password(password, who.name)
        kept = await self._passwords.hash(password)

        def work(conn: Transaction) -> int:
            player, at = approved(conn).id, self._now()
            accounts.set_password(conn, player, kept)
            sessions.end_all(conn, player, at=at, why="password")
            used = resets.by_key(conn, hidden)
            if used is not None:
                resets.become(conn, used.id, "used", used.who)
            resets.void(conn, player)
            return player

        return await write_or_refuse(self._store, work)


def approve(conn: Transaction, player: int, number: str, who: str, at: int) -> PasswordReset | None:
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


def _make_room(
    conn: Transaction, others: tuple[PasswordReset, ...], been: frozenset[str], address: str
) -> None:
    """End a request of strangers if they have too many: of the network that has most of them the
    oldest, so that it takes many networks to end one that somebody else waits for."""
    homes = set(map(household, been))
    if household(address) in homes:
        return
    strangers = [one for one in others if household(one.address) not in homes]
    if len(strangers) < OF_STRANGERS:
        return
    crowds = Counter(networks(one.address)[-1] for one in strangers)
    goes = max(reversed(strangers), key=lambda one: crowds[networks(one.address)[-1]])
    resets.become(conn, goes.id, "void")


def _approved(found: PasswordReset | None, at: int) -> int:
    """Whose password may be chosen now."""
    if found is None or found.state in ("used", "void") or found.until <= at:
        text = "This request is over; ask for another password once more."
        raise Refusal("reset_over", text)
    if found.player is None or found.state != "approved":
        text = "The house has not approved it yet; read it the number, and try again then."
        raise Refusal("reset_waits", text)
    return found.player

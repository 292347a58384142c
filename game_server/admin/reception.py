"""The logins of administrators: names, passwords, and the tokens of those who have logged in."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, cast

from game_server.admin import wire
from game_server.admin.desk import Administrator
from game_server.admin.menu.words import Role
from game_server.clock import Clock
from game_server.players.disk_errors import read_or_refuse
from game_server.players.factors import Factors
from game_server.players.passwords import Passwords, check_new_password
from game_server.players.sessions import digest, new_token
from game_server.players.throttle import LoginThrottle
from game_server.refusals import SecondFactorWrong, TypedRefusal
from game_server.store import admins
from game_server.store.factors import FactorOwner
from game_server.store.ports import Store
from protocol.words import Refusal

NAME: Final = re.compile(r"[a-z][a-z0-9._-]{1,23}")
LONGEST: Final = 24
SHORTEST: Final = 12
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS: Final = 5
SESSION_S: Final = 8 * 60 * 60.0
MOST_SESSIONS: Final = 1_000


class LoginWrong(TypedRefusal):
    """No administrator has that name and that password."""

    CODE = wire.LOGIN_WRONG


@dataclass
class AdminSession:
    """A session of an administrator: whose, by which password, and until when."""

    admin: int
    password: str = field(repr=False)
    until: float


class Reception:
    """The logins of administrators: who is let in, and for how long. Sessions are of this process:
    a restart asks for passwords again."""

    def __init__(self, store: Store, passwords: Passwords, clock: Clock, factors: Factors) -> None:
        self._store, self._passwords, self._clock = store, passwords, clock
        self._factors = factors
        self._throttle = LoginThrottle()
        self._sessions: dict[bytes, AdminSession] = {}

    async def log_in(
        self, name: str, password: str, address: str, code: str = ""
    ) -> tuple[Administrator, str]:
        """The administrator of that name and password, and of that code where there is a second
        factor, and a token for further connections. A wrong name and a wrong password are refused
        in the same words after the same time."""
        attempt = self._throttle.begin_login(name[:LONGEST], address, self._clock.seconds())
        try:
            everybody = await read_or_refuse(self._store, admins.everybody)
            kept = next((one for one in everybody if one.name == name), None)
            right, _ = await self._passwords.check(password, kept.password if kept else None)
        except Refusal:
            self._throttle.was_not_judged(attempt)
            raise
        if not everybody:
            text = "There is no administrator yet; stop the house and run `cardroom admin init`."
            raise LoginWrong(text)
        if kept is None or not right:
            text = "No administrator has this name and this password; type both again."
            raise LoginWrong(text)
        try:
            await self._factors.ask(owner_of(kept.id), code)
        except SecondFactorWrong:
            raise
        except Refusal:
            self._throttle.was_not_judged(attempt)
            raise
        self._throttle.was_right(attempt)
        return _admin(kept), self._begin(kept)

    async def knows(self, name: str) -> str:
        """The name, if an administrator has it."""
        kept = await read_or_refuse(self._store, lambda conn: admins.by_name(conn, name))
        return kept.name if kept else ""

    async def resume(self, token: str) -> Administrator:
        """The administrator of a token as things are now: another role counts at once, and so do
        another password and a removal."""
        found = await self._of(digest(token))
        if found is None:
            raise Refusal(wire.SESSION_OVER, "Your session is over; log in again.")
        return found

    def log_out(self, token: str) -> None:
        """The token opens nothing any more."""
        self._sessions.pop(digest(token), None)

    async def _of(self, hashed: bytes) -> Administrator | None:
        session = self._sessions.get(hashed)
        if session is None:
            return None
        kept = await read_or_refuse(self._store, lambda conn: admins.by_id(conn, session.admin))
        now = self._clock.seconds()
        # With another password every session of the old one is over.
        if kept is None or now > session.until or kept.password != session.password:
            self._sessions.pop(hashed, None)
            return None
        return _admin(kept)

    def _begin(self, kept: admins.AdminRow) -> str:
        token = new_token()
        while len(self._sessions) >= MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        until = self._clock.seconds() + SESSION_S
        self._sessions[digest(token)] = AdminSession(kept.id, kept.password, until)
        return token


def read_name(text: str) -> str:
    """The name of an administrator; Refusal if it is none."""
    if not NAME.fullmatch(text):
        words = "A name is 2 to 24 small letters, digits, dots, - and _, a letter first."
        raise Refusal("name_wrong", words)
    return text


def check_password(password: str, name: str) -> None:
    """Refusal if a stranger would guess it: an administrator's is longer than a player's."""
    if len(password) < SHORTEST:
        text = f"That password has {len(password)} characters; use {SHORTEST} or more."
        raise Refusal("password_short", text, least=SHORTEST)
    check_new_password(password, name)


def new_password(below: Callable[[int], int] = secrets.randbelow) -> str:
    """A password that nobody guesses, in groups that can be read aloud."""
    return "-".join("".join(LETTERS[below(len(LETTERS))] for _ in range(4)) for _ in range(GROUPS))


def owner_of(admin: int) -> FactorOwner:
    """The administrator of this number, as one who may have a second factor."""
    return FactorOwner("admin", admin)


def _admin(kept: admins.AdminRow) -> Administrator:
    return Administrator(kept.id, kept.name, cast(Role, kept.role))

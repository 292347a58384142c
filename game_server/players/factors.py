"""Second factors: codes of an app beside the password, for members and for administrators.

A factor counts when a code of it has been typed once. Each code opens once, and so does each of the
recovery codes that are shown when it begins to count. The secret lies on disk sealed.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from twisted.internet.defer import Deferred

from game_server.players import totp
from game_server.players.disk_errors import read_or_refuse, run, write_or_refuse
from game_server.players.seal import Seal
from game_server.refusals import SecondFactorNeeded, SecondFactorWrong
from game_server.store import deletions, factors
from game_server.store.factors import FactorOwner, FactorRow
from game_server.store.ports import Store
from game_server.store.transaction import Transaction
from protocol.words import Refusal

RECOVERIES: Final = 10
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS: Final = 4
_CODE: Final = re.compile(r"\d{6}")
Result = Literal["none", "right", "wrong"]


@dataclass(frozen=True, slots=True)
class Begun:
    """A second factor that was begun: its secret for an app, as text and as a link."""

    secret: str = field(repr=False)
    uri: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a second factor: whether it is asked for, and how many recovery codes are
    left."""

    on: bool
    left: int


class Factors:
    """Begins, asks for and ends second factors. What is refused is raised as Refusal."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        seal: Seal,
        issuer: str,
        new_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store, self._now, self._seal = store, now, seal
        self._issuer, self._new_bytes = issuer, new_bytes

    def standing(self, owner: FactorOwner) -> Deferred[Standing]:
        """How it stands."""

        def look(conn: Transaction) -> Standing:
            known = factors.of(conn, owner)
            on = known is not None and known.confirmed is not None
            return Standing(on, factors.left(conn, owner) if on else 0)

        return run(read_or_refuse(self._store, look))

    def begin(self, owner: FactorOwner, name: str) -> Deferred[Begun]:
        """A new secret, which counts when a code of it is confirmed."""
        secret, at = self._new_bytes(totp.SECRET_BYTES), self._now()
        sealed = self._seal.close(secret, str(owner))

        def work(conn: Transaction) -> Begun:
            if owner.kind == "player":
                deletions.refuse(conn, owner.id)
            known = factors.of(conn, owner)
            if known is not None and known.confirmed is not None:
                text = "A second factor is asked for already; turn it off before you begin another."
                raise Refusal("factor_on", text)
            factors.begin(conn, owner, sealed, at)
            return Begun(totp.shown(secret), totp.uri(secret, name, self._issuer))

        return run(write_or_refuse(self._store, work))

    def confirm(self, owner: FactorOwner, code: str) -> Deferred[tuple[str, ...]]:
        """From now on it is asked for; the recovery codes, which are told this once."""
        made, at = tuple(self._recovery() for _ in range(RECOVERIES)), self._now()

        def work(conn: Transaction) -> tuple[str, ...]:
            known = factors.of(conn, owner)
            if known is None or known.confirmed is not None:
                text = "No second factor waits to be confirmed; begin with a new secret."
                raise Refusal("factor_none", text)
            if not self._by_app(conn, owner, known, _read(code), at):
                raise _wrong()
            factors.confirm(conn, owner, at, map(_digest, made))
            return made

        return run(write_or_refuse(self._store, work))

    def ask(self, owner: FactorOwner, code: str) -> Deferred[None]:
        """Refusal if there is a factor and the code is none of it; a right one is used up."""
        return run(self._ask(owner, code))

    def off(self, owner: FactorOwner) -> Deferred[bool]:
        """No second factor any more; whether there was one."""
        return run(write_or_refuse(self._store, lambda conn: factors.remove(conn, owner)))

    # -- how -----------------------------------------------------------------------------

    async def _ask(self, owner: FactorOwner, code: str) -> None:
        standing = await self.standing(owner)
        if not standing.on:
            return
        if not code.strip():
            text = "The account has a second factor; give the code of your app too."
            raise SecondFactorNeeded(text)
        at = self._now()
        if (
            await write_or_refuse(self._store, lambda conn: self._use(conn, owner, code, at))
            == "wrong"
        ):
            raise _wrong()

    def _use(self, conn: Transaction, owner: FactorOwner, code: str, at: int) -> Result:
        known = factors.of(conn, owner)
        if known is None or known.confirmed is None:
            return "none"
        typed = _read(code)
        right = self._by_app(conn, owner, known, typed, at)
        return "right" if right or factors.recover(conn, owner, _digest(typed)) else "wrong"

    def _by_app(
        self, conn: Transaction, owner: FactorOwner, known: FactorRow, typed: str, at: int
    ) -> bool:
        secret = self._seal.open(known.sealed, str(owner))
        if secret is None or not _CODE.fullmatch(typed):
            return False
        step = totp.matching_step(secret, typed, at, known.step)
        if step is None:
            return False
        factors.used(conn, owner, step)
        return True

    def _recovery(self) -> str:
        # So many letters that a hash of them needs no salt and no stretching.
        row = self._new_bytes(GROUPS * 4)
        letters = [LETTERS[one % len(LETTERS)] for one in row]
        return "-".join("".join(letters[at : at + 4]) for at in range(0, len(letters), 4))


def seal_of(keys: Mapping[str, bytes]) -> Seal:
    """What seals the secrets of second factors, under these keys."""
    return Seal(keys, "second factor")


def reseal(conn: Transaction, keys: Mapping[str, bytes]) -> None:
    """Every secret under the first of these keys; one that opens under none stays as it is, and
    its owner has the recovery codes."""
    seal = seal_of(keys)
    for owner, sealed in factors.everything(conn):
        secret = seal.open(sealed, str(owner))
        if secret is not None:
            factors.seal_anew(conn, owner, seal.close(secret, str(owner)))


def _read(code: str) -> str:
    """A code without what people type between its groups."""
    return "".join(one for one in code.casefold() if one.isascii() and one.isalnum())


def _digest(code: str) -> bytes:
    return hashlib.sha256(_read(code).encode()).digest()


def _wrong() -> SecondFactorWrong:
    text = "That code is wrong, or was used; wait for the next one in your app and type that."
    return SecondFactorWrong(text)

"""Passwords: which are taken, and their argon2id hashes, which are all that is ever kept."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase, digits, punctuation
from typing import Final, NamedTuple

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError
from twisted.internet.defer import Deferred, gatherResults

from game_server.players.looks import lines_of
from game_server.players.names import fold
from game_server.players.pool import THREADS, Pool
from protocol.words import Refusal

SHORTEST: Final = 8
LONGEST: Final = 128
WARM: Final = 3
SIGNS: Final = punctuation + " "
ROWS: Final = (digits * 20, ascii_lowercase * 5)
"""Keys in a row, forwards or backwards."""
_OUR_OWN: Final = "cardroom woaini1314 5201314520 woaini520 aini1314 a123456789 1314520520 doudizhu"
OUR_OWN: Final = frozenset(_OUR_OWN.split())
"""What players of this house would choose, and the list of leaks does not have."""
HOUSE: Final = "cardroom"
LEAST_OF_OWN: Final = 5
"""The letters that a password has, at least, beside one's name and the house's."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The cost of a hash; the least that is recommended for argon2id is the house's."""

    memory_kib: int = 19 * 1024
    passes: int = 2


class Checked(NamedTuple):
    """The answer to a password: whether it was right; `stronger` is a new hash to keep if the old
    one is weak."""

    right: bool
    stronger: str | None = None


def check_new_password(password: str, name: str) -> None:
    """Refusal if a stranger would guess it."""
    letters = len(unicodedata.normalize("NFC", password))
    if letters < SHORTEST:
        words = f"That password has {letters} characters; use {SHORTEST} or more."
        raise Refusal("password_short", words, least=SHORTEST)
    if letters > LONGEST:
        words = f"That password has {letters} characters; use {LONGEST} at most."
        raise Refusal("password_long", words, most=LONGEST)
    if _is_common(password.casefold()):
        words = "That password is among the first to be guessed; choose one of your own."
        raise Refusal("password_common", words)
    if len(_without(fold(password), fold(name), HOUSE)) < LEAST_OF_OWN:
        words = "That password is little more than your name or the house's; add words of your own."
        raise Refusal("password_name", words)


def _is_common(low: str) -> bool:
    """Whether it is one of the common ones, or that with digits and signs around it, or a row."""
    tried = (low, low.strip(SIGNS), low.strip(SIGNS + digits))
    row = any(low in one or low in one[::-1] for one in ROWS)
    return row or len(set(low)) < 3 or not _common().isdisjoint(tried)


def _without(text: str, *words: str) -> str:
    for word in words:
        # Of a word of two letters too much would be left out.
        text = text.replace(word, "") if len(word) >= 3 else text.removeprefix(word)
    return text


@cache
def _common() -> frozenset[str]:
    """The commonest of the length that is asked for: ten thousand of them."""
    return OUR_OWN.union(lines_of("common_passwords.txt"))


class Passwords:
    """Hashes passwords and checks them beside the reactor; Busy when too many wait."""

    def __init__(self, pool: Pool, strength: Strength | None = None) -> None:
        cost = strength or Strength()
        self._pool = pool
        self._argon2 = PasswordHasher(
            time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=1, type=Type.ID
        )

    def warm_up(self) -> Deferred[None]:
        """Let every thread take the memory now that it will keep, rather than in a rush."""

        def work() -> None:
            # The allocator gives the first block back to the system; it keeps the later ones.
            for _ in range(WARM):
                self._hash("")

        once = [self._pool.do(work) for _ in range(THREADS)]
        return gatherResults(once).addCallback(lambda _: None)

    def hash(self, password: str) -> Deferred[str]:
        """What to keep of a password."""
        return self._pool.do(lambda: self._hash(password))

    def check(self, password: str, kept: str | None) -> Deferred[Checked]:
        """Is it the password of that hash? Without one it is wrong, after the same time: how long
        it takes must not tell whether there is an account."""
        return self._pool.do(lambda: self._check(password, kept))

    def _hash(self, password: str) -> str:
        return self._argon2.hash(_bytes(password))

    def _check(self, password: str, kept: str | None) -> Checked:
        if kept is None:
            self._hash(password)
            return Checked(False)
        try:
            self._argon2.verify(kept, _bytes(password))
        except (VerificationError, InvalidHashError):
            return Checked(False)
        weak = self._argon2.check_needs_rehash(kept)
        return Checked(True, self._hash(password) if weak else None)


def _bytes(password: str) -> bytes:
    """One password is one row of bytes, on whichever keyboard it was typed."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")

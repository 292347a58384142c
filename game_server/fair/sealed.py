"""Chance of one round from one secret, so that a restart draws the same cards again.

The secret comes from the operating system before anything is drawn and is journalled with the
round. Every draw is derived from it, from the source and from the turn that asked; whoever does
not hold the secret cannot tell the numbers from chance.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from typing import Final

SECRET_BYTES: Final = 32
_WORD: Final = 8
_WORDS: Final = 1 << (8 * _WORD)


def new_secret() -> bytes:
    """A secret for one round."""
    return secrets.token_bytes(SECRET_BYTES)


def draw(secret: bytes, source: str, turn: int, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers below the bounds, the same for the same question."""
    words = _words(secret, f"{source}/{turn}")
    return tuple(_below(bound, words) for bound in bounds)


def _below(bound: int, words: Iterator[int]) -> int:
    """By rejection: what lies above the last whole multiple of the bound is drawn again."""
    fair = _WORDS - _WORDS % bound
    return next(word for word in words if word < fair) % bound


def _words(secret: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        name = f"{label}/{block}".encode()
        digest = hmac.digest(secret, name, hashlib.sha256)
        for place in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[place : place + _WORD], "big")
        block += 1

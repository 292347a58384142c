"""The encryption of card tokens: whoever reads the database or a copy of it moves no money.

A sealed token is `sealed:KEY:...`, with the id of the key it is under. AES-GCM also ties it to its
player: in another's row it does not open. The keys are in a file of their own, never in a copy.
"""

import hashlib
import hmac
import os
import secrets
import stat
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MARK: Final = "sealed:"
KEY_BYTES: Final = 32
NONCE: Final = 12
HEAD: Final = """\
# Keys of the card tokens in the database of a card room: id and key, the one in use first.
# Keep this file where no copy of the database is, and never lose it: without it no token opens.
"""


class NoKey(Exception):
    """No key opens a token; the sentence says why and never quotes it."""


@dataclass(frozen=True, slots=True)
class Vault:
    """Seals tokens under the first key, and opens those under any."""

    keys: Mapping[str, bytes] = field(repr=False)

    def __post_init__(self) -> None:
        if not self.keys or any(len(key) != KEY_BYTES for key in self.keys.values()):
            raise ValueError(f"A vault has keys of {KEY_BYTES} bytes.")

    @property
    def in_use(self) -> str:
        """The id of the key that seals."""
        return next(iter(self.keys))

    def seal(self, token: str, player: int) -> str:
        """The token of a player's card as it may be written down."""
        key, nonce = self.in_use, secrets.token_bytes(NONCE)
        held = AESGCM(self.keys[key]).encrypt(nonce, token.encode(), _bound(key, player))
        return f"{MARK}{key}:{urlsafe_b64encode(nonce + held).decode()}"

    def open(self, sealed: str, player: int) -> str:
        """The token again; NoKey if it is under none of the keys, of another player, or changed."""
        key, _, text = sealed.removeprefix(MARK).partition(":")
        if not sealed.startswith(MARK) or key not in self.keys:
            raise NoKey(f"A token is under key {key_of(sealed)}, which is not here.")
        try:
            held = urlsafe_b64decode(text)
            opened = AESGCM(self.keys[key]).decrypt(held[:NONCE], held[NONCE:], _bound(key, player))
        except (ValueError, InvalidTag):
            raise NoKey(f"A token does not open by key {key}: one of both was changed.") from None
        return opened.decode()

    def digests(self) -> bytes:
        """A key for digests of what must not be guessed from a copy of the database."""
        return hmac.digest(
            self.keys[self.in_use], b"digests of cards and addresses", hashlib.sha256
        )

    def renewed(self) -> "Vault":
        """With a new key in use; what is sealed already still opens."""
        return Vault({**_new(), **self.keys})

    def retired(self) -> "Vault":
        """With the key in use alone."""
        return Vault({self.in_use: self.keys[self.in_use]})


def new_vault() -> Vault:
    """One with a key that nobody knows."""
    return Vault(_new())


def key_of(sealed: str) -> str:
    """The id of the key that a token is under; `none` if it is not sealed."""
    return sealed.removeprefix(MARK).partition(":")[0] if sealed.startswith(MARK) else "none"


def read_keys(file: Path) -> Vault:
    """The keys of a file; NoKey says what is wrong with it and what would be right."""
    try:
        # A pipe would keep whoever opens it waiting.
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK), encoding="ascii") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            if mode & 0o077:
                text = (
                    f"{file} has the keys of card tokens and can be read by others than its owner"
                )
                raise NoKey(f"{text} (mode {stat.S_IMODE(mode):04o}); do `chmod 600 {file}`.")
            lines = opened.read(65_536).splitlines()
    except OSError as wrong:
        raise NoKey(
            f"{file} cannot be read: {wrong.strerror}; it has the keys of card tokens."
        ) from None
    except UnicodeDecodeError:
        lines = ["?"]
    try:
        rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
        return Vault({key: urlsafe_b64decode(text) for key, text in rows})
    except ValueError:
        text = f"{file} is not as the house wrote it; bring back the right one."
        raise NoKey(text) from None


def serialised(vault: Vault) -> bytes:
    """The file of a vault's keys."""
    rows = (f"{key} {urlsafe_b64encode(value).decode()}\n" for key, value in vault.keys.items())
    return (HEAD + "".join(rows)).encode()


def _new() -> dict[str, bytes]:
    return {secrets.token_hex(4): secrets.token_bytes(KEY_BYTES)}


def _bound(key: str, player: int) -> bytes:
    return f"{MARK}{key}:{player}".encode()

"""Seals for what lies on disk: a copy of the database tells nothing of it without its keys, which
are in a file of their own."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE: Final = 12


class Seal:
    """Seals with AES-256-GCM for one purpose, under the first of the keys, and opens under any;
    `of` is what the sealed belongs to, so that it opens nowhere else."""

    def __init__(self, keys: Mapping[str, bytes], purpose: str) -> None:
        label = f"seal:{purpose}".encode()
        self._in_use = next(iter(keys))
        self._aeads = {
            name: AESGCM(hmac.digest(key, label, hashlib.sha256)) for name, key in keys.items()
        }

    def close(self, plain: bytes, of: str) -> bytes:
        """The sealed bytes, with the name of the key that they are under."""
        nonce = secrets.token_bytes(NONCE)
        held = self._aeads[self._in_use].encrypt(nonce, plain, of.encode())
        return b":".join((self._in_use.encode(), nonce + held))

    def open(self, sealed: bytes, of: str) -> bytes | None:
        """What was sealed; None if it was under another key, for something else, or changed."""
        name, _, held = sealed.partition(b":")
        aead = self._aeads.get(name.decode("ascii", "replace"))
        if aead is None:
            return None
        try:
            return aead.decrypt(held[:NONCE], held[NONCE:], of.encode())
        except (InvalidTag, ValueError):
            return None

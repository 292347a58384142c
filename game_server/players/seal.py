"""What lies on disk sealed: a copy of the database tells nothing of it without its key."""

import hashlib
import hmac
import secrets
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE: Final = 12


class Seal:
    """Seals with AES-256-GCM under a key that is made of the secret of the house for one purpose;
    `of` is what the sealed belongs to, so that it opens nowhere else."""

    def __init__(self, secret: bytes, purpose: str) -> None:
        key = hmac.digest(secret, f"seal:{purpose}".encode(), hashlib.sha256)
        self._aead = AESGCM(key)

    def close(self, plain: bytes, of: str) -> bytes:
        """The sealed bytes."""
        nonce = secrets.token_bytes(NONCE)
        return nonce + self._aead.encrypt(nonce, plain, of.encode())

    def open(self, sealed: bytes, of: str) -> bytes | None:
        """What was sealed; None if it was under another key, for something else, or changed."""
        try:
            return self._aead.decrypt(sealed[:NONCE], sealed[NONCE:], of.encode())
        except (InvalidTag, ValueError):
            return None

"""Codes of a second factor that follow from a secret and the time: TOTP of RFC 6238, with the SHA-1
and six digits that every app for such codes has. Pure; time is handed in."""

import base64
import hashlib
import hmac
from typing import Final
from urllib.parse import quote, urlencode

STEP_MS: Final = 30_000
DIGITS: Final = 6
SECRET_BYTES: Final = 20
WINDOW: Final = 1
"""A clock may be wrong by so many steps, and a code be typed so late."""


def step_of(at: int) -> int:
    """The step of a moment in milliseconds."""
    return at // STEP_MS


def code_at(secret: bytes, step: int) -> str:
    """The code of a step."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), hashlib.sha1)
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def matching_step(secret: bytes, code: str, at: int, after: int) -> int | None:
    """The step that a code is of, within the window of that moment; None if it is of none, or of
    one that is not behind `after`: a code that was used opens nothing again."""
    now, found = step_of(at), None
    for step in range(now - WINDOW, now + WINDOW + 1):
        # All are compared, in a time that tells nothing.
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()) and step > after:
            found = step
    return found


def shown(secret: bytes) -> str:
    """The secret as it is typed into an app."""
    return base64.b32encode(secret).decode().rstrip("=")


def uri(secret: bytes, name: str, issuer: str) -> str:
    """The secret as an app reads it from a link or a picture."""
    asked = urlencode({"secret": shown(secret), "issuer": issuer}, quote_via=quote)
    return f"otpauth://totp/{quote(f'{issuer}:{name}')}?{asked}"

"""A file with a secret: what the bank knows the house by, or the servers of NATS a node."""

import os
import stat
from pathlib import Path
from typing import Final

LEAST: Final = 16
MOST: Final = 512


class BadSecret(Exception):
    """The file holds no good secret: what is wrong with it and what would be right; never what is
    in it."""


def read_secret(path: str, of: str = "the bank's secret") -> str:
    """What the file holds, without the line's end; BadSecret when anybody else may read it. `of` is
    what the file is to hold, as it is said."""
    file = Path(path)
    try:
        # A pipe would keep whoever opens it waiting.
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK), "rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            if not stat.S_ISREG(mode):
                raise BadSecret(f"{file} is no file; name the file with {of}.")
            if mode & 0o077:
                others = f"{file} has {of} and can be read by others than its owner"
                raise BadSecret(
                    f"{others} (mode {stat.S_IMODE(mode):04o}); do `chmod 600 {file}`, and take a"
                    " new secret if others may have read it."
                )
            held = opened.read(MOST + 2)
    except OSError as wrong:
        text = f"{file} cannot be read: {wrong.strerror}; it is to hold {of}."
        raise BadSecret(text) from None
    secret = held.decode("latin-1").rstrip("\r\n")
    if not LEAST <= len(secret) <= MOST or not all("!" <= sign <= "~" for sign in secret):
        raise BadSecret(
            f"{file} holds no secret; it is one line of {LEAST} to {MOST} letters, digits and signs"
            " without spaces."
        )
    return secret

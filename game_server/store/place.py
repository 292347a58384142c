"""The folder of a house: its database, its secret, and the lock that keeps a second house out."""

import fcntl
import os
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from game_server.store.database import CannotOpen

DATABASE: Final = "cardroom.sqlite"
SECRET: Final = "secret"
LOCK: Final = "lock"
SECRET_BYTES: Final = 32


class Place(NamedTuple):
    """A folder that was taken: the secret of the house, and the open file that holds the lock."""

    secret: bytes
    lock: int


def take(data: Path) -> Place:
    """Make the folder ready, with a secret if it has none, and keep all others out until the file
    is closed; CannotOpen says why that cannot be."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        alone = os.open(data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(alone, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(alone)
            text = f"Another house runs on {data}; stop it, or name another folder as data."
            raise CannotOpen(text) from None
        kept = data / SECRET
        if not kept.exists():
            made = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "wb") as file:
                file.write(secrets.token_bytes(SECRET_BYTES))
        secret = kept.read_bytes()
    except OSError as wrong:
        text = f"{data} cannot be written to: {wrong.strerror}; name another folder as data."
        raise CannotOpen(text) from None
    if len(secret) < SECRET_BYTES:
        text = f"{kept} is too short to be the secret of the house; bring back the right one."
        raise CannotOpen(text)
    return Place(secret, alone)

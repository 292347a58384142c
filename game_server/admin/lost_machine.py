"""A house put back from its continuous copy on a machine that has none of it: all goes on where the
copy ends, hands in play too."""

import json
import os
import shutil
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from game_server.admin import keys
from game_server.admin.command.show import value_of
from game_server.admin.menu.words import Answer
from game_server.admin.offline import HERE, Tell, alone
from game_server.config import Config
from game_server.refusals import NotWritten
from game_server.store import audit, copy_folder, copying, data_folder, heads, month_files, rounds
from game_server.store.audit import AuditRequest
from game_server.store.copying import CannotCopy, sync_folder, write_whole
from game_server.store.database import open_database, open_to_look
from game_server.store.ports import CannotOpen
from game_server.store.transaction import writing
from protocol.words import Refusal

NEW: Final = ".restoring"
OLD: Final = (
    "The machine that it was copied from must not start again: both would pay the same winnings."
)


def restore(config: Config, folder: Path, tell: Tell) -> Answer:
    """Put the copy in that folder into a data folder that has no database."""
    data = Path(config.house.data)
    database, new = data / data_folder.DATABASE, data / f"{data_folder.DATABASE}{NEW}"
    if database.exists():
        text = f"There is a {database}, which is newer than any copy; name an empty folder as data."
        raise Refusal("database_there", text)
    try:
        secret = (folder / data_folder.SECRET).read_bytes()
        mine = data / data_folder.SECRET
        if mine.exists() and mine.read_bytes() != secret:
            text = f"{mine} is that of another house; name an empty folder as data."
            raise Refusal("secret_there", text)
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(mine, secret)
        with alone(config):
            try:
                _fetch(folder, new, tell)
                at, left = _looked_through(folder, new, tell)
                with closing(open_to_look(new)) as conn:
                    now = heads.heads(conn)
                os.replace(new, database)
                sync_folder(data)
            finally:
                _remove(new)
            months = month_files.bring(folder / data_folder.ARCHIVE, data / data_folder.ARCHIVE)
            heads.sign(data, secret, now)
    except (CannotCopy, CannotOpen) as wrong:
        raise Refusal(wrong.code, str(wrong)) from None
    except OSError as wrong:
        raise NotWritten(f"{wrong.filename}: {wrong.strerror}; nothing was put in place.") from None
    return {
        "said": _said(config, at, left),
        "database": str(database),
        "newest_at": at,
        "going_on": left,
        "months_brought": months,
    }


def _fetch(folder: Path, new: Path, tell: Tell) -> None:
    """Let Litestream write what was copied to a new file, up to the last change that is whole."""
    tell(f"Fetching what was copied into {folder}.")
    needs, free = copy_folder.least_size(folder), shutil.disk_usage(new.parent).free
    if free < needs:
        raise Refusal("no_room", f"{new.parent} has {free:,} bytes left; the copy takes {needs:,}.")
    source = (folder / copy_folder.COPIED).absolute().as_uri()
    why = "nothing was copied"
    for change in copy_folder.last_changes(folder):
        _remove(new)
        ran = subprocess.run(
            [copy_folder.program(), "restore", "-txid", change, "-o", str(new), source],
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode == 0 and new.exists():
            new.chmod(0o600)
            return
        why = (ran.stderr.strip().splitlines() or ["Litestream said nothing"])[-1]
        tell(f"Change {change} cannot be read; the one before it is tried.")
    text = f"{folder} cannot be put back: {why}. Take the newest copy of `backup`."
    raise Refusal("copy_wrong", text)


def _remove(new: Path) -> None:
    for end in ("", *copying.BESIDE, "-txid", ".tmp"):
        Path(f"{new}{end}").unlink(missing_ok=True)


def _looked_through(folder: Path, new: Path, tell: Tell) -> tuple[int | None, list[str]]:
    """Up to when it goes, and the rounds in play; what was done stands in its audit."""
    tell("Looking through the copy and adding up its ledger.")
    with closing(open_to_look(new)) as conn:
        wrong = copying.faults(conn)
    if wrong:
        text = f"The copy in {folder} is not right, so nothing was put in place: {wrong[0]}"
        raise Refusal("copy_wrong", f"{text} Take the newest copy of `backup`.")
    at = round(time.time() * 1000)
    with closing(open_database(new)) as conn, writing(conn):
        newest = copy_folder.last_beat(conn)
        left = [f"{one.table} {one.round}" for one in rounds.in_play(conn)]
        told = json.dumps({"folder": str(folder), "newest_at": newest, "going_on": left})
        row = audit.ask(conn, AuditRequest(at, HERE, "owner", HERE, "restore", told))
        audit.end(conn, row, audit.DONE, at)
    return None if newest is None else newest // 1000, left


def _said(config: Config, at: int | None, left: list[str]) -> str:
    said = f"The house stands as it was at {value_of('newest_at', at)}."
    said += f" Rounds that go on at the start: {', '.join(left) or 'none'}."
    if not keys.file_of(config).exists():
        said += f" No copy has the keys of cards: bring {keys.file_of(config)} before the start."
    return f"{said} {OLD}"

"""Copies of the database: of one moment, while it is written to, and looked through before they
count."""

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game_server.store import chain, increments, ledger_check, rounds
from game_server.store.database import migrations, open_to_look, version
from game_server.store.ports import StoreError
from game_server.store.sqlite import DatabaseError, SqliteConnection, apply_settings, sqlite_of
from game_server.store.transaction import Transaction

PAGES: Final = 256
PAUSE_S: Final = 0.002
"""So many are copied at a time, and so long the disk is the tables' in between."""
PART: Final = ".part"
CHANGES: Final = ".changes"
SECRET: Final = ".secret"
"""What stands behind the names of an unfinished copy, of what is kept of it, and of the secret
beside a copy."""
LOG: Final = "-wal"
BESIDE: Final = (LOG, "-shm")
"""What stands behind the names of the files that belong to a database in use."""
SPARE: Final = 64 * 1024 * 1024
SMALL: Final = 64 * 1024 * 1024
"""A file of so many bytes is read from end to end in a moment."""
Told = Callable[[int, int], None]
"""Hears how many pages are done, and how many there are."""


class CannotCopy(StoreError):
    """No copy could be made; the sentence says why, and what would be right."""

    code = "cannot_copy"


@dataclass(frozen=True, slots=True)
class DatabaseCopy:
    """A copy that was looked through."""

    file: Path
    secret: Path
    size: int
    version: int


def back_up(
    conn: Transaction, file: Path, secret: Path, told: Told, since: Path | None = None
) -> DatabaseCopy:
    """Copy what the connection sees now to a new file, with the secret beside it. Nothing of that
    name is there before the copy is whole, on disk and right. `since` is a whole copy beside it:
    what is kept then is what differs from that."""
    part = file.with_name(file.name + PART)
    kept, source = beside(file), sqlite_of(conn)
    try:
        mine = secret.read_bytes()
        _refuse_there(file, kept, mine)
        with _alone(part):
            copy(source, part, told)
            _forget_play(part)
            with closing(open_to_look(part)) as there:
                wrong = damage(there) or faults(there, pause, whole=False)
                number = version(there)
            if wrong:
                part.unlink()
                text = f"The copy is not right, so it was thrown away: {wrong[0]} Run the doctor."
                raise CannotCopy(text)
            # The copy took its time: what was put there meanwhile is not replaced either.
            try:
                if since is not None:
                    _keep_changes(part, since)
                _refuse_there(file, kept, mine)
            except StoreError:
                part.unlink()
                raise
            write_whole(kept, mine)
            os.replace(part, file)
            sync_folder(file.parent)
    except OSError as wrong_file:
        where = wrong_file.filename or part
        raise CannotCopy(f"{where}: {wrong_file.strerror}; name another folder.") from None
    except DatabaseError as wrong_copy:
        part.unlink(missing_ok=True)
        raise CannotCopy(f"{file} could not be written: {wrong_copy}.") from None
    return DatabaseCopy(file, kept, file.stat().st_size, number)


def _keep_changes(part: Path, since: Path) -> None:
    """Keep of a whole copy what differs from another."""
    changes = part.with_name(part.name + CHANGES)
    changes.unlink(missing_ok=True)
    changes.touch(mode=0o600)
    try:
        increments.write(part, since, changes, pause)
        os.replace(changes, part)
    finally:
        changes.unlink(missing_ok=True)


def beside(file: Path) -> Path:
    """Where the secret that belongs to a copy is written. The whole name stands in it: 2026.11.19
    and 2026.11.20 have two."""
    return file.with_name(file.name + SECRET)


def secret_of(file: Path) -> Path:
    """Where the secret that belongs to a copy is read; copies of before have it under the name
    without its ending."""
    now, before = beside(file), file.with_suffix(SECRET)
    return before if before.is_file() and not now.is_file() else now


def _refuse_there(file: Path, kept: Path, secret: bytes) -> None:
    if os.path.lexists(file):
        raise CannotCopy(f"{file} is there already; name another file.")
    if os.path.lexists(kept) and not (kept.is_file() and kept.read_bytes() == secret):
        raise CannotCopy(f"{kept} is there already and is not this secret; name another file.")


def copy(conn: SqliteConnection, file: Path, told: Told) -> None:
    """Write what the connection sees now to a file, on disk when this returns."""
    _room_for(conn, file)
    # As long as this look is open the copy is of its moment, however much is written meanwhile:
    # without it the copy begins anew with every commit.
    conn.execute("BEGIN")
    try:
        conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        with (
            file.open("rb") as made,
            closing(SqliteConnection.to(file)) as target,
        ):

            def copied(_: int, left: int, whole: int) -> None:
                # Little by little: one large sync at the end would hold up the tables' commits.
                os.fsync(made.fileno())
                time.sleep(PAUSE_S)
                told(whole - left, whole)

            conn.backup(target, pages=PAGES, progress=copied)
            # One file, without what belongs to a database in use.
            target.execute("PRAGMA journal_mode = DELETE").fetchall()
    finally:
        conn.execute("ROLLBACK")
    _sync(file)


def _forget_play(file: Path) -> None:
    """Leave nothing in a copy of what happened in rounds that are in play."""
    with closing(SqliteConnection.to(file)) as conn:
        # What is erased stays neither in the pages nor in a file beside them.
        apply_settings(conn, {"secure_delete": 1, "journal_mode": "memory"})
        conn.execute("BEGIN IMMEDIATE")
        rounds.forget_play(conn)
        conn.execute("COMMIT")
        conn.execute("PRAGMA journal_mode = DELETE").fetchall()
    _sync(file)


def faults(
    conn: Transaction, rest: Callable[[], None] = lambda: None, whole: bool = True
) -> tuple[str, ...]:
    """Everything that is wrong with a database, as far as it can be seen from within: `whole` is
    slow where the database is large; without it the newest is looked at, and a large file is not
    read from end to end. `rest` is called now and then, so that others get their turn."""
    if isinstance(conn, SqliteConnection) and (whole or _size(conn) <= SMALL):
        wrong = damage(conn)
        if wrong:
            return wrong
    known, has = len(migrations()), version(conn)
    if has > known:
        return (f"It is of version {has}; this program knows up to {known}.",)
    if not whole and ledger_check.stands(conn):
        return ledger_check.newest_faults(conn)
    booked = ledger_check.whole_faults(conn, rest)
    return booked + (chain.faults(conn, rest) if chain.stands(conn) else ())


def damage(conn: SqliteConnection) -> tuple[str, ...]:
    """What is wrong with the file itself; all of it is read."""
    try:
        wrong = [str(row[0]) for row in conn.execute("PRAGMA quick_check(10)") if row[0] != "ok"]
    except DatabaseError as beyond:
        wrong = [str(beyond)]
    return tuple(f"The file is damaged: {one}." for one in wrong)


def pause() -> None:
    """Let the tables of a house that runs have the processor."""
    time.sleep(PAUSE_S)


def put_aside(file: Path, stamp: str) -> Path | None:
    """Keep a database under another name, with all that belongs to it; None if there is none.
    The file itself stays until it is replaced, so that there is no moment without one."""
    if not file.exists():
        for end in BESIDE:
            Path(f"{file}{end}").unlink(missing_ok=True)
        return None
    kept = file.with_name(f"{file.name}.{stamp}")
    log, kept_log = Path(f"{file}{LOG}"), Path(f"{kept}{LOG}")
    os.link(file, kept)
    # Before it is opened: of a file that is damaged its log is thrown away.
    if log.exists():
        os.link(log, kept_log)
    try:
        with closing(SqliteConnection.to(file)) as conn:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        kept_log.unlink(missing_ok=True)
    except DatabaseError:
        pass  # What it held cannot be told: both are kept as they are.
    for end in BESIDE:
        Path(f"{file}{end}").unlink(missing_ok=True)
    return kept


def write_whole(file: Path, data: bytes) -> None:
    """Write a file that only its owner reads, whole or not at all."""
    part = file.with_name(file.name + PART)
    part.unlink(missing_ok=True)
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as made:
            made.write(data)
            made.flush()
            os.fsync(made.fileno())
        os.replace(part, file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _sync(file: Path) -> None:
    with file.open("rb") as made:
        os.fsync(made.fileno())


def _room_for(conn: SqliteConnection, file: Path) -> None:
    free, takes = shutil.disk_usage(file.parent).free, _size(conn)
    if free < takes + SPARE:
        text = f"{file.parent} has {free:,} bytes left; the copy takes {takes:,} and some to"
        raise CannotCopy(f"{text} spare. Make room, or name a folder elsewhere.")


def _size(conn: SqliteConnection) -> int:
    (pages,), (size,) = (
        conn.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
    )
    return int(pages * size)


@contextmanager
def _alone(part: Path) -> Iterator[None]:
    """An empty file that nobody else copies into until the end of a `with`."""
    opened = os.open(part, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotCopy("That copy is being made already; wait for it.") from None
        os.ftruncate(opened, 0)
        yield
    finally:
        os.close(opened)

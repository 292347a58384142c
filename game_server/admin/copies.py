"""Copies and versions of the database of a house that does not run."""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Final

from game_server.admin import lost_machine
from game_server.admin.menu.words import Answer, Json, Value
from game_server.admin.offline import HERE, Tell, alone, refuse_on_server
from game_server.config import Config
from game_server.refusals import NotWritten
from game_server.store import (
    audit,
    copy_folder,
    copying,
    data_folder,
    heads,
    increments,
    ledger,
    merging,
    month_files,
    resets,
    rounds,
    sessions,
)
from game_server.store.audit import AuditRequest
from game_server.store.copying import faults, sync_folder, write_whole
from game_server.store.database import Migration, migrations, open_database, open_to_look, version
from game_server.store.heads import ChainHeads
from game_server.store.merging import TakenOver
from game_server.store.ports import CannotOpen, StoreError
from game_server.store.rounds import RoundInPlay
from game_server.store.sqlite import DatabaseError, SqliteConnection
from game_server.store.transaction import whole, writing
from protocol.words import Refusal

NEW: Final = ".restoring"
FORGOTTEN: Final = (
    "bans, mutes, passwords and removed administrators are those of the copy; look for what was"
    " decided since."
)
TOLD_EVERY_S: Final = 1.0


def restore(config: Config, values: Mapping[str, Value], tell: Tell) -> Answer:
    """Put a copy in place of the database; nothing is changed before it has proved right."""
    refuse_on_server(config)
    source = named(config, values)
    if source.is_dir():
        return lost_machine.restore(config, source, tell)
    mine = Path(config.house.data) / data_folder.SECRET
    secret = mine.read_bytes() if mine.is_file() else b""
    with _refusing(), alone(config) as data:
        database, new = data / data_folder.DATABASE, data / f"{data_folder.DATABASE}{NEW}"
        if database.exists() and source.samefile(database):
            text = f"{source} is the database of this house; name a copy of `backup`."
            raise Refusal("file_wrong", text)
        try:
            brings = copying.secret_of(source)
            same = bool(secret) and (not brings.is_file() or brings.read_bytes() == secret)
            made = _prepared(source, new, database, same, tell)
            stamp = _stamp(data)
            brought = _bring_secret(brings, data, stamp, bool(secret))
            kept = copying.put_aside(database, stamp)
            os.replace(new, database)
            sync_folder(data)
            packed = month_files.bring(
                source.parent / data_folder.ARCHIVE, data / data_folder.ARCHIVE
            )
            # The copy is in place: a disk that is full now only leaves the doctor something to say.
            with suppress(OSError):
                heads.sign(data, (data / data_folder.SECRET).read_bytes(), made.heads)
        finally:
            _remove(new)
        said = f"{database} is the copy now."
        if kept is not None:
            said += f" What was there before is {kept.name}."
        said += " " + " ".join(made.says())
        if not (brought or secret):
            said += " No secret is beside the copy: who comes by card will be a stranger."
        return {
            "said": said,
            "database": str(database),
            "kept": str(kept) if kept else None,
            "secret": brought,
            "version": len(migrations()),
            "newest_at": made.newest,
            "months_brought": packed,
            **made.told(),
        }


def named(config: Config, values: Mapping[str, Value]) -> Path:
    """The copy that is meant; Refusal if there is none."""
    source = _copy(str(values["file"]), Path(config.house.data))
    if not source.is_file() and not copy_folder.is_copy(source):
        raise Refusal("no_file", f"There is no file {source}; name a copy that `backup` made.")
    return source


def _stamp(data: Path) -> str:
    """What is added to the names of files that are kept; nothing has it yet."""
    now = time.strftime("until-%Y%m%d-%H%M%S")
    stamps = chain((now,), (f"{now}-{nth}" for nth in count(2)))
    kept = data_folder.DATABASE, data_folder.SECRET
    return next(
        one for one in stamps if not any((data / f"{file}.{one}").exists() for file in kept)
    )


def _copy(named: str, data: Path) -> Path:
    """The file of that name here, or the copy to which `backup` gave it in the data folder."""
    here = Path(named)
    if here.name != named or here.exists():
        return here
    kept = data / data_folder.COPIES / named
    known = (kept, kept.with_name(named + data_folder.COPY_ENDING))
    return next((one for one in known if one.is_file()), here)


@dataclass(frozen=True)
class _Made:
    """What a copy has become before it takes the place of the database."""

    newest: int | None
    """When the last thing was booked in it, in Unix seconds."""
    void: tuple[RoundInPlay, ...]
    sessions: int
    kept: TakenOver
    heads: ChainHeads

    def told(self) -> dict[str, Json]:
        return {
            "void": [f"{one.table} {one.round}" for one in self.void],
            "sessions_ended": self.sessions,
            "measures_kept": self.kept.measures,
            "passwords_kept": self.kept.passwords,
            "second_factors_kept": self.kept.factors,
            "administrators_kept": self.kept.admins,
            "deletions_kept": self.kept.deletions,
            "security_rows_kept": self.kept.seen,
            "not_kept": list(self.kept.lost),
        }

    def says(self) -> Iterator[str]:
        if self.void:
            rounds = ", ".join(f"{one.table} {one.round}" for one in self.void)
            yield f"Rounds in play are void, all stakes are back: {rounds}."
        else:
            yield "No round was in play."
        yield f"{self.sessions} sessions are ended: everybody logs in again."
        kept = self.kept
        yield f"Kept from what was there: {kept.measures} bans, mutes and ends of them,"
        yield f"{kept.passwords} passwords, {kept.factors} second factors, {kept.admins} changes"
        yield f"of administrators, {kept.deletions} deleted accounts."
        yield from kept.lost


def _prepared(source: Path, new: Path, database: Path, same_secret: bool, tell: Tell) -> _Made:
    """The copy as it will be: looked through, up to date, without rounds and sessions, with what
    the house has taken away since, and with all that in its audit."""
    _remove(new)
    new.touch(mode=0o600)
    if increments.read(source) is None:
        with closing(open_to_look(source)) as conn:
            copying.copy(conn, new, _telling(tell))
    else:
        tell("Putting it together with the copy that it builds on.")
        increments.assemble(source, new)
    tell("Looking through the copy and adding up its ledger.")
    with closing(open_to_look(new)) as conn:
        wrong = faults(conn)
    if wrong:
        text = f"{source} is not right, so nothing was changed: {wrong[0]} Take another copy."
        raise Refusal("copy_wrong", text)
    at = round(time.time() * 1000)
    with closing(open_database(new)) as conn, writing(conn):
        newest = ledger.newest_at(conn)
        resets.void_all(conn)
        made = _Made(
            None if newest is None else newest // 1000,
            rounds.void_play(conn),
            sessions.end_everywhere(conn, at=at, why="restored"),
            _kept(database, conn, same_secret),
            heads.heads(conn),
        )
        for what, told in _steps(source, made):
            row = audit.ask(conn, AuditRequest(at, HERE, "owner", HERE, what, json.dumps(told)))
            audit.end(conn, row, audit.DONE, at)
        return replace(made, heads=heads.heads(conn))


def _kept(database: Path, new: SqliteConnection, same_secret: bool) -> TakenOver:
    """What is taken over from the database that is replaced, as far as it can be read."""
    if not database.exists():
        return TakenOver(lost=[f"There was no {database.name}: {FORGOTTEN}"])
    try:
        with closing(open_to_look(database)) as old, whole(new):
            return merging.keep(old, new, same_secret)
    except (CannotOpen, DatabaseError) as wrong:
        return TakenOver(lost=[f"{database.name} cannot be read ({wrong}): {FORGOTTEN}"])


def _steps(source: Path, made: _Made) -> Iterator[tuple[str, dict[str, Json]]]:
    yield "restore", {"file": str(source), **made.told()}
    for one in made.void:
        yield "void", {"table": one.table, "round": one.round}


def _bring_secret(secret: Path, data: Path, stamp: str, had: bool) -> bool:
    """The secret beside the copy becomes that of the house; whether there is one."""
    mine = data / data_folder.SECRET
    if not secret.is_file():
        return False
    brought = secret.read_bytes()
    if len(brought) < data_folder.SECRET_BYTES:
        text = f"{secret} is too short to be a secret, so nothing was changed; bring the right one."
        raise Refusal("copy_wrong", text)
    if had and mine.read_bytes() != brought:
        shutil.copy2(mine, data / f"{data_folder.SECRET}.{stamp}")
    write_whole(mine, brought)
    return True


def migrate(config: Config, values: Mapping[str, Value], tell: Tell) -> Answer:
    """The steps that the database lacks; they are taken if that is wanted."""
    refuse_on_server(config)
    database = Path(config.house.data) / data_folder.DATABASE
    if not database.is_file():
        text = f"There is no database {database}; the first start makes it, or --config names it."
        raise Refusal("no_database", text)
    with _refusing():
        has, lacks = _lacks(database)
        answer: dict[str, object] = {
            "version": has,
            "program": len(migrations()),
            "steps": [{"number": one.number, "name": one.name} for one in lacks],
        }
        if not values["apply"]:
            return answer  # type: ignore[return-value]  # all of it is JSON
        return _migrated(config, tell)


def _lacks(database: Path) -> tuple[int, tuple[Migration, ...]]:
    with closing(open_to_look(database)) as conn:
        has = version(conn)
    steps = migrations()
    if has > len(steps):
        text = f"The database is of version {has}; this program knows up to {len(steps)}."
        raise Refusal("newer", f"{text} Start the newer program again, or restore an older copy.")
    return has, steps[has:]


def _migrated(config: Config, tell: Tell) -> Answer:
    with alone(config) as data:
        database = data / data_folder.DATABASE
        has, lacks = _lacks(database)
        if not lacks:
            said = f"The database is of version {has}, as it should be; nothing was done."
            return {"said": said, "version": has, "kept": None}
        kept = data / f"{data_folder.DATABASE}.v{has}-{time.strftime('%Y%m%d-%H%M%S')}"
        kept.touch(mode=0o600)
        with closing(open_to_look(database)) as conn:
            copying.copy(conn, kept, _telling(tell))
        for one in lacks:
            tell(f"Step {one.number}: {one.name}.")
        with closing(open_database(database)) as conn:
            wrong, now = faults(conn), version(conn)
        if wrong:
            text = f"The ledger is not right since then: {wrong[0]} `restore` {kept} brings back"
            raise Refusal("ledger_wrong", f"{text} what was.")
        said = f"The database is of version {now} now; what it was is {kept.name}."
        return {"said": said, "version": now, "kept": str(kept)}


def _telling(tell: Tell) -> Callable[[int, int], None]:
    told = [time.monotonic()]

    def pages(done: int, whole: int) -> None:
        if time.monotonic() - told[0] >= TOLD_EVERY_S or done == whole:
            told[0] = time.monotonic()
            tell(f"{done:,} of {whole:,} pages are copied.")

    return pages


@contextmanager
def _refusing() -> Iterator[None]:
    """Whatever the disk does is said in a sentence."""
    try:
        yield
    except CannotOpen as wrong:
        raise Refusal("not_opened", str(wrong)) from None
    except StoreError as wrong:
        raise Refusal(wrong.code, str(wrong)) from None
    except DatabaseError as wrong:
        raise Refusal("not_opened", f"That is no right database: {wrong}; take another.") from None
    except OSError as wrong:
        text = f"{wrong.filename}: {wrong.strerror}; nothing was put in place."
        raise NotWritten(text) from None


def _remove(file: Path) -> None:
    for end in ("", *copying.BESIDE, "-journal"):
        Path(f"{file}{end}").unlink(missing_ok=True)

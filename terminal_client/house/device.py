"""The terminal as a device: its name, its language, and where it keeps what outlives it."""

import locale
import os
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from client_storage import Storage, config_folder

FOLDER: Final = Path("cardroom") / "terminal"
LONGEST: Final = 30


def storage(folder: Path | None = None) -> Storage:
    """The folder of this terminal, or the one named; claimed for its session."""
    kept = Storage(folder or config_folder(os.environ) / FOLDER, sync=True)
    kept.claim()
    return kept


def language(environment: Mapping[str, str]) -> str:
    """The language that the terminal speaks."""
    told = environment.get("LC_ALL") or environment.get("LANG") or locale.getlocale()[0]
    return told or ""


def name() -> str:
    """What it is called where the player looks who is logged in."""
    return f"{platform.system() or 'Terminal'} terminal"[:LONGEST]

"""The player's own music: a file in the right folder, named as a piece of ours, replaces it."""

import logging
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from mobile_client.ui.folders import files_in

KINDS: Final = frozenset({".flac", ".mp3", ".ogg", ".wav"})
"""What plays on phones and desktops alike."""

log: Final = logging.getLogger(__name__)


def find_tunes(folder: Path | None, pieces: Collection[str]) -> Mapping[str, Path]:
    """The files for these pieces; what is no file for one is named in the log and left alone."""
    own: dict[str, Path] = {}
    for path in files_in(folder):
        if path.stem not in pieces:
            left(path, f"the pieces are {', '.join(sorted(pieces))}")
        elif path.suffix.lower() not in KINDS:
            left(path, f"music ends with {', '.join(sorted(KINDS))}")
        elif path.stem in own:
            left(path, f"{own[path.stem].name} is played already")
        else:
            own[path.stem] = path
    return own


def left(path: Path, why: str) -> None:
    """This file is not played."""
    log.warning("Music %s is left out: %s.", path, why)

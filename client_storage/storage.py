"""A folder of small texts, such as the session and the settings: a file each."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import IO, Final

PRIVATE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
OWN: Final = frozenset({"session", "offline_session", "offline_house", "rounds"})
"""The names of the texts that only one app at a time may have."""


class Storage:
    """A folder of texts by their names. `sync`: a text is on the disk before `keep` returns.

    Of two apps that claim one folder the first has the session: a second one that went on with it
    would leave the first with a key that is used up, which the house takes for a theft.
    """

    def __init__(self, folder: Path, sync: bool = False) -> None:
        self.folder, self._sync = folder, sync
        self._lock: IO[bytes] | None = None
        self._second = False

    def claim(self) -> bool:
        """Keep other apps from the session until this one ends; False if another was first."""
        self._lock = _locked(self.folder)
        self._second = self._lock is None
        return not self._second

    def all(self) -> Mapping[str, str]:
        """Everything that is kept; what cannot be read is not there, nor another app's session."""
        found: dict[str, str] = {}
        for path in self.folder.glob("*.json") if self.folder.is_dir() else ():
            with suppress(OSError, UnicodeDecodeError):
                found[path.stem] = path.read_text(encoding="utf-8")
        if self._second:
            found = {name: text for name, text in found.items() if name not in OWN}
        return found

    def keep(self, name: str, text: str) -> None:
        """From now on this; the old text is there until the new one is whole. A full disk costs
        what was to be kept, never the game."""
        if self._second and name in OWN:
            return
        with suppress(OSError):
            self.folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            # A file of this kind is its owner's alone from its first byte.
            handle, path = tempfile.mkstemp(dir=self.folder, prefix=f".{name}-")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                    if self._sync:
                        file.flush()
                        os.fsync(file.fileno())
                os.replace(path, self.folder / f"{name}.json")
            except OSError:
                Path(path).unlink(missing_ok=True)


def config_folder(environment: Mapping[str, str]) -> Path:
    """The folder in which programs of this machine keep their settings."""
    told = environment.get("XDG_CONFIG_HOME", "")
    return Path(told) if told else Path.home() / ".config"


def _locked(folder: Path) -> IO[bytes] | None:
    """An open file that no other app has while this one runs; None if another app runs here."""
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        file = os.fdopen(os.open(folder / "lock", os.O_WRONLY | os.O_CREAT, PRIVATE), "wb")
    except OSError:
        # Nothing can be kept there, so there is nothing to share.
        return BytesIO()
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        # A system without such locks.
        return file
    except OSError:
        file.close()
        return None
    return file

"""What the terminal keeps over a restart: a folder of texts, for its owner only."""

import locale
import os
import platform
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import IO, Final

PRIVATE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
SESSION: Final = "session"
OWN: Final = Path("cardroom") / "terminal"
LONGEST: Final = 30


class Device:
    """Of two terminals on one folder the first has the session: a second one that went on with it
    would leave the first with a key that is used up, which the house takes for a theft."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or usual_folder(os.environ)
        self._lock = _lock(self.folder)

    @property
    def second(self) -> bool:
        """Another terminal was here first."""
        return self._lock is None

    def kept(self) -> Mapping[str, str]:
        """Everything that is kept; what cannot be read is not there."""
        found: dict[str, str] = {}
        for path in self.folder.glob("*.json") if self.folder.is_dir() else ():
            with suppress(OSError, UnicodeDecodeError):
                found[path.stem] = path.read_text(encoding="utf-8")
        return {name: found[name] for name in found if not (self.second and name == SESSION)}

    def keep(self, name: str, text: str) -> None:
        """From now on this; the old text is there until the new one is whole. A full disk costs
        what was to be kept, never the game."""
        if self.second and name == SESSION:
            return
        with suppress(OSError):
            self.folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            # A file of this kind is its owner's alone from its first byte.
            number, path = tempfile.mkstemp(dir=self.folder, prefix=f".{name}.")
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(path, self.folder / f"{name}.json")

    @staticmethod
    def language(environment: Mapping[str, str]) -> str:
        """The language that the terminal speaks."""
        told = environment.get("LC_ALL") or environment.get("LANG") or locale.getlocale()[0]
        return told or ""

    @staticmethod
    def name() -> str:
        """What it is called where the player looks who is logged in."""
        return f"{platform.system() or 'Terminal'} terminal"[:LONGEST]


def usual_folder(environment: Mapping[str, str]) -> Path:
    """Where programs of this machine keep their settings."""
    told = environment.get("XDG_CONFIG_HOME", "")
    return (Path(told) if told else Path.home() / ".config") / OWN


def _lock(folder: Path) -> IO[bytes] | None:
    """An open file that no other terminal has while this one runs; None if another runs here."""
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
        return file
    except OSError:
        file.close()
        return None
    return file

"""Small texts that outlive the app, such as the token: a file each, for its owner only."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700


class Storage:
    """A folder of texts by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> Mapping[str, str]:
        """Everything that is kept; what cannot be read is not there."""
        found: dict[str, str] = {}
        if not self.folder.is_dir():
            return found
        for path in self.folder.glob("*.json"):
            with suppress(OSError, UnicodeDecodeError):
                found[path.stem] = path.read_text(encoding="utf-8")
        return found

    def keep(self, name: str, text: str) -> None:
        """From now on this; the old text is there until the new one is whole. A full disk costs
        what was to be kept, never the game."""
        with suppress(OSError):
            self.folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            # The new file is private from its first byte on.
            handle, path = tempfile.mkstemp(dir=self.folder, prefix=f".{name}-")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                Path(path).chmod(PRIVATE)
                Path(path).replace(self.folder / f"{name}.json")
            except OSError:
                Path(path).unlink(missing_ok=True)

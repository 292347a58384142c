"""Folders in which players lay files of their own."""

from pathlib import Path


def files_in(folder: Path | None) -> list[Path]:
    """What lies there, by name; nothing if there is no such folder."""
    if folder is None:
        return []
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []

"""Modules that were compiled by `make compiled`, in place of their sources.

They stand in a folder of their own, where nothing finds them by chance, and are used only if they
were made of these very sources for this very Python: what is edited runs as it is written.
`python -m game_server.compiled MODULE ...` runs a module on them.
"""

import hashlib
import runpy
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "build" / "compiled"
PACKAGES: Final = ("protocol", "game_server")
STAMP: Final = "made_of"
SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))


def sources(root: Path = ROOT) -> Iterator[Path]:
    """All that a compiled module may know of when it is made."""
    for package in PACKAGES:
        yield from sorted((root / package).rglob("*.py"))


def digest(root: Path = ROOT) -> str:
    """Of these sources and this Python."""
    found = hashlib.blake2b(f"{sys.version} {SUFFIX}".encode(), digest_size=16)
    for path in sources(root):
        data = path.read_bytes()
        found.update(f"\n{path.relative_to(root).as_posix()} {len(data)}\n".encode() + data)
    return found.hexdigest()


def state(folder: Path = FOLDER, root: Path = ROOT) -> str:
    """ "" if nothing is compiled, "stale" if it was made of other sources, else "fresh"."""
    try:
        made_of = (folder / STAMP).read_text()
    except OSError:
        return ""
    return "fresh" if made_of == digest(root) else "stale"


class Finder(MetaPathFinder):
    """Finds the modules in the folder, before anything else is asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        found = {path.name.removesuffix(SUFFIX): path for path in folder.glob(f"*{SUFFIX}")}
        self.found = found | {path.stem: path for path in folder.glob("*.py")}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.found.get(fullname)
        if file is None:
            return None
        kind = SourceFileLoader if file.suffix == ".py" else ExtensionFileLoader
        return spec_from_file_location(fullname, file, loader=kind(fullname, str(file)))


def use(folder: Path = FOLDER) -> None:
    """Import what is compiled from now on; before anything else of ours is imported."""
    sys.meta_path.insert(0, Finder(folder))


def used() -> Path | None:
    """The folder that this process imports from; None if it runs on its sources."""
    return next((one.folder for one in sys.meta_path if isinstance(one, Finder)), None)


def main(arguments: Sequence[str]) -> int:
    """Run a module on what is compiled; 2 if that cannot be."""
    if not arguments or state() != "fresh":
        why = "is of other sources" if state() else "is not there"
        print(f"What is compiled {why}; `make compiled` builds it.", file=sys.stderr)
        return 2
    use()
    sys.argv = list(arguments)
    runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Python's library, for a page that has started from a snapshot of Python's memory without it."""

import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class LateLibrary:
    """The last finder of modules: one that no other finds is looked for again once the library is
    here. `fetch` lays the archive at the path that it is given."""

    def __init__(self, fetch: Callable[[str], object]) -> None:
        self._fetch, self._missing = fetch, True
        self.place = next(path for path in sys.path if path.endswith(".zip"))
        """Where Python looks for the archive."""

    def arrived(self) -> None:
        """The library is here."""
        self._missing = False
        # It was looked for there before, and nothing was found.
        sys.path_importer_cache.clear()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As `sys.meta_path` asks for it."""
        if not self._missing:
            return None
        self._missing = False
        self._fetch(self.place)
        self.arrived()
        return PathFinder.find_spec(name, path, target)

"""Python that has started from a snapshot, without its library."""

import sys
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest

from web_client.worker.library import LateLibrary


class Shelf:
    """Lays a library where it is wanted, and counts how often."""

    def __init__(self, *modules: str) -> None:
        self.modules, self.fetched = modules, 0

    def fetch(self, place: str) -> None:
        self.fetched += 1
        with ZipFile(place, "w") as archive:
            for module in self.modules:
                archive.writestr(f"{module}.py", f"name = {module!r}\n")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where Python looks for a library that is not there; it has looked before."""
    place = str(tmp_path / "library.zip")
    monkeypatch.setattr(sys, "path", [place, *sys.path])
    with pytest.raises(ImportError):
        import_module("a_word_that_no_library_has")
    return place


def test_what_is_missing_is_imported_once_the_library_was_fetched(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf("late_word", "later_word")
    library = LateLibrary(shelf.fetch)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, library])
    assert library.place == place
    assert import_module("late_word").name == "late_word"
    assert import_module("later_word").name == "later_word"
    with pytest.raises(ImportError):
        import_module("word_of_nobody")
    assert shelf.fetched == 1


def test_a_library_that_was_fetched_beforehand_is_not_fetched_again(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf("early_word")
    library = LateLibrary(shelf.fetch)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, library])
    shelf.fetch(library.place)
    library.arrived()
    assert import_module("early_word").name == "early_word"
    with pytest.raises(ImportError):
        import_module("word_of_nobody")
    assert shelf.fetched == 1

"""The types of the views are those of the dataclasses, and the page keeps to them."""

import shutil
from pathlib import Path

import pytest

from tools.requirements import ROOT
from tools.web import typed, view_types
from tools.web.packages import CannotFetch


def test_the_types_of_the_views_are_those_of_the_dataclasses() -> None:
    assert view_types.PLACE.read_text() == view_types.text(), (
        "Run `python -m tools.web.view_types` and commit what it writes."
    )


def test_every_file_of_the_page_is_read_in_one_sitting() -> None:
    page = ROOT / "web_client" / "page"
    long = {
        str(file.relative_to(page)): count
        for file in page.rglob("*.js")
        if "lib" not in file.parts and (count := len(file.read_text().splitlines())) > 300
    }
    assert long == {}


def test_a_module_that_reads_what_no_view_has_is_complained_of(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    for name in ("tsconfig.json", "types", "lib", "patches.js"):
        source = ROOT / "web_client" / "page" / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, page / name)
    view = '/** @param {import("./types/views").PageView} view */\n'
    (page / "good.js").write_text(f"{view}export const said = (view) => view.title;\n")
    try:
        assert typed.complaints(page) == ""
    except CannotFetch as why:
        pytest.skip(str(why))
    (page / "bad.js").write_text(f"{view}export const said = (view) => view.tittle;\n")
    assert "tittle" in typed.complaints(page)

"""The types of the views are those of the dataclasses, and the page keeps to them."""

from tools.requirements import ROOT
from tools.web import view_types


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

"""What the page draws with is what the app draws with."""

import xml.etree.ElementTree as xml

import pytest

from client_core.client import LANGUAGES, SeatView, Words
from client_core.felts.faces import ROBOT, face_of
from game_server.table.bot_names import NAMES
from mobile_client.ui.pen import Pen
from mobile_client.ui.theme import rgb
from protocol.words import BOT_NAME, Seat
from tools.web.drawings import drawings, there
from tools.web.sounds import HEARD, SOUNDS
from tools.web.svg_pen import SvgPen, document
from web_client.bridge.faces import picture_of

SVG = "{http://www.w3.org/2000/svg}"


def test_the_page_has_every_drawing_as_the_app_has_it_now() -> None:
    made, lying = dict(drawings()), there()
    assert made.keys() == lying.keys()
    different = [name for name in made if made[name] != lying[name]]
    assert not different, f"python -m tools.web.drawings writes {different} anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_face_of_its_own_however_it_is_called(language: str) -> None:
    words = Words(language)
    seats = [
        SeatView(Seat(0), 0, name=words.player(BOT_NAME + name), bot="medium") for name in NAMES
    ]
    files = {f"faces/{picture_of(face_of(seat), language)}.svg" for seat in seats}
    assert len(files) == len(NAMES)
    assert files <= there().keys()
    assert f"faces/{picture_of(ROBOT + 'Nobody', language)}.svg" in there()
    assert picture_of("fox", language) == "fox"


def test_the_page_has_every_short_sound_of_the_app() -> None:
    assert {one.stem for one in SOUNDS.glob("*.mp3")} == {one.stem for one in HEARD.glob("*.ogg")}


def _paint(pen: Pen) -> None:
    pen.fill("M0,0 L10,0 L10,10 Z", rgb("FF0000"), 5, 5, 2)
    with pen.turned(50, 50, 90), pen.within(0, 0, 20, 30, 4):
        pen.line("M1,2 Q3,4 5,6 Z", rgb("00FF00", 0.5), 1.5, close=True)
    pen.part(10, 3, 40, 20).circle(1, 1, 2, rgb("0000FF"), 1)


def test_a_part_of_a_drawing_stands_where_its_pen_was_put() -> None:
    pen = SvgPen(100)
    _paint(pen)
    root = xml.fromstring(document(100, 100, {"usual": pen.items}))
    fill, line = root.findall(f".//{SVG}path")
    assert (fill.get("d"), fill.get("fill")) == ("M5,5L25,5L25,25Z", "#ff0000")
    assert (line.get("d"), line.get("stroke"), line.get("stroke-width")) == (
        "M1,2Q3,4 5,6Z", "#00ff0080", "1.5",
    )  # fmt: skip
    round_ = root.find(f".//{SVG}circle")
    assert round_ is not None
    assert [round_.get(name) for name in ("cx", "cy", "r", "stroke-width")] == [
        "43", "23", "6", "3",
    ]  # fmt: skip


def test_looks_of_a_drawing_that_differ_in_more_than_colours_are_refused() -> None:
    one, other = SvgPen(10), SvgPen(10)
    one.rect(0, 0, 1, 1, rgb("FF0000"))
    other.rect(0, 0, 2, 1, rgb("FF0000"))
    with pytest.raises(ValueError, match="more than colours"):
        document(10, 10, {"a": one.items, "b": other.items})


def test_another_look_is_shown_by_its_name_in_the_address() -> None:
    one, other = SvgPen(10), SvgPen(10)
    one.rect(0, 0, 1, 1, rgb("FF0000"))
    other.rect(0, 0, 1, 1, rgb("00FF00"))
    text = document(10, 10, {"red": one.items, "green": other.items})
    assert ".a{fill:#ff0000}#green:target~g .a{fill:#00ff00}" in text
    assert text.index('id="green"') < text.index("<g")

"""What holds for every widget: it rests when nothing moves, and its texts are whole."""

import re

import pytest
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Canvas
from kivy.uix.widget import Widget

from mobile_client.ui import gallery, theme
from mobile_client.ui.gallery_table import TablePage
from mobile_client.ui.icons import ICONS, icon
from mobile_client.ui.look import look, px, text_px
from mobile_client.ui.widgets.avatars import FACES
from mobile_client.ui.widgets.drawn import Drawn, border, clipped, fitting, glyphs
from mobile_client.ui.widgets.words import Words
from protocol.avatars import AVATARS
from tests.client.ui.stage import Stage


@pytest.mark.parametrize("page", ["table", "controls", "lobby", "small"])
def test_a_screen_on_which_nothing_moves_costs_no_frames(stage: Stage, page: str) -> None:
    widget = gallery.PAGES[page]()
    if isinstance(widget, TablePage):
        widget.ring.stop()
    stage.show(widget)
    stage.settle()
    assert stage.pass_by(30) == []


@pytest.mark.parametrize("big", [False, True])
def test_a_text_is_set_smaller_rather_than_cut(stage: Stage, big: bool) -> None:
    look.big_text = big
    for text in ("Check or fold this hand", "看牌或弃牌并等待下一局"):
        assert glyphs(text, "button", px(140)).width <= px(140)
    assert glyphs("Fold", "button", px(140)).height == glyphs("Fold", "button").height


def test_no_widget_watches_the_looks_by_itself(stage: Stage) -> None:
    """Kivy would keep its place when it is gone, and look at it for each new one."""
    before = {name: len(look.get_property_observers(name)) for name in look.properties()}
    for page in gallery.PAGES.values():
        page()
    assert {name: len(look.get_property_observers(name)) for name in look.properties()} == before


def test_big_text_is_bigger_at_once(stage: Stage) -> None:
    words = Words(text="Your move", width=400)
    stage.show(words)
    before = words.texture_size[1]
    look.big_text = True
    stage.frames(2)
    assert words.texture_size[1] > 1.15 * before


def test_a_word_is_never_broken(stage: Stage) -> None:
    words = Words(text="Cardroom", kind="display", width=px(100), size_hint_x=None)
    stage.show(words)
    one_line = words.texture_size[1]
    words.width = px(400)
    stage.frames(2)
    assert one_line <= words.texture_size[1] < 1.9 * text_px("display")


@pytest.mark.parametrize("text", ["W" * 120, "well " + "a" * 90 + " played", "你好" + "x" * 80])
def test_a_long_word_of_a_player_is_broken_and_stays_readable(stage: Stage, text: str) -> None:
    words = Words(text=text, width=px(140), size_hint_x=None, written=True)
    usual = Words(text="Hello", width=px(140), size_hint_x=None)
    stage.show(words)
    assert words.font_size == usual.font_size
    assert words.texture_size[0] <= words.width
    shown = words._label.text
    assert "".join(shown.split()) == "".join(text.split())
    pen = CoreLabel(font_size=words.font_size, font_name=words.font_name)
    assert all(pen.get_extents(line)[0] <= words.width for line in re.split(r"\s", shown))


@pytest.mark.parametrize("kind", ["seat", "strong", "lead"])
def test_a_long_name_is_cut_before_it_gets_too_small(stage: Stage, kind: str) -> None:
    for name in ("W" * 24, "龍" * 24, "Ann"):
        short = clipped(name, kind, px(90))
        assert fitting(short, kind, px(90)) >= 0.75 * fitting("A", kind, px(90))
        assert short == name or (short.endswith("…") and len(short) > 3)


def test_a_word_in_a_paragraph_with_air_about_it_is_never_broken(stage: Stage) -> None:
    words = Words(text="Cardroom", kind="display", width=px(180), size_hint_x=None, padding=px(40))
    stage.show(words)
    assert len(words._label._cached_lines) == 1


def test_chinese_wraps_where_the_line_ends(stage: Stage) -> None:
    words = Words(text="房子在这一局之后关门，你的筹码是安全的。", width=px(150), size_hint_x=None)
    stage.show(words)
    assert words.font_size == text_px("body")
    assert words.texture_size[0] <= words.width
    assert words.texture_size[1] > 2 * text_px("body")


def test_what_players_write_is_never_taken_for_markup(stage: Stage) -> None:
    text = "[b]all[/b] [ref=x]in[/ref]"
    words = Words(text=text, width=400)
    stage.show(words)
    assert not words.markup
    assert words.text == text
    assert words.texture_size[0] > glyphs("all in", "body").width * 2


def test_every_sign_that_cards_and_texts_need_has_a_glyph(stage: Stage) -> None:
    blank = glyphs("\ue000", "body").pixels
    for sign in "♠♥♦♣王锟豆地主½€−×":
        assert glyphs(sign, "body").pixels != blank, sign
    for sign in "♠♥♦♣王豆地主½€−×":
        assert glyphs(sign, "strong").pixels != glyphs("\ue000", "strong").pixels, sign


def test_every_icon_can_be_drawn_and_another_is_refused(stage: Stage) -> None:
    assert len({icon(name, 24).pixels for name in ICONS}) == len(ICONS)
    with pytest.raises(ValueError, match="There is no icon 'horse'; there are back"):
        icon("horse", 24)


@pytest.mark.parametrize(("wide", "high"), [(3, 3), (-40, 100), (100, 0)])
def test_what_is_too_small_to_be_drawn_is_left_out(stage: Stage, wide: int, high: int) -> None:
    """Kivy writes past the end of its memory for such a frame."""
    canvas = Canvas()
    with canvas:
        border(0, 0, wide, high, theme.GOLD, r=8)
    assert canvas.children == []


def test_a_drawn_widget_without_a_picture_says_so(stage: Stage) -> None:
    with pytest.raises(TypeError, match="Widget has no paint"):
        Drawn.paint(Widget())


@pytest.mark.parametrize("inset", [0, 18])
def test_no_line_of_chinese_begins_with_a_stop(stage: Stage, inset: int) -> None:
    text = "机器人会替你打完这局，输赢算你的。"
    for width in range(150, 420, 30):
        words = Words(text=text, size_hint_x=None, width=width, padding=(px(inset), 0, px(4), 0))
        stage.show(words)
        lines = words._label.text.split("\n")
        assert "".join(lines) == words.text == text
        assert not any(line[0] in "，。" for line in lines)
        assert len(words._label._cached_lines) == len(lines), "no line is ended once more"


def test_there_is_a_picture_for_every_avatar_of_the_protocol() -> None:
    assert tuple(FACES) == AVATARS

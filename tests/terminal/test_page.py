"""What every terminal client prints with: columns, colours, cards, lines that are typed."""

import io
import os
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.cards import parse
from terminal_client.page.cards import picture, row
from terminal_client.page.ink import Ink, bare, paint
from terminal_client.page.look import Look, look
from terminal_client.page.printing import Printer
from terminal_client.page.reading import InputOver, read_line
from terminal_client.page.width import fit, pad, wide, wrap

SIGNS = Look(signs=True)
LETTERS = Look(signs=False)


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Ascii(io.StringIO):
    encoding = "ascii"


def test_a_chinese_sign_takes_two_columns_and_a_colour_none() -> None:
    assert wide("庄家 7") == 6
    assert wide(paint("K♥", Ink.RED, True)) == 2
    assert pad("庄", 4) == "庄  "
    assert fit("庄家要牌", 6) == "庄家… "
    assert fit("abc", 5) == "abc  "


def test_a_long_sentence_breaks_at_blanks_and_its_other_lines_are_set_in() -> None:
    assert wrap("The dealer turns over the king of spades.", 20) == [
        "The dealer turns",
        "  over the king of",
        "  spades.",
    ]
    assert wrap("short", 20) == ["short"]
    assert wrap("", 20) == [""]


def test_a_chinese_sentence_breaks_between_signs_but_not_before_a_full_stop() -> None:
    assert wrap("庄家翻开暗牌，停牌。", 12) == ["庄家翻开暗", "  牌，停牌。"]


def test_no_line_ends_with_a_bracket_or_a_quote_that_opens() -> None:
    assert wrap("要牌、停牌（S）？", 12) == ["要牌、停牌", "  （S）？"]
    assert wrap("请你输入“坐下”。", 10) == ["请你输入", "  “坐下”。"]


@given(st.text("ab 庄家。K♥,"), st.integers(20, 50))
def test_wrapped_text_loses_nothing_and_no_line_is_too_long(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(wide(line) <= width for line in lines)


@given(st.text(max_size=60), st.integers(1, 40))
def test_what_is_fitted_has_exactly_its_width(text: str, width: int) -> None:
    plain = "".join(sign for sign in text if sign.isprintable())
    assert wide(fit(plain, width)) == width


def test_a_blank_that_never_breaks_is_a_blank_where_it_cannot_be_written() -> None:
    written = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    Printer(written, LETTERS).say("Ada\u202f: 5\u00a0$ \u00e9")
    written.seek(0)
    assert written.read() == "Ada : 5 $ ?\n"


def test_cards_are_signs_or_letters() -> None:
    hand = parse("Th Ks")
    assert row(hand, SIGNS) == "10♥ K♠"
    assert row(hand, LETTERS) == "10h Ks"
    assert bare(row(hand, Look(colours=True))) == "10♥ K♠"
    assert "\x1b[" in row(hand, Look(colours=True))


def test_pictures_of_cards_stand_side_by_side() -> None:
    assert picture(["Th", "??"], SIGNS) == [
        "┌───┐ ┌───┐",
        "│10♥│ │░░░│",
        "│10♥│ │░░░│",
        "└───┘ └───┘",
    ]
    assert picture(["As"], LETTERS) == ["+---+", "|As |", "| As|", "+---+"]
    assert picture([], SIGNS) == []


def test_no_color_and_a_dumb_terminal_have_no_colours() -> None:
    out = Terminal()
    assert look(out, {"TERM": "xterm"}).colours
    assert not look(out, {"TERM": "xterm", "NO_COLOR": "1"}).colours
    assert not look(out, {"TERM": "dumb"}).colours
    assert not look(out, {"TERM": "xterm"}, plain=True).colours
    assert not look(io.StringIO(), {"TERM": "xterm"}).colours, "nobody sees colours in a pipe"
    assert look(out, {"TERM": "xterm", "NO_COLOR": "1"}, colours=True).colours


def test_the_width_is_that_of_the_terminal_unless_it_is_named() -> None:
    assert look(io.StringIO(), {}).width == 80
    assert look(io.StringIO(), {"COLUMNS": "40"}).width == 40
    assert look(io.StringIO(), {"COLUMNS": "40"}, width=60).width == 60
    assert look(io.StringIO(), {"COLUMNS": "many"}).width == 80


def test_an_output_without_unicode_gets_letters() -> None:
    out = Ascii()
    seen = look(out, {})
    assert not seen.signs
    Printer(out, seen).say("Señor: K♥")
    assert out.getvalue() == "Se?or: K?\n"


def test_plain_text_in_a_pipe_is_never_wrapped_and_has_no_empty_lines() -> None:
    out = io.StringIO()
    printer = Printer(out, look(out, {"COLUMNS": "20"}, plain=True, width=20))
    printer.say("A sentence that is longer than twenty columns.")
    printer.blank()
    printer.say("Another.")
    assert out.getvalue().splitlines() == [
        "A sentence that is longer than twenty columns.",
        "Another.",
    ]


def test_plain_text_on_a_terminal_is_broken_between_words_as_wide_as_it_is() -> None:
    far, near = os.openpty()
    termios.tcsetwinsize(near, (24, 120))
    with open(far, "rb"), open(near, "w", encoding="utf-8") as out:
        assert look(out, {"COLUMNS": "40"}, plain=True).width == 120
        assert look(out, {}, plain=True, width=40).width == 40
        printer = Printer(out, look(out, {}, plain=True, width=20))
        printer.say("A sentence that is longer than twenty columns.")
        assert os.read(far, 200).decode().splitlines() == [
            "A sentence that is",
            "  longer than twenty",
            "  columns.",
        ]


def test_a_line_that_is_typed_comes_without_what_cannot_be_seen() -> None:
    assert read_line(io.StringIO(" h\x1b[31m\u202e \n")) == "h[31m"
    assert read_line(io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8")) == "\ufffd"
    with pytest.raises(InputOver):
        read_line(io.StringIO(""))

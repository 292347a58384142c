"""The terminal as a full picture at a real house, in windows of any size."""

import re
from pathlib import Path

import pytest

from tests.house.process import Running
from tests.terminal.typist import Typist, typist


@pytest.mark.parametrize("width", [80, 40])
def test_the_full_picture_shows_the_table_while_it_is_told(
    tmp_path: Path, running: Running, width: int
) -> None:
    name = f"Quin{width}"
    with typist(tmp_path, "--at", running.url, "--name", name, width=width) as one:
        one.until_shown(lambda shown: "The lobby." in shown, "the lobby")
        one.type("rooms blackjack")
        one.until_shown(lambda shown: "1: Blackjack" in shown, "the rooms")
        one.type("1")
        one.until_shown(lambda shown: "You are watching." in shown, "the table")
        # At once, as text that is pasted.
        one.press("hand\rseat\r")
        one.until_shown(lambda shown: "You hold no cards." in joined(shown), "the first line")
        one.until_shown(lambda shown: "is yours" in shown, "an offer")
        one.type("sit 100")
        one.until_shown(lambda shown: "b and 5 to 50" in joined(shown), "the question")
        dealt_shown(one)
        # What is asked is on the screen a moment before the rest of the picture.
        one.until_shown(
            lambda shown: (
                "Dealer" in shown
                and bool(re.search("[♠♥♦♣]", shown))
                and bool(re.search(r"\d points|soft \d", shown))
            ),
            "my cards and those of the dealer",
        )
        one.act_shown("s", lambda shown: later(shown, "in this round", "s: Stand"), "the end")
        leave_shown(one)
        one.press("\x03")
        assert one.ends() == 0


def test_what_was_told_is_laid_out_anew_for_a_narrower_window(
    tmp_path: Path, running: Running
) -> None:
    door = "Or type login, register or card; ? for more."
    with typist(tmp_path, "--at", running.url) as one:
        one.until_shown(lambda shown: door in joined(shown), "the door")
        for width, height in ((40, 20), (30, 16), (120, 40)):
            one.resize(width, height)
            one.until_shown(lambda shown: door in joined(shown), f"the door in {width} columns")
        one.press("\x03")
        assert one.ends() == 0


def test_chinese_lines_begin_with_no_comma(tmp_path: Path, running: Running) -> None:
    arguments = ("--at", running.url, "--name", "小红", "--language", "zh")
    with typist(tmp_path, *arguments, width=40) as one:
        one.until_shown(lambda shown: "大厅" in shown, "the lobby")
        one.type("?")
        shown = one.until_shown(lambda shown: "每个词的作用" in "".join(shown.split()), "the words")
        assert not re.findall(r"^ *[、，。；：）”]", shown, re.MULTILINE), shown
        one.press("\x03")
        assert one.ends() == 0


def dealt_shown(one: Typist) -> str:
    """Bet until there is something to choose: a natural ends its round at once."""
    while True:
        one.act_shown("b 25", lambda shown: "[25]" in shown, "the bet")
        shown = one.act_shown(
            "d",
            lambda shown: "s: Stand" in joined(shown) or later(shown, "in this round", "deal."),
            "my cards",
        )
        if "s: Stand" in joined(shown):
            return shown
        one.until_shown(lambda shown: later(shown, "b and 5 to", "in this round"), "another round")


def later(shown: str, one: str, than: str) -> bool:
    """Whether that was said after the other."""
    text = joined(shown)
    return text.rfind(one) > text.rfind(than)


def leave_shown(one: Typist) -> None:
    one.type("leave")
    gone = ("yes or no", "You have left", "The lobby.")
    shown = one.until_shown(lambda shown: any(text in shown for text in gone), "what leaving costs")
    if "yes or no" in shown:
        one.type("yes")
        one.until_shown(lambda shown: any(text in shown for text in gone[1:]), "the lobby")


def joined(shown: str) -> str:
    """The screen as one text."""
    return " ".join(shown.split())

"""No line of any text begins with what closes, nor ends with what opens."""

from itertools import pairwise
from typing import Final

import pytest

from client_core.text import LANGUAGES, catalogue
from mobile_client.ui.lines import CLOSES, OPENS, broken, middle

MARKS: Final = CLOSES - frozenset("~…—－%-")


def wide(text: str) -> float:
    """As in a font whose Chinese is twice as wide as the rest."""
    return float(sum(2 if ord(letter) > 0x2E80 else 1 for letter in text))


def texts(language: str) -> list[str]:
    found = []
    for text in catalogue(language).values():
        found += [text] if isinstance(text, str) else list(text.values())
    return found


@pytest.mark.parametrize("width", [12, 17, 26, 41])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_catalogue_begins_or_ends_where_it_may_not(
    language: str, width: int
) -> None:
    for text in texts(language):
        lines = broken(text, width, wide).split("\n")
        whole = "".join(text.split())
        assert "".join("".join(lines).split()) == whole, "nothing is lost"
        for line, after in pairwise(lines):
            if after:
                assert after[0] not in MARKS or after[0].isascii(), text
                assert not line or line[-1] not in OPENS, text


def test_chinese_ends_anywhere_else_and_words_stay_whole() -> None:
    assert broken("你好世界", 4, wide) == "你好\n世界"
    assert broken("输赢算你的。", 10, wide) == "输赢算你\n的。"
    assert broken("看（牌）吧", 4, wide) == "看\n（牌）\n吧"
    assert broken("其余 190 会退还", 9, wide) == "其余 190\n会退还"
    assert broken("a plain text", 4, wide) == "a plain text", "Kivy ends lines between words"


@pytest.mark.parametrize(
    ("text", "first"),
    [("轮到你了，请出牌", "轮到你了，"), ("one two", "one"), ("word", "word")],
)
def test_a_text_is_parted_in_two_where_a_line_may_end(text: str, first: str) -> None:
    assert text[: middle(text)].strip() == first

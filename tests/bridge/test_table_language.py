"""Another language is chosen in the middle of a hand."""

from typing import Any

import pytest

from protocol.words import Seat
from tests.bridge.seated import Seated
from tests.client.rounds import played


def asked(language: str, game: str, preset: str) -> Seated:
    """A tab at a table at my second question, or the only one, where something was told before."""
    one = Seated(language)
    one.play(played(game, preset, 4), preset, Seat(0))
    questions = 0
    for asks in one.lines():
        questions += one.ask(asks) is not None
        if questions == 2:
            break
    return one


def speaks(one: Seated, language: str) -> None:
    for tap in (["go", "settings"], ["set", "language", language], ["back"]):
        one.press(tap)


def aloud(one: Seated) -> Any:
    return one.at("told")[-1]["text"]


@pytest.mark.parametrize(
    ("game", "preset"),
    [("holdem", "standard"), ("doudizhu", "house"), ("blackjack", "casino"),
     ("roulette", "house"), ("sabacc", "house")],
)  # fmt: skip
def test_all_of_a_table_is_as_if_it_had_been_looked_at_in_that_language_from_the_beginning(
    game: str, preset: str
) -> None:
    english, chinese = asked("en", game, preset), asked("zh", game, preset)
    before = english.table
    assert before["side"]["lines"]
    speaks(english, "zh")
    assert english.table == chinese.table != before
    speaks(english, "en")
    assert english.table == before


def test_what_is_asked_is_said_again_in_the_other_language_once() -> None:
    english, chinese = asked("en", "holdem", "standard"), asked("zh", "holdem", "standard")
    assert english.table["bar"]["choices"]
    speaks(english, "zh")
    assert aloud(english) == aloud(chinese)
    said = english.at("told")
    english.press(["go", "settings"])
    english.press(["back"])
    assert english.at("told") == said


def test_what_is_told_aloud_in_chinese_ends_with_a_chinese_stop() -> None:
    one = asked("zh", "holdem", "standard")
    told = [line["text"] for line in one.at("told")]
    assert any(text.endswith("。") for text in told)
    assert not [text for text in told if text.endswith(".") or ". " in text]

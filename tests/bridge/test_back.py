"""One step back at a table puts away what lies over the felt before it leaves the felt."""

import pytest

from client_core.text import Words
from protocol import messages
from tests.bridge.seated import Seated
from tests.bridge.test_table import raising
from web_client.bridge.encode import Plain


def back(one: Seated) -> None:
    """As the browser's button does."""
    one.press(["back"])


def opened(one: Seated, what: str) -> Seated:
    """The same turn with this over the felt."""
    top, bar = one.table["top"], one.table["bar"]
    ways: dict[str, list[Plain]] = {
        "menu": top["menu"],
        "chat": ["table.chat", "t", True],
        "amount": next(each["opens"] for each in bar["choices"] if each["opens"]),
    }
    one.press(ways[what])
    return one


def lies_open(one: Seated, what: str) -> bool:
    open_ = {
        "menu": one.table["menu"] is not None,
        "chat": one.table["talk"]["open"],
        "amount": bool(one.table["bar"]["amount"] and one.table["bar"]["amount"]["open"]),
    }
    return bool(open_[what])


@pytest.mark.parametrize("what", ["menu", "chat", "amount"])
def test_what_lies_over_the_felt_goes_first_and_then_the_table(what: str) -> None:
    one = opened(raising(), what)
    assert lies_open(one, what)
    assert one.at("depth") == 2
    back(one)
    assert one.screen == "table"
    assert not lies_open(one, what)
    assert one.at("depth") == 1
    back(one)
    assert one.screen == "lobby"


def test_a_page_of_the_menu_leads_back_to_the_felt() -> None:
    one = opened(raising(), "menu")
    one.press(["go", "settings"])
    back(one)
    assert one.screen == "table"
    assert not lies_open(one, "menu")


def another_is_asked(one: Seated) -> None:
    """My turn is over: the house waits for somebody else."""
    one.turn += 1
    other = next(seat for seat in one.one.stacks if seat != one.seat)
    one.house(messages.Waiting("t", one.turn, (other,), 60_000, 60_000))


def test_a_question_about_a_turn_goes_with_the_turn() -> None:
    one = raising()
    one.press(next(each["tap"] for each in one.table["bar"]["choices"] if "all_in" in each["key"]))
    assert one.at("dialog")["title"] == Words("en").say("table.all_in_title")
    one.passes(1)
    assert one.at("dialog") is not None
    another_is_asked(one)
    assert one.at("dialog") is None


def test_a_question_about_the_seat_stays_when_a_turn_goes() -> None:
    one = raising()
    one.press(["table.do", "t", "leave"])
    another_is_asked(one)
    assert one.at("dialog") is not None

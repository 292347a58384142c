"""What can be done about another player, from the seat, from a line of chat, and afterwards."""

import pytest

from client_core.text import LANGUAGES
from protocol import messages
from protocol.messages import Line, Sitter
from protocol.messages.safety import BlockedPlayer
from protocol.words import Seat
from tests.bridge.tab import Tab, strings, taps
from tests.bridge.test_screens import inside, said_amiss
from tests.client.device import NUMBERS

Way = tuple[str | int, ...]
LIN, ME = 700, NUMBERS["Me"]
FROM_SEAT: Way = ("table.person", "t", LIN, 0)
FROM_LINE: Way = ("table.person", "t", LIN, 5)


def at_table(language: str = "en") -> Tab:
    """A tab beside Lin, who has said something, and a bot."""
    one = inside(language)
    sitters = {
        1: Sitter("Lin", 12_000, avatar="owl", who=LIN),
        2: Sitter("Me", 12_000, who=ME),
        3: Sitter("Robot", 12_000, bot="easy"),
    }
    one.sit_down(sitters)
    said = (
        Line(5, "Lin", 9_000, "You fool", "", Seat(1), LIN),
        Line(6, "Me", 9_001, "Easy", "", Seat(2), ME),
    )
    one.house(messages.Chat("t", said))
    one.tap("table.chat", "t", True)
    return one


def on_sheet(one: Tab) -> list[str]:
    """What is said on the sheet over the table."""
    return [*strings(one.at("sheet"))]


def test_every_other_player_can_be_met_but_neither_bots_nor_oneself() -> None:
    one = at_table()
    assert [tap for tap in taps(one.page) if tap[0] == "table.person"] == [
        [*FROM_SEAT],
        [*FROM_LINE],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", [FROM_SEAT, FROM_LINE])
def test_a_player_is_hidden_and_blocked_over_the_table_and_heard_again(
    way: Way, language: str
) -> None:
    one = at_table(language)
    one.tap(*way)
    assert one.screen == "person"
    assert one.at("table") is not None, "the table goes on below"
    assert one.at("sheet", "title") == "Lin"
    one.tap("person.block")
    assert one.client.safety.blocked == {LIN: "Lin"}
    assert one.last(messages.Block).blocked
    assert ("You fool" in on_sheet(one)) is (way == FROM_LINE), (
        "the sheet still says what it is about"
    )
    one.tap("person.mute")
    assert one.last(messages.Mute).muted
    one.tap("person.mute")
    assert not one.last(messages.Mute).muted
    one.tap("person.block")
    assert one.client.safety.blocked == {}
    one.tap("back")
    assert one.screen == "table"
    assert one.says("You fool")


@pytest.mark.parametrize(("way", "line"), [(FROM_SEAT, 0), (FROM_LINE, 5)])
def test_a_report_wants_a_reason_and_goes_when_the_house_has_it(way: Way, line: int) -> None:
    one = at_table()
    one.tap(*way)
    one.tap("person.report")
    assert one.screen == "report"
    assert ("You fool" in on_sheet(one)) is bool(line)
    assert ["report.send"] not in [*taps(one.at("sheet"))]
    one.tap("report.why", "cheating")
    one.tap("report.send", value={"words": " Looks at cards. "})
    asked = one.last(messages.Report)
    told = (asked.who, asked.why, asked.words, asked.table, asked.line)
    assert told == (LIN, "cheating", "Looks at cards.", "t", line)
    assert ["report.send"] not in [*taps(one.at("sheet"))], "it is sent once"
    one.house(messages.Refused(asked.id, "busy", "Later."))
    assert one.screen == "report"
    assert one.says(one.client.say("refusal.busy"))
    one.tap("report.send", value={})
    one.house(messages.Ok(one.last(messages.Report).id))
    assert one.screen == "table"
    assert one.says(one.client.say("safety.reported"))


@pytest.mark.parametrize("code", ["missed_turns", "away"])
def test_a_report_stays_open_when_the_turn_clock_takes_the_seat(code: str) -> None:
    one = at_table()
    one.tap(*FROM_LINE)
    one.tap("person.report")
    one.tap("report.why", "abuse")
    one.house(messages.Left("t", code))
    one.passes(10)
    assert one.client.screen.name != "table"
    assert (one.screen, one.at("table"), one.at("sheet", "rises")) == ("report", None, True)
    assert "You fool" in on_sheet(one)
    one.tap("report.send", value={"words": "He shouts."})
    asked = one.last(messages.Report)
    assert (asked.why, asked.table, asked.line) == ("abuse", "t", 5)
    one.house(messages.Ok(asked.id))
    assert one.screen == one.client.screen.name, "the page at the end of the stay is next"


def test_a_report_goes_with_the_session() -> None:
    one = at_table()
    one.tap(*FROM_SEAT)
    one.house(messages.Ok(one.client.account.log_out()), messages.Goodbye("logout"))
    one.lose(4000)
    assert one.screen == "start"


def test_who_is_not_there_any_more_is_not_met() -> None:
    one = at_table()
    for who, n in ((0, 0), (LIN + 1, 0), (LIN, 6), (ME, 5)):
        one.bridge.pressed("table.person", ("t", who, n))
        assert one.screen == "table"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_blocked_are_listed_under_the_profile_and_heard_again_there(language: str) -> None:
    one = inside(language)
    one.bridge.pressed("go", ("profile",))
    one.tap("go", "blocked")
    assert one.says(one.client.say("safety.nobody"))
    one.house(messages.BlockList(1, (BlockedPlayer(LIN, "Lin"), BlockedPlayer(9, "Bo"))))
    assert said_amiss(one) == []
    assert not one.says(one.client.say("safety.nobody"))
    one.tap("blocked.hear", LIN)
    sent = one.last(messages.Block)
    assert (sent.who, sent.blocked) == (LIN, False)
    assert not one.says("Lin")
    assert one.says("Bo")

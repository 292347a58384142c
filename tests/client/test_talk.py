"""The chat: lines, what is new, whom one has muted, phrases."""

import pytest

from client_core import saved_session
from protocol import messages
from protocol.messages import Line, Room, Sitter
from protocol.phrases import EMOTES, PHRASES
from protocol.words import Seat
from tests.client.device import NUMBERS, ROOM, Device, people, seat
from tests.client.test_table import at_table


def line(n: int, name: str, text: str = "", phrase: str = "", at: int | None = None) -> Line:
    said_at = None if at is None else Seat(at)
    return Line(n, name, 1_700_000_000 + n, text, phrase, said_at, NUMBERS[name])


@pytest.mark.req("E-RF-HH-015", "E-RF-HH-016", "E-RF-HH-017", "E-RF-HH-019", "E-UC-012")
def test_lines_have_a_name_a_time_and_words_and_what_is_new_is_unread() -> None:
    one = at_table()
    one.house(messages.Chat("t", (line(1, "Ann", "before"),)))
    assert one.client.chat.view("t").unread == 1
    number = one.client.chat.say("t", "  hello  ")
    assert one.last(messages.Say).text == "hello"
    one.house(messages.Ok(number), messages.Chat("t", (line(2, "Me", "hello", at=2),)))
    one.house(messages.Chat("t", (line(3, "Bo", phrase="nice_hand", at=1),)))
    chat = one.client.chat.view("t")
    assert [(one.name, one.at - 1_700_000_000, one.mine) for one in chat.lines] == [
        ("Ann", 1, False),
        ("Me", 2, True),
        ("Bo", 3, False),
    ]
    assert one.client.chat.line_text(chat.lines[-1]) == "Nice hand!"
    assert chat.unread == 2, "not my own"
    one.client.chat.open("t")
    one.house(messages.Chat("t", (line(4, "Bo", "again", at=1),)))
    assert one.client.chat.view("t").unread == 0
    said_at = seat(one, 1).said
    assert said_at is not None
    assert (said_at.text, said_at.until - one.time) == ("again", 6)
    assert one.client.chat.say("t", "   ") == 0


def test_history_on_joining_is_read_and_told_twice_is_there_once() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Joined(one.client.lobby.join("t"), ROOM))
    one.house(messages.Chat("t", (line(1, "Ann", "a"), line(2, "Ann", "b"))))
    one.seats(people())
    assert one.client.chat.view("t").unread == 0
    one.house(messages.Chat("t", (line(2, "Ann", "b"), line(3, "Ann", "c"))))
    assert [one.n for one in one.client.chat.view("t").lines] == [1, 2, 3]
    assert one.client.chat.view("t").unread == 1


def test_a_muted_player_is_not_heard_now_before_or_after_a_restart() -> None:
    one = at_table()
    one.house(messages.Chat("t", (line(1, "Ann", "a"), line(2, "Bo", "b"))))
    ann = NUMBERS["Ann"]
    one.client.chat.mute(ann, "Ann")
    assert (one.last(messages.Mute).who, one.last(messages.Mute).muted) == (ann, True)
    assert [one.name for one in one.client.chat.view("t").lines] == ["Bo"]
    other = one.restart()
    assert other.client.chat.muted == {ann: "Ann"}
    one.client.chat.mute(ann, "Ann", False)
    assert [one.name for one in one.client.chat.view("t").lines] == ["Ann", "Bo"]


def test_a_muted_player_stays_muted_under_another_name_and_a_namesake_is_heard() -> None:
    one = at_table()
    one.house(messages.Chat("t", (line(1, "Ann", "a"),)))
    one.client.chat.mute(NUMBERS["Ann"], "Ann")
    renamed = Line(2, "Eve", 1_700_000_002, "still me", who=NUMBERS["Ann"])
    namesake = Line(3, "Ann", 1_700_000_003, "the other Ann", who=NUMBERS["Bo"])
    one.house(messages.Chat("t", (renamed, namesake)))
    assert [one.text for one in one.client.chat.view("t").lines] == ["the other Ann"]
    one.seats({0: Sitter("Eve", 20_000, who=NUMBERS["Ann"]), 1: Sitter("Ann", 20_000, who=99)})
    assert (seat(one, 0).muted, seat(one, 1).muted) == (True, False)


def test_the_names_that_an_older_app_kept_mute_nobody() -> None:
    assert saved_session.read(
        '{"token": "t", "next": 5, "open": [], "muted": ["Ann", [7, "Bo"]]}'
    ).muted == ((7, "Bo"),)


def test_who_waits_at_an_eps_table_only_reads() -> None:
    one = Device()
    one.come_in()
    room = Room("e", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7)
    one.house(messages.Joined(one.client.lobby.join("e"), room), messages.Seats("e", {}, None, 1))
    assert not one.client.chat.view("e").may_write
    one.house(messages.Seats("e", {Seat(2): Sitter("Me", 0)}, Seat(2), 0))
    assert one.client.chat.view("e").may_write


def test_every_phrase_can_be_said_and_read() -> None:
    one = at_table()
    assert one.client.chat.phrases == PHRASES
    assert one.client.chat.emotes == EMOTES
    one.client.chat.phrase("t", "hello")
    assert one.last(messages.Phrase).phrase == "hello"


# -- blocks -------------------------------------------------------------------------------------


def test_who_is_blocked_on_another_device_is_not_shown_here_either() -> None:
    one = at_table()
    one.house(messages.Chat("t", (line(1, "Ann", "before"), line(2, "Bo", "hello"))))
    listed = messages.BlockedPlayer(NUMBERS["Ann"], "Ann")
    one.house(messages.BlockList(1, (listed,)))
    assert one.client.safety.blocked == {NUMBERS["Ann"]: "Ann"}
    assert [said.name for said in one.client.chat.view("t").lines] == ["Bo"]
    one.house(messages.Chat("t", (line(3, "Ann", "again"),)))
    assert [said.name for said in one.client.chat.view("t").lines] == ["Bo"]
    assert not one.client.chat.muted, "a block is no mute of this device"
    # To hear a mute again is not to hear who is blocked.
    one.client.chat.mute(NUMBERS["Ann"], "Ann", False)
    assert [said.name for said in one.client.chat.view("t").lines] == ["Bo"]


def test_a_block_hides_at_once_and_is_undone_when_the_house_refuses_it() -> None:
    one = at_table()
    one.house(messages.Chat("t", (line(1, "Ann", "before"),)))
    number = one.client.safety.block(NUMBERS["Ann"], "Ann")
    assert one.client.chat.view("t").lines == ()
    one.house(messages.Refused(number, "blocked_many", "Enough.", {"most": 200}))
    assert [said.name for said in one.client.chat.view("t").lines] == ["Ann"]
    one.house(messages.Ok(one.client.safety.block(NUMBERS["Ann"], "Ann")))
    assert one.client.chat.view("t").lines == ()
    one.house(messages.Ok(one.client.safety.block(NUMBERS["Ann"], "Ann", False)))
    assert [said.name for said in one.client.chat.view("t").lines] == ["Ann"]


def test_a_report_names_the_line_and_not_what_it_says() -> None:
    one = at_table()
    one.house(messages.Chat("t", (line(4, "Ann", "you fool"),)))
    number = one.client.safety.report(NUMBERS["Ann"], "abuse", "  look  ", "t", 4)
    asked = one.last(messages.Report)
    assert (asked.who, asked.why, asked.words) == (NUMBERS["Ann"], "abuse", "look")
    assert (asked.table, asked.line) == ("t", 4)
    one.house(messages.Refused(number, "report_wait", "Wait.", {"seconds": 9}))
    assert not one.client.notices.toasts, "the sheet says it"
    one.house(messages.Ok(one.client.safety.report(NUMBERS["Ann"], "abuse")))
    assert [said.say.key for said in one.client.notices.toasts] == ["safety.reported"]
    one.house(messages.Notice("report_answered", "Thank you.", "", {"name": "Ann"}))
    said = [one.client.say(toast.say) for toast in one.client.notices.toasts]
    assert said[-1] == "The house answers your report of Ann: Thank you."

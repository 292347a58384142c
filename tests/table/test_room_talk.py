"""The chat of a room: who hears it, what stays of it, and how much of it."""

import pytest

from game_server.table.chat import CROWD, HISTORY, LINES
from protocol.messages import Chat, Line
from protocol.phrases import EMOTES, PHRASES
from protocol.words import Refusal
from tests.table.shell import EPS, Shell


def lines(shell: Shell, player: str) -> list[Line]:
    return [line for page in shell.heard(player, Chat) for line in page.lines]


def say(shell: Shell, player: str, text: str, at: int = 1_700_000_000) -> None:
    shell.take(shell.table.say(player, text, shell.now, at))


def room(**config: object) -> Shell:
    shell = Shell(**{**EPS, **config})
    shell.seat("anna", "bert")
    shell.enter("carl")
    return shell


def test_the_whole_table_and_its_queue_hear_who_said_what_and_when() -> None:
    shell = room()
    say(shell, "anna", "Good evening")
    for player in ("anna", "bert", "carl"):
        (line,) = lines(shell, player)
        assert (line.name, line.text, line.at) == ("Anna", "Good evening", 1_700_000_000)
        assert line.seat == shell.seat_of("anna")


def test_what_is_sent_again_after_its_answer_was_lost_is_not_said_twice() -> None:
    shell = room()
    for text, request in (("Hello", 7), ("Hello", 7), ("Hello", 8), ("Hello", 7)):
        shell.take(shell.table.say("anna", text, shell.now, 1, request))
    for _ in range(2):
        shell.take(shell.table.phrase("anna", PHRASES[0], shell.now, 1, 9))
    # Numbers are each player's own.
    shell.take(shell.table.say("bert", "Hello", shell.now, 1, 7))
    said = [(line.name, line.text or line.phrase) for line in lines(shell, "carl")]
    assert said == [("Anna", "Hello")] * 2 + [("Anna", PHRASES[0]), ("Bert", "Hello")]


def test_in_eps_rooms_those_who_wait_only_read() -> None:
    shell = room()
    with pytest.raises(Refusal, match="Only who sits here may write"):
        say(shell, "carl", "Hello")
    elsewhere = room(chat_for_queue=True)
    say(elsewhere, "carl", "Hello")
    assert lines(elsewhere, "anna")[0].seat is None


def test_who_comes_later_reads_the_last_hundred_lines_in_order() -> None:
    shell = room()
    for number in range(HISTORY + 7):
        shell.now += 1 / LINES.per_second
        say(shell, "anna", f"line {number}")
    shell.enter("dora")
    read = lines(shell, "dora")
    assert [line.n for line in read] == list(range(8, HISTORY + 8))
    assert read[-1].text == f"line {HISTORY + 6}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "chat_empty"),
        ("\u202e \n", "chat_empty"),
        ("\u3164\u200d", "chat_empty"),
        ("x" * 301, "chat_long"),
    ],
)
def test_nothing_and_too_much_are_refused(text: str, code: str) -> None:
    shell = room()
    with pytest.raises(Refusal, check=lambda wrong: wrong.code == code):
        say(shell, "anna", text)
    assert lines(shell, "bert") == []


def test_who_says_too_much_at_once_waits() -> None:
    shell = room()
    for number in range(LINES.burst):
        say(shell, "anna", str(number))
    with pytest.raises(Refusal, match="too fast"):
        say(shell, "anna", "again")
    say(shell, "bert", "my turn")
    shell.now += 1 / LINES.per_second
    say(shell, "anna", "again")
    with pytest.raises(Refusal, match="too fast"):
        say(shell, "anna", "and again")


def test_those_who_only_watch_say_no_more_together_than_a_table_can_be_told() -> None:
    shell = room(chat_for_queue=True)
    most, pace = CROWD.burst, 1 / CROWD.per_second
    crowd = [f"fan {number}" for number in range(most)]
    shell.enter(*crowd)
    for name in crowd:
        say(shell, name, "hear, hear")
    with pytest.raises(Refusal, match="too fast"):
        say(shell, crowd[0], "once more")
    say(shell, "anna", "who sits is heard all the same")
    shell.now += pace
    say(shell, crowd[0], "once more")
    with pytest.raises(Refusal, match="too fast"):
        say(shell, crowd[1], "and I")


def test_phrases_are_codes_of_a_fixed_list() -> None:
    shell = room()
    for phrase in (PHRASES[0], EMOTES[0]):
        shell.take(shell.table.phrase("anna", phrase, shell.now, 1))
    assert [line.phrase for line in lines(shell, "bert")] == [PHRASES[0], EMOTES[0]]
    with pytest.raises(Refusal, match="There is no phrase"):
        shell.table.phrase("anna", "buy_my_coins", shell.now, 1)


def test_who_is_muted_is_not_heard_by_who_muted_and_by_all_others() -> None:
    shell = room()
    shell.take(shell.table.mute("bert", "anna", True, shell.now))
    say(shell, "anna", "Hello?")
    assert lines(shell, "bert") == []
    assert len(lines(shell, "carl")) == 1
    shell.back("bert")
    assert lines(shell, "bert") == []
    shell.take(shell.table.mute("bert", "anna", False, shell.now))
    say(shell, "anna", "Hello!")
    assert [line.text for line in lines(shell, "bert")] == ["Hello!"]


def test_a_line_bears_the_number_of_its_player_who_is_known_by_it_under_any_name() -> None:
    shell = Shell(**{**EPS, "chat_for_queue": True})
    shell.lines |= {"7", "9", "12"}
    for player, name in (("7", "Anna"), ("12", "Bert"), ("9", "Cora")):
        shell.take(shell.table.enter(player, name, "", 1, shell.now))
    shell.take(shell.table.mute("12", "7", True, shell.now))
    for player in ("7", "9"):
        shell.take(shell.table.leave(player, "now", shell.now))
    for player, name in (("7", "Cora"), ("9", "Anna")):
        shell.take(shell.table.enter(player, name, "", 1, shell.now))
    say(shell, "7", "I am Cora now")
    say(shell, "9", "and I am Anna")
    assert [(line.who, line.text) for line in lines(shell, "12")] == [(9, "and I am Anna")]


def test_what_is_said_is_no_link_for_anybody() -> None:
    shell = room()
    say(shell, "anna", "[ref=https://evil.example/x]free chips[/ref] at www.evil.example")
    (line,) = lines(shell, "bert")
    assert line.text == "[ref=https: //evil. example/x]free chips[/ref] at www. evil. example"

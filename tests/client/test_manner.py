"""Bots say a few words now and then: of their own, seldom, and only where they are wanted."""

from dataclasses import replace

import pytest

from client_core import manner
from client_core.client import ChatLine
from client_core.text import LANGUAGES, Words
from game_server.table.bot_names import NAMES
from protocol import messages
from protocol.events import Acted, Moved, RoundBegan, RoundEnded
from protocol.messages import Sitter
from protocol.words import POT, Seat
from tests.client.device import Device, people
from tests.client.test_table import ANN, BEGAN, BLINDS, BO, ME


def among_bots(**settings: bool) -> Device:
    """I sit down beside two bots, who say whatever they have to."""
    one = Device(chance=lambda bound: 0)
    one.come_in()
    one.client.set(**settings)
    one.sit_down(bots())
    one.tell(BEGAN, *BLINDS)
    return one


def bots() -> dict[int, Sitter]:
    return {
        seat: replace(sitter, bot="" if seat == ME else "easy") for seat, sitter in people().items()
    }


def bubbles(one: Device) -> dict[Seat, ChatLine]:
    view = one.client.tables.view("t")
    assert view is not None
    now = one.client.now()
    return {seat.seat: seat.said for seat in view.seats
            if seat.said is not None and seat.said.until > now}  # fmt: skip


def loses_all(one: Device, number: int = 1) -> None:
    """Bo loses a large pot to me."""
    seen = one.client._state.tables.by_name["t"].seq
    one.tell(
        Acted(ANN, "fold"), Moved(BO, POT, 15_000, "call"), Moved(ME, POT, 14_900, "call"),
        Moved(POT, ME, 30_100, "pot"), RoundEnded(), after=seen, number=number,
    )  # fmt: skip


def test_a_bot_that_was_beaten_says_so_in_the_language_of_who_reads_it() -> None:
    one = among_bots()
    one.time += manner.GAP_S
    loses_all(one)
    (line,) = bubbles(one).values()
    assert line.seat == BO
    english = one.client.chat.line_text(line)
    one.client.set(language="zh")
    chinese = one.client.chat.line_text(line)
    assert english != chinese
    assert english.isascii()
    one.time += 7
    assert not bubbles(one), "it goes by itself"


def test_what_bots_say_is_no_part_of_the_chat() -> None:
    one = among_bots()
    one.time += manner.GAP_S
    loses_all(one)
    assert bubbles(one)
    assert one.client.chat.view("t").lines == ()
    assert one.client.chat.view("t").unread == 0
    assert not one.all(messages.Say)
    assert not one.all(messages.Phrase)


def test_bots_are_silent_where_they_are_not_wanted_and_where_nobody_looks() -> None:
    one = among_bots(bots_talk=False)
    one.time += manner.GAP_S
    loses_all(one)
    assert not bubbles(one)
    other = among_bots()
    other.time += manner.GAP_S
    other.client.show("")
    loses_all(other)
    assert not bubbles(other)


def test_people_are_never_spoken_for() -> None:
    one = Device(chance=lambda bound: 0)
    one.come_in()
    one.sit_down()
    one.tell(BEGAN, *BLINDS)
    one.time += manner.GAP_S
    loses_all(one)
    assert not bubbles(one)


def test_nobody_speaks_again_so_soon() -> None:
    one = among_bots()
    one.time += manner.GAP_S
    loses_all(one)
    assert bubbles(one)
    one.time += 8
    again = RoundBegan("holdem", "standard", 2, BEGAN.names, BEGAN.stacks, BEGAN.options)
    one.tell(again, *BLINDS, number=2)
    loses_all(one, 2)
    assert not bubbles(one)


def test_over_an_evening_bots_say_little() -> None:
    one = Device()
    one.come_in()
    one.sit_down(bots())
    spoken = 0
    for number in range(1, 201):
        began = RoundBegan("holdem", "standard", number, BEGAN.names, BEGAN.stacks, BEGAN.options)
        one.tell(began, *BLINDS, number=number)
        loses_all(one, number)
        spoken += bool(bubbles(one))
        one.time += 30
    assert 20 < spoken < 90, "once in four hands that are worth a word"


def test_a_bot_says_nothing_of_a_round_before_it_was_seen() -> None:
    one = among_bots()
    one.client.pace.watch("t")
    one.time += manner.GAP_S
    loses_all(one)
    assert one.client.pace.unseen("t")
    assert not bubbles(one)
    one.client.pace.seen("t", all_=True)
    assert bubbles(one)


def test_every_bot_has_a_manner_and_every_manner_all_its_words_in_every_language() -> None:
    assert {manner.manner(name) for name in NAMES} == set(manner.MANNERS)
    for language in LANGUAGES:
        words = Words(language)
        texts = [
            words.say(f"phrase.bot.{one}.{about}.{nth}")
            for one in manner.MANNERS
            for about in manner.ONE_IN
            for nth in range(manner.LINES)
        ]
        assert len(set(texts)) == len(texts)
        assert not any("phrase." in text for text in texts)
        assert max(map(len, texts)) < 50, "it is read at a glance"


@pytest.mark.parametrize(("language", "called"), [("en", "Amber"), ("zh", "金秋")])
def test_a_bot_is_called_the_same_everywhere_and_no_person_by_its_name(
    language: str, called: str
) -> None:
    one = Device(language)
    one.come_in()
    sitters = people()
    sitters[ANN] = replace(sitters[ANN], name="Bot Amber", bot="easy")
    sitters[BO] = replace(sitters[BO], name="Amber")
    one.sit_down(sitters)
    names = {ANN: "Bot Amber", BO: "Amber", ME: "Me"}
    one.tell(replace(BEGAN, names=names), *BLINDS)
    view = one.client.tables.view("t")
    assert view is not None
    assert {seat.seat: seat.name for seat in view.seats if seat.taken} == {**names, ANN: called}
    assert view.names == {**names, ANN: called}
    assert view.dealt_in[ANN].name == called
    told = " ".join(line.text for line in one.client.tables.told_since("t", 0, 0))
    assert called in told
    assert "Bot" not in told
    one.client.set(language="en" if language == "zh" else "zh")
    again = one.client.tables.view("t")
    assert again is not None
    assert again.names[ANN] != called, "in the language that was chosen now"

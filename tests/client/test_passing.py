"""What nothing in my hand can beat is passed by itself after a second, where that is set."""

from dataclasses import asdict

import pytest

from game_server.rules.doudizhu import GAME
from protocol import messages
from protocol.events import Dealt, RoundBegan
from protocol.games.doudizhu import Played
from protocol.messages import Sitter
from protocol.words import Option, Seat
from tests.client.device import Device
from tests.client.test_room import NAMES, at_table
from tests.rules.doudizhu.dealing import of, pattern

PLAY, PASS = Option("play", hand=(1, 17)), Option("pass")
PEOPLE = {seat: Sitter(NAMES[Seat(seat)], 20_000) for seat in range(3)}


def facing(played: str, hand: str) -> Device:
    """I hold these, and that is to be beaten."""
    one = at_table(PEOPLE)
    options = asdict(GAME.presets["house"])
    before = pattern(played)
    one.tell(
        RoundBegan("doudizhu", "house", 1, NAMES, dict.fromkeys(NAMES, 20_000), options),
        Dealt(Seat(2), of(hand)),
        Played(Seat(0), *before, left=10, says=str(before)),
    )
    return one


def passed(one: Device) -> list[str]:
    return [answer.verb for answer in one.all(messages.Answer)]


def test_nothing_in_my_hand_beats_it_and_a_second_later_i_pass() -> None:
    one = facing("22", "3456789")
    one.asked(7, PLAY, PASS)
    assert [button.verb for button in one.client.turn.acts("t").buttons] == ["pass", "play"]
    one.passes(0.9)
    assert passed(one) == [], "it is seen what cannot be beaten"
    one.passes(0.2)
    assert passed(one) == ["pass"]
    assert one.last(messages.Answer).turn == 7
    one.passes(5)
    assert passed(one) == ["pass"], "once"


@pytest.mark.parametrize(("played", "hand"), [("33", "44"), ("22", "5555"), ("3333", "xX")])
def test_who_could_play_is_left_to_think(played: str, hand: str) -> None:
    one = facing(played, hand)
    one.asked(7, PLAY, PASS)
    one.passes(10)
    assert passed(one) == []


def test_it_is_as_the_player_has_it() -> None:
    one = facing("22", "3456789")
    one.client.set(pass_beaten=False)
    one.asked(7, PLAY, PASS)
    one.passes(10)
    assert passed(one) == []


def test_who_passes_sooner_passes_once_and_a_question_that_is_over_is_not_answered() -> None:
    one = facing("22", "3456789")
    one.asked(7, PLAY, PASS)
    one.passes(0.5)
    pass_ = next(button for button in one.client.turn.acts("t").buttons if button.verb == "pass")
    one.client.turn.tap("t", pass_)
    one.passes(3)
    assert passed(one) == ["pass"]
    again = facing("22", "3456789")
    again.asked(7, PLAY, PASS)
    again.house(messages.Waiting("t", 8, (Seat(1),), 15_000, 15_000))
    again.passes(3)
    assert passed(again) == [], "a bot has played for me meanwhile"


def test_who_leads_or_bids_is_asked_as_ever() -> None:
    one = facing("22", "3456789")
    one.asked(7, PLAY)
    one.passes(3)
    one.asked(8, Option("bid", 1_000, 3_000, 1_000), PASS)
    one.passes(3)
    assert passed(one) == []

"""What a table says of itself in words: who comes and goes, what turns the game."""

from dataclasses import replace

import pytest

from protocol import messages
from protocol.events import LeftGame, RoundBegan
from protocol.games.doudizhu import Doubled, Landlord, NoGame, Redealt, Staked
from protocol.messages import Room, Sitter
from protocol.words import Seat
from tests.client.device import Device

ANN, BO, ME = Seat(0), Seat(1), Seat(2)
NAMES = {ANN: "Ann", BO: "Bo", ME: "Me"}
THREE: dict[int, Sitter] = {seat: Sitter(name, 20_000) for seat, name in NAMES.items()}
FRIENDS = Room("t", "doudizhu", "standard", "play", 1_000, 4_000, 20_000, 3, ready=True)
BEGAN = RoundBegan("doudizhu", "standard", 1, NAMES, dict.fromkeys(NAMES, 20_000), {"stake": 1_000})


def at_table(language: str = "en", room: Room = FRIENDS) -> Device:
    one = Device(language)
    one.come_in()
    one.sit_down(THREE, room)
    return one


def news(one: Device) -> list[str]:
    """What is new since this was asked last."""
    fresh = [one.client.say(toast.say) for toast in one.client.notices.toasts]
    for toast in one.client.notices.toasts:
        one.client.notices.dismiss(toast.id)
    return fresh


def kept(one: Device) -> list[str]:
    """What can be read again among the messages."""
    return [one.client.say(toast.say) for toast in one.client.notices.inbox]


@pytest.mark.req("D-S2.5")
def test_friends_are_told_who_comes_goes_loses_the_line_and_is_back() -> None:
    one = at_table()
    assert news(one) == []
    one.seats({ANN: THREE[ANN], ME: THREE[ME]})
    assert news(one) == ["Bo has left the table."]
    one.seats({**THREE, BO: Sitter("Flo", 20_000)})
    assert news(one) == ["Flo sits down."]
    one.seats({**THREE, BO: Sitter("Flo", 20_000, here=False)})
    assert news(one) == ["Flo is away."]
    one.seats({**THREE, BO: Sitter("Flo", 30_000)})
    assert news(one) == ["Flo is back."]
    one.seats({**THREE, BO: Sitter("Ed", 30_000)})
    assert news(one) == ["Ed sits down.", "Flo has left the table."]
    one.seats({**THREE, BO: Sitter("Ed", 30_000), ME: Sitter("Me", 20_000, here=False)})
    assert news(one) == []


@pytest.mark.req("D-S2.5")
@pytest.mark.parametrize(
    ("language", "redealt", "lord", "doubled", "left", "nothing"),
    [
        (
            "en",
            "Nobody bid; the cards are dealt again",
            "Bo is the landlord; each peasant plays for 10",
            "The stakes double by the bomb: 20 for each peasant",
            "Ann has left; a bot plays the hand to its end",
            "Nobody bid; the round is over and nobody pays",
        ),
        (
            "zh",
            "都不叫，重新发牌",
            "Bo 是地主，每家输赢 10",
            "炸弹，倍数 ×2：每家输赢 20",
            "Ann 离开了，本局由机器人托管",
            "都不叫，本局结束",
        ),
    ],
)
def test_a_new_deal_the_landlord_and_doubled_stakes_are_told_in_words(
    language: str, redealt: str, lord: str, doubled: str, left: str, nothing: str
) -> None:
    one = at_table(language)
    events = (Redealt(), Landlord(BO, 1_000), Doubled("bomb", 2_000), LeftGame(ANN), NoGame())
    one.tell(BEGAN)
    for nth, (event, words) in enumerate(
        zip(events, (redealt, lord, doubled, left, nothing), strict=True), 1
    ):
        one.tell(event, after=nth)
        assert news(one) == [words]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You are the landlord; each peasant plays for 10"),
        ("zh", "你是地主，每家输赢 10"),
    ],
)
def test_i_am_spoken_to_and_not_about(language: str, said: str) -> None:
    one = at_table(language)
    one.tell(BEGAN)
    one.tell(Landlord(ME, 1_000), after=1)
    assert news(one) == [said]


def test_of_what_is_played_for_only_the_last_is_said() -> None:
    """What was true before seats have doubled for themselves does not wait to be shown."""
    one = at_table()
    one.tell(BEGAN)
    one.tell(Redealt(), after=1)
    one.tell(Landlord(ME, 1_000), after=2)
    one.tell(Staked({ANN: 1_000, BO: 4_000}), after=3)
    one.tell(Doubled("rocket", 2_000), Staked({ANN: 2_000, BO: 8_000}), after=4)
    assert news(one) == ["Nobody bid; the cards are dealt again", "After doubling: Ann 20, Bo 80"]


def test_what_is_told_again_and_what_happens_at_another_table_is_no_news() -> None:
    one = at_table()
    one.tell(BEGAN, Landlord(BO, 1_000))
    news(one)
    one.tell(BEGAN, Landlord(BO, 1_000))
    assert news(one) == []
    one.client.show("")
    one.tell(Doubled("bomb", 2_000), after=2)
    one.seats({ANN: THREE[ANN], ME: THREE[ME]})
    assert news(one) == []
    one.client.show("t")
    one.lose()
    one.passes(30)
    one.resumed("t")
    one.house(messages.Told("t", 1, 3, 4, (Doubled("rocket", 4_000),)))
    one.seats(THREE)
    assert news(one) == []


def test_at_a_table_of_strangers_nobody_is_announced() -> None:
    one = at_table(room=replace(FRIENDS, ready=False))
    one.seats({ANN: THREE[ANN], ME: THREE[ME]})
    one.tell(BEGAN, LeftGame(ANN))
    assert news(one) == []


def test_what_a_game_is_played_for_is_said_in_passing_and_kept_by_its_history_alone() -> None:
    one = at_table()
    one.tell(BEGAN, Landlord(ME, 1_000))
    one.tell(Doubled("bomb", 2_000), after=2)
    assert len(one.client.notices.toasts) > 0
    assert kept(one) == []
    assert one.client.notices.missed == frozenset()
    one.seats({ANN: THREE[ANN], ME: THREE[ME]})
    assert kept(one) == ["Bo has left the table."]


def test_in_a_line_with_other_things_long_names_are_cut() -> None:
    long = {ANN: "W" * 20, BO: "春眠不觉晓处处闻啼鸟夜来风雨声花落知多", ME: "Me"}
    one = at_table()
    news(one)
    one.tell(replace(BEGAN, names=long), Landlord(ANN, 1_000))
    (landlord,) = news(one)
    assert landlord == "WWWWWWW… is the landlord; each peasant plays for 10"
    one.tell(Staked({ANN: 2_000, BO: 2_000, ME: 1_000}), after=2)
    (staked,) = news(one)
    assert "WWWWWWW… 20" in staked
    assert "春眠不觉晓处处… 20" in staked

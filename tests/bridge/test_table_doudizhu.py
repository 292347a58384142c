"""The felt of Dou Dizhu as the page is told it: hints, the selection of cards, the reckoning."""

from collections.abc import Callable, Iterator
from typing import Any

from client_core.text import Words
from protocol import messages
from protocol.events import RoundBegan
from protocol.games.doudizhu import Played
from protocol.messages import Sitter
from protocol.words import Seat
from tests.bridge.seated import NAMES, Seated
from tests.client.rounds import played
from tests.playing import PlayedRound

ROCKET = {"Xb", "Xc"}


def until(there: Callable[[Seated], bool], preset: str = "house") -> Seated:
    """The first moment of a game like that."""
    for seed in range(8):
        game = played("doudizhu", preset, seed)
        for seat in game.stacks:
            one = Seated()
            one.play(game, preset, seat)
            for asks in one.lines():
                one.ask(asks)
                if there(one):
                    return one
    raise LookupError("No game comes to that.")


def choice(one: Seated, key: str) -> Any:
    return next((each for each in one.table["bar"]["choices"] if each["key"] == key), None)


def chosen(one: Seated) -> list[str]:
    return [card["name"] for card in one.table["hand"][0]["cards"] if card["chosen"]]


def test_a_hint_chooses_cards_that_may_be_played_and_says_what_they_are() -> None:
    one = until(lambda one: choice(one, "felt.hint") is not None)
    assert choice(one, "act.play")["look"] == "dim"
    one.choose(choice(one, "felt.hint"))
    first = chosen(one)
    assert first
    assert choice(one, "act.play")["look"] == "primary"
    assert one.at("told")[-1]["text"] == one.table["bar"]["status"]
    one.choose(choice(one, "act.play"))
    assert one.last(messages.Answer).act().verb == "play"


def test_cards_that_a_finger_slides_over_are_chosen_and_let_go() -> None:
    one = until(lambda one: choice(one, "felt.hint") is not None and len(first_hand(one)) > 2)
    one.press(one.table["slide"], [0, 1, 2])
    assert len(chosen(one)) == 3
    one.press(one.table["slide"], [1, 2])
    assert len(chosen(one)) == 1
    keys = {key["key"]: key["tap"] for key in one.table["keys"]}
    one.press(keys["escape"])
    assert chosen(one) == []


def first_hand(one: Seated) -> list[Any]:
    return list(one.table["hand"][0]["cards"]) if one.table["hand"] else []


def test_cards_that_may_not_be_played_say_why() -> None:
    one = until(lambda one: choice(one, "felt.hint") is not None and len(first_hand(one)) > 6)
    one.press(one.table["slide"], [0, 1, 2, 3, 4, 5, 6])
    assert choice(one, "act.play")["look"] == "dim"
    assert one.table["bar"]["status"] != Words("en").say("table.your_turn")


def test_the_reckoning_stands_until_it_is_put_away() -> None:
    one = until(lambda one: one.table["middle"]["score"] is not None)
    score = one.table["middle"]["score"]
    assert len(score["results"]) == 3
    one.press(score["close"])
    assert one.table["middle"]["score"] is None


def test_many_cards_lie_in_two_rows_and_no_rank_is_parted() -> None:
    one = until(lambda one: choice(one, "felt.hint") is not None and len(first_hand(one)) > 16)
    cards, upper = [card["name"] for card in first_hand(one)], one.table["hand"][0]["upper"]
    assert abs(2 * upper - len(cards)) < 4
    assert cards[upper - 1][0] != cards[upper][0]
    few = until(lambda one: 0 < len(first_hand(one)) <= 10)
    assert few.table["hand"][0]["upper"] == 0


def names_of(cards: Any) -> set[str]:
    return {card["name"] for card in cards["cards"]} if cards else set()


def walks(preset: str, fits: Callable[[PlayedRound], bool]) -> Iterator[Seated]:
    """The first game like that as its first seat is told it: each line at once, and when somebody
    was asked."""
    games = (played("doudizhu", preset, seed) for seed in range(99))
    game = next(filter(fits, games))
    one = Seated()
    one.client.set(coach=False)
    one.play(game, preset, min(game.stacks))
    for asks in one.lines():
        yield one
        one.ask(asks)
        yield one


def has_rocket(one: PlayedRound) -> bool:
    """A rocket was played, and not last."""
    plays = [event for step in one.steps for event in step.events if isinstance(event, Played)]
    return "rocket" in [play.category for play in plays[:-1]]


def test_the_rocket_lies_until_its_player_leads_and_a_play_goes_where_it_lies() -> None:
    led: list[set[str]] = []
    flown: set[tuple[str, str]] = set()
    for one in walks("house", has_rocket):
        seats, flights = one.table["seats"], one.table["flights"]
        led += [names_of(seat["play"]) for seat in seats if seat["turn"]]
        flown |= {(each["start"], each["end"]) for each in flights if each["kind"] == "card"}
    assert led.count(ROCKET) >= 1
    assert not any(play for play in led if play != ROCKET), "a turn takes away what lay there"
    plays = {end for start, end in flown if start.startswith("seat")}
    assert plays == {f"laid{seat}" for seat in range(3)}


def test_many_open_cards_of_another_lie_in_two_rows() -> None:
    def opened(one: Seated) -> bool:
        return any(len(hand["cards"]) > 10 for seat in one.table["seats"] for hand in seat["hands"]
                   if "back" not in names_of(hand))  # fmt: skip

    one = until(opened, "classic")
    open_hands = [hand for seat in one.table["seats"] for hand in seat["hands"]]
    assert all(0 < hand["upper"] < len(hand["cards"]) for hand in open_hands)


def test_news_that_the_upper_bar_tells_lies_over_no_seat() -> None:
    told = 0
    for one in walks("house", has_rocket):
        if one.table["top"]["news"]:
            told += 1
            assert one.at("toasts") == []
    assert told


def test_who_sits_out_before_the_first_game_is_not_counted_as_here() -> None:
    one, say = Seated(), Words("en").say
    game = played("doudizhu", "house", 0)
    one.play(game, "house", Seat(0))
    assert one.table["middle"]["room"]["title"] == say("doudizhu.all_here")
    sitters = {seat: Sitter(f"Seat {seat}", 500_00, out=seat == 2) for seat in game.stacks}
    one.house(messages.Seats("t", sitters, Seat(0), 1))
    assert one.table["middle"]["room"]["title"] == say("doudizhu.here", here=2, seats=3)


def test_who_comes_back_in_mid_game_sees_three_seats_before_the_room_is_told() -> None:
    one = Seated()
    one.meet()
    one.tap("enter", value={"name": "Me"})
    one.in_house(one.last(messages.Guest).id, "t")
    names = {Seat(at): NAMES[at] for at in range(3)}
    stacks = dict.fromkeys(names, 20_000)
    sitters = {at: Sitter(name, 20_000) for at, name in names.items()}
    one.house(messages.Seats("t", sitters, Seat(0), 0))
    began = RoundBegan("doudizhu", "house", 1, names, stacks, {})
    one.house(messages.Told("t", 1, 0, 1, (began,)))
    one.client.show("t")
    one.bridge.follow("")
    assert one.table["game"] == "doudizhu"
    assert [seat["spot"] for seat in one.table["seats"]] == [0, 1, 2]

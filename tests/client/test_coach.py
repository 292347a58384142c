"""When a newcomer is told what: never of a hand that was not his."""

from dataclasses import replace

from client_core.coach import Tip
from client_core.text import Say
from protocol.cards import parse
from protocol.events import Acted, Dealt, Event, Moved, RoundEnded, Shown
from protocol.games.holdem import HighCard
from protocol.messages import Room
from protocol.words import BOARD, POT, Hidden, Option
from tests.client.device import ROOM, Device, view
from tests.client.test_passing import facing
from tests.client.test_table import ANN, BEGAN, BLINDS, BO, CALL, CHECK, FOLD, ME


def newcomer(*events: Event, room: Room = ROOM) -> Device:
    one = Device(kept={})
    one.come_in()
    one.sit_down(room=room)
    one.tell(*events)
    return one


def tip(one: Device) -> Tip | None:
    return one.client.coach.tip("t")


def test_who_sat_down_between_two_hands_is_not_told_how_the_first_one_was() -> None:
    others = {ANN: "Ann", BO: "Bo"}
    began = type(BEGAN)("holdem", "standard", 1, others, dict.fromkeys(others, 20_000), {})
    assert tip(newcomer(began, RoundEnded())) is None
    told = tip(newcomer(BEGAN, *BLINDS, RoundEnded()))
    assert told is not None
    assert told.name == "over"


def test_who_laid_no_bet_is_not_told_how_a_round_of_blackjack_was_won() -> None:
    room = replace(ROOM, game="blackjack")
    began = replace(BEGAN, game="blackjack", options={"min_bet": 500})
    assert tip(newcomer(began, RoundEnded(), room=room)) is None
    told = tip(newcomer(began, Moved(ME, POT, 500, "bet"), RoundEnded(), room=room))
    assert told is not None
    assert told.name == "over"


def test_who_is_dealt_in_from_the_next_hand_is_told_nothing_of_this_one() -> None:
    others = {ANN: "Ann", BO: "Bo"}
    began = type(BEGAN)("holdem", "standard", 1, others, dict.fromkeys(others, 20_000), {})
    dealt = [Dealt(seat, Hidden(2)) for seat in others]
    one = newcomer(began, *BLINDS[:1], *dealt, Dealt(BOARD, parse("As 3h 8d")))
    assert view(one).board
    assert tip(one) is None


def test_cards_that_are_drawn_for_the_dealer_are_nobodys_own() -> None:
    cards = zip((ANN, BO, ME), parse("2c 3c 4c"), strict=True)
    drawn = [HighCard(seat, (card,)) for seat, card in cards]
    one = newcomer(BEGAN, *drawn)
    assert tip(one) is None
    hands = (Dealt(ANN, Hidden(2)), Dealt(BO, Hidden(2)), Dealt(ME, parse("Ks Kd")))
    one.tell(*hands, after=4)
    told = tip(one)
    assert told is not None
    assert told.name == "cards"


def test_what_is_told_of_a_free_check_is_true_beside_a_bet_too() -> None:
    began = replace(BEGAN, preset="casino", options={"check_is_always_free": True})
    one = newcomer(began, Dealt(ME, parse("Ks Kd")), Moved(ANN, POT, 200, "bet"))
    one.asked(3, FOLD, CHECK, CALL)
    bet = tip(one)
    assert bet is not None
    assert bet.name == "face"
    one.client.coach.put_away("t", bet)
    told = tip(one)
    assert told is not None
    assert told.name == "free"
    for language in ("en", "zh"):
        one.client.set(language=language)
        words = one.client.say(told.say)
        assert "Nobody has bet" not in words
        assert "others pay" not in words
        assert "没有人下注" not in words
        assert "别人" not in words


def test_no_tip_to_play_a_higher_card_comes_to_who_holds_none() -> None:
    for hand, told in (("3456789", False), ("34567892", True)):
        one = facing("A", hand)
        one.client.set(coach=True)
        for name in ("cards", "landlord"):
            one.client.coach.put_away("t", Tip(name, 1, 1, Say("")))
        one.asked(7, Option("play", hand=(1, 17)), Option("pass"))
        shown = tip(one)
        assert (shown is not None and shown.name == "follow") is told, hand


def test_tips_are_counted_in_the_order_in_which_they_are_read() -> None:
    one = newcomer(BEGAN, *BLINDS)
    one.asked(3, FOLD, CALL)
    read = []
    while (told := tip(one)) is not None:
        read.append((told.name, told.number))
        one.client.coach.put_away("t", told)
    assert read == [("blinds", 1), ("cards", 2)]


def test_the_blinds_alone_are_not_said_to_be_a_bet_of_somebody() -> None:
    one = newcomer(BEGAN, *BLINDS)
    one.asked(3, FOLD, CALL)
    told = tip(one)
    assert told is not None
    assert told.name == "blinds"
    one = newcomer(BEGAN, *BLINDS, Acted(ANN, "raise", 600), Moved(ANN, POT, 600, "raise"))
    one.asked(4, FOLD, CALL)
    told = tip(one)
    assert told is not None
    assert told.name == "face"


def test_cards_that_lie_open_in_an_all_in_are_not_said_to_be_seen_by_nobody() -> None:
    one = newcomer(BEGAN, *BLINDS, Dealt(ME, parse("Ks Kd")))
    told = tip(one)
    assert told is not None
    assert told.name == "cards"
    one.tell(Shown(ME, parse("Ks Kd")), after=len(BLINDS) + 2)
    told = tip(one)
    assert told is None or told.name != "cards"

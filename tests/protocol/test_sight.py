"""How each game lies on the table, for one who looks at all cards."""

import pytest

from protocol import games
from protocol.cards import parse
from protocol.events import Acted, Dealt, Event, Laid, Moved, RoundBegan, Shown
from protocol.games.blackjack import Peeked, Playing, Split
from protocol.games.doudizhu import Doubled, Landlord, Played, Redealt
from protocol.games.roulette import BetPaid, Closed, Spun
from protocol.games.sabacc import LapBegan, PotHolds, Rolled
from protocol.sight import PLAIN, last_acts, lying, paid_in, places_of
from protocol.words import BOARD, DISCARD, HOUSE, JACKPOT, POT, Seat

A, B, C = Seat(0), Seat(1), Seat(2)


def began(game: str, **options: int) -> RoundBegan:
    names, stacks = {A: "ann", B: "bo", C: "cy"}, {A: 10_000, B: 10_000, C: 10_000}
    return RoundBegan(game, "standard", 1, names, stacks, options)


def dealt(seat: Seat, cards: str, hand: int = 0) -> Dealt:
    return Dealt(seat, parse(cards), hand)


# -- what all games share --------------------------------------------------------------------


def test_a_hand_is_what_was_dealt_less_what_was_laid_down() -> None:
    told = [began("x"), dealt(A, "As Kd Qh"), Laid(A, DISCARD, parse("Kd")), dealt(B, "2c")]
    assert lying(told).get(A, {}) == {0: parse("As Qh")}
    told.append(Laid(DISCARD, A, parse("Kd")))
    assert lying(told).get(A, {}) == {0: parse("As Qh Kd")}
    told.append(Laid(A, DISCARD, parse("As Qh Kd")))
    assert lying(told)[A] == {}


def test_cards_that_are_shown_are_not_there_twice() -> None:
    told = [began("x"), dealt(A, "As Kd"), Shown(A, parse("As Kd"))]
    assert lying(told).get(A, {}) == {0: parse("As Kd")}
    assert lying([began("x"), Shown(B, parse("2c 3d"))]).get(B, {}) == {0: parse("2c 3d")}


def test_places_are_named_and_empty_ones_left_out() -> None:
    told = [began("x"), dealt(BOARD, "As"), dealt(HOUSE, "Kd")]
    assert places_of(told) == {"board": parse("As"), "dealer": parse("Kd")}


def test_what_is_in_the_pot_is_less_what_came_back() -> None:
    told: list[Event] = [began("x"), Moved(A, POT, 500, "bet"), Moved(POT, A, 200, "take_back")]
    assert paid_in(told) == {A: 300}
    assert paid_in([*told, Moved(POT, A, 900, "pot")]) == {A: 0}


def test_the_last_act_is_the_last() -> None:
    told = [began("x"), Acted(A, "bet", 100), Acted(B, "fold"), Acted(A, "call", 50)]
    assert last_acts(told)[A] == Acted(A, "call", 50)
    assert C not in last_acts(told)


def test_a_game_that_nobody_has_told_of_is_seen_by_what_all_share() -> None:
    sight = games.sight("whist")
    assert sight is PLAIN
    told = [began("whist"), dealt(A, "As")]
    assert sight.hands(told) == {A: {0: parse("As")}}
    assert (sight.marks(told), sight.facts(told)) == ({}, {})
    assert not sight.side_pots({})


# -- what only one game has --------------------------------------------------------------------


def test_holdem_names_the_blinds_the_street_and_the_hand() -> None:
    sight = games.sight("holdem")
    told: list[Event] = [
        began("holdem", small_blind=100, big_blind=200),
        Moved(A, POT, 100, "small_blind"),
        Moved(B, POT, 200, "big_blind"),
        dealt(A, "As Kd"),
        dealt(B, "2c 3d"),
    ]
    assert sight.facts(told) == {"street": "before the flop", "blinds": "1/2"}
    assert (sight.marks(told)[A], sight.marks(told)[B]) == (("SB",), ("BB",))
    assert sight.bets(told) == {A: 100, B: 200}
    told.append(dealt(BOARD, "Ah Ks 9d"))
    assert sight.marks(told)[A] == ("SB", "two pair, aces and kings")
    assert sight.bets(told) == {}
    assert sight.facts(told)["street"] == "flop"
    assert sight.side_pots({"single_pot": False})
    assert not sight.side_pots({"single_pot": True})


def test_dou_dizhu_shows_the_landlord_and_what_is_to_be_beaten() -> None:
    sight = games.sight("doudizhu")
    told: list[Event] = [
        began("doudizhu"),
        dealt(A, "3c 3d"),
        Redealt(),
        dealt(A, "9c 4d"),
        dealt(B, "5c 6d"),
        Landlord(A, 1_000),
        dealt(BOARD, "Xb 7h"),
        Laid(BOARD, A, parse("Xb 7h")),
    ]
    assert sight.hands(told)[A] == {0: parse("4d 7h 9c Xb")}
    assert sight.marks(told)[A] == ("landlord", "4 left")
    assert sight.marks(told)[B] == ("peasant", "2 left")
    assert sight.places(told) == {"landlord's cards": parse("Xb 7h")}
    told += [Acted(A, "play"), Laid(A, BOARD, parse("4d")), Played(A, "solo", 1, 1, 3, "a solo 4")]
    told += [Doubled("bomb", 2_000), Acted(B, "pass")]
    assert list(sight.places(told)) == ["on the table", "landlord's cards"]
    assert sight.facts(told) == {"each peasant plays for": "20", "last play": "a solo 4"}
    assert sight.places([*told, Acted(C, "pass")]) == {"landlord's cards": parse("Xb 7h")}


@pytest.mark.parametrize(
    ("cards", "mark"), [("Ac Kd", "natural"), ("Ac 6d", "soft 17"), ("Tc 9d 5h", "24 bust")]
)
def test_blackjack_counts_a_hand(cards: str, mark: str) -> None:
    told = [began("blackjack"), dealt(A, cards), dealt(HOUSE, "9c 9d")]
    assert games.sight("blackjack").marks(told)[A] == (mark,)
    assert games.sight("blackjack").facts(told) == {"dealer has": "18"}


def test_blackjack_shows_both_hands_of_a_split_and_which_is_played() -> None:
    told = [began("blackjack"), dealt(A, "8c 8d"), Split(A, 0, 1), dealt(A, "Tc", 0)]
    told += [dealt(A, "2h", 1), Playing(A, 1, parse("8d 2h")), Peeked(False)]
    sight = games.sight("blackjack")
    assert sight.hands(told)[A] == {0: parse("8c Tc"), 1: parse("8d 2h")}
    assert sight.marks(told)[A] == ("18", ">10")
    assert sight.facts(told) == {"hole card": "no natural"}


def test_roulette_shows_the_bets_and_where_the_ball_lies() -> None:
    sight = games.sight("roulette")
    told: list[Event] = [
        began("roulette"),
        Acted(A, "bet", 100, "red"),
        Acted(A, "bet", 500, "straight:17"),
    ]
    assert sight.bets(told) == {A: 600}
    assert sight.marks(told)[A] == ["5 on number 17", "1 on red"]
    assert sight.facts(told) == {"bets": "open"}
    assert sight.facts([*told, Closed()]) == {"wheel": "spinning"}
    told += [Closed(), Spun(17, "black"), BetPaid(A, "straight:17", 500, 17_500)]
    assert sight.facts(told) == {"ball": "17 black"}
    assert sight.marks(told)[A] == ["number 17 pays 175"]


def test_sabacc_shows_totals_the_pots_the_round_and_the_dice() -> None:
    sight = games.sight("sabacc")
    told: list[Event] = [
        began("sabacc"),
        PotHolds(1_000),
        Moved(A, JACKPOT, 5_000, "ante"),
        dealt(A, "+7c -3s"),
        dealt(B, "+5c -5s"),
        dealt(DISCARD, "0"),
        LapBegan(1),
        Rolled(4, 4),
    ]
    assert sight.facts(told) == {
        "sabacc pot": "60",
        "round": "1 of 3",
        "dice": "4 4, a shift",
    }
    assert (sight.marks(told)[A], sight.marks(told)[B]) == (("total +4",), ("total 0",))
    assert sight.places(told) == {"top of the discard pile": parse("0")}
    assert "dice" not in sight.facts([*told, LapBegan(2)])
    assert sight.side_pots({})

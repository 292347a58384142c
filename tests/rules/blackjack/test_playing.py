"""The course of a round: turns, busts, the dealer's duty, and how hands compare."""

from dataclasses import replace

import pytest

from game_server.rules.blackjack.options import PRESETS
from game_server.rules.blackjack.verdict import Made, dealer_hits, verdict
from protocol.cards import parse
from protocol.events import Acted, Dealt, Event, Moved, Shown
from protocol.games.blackjack import Busted, Compared, DealerStood, Lost, dealer_count
from protocol.words import CHANCE, HOUSE, POT, Act, Illegal, Seat
from tests.rules.blackjack.dealt import Table, rules

CASINO = rules("casino")
PLAIN = rules(
    "twenty_one",
    natural_sweeps=False,
    split=False,
    double_down=False,
    surrender=False,
    insurance=False,
)


def kinds(events: tuple[Event, ...]) -> list[type[Event]]:
    return [type(one) for one in events]


@pytest.mark.req("C-3.4", "B-6.2.7", "B-6.2.8", "B-6.2.9")
def test_a_hit_deals_one_card_and_asks_again() -> None:
    table = Table(CASINO, "2c 9d 3c 8d 4c 5c", bets={0: 2500})
    assert table.verbs(0) == ("hit", "stand")
    table.cards = list(parse("4c"))
    assert table.do(0, "hit") == (Acted(Seat(0), "hit"), Dealt(Seat(0), parse("4c")))
    table.cards = list(parse("5c"))
    assert table.do(0, "hit") == (Acted(Seat(0), "hit"), Dealt(Seat(0), parse("5c")))
    assert table.verbs(0) == ("hit", "stand")


@pytest.mark.req("C-3.4", "C-3.7", "C-3.11", "B-O1", "B-4.4.1")
def test_a_bust_loses_the_bet_at_once() -> None:
    table = Table(CASINO, "Kc 9d Qc 8d 2c", bets={0: 2500}, stacks={0: 5000})
    told = table.do(0, "hit")
    assert told[2:] == (
        Busted(Seat(0), 0, 22),
        Lost(Seat(0), "bet", 2500),
        Moved(POT, HOUSE, 2500, "bust"),
    )
    assert table.over
    assert table.stacks == {0: 2500}


@pytest.mark.req("B-4.4.3", "B-4.4.1")
def test_a_busted_bet_stays_lost_when_the_dealer_busts_after_it() -> None:
    table = Table(PLAIN, "Kc Kd 6h 9c Qd Th", bets={0: 500, 1: 500})
    table.cards = list(parse("5c"))
    table.do(0, "hit")
    assert table.paid()[-1] == ("bust", 500)
    assert not table.over
    table.cards = list(parse("9h"))
    table.do(1, "stand")
    assert table.said(DealerStood) == [DealerStood(25)]
    assert table.stacks == {0: 99_500, 1: 100_500}


def test_at_21_a_player_stands_without_being_asked() -> None:
    table = Table(CASINO, "5c 9d 6c 8d Kc 2h", bets={0: 2500})
    table.do(0, "hit")
    assert table.over
    assert table.stacks == {0: 102_500}


@pytest.mark.req("C-3.5", "B-6.2.10")
def test_after_standing_a_player_gets_no_more_cards_and_the_next_one_plays() -> None:
    table = Table(PLAIN, "2c 3c 9h 4c 5c 8h", bets={0: 500, 3: 500})
    assert table.verbs(3) == ()
    table.do(0, "stand")
    assert table.verbs(0) == ()
    with pytest.raises(Illegal) as refused:
        table.do(0, "hit")
    assert refused.value.code == "not_your_turn"
    assert table.verbs(3) == ("hit", "stand")


@pytest.mark.req("B-6.2", "B-6.2.2", "B-6.2.10")
def test_play_goes_round_in_seat_order_past_those_who_are_no_longer_active() -> None:
    table = Table(PLAIN, "2c Kc Ac 3c 9h 4c 5c Kh 6c 8h", bets=dict.fromkeys((0, 2, 4, 6), 500))
    order = []
    while not table.over:
        (ask,) = table.rules.asks(table.state)
        if ask.who == CHANCE:
            table.draw()
            continue
        order.append(ask.who)
        table.do(ask.who, "stand")
    assert order == [0, 2, 6]


@pytest.mark.req("B-6.2.1", "B-6.2.9")
def test_the_score_is_computed_again_after_each_card() -> None:
    table = Table(CASINO, "Ac 9d 5c 8d", bets={0: 2500})
    for card, asked in (("9c", True), ("3d", True), ("3h", False)):
        table.cards = list(parse(card))
        table.do(0, "hit")
        assert bool(table.ask(0)) == asked


@pytest.mark.req("B-6.2.11", "C-3.8")
def test_the_dealer_waits_until_every_player_stands_or_has_busted() -> None:
    table = Table(PLAIN, "2c 3c 9h 4c 5c 8h", bets={0: 500, 1: 500})
    assert not table.said(Shown)
    table.cards = list(parse("6c"))
    table.do(0, "hit")
    table.do(0, "stand")
    assert not table.said(Shown)
    assert len(table.state.dealer) == 2
    table.cards = list(parse("2d"))
    table.do(1, "stand")
    assert table.said(Shown) == [Shown(HOUSE, parse("9h"))]


@pytest.mark.req("C-3.3", "C-3.8", "B-6.2.12", "B-6.2.13")
def test_the_dealer_turns_the_hole_card_first_and_each_card_is_seen_as_it_comes() -> None:
    table = Table(CASINO, "Kc 2d 9c 3d", bets={0: 2500})
    table.cards = list(parse("4d"))
    told = table.do(0, "stand")
    assert told == (
        Acted(Seat(0), "stand"),
        Shown(HOUSE, parse("2d")),
        Dealt(HOUSE, parse("4d")),
    )
    (ask,) = table.rules.asks(table.state)
    assert (ask.who, ask.pace, len(ask.options[0].bounds)) == (CHANCE, "dealer", 1)


@pytest.mark.req("C-3.5", "C-3.8")
def test_there_is_no_way_round_the_order() -> None:
    table = Table(CASINO, "Kc 2d 9c 3d", bets={0: 2500})
    for verb in ("deal", "bet", "take", "double", "split", "insure", "draw"):
        with pytest.raises(Illegal):
            table.do(0, verb, 0)
    table.do(0, "stand")
    for verb in ("hit", "stand"):
        with pytest.raises(Illegal):
            table.do(0, verb)


HARD_16, HARD_17, SOFT_16, SOFT_17 = "Ks 6d", "Ks 7d", "As 5d", "As 6d"
LATE_HARD_17, SOFT_18, HARD_18 = "As 6d Kc", "As 7d", "Ks 8d"


@pytest.mark.req("C-3.8")
@pytest.mark.parametrize(
    ("hand", "hits"),
    [(HARD_16, 1), (SOFT_16, 1), (SOFT_17, 1), (HARD_17, 0), (LATE_HARD_17, 0), (SOFT_18, 0)],
)
def test_the_casino_dealer_hits_soft_17_and_stands_on_hard_17(hand: str, hits: int) -> None:
    assert CASINO.dealer == "h17"
    assert dealer_hits(CASINO, parse(hand)) == bool(hits)


@pytest.mark.req("B-6.2.14", "B-6.2.15", "B-6.2.16", "B-2.1.2")
@pytest.mark.parametrize(
    ("hand", "hits"),
    [(HARD_16, 1), (HARD_17, 1), (SOFT_17, 1), (LATE_HARD_17, 1), (SOFT_18, 0), (HARD_18, 0)],
)
def test_the_dealer_of_21_hits_every_17_and_stands_above(hand: str, hits: int) -> None:
    assert dealer_hits(rules("twenty_one"), parse(hand)) == bool(hits)


@pytest.mark.parametrize(("hand", "hits"), [(HARD_16, 1), (SOFT_17, 0), (HARD_17, 0)])
def test_the_standard_dealer_stands_on_every_17(hand: str, hits: int) -> None:
    assert dealer_hits(rules("standard"), parse(hand)) == bool(hits)


@pytest.mark.req("B-6.2.14", "B-6.2.15", "B-6.2.16", "B-6.2.17")
def test_a_dealer_of_21_with_a_soft_17_draws_and_counts_the_ace_as_one_then() -> None:
    table = Table(PLAIN, "Kc Ad 9c 6d Kd 4d", bets={0: 500})
    table.do(0, "stand")
    assert table.said(DealerStood) == [DealerStood(21)]
    assert table.cards == []
    assert table.stacks == {0: 99_500}


@pytest.mark.req("B-6.2.15")
@pytest.mark.parametrize(
    ("hardens", "drawn", "points"), [(True, "4d 9h", 20), (True, "As", 18), (False, "4d", 21)]
)
def test_an_ace_counts_one_from_the_first_hit_on_a_soft_hand(
    hardens: bool, drawn: str, points: int
) -> None:
    options = replace(PLAIN, ace_hardens=hardens)
    table = Table(options, f"Kc Ad 9c 6d {drawn}", bets={0: 500})
    table.do(0, "stand")
    assert table.said(DealerStood) == [DealerStood(points)]
    assert table.cards == []
    assert table.said(Compared) == [Compared(Seat(0), 0, 19, points)]


@pytest.mark.req("B-6.2.15")
@pytest.mark.parametrize(
    ("hand", "points", "soft"),
    [
        ("As 6d", 17, True),
        ("As 6d 4c", 11, False),
        ("As 6d 4c Ah", 12, False),
        ("5s 4d Ah", 20, True),
        ("As Ah", 12, True),
        ("As Ah Ac", 13, True),
        ("As Ah Ac Kd", 13, False),
    ],
)
def test_what_a_dealer_counts_whose_ace_is_one_once_a_card_is_drawn_upon_it(
    hand: str, points: int, soft: bool
) -> None:
    assert dealer_count(parse(hand), ace_hardens=True) == (points, soft)


@pytest.mark.req("C-3.8")
@pytest.mark.parametrize(("hand", "hits"), [("As 6d", 1), ("As 2d 4c", 0), ("As 2d 3c", 1)])
def test_only_two_cards_with_an_ace_are_soft_in_the_casino(hand: str, hits: int) -> None:
    assert dealer_hits(CASINO, parse(hand)) == bool(hits)
    assert dealer_hits(replace(CASINO, soft_on_two=False), parse(hand))


@pytest.mark.req("C-3.8", "C-3.9", "C-3.11")
def test_the_dealer_stands_on_18_against_19_and_loses() -> None:
    table = Table(CASINO, "Kc Kd 9c 8d", bets={0: 2500}, stacks={0: 5000})
    table.do(0, "stand")
    assert table.said(Compared) == [Compared(Seat(0), 0, 19, 18)]
    assert table.over
    assert table.stacks == {0: 7500}


@pytest.mark.req("B-2.1.1", "B-2.1.2", "B-6.2.13")
def test_nobody_is_asked_what_the_dealer_does() -> None:
    table = Table(PLAIN, "Kc 2d 9c 3d", bets={0: 500})
    table.do(0, "stand")
    drawn = 0
    while not table.over:
        (ask,) = table.rules.asks(table.state)
        assert ask.who == CHANCE
        assert len(ask.options[0].bounds) == 1
        table.draw()
        drawn += 1
    assert drawn == len(table.state.dealer) - 2 > 1


@pytest.mark.req("C-3.10", "B-O2", "B-4.4", "B-4.4.2")
@pytest.mark.parametrize(
    ("preset", "dealer"), [("casino", "Kd 6d Kh"), ("twenty_one", "Kd 6d Kh"), ("casino", "Kd 8d")]
)
def test_a_win_gives_the_bet_back_and_as_much_again(preset: str, dealer: str) -> None:
    hole, up, *more = dealer.split()
    table = Table(rules(preset), f"Kc {hole} 9c {up}", bets={0: 2500}, stacks={0: 5000})
    table.cards = list(parse(" ".join(more)))
    table.do(0, "stand")
    assert table.stacks == {0: 7500}
    assert table.paid()[1:] == [("stake", 2500), ("win", 2500)]


@pytest.mark.req("C-3.7", "C-3.9")
def test_a_dealer_who_busts_loses_to_any_hand_that_stood() -> None:
    table = Table(CASINO, "2c Kd 3c 6d Kh", bets={0: 2500})
    table.do(0, "stand")
    assert table.said(DealerStood) == [DealerStood(26)]
    assert table.stacks == {0: 102_500}


@pytest.mark.req("C-3.9", "C-3.11")
def test_the_lower_score_loses_the_bet() -> None:
    table = Table(CASINO, "Kc Kd 7c 8d", bets={0: 2500}, stacks={0: 5000})
    table.do(0, "stand")
    assert table.stacks == {0: 2500}
    assert table.paid()[1:] == [("lose", 2500)]


@pytest.mark.req("B-O3")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_tie_pushes_in_every_preset(preset: str) -> None:
    table = Table(rules(preset), "Kc Kd 8c 8d", bets={0: 2500})
    table.do(0, "stand")
    assert table.over
    assert table.stacks == {0: 100_000}
    assert table.paid()[1:] == [("push", 2500)]


def test_a_tie_goes_to_the_dealer_where_the_flag_says_so() -> None:
    table = Table(rules("casino", tie="dealer"), "Kc Kd 8c 8d", bets={0: 2500})
    table.do(0, "stand")
    assert table.stacks == {0: 97_500}


def test_the_dealer_does_not_play_when_every_player_has_busted() -> None:
    table = Table(PLAIN, "Kc Kd 6h 6c 6d 2h", bets={0: 500, 1: 500})
    for seat, card in ((0, "Qc"), (1, "Qd")):
        table.cards = list(parse(card))
        table.do(seat, "hit")
    assert table.over
    assert not table.said(Shown) + table.said(DealerStood)


@pytest.mark.req("B-4.4", "B-4.4.2", "B-6.2.17")
def test_every_hand_is_settled_by_itself_when_the_dealer_has_finished() -> None:
    table = Table(PLAIN, "Kc Kd Ks 9h 7c 9d 8s 9s", bets={0: 500, 1: 1000, 2: 1500})
    for seat in (0, 1, 2):
        table.do(seat, "stand")
    assert table.said(DealerStood) == [DealerStood(18)]
    assert table.over
    assert table.stacks == {0: 99_500, 1: 101_000, 2: 100_000}


def test_a_verdict_never_depends_on_other_players() -> None:
    assert verdict(CASINO, Made(20, False), Made(19, False)) == "win"
    assert verdict(CASINO, Made(22, False), Made(26, False)) == "bust"
    assert verdict(CASINO, Made(21, False), Made(21, False)) == "push"


def test_silence_on_a_turn_stands_and_counts_as_missed() -> None:
    ask = Table(CASINO, "2c 9d 3c 8d", bets={0: 2500}).ask(0)
    assert ask is not None
    assert (ask.default, ask.must, ask.pace) == (Act("stand"), True, "turn")

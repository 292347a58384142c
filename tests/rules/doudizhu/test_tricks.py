"""Turns and tricks, silence and leaving."""

from dataclasses import replace
from random import Random

import pytest

from game_server.rules.doudizhu import GAME, Options
from protocol.events import Acted, Dealt, Laid, LeftGame, Moved, Shown, hand_of
from protocol.games.doudizhu import (
    Played,
    Reckoned,
    in_order,
    plays,
)
from protocol.words import BOARD, CHANCE, Act, Seat
from tests.rules.doudizhu.dealing import (
    HOUSE,
    MOST_EVENTS,
    A,
    B,
    C,
    Round,
    leading,
    of,
    ranks,
    refused,
)

FULL = {A: "333444555666789TJ", B: "34567899TTJJQQKKA", C: "777888QQKKAAA222x"}


# Tricks


@pytest.mark.req("D-S1.4", "D-U3")
def test_seats_act_in_turn_counter_clockwise_and_nobody_else_may() -> None:
    game = leading(FULL)
    order = []
    game.plays(A, "3")
    for _ in range(5):
        order.append(game.ask.who)
        for other in {A, B, C} - {game.ask.who}:
            assert refused(game, other, Act("pass")).code == "not_your_turn"
        cards = plays(game.state.hands[game.ask.who], game.state.to_beat)[0]
        game.does(game.ask.who, Act("play", cards=cards))
    assert order == [B, C, A, B, C]
    assert [int(seat) for seat in order] == [1, 0, 2, 1, 0], "clockwise the numbers rise"


@pytest.mark.req("D-U5", "D-S1.3", "D-S2.2")
def test_a_legal_play_is_told_to_all_and_its_cards_are_gone_from_the_hand() -> None:
    game = leading(FULL)
    events = game.plays(A, "33344478")
    cards = of("33344478")
    assert events == (
        Acted(A, "play"),
        Laid(A, BOARD, cards),
        Played(A, "airplane_solos", 2, 0, 9, "an airplane with solos from 3 to 4"),
    )
    assert game.state.hands[A] == tuple(c for c in of(FULL[A]) if c not in cards)
    assert game.ask.who == B
    heard = [Dealt(A, of(FULL[A])), *events]
    assert sorted(hand_of(A, heard)) == sorted(game.state.hands[A])


@pytest.mark.req("D-U5", "D-S2.2")
@pytest.mark.parametrize(
    ("lead", "answer", "code", "text"),
    [
        ("7", "A", "not_in_hand", "You do not hold Ac; choose from your own cards."),
        ("7", "34", "chain_short", "A chain has at least 5 ranks; these are 2."),
        (
            "9",
            "9",
            "does_not_beat",
            "A solo 9 does not beat a solo 9; play a higher solo, a bomb or the rocket, or pass.",
        ),
        (
            "44",
            "7",
            "does_not_beat",
            "A solo 7 does not beat a pair of 4s; "
            "play a higher pair, a bomb or the rocket, or pass.",
        ),
        (
            "34567",
            "456789",
            "does_not_beat",
            "A chain from 4 to 9 does not beat a chain from 3 to 7; "
            "play a higher chain of 5 ranks, a bomb or the rocket, or pass.",
        ),
        (
            "KKKK",
            "5555",
            "does_not_beat",
            "A bomb of 5s does not beat a bomb of Ks; play a higher bomb or the rocket, or pass.",
        ),
        (
            "xX",
            "5555",
            "does_not_beat",
            "A bomb of 5s does not beat the rocket; nothing beats it, so pass.",
        ),
    ],
)
def test_an_illegal_play_says_why_and_the_same_seat_acts_again(
    lead: str, answer: str, code: str, text: str
) -> None:
    asks_all = replace(HOUSE, rocket_wins=False)
    game = leading({A: "344567799KKKKxXQ", B: "34555567899", C: "3"}, options=asks_all)
    game.plays(A, lead)
    wrong = refused(game, B, Act("play", cards=of(answer)))
    assert (wrong.code, wrong.text) == (code, text)
    assert game.ask.who == B
    game.passes(B)
    assert game.ask.who == C


@pytest.mark.req("D-U4", "D-S2.4")
def test_a_skip_passes_the_turn_on_and_keeps_the_play_to_beat() -> None:
    game = leading(FULL)
    game.plays(A, "9")
    before = game.state
    game.passes(B)
    assert game.events[-1] == Acted(B, "pass")
    assert game.ask.who == C
    assert game.state.to_beat == before.to_beat
    assert game.state.hands == before.hands


@pytest.mark.req("D-U4")
def test_the_leader_of_a_trick_may_not_skip() -> None:
    game = leading(FULL)
    assert game.ask.option("pass") is None
    assert refused(game, A, Act("pass")).code == "not_offered"
    game.plays(A, "9")
    assert game.ask.option("pass") is not None


@pytest.mark.req("D-U4")
def test_after_two_skips_the_last_player_leads_anything() -> None:
    game = leading(FULL)
    game.plays(A, "J")
    game.plays(B, "Q")
    game.passes(C)
    assert game.ask.who == A
    game.passes(A)
    assert game.ask.who == B
    assert game.ask.option("pass") is None
    game.plays(B, "34567")
    game.passes(C)
    game.plays(A, "56789")
    assert game.ask.who == B
    assert game.ask.option("pass") is not None, "a play begins the count of skips anew"
    game.passes(B)
    assert game.ask.who == C
    assert game.ask.option("pass") is not None, "one skip is not two"


@pytest.mark.req("D-S2.1")
@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("3", "X"),
        ("34567", "89TJQ"),
        ("33", "44"),
        ("334455", "445566"),
        ("333", "222"),
        ("333444", "QQQKKK"),
        ("3335", "4443"),
        ("33344456", "555666QK"),
        ("33355", "44433"),
        ("3334445566", "5556663344"),
        ("3333", "4444"),
        ("333345", "444435"),
        ("33334455", "55556677"),
        ("33334455", "6666"),
        ("3333", "xX"),
    ],
)
def test_every_category_can_be_led_and_beaten(low: str, high: str) -> None:
    game = leading({A: low + "2", B: high + "A", C: "8"})
    game.plays(A, low)
    game.plays(B, high)
    if high != "xX":
        game.passes(C, A)
    game.plays(B, "A")
    assert game.over


def test_nobody_is_asked_to_beat_the_rocket() -> None:
    game = leading({A: "43", B: "xX9", C: "8888"})
    game.plays(A, "4")
    events = game.plays(B, "xX")
    assert [one for one in events if isinstance(one, Acted)][1:] == [
        Acted(C, "pass"), Acted(A, "pass")
    ]  # fmt: skip
    assert game.ask.who == B
    assert game.ask.option("pass") is None, "the trick is over, and the seat leads"
    game.plays(B, "9")
    assert game.over


def test_the_rocket_as_the_last_play_ends_the_game() -> None:
    game = leading({A: "43", B: "xX", C: "8888"})
    game.plays(A, "4")
    events = game.plays(B, "xX")
    assert game.over
    assert [one.seat for one in events if isinstance(one, Acted)] == [B]


def test_at_the_end_every_hand_lies_open_once() -> None:
    game = leading({A: "4", B: "xX9", C: "8888"})
    game.state = replace(game.state, opened=((C, 2),))
    events = game.plays(A, "4")
    shown = [one for one in events if isinstance(one, Shown)]
    assert shown == [Shown(B, in_order(of("xX9")))], "the landlord has none, and C's lies open"
    assert not game.said("shown")[:-1], "before the end nobody sees them"


@pytest.mark.req("D-U6", "D-S1.5", "D-R1")
@pytest.mark.parametrize(("out", "winners"), [(A, (A,)), (B, (B, C)), (C, (B, C))])
def test_first_to_have_no_cards_wins_for_the_own_side(out: Seat, winners: tuple[Seat, ...]) -> None:
    game = leading({A: "39" if out != A else "9", B: "TK", C: "JQ"})
    game.plays(A, "9")
    if out != A:
        game.plays(B, "T")
        if out == B:
            game.passes(C, A)
            game.plays(B, "K")
        else:
            game.plays(C, "J")
            game.passes(A, B)
            game.plays(C, "Q")
    assert game.over
    (reckoned,) = game.said("doudizhu.reckoned")
    assert isinstance(reckoned, Reckoned)
    assert set(reckoned.winners) == set(winners)
    assert {seat for seat, won in reckoned.results.items() if won > 0} == set(winners)


@pytest.mark.req("D-S1.1")
def test_three_can_play_to_the_end_with_solos_and_pairs_alone() -> None:
    game = Round(HOUSE)
    random = Random(5)
    while not game.over:
        assert len(game.events) < MOST_EVENTS, "the game does not end"
        ask = game.ask
        if ask.who == CHANCE:
            game.draws(random.randrange)
            continue
        simple = [
            cards
            for cards in plays(game.state.hands[ask.who], game.state.to_beat)
            if len(cards) == 1 or (len(cards) == 2 and ranks(cards) != "xX")
        ]
        game.does(ask.who, Act("play", cards=random.choice(simple)) if simple else ask.default)
    kinds = {event.category for event in game.events if isinstance(event, Played)}
    assert kinds == {"solo", "pair"}
    assert min(len(cards) for cards in game.state.hands.values()) == 0


# Silence and leaving


def test_a_silent_seat_passes_or_leads_its_lowest_card() -> None:
    game = leading({A: "9KK2", B: "3", C: "4"})
    assert game.ask.default == Act("play", cards=of("9"))
    assert game.ask.must
    game.does(A, game.ask.default)
    assert game.ask.default == Act("pass")


def test_three_silent_seats_come_to_an_end() -> None:
    game = Round(HOUSE)
    acts = 0
    while not game.over:
        ask = game.ask
        game.draws(Random(6).randrange) if ask.who == CHANCE else game.does(ask.who, ask.default)
        acts += 1
        assert acts < 70
    assert game.said("doudizhu.reckoned")


def test_a_leaver_is_still_asked_and_pays_as_if_there() -> None:
    stay, go = (leading({A: "34", B: "5K", C: "66"}) for _ in range(2))
    assert go.leaves(B) == (LeftGame(B),)
    assert go.leaves(B) == (), "leaving twice changes nothing"
    for game in (stay, go):
        game.plays(A, "3")
        assert game.ask.who == B
        game.passes(B, C)
        game.plays(A, "4")
    assert stay.said("moved") == go.said("moved")
    assert Moved(B, A, HOUSE.stake, "game") in go.said("moved")


@pytest.mark.parametrize("preset", GAME.presets)
def test_every_option_is_flat_and_shown(preset: str) -> None:
    options = GAME.presets[preset]
    for name in options.__dataclass_fields__:
        assert isinstance(getattr(options, name), int | str | bool)


@pytest.mark.parametrize(
    ("flagged", "cards"),
    [
        (replace(HOUSE, online=True), "33344455"),
        (replace(HOUSE, jokers_as_kickers=True), "3333xX"),
    ],
)
def test_a_flag_allows_its_kickers_and_without_it_they_are_refused(
    flagged: Options, cards: str
) -> None:
    hands = {A: cards + "9", B: "T", C: "J"}
    assert refused(leading(hands), A, Act("play", cards=of(cards))).code in (
        "kickers_equal",
        "both_jokers",
    )
    game = leading(hands, options=flagged)
    game.plays(A, cards)
    assert game.ask.who == B


def test_a_card_named_twice_or_of_another_pack_is_refused() -> None:
    game = leading(FULL)
    three = of("3")[0]
    assert refused(game, A, Act("play", cards=(three, three))).code == "card_twice"
    assert refused(game, A, Act("play", cards=())).code == "cards_count"

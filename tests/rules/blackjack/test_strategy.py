"""Basic strategy is solved: the same values as by enumeration, and the figures of other people."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cache
from itertools import product
from random import Random

import pytest

from bench.blackjack_figures import RULES, SplitPair, pair_values
from game_server.bots import blackjack
from game_server.bots.blackjack.dealer import PACK, Dealer
from game_server.bots.blackjack.house import BUST, ENDS, NATURAL, BlackjackRules, house_of
from game_server.bots.blackjack.player import act_values
from game_server.bots.blackjack.strategy import strategy
from game_server.rules.blackjack.options import CASINO, PRESETS, STANDARD, TWENTY_ONE, Options
from game_server.rules.blackjack.verdict import Made, dealer_hits
from protocol.cards import parse
from protocol.games.blackjack import dealer_count
from protocol.words import Act
from tests.rules.blackjack import enumeration
from tests.rules.blackjack.dealt import Table, rules

UPS = ("2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "As")
ODD = (
    STANDARD,
    CASINO,
    TWENTY_ONE,
    replace(STANDARD, dealer="h17", peek=False, tie="dealer"),
    replace(STANDARD, dealer="h17", soft_on_two=True, swedish_pub=True, decks=2),
    replace(TWENTY_ONE, natural_pays=0, decks=8),
)
NEAR = 1e-9


def house(options: Options) -> BlackjackRules:
    return house_of(asdict(options))


@pytest.mark.parametrize("options", ODD)
def test_it_knows_when_a_dealer_draws_and_who_wins(options: Options) -> None:
    knows, random = house(options), Random(3)
    for _ in range(300):
        held = tuple(random.choices(enumeration.CARDS, k=random.randint(2, 5)))
        count = dealer_count(held, options.ace_hardens)
        assert knows.draws(*count, len(held)) == dealer_hits(options, held)
    for points, end in product(range(4, 22), ENDS):
        dealer = Made(21, True) if end == NATURAL else Made(end, False)
        assert knows.worth(points, end) == enumeration.worth(options, Made(points, False), dealer)


@pytest.mark.parametrize("options", ODD)
@pytest.mark.parametrize("up", [0, 4, 9])
def test_the_dealer_ends_as_by_enumeration(options: Options, up: int) -> None:
    gone = (1, 0, 2, 0, 0, 1, 0, 0, 0, 1)
    left = [number * options.decks for number in PACK]
    for value in range(10):
        left[value] -= gone[value] + (value == up)
    mine = dict(zip(ENDS, Dealer(house(options), up).ends(left, sum(left)), strict=True))
    kinds = enumeration.dealer_lines(options, up).made
    theirs = enumeration.dealer_ends(options, enumeration.Deck(options.decks), up, [gone])[0]
    found = dict.fromkeys(ENDS, 0.0)
    for kind, chance in zip(kinds, theirs.tolist(), strict=True):
        found[NATURAL if kind.natural else min(kind.points, BUST)] += chance
    assert mine == pytest.approx(found, abs=NEAR)


@cache
def enumerated(options: Options) -> enumeration.Values:
    # A nine in the hand leaves few enough of them.
    return enumeration.values(options, enumeration.Deck(options.decks), holding=8)


@pytest.mark.parametrize("options", ODD[:4])
@pytest.mark.parametrize("up", [0, 5, 9])
@pytest.mark.parametrize("other", [0, 1, 2, 6, 8])
def test_a_hand_is_worth_what_it_is_by_enumeration(options: Options, up: int, other: int) -> None:
    theirs = enumerated(options)
    hand = enumeration.plus(enumeration.plus(enumeration.NOTHING, other), 8)
    mine = strategy(house(options), up).values((other, 8))
    assert mine["stand"] == pytest.approx(theirs.stand[hand][up], abs=NEAR)
    assert max(mine["stand"], mine["hit"]) == pytest.approx(theirs.best[hand][up], abs=NEAR)
    assert mine["double"] == pytest.approx(theirs.double[hand][up], abs=NEAR)


def values(hand: str, up: str, options: Options = STANDARD, hands: int = 1) -> Mapping[str, float]:
    return act_values(house(options), parse(hand), parse(up)[0], hands)


def best(hand: str, up: str, options: Options = STANDARD) -> str:
    found = values(hand, up, options)
    return max(found, key=lambda verb: found[verb])


NO_HOLE = replace(STANDARD, dealer="h17", peek=False)


@pytest.mark.parametrize(
    ("hand", "stand", "hit", "double"),
    [
        ("Ac 2d", -0.722356, -0.379910, -1.024099),
        ("2c 3d", -0.721887, -0.529734, -1.443774),
        ("5c 6d", -0.720879, -0.235772, -0.535879),
        ("Ac 7d", -0.466029, -0.421285, -0.909374),
    ],
)
def test_figures_that_others_published_for_an_ace_up(
    hand: str, stand: float, hit: float, double: float
) -> None:
    """Six decks, h17, no hole card (Wizard of Odds, Blackjack, appendix 9)."""
    found = values(hand, "As", NO_HOLE)
    assert [round(found[verb], 6) for verb in ("stand", "hit", "double")] == [stand, hit, double]


@pytest.mark.parametrize(
    ("hand", "by_up"),
    [
        # From deuce to ace: h hit, s stand, d double, p split, r surrender.
        ("5c 4d", "hddddhhhhh"),
        ("6c 5d", "dddddddddh"),
        ("Kc 2d", "hhhsshhhhh"),
        ("Tc 6d", "ssssshhrrr"),
        ("Tc 5d", "ssssshhhrh"),
        ("8c 7d", "ssssshhhhh"),
        ("Ac 7d", "sddddsshhh"),
        ("8c 8d", "pppppppppp"),
        ("9c 9d", "pppppsppss"),
        ("Kc Kd", "ssssssssss"),
        ("Kc Qd", "ssssssssss"),
    ],
)
def test_the_usual_rules_have_the_usual_strategy(hand: str, by_up: str) -> None:
    letters = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r"}
    assert "".join(letters[best(hand, up)] for up in UPS) == by_up


def test_single_decks_and_odd_rules_have_their_own() -> None:
    one = replace(STANDARD, decks=1, double_after_split=False)
    stiff = values("7c 7d", "Ts", one)
    assert stiff["stand"] > max(stiff["hit"], stiff["split"])
    assert best("4c 4d", "6s", one) == "double"
    assert best("Ac 8d", "6s", replace(one, dealer="h17")) == "double"
    # A dealer who draws at every 17 busts so often that a stiff hand stands.
    assert best("Kc 2d", "2s", TWENTY_ONE) == "stand"
    # Where ties lose, or at 17 to 19, more is wanted.
    for odd, up in (
        (replace(STANDARD, tie="dealer"), "8s"),
        (rules("standard", swedish_pub=True), "2s"),
    ):
        eighteen = values("Ac 7d", up, odd)
        assert eighteen["hit"] > eighteen["stand"]
        assert best("Ac 7d", up) == "stand"
    # Without a peek a second bet is lost to a natural.
    eights = values("8c 8d", "As", replace(STANDARD, peek=False))
    assert eights["hit"] > eights["split"]


def test_the_fifth_hit_is_drawn_for_its_bonus() -> None:
    bonus = replace(STANDARD, five_hit_bonus=True)
    six_cards = "2c 2d 2h 3c 3d 3h"
    assert best(six_cards, "6s") == "stand"
    # Six cards are four hits: the next one that does not bust is paid twice.
    fits = sum(52 * 6 // 13 - six_cards.count(pip) - (pip == "6") for pip in "A23456")
    chance = fits / (52 * 6 - 7)
    assert values(six_cards, "6s", bonus)["hit"] == pytest.approx(2 * chance - (1 - chance))
    assert best(six_cards, "6s", bonus) == "hit"


def test_a_split_hand_lacks_the_cards_of_the_others() -> None:
    one, three = values("8c 3d", "9s"), values("8c 3d", "9s", hands=3)
    assert "surrender" in one
    assert "surrender" not in three
    assert one["double"] != three["double"]
    assert one["double"] == pytest.approx(three["double"], abs=0.02)


@pytest.mark.parametrize(("value", "gone"), [(0, 3), (7, 7), (8, 7)])
def test_a_pair_is_worth_what_it_is_by_the_slow_reckoning_when_it_is_split(
    value: int, gone: int
) -> None:
    """Six decks, h17, no peek: the split pairs behind the published expectation."""
    found = [pair_values(value, number) for number in range(gone)]
    for up in (5, 9):
        split = SplitPair(RULES, value, up, found).worth()
        mine = strategy(house(RULES), up).values((value, value), pairs=True)["split"]
        assert mine == pytest.approx(split, abs=1e-6)


def test_insurance_is_taken_where_the_open_cards_make_it_worth_its_price() -> None:
    def asked(deal: str, seats: int) -> Act:
        table = Table(rules("standard", decks=1), deal, bets=dict.fromkeys(range(seats), 500))
        ask = table.ask(0)
        assert ask is not None
        assert ask.window == "insurance"
        return blackjack.BOTS["basic"](table.events, ask, lambda bound: 0)

    assert asked("2c Ah 3c 9h", 1) == Act("decline")
    # Six open cards and no ten among them: sixteen of 45 are tens.
    assert asked("2c 3c 4c Ah 5c 6c 7c 9h", 3) == Act("insure", 250)
    assert asked("Kc 3c 4c Ah 5c 6c 7c 9h", 3) == Act("decline")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_two_cards_have_a_best_act_that_the_rules_may_offer(preset: str) -> None:
    for one, two in [("9c", "9d"), ("Tc", "Td"), ("8c", "Kd")]:
        found = values(f"{one} {two}", "7s", PRESETS[preset])
        assert all(-2 <= value <= 4 for value in found.values())

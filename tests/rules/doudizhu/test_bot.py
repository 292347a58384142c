"""The decomposer: few plays, sense in company, and clearly better than chance."""

from dataclasses import replace
from random import Random

import pytest

from game_server.bots import Bot, bots
from game_server.bots.doudizhu import fewest
from game_server.bots.random_player import choose as choose_anything
from game_server.rules.doudizhu import Options, State
from protocol.cards import PACK_WITH_JOKERS
from protocol.events import Dealt, Event, RoundBegan, told
from protocol.games.doudizhu import RANK_OF, Landlord, Reckoned, held, plays
from protocol.words import Cards, Hidden, Seat
from tests.rules.doudizhu.dealing import (
    HOUSE,
    RICH,
    STANDARD,
    A,
    B,
    C,
    Round,
    leading,
    of,
    ranks,
    whole_game,
)

DECOMPOSER = bots("doudizhu")["decomposer"]


def counts(cards: Cards) -> tuple[int, ...]:
    return tuple(len(some) for some in held(cards).cards)


def chooses(game: Round, hands: dict[Seat, str], landlord: Seat = A) -> str:
    """What the bot does when it is asked now: the ranks it plays, or "pass"."""
    who = game.ask.who
    heard: list[Event] = [RoundBegan("doudizhu", "house", 1, {}, RICH, {})]
    for seat, text in hands.items():
        heard.append(Dealt(seat, of(text) if seat == who else Hidden(len(text))))
    heard.append(Landlord(landlord, HOUSE.stake))
    heard += [told(event, who) for event in game.events]
    act = DECOMPOSER(heard, game.ask, Random(0).randrange)
    game.does(who, act)
    return ranks(act.cards) if act.verb == "play" else act.verb


def test_it_is_the_first_bot_of_the_game() -> None:
    assert next(iter(bots("doudizhu"))) == "decomposer"


def brute(cards: Cards) -> int:
    """The fewest plays, by trying everything; for few cards."""
    known: dict[str, int] = {"": 0}

    def least(left: Cards) -> int:
        key = ranks(left)
        if key not in known:
            known[key] = 1 + min(
                least(tuple(card for card in left if card not in some)) for some in plays(left)
            )
        return known[key]

    return least(cards)


@pytest.mark.parametrize(
    ("cards", "least"),
    [
        ("34567", 1),
        ("3334", 1),
        ("333444", 1),
        ("33344456", 1),
        ("3344556", 2),
        ("345678833", 2),
        ("3334445", 2),
        ("xX", 1),
        ("3456789TTJ22", 3),
    ],
)
def test_it_splits_a_hand_into_the_fewest_plays(cards: str, least: int) -> None:
    assert fewest(counts(of(cards))) == brute(of(cards)) == least


def test_its_split_of_a_hand_without_fours_is_the_best() -> None:
    random = Random(11)
    tried = 0
    while tried < 60:
        cards = tuple(random.sample([c for c in PACK_WITH_JOKERS if RANK_OF[c] < 9], 9))
        if 4 not in counts(cards):
            tried += 1
            assert fewest(counts(cards)) == brute(cards), ranks(cards)


def test_it_goes_out_when_it_can() -> None:
    hands = {A: "3334", B: "5", C: "6"}
    assert chooses(leading(hands), hands) == "3334"


def test_it_leads_a_chain_rather_than_its_lowest_card() -> None:
    hands = {A: "3456799KK", B: "5" * 3 + "66677788", C: "JJJTTTQQQA2"}
    assert chooses(leading(hands), hands) == "34567"


def test_it_beats_an_enemy_with_the_lowest_card_that_breaks_nothing() -> None:
    hands = {A: "3456789", B: "8TTJJKKK", C: "44455566"}
    game = leading(hands)
    game.plays(A, "7")
    assert chooses(game, hands) == "8"


def test_it_leaves_a_fellow_peasants_play_alone() -> None:
    hands = {A: "3" * 4 + "5679", B: "8QKKA22", C: "JK446678"}
    game = leading(hands)
    game.plays(A, "9")
    game.plays(B, "Q")
    assert chooses(game, hands) == "pass"


def test_it_bombs_an_enemy_who_is_about_to_go_out() -> None:
    hands = {A: "26", B: "3" * 4 + "5678", C: "44557799"}
    game = leading(hands)
    game.plays(A, "2")
    assert chooses(game, hands) == "3333"


def test_it_keeps_its_bomb_while_nobody_is_near_the_end() -> None:
    hands = {A: "2677889TTQQKK", B: "3" * 4 + "5678", C: "44557799"}
    game = leading(hands)
    game.plays(A, "2")
    assert chooses(game, hands) == "pass"


def test_it_does_not_lead_a_solo_to_an_enemy_with_one_card() -> None:
    hands = {A: "35599J", B: "K", C: "66778"}
    assert chooses(leading(hands), hands) in ("55", "99")


def asked_to_bid(cards: Cards) -> str:
    game = Round(STANDARD)
    game.draws(Random(3).randrange)
    game.draws()
    heard: list[Event] = [RoundBegan("doudizhu", "standard", 1, {}, RICH, {}), Dealt(A, cards)]
    act = DECOMPOSER(heard, game.ask, Random(0).randrange)
    game.does(A, act)
    return f"{act.verb} {act.amount // STANDARD.stake}"


def test_it_bids_by_the_strength_of_its_hand() -> None:
    assert asked_to_bid(of("3456679TJQQ")) == "pass 0"
    assert asked_to_bid(of("3456679xA2")) == "pass 0"
    assert asked_to_bid(of("345667XAA2")) == "bid 1"
    assert asked_to_bid(of("3333AA22X")) == "bid 3"


@pytest.mark.parametrize("options", [HOUSE, STANDARD, replace(STANDARD, online=True)])
def test_what_it_chooses_is_always_legal(options: Options) -> None:
    for seed in range(10):
        game = whole_game(options, Random(seed), lambda seat, state: DECOMPOSER, Random(seed))
        assert game.over


def landlords_result(deal: int, landlord_is_the_bot: bool) -> int:
    def seating(seat: Seat, state: State) -> Bot:
        return DECOMPOSER if (seat == state.landlord) == landlord_is_the_bot else choose_anything

    game = whole_game(HOUSE, Random(deal), seating, Random(deal))
    (reckoned,) = game.said("doudizhu.reckoned")
    assert isinstance(reckoned, Reckoned)
    return reckoned.results[reckoned.landlord]


def test_it_beats_the_random_player_on_both_sides_of_the_same_deals() -> None:
    """Each deal is played twice, with the bot as landlord and as both peasants."""
    as_landlord = [landlords_result(deal, True) for deal in range(40)]
    as_peasants = [-landlords_result(deal, False) for deal in range(40)]
    assert sum(result > 0 for result in as_landlord) >= 36
    assert sum(result > 0 for result in as_peasants) >= 36
    assert sum(a + b > 0 for a, b in zip(as_landlord, as_peasants, strict=True)) >= 38

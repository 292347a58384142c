"""Easy, medium and hard: sense at the table, and each better than the one below it."""

from random import Random

import pytest

from bench.duplicate import Deck, big_blinds, play_deal
from bench.strength import Found
from game_server.bots import bots
from game_server.rules.holdem import GAME
from protocol.cards import PACK
from protocol.events import Acted, Event, told
from protocol.words import Act, Seat, draw
from tests.playing import began, play_round
from tests.rules.holdem.tables import Table

BOTS = bots("holdem")
LEVELS = ("easy", "medium", "hard", "master")
STANDARD = GAME.presets["standard"]


def heard_at(table: Table, seat: int) -> list[Event]:
    opening = table.steps[0].state
    stacks = {one: opening.stacks[one] + opening.paid[one] for one in opening.seats}
    first = began(GAME, table.rules.options, stacks)
    return [first, *(told(event, Seat(seat)) for event in table.events)]


def asked(level: str, table: Table, seed: int = 0) -> Act:
    """What a bot of this level does where the hand stands."""
    assert table.ask is not None
    return BOTS[level](heard_at(table, table.ask.who), table.ask, Random(seed).randrange)


def how_often(level: str, table: Table, *verbs: str, times: int = 20) -> float:
    return sum(asked(level, table, seed).verb in verbs for seed in range(times)) / times


def duplicate(ours: str, theirs: str, decks: int, seats: int = 2, depth: int = 40) -> Found:
    one, other, chips = BOTS[ours], BOTS[theirs], depth * STANDARD.big_blind
    deals = [play_deal(STANDARD, seats, chips, one, other, deck) for deck in range(decks)]
    return big_blinds(deals, STANDARD.big_blind)


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.req("H-FR5.A.b", "H-FR5.B", "H-FR5.B.a", "H-FR5.B.b", "H-FR6.A", "H-FR6.B")
def test_every_level_answers_whatever_it_is_asked_in_every_preset(level: str, preset: str) -> None:
    options = GAME.presets[preset]
    random = Random(f"{level} {preset}")
    for number in range(14):
        count = options.least + number % (options.most - options.least + 1)
        seats = [Seat(seat) for seat in range(count)]
        depth = random.choice((3, 12, 60, 300)) * options.unit * 5
        stacks = {seat: options.unit * random.randint(1, depth // options.unit) for seat in seats}
        choose = {seat: BOTS["random" if seat % 2 else level] for seat in seats}
        played = play_round(GAME, options, stacks, None, random.randrange, choose, leaving=2)
        assert sum(played.stacks_after().values()) == sum(stacks.values())


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_question_with_the_same_chance_has_the_same_answer(level: str) -> None:
    table = Table("standard", [400] * 3, cards={0: "Jh Th"}, board="9h 8c 2h")
    table.acts("call", "call", "check", "check", "check")
    assert [asked(level, table, seed) for seed in range(6)] == [
        asked(level, table, seed) for seed in range(6)
    ]


@pytest.mark.parametrize("level", LEVELS)
def test_cards_that_were_not_told_change_nothing(level: str) -> None:
    worlds = [
        Table("standard", [400] * 2, cards={0: "Jh Th", 1: theirs}, board="9h 8c 2h")
        for theirs in ("As Ad", "7c 2d")
    ]
    answers = [asked(level, table.acts("call", "check", "bet 20"), 3) for table in worlds]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_folds_aces_or_plays_seven_two_against_a_raise(level: str) -> None:
    aces = Table("standard", [1000] * 6, cards={3: "As Ad"}, button=0)
    assert how_often(level, aces, "raise", "all_in", "call") == 1
    raised = Table("standard", [1000] * 6, cards={4: "As Ad"}, button=0).acts("raise 30")
    assert how_often(level, raised, "fold") == 0
    rags = Table("standard", [1000] * 6, cards={4: "7s 2d"}, button=0).acts("raise 30")
    assert how_often(level, rags, "fold") >= 0.9


@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_that_cannot_lose_goes_for_more_on_the_river(level: str) -> None:
    table = Table("standard", [1000] * 2, cards={0: "Ah Kh"}, board="Qh Jh Th 2c 3d")
    table.acts("call", "check", "check", "check", "check", "check", "bet 40")
    assert how_often(level, table, "raise", "all_in") == 1


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_missed_draw_is_given_up_against_a_big_bet(level: str) -> None:
    table = Table("standard", [1000] * 2, cards={0: "6h 5h"}, board="Ah Kh 9c 2s Jd")
    table.acts("call", "check", "bet 20", "call", "bet 60", "call", "bet 180")
    assert how_often(level, table, "fold") >= 0.8


def test_pot_odds_decide_whether_a_draw_is_worth_its_price() -> None:
    def facing(bet: str) -> Table:
        table = Table("standard", [1000] * 2, cards={0: "7c 6c"}, board="Kc 8c 5d 3h")
        return table.acts("call", "check", "check", "check", bet)

    assert how_often("medium", facing("bet 10"), "fold") == 0
    assert how_often("medium", facing("bet 600"), "fold") > 0.5


def test_a_short_stack_goes_all_in_or_folds() -> None:
    strong = Table("heads_up", [100, 100], cards={0: "Ad 8d"})
    assert how_often("hard", strong, "all_in") == 1
    weak = Table("heads_up", [100, 100], cards={0: "3d 2c"})
    assert how_often("hard", weak, "fold") == 1


def test_who_has_put_in_most_of_its_chips_does_not_fold_a_fair_hand() -> None:
    table = Table("standard", [200] * 2, cards={0: "Ac 9d"}, board="As 7d 2c 5h")
    table.acts("raise 60", "call", "check", "bet 60", "call", "all_in")
    assert how_often("hard", table, "fold") == 0


@pytest.mark.req("H-FR5.B")
def test_hard_bluffs_now_and_then_and_easy_seldom_raises() -> None:
    weak = Table("standard", [1000] * 2, cards={0: "Js Td"}, board="Ah 7c 2d")
    weak.acts("raise 25", "call", "check")
    assert how_often("hard", weak, "bet", times=60) > 0
    pair = Table("standard", [1000] * 2, cards={0: "Js 9d"}, board="Jh 7c 2d")
    pair.acts("call", "check", "check")
    assert how_often("easy", pair, "bet", times=60) < how_often("hard", pair, "bet", times=60)


def test_where_a_check_is_free_nobody_folds_and_only_easy_pays_to_stay() -> None:
    table = Table("casino", [1000] * 3, cards={1: "7c 2d", 2: "8h 3s"}, board="As Kd Qc")
    table.act("bet", 50)
    for level in LEVELS:
        assert how_often(level, table, "fold") == 0
    assert how_often("medium", table, "check") == how_often("hard", table, "check") == 1


def test_a_losing_hand_is_mucked() -> None:
    table = Table("standard", [1000] * 2, cards={0: "7c 2d", 1: "As Ad"}, board="Ah Kc 9s 4d 3h")
    table.acts("call", "check", *["check"] * 6)
    while table.ask is not None:
        assert asked("hard", table).verb == table.ask.default.verb
        table.act(table.ask.default.verb)
    assert Acted(Seat(0), "muck") in table.events


def test_a_deck_deals_the_same_cards_however_the_questions_are_cut() -> None:
    once = Deck(5).answer(draw("round:1", PACK, 4)).drawn
    deck = Deck(5)
    first = deck.answer(draw("round:1", PACK, 2)).drawn
    left = list(PACK)
    for place in first:
        left.pop(place)
    second = deck.answer(draw("round:1", tuple(left), 2)).drawn
    assert once == first + second


@pytest.mark.parametrize("name", ["medium", "hard", "house"])
def test_a_player_is_exactly_as_good_as_itself(name: str) -> None:
    for seats in (2, 6):
        found = duplicate(name, name, decks=4, seats=seats)
        assert (found.mean, found.within) == (0, 0)


@pytest.mark.parametrize(
    ("better", "worse", "decks"),
    [
        ("hard", "random", 80),
        ("medium", "random", 80),
        ("easy", "random", 60),
        ("hard", "house", 12),
        ("medium", "house", 12),
        ("easy", "house", 12),
    ],
)
def test_the_better_player_wins_duplicate_deals_clearly(
    better: str, worse: str, decks: int
) -> None:
    found = duplicate(better, worse, decks)
    assert (found.within or 0) < found.mean, f"{better} against {worse}: {found}"


def test_hard_wins_from_easy() -> None:
    # Few decks, so that only the sign is sure; `python -m bench bots` has the intervals.
    assert duplicate("hard", "easy", decks=40, depth=100).mean > 0

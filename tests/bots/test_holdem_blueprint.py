"""The blueprint of master: its tree, how it tells hands apart, and how it reads what was bet."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from zlib import decompress

import pytest

from bench.bots_exploiters import answer_deck
from bench.local_best_response import PAIRS, _buckets, track
from game_server.bots.holdem import blueprint
from game_server.bots.holdem.buckets import beaten, bucket
from game_server.bots.holdem.levels import HARD, MASTER
from game_server.bots.holdem.situation import read
from game_server.bots.holdem.tree import (
    ALL_IN,
    BLIND,
    BUCKETS,
    CALL,
    FOLD,
    OPENING,
    RAISE,
    BettingState,
    TreeAct,
    after,
    choices,
    followers,
    numbers,
)
from protocol.cards import PACK, parse
from protocol.games.holdem import strength
from protocol.words import Act, Cards, Seat
from tests.bots.test_holdem_levels import heard_at, how_often
from tests.rules.holdem.tables import Table

SMALL = 20 * BLIND


def decisions(state: BettingState = OPENING, first: int = 0) -> Iterator[tuple[BettingState, int]]:
    """Every decision of the smallest tree, and where its numbers begin."""
    yield state, first
    for following, at in followers(state, first, SMALL):
        if following is not None:
            yield from decisions(following, at)


def kind_of(hole: Cards, board: Cards) -> int:
    return bucket(hole, board, *blueprint.flops())


def known(table: Table) -> Act | None:
    """What the blueprint does where the hand stands."""
    assert table.ask is not None
    seat = Seat(table.ask.who)
    return blueprint.choose(read(heard_at(table, seat), table.ask), Random(1).randrange)


def test_the_numbers_of_the_tree_lie_side_by_side_without_a_gap() -> None:
    at = 0
    for state, first in decisions():
        assert first == at
        at += BUCKETS[state.street] * len(choices(state, SMALL))
    assert at == numbers(OPENING, SMALL)


@pytest.mark.parametrize("depth", blueprint.DEPTHS)
def test_each_table_fits_its_tree_and_all_are_small(depth: int) -> None:
    packed = (blueprint.FOLDER / blueprint.file_of(depth)).read_bytes()
    assert len(decompress(packed)) == (numbers(OPENING, depth * BLIND) + 1) // 2
    assert len(packed) < 1_500_000


def test_bets_of_the_tree_are_legal_and_nobody_bets_more_than_there_is() -> None:
    for state, _ in decisions():
        found = choices(state, SMALL)
        owes = state.theirs > state.paid[state.player]
        assert (found[0].kind == FOLD) == owes
        totals = [choice.total for choice in found if choice.kind in (RAISE, ALL_IN)]
        assert all(state.theirs + max(state.last, BLIND) <= total for total in totals[:-1])
        assert totals == sorted(set(totals))
        assert all(total <= SMALL for total in totals)


def test_a_street_ends_when_both_have_spoken_and_the_bets_are_even() -> None:
    limp, check = TreeAct(CALL, BLIND), TreeAct(CALL, BLIND)
    limped = after(OPENING, limp, SMALL)
    assert limped is not None
    assert (limped.street, limped.player) == (0, 1)
    flop = after(limped, check, SMALL)
    assert flop is not None
    assert (flop.street, flop.player, flop.paid) == (1, 1, (BLIND, BLIND))
    assert after(flop, TreeAct(FOLD, BLIND), SMALL) is None


@pytest.mark.parametrize("count", [3, 4, 5])
def test_suits_may_be_renamed_and_cards_turned_around(count: int) -> None:
    random = Random(count)
    for _ in range(6):
        cards = tuple(random.sample(PACK, 2 + count))
        suits = random.sample(range(4), 4)
        other = tuple(PACK[card // 4 * 4 + suits[card % 4]] for card in cards)
        turned = (*other[1::-1], *random.sample(other[2:], count))
        assert kind_of(cards[:2], cards[2:]) == kind_of(turned[:2], turned[2:])


@pytest.mark.parametrize("board", ["9s 8s 2d", "9s 8s 2d Kc", "9s 8s 2d Kc 3h"])
def test_a_set_is_told_from_a_pair_and_that_from_nothing(board: str) -> None:
    lies = parse(board)
    kinds = [kind_of(parse(hole), lies) for hole in ("7d 4c", "8c Ah", "9d 9c")]
    assert kinds == sorted(set(kinds))


def test_the_share_that_is_beaten_counts_equals_as_half() -> None:
    board = parse("Ah Kh Qh Jh Th")
    assert beaten(parse("2c 3d"), board) == 0.5
    assert beaten(parse("Ac As"), parse("Ad Ah 7c 7d 2s")) == pytest.approx(1, abs=0.001)


def test_a_bet_between_two_of_the_tree_is_read_as_either_and_one_unlike_all_as_none() -> None:
    small, large = TreeAct(RAISE, 1), TreeAct(RAISE, 2)
    sizes = {small: 0.33, large: 0.75}
    read_as = [blueprint._between(sizes, 0.5, luck / 10) for luck in range(10)]
    assert set(read_as) == {small, large}
    assert blueprint._between(sizes, 0.34, 0.5) == small
    assert blueprint._between(sizes, 0.8, 0.5) == large
    assert blueprint._between(sizes, 0.1, 0.5) is None
    assert blueprint._between(sizes, 3.0, 0.5) is None


def test_it_knows_hands_of_two_players_with_usual_rules_alone() -> None:
    assert known(Table("standard", [1000] * 2, cards={0: "As Ad"})) is not None
    assert known(Table("heads_up", [300] * 2, cards={0: "As Ad"})) is not None
    assert known(Table("standard", [1000] * 3, cards={0: "As Ad"})) is None
    assert known(Table("standard", [9000] * 2, cards={0: "As Ad"})) is None
    assert known(Table("standard", [1000] * 2, cards={0: "As Ad"}, ante=100)) is None
    assert known(Table("standard", [1000] * 2, cards={1: "As Ad"}).acts("raise 300")) is None
    assert known(Table("casino", [1000] * 2, cards={0: "As Ad"}, board="Ah 7c 2d")) is None


def test_master_plays_the_ends_of_the_scale_as_anybody_would() -> None:
    aces = Table("standard", [1000] * 2, cards={0: "As Ad"})
    assert how_often("master", aces, "fold") == 0
    nuts = Table("standard", [1000] * 2, cards={0: "Ah Kh"}, board="Qh Jh Th 2c 3d")
    nuts.acts("call", "check", "check", "check", "check", "check", "bet 15")
    assert how_often("master", nuts, "raise", "all_in") > 0.8
    rags = Table("standard", [1000] * 2, cards={0: "4c 3d"}, board="Ah Kh 9c 8s Jd")
    rags.acts("raise 25", "call", "bet 40", "call", "bet 120", "call", "all_in")
    assert how_often("master", rags, "fold") == 1


def test_hard_plays_about_two_of_three_hands_by_it_and_the_suits_do_not_say_which() -> None:
    parts = [blueprint.part_of(pair) for pair in combinations(PACK, 2)]
    assert sum(part < HARD.book for part in parts) / len(parts) == pytest.approx(0.67, abs=0.02)
    assert all(0 <= part < MASTER.book for part in parts)
    queens = {blueprint.part_of(pair) < HARD.book for pair in combinations(parse("Qc Qd Qh Qs"), 2)}
    assert queens == {True, False}


def test_what_a_hand_beats_is_counted_by_ranks_as_hand_by_hand() -> None:
    boards = [
        "2c 7d 9h Js Ad",
        "2c 7c 9c Js Ad",
        "2c 7c 9c Jc Ad",
        "2c 7c 9c Jc Ac",
        "9c 9d 9h 9s Ad",
    ]
    for number, board in enumerate(map(parse, boards)):
        left = [card for card in PACK if card not in board]
        values = {pair: strength((*board, *pair)) for pair in combinations(left, 2)}
        for hole in Random(number).sample(list(values), 20):
            mine = values[hole]
            below = sum(one < mine for one in values.values())
            level = sum(one == mine for one in values.values())
            assert beaten(hole, board) == (2 * below + level) / (2 * len(values))


@pytest.mark.parametrize("board", ["", "2c 7d 9h", "2c 7c 9h Jc", "2c 7c 9h Jc Ad"])
def test_who_answers_it_best_knows_the_bucket_of_every_hand(board: str) -> None:
    lies = parse(board) if board else ()
    kinds = _buckets(lies)
    for number in Random(board).sample(range(len(PAIRS)), 12):
        if not set(PAIRS[number]) & set(lies):
            assert kinds[number] == bucket(PAIRS[number], lies, *blueprint.flops())


def test_who_answers_it_best_believes_what_it_does() -> None:
    table = Table("standard", [1000] * 2, cards={1: "As Ah"}).acts("raise 25")
    assert table.ask is not None
    assert table.ask.who == 1
    likely = track(read(heard_at(table, 1), table.ask)).likely
    good, bad, mine = (PAIRS.index(parse(pair)) for pair in ("Kh Ks", "2c 7d", "Ks As"))
    assert likely[good] > 2 * likely[bad]
    assert likely[mine] == 0


def test_who_answers_it_best_acts_within_what_is_offered() -> None:
    assert isinstance(answer_deck(20, 3), float)

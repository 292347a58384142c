"""What hold'em bots make of cards: the table before the flop, sampled equity after it, ranges."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from game_server.bots.holdem.equity import look
from game_server.bots.holdem.ranges import likely_after_flop, opening_width, range_after
from game_server.bots.holdem.situation import FLOP, PREFLOP, HoldemMove, HoldemSituation, read
from game_server.bots.holdem.starting_hands import (
    class_of,
    equity_against,
    equity_in_company,
    worth,
)
from game_server.rules.holdem import GAME
from protocol.cards import PACK, parse
from protocol.events import told
from protocol.games.holdem import strength
from protocol.words import Act, Ask, Cards, Option, Seat
from tests.playing import began
from tests.rules.holdem.tables import Table

ME = Seat(0)
ASK = Ask(ME, (Option("check"),), Act("check"))
RANDOM_EQUITY = {
    "AA": 0.852037,
    "AKs": 0.670446,
    "JTs": 0.575279,
    "22": 0.50334,
    "72o": 0.345836,
    "32o": 0.323032,
}
"""Against one random hand, by enumeration."""
EXAMPLES = {
    "AA": "As Ah",
    "AKs": "As Ks",
    "JTs": "Jd Td",
    "22": "2c 2h",
    "72o": "7c 2h",
    "32o": "3c 2h",
}


def on_board(
    hole: str, board: str, opponents: int = 1, moves: Sequence[HoldemMove] = ()
) -> HoldemSituation:
    cards = parse(board)
    seats = [Seat(seat) for seat in range(opponents + 1)]
    return HoldemSituation(
        ASK,
        hole=parse(hole),
        board=cards,
        button=ME,
        stacks=dict.fromkeys(seats, 10_000),
        live=seats,
        moves=list(moves),
        street=len(cards) - 2,
    )


def seen_by(table: Table, seat: int) -> HoldemSituation:
    """What a bot reads from all that this seat was told at the table."""
    opening = table.steps[0].state
    stacks = {one: opening.stacks[one] + opening.paid[one] for one in opening.seats}
    ask = table.ask or ASK
    first = began(GAME, table.rules.options, stacks)
    return read([first, *(told(event, Seat(seat)) for event in table.events)], ask)


def exact(hole: Cards, board: Cards) -> float:
    """Equity against one random hand, over everything that can come."""
    unseen = [card for card in PACK if card not in hole + board]
    won = count = 0.0
    for coming in combinations(unseen, 5 - len(board)):
        ours = strength(hole + board + coming)
        rest = [card for card in unseen if card not in coming]
        for theirs in combinations(rest, 2):
            value = strength(theirs + board + coming)
            won += 1.0 if ours > value else 0.5 if ours == value else 0.0
            count += 1
    return won / count


@pytest.mark.parametrize("name", RANDOM_EQUITY)
def test_the_table_agrees_with_enumeration(name: str) -> None:
    assert class_of(parse(EXAMPLES[name])) == name
    assert worth(parse(EXAMPLES[name])).random[0] == pytest.approx(RANDOM_EQUITY[name], abs=0.005)


def test_the_table_has_every_hand_and_company_lowers_its_equity() -> None:
    pairs = list(combinations(PACK, 2))
    assert len({class_of(pair) for pair in pairs}) == 169
    assert sum(worth(pair).random[0] for pair in pairs) / len(pairs) == pytest.approx(
        0.5, abs=0.002
    )
    for pair in pairs:
        falling = worth(pair).random
        assert list(falling) == sorted(falling, reverse=True)
    assert worth(parse("As Ah")).place == 0
    assert worth(parse("As Ah")).place < worth(parse("Js Ts")).place < worth(parse("7s 2h")).place


def test_equity_against_a_range_lies_between_the_ranges_around_it() -> None:
    hole = parse("As 9d")
    wide, middle, narrow = (equity_against(hole, width) for width in (0.4, 0.3, 0.25))
    assert narrow < middle < wide
    assert equity_against(hole, 1.0) == worth(hole).random[0]
    assert equity_against(hole, 0.001) == worth(hole).ranged[-1]
    assert equity_in_company(hole, 1.0, 2) == pytest.approx(worth(hole).random[2])


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("As Kd", "Ah 7c 2d 9s 4h"),
        ("7h 6h", "8h 9h 2c Kd 3s"),
        ("Qs Qd", "Ac Ks 7h 2d"),
        ("9h 8h", "7h 6c 2h Kd"),
    ],
)
def test_sampled_equity_is_near_the_exact_one(hole: str, board: str) -> None:
    # An unread opponent holds anything; 500 hands leave a few hundredths of error.
    now = on_board(hole, board)
    found = [look(now, 500, 46, 0.0, Random(seed).randrange) for seed in range(3)]
    truth = exact(parse(hole), parse(board))
    assert sum(one.equity for one in found) / 3 == pytest.approx(truth, abs=0.025)


def test_two_opponents_are_harder_to_beat_than_one() -> None:
    one = look(on_board("Ah Kd", "Kc 7s 2d"), 120, 30, 0.0, lambda _: 0).equity
    two = look(on_board("Ah Kd", "Kc 7s 2d", opponents=2), 120, 30, 0.0, lambda _: 0).equity
    assert one - 0.25 < two < one - 0.05
    assert two == pytest.approx(one**2, abs=0.06)


def test_a_hand_that_cannot_lose_has_all_of_the_pot_and_a_shared_one_half() -> None:
    assert look(
        on_board("Ah Kh", "Qh Jh Th 2c 3d"), 200, 1, 1.0, lambda _: 0
    ).equity == pytest.approx(1)
    shared = look(on_board("2c 3d", "Ah Kh Qh Jh Th"), 200, 1, 1.0, lambda _: 0)
    assert shared.equity == pytest.approx(0.5)


@pytest.mark.parametrize("verb", ["bet", "call"])
def test_who_puts_chips_in_is_believed_to_hold_more(verb: str) -> None:
    bold = HoldemMove(Seat(1), FLOP, verb, 0.7, 0.3, 1 if verb == "call" else 0, 0, verb == "bet")
    quiet = HoldemMove(Seat(1), FLOP, "check", 0.0, 0.0, 0, 0, False)

    def equity(moves: Sequence[HoldemMove], belief: float) -> float:
        return look(on_board("9h 8d", "9c 5s 2d", moves=moves), 150, 30, belief, lambda _: 0).equity

    assert equity([bold], 1.0) < equity([], 1.0) - 0.03
    assert equity([bold], 1.0) < equity([bold], 0.4) < equity([], 1.0)
    assert equity([quiet], 1.0) > equity([], 1.0)
    assert equity([bold], 0.0) == equity([], 0.0)


def test_the_strong_hands_are_those_that_call() -> None:
    outlook = look(on_board("Ah Qd", "Qc 7s 2d"), 150, 30, 1.0, lambda _: 0)
    everything, half, few = (outlook.called(Seat(1), folds) for folds in (0.0, 0.5, 0.9))
    assert everything == pytest.approx(outlook.equity, abs=0.02)
    assert everything > half > few


def test_a_raise_before_the_flop_means_better_hands_the_more_seats_are_behind() -> None:
    def best_fifth(behind: int) -> float:
        opened = HoldemMove(Seat(1), PREFLOP, "raise", 1.0, 0.4, 0, behind, True)
        table = range_after([opened], Seat(1), 6)
        return sum(one for place, one in table.items() if place < 0.2) / sum(table.values())

    assert best_fifth(5) > best_fifth(2) + 0.1
    assert opening_width(1, 2) > opening_width(1, 6)
    big, small = (HoldemMove(Seat(1), FLOP, "bet", share, 0.0, 0, 0, True) for share in (1.5, 0.3))
    assert likely_after_flop(big, 0.65) < likely_after_flop(small, 0.65)
    assert likely_after_flop(big, 0.95) > likely_after_flop(big, 0.3)


def test_what_was_told_is_read_as_it_happened() -> None:
    table = Table("standard", [100, 100, 100], cards={0: "As Ad"}, board="2c 7d 9h Ts 3c")
    table.acts("raise 30", "call", "fold", "check", "bet 40")
    now = seen_by(table, 1)
    assert now.me == 1
    assert (now.pot, now.owed, now.level) == (110_00, 40_00, 40_00)
    assert now.stacks == {0: 30_00, 1: 70_00, 2: 90_00}
    assert now.opponents == [0]
    assert now.reach() == 70_00
    assert now.winnable(40_00) == 150_00
    assert not now.acts_last()
    assert [(move.seat, move.verb, move.behind) for move in now.moves if move.is_raise] == [
        (0, "raise", 2),
        (0, "bet", 0),
    ]
    assert now.moves[-1].share == pytest.approx(40 / 70)


def test_chips_that_nobody_can_match_are_neither_won_nor_risked() -> None:
    table = Table("standard", [100, 20, 100], cards={0: "As Ad"})
    table.acts("all_in")
    now = seen_by(table, 1)
    assert now.owed == now.stack == 15_00
    assert now.winnable(now.owed) == 20_00 + 20_00 + 10_00

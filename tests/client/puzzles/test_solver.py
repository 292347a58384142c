"""The solver of endgames says what a search of every line over the rules themselves says."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from client_core.puzzles.position import LANDLORD, Position, ranks, with_ranks
from client_core.puzzles.solver import Solver, TooLong
from game_server.rules.doudizhu import DouDizhu, State
from protocol.cards import PACK_WITH_JOKERS
from protocol.games.doudizhu import Pattern, in_order, plays
from protocol.words import Act, Cards, Seat
from tests.rules.doudizhu.dealing import LETTERS, RICH, STANDARD, A, B, C, of

ORDER = (A, B, C)
"""The seats as they follow each other; the landlord's is the first."""
RULES = DouDizhu(replace(STANDARD, rocket_wins=False))
"""Every line counts its passes: puzzles ask for them after the rocket too."""


def dealt(seed: int, sizes: tuple[int, ...], pack: Cards = PACK_WITH_JOKERS) -> Position:
    chance = Random(seed)
    deck = chance.sample(pack, sum(sizes))
    hands = []
    for size in sizes:
        hands.append(in_order(deck[:size]))
        deck = deck[size:]
    return Position(tuple(hands))


FEW_RANKS = tuple(card for card in PACK_WITH_JOKERS if card % 52 in {*range(4, 20), 0, 1, 2, 3})
"""Twenty-two cards of seven ranks: pairs, trios, bombs and both jokers come often."""


def state_of(position: Position, sits_out: Cards) -> State:
    """The same among three: where two play, the third has a card that it never lays."""
    hands = dict(zip(ORDER, (*position.hands, sits_out), strict=False))
    return State(
        1, ORDER, RICH, stage="play", hands=hands, turn=ORDER[position.turn], bid=1, landlord=A
    )


class Brute:
    """Follows every line to its end with the rules of the house; it keeps and skips nothing."""

    def __init__(self, idle: Seat | None) -> None:
        self.idle = idle

    def choices(self, state: State) -> Iterator[Cards]:
        if state.turn != self.idle:
            yield from plays(state.hands[state.turn], state.to_beat)
        if state.to_beat is not None:
            yield ()

    def after(self, state: State, cards: Cards) -> State:
        act = Act("play", cards=cards) if cards else Act("pass")
        return RULES.apply(state, state.turn, act).state

    def landlord_wins(self, state: State) -> bool:
        if state.stage == "over":
            return not state.hands[A]
        mine = state.turn == A
        outcomes = (self.landlord_wins(self.after(state, one)) for one in self.choices(state))
        return any(outcomes) if mine else all(outcomes)

    def turns(self, state: State) -> int:
        """The turns to the end, but those of the seat that sits out."""
        if state.stage == "over":
            return 0
        lord, mine = self.landlord_wins(state), state.turn == A
        after = [self.after(state, one) for one in self.choices(state)]
        best = min if lord == mine else max
        left = best(self.turns(one) for one in after if self.landlord_wins(one) == lord)
        return left + (state.turn != self.idle)

    def winning(self, state: State) -> set[tuple[int, ...]]:
        mine = state.turn == A
        return {
            ranks(one)
            for one in self.choices(state)
            if self.landlord_wins(self.after(state, one)) == mine
        }


def compared(position: Position, turns: bool) -> bool:
    """The same for the solver and for all lines; whether the landlord wins."""
    used = {card for hand in position.hands for card in hand}
    spare = next(card for card in PACK_WITH_JOKERS if card not in used)
    brute = Brute(C if len(position.hands) == 2 else None)
    state = state_of(position, (spare,))
    solver = Solver(position)
    found = solver.landlord_wins(position)
    assert found == brute.landlord_wins(state)
    assert {ranks(one) for one in solver.winning(position)} == brute.winning(state)
    if turns:
        assert solver.turns(position) == len(solver.line(position)) == brute.turns(state)
    return found


@pytest.mark.parametrize(
    ("sizes", "pack", "many", "turns"),
    [
        ((4, 4), PACK_WITH_JOKERS, 150, False),
        ((4, 3), FEW_RANKS, 60, True),
        ((5, 4), FEW_RANKS, 60, False),
        ((3, 3, 2), PACK_WITH_JOKERS, 60, False),
        ((3, 2, 2), FEW_RANKS, 40, True),
    ],
)
def test_it_agrees_with_a_search_of_every_line(
    sizes: tuple[int, ...], pack: Cards, many: int, turns: bool
) -> None:
    won = [compared(dealt(seed, sizes, pack), turns) for seed in range(many)]
    assert many // 10 < sum(won) < many


@pytest.mark.parametrize("sizes", [(4, 4), (3, 2, 2)])
def test_it_agrees_in_the_middle_of_a_trick(sizes: tuple[int, ...]) -> None:
    chance = Random(7)
    for seed in range(40):
        position = dealt(seed, sizes, FEW_RANKS)
        for _ in range(chance.randrange(1, 4)):
            after = position.after(chance.choice(position.choices))
            if after.winner is not None:
                break
            position = after
        used = {card for hand in position.hands for card in hand}
        spare = next(card for card in PACK_WITH_JOKERS if card not in used)
        two = len(sizes) == 2
        state = state_of(position, (spare,))
        state = State(
            1, ORDER, RICH, stage="play", hands=state.hands, turn=state.turn, bid=1, landlord=A,
            to_beat=position.to_beat,
            # Who sits out passed behind the second hand.
            passes=position.passes + (two and position.turn == LANDLORD and bool(position.to_beat)),
        )  # fmt: skip
        brute = Brute(C if two else None)
        assert Solver(position).landlord_wins(position) == brute.landlord_wins(state)


def test_what_lies_there_counts_for_the_hand_after_the_next_too() -> None:
    """The first farmer beats neither of two plays, the second one of them."""
    lord = of("3789")
    rest = tuple(card for card in PACK_WITH_JOKERS if card not in lord)
    farmer = with_ranks(rest, map(LETTERS.index, "678"))
    compared(Position((lord, farmer, of("452"))), turns=False)


def test_a_hand_may_play_what_it_could_before_and_still_holds() -> None:
    chance = Random(3)
    for seed in range(200):
        position = dealt(seed, (chance.randrange(8, 21), 8))
        solver = Solver(position)
        hand = position.hands[0]
        less = in_order(chance.sample(hand, chance.randrange(1, len(hand))))
        after = Position((less, position.hands[1]))
        wanted = {ranks(one) for one in plays(less)}
        assert {ranks(one) for one in solver.choices(after)} == wanted
        beaten = next(iter(plays(position.hands[1])))
        second = Position((less, position.hands[1]), 1).after(beaten)
        expected = {ranks(one) for one in plays(less, second.to_beat)} | {()}
        assert {ranks(one) for one in solver.choices(second)} == expected


def test_a_won_game_is_won_against_any_defence() -> None:
    chance = Random(11)
    for seed in range(40):
        position = dealt(seed, (7, 7))
        solver = Solver(position)
        lord = solver.landlord_wins(position)
        while position.winner is None:
            winners = (position.turn == LANDLORD) == lord
            cards = solver.best(position) if winners else chance.choice(position.choices)
            position = position.after(cards)
        assert position.winner == lord


def test_the_line_takes_as_many_turns_as_it_says() -> None:
    for seed in range(20):
        position = dealt(seed, (7, 6))
        solver = Solver(position)
        line = solver.line(position)
        assert len(line) == solver.turns(position)
        for cards in line:
            position = position.after(cards)
        assert position.winner == solver.landlord_wins(dealt(seed, (7, 6)))


def test_twenty_cards_against_twenty() -> None:
    lord = of("3444666778899TTAA2xX")
    rest = tuple(card for card in PACK_WITH_JOKERS if card not in lord)
    position = Position((lord, with_ranks(rest, map(LETTERS.index, "355677899TTJJQQQKA22"))))
    solver = Solver(position)
    assert solver.wins(position)


def test_it_says_when_it_would_take_too_long() -> None:
    position = dealt(1, (14, 14))
    with pytest.raises(TooLong, match="100"):
        Solver(position, most=100).wins(position)


def test_a_position_that_it_was_not_made_for_is_refused() -> None:
    solver = Solver(Position((of("345"), of("678"))))
    with pytest.raises(ValueError, match="not in it"):
        solver.wins(Position((of("99"), of("678"))))


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        ((of("3"),), "1 hands"),
        ((of("3"), of("3")), "held twice"),
        ((of("33334444555566667777x"), of("8")), "more than 20"),
    ],
)
def test_what_is_no_position_is_refused(hands: tuple[Cards, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Position(hands)


def test_what_may_not_be_played_is_refused_with_its_reason() -> None:
    position = Position((of("3469"), of("58")))
    with pytest.raises(ValueError, match="does not pass"):
        position.after(())
    with pytest.raises(ValueError, match="held"):
        position.after(of("5"))
    with pytest.raises(ValueError, match="beat"):
        position.after(of("6")).after(of("5"))
    assert position.after(of("6")).to_beat == Pattern("solo", 1, 3)


def test_the_last_card_is_the_whole_line() -> None:
    position = Position((of("3"), of("4")))
    solver = Solver(position)
    assert solver.line(position) == (of("3"),)
    assert solver.turns(position) == 1

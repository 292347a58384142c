"""Makes the endgames of Dou Dizhu that the client brings along, and measures how hard they are.

    python -m tools.puzzles            # writes them anew: the same from the same seed
    python -m tools.puzzles 7 --many 20 --into FILE

Cards are dealt, then exchanged one by one with those that are out of the game: the landlord gets
worse ones while the position is won with many plays, and better ones while it is lost. Where it is
won by one play alone, and players who follow their nose lose it, it is a puzzle.
"""

import argparse
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from random import Random
from typing import Final

from client_core.folds.doudizhu_hints import in_sense
from client_core.puzzles import collection
from client_core.puzzles.collection import Puzzle
from client_core.puzzles.position import Position, ranks
from client_core.puzzles.solver import Solver, TooLong
from protocol.cards import PACK_WITH_JOKERS, Card
from protocol.games.doudizhu import RANK_OF, RANKS, in_order
from protocol.words import Cards

SEED: Final = 7
MANY: Final = 200
GRADES: Final = 5
FILE: Final = Path(collection.__file__).with_name(collection.FILE)

SIZES: Final[Sequence[Sequence[tuple[int, ...]]]] = (
    ((5, 5), (6, 5), (6, 6), (6, 7)),
    ((7, 6), (7, 7), (7, 8), (5, 4, 4)),
    ((8, 7), (8, 8), (8, 9), (6, 4, 4)),
    ((9, 9), (10, 9), (10, 10), (6, 5, 5)),
    ((11, 10), (11, 11), (12, 11), (12, 12), (7, 5, 5)),
)
"""How many cards the hands have, by what share of the puzzles; three hands are with two farmers."""
LOOKED_AT: Final = 60_000
"""What takes the solver longer to solve is no puzzle: a phone has to follow."""
MANY_CARDS: Final = 19
FEW_RANKS: Final = 10
"""So many cards in all are dealt from so few ranks: long hands are to have pairs, trios and chains,
and not be solos that go on for ever."""
EXCHANGES: Final = 40
"""So many cards are exchanged before others are dealt."""
Same = tuple[tuple[int, ...], ...]
LEAST_TURNS: Final = 7
NATURAL: Final = 5
"""So many of the plays that make most sense are those that a player thinks of."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What makes a puzzle hard: how much there is to choose from, how long it takes, how many of
    the plays that one thinks of first lose, and how often there is one right play alone."""

    choices: int
    turns: int
    traps: int
    narrow: int

    @property
    def difficulty(self) -> int:
        return round(10 * (2 * log2(self.choices) + self.turns / 4 + self.traps + self.narrow / 2))


def made(seed: int, many: int = MANY) -> list[Puzzle]:
    """So many puzzles, the easiest first, numbered from 1."""
    found: list[tuple[int, Position]] = []
    known: set[Same] = set()
    for place in range(many):
        position, measure = tried(seed, place, many, known)
        known.add(same(position))
        found.append((measure.difficulty, position))
        print(f"{place + 1} of {many}: {measure}", file=sys.stderr, flush=True)
    found.sort(key=lambda one: one[0])
    return [
        Puzzle(at + 1, position, difficulty, at * GRADES // many + 1)
        for at, (difficulty, position) in enumerate(found)
    ]


def tried(
    seed: int, place: int, many: int, known: Collection[Same] = ()
) -> tuple[Position, Measure]:
    """The puzzle that is found at this place of so many; chance begins anew at each."""
    chance = Random(f"{seed}:{place}")
    sizes = SIZES[place * len(SIZES) // many]
    while True:
        position = _barely_won(chance, chance.choice(sizes))
        if position is None or same(position) in known:
            continue
        measure = measured(position)
        if measure is not None:
            return position, measure


def same(position: Position) -> Same:
    """What two puzzles may not have in common: suits do not matter."""
    return tuple(ranks(hand) for hand in position.hands)


def _barely_won(chance: Random, sizes: tuple[int, ...]) -> Position | None:
    """A position that one play alone wins, if a few exchanges lead to one."""
    many = sum(sizes) >= MANY_CARDS
    dealt = chance.sample(RANKS, FEW_RANKS) if many else RANKS
    deck = [card for card in PACK_WITH_JOKERS if RANK_OF[card] in dealt]
    chance.shuffle(deck)
    hands: list[list[Card]] = []
    for size in sizes:
        hands.append(deck[:size])
        del deck[:size]
    for _ in range(EXCHANGES):
        position = Position(tuple(in_order(hand) for hand in hands))
        solver = Solver(position, LOOKED_AT)
        try:
            right = _right(solver, position)
        except TooLong:
            return None
        if right == 1:
            return position
        if not _exchange(chance, hands, deck, worse=right > 1):
            return None
    return None


def _right(solver: Solver, position: Position) -> int:
    """How many first plays win; 2 stands for more."""
    if not solver.wins(position):
        return 0
    count = 0
    for cards in solver.choices(position):
        count += solver.landlord_wins(position.after(cards))
        if count == 2:
            break
    return count


def _exchange(chance: Random, hands: list[list[Card]], deck: list[Card], worse: bool) -> bool:
    """One card for one out of the game: the landlord's for a worse one or a farmer's for a better
    one, or the other way round. Whether there was one."""
    able = [
        (hand, mine, other)
        for hand in hands
        for mine, card in enumerate(hand)
        for other, instead in enumerate(deck)
        if RANK_OF[instead] != RANK_OF[card]
        and (RANK_OF[instead] < RANK_OF[card]) == (worse == (hand is hands[0]))
    ]
    if able:
        hand, mine, other = chance.choice(able)
        hand[mine], deck[other] = deck[other], hand[mine]
    return bool(able)


def measured(position: Position) -> Measure | None:
    """How hard it is; None where it is none: too short, or won by playing what comes to mind."""
    solver = Solver(position, 2 * LOOKED_AT)
    try:
        turns = solver.turns(position)
        if turns < LEAST_TURNS or any(_wins(solver, position, player) for player in (0, 1)):
            return None
        first = _sensible(position)[:NATURAL]
        traps = sum(not solver.landlord_wins(position.after(cards)) for cards in first)
        return Measure(len(position.choices), turns, traps, _narrow(solver, position))
    except TooLong:
        return None


def _narrow(solver: Solver, position: Position) -> int:
    """How many more of the landlord's turns in the line have one right choice of several."""
    found = 0
    for cards in solver.line(position):
        if position.turn == 0 and len(solver.choices(position)) > 1:
            found += len(solver.winning(position)) == 1
        position = position.after(cards)
    return found - 1


def _sensible(position: Position) -> tuple[Cards, ...]:
    """The plays as a hint would show them."""
    found = tuple(cards for cards in position.choices if cards)
    return in_sense(position.hands[position.turn], found, position.to_beat)


def _wins(solver: Solver, position: Position, player: int) -> bool:
    """Whether a landlord wins who always takes the first hint (0), or the longest play (1)."""
    while position.winner is None:
        if position.turn:
            cards = solver.best(position)
        else:
            if not solver.landlord_wins(position):
                return False
            able = _sensible(position)
            if player and able:
                able = (max(able, key=len),)
            cards = able[0] if able else ()
        position = position.after(cards)
    return bool(position.winner)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.puzzles", description=__doc__)
    parser.add_argument("seed", type=int, nargs="?", default=SEED)
    parser.add_argument("--many", type=int, default=MANY)
    parser.add_argument("--into", type=Path, default=FILE)
    asked = parser.parse_args(arguments)
    asked.into.write_text(collection.serialised(made(asked.seed, asked.many)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

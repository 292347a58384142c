"""Which hold'em player is better, and by how much: duplicate deals, seats swapped.

Every deck is played twice by the two bots that are compared, with the same cards in the same
places and the bots in each other's seats; at six seats they alternate. Stacks are a hundred big
blinds in every hand.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from os import cpu_count
from typing import Final

from bench.duplicate import Score, play_deal, score
from game_server.bots import bots
from game_server.rules.holdem import GAME

FULL: Final = 300.0
"""Seconds on two cores that the numbers of decks below are meant for."""
CHUNK: Final = 25
DEPTH: Final = 100


@dataclass(frozen=True)
class Match:
    """Two bots, the first of which should win, and how many decks show it."""

    ours: str
    theirs: str
    preset: str
    seats: int
    decks: int


MATCHES: Final = (
    Match("hard", "medium", "standard", 2, 2000),
    Match("medium", "easy", "standard", 2, 500),
    Match("hard", "easy", "standard", 2, 400),
    Match("hard", "medium", "heads_up", 2, 2000),
    Match("medium", "easy", "heads_up", 2, 500),
    Match("hard", "medium", "standard", 6, 5000),
    Match("medium", "easy", "standard", 6, 300),
    *(Match(level, "random", "standard", 2, 600) for level in ("hard", "medium", "easy")),
    *(Match(level, "house", "standard", 2, 200) for level in ("hard", "medium", "easy")),
    *(Match(level, "random", "standard", 6, 300) for level in ("hard", "medium", "easy")),
    *(Match(level, "house", "standard", 6, 150) for level in ("hard", "medium", "easy")),
)


def play_decks(match: Match, decks: Sequence[int]) -> list[float]:
    """What a seat of ours won a hand, in cents, for each of these decks."""
    able = bots(GAME.name)
    options = GAME.presets[match.preset]
    depth = DEPTH * options.big_blind
    ours, theirs = able[match.ours], able[match.theirs]
    return [play_deal(options, match.seats, depth, ours, theirs, deck) for deck in decks]


def play_match(match: Match, decks: int, workers: ProcessPoolExecutor) -> Score:
    chunks = [range(first, min(first + CHUNK, decks)) for first in range(0, decks, CHUNK)]
    deals = chain.from_iterable(workers.map(play_decks, [match] * len(chunks), chunks))
    return score(list(deals), GAME.presets[match.preset].big_blind)


def main(seconds: float = FULL) -> int:
    """Print the table; at full size a win that is not clear is a failure."""
    unclear = 0
    print("| ours | theirs | preset | seats | hands | big blinds a hundred hands |")
    print("|---|---|---|--:|--:|--:|")
    with ProcessPoolExecutor(cpu_count()) as workers:
        for match in MATCHES:
            decks = max(2, round(match.decks * seconds / FULL))
            found = play_match(match, decks, workers)
            unclear += not found.is_clear
            print(
                f"| {match.ours} | {match.theirs} | {match.preset} | {match.seats} "
                f"| {found.hands} | {found} |",
                flush=True,
            )
    return int(seconds >= FULL and unclear > 0)


if __name__ == "__main__":
    main()

"""Which hold'em player is better, and by how much: duplicate deals, seats swapped.

Every deck is played twice by the two bots that are compared, with the same cards in the same
places and the bots in each other's seats; at six seats they alternate. Stacks are a hundred big
blinds in every hand. With short stacks nothing is played: what the best answer wins is exact.
"""

from functools import partial
from typing import Final

from bench.duplicate import big_blinds, play_deal
from bench.push_fold import lost
from bench.strength import Found, Row, Run, report, sized
from game_server.bots import bots
from game_server.rules.holdem import GAME

FULL: Final = 300.0
"""Seconds on two cores that the numbers of decks below are meant for."""
DEPTH: Final = 100
MOST: Final = 0.001
"""Big blinds a hand that the best answer to a short stack may win."""


def play_deck(ours: str, theirs: str, preset: str, seats: int, deck: int) -> float:
    """What a seat of ours won a hand from this deck, in cents."""
    able, options = bots(GAME.name), GAME.presets[preset]
    depth = DEPTH * options.big_blind
    return play_deal(options, seats, depth, able[ours], able[theirs], deck)


def match(ours: str, theirs: str, preset: str, seats: int, decks: int) -> Row:
    """Two bots, the first of which should win, and how many decks show it."""

    def measure(run: Run, full: int) -> tuple[Found]:
        deals = run.play(partial(play_deck, ours, theirs, preset, seats), full)
        return (big_blinds(deals, GAME.presets[preset].big_blind),)

    return Row(ours, theirs, f"{preset}, {seats} seats", decks, measure, least=0)


def short(level: str, depth: int) -> Row:
    """What the best answers win from a bot that goes all-in or folds; most of it allowed."""

    def measure(_run: Run, _full: int) -> tuple[Found]:
        return (Found(lost(level, depth), None, "bb a hand", digits=6),)

    return Row(level, "best answer", f"all-in or fold, {depth} blinds", 0, measure, most=MOST)


ROWS: Final = (
    match("hard", "medium", "standard", 2, 2000),
    match("medium", "easy", "standard", 2, 500),
    match("hard", "easy", "standard", 2, 400),
    match("master", "hard", "standard", 2, 2500),
    match("master", "medium", "standard", 2, 1000),
    match("hard", "medium", "heads_up", 2, 2000),
    match("medium", "easy", "heads_up", 2, 500),
    match("hard", "medium", "standard", 6, 5000),
    match("medium", "easy", "standard", 6, 300),
    *(short("hard", depth) for depth in (2, 4, 6, 8, 10, 12)),
    short("medium", 10),
    *(match(level, "random", "standard", 2, 600) for level in ("hard", "medium", "easy")),
    *(match(level, "house", "standard", 2, 200) for level in ("hard", "medium", "easy")),
    *(match(level, "random", "standard", 6, 300) for level in ("hard", "medium", "easy")),
    *(match(level, "house", "standard", 6, 150) for level in ("hard", "medium", "easy")),
)


def main(seconds: float = FULL, seed: int = 0, only: str = "", processes: int | None = None) -> int:
    return report(ROWS, sized(seconds, FULL, seed, processes), only)

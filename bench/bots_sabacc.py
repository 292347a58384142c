"""How good the sabacc player is: games of two and four seats, each from both sides.

Each game is begun twice from one seed with the two bots in each other's seats; chance answers both
alike for as long as they ask it alike.
"""

from functools import partial
from random import Random
from typing import Final

from bench.sabacc_by_distance import by_distance
from bench.strength import Found, Row, Run, found, report, sized
from game_server.bots import Bot, bots
from game_server.rules.core import play
from game_server.rules.sabacc import GAME
from game_server.rules.sabacc.options import PRESETS
from game_server.rules.sabacc.state import Carry
from protocol.events import Event, RoundBegan, told
from protocol.words import CHANCE, Act, Seat

FULL: Final = 400.0
"""Seconds on one core that the numbers of games below are meant for."""
STACK: Final = 200_000
POT: Final = Carry(1, 20_000)
"""The sabacc pot of a table that has played before."""
OPTIONS: Final = PRESETS["house"]
SHOWN: Final = {name: getattr(OPTIONS, name) for name in OPTIONS.__dataclass_fields__}


def player(name: str) -> Bot:
    return by_distance if name == "by distance" else bots(GAME.name)[name]


def one_game(players: dict[Seat, Bot], seed: str) -> dict[Seat, int]:
    """What each seat has more than it began with, in cents."""
    rules, draws = GAME.rules(OPTIONS), Random(seed).randrange
    stacks = dict.fromkeys(players, STACK)
    names = {seat: f"Seat {seat}" for seat in players}
    began = RoundBegan(GAME.name, "house", 1, names, stacks, SHOWN)
    heard: dict[Seat, list[Event]] = {seat: [began] for seat in players}
    chances = {seat: Random(f"{seed} {seat}").randrange for seat in players}
    step = rules.open(stacks, POT)
    while True:
        for one in step.events:
            for seat, ears in heard.items():
                ears.append(told(one, seat))
        asks = rules.asks(step.state)
        if not asks:
            return {seat: step.state.stacks[seat] - STACK for seat in players}
        ask = asks[0]
        if ask.who == CHANCE:
            act = Act("draw", drawn=tuple(map(draws, ask.options[0].bounds)))
        else:
            act = players[ask.who](heard[ask.who], ask, chances[ask.who])
        step = play(rules, step.state, ask.who, act)


def from_both_sides(ours: str, theirs: str, seats: int, deck: int) -> float:
    """What a seat of ours won a game, in antes."""
    total = 0
    for side in (0, 1):
        sides = {Seat(n): n % 2 == side for n in range(seats)}
        players = {seat: player(ours if mine else theirs) for seat, mine in sides.items()}
        won = one_game(players, f"sabacc {deck}")
        total += sum(won[seat] for seat, mine in sides.items() if mine)
    return total / seats / OPTIONS.ante


def match(ours: str, theirs: str, seats: int, games: int) -> Row:
    """Two players, the first of which should win."""

    def measure(run: Run, full: int) -> tuple[Found]:
        deal = partial(from_both_sides, ours, theirs, seats)
        return (found(run.play(deal, full), "antes a game", digits=3),)

    return Row(ours, theirs, f"{seats} seats", games, measure, least=0)


ROWS: Final = tuple(
    match("opponent", theirs, seats, 8_000)
    for theirs in ("random", "by distance")
    for seats in (2, 4)
)


def main(seconds: float = FULL, seed: int = 0, only: str = "", processes: int | None = None) -> int:
    return report(ROWS, sized(seconds, FULL, seed, processes), only)

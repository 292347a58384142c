"""An all-in before the flop whose hands lie open, told street by street to a real table screen."""

from collections.abc import Sequence
from functools import cache
from random import Random

from game_server.bots import Chance
from game_server.rules.catalogue import GAMES
from protocol.events import Event, Shown
from protocol.words import Act, Ask, Seat
from tests.client.ui.scenes import Scene
from tests.playing import PlayedRound, play_round


def shoves(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Everything goes in at once; who may not, calls."""
    offers = {option.verb: option for option in ask.options}
    verb = next((one for one in ("all_in", "call", "check") if one in offers), "")
    return Act(verb, offers[verb].low) if verb else ask.default


@cache
def run_out(seats: int, won: bool) -> tuple[PlayedRound, Seat]:
    """Such a hand, and the seat of one who wins it or of one who loses it."""
    for seed in range(300):
        random = Random(seed)
        options = GAMES["holdem"].presets["standard"]
        stacks = {Seat(seat): 20_000 for seat in range(seats)}
        one = play_round(GAMES["holdem"], options, stacks, None, random.randrange, shoves)
        after = one.stacks_after()
        for seat in one.stacks:
            if (after[seat] > one.stacks[seat]) is won and len(set(after.values())) > 1:
                return one, seat
    raise LookupError("Nobody wins an all-in.")


def scene(seats: int = 3, won: bool = True, language: str = "en") -> tuple[Scene, int]:
    """The table before the hands are turned up, and the line of the script that turns them."""
    one, seat = run_out(seats, won)
    found = Scene("holdem", "standard", one, seat, language)
    turns = next(line for line, step in enumerate(one.steps)
                 if any(isinstance(event, Shown) for event in step.events))  # fmt: skip
    found.to(turns - 1)
    return found, turns

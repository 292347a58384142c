"""How much a hold'em bot loses to the best answer with a short stack, exactly.

Two players may go all-in or fold. A bot is asked for every hand and every luck that counts, as the
dealer first to act and as the big blind over an all-in; what the best answers win from that above
the value of the game is reckoned from exact equities.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Final

import numpy as np

from game_server.bots import Bot, bots
from game_server.bots.holdem.push_fold import place_of
from game_server.rules.core import play
from game_server.rules.holdem import GAME
from protocol.cards import PACK
from protocol.events import Dealt, Event, RoundBegan, told
from protocol.words import CHANCE, Act, Ask, Cards, Seat
from tools.holdem.push_fold import Floats, exploitability

LUCK: Final = 20
"""The bot's luck is tried in so many steps; its table has tenths, and fifths between depths."""
HANDS: Final[dict[int, Cards]] = {place_of(pair): pair for pair in combinations(PACK, 2)}
"""Two cards of each class."""


def asked(bot: Bot, heard: Sequence[Event], ask: Ask, hole: Cards) -> float:
    """How often the bot goes in with these two cards."""
    cards = iter(hole)
    mine = [
        replace(one, cards=(next(cards),)) if isinstance(one, Dealt) and one.to == ask.who else one
        for one in heard
    ]
    acts = [bot(mine, ask, partial(luck, step)) for step in range(LUCK)]
    return sum(act.verb in ("all_in", "call") for act in acts) / LUCK


def luck(step: int, bound: int) -> int:
    """The middle of a part of all luck."""
    return (2 * step + 1) * bound // (2 * LUCK)


def spots(depth: float) -> list[tuple[list[Event], Ask]]:
    """What each player has heard when it is asked: the dealer at once, the other over an all-in."""
    options = GAME.presets["standard"]
    chips = round(depth * options.big_blind)
    stacks = {Seat(0): chips, Seat(1): chips}
    rules = GAME.rules(options)
    shown = {name: getattr(options, name) for name in options.__dataclass_fields__}
    began = RoundBegan(GAME.name, "", 1, {seat: str(seat) for seat in stacks}, stacks, shown)
    step = rules.open(stacks, None)
    events = list(step.events)
    found: list[tuple[list[Event], Ask]] = []
    while len(found) < 2:
        ask = rules.asks(step.state)[0]
        if ask.who == CHANCE:
            act = Act("draw", drawn=tuple(0 for _ in ask.options[0].bounds))
        else:
            everything = ask.option("all_in") or ask.option("call")
            assert everything is not None
            act = Act(everything.verb, everything.low)
            found.append(([began, *(told(one, ask.who) for one in events)], ask))
        step = play(rules, step.state, ask.who, act)
        events += step.events
    return found


def shares(bot: Bot, depth: float) -> tuple[Floats, Floats]:
    """How often the bot goes all-in first, and calls that, by class."""
    first, second = (
        np.array([asked(bot, heard, ask, HANDS[place]) for place in range(169)])
        for heard, ask in spots(depth)
    )
    return first, second


def lost(level: str, depth: float) -> float:
    """What the best answers win from the bot, in big blinds a hand, half a hand on each side."""
    return exploitability(*shares(bots(GAME.name)[level], depth), depth)

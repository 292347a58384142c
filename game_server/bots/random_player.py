"""The random player: any offered act, any amount, any cards that could be named."""

from collections.abc import Sequence
from dataclasses import replace

from game_server.bots import Chance
from protocol import games
from protocol.events import Event, RoundBegan
from protocol.words import Act, Ask, Option


def choose(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """One of the options, each as likely, and something legal inside it."""
    return choose_among(ask.options, told, ask, chance)


def choose_among(options: Sequence[Option], told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """The same among some of the options; the default if no cards could be named for any."""
    untried = list(options)
    while untried:
        option = untried.pop(chance(len(untried)))
        act = _any_act(told, ask, option, chance)
        if act is not None:
            return act
    return ask.default


def _any_act(told: Sequence[Event], ask: Ask, option: Option, chance: Chance) -> Act | None:
    began = next(one for one in told if isinstance(one, RoundBegan))
    cards = games.choices(began.game, told, ask, option)
    if not cards:
        return None
    act = Act(
        option.verb,
        amount=option.low + option.step * chance((option.high - option.low) // option.step + 1),
        cards=cards[chance(len(cards))],
        on=option.on[chance(len(option.on))] if option.on else "",
    )
    ways = games.ways(began.game, told, ask, option, act.cards)
    return replace(act, stands=ways[chance(len(ways))]) if len(ways) > 1 else act

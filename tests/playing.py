"""Random rounds of any game in the catalogue, for the properties that all of them must keep."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from game_server.bots import Bot, Chance, random_player
from game_server.bots.random_player import choose_among
from game_server.rules.catalogue import GAMES
from game_server.rules.core import Game, Rules, Step, play
from protocol import games
from protocol.events import Event, Moved, RoundBegan, told
from protocol.words import CHANCE, Act, Ask, Cards, Option, Seat

EVERY_PRESET = [
    pytest.param(game, preset, id=f"{game.name}-{preset}")
    for game in GAMES.values()
    for preset in game.presets
]
SHARED: Final = 150
SEEDS: Final = st.integers(0, SHARED - 1)
"""Of the rounds at which several properties look."""
LEAVE = "leave"
"""The verb that stands in a script where a seat left."""

ENDINGS = ("fold", "junk", "surrender", "stand", "pass", "spin", "done", "deal")
"""Verbs that shorten a round; a steered player seldom chooses them."""
ADVENTURES = ("split", "double", "insure", "all_in", "draw", "swap", "play")
"""Verbs that lead where random play seldom comes."""


def steered(avoid: Sequence[str] = (), seek: Sequence[str] = ()) -> Bot:
    """A random player that takes one in ten chances of what it avoids and most of what it seeks."""

    def choose(told_events: Sequence[Event], ask: Ask, chance: Chance) -> Act:
        options = [o for o in ask.options if o.verb in seek] if chance(4) else []
        if not options and chance(10):
            options = [option for option in ask.options if option.verb not in avoid]
        return choose_among(options or ask.options, told_events, ask, chance)

    return choose


STYLES: Sequence[Bot] = (
    random_player.choose,
    steered(avoid=ENDINGS),
    steered(avoid=ENDINGS, seek=ADVENTURES),
)


@dataclass
class PlayedRound:
    """A round that was played: its beginning, its script, and what followed from each line."""

    game: Game[Any, Any, Any]
    options: Any
    stacks: Mapping[Seat, int]
    carry: Any
    script: list[tuple[Seat, Act]] = field(default_factory=list)
    asked: list[tuple[Ask, ...]] = field(default_factory=list)
    """The questions that were open before each line of the script."""
    steps: list[Step[Any]] = field(default_factory=list)
    """The opening, and then one step for each line of the script."""

    @cached_property
    def rules(self) -> Rules[Any, Any]:
        return self.game.rules(self.options)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def state(self) -> Any:
        return self.steps[-1].state

    def stacks_after(self, steps: int | None = None) -> dict[Seat, int]:
        """The chips of every seat and party after so many steps."""
        now = dict(self.stacks)
        for step in self.steps[:steps]:
            for event in step.events:
                if isinstance(event, Moved):
                    now[event.src] = now.get(event.src, 0) - event.amount
                    now[event.dst] = now.get(event.dst, 0) + event.amount
        return now

    def do(self, seat: Seat, act: Act) -> None:
        """One line more."""
        asks = self.rules.asks(self.state)
        step = (
            self.rules.leave(self.state, seat)
            if act.verb == LEAVE
            else play(self.rules, self.state, seat, act)
        )
        self.asked.append(asks)
        self.script.append((seat, act))
        self.steps.append(step)


def began(game: Game[Any, Any, Any], options: Any, stacks: Mapping[Seat, int]) -> RoundBegan:
    """The event that a table says first, which bots know the game from."""
    names = {seat: f"Seat {seat}" for seat in stacks}
    shown = {name: getattr(options, name) for name in options.__dataclass_fields__}
    return RoundBegan(game.name, "", 1, names, dict(stacks), shown)


def open_round(
    game: Game[Any, Any, Any], options: Any, stacks: Mapping[Seat, int], carry: Any = None
) -> PlayedRound:
    played = PlayedRound(game, options, stacks, carry)
    played.steps.append(played.rules.open(stacks, carry))
    return played


def draw_for(ask: Ask, chance: Chance) -> Act:
    """What chance answers."""
    return Act("draw", drawn=tuple(chance(bound) for bound in ask.options[0].bounds))


def play_round(
    game: Game[Any, Any, Any],
    options: Any,
    stacks: Mapping[Seat, int],
    carry: Any,
    chance: Chance,
    choose: Bot | Mapping[Seat, Bot] = random_player.choose,
    leaving: int = 0,
    limit: int = 3000,
    watch: Callable[[PlayedRound], None] | None = None,
) -> PlayedRound:
    """Play to the end; in each hundred questions `leaving` are answered by going."""
    played = open_round(game, options, stacks, carry)
    heard: dict[Seat, list[Event]] = {seat: [began(game, options, stacks)] for seat in stacks}
    known = 0
    while asks := played.rules.asks(played.state):
        if watch:
            watch(played)
        for event in (event for step in played.steps[known:] for event in step.events):
            for seat, heard_by in heard.items():
                heard_by.append(told(event, seat))
        known = len(played.steps)
        ask = asks[chance(len(asks))]
        if ask.who == CHANCE:
            played.do(CHANCE, draw_for(ask, chance))
        elif leaving and chance(100) < leaving:
            played.do(Seat(list(stacks)[chance(len(stacks))]), Act(LEAVE))
        else:
            bot = choose if callable(choose) else choose[ask.who]
            played.do(ask.who, bot(heard[ask.who], ask, chance))
        assert len(played.script) < limit, f"{game.name}: no end after {limit} acts"
    return played


def random_round(
    game: Game[Any, Any, Any], preset: str, seed: int, leaving: int = 0, rounds_before: int = 1
) -> PlayedRound:
    """A round with random seats, stacks and style, after up to so many rounds at the same table."""
    random = Random(f"{game.name} {preset} {seed}")
    options = game.presets[preset]
    seats = random.randint(options.least, options.most)
    most = random.choice((10, 40, 400)) * max(options.unit, 100)
    least = max(game.entry(options), options.unit)
    stacks = {Seat(seat): least + random.randrange(0, most, options.unit) for seat in range(seats)}
    carry = None
    for _ in range(random.randint(0, rounds_before)):
        before = play_round(game, options, stacks, carry, random.randrange)
        carry = before.rules.carry(before.state)
    style = random.choice(STYLES)
    return play_round(game, options, stacks, carry, random.randrange, style, leaving)


@lru_cache(SHARED)
def shared_round(game: str, preset: str, seed: int) -> PlayedRound:
    """A random round, at which several properties look and which none of them changes: to play it
    takes longer than to look. In four of five seats leave."""
    return random_round(GAMES[game], preset, seed, leaving=seed % 5)


def cards_for(
    game: str, heard: Sequence[Event], ask: Ask, option: Option, random: Random
) -> Cards | None:
    """Some cards that could be named with this option, or None when there are none."""
    possible = games.choices(game, heard, ask, option)
    return random.choice(possible) if possible else None

"""What blackjack is worth to our player: worked out over every deal, and played from fresh shoes.

The room's rules are solved by the player itself, so that what is worked out here is checked twice:
against figures that others have published, and against what the player wins from the engine.
"""

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from itertools import product
from random import Random
from typing import Final

from bench.strength import Found, Row, Run, found, report, sized
from game_server.bots import Bot
from game_server.bots.blackjack import QUICK
from game_server.bots.blackjack.dealer import PACK, TEN, VALUES
from game_server.bots.blackjack.house import ENDS, NATURAL, BlackjackRules, house_of
from game_server.bots.blackjack.player import basic
from game_server.bots.blackjack.strategy import Strategy, strategy
from game_server.rules.blackjack import GAME
from game_server.rules.blackjack.options import PRESETS, STANDARD, Options
from game_server.rules.core import play
from protocol.events import Event, Moved, RoundBegan, told
from protocol.words import CHANCE, Act, Seat

FULL: Final = 1800.0
"""Seconds on one core that the numbers of rounds below are meant for."""
BET: Final = 1_000
STACK: Final = 40 * BET
"""A modest bet is one part in forty."""
ME: Final = Seat(0)
NEAR: Final = 1.5
"""Hundredths of a bet that play may be away from what was worked out."""
KNOWN_TO: Final = 0.00025
"""Published figures and ours split alike but for a rounding of what is left out."""
UNIT: Final = "% of a bet"
OTHERS: Final = replace(STANDARD, dealer="h17", peek=False, insurance=False, surrender=False)
"""Rules whose expectation others have published to seven digits."""


def worked_out(options: Options) -> float:
    """The expectation of a bet of one alone at the table, over every deal from a whole shoe."""
    house = house_of(asdict(options))
    total = 0.0
    for one, two, up in product(VALUES, VALUES, VALUES):
        chance, left = 1.0, [number * house.decks for number in PACK]
        for value in (one, two, up):
            chance *= left[value] / sum(left)
            left[value] -= 1
        if one <= two and chance > 0:
            chance *= 1 if one == two else 2
            total += chance * sum(
                share * _dealt(options, house, (one, two), up, face, left)
                for share, face in _faces(house, up)
            )
    return total


def _faces(house: BlackjackRules, up: int) -> Iterator[tuple[float, bool]]:
    """Whether the up card is a face, where that matters."""
    if up == TEN and house.natural_faces_only:
        yield 0.25, False
        yield 0.75, True
    else:
        yield 1.0, True


def _dealt(
    options: Options,
    house: BlackjackRules,
    hand: tuple[int, int],
    up: int,
    face: bool,
    left: list[int],
) -> float:
    """What these two cards are worth against this up card."""
    plan = strategy(house, up, face)
    natural = _natural(house, plan, hand, left)
    if natural is None:
        return _played(options, house, plan, hand, left)
    share, paid = natural
    return share * paid + (1 - share) * _played(options, house, plan, hand, left)


def _natural(
    house: BlackjackRules, plan: Strategy, hand: tuple[int, int], left: list[int]
) -> tuple[float, float] | None:
    """How likely an ace and a ten are a natural, and what it is worth then."""
    if not house.natural_pays or hand != (0, TEN):
        return None
    ends = plan.dealer.ends(left, sum(left))
    paid = (1 - ends[ENDS.index(NATURAL)]) * house.natural_pays / 100
    if house.tie == "dealer":
        paid -= ends[ENDS.index(NATURAL)]
    return (0.75 if house.natural_faces_only else 1.0), paid


def _played(
    options: Options, house: BlackjackRules, plan: Strategy, hand: tuple[int, int], left: list[int]
) -> float:
    one, two = hand
    offered = {"stand", "hit", *(("double",) if options.double_down else ())}
    offered |= {"surrender"} if options.surrender else set()
    values = dict(plan.values(hand))
    best = max(value for verb, value in values.items() if verb in offered)
    if one == two and options.split:
        # Of two tens one in four pairs, but for the one that is held.
        share = (4 * house.decks - 1) / (16 * house.decks - 1) if one == TEN else 1.0
        split = plan.values(hand, pairs=True)["split"]
        best += share * max(0.0, split - best)
    if house.peek:
        best -= plan.dealer.ends(left, sum(left))[ENDS.index(NATURAL)]
    return best


def round_of(bot: Bot, options: Options, deck: int) -> float:
    """What a bet of one won in one round alone at the table, from a whole shoe."""
    rules, draws = GAME.rules(options), Random(f"shoe {deck}").randrange
    stacks = {ME: STACK}
    began = RoundBegan(GAME.name, "", 1, {ME: "Seat 0"}, stacks, asdict(options))
    heard: list[Event] = [began]
    step = rules.open(stacks, None)
    won = 0
    while True:
        for one in step.events:
            if isinstance(one, Moved) and ME in (one.src, one.dst):
                won += one.amount if one.dst == ME else -one.amount
            heard.append(told(one, ME))
        asks = rules.asks(step.state)
        if not asks:
            return won / BET
        ask = asks[0]
        if ask.who == CHANCE:
            act = Act("draw", drawn=tuple(map(draws, ask.options[0].bounds)))
        else:
            act = bot(heard, ask, draws)
        step = play(rules, step.state, ask.who, act)


def difference(options: Options, deck: int) -> float:
    """What basic strategy wins more than the book from the same shoe, in hundredths of a bet."""
    return 100 * (round_of(basic, options, deck) - round_of(QUICK, options, deck))


def exact(name: str, options: Options, known: float | None = None) -> Row:
    """The expectation beside one that is known, if there is one."""

    def measure(run: Run, full: int) -> tuple[Found]:
        return (Found(100 * worked_out(options), None, UNIT, digits=5),)

    least, most = (None, None) if known is None else (known - KNOWN_TO, known + KNOWN_TO)
    return Row("basic, worked out", "the house", name, 0, measure, least, most)


def played(name: str, options: Options, rounds: int) -> Row:
    """How far what is won in the engine is from what was worked out; then what is won."""

    def measure(run: Run, full: int) -> tuple[Found, Found]:
        expected = worked_out(options)
        won = run.play(partial(round_of, basic, options), full)
        off = found([100 * (one - expected) for one in won], UNIT, digits=2)
        return off, found([100 * one for one in won], UNIT, digits=2)

    return Row("basic, played", "worked out", name, rounds, measure, -NEAR, NEAR)


def better(name: str, options: Options, rounds: int, least: float | None = None) -> Row:
    def measure(run: Run, full: int) -> tuple[Found]:
        return (found(run.play(partial(difference, options), full), UNIT, digits=2),)

    return Row("basic", "the book", name, rounds, measure, least)


ROWS: Final = (
    exact("six decks, h17, no peek", OTHERS, known=-0.72705),
    exact("the same, no double after split", replace(OTHERS, double_after_split=False), -0.86975),
    *(exact(name, options) for name, options in PRESETS.items()),
    *(played(name, options, 100_000) for name, options in PRESETS.items()),
    better("standard", PRESETS["standard"], 40_000),
    better("twenty_one", PRESETS["twenty_one"], 40_000, least=0),
    better("casino", PRESETS["casino"], 40_000, least=0),
)


def main(seconds: float = FULL, seed: int = 0, only: str = "", processes: int | None = None) -> int:
    return report(ROWS, sized(seconds, FULL, seed, processes), only)

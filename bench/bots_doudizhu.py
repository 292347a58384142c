"""How good the Dou Dizhu players are: against RLCard's rule agent and against each other.

Every deck is played twice with the same landlord, once with our player as the landlord and once
as both peasants, under the `online` option, which allows what RLCard's rules allow, and some
with a wild rank besides.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

import numpy
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

from bench.duplicate import Deck
from bench.earlier import Earlier
from bench.strength import SHARE, Found, Row, Run, found, report, sized
from game_server.bots import Bot, Chance, bots
from game_server.rules.core import play
from game_server.rules.doudizhu import GAME, Options
from protocol.cards import PACK_WITH_JOKERS
from protocol.events import Acted, Event, Laid, RoundBegan, told
from protocol.games import doudizhu
from protocol.games.doudizhu import RANK_OF, Landlord, Reckoned
from protocol.words import CHANCE, Act, Ask, Cards, Seat

FULL: Final = 900.0
"""Seconds on one core that the numbers of decks below are meant for."""
LETTERS: Final = "3456789TJQKA2BR"
"""RLCard's names of the ranks."""
ONLINE: Final = replace(GAME.presets["house"], online=True)
BIDDEN: Final = GAME.presets["standard"]
PLAYED: Final = {"online": ONLINE, "wild": replace(ONLINE, wild=True)}
"""What is played under, by name."""
WON: Final = (50, 60)
"""The share of its games that a landlord is to win, in hundredths."""
STACKS: Final = {Seat(seat): 1_000_000_00 for seat in range(3)}


def rule_agent(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """RLCard's rule agent on our table: asked in its words, answered in ours."""
    hand = doudizhu.hand(ask.who, heard)
    before = doudizhu.to_beat(heard, ask)
    listed = doudizhu.plays(hand, before, doudizhu.kickers(heard))
    acts = {_spelt(cards): Act("play", cards=cards) for cards in listed}
    if before is not None:
        acts["pass"] = Act("pass")
    numpy.random.seed(chance(2**32))
    observed = {
        "trace": _trace(heard),
        "current_hand": _spelt(hand),
        "actions": sorted(acts),
        "self": ask.who,
        "landlord": doudizhu.landlord(heard),
    }
    return acts[DouDizhuRuleAgentV1().step({"raw_obs": observed})]


def _spelt(cards: Cards) -> str:
    return "".join(LETTERS[rank] for rank in sorted(RANK_OF[card] for card in cards))


def _trace(heard: Sequence[Event]) -> list[tuple[Seat, str]]:
    trace: list[tuple[Seat, str]] = []
    for one in heard:
        match one:
            case Laid(src=src, cards=cards) if src >= 0:
                trace.append((src, _spelt(cards)))
            case Acted(seat=seat, verb="pass"):
                trace.append((seat, "pass"))
    return trace


def play_game(landlord: Bot, peasants: Bot, seed: int, under: str = "online") -> Reckoned:
    """One game from this deck."""
    deck = Deck(seed, PACK_WITH_JOKERS)
    ended = _played(PLAYED[under], seed, deck.answer, landlord, peasants)
    assert ended is not None  # somebody is always the landlord in these rules
    return ended


def play_bid(bot: Bot, bid: int, seed: int) -> bool | None:
    """Whether the landlord among three such players won; None if it bid another number."""
    random = Random(f"bids {seed}")

    def answer(ask: Ask) -> Act:
        bounds = ask.options[0].bounds
        return Act("draw", drawn=tuple([random.randrange(bound) for bound in bounds]))

    ended = _played(BIDDEN, seed, answer, bot, bot, bid)
    return None if ended is None else len(ended.winners) == 1


def _played(
    options: Options,
    seed: int,
    answer: Callable[[Ask], Act],
    landlord: Bot,
    others: Bot,
    bid: int = 0,
) -> Reckoned | None:
    """How a round ended; None where nobody bid, or not so many stakes."""
    rules = GAME.rules(options)
    chances = {seat: Random(f"{seed} {seat}").randrange for seat in STACKS}
    shown = {name: getattr(options, name) for name in options.__dataclass_fields__}
    names = {seat: f"Seat {seat}" for seat in STACKS}
    began = RoundBegan(GAME.name, "", 1, names, dict(STACKS), shown)
    heard: dict[Seat, list[Event]] = {seat: [began] for seat in STACKS}
    step = rules.open(STACKS, None)
    while True:
        for one in step.events:
            if isinstance(one, Reckoned):
                return one
            if bid and isinstance(one, Landlord) and one.each != bid * options.stake:
                return None
            for seat, ears in heard.items():
                ears.append(told(one, seat))
        asks = rules.asks(step.state)
        if not asks:
            return None
        ask = asks[0]
        if ask.who == CHANCE:
            act = answer(ask)
        else:
            bot = landlord if ask.who == step.state.landlord else others
            act = bot(heard[ask.who], ask, chances[ask.who])
        step = play(rules, step.state, ask.who, act)


def play_deck(ours: Bot, theirs: Bot, seed: int, under: str = "online") -> tuple[float, float]:
    """The share of both games that we won, and our points a game: a bid of one is one point.

    The landlord wins or loses two points where each peasant wins or loses one; a bomb doubles.
    """
    as_landlord = play_game(ours, theirs, seed, under)
    as_peasants = play_game(theirs, ours, seed, under)
    won = (len(as_landlord.winners) == 1) + (len(as_peasants.winners) == 2)
    points = as_landlord.results[as_landlord.landlord] - as_peasants.results[as_peasants.landlord]
    return won / 2, points / 2 / ONLINE.stake


def play_match(
    ours: Bot, theirs: Bot, run: Run, decks: int, under: str = "online"
) -> tuple[Found, Found]:
    """Of how many games ours won, in hundredths, and its points a game."""
    played = run.play(partial(play_deck, ours, theirs, under=under), decks)
    won, points = ([one[place] for one in played] for place in (0, 1))
    return found([100 * one for one in won], SHARE), found(points, "points", digits=2)


def player(name: str) -> Bot:
    if name == "rule agent":
        return rule_agent
    level, _, commit = name.partition(" of ")
    return Earlier(GAME.name, level, commit) if commit else bots(GAME.name)[name]


def match(
    ours: str,
    theirs: str,
    decks: int,
    least: float | None = 50,
    under: str = "online",
    bears: float | None = None,
) -> Row:
    """Two players, on how many decks they meet, and which share of them ours is to win."""

    def measure(run: Run, full: int) -> tuple[Found, Found]:
        return play_match(player(ours), player(theirs), run, full, under)

    return Row(ours, theirs, under, decks, measure, least, bears=bears)


def landlords(level: str, bid: int, deals: int) -> Row:
    """How often landlords win who bid so many stakes; of so many deals."""

    def measure(run: Run, full: int) -> tuple[Found]:
        played = run.play(partial(play_bid, player(level), bid), full)
        won = [100.0 * one for one in played if one is not None]
        return (found(won, SHARE) if len(won) > 1 else Found(50, 50, SHARE),)

    return Row(f"{level} as the landlord", f"bids of {bid}", "standard", deals, measure, *WON)


BEFORE: Final = "hard of 23f4fe2"
"""The strongest player before worths were tuned and a network was trained."""
BID: Final = ((3, 2500), (2, 50_000), (1, 50_000))
"""Bids, and how many deals show what they bring: lower ones are rare."""
ROWS: Final = (
    match("easy", "rule agent", 1000, least=40),
    match("medium", "rule agent", 1000, least=70),
    match("hard", "rule agent", 400, least=77),
    match("master", "rule agent", 1000, least=90),
    match("medium", "easy", 1000),
    match("hard", "medium", 300),
    match("master", "medium", 1000),
    match("master", "hard", 300),
    match("hard", BEFORE, 300, least=55),
    match("master", BEFORE, 600, least=60),
    match("hard", "medium", 200, under="wild"),
    match("master", "medium", 100, under="wild"),
    match("master", "hard", 200, least=None, under="wild", bears=50),
    *(landlords(level, bid, deals) for level in ("medium", "master") for bid, deals in BID),
)


def main(seconds: float = FULL, seed: int = 0, only: str = "", processes: int | None = None) -> int:
    return report(ROWS, sized(seconds, FULL, seed, processes), only)

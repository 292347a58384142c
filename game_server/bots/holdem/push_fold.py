"""All-in or fold with a short stack, by a table that `tools.holdem.push_fold` has solved.

Two players: the equilibrium over exact equities. More: the answer of a table of seven, by who went
all-in before and how many seats are behind; with fewer seats it is the same game but for the cards
of those who folded.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from game_server.bots import Chance
from game_server.bots.holdem.situation import HoldemSituation
from game_server.bots.holdem.temper import call, quietly, roll
from protocol.cards import rank, suit
from protocol.words import Act, Cards

FILE: Final = files(__package__) / "push_fold.txt"
DEPTHS: Final = tuple(half / 2 for half in range(2, 25))
"""Big blinds that the table of two players knows."""
MANY_DEPTHS: Final = (2, 4, 6, 8, 10, 12)
SHORT: Final = 12
"""Big blinds up to which a stack goes all-in or folds."""
USUAL: Final = 1.5
"""Big blinds that lie in the pot where nobody posts an ante."""
SMALL_RAISE: Final = 0.34
"""A raise to at most this share of the stack leaves room to answer it by a call."""
MOST_BEHIND: Final = 6


def place_of(pair: Cards) -> int:
    """The place of two cards in a line: pairs from the deuces, then suited, then offsuit."""
    low, high = sorted(map(rank, pair))
    if low == high:
        return high
    same = suit(pair[0]) == suit(pair[1])
    return (13 if same else 13 + 78) + high * (high - 1) // 2 + low


@cache
def table() -> Mapping[str, tuple[float, ...]]:
    """How often each class goes in, by the name of the decision."""
    lines = [one.split(": ") for one in FILE.read_text(encoding="ascii").splitlines()]
    return {name: tuple("0123456789A".index(one) / 10 for one in row) for name, row in lines}


def depth_of(now: HoldemSituation) -> float:
    """What can be lost, in big blinds of a pot that antes have not made larger."""
    if not now.forced:
        return float("inf")
    return (now.reach() + now.bets.get(now.me, 0)) * USUAL / now.forced


def is_short(now: HoldemSituation) -> bool:
    """Whether the table is to be asked: at the first act of a stack, where a fold costs."""
    acted = any(move.seat == now.me for move in now.moves)
    return not now.free_checks and not acted and depth_of(now) <= SHORT


def choose(now: HoldemSituation, chance: Chance) -> Act:
    """All-in or out; the big blind may also check, or call a small raise of a single player."""
    wanted = roll(chance)
    if not now.moves:
        behind = min(len(now.waiting - {now.me}), MOST_BEHIND)
        name = "push" if behind == 1 else f"many {behind}"
        return _all_in(now) if wanted < _share(now, name) else quietly(now)
    if len(now.opponents) == 1:
        return _alone(now, wanted)
    first = next((move for move in now.moves if move.is_raise), now.moves[0])
    behind = min(len(now.waiting - {now.me}), MOST_BEHIND - 1)
    before = max(behind + 1, min(first.behind, MOST_BEHIND))
    company = sum(now.bets.get(seat, 0) >= now.level for seat in now.opponents) > 1
    more = " +" if company and before > behind + 1 else ""
    share = _share(now, f"many {before} {behind}{more}")
    return _all_in(now) if wanted < share else quietly(now)


def _alone(now: HoldemSituation, wanted: float) -> Act:
    """The last to speak against one player that limped, raised or went all-in."""
    if not now.raises:
        return _all_in(now) if wanted < _share(now, "over limp") else quietly(now)
    stake = now.reach() + now.bets.get(now.me, 0)
    if now.level <= SMALL_RAISE * stake:
        again = _share(now, "over raise")
        if wanted < again:
            return _all_in(now)
        return (
            (call(now) or quietly(now))
            if wanted < again + _share(now, "call raise")
            else quietly(now)
        )
    return _all_in(now) if wanted < _share(now, _caller(now)) else quietly(now)


def _caller(now: HoldemSituation) -> str:
    """Which line answers an all-in of the one who is left: of two players the exact one."""
    behind = max(1, min(next(move.behind for move in now.moves if move.is_raise), MOST_BEHIND))
    return "call" if behind == 1 else f"many {behind} 0"


def _share(now: HoldemSituation, name: str) -> float:
    """How often the asked hand goes in, between the depths that the table has."""
    depth = depth_of(now)
    known = MANY_DEPTHS if name.startswith("many") else DEPTHS
    depth = min(max(depth, known[0]), known[-1])
    below = max(one for one in known if one <= depth)
    above = min(one for one in known if one >= depth)
    part = (depth - below) / (above - below) if above > below else 0.0
    here = place_of(now.hole)
    low, high = (table()[f"{one:g} {name}"][here] for one in (below, above))
    return low + part * (high - low)


def _all_in(now: HoldemSituation) -> Act:
    everything = now.ask.option("all_in")
    if everything:
        return Act("all_in", everything.low)
    return call(now) or quietly(now)

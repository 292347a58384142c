"""A first hand for newcomers: what is worth knowing of a game, each at the moment when it is seen.

How it works: each game has a few tips in their order, and each tip a moment at which it makes
sense. Of those whose moment it is and that were not put away the first one is shown; what is asked
now comes before whatever else there is to know. Whoever puts the last one away, or all of them, is
a newcomer to that game no more; the settings remember that.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from client_core.acts import Acts
from client_core.folds.doudizhu import DoudizhuFacts
from client_core.folds.holdem import HoldemFacts
from client_core.folds.roulette import RouletteFacts
from client_core.folds.sabacc import SabaccFacts
from client_core.text import Say
from client_core.views import TableView

Moment = Callable[[TableView, Acts], bool]


@dataclass(frozen=True, slots=True)
class Tip:
    """One thing worth knowing now: the `number`-th of so many."""

    name: str
    number: int
    of: int
    say: Say


def _mine(view: TableView, acts: Acts) -> bool:
    me = view.at(view.me) if view.me is not None else None
    return view.live and me is not None and any(hand.cards for hand in me.hands)


def _own(view: TableView, acts: Acts) -> bool:
    """Cards that I alone see: those that are drawn for the dealer lie open."""
    drawing = isinstance(view.facts, HoldemFacts) and view.facts.drawing
    return _mine(view, acts) and not drawing


@dataclass(frozen=True, slots=True)
class Asked:
    """I am asked, and one of these acts is offered; with none of the others."""

    verbs: tuple[str, ...]
    never: tuple[str, ...] = ()

    def __call__(self, view: TableView, acts: Acts) -> bool:
        offered = {button.verb for button in acts.buttons}
        return not offered.isdisjoint(self.verbs) and offered.isdisjoint(self.never)


def _may(*verbs: str, never: tuple[str, ...] = ()) -> Asked:
    return Asked(verbs, never)


def _board(count: int) -> Moment:
    return lambda view, acts: view.live and len(view.board) >= count


def _over(view: TableView, acts: Acts) -> bool:
    me = view.at(view.me) if view.me is not None else None
    dealt_in = me is not None and me.results is not None
    return view.over and dealt_in


def _dealer(view: TableView, acts: Acts) -> bool:
    return view.live and view.house is not None and bool(view.house.cards)


def _laid(view: TableView, acts: Acts) -> bool:
    facts = view.facts
    return (
        isinstance(facts, RouletteFacts)
        and view.me is not None
        and facts.on_board(view.me) > 0
        and not facts.closed
    )


def _spins(view: TableView, acts: Acts) -> bool:
    return isinstance(view.facts, RouletteFacts) and view.live and view.facts.closed


def _landlord(view: TableView, acts: Acts) -> bool:
    return view.live and isinstance(view.facts, DoudizhuFacts) and view.facts.landlord is not None


def _wild(view: TableView, acts: Acts) -> bool:
    return view.live and isinstance(view.facts, DoudizhuFacts) and view.facts.wild is not None


def _bomb(view: TableView, acts: Acts) -> bool:
    return isinstance(view.facts, DoudizhuFacts) and view.facts.bombs > 0


def _rolled(view: TableView, acts: Acts) -> bool:
    return view.live and isinstance(view.facts, SabaccFacts) and view.facts.dice is not None


TIPS: Final[Mapping[str, tuple[tuple[str, Moment], ...]]] = {
    "holdem": (
        ("cards", _own),
        ("face", _may("call")),
        ("free", _may("check")),
        ("flop", _board(3)),
        ("ranks", _board(4)),
        ("over", _over),
    ),
    "doudizhu": (
        ("cards", _mine),
        ("bid", _may("bid")),
        ("open", _may("no_open")),
        ("wild", _wild),
        ("call", _may("no_call", "no_rob")),
        ("double", _may("no_double")),
        ("landlord", _landlord),
        ("follow", _may("pass")),
        ("lead", _may("play", never=("pass",))),
        ("bomb", _bomb),
        ("over", _over),
    ),
    "blackjack": (
        ("bet", _may("bet")),
        ("cards", _mine),
        ("dealer", _dealer),
        ("hit", _may("hit")),
        ("over", _over),
    ),
    "roulette": (
        ("bet", _may("bet")),
        ("laid", _laid),
        ("spin", _spins),
        ("over", _over),
    ),
    "sabacc": (
        ("cards", _mine),
        ("play", _may("draw", "swap")),
        ("junk", _may("junk")),
        ("bet", _may("match", "check", "raise")),
        ("dice", _rolled),
        ("over", _over),
    ),
}
"""The tips of each game in their order; the last one ends them."""
LAST: Final = "over"


def tip(view: TableView, acts: Acts, away: Collection[str]) -> Tip | None:
    """What is worth knowing at this table now, if it was not put away."""
    tips = TIPS.get(view.game, ())
    if view.me is None:
        return None
    now = [
        (not isinstance(moment, Asked), number, name)
        for number, (name, moment) in enumerate(tips, 1)
        if name not in away and moment(view, acts)
    ]
    if not now:
        return None
    _, number, name = min(now)
    return Tip(name, number, len(tips), Say(f"coach.{view.game}.{name}"))

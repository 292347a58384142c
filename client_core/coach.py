"""A first hand for newcomers: what is worth knowing of a game, each at the moment when it is seen.

How it works: each game has a few tips in their order, and each tip a moment at which it makes
sense. Of those whose moment it is and that were not put away the first one is shown; what is asked
now comes before whatever else there is to know. Whoever puts the last one away, or all of them, is
a newcomer to that game no more; the settings remember that.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from client_core.acts import Acts
from client_core.folds import card_of
from client_core.folds.moments import MayAct
from client_core.text import Say
from client_core.views import TableView


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip for newcomers: the `number`-th that is shown, of so many."""

    name: str
    number: int
    of: int
    say: Say


LAST: Final = "over"


def tips(view: TableView) -> tuple[Say, ...]:
    """All that one who plays this game there may be told, in their order."""
    if view.me is None:
        return ()
    return tuple(_say(view.game, name) for name, _ in card_of(view.game).tips)


def _say(game: str, name: str) -> Say:
    return Say(f"coach.{game}.{name}")


def tip(view: TableView, acts: Acts, away: Collection[str]) -> Tip | None:
    """What is worth knowing at this table now, if it was not put away."""
    tips = card_of(view.game).tips
    if view.me is None:
        return None
    now = [
        (not isinstance(moment, MayAct), number, name)
        for number, (name, moment) in enumerate(tips, 1)
        if name not in away and moment(view, acts)
    ]
    if not now:
        return None
    _, _, name = min(now)
    # Counted as they are put away: what is asked first need not be the first of the list.
    shown = 1 + sum(one in away for one, _ in tips)
    return Tip(name, shown, len(tips), _say(view.game, name))

"""Moments of a round that more than one game has a tip for."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from client_core.folds.card import Moment

if TYPE_CHECKING:
    from client_core.acts import Acts
    from client_core.views import TableView


def _always(view: "TableView", acts: "Acts") -> bool:
    return True


@dataclass(frozen=True, slots=True)
class MayAct:
    """The moment at which I am asked and one of these acts is offered, beside it all of `also`;
    none of the others is, and the table is `so`."""

    verbs: tuple[str, ...]
    never: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    so: Moment = _always

    def __call__(self, view: "TableView", acts: "Acts") -> bool:
        offered = {button.verb for button in acts.buttons}
        found = not offered.isdisjoint(self.verbs) and offered >= {*self.also}
        return found and offered.isdisjoint(self.never) and self.so(view, acts)


def may(
    *verbs: str, never: tuple[str, ...] = (), also: tuple[str, ...] = (), so: Moment = _always
) -> MayAct:
    return MayAct(verbs, never, also, so)


def mine(view: "TableView", acts: "Acts") -> bool:
    """I hold cards, and have not given them up."""
    me = view.at(view.me) if view.me is not None else None
    held = me is not None and not me.folded and any(hand.cards for hand in me.hands)
    return view.live and held


def board(count: int) -> Moment:
    """So many cards lie on the board, and mine beside them."""
    return lambda view, acts: mine(view, acts) and len(view.board) >= count


def over(view: "TableView", acts: "Acts") -> bool:
    """The round in which I was dealt in is over."""
    me = view.at(view.me) if view.me is not None else None
    dealt_in = me is not None and me.results is not None
    return view.over and dealt_in

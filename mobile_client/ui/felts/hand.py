"""My own hand, to choose cards from."""

import math
from collections.abc import Callable, Collection, Mapping
from typing import Final

from kivy.uix.widget import Widget

from mobile_client.ui.felts.rows import Faces, Point
from mobile_client.ui.look import table_px
from mobile_client.ui.theme import CARD_RAISE, CHOSEN, WHITE
from mobile_client.ui.widgets.cards import CardView, fan, measure
from mobile_client.ui.widgets.controls import Touch
from mobile_client.ui.widgets.ring import Ring
from protocol.cards import Card

TIGHT: Final = 26
"""Where less of a card than this (dp) would be seen, a hand lies in two rows."""
ROW: Final = 0.6
"""How much of a row is seen above the one before it."""
GAP: Final = 0.05
"""What is free below the suit of a card in the upper row: so far one before it may stand out."""
STEP: Final = 6
"""A finger that leaps is followed in steps of so many dp: no card is narrower."""


def row_heights(two: bool) -> float:
    """How high one row is or two are, in heights of a card."""
    return 1 + ROW if two else 1.0


class Hand(Widget):
    """My cards, chosen by a tap or by a sweep over several of them.

    `most` says how many may be chosen; 0: they only lie there.
    """

    def __init__(self, changed: Callable[[], None], **words: object) -> None:
        self.changed = changed
        self.cards: Faces = ()
        self.most = 0
        self.upper: int | None = None
        """How many lie in the upper row; None: half of them where one row is too tight."""
        self.scale = "large"
        self.zoom = 1.0
        self.views: list[CardView] = []
        self.marks: Mapping[Card, str] = {}
        """How cards are marked; see `Face`."""
        self.chosen: tuple[int, ...] = ()
        self._sweep: list[int] = []
        self._at: Point = (0.0, 0.0)
        """Where the finger was last."""
        self._before: frozenset[int] = frozenset()
        self._choosing = True
        self._ring = Ring()
        """Around the card that the keyboard is at."""
        super().__init__(**({"size_hint": (None, None)} | words))
        self.fbind("pos", self._lay)
        self.fbind("size", self._lay)

    @property
    def picked(self) -> tuple[Card, ...]:
        """The cards that are chosen."""
        cards = (self.cards[place] for place in self.chosen)
        return tuple(card for card in cards if card is not None)

    def show(
        self,
        cards: Faces,
        scale: str,
        raised: Collection[int] = (),
        dim: Collection[int] = (),
        hidden: Collection[int] = (),
        most: int = 0,
        zoom: float = 1.0,
        upper: int | None = None,
    ) -> None:
        before = len(self.cards), self.scale, self.zoom, self.upper
        again = (len(cards), scale, zoom, upper) != before
        if cards != self.cards:
            left = list(self.picked)
            self.chosen = tuple(_places(cards, left)) if most else ()
        self.cards, self.scale, self.zoom, self.most = cards, scale, zoom, most
        self.upper = upper
        if not most:
            self.chosen = ()
            self._ring.leave()
        while len(self.views) > len(cards):
            self.remove_widget(self.views.pop())
        while len(self.views) < len(cards):
            self.views.append(CardView(scale=scale))
            self.add_widget(self.views[-1])
        for place, (view, card) in enumerate(zip(self.views, cards, strict=True)):
            view.scale, view.zoom, view.card = scale, zoom, card
            view.turn = 1.0 if card is not None else 0.0
            view.mark = self.marks.get(card, "") if card is not None else ""
            view.dim = place in dim
            view.opacity = 0 if place in hidden else 1
            view.raised = place in raised or place in self.chosen
        if again:
            self._lay()

    def choose(self, cards: tuple[Card, ...]) -> None:
        """Exactly these, as a hint does."""
        self._set(tuple(_places(self.cards, list(cards))))

    def _set(self, chosen: tuple[int, ...]) -> None:
        if chosen == self.chosen:
            return
        self.chosen = chosen
        for place, view in enumerate(self.views):
            view.raised = place in chosen
        self.changed()

    # -- where they lie ----------------------------------------------------------------------

    def above(self) -> int:
        """How many cards lie in the upper row; 0: all lie in one."""
        if self.upper is not None:
            return self.upper
        wide, _ = measure(self.scale, self.zoom)
        count = len(self.cards)
        tight = count > 1 and (self.width - wide) / (count - 1) < table_px(TIGHT)
        return (count + 1) // 2 if tight else 0

    def high(self) -> float:
        """From the lower edge of the cards to their upper one."""
        return row_heights(bool(self.above())) * measure(self.scale, self.zoom)[1]

    def _spots(self) -> list[Point]:
        """The lower left of every card: the high cards above, the low ones before them."""
        _, high = measure(self.scale, self.zoom)
        count, upper = len(self.views), self.above()
        if not upper:
            most = 0.9 if self.scale == "fan" and count > 3 else 1.05
            lefts = fan(count, self.width, self.scale, most, self.zoom)
            return [(self.x + left, self.y) for left in lefts]
        first = fan(upper, self.width, self.scale, zoom=self.zoom)
        second = fan(count - upper, self.width, self.scale, zoom=self.zoom)
        return [
            *((self.x + left, self.y + high * ROW) for left in first),
            *((self.x + left, self.y) for left in second),
        ]

    def spot(self, place: int) -> Point:
        wide, high = measure(self.scale, self.zoom)
        spots = self._spots() or [(self.center_x, self.y)]
        x, y = spots[min(place, len(spots) - 1)]
        return x + wide / 2, y + high / 2

    def _lay(self, *_: object) -> None:
        upper = self.above()
        for place, (view, spot) in enumerate(zip(self.views, self._spots(), strict=True)):
            view.pos = spot
            view.rise = GAP if place >= upper > 0 else CARD_RAISE
            view.tint = CHOSEN if upper else WHITE

    # -- keys --------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """The arrows lead from card to card, the space bar chooses one and puts it back."""
        if not self.most or not self.views:
            return False
        ringed = [place for place, view in enumerate(self.views) if view is self._ring.around]
        at = ringed[0] if ringed else None
        if key in ("left", "right"):
            step = 1 if key == "right" else -1
            first = 0 if step > 0 else len(self.views) - 1
            self._ring.put(self.views[first if at is None else (at + step) % len(self.views)])
        elif key == "space" and at is not None:
            kept = self.chosen if self.most > 1 else ()
            rest = tuple(place for place in kept if place != at)
            self._set(rest if at in self.chosen else tuple(sorted((*rest, at))))
        else:
            return False
        return True

    # -- touches -----------------------------------------------------------------------------

    def at(self, x: float, y: float) -> int | None:
        """The card under a finger: of several that overlap the one on top."""
        for place in reversed(range(len(self.views))):
            view = self.views[place]
            lift = view.height * view.rise if place in self.chosen else 0.0
            if view.x <= x <= view.right and view.y <= y <= view.top + lift:
                return place
        return None

    def on_touch_down(self, touch: Touch) -> bool:
        place = self.at(*touch.pos) if self.most else None
        if place is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._ring.leave()
        self._sweep, self._at = [place], touch.pos
        self._before = frozenset(self.chosen)
        self._choosing = place not in self.chosen
        self._swept()
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._follow(self._at, touch.pos)
        self._at = touch.pos
        self._swept()
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def _follow(self, src: Point, dst: Point) -> None:
        """Everything between two places of a finger is swept, however far they are apart."""
        steps = math.ceil(math.dist(src, dst) / table_px(STEP))
        for step in range(1, steps + 1):
            share = step / steps
            x, y = (a + (b - a) * share for a, b in zip(src, dst, strict=True))
            # A thumb that sweeps in an arc leaves the cards; it still means those beside it.
            place = self.at(x, min(max(y, self.y), self.y + self.high()))
            if place is not None:
                self._pass(place)

    def _pass(self, place: int) -> None:
        """The finger is over this card now; going back lets go of those after it."""
        if place in self._sweep:
            del self._sweep[self._sweep.index(place) + 1 :]
        else:
            self._sweep.append(place)

    def _swept(self) -> None:
        """Chosen is what was chosen before, with what the finger has passed or without it."""
        passed = frozenset(self._sweep)
        chosen = self._before | passed if self._choosing else self._before - passed
        if self.most == 1 and self._choosing:
            chosen = frozenset(self._sweep[-1:])
        self._set(tuple(sorted(chosen)))


def _places(cards: Faces, wanted: list[Card]) -> list[int]:
    """Where these cards are, each once."""
    found = []
    for place, card in enumerate(cards):
        if card in wanted:
            wanted.remove(card)
            found.append(place)
    return found

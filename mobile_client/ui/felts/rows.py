"""Rows of cards that lie side by side: the board, the dealer's, a play."""

from collections.abc import Callable, Collection, Mapping

from kivy.graphics import Color, SmoothLine
from kivy.properties import NumericProperty

from mobile_client.ui.look import table_px
from mobile_client.ui.theme import TEXT, faded
from mobile_client.ui.widgets.cards import CardView, fan, measure
from mobile_client.ui.widgets.drawn import Drawn
from protocol.cards import Card

Faces = tuple[Card | None, ...]
Point = tuple[float, float]


class CardRow(Drawn):
    """Cards about the middle of the widget; as many empty places are marked as `slots`."""

    slots = NumericProperty(0)
    gap = NumericProperty(4)
    WATCHED = ("slots", "gap")

    def __init__(self, scale: str = "medium", **words: object) -> None:
        self.scale = scale
        self.zoom = 1.0
        self.cards: Faces = ()
        self.marks: Mapping[Card, str] = {}
        """How cards are marked; see `Face`."""
        self.views: list[CardView] = []
        self.turned: Callable[[], object] | None = None
        """Called when the face of a card comes in sight that lay there face down."""
        super().__init__(**({"size_hint": (None, None)} | words))
        self.fbind("pos", self._lay)
        self.fbind("size", self._lay)

    def show(
        self,
        cards: Faces,
        raised: Collection[int] = (),
        dim: Collection[int] = (),
        hidden: Collection[int] = (),
        scale: str = "",
    ) -> None:
        """These cards; `hidden` ones are on their way."""
        again = len(cards) != len(self.cards) or bool(scale and scale != self.scale)
        self.scale = scale or self.scale
        self.cards = cards
        while len(self.views) > len(cards):
            self.remove_widget(self.views.pop())
        while len(self.views) < len(cards):
            self.views.append(CardView(scale=self.scale))
            self.add_widget(self.views[-1])
        for place, (view, card) in enumerate(zip(self.views, cards, strict=True)):
            view.scale = self.scale
            turned = view.card is None and card is not None and view.turn == 0 and view.opacity
            view.card = card
            if turned:
                # It lay there face down.
                view.turn_over(self.turned)
            elif not (card is not None and view.turning):
                view.turn = 1.0 if card is not None else 0.0
            view.mark = self.marks.get(card, "") if card is not None else ""
            view.raised = place in raised
            view.dim = place in dim
            view.opacity = 0 if place in hidden else 1
        if again:
            self._lay()

    def _lefts(self) -> tuple[float, ...]:
        wide, _ = measure(self.scale, self.zoom)
        count = max(len(self.views), int(self.slots))
        if not count:
            return ()
        whole = count * wide + (count - 1) * table_px(self.gap)
        if whole <= self.width:
            left = (self.width - whole) / 2
            return tuple(left + place * (wide + table_px(self.gap)) for place in range(count))
        return fan(count, self.width, self.scale, zoom=self.zoom)

    def spot(self, place: int) -> Point:
        """The middle of the card at this place."""
        wide, _ = measure(self.scale, self.zoom)
        lefts = self._lefts() or (0.0,)
        return self.x + lefts[min(place, len(lefts) - 1)] + wide / 2, self.center_y

    def _lay(self, *_: object) -> None:
        high = measure(self.scale, self.zoom)[1]
        for view, left in zip(self.views, self._lefts(), strict=False):
            view.zoom = self.zoom
            # `center_y` is still the old one when the row has just moved.
            view.pos = (self.x + left, self.y + (self.height - high) / 2)
        self.stale()

    def paint(self) -> None:
        wide, high = measure(self.scale, self.zoom)
        for left in self._lefts()[len(self.views) :] if self.slots else ():
            box = (self.x + left, self.center_y - high / 2, wide, high, wide * 0.1)
            Color(*faded(TEXT, 0.16))
            SmoothLine(rounded_rectangle=box, width=table_px(0.7))

"""The discard pile of sabacc: its cards lie face up over each other, the top one whole."""

from collections.abc import Collection
from typing import Final

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from client_core.client import Client
from mobile_client.ui import theme
from mobile_client.ui.felts.sheets import Window
from mobile_client.ui.look import px, table_px
from mobile_client.ui.theme import TOUCH, faded
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.cards import measure, paint_card, shown
from mobile_client.ui.widgets.drawn import Drawn, block, border
from protocol.cards import Card

STEP: Final = 0.62
"""How much of a card is seen under the next one, as a part of its width: its number with its
sign."""
MOST: Final = 4
"""So many are seen by their numbers where there is room."""
EDGES: Final = 5
EDGE: Final = 2.2
"""Of so many older ones the edge is seen, so broad in dp."""


class DiscardPile(Pressed):
    """All cards of the pile, the newest on top; a tap shows them side by side."""

    cards = ListProperty([])
    scale = StringProperty("medium")
    zoom = NumericProperty(1)
    room = NumericProperty(1000)
    """How wide it may be, in pixels."""
    hidden = ObjectProperty(frozenset())
    """The places of cards that are still on their way."""
    WATCHED = ("state", "cards", "scale", "zoom", "room", "hidden")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint": (None, None)} | words))
        self.size_hint_min = (0, 0)

    @property
    def card(self) -> tuple[float, float]:
        """The size of a card of it, in pixels."""
        return measure(self.scale, self.zoom)

    @property
    def seen(self) -> tuple[Card, ...]:
        """Those whose numbers are read, the top one last."""
        edges = self._edges(len(self.cards))
        most = 1 + int(max(0.0, self.room - edges - self.card[0]) // self._step)
        return tuple(self.cards[-max(1, min(MOST, most)) :])

    @property
    def _step(self) -> float:
        return self.card[0] * STEP

    def _edges(self, older: int) -> float:
        """How broad the edges of so many older cards are together."""
        return table_px(EDGE) * min(EDGES, older)

    def _left(self, place: int) -> float:
        """Where the card at this place of the whole pile begins."""
        first = len(self.cards) - len(self.seen)
        if place < first:
            return float(self.x) + table_px(EDGE) * max(0, EDGES - (first - place))
        return float(self.x) + self._edges(first) + (place - first) * self._step

    def spot(self, place: int) -> tuple[float, float]:
        """The middle of a card of the whole pile."""
        wide, high = self.card
        return self._left(place) + wide / 2, self.y + high / 2

    def fit(self) -> None:
        """As wide as it is now."""
        wide, high = self.card
        last = len(self.cards) - 1
        across = (self._left(last) - self.x if self.cards else 0) + wide
        self.size = max(across, px(TOUCH)), high

    def paint(self) -> None:
        wide, high = self.card
        if not self.cards:
            border(self.x, self.y, wide, high, faded(theme.TEXT, 0.16), 0.7, wide * 0.1)
            return
        first = len(self.cards) - len(self.seen)
        lie = [place for place in range(len(self.cards)) if place not in self.hidden]
        top = lie[-1] if lie else -1
        for place in range(max(0, first - EDGES), first):
            x = self._left(place)
            if place == top:
                # Those above it are still in the air.
                paint_card(shown(self.cards[place], self.scale), x, self.y, wide, high)
                break
            block(x, self.y, wide, high, theme.PAPER, wide * 0.1)
            border(x, self.y, wide, high, faded(theme.BLACK, 0.35), 0.7, wide * 0.1)
        for place in range(first, len(self.cards)):
            if place not in self.hidden:
                face = shown(self.cards[place], self.scale)
                paint_card(face, self._left(place), self.y, wide, high)


class DiscardRow(Drawn):
    """Cards of the pile side by side."""

    cards = ListProperty([])
    WATCHED = ("cards",)

    def __init__(self, cards: Collection[Card], **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "cards": list(cards)} | words))
        self.height = measure("small")[1] + px(6)

    def paint(self) -> None:
        wide, high = measure("small")
        for nth, card in enumerate(self.cards):
            x = self.x + nth * (wide + px(4))
            paint_card(shown(card, "small"), x, self.y, wide, high)


class DiscardSheet(Window):
    """The whole pile, the newest card first."""

    def __init__(self, client: Client, cards: Collection[Card]) -> None:
        super().__init__(client, client.say("sabacc.discards", count=len(cards)))
        self.cards = tuple(reversed(tuple(cards)))
        self._across = 0
        self.lines.fbind("width", self._row)
        self._row()

    def _row(self, *_: object) -> None:
        wide = measure("small")[0] + px(4)
        across = max(1, int(self.lines.width // wide))
        if across == self._across:
            return
        self._across = across
        self.lines.clear_widgets()
        for first in range(0, len(self.cards), across):
            self.lines.add_widget(DiscardRow(self.cards[first : first + across]))

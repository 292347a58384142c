"""What is said at the seats: bubbles that go again by themselves."""

from collections.abc import Callable
from typing import Final, Protocol

from kivy.clock import Clock
from kivy.uix.widget import Widget

from mobile_client.core.client import ChatLine, Client, TableView, Toast
from mobile_client.ui.felts.plate import SeatPlate, plate_height
from mobile_client.ui.look import table_px as px
from mobile_client.ui.widgets.drawn import glyphs
from mobile_client.ui.widgets.emotes import Bubble, Emote

WIDEST: Final = 132
LINES: Final = 3
"""More than this is read in the chat."""


def is_news(said: Toast) -> bool:
    """Whether these words tell of what happens at a table."""
    return said.say.key.startswith("news.")


def last_news(client: Client, table: str) -> str:
    """The last that was told of a table and is still to be read."""
    told = [said for said in client.toasts if said.table == table and is_news(said)]
    return client.say(told[-1].say) if told else ""


class Chairs(Protocol):
    """What bubbles need of a felt."""

    plates: list[SeatPlate]


class Talk(Widget):
    """Bubbles over the seats of a felt."""

    def __init__(self, client: Client, felt: Chairs) -> None:
        super().__init__(size_hint=(None, None))
        self.client, self.felt = client, felt
        self.lines: dict[int, ChatLine] = {}
        self.said: dict[int, Widget] = {}
        self.view: TableView | None = None
        self._later: Callable[[], None] = Clock.create_trigger(self._again, 0.5, interval=True)
        self.fbind("size", self._lay)
        self.fbind("pos", self._lay)

    def show(self, view: TableView) -> None:
        """The bubbles that are to be seen now."""
        self.view = view
        now = self.client.now()
        fresh = {
            seat.place: seat.said
            for seat in view.seats
            if seat.said is not None and seat.said.until > now and not seat.muted
        }
        if fresh:
            self._later()
        else:
            Clock.unschedule(self._later)
        if fresh == self.lines:
            return
        for place in [place for place in self.said if self.lines.get(place) != fresh.get(place)]:
            self.remove_widget(self.said.pop(place))
        self.lines = fresh
        for place, line in fresh.items():
            if place not in self.said:
                self.said[place] = self._made(line)
                self.add_widget(self.said[place])
        self._lay()

    def _again(self, *_: object) -> None:
        if self.view is not None:
            self.show(self.view)

    def _made(self, line: ChatLine) -> Widget:
        if line.phrase in self.client.emotes:
            return Emote(name=line.phrase, size_hint=(None, None), size=(px(44), px(44)))
        text = self.client.line_text(line)
        most = px(WIDEST)
        wide = min(glyphs(text[:40], "seat").width + px(32), most)
        bubble = Bubble(text=_shortened(text, (most - px(32)) * (LINES - 0.3)), width=wide)
        # How high it is follows from its text a moment later.
        bubble.fbind("height", self._lay)
        return bubble

    def _lay(self, *_: object) -> None:
        for place, bubble in self.said.items():
            plate = self.felt.plates[place]
            x, y = plate.face
            bubble.center_x = min(
                max(x, self.x + bubble.width / 2 + px(4)), self.right - bubble.width / 2 - px(4)
            )
            # Over the face of who says it: what anybody has, and the cards, stay in sight.
            if isinstance(bubble, Bubble):
                bubble.y = min(plate.y + plate_height(), self.top - bubble.height)
            else:
                bubble.center_y = y


def _shortened(text: str, widest: float) -> str:
    """As much of a text as is no wider than that in one line."""
    if glyphs(text, "seat").width <= widest:
        return text
    while text and glyphs(text + "…", "seat").width > widest:
        text = text[:-1]
    return text + "…"

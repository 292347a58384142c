"""Bubbles of talk at the seats; they go again by themselves."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from kivy.clock import Clock
from kivy.uix.widget import Widget

from client_core.client import ChatLine, Client, TableView, Toast
from mobile_client.ui.felts.plate import SeatPlate
from mobile_client.ui.felts.rows import CardRow
from mobile_client.ui.look import table_px, text_px
from mobile_client.ui.widgets.chips import ChipStack
from mobile_client.ui.widgets.drawn import glyphs
from mobile_client.ui.widgets.emotes import TIP, Bubble, Emote

WIDE: Final = 132
WIDEST: Final = 216
"""In dp: how wide a bubble is, and how wide where its text would not have room otherwise."""
NARROWEST: Final = 100
"""In dp: a bubble that would be less wide beside chips or cards lies over them: it has to be
read."""
LINES: Final = 3
"""More than this is read in the chat."""
SPARE: Final = 0.3
"""How much of its last line a text may lose where its lines end between words."""
LINE: Final = 1.5
"""How high a line is, in sizes of its text."""
EMOTE: Final = 44
"""How large a face that is said is, in dp."""


def is_news(said: Toast) -> bool:
    """Whether these words tell of what happens at a table."""
    return said.say.key.startswith("news.")


def last_news(client: Client, table: str) -> str:
    """What is told of a table now, one thing after another."""
    told = [said for said in client.notices.toasts[:1] if said.table == table and is_news(said)]
    return client.say(told[0].say) if told else ""


class Chairs(Protocol):
    """The chairs of a felt, as bubbles need them."""

    plates: list[SeatPlate]
    bets: list[ChipStack]
    board: CardRow

    def uncovered(self) -> Iterable[Widget]:
        """What no bubble lies over, besides seats."""


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
            # What it may not cover has come, or is gone.
            self._lay()
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
        if line.phrase in self.client.chat.emotes:
            return Emote(name=line.phrase, size_hint=(None, None))
        bubble = Bubble()
        # How high it is follows from its text a moment later.
        bubble.fbind("height", self._lay)
        return bubble

    def _lay(self, *_: object) -> None:
        for place, bubble in self.said.items():
            if isinstance(bubble, Bubble):
                self._lay_bubble(place, bubble)
            else:
                plate = self.felt.plates[place]
                bubble.size = (table_px(EMOTE), table_px(EMOTE))
                bubble.center_x = plate.center_x
                fits = plate.bare + table_px(EMOTE) <= self.top or not plate.opened
                bubble.y = (
                    min(plate.bare, self.top - table_px(EMOTE))
                    if fits
                    else plate.y - table_px(EMOTE)
                )

    def _lay_bubble(self, place: int, bubble: Bubble) -> None:
        """Over the face of who says it: what anybody has, the cards and other faces stay in
        sight. Where cards lie open over the face it stands above them, or else under the seat."""
        plate = self.felt.plates[place]
        tip = table_px(TIP)
        low = plate.bare + tip
        text = self.client.chat.line_text(self.lines[place])
        # As many lines as there is room for above the name.
        air, line = 2 * bubble.padding[1], text_px("seat") * LINE
        top = self._ceiling(plate, low)
        under = plate.opened and top - low < air + line
        if under:
            top = plate.y - tip
            low = top - air - LINES * line
        lines = max(1, min(LINES, int((top - low - air) / line)))
        left, right = self._beside(plate, low, lines * line + air)
        part = lines - SPARE if lines > 1 else 1.0
        whole, edge = glyphs(text, "seat").width, table_px(32)
        wide = max(min(whole, table_px(WIDE) - edge), whole / part)
        wide = min(wide, table_px(WIDEST) - edge, right - left - edge)
        bubble.width = wide + edge
        bubble.text = _shortened(text, wide * part)
        half = bubble.width / 2
        bubble.center_x = min(max(plate.center_x, left + half), right - half)
        bubble.aim = plate.center_x
        bubble.y = top - bubble.height if under else min(low, top - bubble.height)
        # Where it lies lower than it wants, its tip would lie on the name.
        bubble.tip = "above" if under else "below" if bubble.y >= low else "none"
        self._beyond(bubble, under, top)

    def _spared(self) -> Iterator[tuple[float, float, float, float]]:
        """What a bubble lies over only where there is no room beside it: bets and the board."""
        yield from (bet.lies for bet in self.felt.bets if bet.lies is not None)
        yield from ((one.x, one.y, one.width, one.height) for one in self.felt.board.views)

    def _beyond(self, bubble: Bubble, under: bool, top: float) -> None:
        """Away from chips and cards that would lie under it, where there is room behind them."""
        for left, low, wide, high in self._spared():
            beside = bubble.right <= left or bubble.x >= left + wide
            if beside or bubble.top <= low or bubble.y >= low + high:
                continue
            y = low - bubble.height if under else low + high
            if (y >= self.y) if under else (y + bubble.height <= top):
                bubble.y = y

    def _ceiling(self, plate: SeatPlate, low: float) -> float:
        """Up to where nobody else sits in the column of a seat."""
        above = (other.y for other in self.felt.plates if _in_column(other, plate))
        return min((y for y in above if y > low), default=float(self.top))

    def _beside(self, plate: SeatPlate, low: float, high: float) -> tuple[float, float]:
        """From where to where nothing lies above a seat that has to stay in sight."""
        left, right = self.x + table_px(4), self.right - table_px(4)
        for other in (*self.felt.plates, *self.felt.uncovered()):
            if other.top <= low or other.y >= low + high or _in_column(other, plate):
                continue
            if other.center_x < plate.center_x:
                left = max(left, other.right + table_px(2))
            else:
                right = min(right, other.x - table_px(2))
        for lies in self._spared():
            if lies[1] + lies[3] <= low or lies[1] >= low + high:
                continue
            if lies[0] + lies[2] / 2 < plate.center_x:
                beside = max(left, lies[0] + lies[2]), right
            else:
                beside = left, min(right, lies[0])
            if beside[1] - beside[0] >= table_px(NARROWEST):
                left, right = beside
        return left, right


def _in_column(one: Widget, plate: SeatPlate) -> bool:
    """Whether it stands above or below a seat."""
    return bool(one.x < plate.right and one.right > plate.x)


def _shortened(text: str, widest: float) -> str:
    """As much of a text as is no wider than that in one line."""
    if glyphs(text, "seat").width <= widest:
        return text
    while text and glyphs(text + "…", "seat").width > widest:
        text = text[:-1]
    return text + "…"

"""The felt of a puzzle: the open hands of the others, what was played last, my hand."""

from collections.abc import Callable, Mapping
from typing import Final

from kivy.uix.floatlayout import FloatLayout

from client_core.client import Client, Playing
from client_core.felts.doudizhu_hand import ONE_ROW, upper_row
from client_core.felts.puzzle import MINE, play_name, side_name
from mobile_client.ui.felts.doudizhu_parts import Laid
from mobile_client.ui.felts.hand import Hand, row_heights
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.look import table_px
from mobile_client.ui.theme import CARD_RAISE
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.faces import FAN_INDEX
from mobile_client.ui.widgets.felt import Felt
from protocol.words import Cards

SIDE: Final = 8
TAG: Final = 26
"""The air at the edges, and the height of a line, in dp."""
HAND_SHARE: Final = 0.3
OTHERS_SHARE: Final = 0.27
"""How much of the height my cards may take, and all hands of the others together."""
ZOOM: Final = (0.8, 1.5)
"""The least and the most that my cards are zoomed."""
MOST_ZOOM: Final = 1.2


class PuzzleBoard(FloatLayout):
    """Shows how a puzzle stands; my cards are chosen as at every table."""

    def __init__(self, client: Client, hands: int, changed: Callable[[], None]) -> None:
        super().__init__()
        self.client, self.wide = client, False
        self.felt = Felt(table=False)
        self.add_widget(self.felt)
        self.theirs = [Laid(0.5) for _ in range(hands - 1)]
        self.names = [Tag(ground="soft") for _ in range(hands)]
        self.plays = [Laid(0.5) for _ in range(hands)]
        self.said = [Tag() for _ in range(hands)]
        self.hand = Hand(changed)
        for part in (*self.theirs, *self.plays, *self.names, *self.said, self.hand):
            self.add_widget(part)
        self.fbind("pos", self.lay)
        self.fbind("size", self.lay)

    def show(self, playing: Playing, may_choose: bool) -> None:
        position, before = playing.position, playing.before_each
        laid = [past.turn for past, cards in playing.past if cards]
        top = laid[-1] if laid else None
        for at, hand in enumerate(position.hands):
            name = side_name(self.client, playing, at)
            self.names[at].text = self.client.say("puzzle.cards", name=name, left=len(hand))
            turn = position.winner is None and position.turn == at
            self.names[at].ground = "gold" if turn else "dark"
            self._show_play(at, before, at == top)
        for row, hand in zip(self.theirs, position.hands[1:], strict=True):
            row.show(hand[::-1])
        mine = position.hands[MINE][::-1]
        self.hand.show(mine, "fan", most=len(mine) if may_choose else 0, zoom=self.hand.zoom,
                       upper=self.hand.upper)  # fmt: skip
        self.lay()

    def _show_play(self, at: int, before: Mapping[int, Cards], top: bool) -> None:
        """What a hand has laid last, and what that is called; a pass is said. `top`: nobody has
        beaten it."""
        cards = before.get(at, ())
        self.plays[at].show(tuple(cards[::-1]))
        tag = self.said[at]
        tag.text = play_name(self.client, cards) if at in before else ""
        tag.ground = "gold" if top else "dark"

    # -- where it lies -----------------------------------------------------------------------

    def _upper(self) -> int:
        """How many of my cards lie in the upper row."""
        return 0 if self.wide else upper_row(self.hand.cards)

    def _zoom(self) -> float:
        wide, high = measure("fan")
        count = max(len(self.hand.cards), 1)
        across = ONE_ROW if not self.wide else max(count, ONE_ROW)
        rows = row_heights(bool(self._upper())) + CARD_RAISE
        room = HAND_SHARE * self.height / (high * rows)
        least, most = ZOOM
        return float(
            min(max(least, min(room, most)),
                (self.width - 2 * table_px(SIDE)) / (wide * (1 + (across - 1) * FAN_INDEX)))
        )  # fmt: skip

    def lay(self, *_: object) -> None:
        if self.width < 2 or self.height < 2:
            return
        air, line = table_px(SIDE), table_px(TAG)
        self.felt.pos, self.felt.size = self.pos, self.size
        left, wide = self.x + air, self.width - 2 * air
        self._lay_hand(left, wide)
        top = self.y + self.height - table_px(4)
        each = OTHERS_SHARE * self.height / len(self.theirs)
        if self.wide and len(self.theirs) > 1:
            # Beside each other: the window is low.
            each = OTHERS_SHARE * self.height
        boxes = self._theirs(left, wide, top, each)
        for laid, tag, (x, y, across) in zip(self.theirs, self.names[1:], boxes, strict=True):
            _put(tag, x, y + each - line, across, line)
            laid.most = MOST_ZOOM
            _put(laid, x, y, across, each - line)
        below = min(y for _, y, _ in boxes) - table_px(4)
        floor = self.names[MINE].y + line + table_px(4)
        self._lay_plays(left, floor, wide, below - floor)

    def _theirs(
        self, left: float, wide: float, top: float, each: float
    ) -> list[tuple[float, float, float]]:
        """The left, the lower edge and the width of each of the others."""
        count = len(self.theirs)
        if self.wide and count > 1:
            # Who plays after me sits at the right.
            share = wide / count
            return [(left + share * (count - 1 - at), top - each, share) for at in range(count)]
        return [(left, top - each * (at + 1), wide) for at in range(count)]

    def _lay_hand(self, left: float, wide: float) -> None:
        self.hand.size = (wide, 0)
        zoom, upper = self._zoom(), self._upper()
        if abs(zoom - self.hand.zoom) > 0.01 or self.hand.upper != upper:
            self.hand.show(self.hand.cards, "fan", most=self.hand.most, zoom=zoom, upper=upper)
        high = measure("fan", zoom)[1] * (row_heights(bool(self.hand.above())) + CARD_RAISE)
        _put(self.hand, left, self.y + table_px(4), wide, high)
        _put(self.names[MINE], left, self.hand.y + high, wide, table_px(TAG))

    def _lay_plays(self, left: float, low: float, wide: float, high: float) -> None:
        """Those of the others above mine; where the window is low, beside it: who plays after me at
        the right, who plays before me at the left."""
        others = len(self.theirs)
        if self.wide:
            share = wide / (others + 1)
            places = (0, 1) if others == 1 else (1, 2, 0)
            boxes = [(left + share * place, low, share, high) for place in places]
        else:
            share, half = wide / others, high / 2
            above = [(left + share * place, low + half, share, half) for place in range(others)]
            boxes = [(left, low, wide, half), *above[::-1]]
        line = table_px(TAG)
        for laid, tag, (x, y, across, up) in zip(self.plays, self.said, boxes, strict=True):
            laid.most = MOST_ZOOM
            _put(tag, x, y, across, line)
            _put(laid, x, y + line, across, max(0.0, up - line - table_px(4)))


def _put(part: Laid | Tag | Hand, x: float, y: float, wide: float, high: float) -> None:
    part.size, part.pos = (wide, high), (x, y)

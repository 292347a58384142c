"""Places on the felt of Dou Dizhu: upright and lying, on small phones and on tablets."""

from typing import Final

from client_core.felts.doudizhu_hand import ONE_ROW, upper_row
from mobile_client.ui.felts.doudizhu_counter import COUNTER_HIGH, Counter
from mobile_client.ui.felts.doudizhu_effects import Effects
from mobile_client.ui.felts.doudizhu_listed import Listed
from mobile_client.ui.felts.doudizhu_panels import WIDE, Before, Reckoning, WaitingPanel
from mobile_client.ui.felts.doudizhu_parts import (
    HAT_ABOVE,
    CountBadge,
    Hat,
    Laid,
)
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.hand import row_heights
from mobile_client.ui.felts.plate import plate_size
from mobile_client.ui.felts.rows import CardRow, Faces
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.look import bar_px, table_px
from mobile_client.ui.screens.table_amount import GAP
from mobile_client.ui.screens.table_bar import BUTTON
from mobile_client.ui.screens.table_status import line_height
from mobile_client.ui.theme import CARD_RAISE, CARD_SIZES
from mobile_client.ui.widgets.buttons import IconButton
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.drawn import glyphs
from mobile_client.ui.widgets.faces import FAN_INDEX

Box = tuple[float, float, float, float]
"""Left, low, width, height."""
PLAIN: Final = ((380, 520), (760, 330))
"""Felts, upright and lying, on which cards have their plain size, in dp; they grow with them."""
MOST_ZOOM: Final = 1.35
MOST: Final = 20
"""So many cards has the landlord."""
ABREAST: Final = (12, MOST)
"""So many lie side by side at most, upright and lying: two rows part between two ranks."""
SHARE: Final = (0.31, 0.32)
"""How much of the height of a felt my cards may take, upright and lying."""
HAND_ZOOM: Final = (0.9, 1.4)
"""The least and the most that my cards are zoomed."""
FEWER: Final = 1.15
"""How much larger than two rows of cards one row of them may be."""
NARROW_ANCHORS: Final = (0.5, 0.0, 1.0)
"""Where a play lies: mine in the middle, the others' at their sides; by place."""
LINE: Final = 26
"""The height of a line on the felt, with its air."""
BESIDE: Final = 6
"""How far what is said stands from the plate of a seat, in dp."""
OPEN: Final = 50
"""How high a hand lies that all see, on an upright felt, in dp."""
MOST_OPEN: Final = 0.8
"""How large its cards are at most."""
RIGHT: Final = 2
"""The place at the right."""
OPEN_MORE: Final = 30
"""How much higher it lies where an upright felt has room to spare."""
BAR: Final = 470
"""The most width of the buttons that lie on the felt, in dp."""
TAKE_OVER: Final = 190
"""How wide the one is that ends a bot's playing for me, in dp: it is there while others play."""
LEGIBLE: Final = 0.85
"""What is played for is said in few words where it would have to be set smaller than that."""


class DoudizhuGround(TableFelt):
    """The felt of Dou Dizhu with its parts in their places."""

    rail = False
    deals = "none"
    every_chair = True
    pills = False
    amounts = False
    tells_news = True
    cheers = False
    waits = False
    carries_bar = True

    def __init__(self, *about: object) -> None:
        self.plays = [Laid(anchor) for anchor in NARROW_ANCHORS]
        self.opens = [Laid(anchor) for anchor in NARROW_ANCHORS]
        """The hands of others that lie open; mine is seen as it is."""
        self.tags = [Tag() for _ in NARROW_ANCHORS]
        self.hats = [Hat() for _ in NARROW_ANCHORS]
        self.badges = [CountBadge() for _ in NARROW_ANCHORS]
        self.kitty = CardRow("small", gap=3)
        self.worth = Tag(ground="dark")
        self.worths = "", ""
        """What is played for, and in few words."""
        self.news = Tag(ground="dark")
        self.last = IconButton(icon="trick", filled=True)
        self.score, self.room, self.listed = Reckoning(), WaitingPanel(), Listed()
        self.effects = Effects(self.jump)
        self.laid_above = 0.0
        """The height of my cards above which everything lies now."""
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        self.counter = Counter(self.say("doudizhu.joker_sign"))
        self.before = Before(self.say("doudizhu.before"))
        below = self.children.index(self.hand) + 1
        for part in (self.kitty, self.worth, self.counter, *self.opens, *self.plays, *self.tags,
                     *self.hats, *self.badges):  # fmt: skip
            self.add_widget(part, index=below)
        for part in (self.news, self.last, self.score, self.room, self.before, self.listed,
                     self.effects):  # fmt: skip
            self.add_widget(part)

    def jump(self, x: float, y: float) -> None:
        """Draws everything so far beside its place."""

    # -- the panels --------------------------------------------------------------------------

    def lay_panels(self) -> None:
        """In the middle of what the seats and my cards leave free, or over them."""
        self.effects.pos, self.effects.size = self.pos, self.size
        wide = min(float(self.width) - table_px(20), table_px(WIDE))
        low = self._floor() + self.bar_high
        top = self.y + self.height - table_px(4) if self.wide else self._others()[1]
        if not self.wide and self.room.there and self.plates:
            low, top = float(self.plates[0].top), top - table_px(30)
        elif not self.wide and self.score.there and self.plates:
            low = float(self.plates[0].top) + table_px(HAT_ABOVE)
            # What the game was for hangs lower than the seats where cards are large.
            top = min(top, float(self.worth.y))
        for panel in (self.score, self.room, self.before, self.listed):
            panel.most = float(top - low) - table_px(6)
            panel.width = wide
            panel.height = panel.need()
            panel.center = (self.center_x, (low + top) / 2)
            panel.y = max(self.y + table_px(4), min(panel.y, self.y + self.height - panel.height))
        self.last.pos = (self.right - self.last.width - table_px(4), self._floor() + table_px(6))

    # -- how large ---------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """How much larger than usual cards are, where there is much room for few."""
        wide, high = PLAIN[self.wide]
        fits = min(float(self.width) / table_px(wide), float(self.height) / table_px(high))
        return max(1.0, min(fits, MOST_ZOOM))

    def hand_zoom(self, count: int) -> float:
        """As large as the felt has room for, with the index of every card in sight."""
        wide, _ = measure("fan")
        least, most = HAND_ZOOM
        # By the usual size, or the player's choice of small or large cards would change nothing.
        rows = row_heights(not self.wide) + CARD_RAISE
        room = SHARE[self.wide] * float(self.height) / (rows * table_px(CARD_SIZES["fan"][1]))
        zoom, abreast = max(least, min(room, most)), ABREAST[self.wide]
        if not self.wide and count <= ONE_ROW:
            zoom, abreast = zoom * FEWER, ONE_ROW
        return min(zoom, self.hand_width() / (wide * (1 + (abreast - 1) * FAN_INDEX)))

    def above(self, cards: Faces) -> int:
        """How many of my cards lie in the upper row."""
        return 0 if self.wide else upper_row(cards)

    def hand_scale(self, count: int) -> str:
        return "fan"

    def hand_height(self) -> float:
        """Two rows, or one where the felt is wide, however few cards are left; 0 without any."""
        if not self.playing and not self.hand.cards:
            return 0.0
        _, high = measure("fan", self.hand_zoom(MOST))
        return high * (row_heights(not self.wide) + CARD_RAISE)

    def hand_width(self) -> float:
        return float(self.width) - table_px(12)

    @property
    def bar_high(self) -> float:
        """What the buttons and the line above them take of a felt that carries them."""
        return bar_px(BUTTON + 2 * GAP) + line_height() if self.wide else 0.0

    @property
    def playing(self) -> bool:
        """Cards are held or bid for: the lower edge belongs to my hand."""
        return self.view is not None and self.view.live

    @property
    def _stood_in(self) -> bool:
        return self.playing and bool(self.view and self.view.stand_in)

    # -- where it lies -----------------------------------------------------------------------

    def lay_mine(self) -> None:
        """My cards over the whole width, my seat above them at the left."""
        self.laid_above = self.hand_height()
        self.hand.size = (self.hand_width(), self.laid_above)
        self.hand.pos = (self.x + table_px(6), self.y + table_px(4))
        self.plates[0].pos = (self.x + table_px(4), self._floor() + table_px(4))

    def _floor(self) -> float:
        """Where the hand ends."""
        return float(self.y) + table_px(4) + max(0.0, self.hand_height() - self._spare())

    def _spare(self) -> float:
        """The room for chosen cards to stand out in is shared with what stands above them, but for
        buttons."""
        if self.wide:
            return 0.0
        return min(measure("fan", self.hand_zoom(MOST))[1] * CARD_RAISE * 0.3, bar_px(GAP - 2))

    def lay_chairs(self) -> None:
        wide, high = plate_size()
        y = self._ceiling() - high - table_px(4)
        for place, plate in enumerate(self.plates[1:], 1):
            left = place < len(self.plates) / 2
            plate.inner = 1 if left else -1
            plate.pos = (self.x + table_px(4) if left else self.right - wide - table_px(4), y)

    def _ceiling(self) -> float:
        """Where the seats of the others begin, below the counter if it has a row of its own."""
        counted = bool(self.counter.left) and not self.wide
        high = table_px(COUNTER_HIGH + HAT_ABOVE) if counted else table_px(15)
        return float(self.y + self.height) - high - self._air() * 0.12

    def _air(self) -> float:
        """What an upright felt has to spare."""
        if self.wide:
            return 0.0
        taken = self.hand_height() + 2 * plate_size()[1] + 2.2 * measure("fan", self.zoom)[1]
        return max(0.0, float(self.height) - taken)

    def bar_place(self) -> tuple[float, float, float]:
        """Above my cards, from my seat to the corner; beside my play where a bot plays for me."""
        side = plate_size()[0] + table_px(14)
        wide = min(float(self.width) - 2 * side, table_px(BAR))
        if self._stood_in:
            return self.x + side, self._floor(), table_px(TAKE_OVER)
        return self.center_x - wide / 2, self._floor(), wide

    def _others(self) -> tuple[float, float]:
        """The upper and the lower edge of the seats of the others."""
        plates = self.plates[1:]
        return max((one.top for one in plates), default=self.top), min(
            (one.y for one in plates), default=self.top
        )

    def lay_middle(self) -> None:
        for tag in (*self.tags, self.worth, self.news):
            tag.height = table_px(24)
        self._lay_top()
        for place, box in enumerate(self._play_boxes()):
            x, y, wide, high = box
            play = self.plays[place]
            play.most = self.zoom if self.wide else MOST_ZOOM
            hand = self.opens[place]
            hand.most = MOST_OPEN
            if self.wide and hand.cards:
                # Beside the play: under it there is no room.
                wide /= 2
                hand.size, hand.pos = (wide, high), (x + (place == RIGHT) * wide, y)
                x += (place != RIGHT) * wide
            else:
                hand.size, hand.pos = (wide, self.open_high), (x, y + high)
            hand.lay()
            play.size, play.pos = (wide, high), (x, y)
            play.lay()
            self._lay_tag(place)
        for plate, hat, badge in zip(self.plates, self.hats, self.badges, strict=False):
            x, y = plate.face
            side = plate.inner if plate is not self.plates[0] else 1
            hat.pos = (x, y + table_px(9))
            badge.center = (x + side * table_px(33), y + table_px(2))
        self.board.size = (0, 0)
        self._lay_news()
        self.lay_panels()

    @property
    def open_high(self) -> float:
        """The room for hands of others that lie open, below their seats on an upright felt."""
        if self.wide or not any(one.cards for one in self.opens):
            return 0.0
        return table_px(OPEN) + min(self._air() * 0.3, table_px(OPEN_MORE))

    def _lay_news(self) -> None:
        """One line in the middle, between the plays."""
        self.news.width = self.width - table_px(16)
        low, top = self._between_plays()
        self.news.center = (self.center_x, (low + top) / 2)

    def _between_plays(self) -> tuple[float, float]:
        mine, plate = self.plays[0], self.plates[0]
        return max(mine.y + mine.height, plate.y + plate.height), float(self.plays[1].y)

    @property
    def cramped(self) -> bool:
        """There is no line free in the middle: news stands above the buttons."""
        low, top = self._between_plays()
        return self.wide or top - low < table_px(LINE) - 1

    def _lay_top(self) -> None:
        """The three cards, what is played for, and the counter."""
        top, zoom = float(self.y + self.height), self.zoom
        self.counter.height = table_px(COUNTER_HIGH)
        room = float(self.width) - 2 * plate_size()[0] - table_px(24)
        if not self.wide:
            self.worth.text = self.worths[0]
            self.kitty.zoom = zoom
            self.counter.size = (self.width - table_px(8), table_px(COUNTER_HIGH))
            self.counter.pos = (self.x + table_px(4), top - self.counter.height - table_px(3))
            _, small = measure("small", zoom)
            self.kitty.size = (room, small)
            self.kitty.center = (self.center_x, self._ceiling() - small / 2 - table_px(4))
            self.worth.width = room
            self.worth.center = (self.center_x, self.kitty.y - table_px(15))
        else:
            self._lay_line(top, room)
        self.kitty._lay()

    def _lay_line(self, top: float, room: float) -> None:
        """On a phone that lies, all of it stands in one line between the others."""
        self.kitty.zoom = 0.7 * self.zoom
        wide, small = measure("small", self.kitty.zoom)
        kitty = 3 * wide + 2 * table_px(3)
        counts = min(room * 0.52, table_px(15 * 20)) if self.counter.left else 0.0
        free = room - kitty - counts - table_px(16)
        full = glyphs(self.worths[0] or " ", self.worth.kind).width * LEGIBLE + table_px(18)
        self.worth.text = self.worths[full > free]
        across = glyphs(self.worth.text or " ", self.worth.kind).width + table_px(18)
        worth = min(across, free)
        left = self.center_x - (kitty + counts + worth + table_px(12)) / 2
        middle = top - small / 2 - table_px(3)
        self.kitty.size, self.kitty.pos = (kitty, small), (left, middle - small / 2)
        self.worth.width = worth
        self.worth.center = (left + kitty + table_px(6) + worth / 2, middle)
        high = min(table_px(COUNTER_HIGH), small)
        self.counter.size = (counts, high)
        self.counter.pos = (left + kitty + worth + table_px(12), middle - high / 2)

    def _play_boxes(self) -> tuple[Box, Box, Box]:
        """Before each seat, towards the middle; the others' end above my hat."""
        floor, side = self._floor() + table_px(6), plate_size()[0]
        if self.wide:
            return self._lying_boxes(self._floor(), side)
        full = measure("fan", MOST_ZOOM)[1] * row_heights(two=True)
        half = float(self.width) / 2 - table_px(10)
        ceiling, least = (
            self._others()[1] - table_px(6),
            float(self.plates[0].top) + table_px(HAT_ABOVE),
        )
        if self.open_high:
            # Where cards are large, what is played for hangs lower than the seats.
            ceiling = min(ceiling, float(self.worth.y)) - self.open_high
        high = min(full, ceiling - least)
        low = ceiling - (ceiling - least - high) * 0.3 - high
        mine = min(full, max(least, low - table_px(LINE)) - floor)
        return (
            (self.x + side + table_px(10), floor, float(self.width) - side - table_px(68), mine),
            (self.x + table_px(6), low, half, high),
            (self.right - table_px(6) - half, low, half, high),
        )

    def _lying_boxes(self, floor: float, side: float) -> tuple[Box, Box, Box]:
        # The line above the buttons stays while they are gone: it is no place for cards.
        high = self.bar_high - line_height() - table_px(6)
        taken = side + table_px(14) + (table_px(TAKE_OVER) + table_px(8) if self._stood_in else 0.0)
        mine = (
            self.x + taken,
            floor + table_px(4),
            float(self.width) - taken - side - table_px(14),
            high,
        )
        low = floor + self.bar_high + table_px(3)
        top = float(self.y + self.height) - measure("small", 0.7 * self.zoom)[1] - table_px(10)
        half = float(self.width) / 2 - side - table_px(18)
        others = ((self.x + side + table_px(12), low, half, top - low),
                  (self.right - side - table_px(12) - half, low, half, top - low))  # fmt: skip
        return mine, *others

    def _lay_tag(self, place: int) -> None:
        """What a play is called stands over its cards, below what they are told by."""
        play, tag = self.plays[place], self.tags[place]
        tag.width, tag.kind = min(max(table_px(150), play.width * 0.9), table_px(230)), "tag"
        plate, hand = self.plates[place], self.opens[place]
        under = tag.within(plate.center_x, self.x, self.right)
        if not play.cards and hand.cards:
            tag.center = (
                play.center
                if self.wide
                else (tag.within(plate.center_x, self.x, self.right), hand.y - table_px(4))
            )
            return
        if not play.cards and not self.score.there and self.wide:
            tag.width = half = glyphs(tag.text or " ", tag.kind).width + table_px(16)
            inner = plate.x - table_px(BESIDE) - half if plate.inner < 0 < place else (
                plate.right + table_px(BESIDE))  # fmt: skip
            tag.pos = (inner, plate.center_y - tag.height / 2)
            if not place and not self.hand.cards:
                # Where no hand lies yet, buttons stand beside the seat.
                tag.center = (tag.within(plate.center_x, self.x, self.right),
                              plate.top + tag.height / 2 + table_px(2))  # fmt: skip
            return
        if not play.cards and not self.score.there and (place > 0 or not self.playing):
            tag.center = ((under, plate.y - table_px(16)) if place else
                          (plate.right + table_px(50), plate.center_y - table_px(8)))  # fmt: skip
            return
        x, y = play.middle
        if play.cards and tag.text:
            across = play.views[-1].right - play.views[0].x
            if glyphs(tag.text, tag.kind).width + table_px(16) > across:
                tag.kind = "seat"
            half = min(glyphs(tag.text, tag.kind).width + table_px(16), tag.width) / 2
            # On the side there are seats beside a play.
            left, right = (play.x, play.right) if self.wide else (self.x, self.right)
            x = max(left + half + table_px(2), min(x, right - half - table_px(2)))
        tag.center = (x, y)

    def deck_spot(self) -> Point:
        return self.center_x, self.center_y + table_px(40)

    def bet_spot(self, place: int) -> tuple[str, Point]:
        return "right", self.plates[place].center

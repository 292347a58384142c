"""Places on the felt of roulette: the wheel, the board, past numbers, my chips."""

from typing import ClassVar, Final

from kivy.animation import Animation
from kivy.clock import Clock

from client_core.felts.roulette_places import whole
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.plate import plate_height
from mobile_client.ui.felts.roulette_board import Board, Chips, on_chip
from mobile_client.ui.felts.roulette_loupe import Loupe
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.felts.tray import TRAY, TrayChip
from mobile_client.ui.felts.wheel import WheelView
from mobile_client.ui.look import bar_px, motion, px, table_px
from mobile_client.ui.screens.table_amount import GAP
from mobile_client.ui.screens.table_bar import BUTTON
from mobile_client.ui.screens.table_status import line_height
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets.buttons import IconButton

PAST: Final = 16
"""So many numbers that have fallen are shown, where there is room."""
PAST_BOX: Final = (32, 26)
SMALL_FACE: Final = 30
SEAT: Final = 76
NARROW: Final = 56
"""Seats that would be narrower than this, in dp, stand in two rows."""
BROADEST: Final = 520
FEW: Final = 600
"""A felt that is lower than this, in dp, has no room for what the others hold."""
SIDE: Final = (0.27, 188, 260)
"""What stands beside a wide board: a part of the width, the least and the most, in dp."""
BAND: Final = 66
"""How high what is beside the wheel of an upright felt is, without other seats."""
LARGE: Final = 0.72
"""How large the wheel is while it spins over an upright board, in parts of the shorter side."""
GROWS_S: Final = 0.35
TOOLS: Final = ("search", "list")
Room = tuple[float, float, float, float]


class RouletteGround(TableFelt):
    """The parts in their places."""

    rail: ClassVar[bool] = False
    deals: ClassVar[str] = "none"
    carries_bar: ClassVar[bool] = True
    lies_under_tips: ClassVar[bool] = True

    def __init__(self, *about: object) -> None:
        self.layout = Board(size_hint=(None, None))
        self.lying = Chips(self.short)
        self.wheel = WheelView(self.fallen)
        self.past = [Tag(kind="seat") for _ in range(PAST)]
        self.tray: list[TrayChip] = []
        self.tools = {name: IconButton(icon=name) for name in TOOLS}
        self.bubble = Tag(kind="money", ground="gold")
        self.loupe = Loupe(self.short, self.lay_chip, lambda: self.tapped())
        self._home: Room = (0, 0, 1, 1)
        """Where the wheel is while it rests: left, low, width, height."""
        self._beside: Room = (0, 0, 1, 1)
        """Where it is beside a wide board while it spins."""
        self._large = False
        self.covers = False
        """Nothing of mine lies on the board: the wheel may spin over it."""
        self._shrink_soon = Clock.create_trigger(self.show_small, 1.0)
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        at = self.children.index(self.flights)
        parts = (self.layout, self.lying, *self.past, *self.tools.values(), self.wheel, self.loupe,
                 self.bubble)  # fmt: skip
        for part in parts:
            self.add_widget(part, index=at + 1)

    def short(self, cents: int) -> str:
        """An amount in few letters."""
        return on_chip(cents, self.client.texts.money)

    def lay_chip(self, place: str) -> None:
        """A place was touched."""

    def fallen(self) -> None:
        """The ball has come to rest."""

    # -- where it lies -----------------------------------------------------------------------

    def lay(self) -> None:
        super().lay()
        if self.plates:
            if self.wide:
                self._lay_wide()
            else:
                self._lay_upright()
            self.lay_rings()
            seen = 0 if self.under_tip and not self.wide else 1
            for place in self.shown:
                self.plates[place].opacity = self.rings[place].opacity = seen
            self.lay_wheel()
            self.lay_tray()

    def lay_mine(self) -> None:
        self._shrink()
        self.plates[0].pos = (self._left() + table_px(4), self.y + table_px(4))
        self.hand.size = (0, 0)

    def _shrink(self) -> None:
        """Seats are small; on a low felt of the others only who they are."""
        for plate in self.plates[1:]:
            plate.size, plate.center = (0, 0), self.center
        for place in (0, *self.shown):
            plate = self.plates[place]
            low = self.height < px(FEW) or self._rows() > 1
            plate.lines = 1 if place and low else 2
            plate.side = SMALL_FACE
            plate.size = (table_px(SEAT), plate_height(plate.lines) + table_px(SMALL_FACE - 4))

    def _rows(self) -> int:
        """In how many rows the others sit."""
        room = self._across() * 0.6 / max(len(self.shown), 1)
        return 2 if not self.wide and room < table_px(NARROW) and self.height >= px(FEW) else 1

    def lay_chairs(self) -> None:
        """They stand in rows, where the board leaves room for them."""

    def _seat(self, left: float, right: float, top: float) -> float:
        """All in rows between these, below that; where they end."""
        others, rows = self.others, self._rows()
        if not others:
            return top
        each = -(-len(others) // rows)
        high = others[0].height
        wide = min(table_px(SEAT), (right - left) / each - table_px(3))
        for nth, plate in enumerate(others):
            row, place = divmod(nth, each)
            count = min(each, len(others) - row * each)
            first = left + (right - left - count * (wide + table_px(3)) + table_px(3)) / 2
            plate.size = (wide, high)
            plate.pos = (
                first + place * (wide + table_px(3)),
                top - (row + 1) * (high + table_px(3)),
            )
        return float(top - rows * (high + table_px(3)))

    def _across(self) -> float:
        wide = float(self.width) - table_px(12)
        return wide if self.wide else min(wide, table_px(BROADEST))

    def _floor(self) -> float:
        """Above my seat and my chips."""
        return float(self.y + max(table_px(TRAY), self.plates[0].height)) + table_px(8)

    def _lay_upright(self) -> None:
        """The wheel in the upper left corner, which holds no field; past numbers and seats beside
        it. While a tip lies over the seats the wheel is smaller, and the board as it was."""
        wide, least, tip = self._across(), px(TOUCH), self.under_tip
        x, low = self.x + (self.width - wide) / 2, self._floor()
        corner, top = wide * 0.4, self.top - table_px(4)
        line = table_px(PAST_BOX[1])
        lines = 1 if self.others else 2
        band = self._seat_height() if self.others else table_px(BAND - PAST_BOX[1])
        high = top - band - line - table_px(6) - low
        zero = max(least, high / 14)
        side = min(corner - table_px(4), band + line + zero - tip)
        self._home = (x + (corner - side) / 2, top - tip - side, side, side)
        left = x + corner + table_px(2)
        end = self._seat(left - table_px(8), x + wide, top)
        past = min(end if self.others else top, top - tip)
        self._lay_past(left, x + wide, past, lines if past - lines * line >= low + high else 0)
        self._lay_board((x, low, wide, high), (self.x, low, self.width, high))
        grid = self.layout.grid
        (x0, y0), (x1, y1) = grid.spot(12, -2), grid.spot(13, 0)
        self._lay_tools((min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)))

    def _seat_height(self) -> float:
        return self._rows() * (float(self.others[0].height) + table_px(3))

    def _left(self) -> float:
        """Where what is beside the board ends, for a left hand; else where the felt begins."""
        lefty = self.wide and self.client.settings.left_handed
        return float(self.x) + (self._side() + table_px(6) if lefty else 0.0)

    def _side(self) -> float:
        share, least, most = SIDE
        return min(max(float(self.width) * share, table_px(least)), table_px(most))

    def bar_place(self) -> tuple[float, float, float]:
        left = self.x if self.client.settings.left_handed else self.right - self._side()
        return left, float(self.y), self._side()

    def bar_height(self) -> float:
        """Room for two rows of buttons and two lines."""
        return bar_px(GAP + 2 * (BUTTON + GAP)) + 2 * line_height()

    def _lay_wide(self) -> None:
        """The board with its seats; beside it the wheel over past numbers and the buttons."""
        left, wide = self._left(), self.width - self._side() - table_px(6)
        low = self._floor()
        top = self._seat(left, left + wide, self.top - table_px(3)) - table_px(4)
        board = wide - table_px(10)
        high = min(top - low, board * 0.62)
        middle = low + (top - low - high) / 2
        self._lay_board((left + table_px(5), middle, board, high),
                        (left, self.y + table_px(2), wide, self.height - table_px(4)))  # fmt: skip
        x, _, across = self.bar_place()
        floor = self.y + self.bar_height()
        line = table_px(PAST_BOX[1])
        room = self.top - table_px(4) - floor
        lines = 2 if room > table_px(220) else 1
        side = min(across - table_px(8), room - lines * line - table_px(4))
        self._home = (x + (across - side) / 2, self.top - table_px(4) - side, side, side)
        large = min(across - table_px(8), room)
        self._beside = (x + (across - large) / 2, self.top - table_px(4) - large, large, large)
        self._lay_past(
            x + table_px(2), x + across - table_px(2), self.top - table_px(8) - side, lines
        )
        tray = self.plates[0].right + table_px(6) + 5 * table_px(TRAY + 1)
        self._lay_tools((tray, self.y + table_px(4), left + wide - tray, table_px(TRAY)), True)

    def _lay_board(self, box: Room, room: Room) -> None:
        board, least = self.layout, px(TOUCH)
        board.pos, board.size = box[:2], box[2:]
        board.grid = whole(box, not self.wide, least)
        self.lying.size, self.lying.pos, self.lying.grid = board.size, board.pos, board.grid
        self.loupe.place(room, not self.wide)

    def _lay_past(self, left: float, right: float, top: float, lines: int) -> None:
        """The newest first, as many as there is room for."""
        wide, high = table_px(PAST_BOX[0]), table_px(PAST_BOX[1])
        each = max(1, int((right - left) // wide))
        start = left + (right - left - each * wide) / 2
        for nth, tag in enumerate(self.past):
            line, place = divmod(nth, each)
            tag.opacity = 1 if line < lines else 0
            tag.size = (wide - table_px(3), high - table_px(4))
            tag.pos = (start + place * wide + table_px(1.5), top - (line + 1) * high + table_px(2))

    def _lay_tools(self, room: Room, right: bool = False) -> None:
        """The loupe, and what lies on the board."""
        x, y, wide, high = room
        side = px(TOUCH)
        gap = min(table_px(10), max(0.0, (wide - len(self.tools) * side) / (len(self.tools) + 1)))
        across = len(self.tools) * (side + gap) - gap
        left = x + wide - across - gap if right else x + (wide - across) / 2
        for nth, one in enumerate(self.tools.values()):
            one.size = (side, side)
            one.pos = (left + nth * (side + gap), y + (high - side) / 2)

    def lay_wheel(self) -> None:
        """Larger while it turns and nobody may bet, and never over chips of mine; else at home."""
        Animation.cancel_all(self.wheel, "pos", "size")
        self.wheel.pos, self.wheel.size = self._wheel_box()

    def _wheel_box(self) -> tuple[Point, Point]:
        x, y, wide, high = self._beside if self._large and self.wide else self._home
        if self._large and not self.wide and self.covers:
            board = self.layout
            side = max(min(board.size) * LARGE, wide)
            return (board.center_x - side / 2, board.center_y - side / 2), (side, side)
        return (x, y), (wide, high)

    def show_large(self, seconds: float = 0.0) -> None:
        """The wheel, larger; for so long, or until it is told to be small."""
        self._shrink_soon.cancel()
        self._go(True)
        if seconds:
            self._shrink_soon.timeout = seconds
            self._shrink_soon()

    def show_small(self, *_: object) -> None:
        self._shrink_soon.cancel()
        self._go(False)

    def _go(self, large: bool) -> None:
        if large == self._large:
            return
        self._large = large
        if not motion().normal:
            self.lay_wheel()
            return
        Animation.cancel_all(self.wheel, "pos", "size")
        pos, size = self._wheel_box()
        Animation(pos=pos, size=size, duration=GROWS_S, t="out_cubic").start(self.wheel)

    def lay_tray(self) -> None:
        x, y = self.plates[0].right + table_px(6), self.y + table_px(4)
        for one in self.tray:
            one.size = (table_px(TRAY), table_px(TRAY))
            one.pos = (x, y)
            x += table_px(TRAY + 1)

    def lay_middle(self) -> None:
        """The board has a place of its own."""

    def bet_spot(self, place: int) -> tuple[str, Point]:
        return "none", self.plates[place].center

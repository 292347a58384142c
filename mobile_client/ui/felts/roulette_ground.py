"""What lies on the felt of roulette, and where: the board, the wheel, past numbers, my chips."""

from typing import ClassVar, Final

from mobile_client.ui import look as looks
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.ground import Point
from mobile_client.ui.felts.plate import plate_height
from mobile_client.ui.felts.roulette_board import Board, Chips
from mobile_client.ui.felts.roulette_loupe import Loupe
from mobile_client.ui.felts.roulette_places import whole
from mobile_client.ui.felts.roulette_tray import TRAY, TrayChip
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.felts.wheel import WheelView
from mobile_client.ui.look import table_px as px
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets.buttons import IconButton

PAST: Final = 8
SMALL_FACE: Final = 30
SEAT: Final = 76
BROADEST: Final = 520
FEW: Final = 600
"""A felt that is lower than this, in dp, has no room for what the others hold."""


class RouletteGround(TableFelt):
    """The parts in their places."""

    rail: ClassVar[bool] = False
    deals: ClassVar[str] = "none"

    def __init__(self, *about: object) -> None:
        self.layout = Board(size_hint=(None, None))
        self.lying = Chips(self.short)
        self.wheel = WheelView()
        self.past = [Tag(kind="seat") for _ in range(PAST)]
        self.tray: list[TrayChip] = []
        self.eraser = IconButton(icon="erase")
        self.loupe = Loupe(self.short, self.lay_chip, lambda: self.tapped())
        super().__init__(*about)  # type: ignore[arg-type]  # handed on as they are
        at = self.children.index(self.flights)
        for part in (self.layout, self.lying, *self.past, self.eraser, self.wheel, self.loupe):
            self.add_widget(part, index=at + 1)

    def short(self, cents: int) -> str:
        """An amount in few letters."""
        return self.client.money(cents, short=True)

    def lay_chip(self, place: str) -> None:
        """A place was touched."""

    # -- where it lies -----------------------------------------------------------------------

    def lay(self) -> None:
        super().lay()
        if self.plates:
            self._lay_board()
            self.lay_wheel()
            self.lay_tray()

    def lay_mine(self) -> None:
        self._shrink()
        self.plates[0].pos = (self.x + px(4), self.y + px(4))
        self.hand.size = (0, 0)

    def _shrink(self) -> None:
        """Seats are small; on a low felt of the others only who they are."""
        wide = min(px(SEAT), (float(self.width) - px(8)) / max(self.count - 1, 1) - px(3))
        for plate in self.plates[1:]:
            plate.size, plate.center = (0, 0), self.center
        for place in (0, *self.shown):
            plate = self.plates[place]
            plate.lines = 1 if place and self.height < looks.px(FEW) else 2
            plate.side = SMALL_FACE
            plate.size = (wide, plate_height(plate.lines) + px(SMALL_FACE - 4))
        self.plates[0].width = px(SEAT)

    def lay_chairs(self) -> None:
        """All in one line along the top; I am at the bottom, beside my chips."""
        others = self.others
        if not others:
            return
        wide, high = others[0].size
        left = self.x + (self.width - len(others) * (wide + px(3))) / 2
        for nth, plate in enumerate(others):
            plate.pos = (left + nth * (wide + px(3)), self.top - high - px(3))

    def _lay_board(self) -> None:
        low = self.y + max(px(TRAY), self.plates[0].height) + px(8)
        others = self.others
        top = (others[0].y if others else self.top) - px(6)
        board, least = self.layout, looks.px(TOUCH)
        wide = self.width - px(12)
        if not self.wide:
            wide = min(wide, px(BROADEST))
        high = min(top - low, wide * 0.62) if self.wide else top - low
        board.size = (wide, high)
        board.pos = (self.x + (self.width - wide) / 2, low + (top - low - high) / 2)
        board.grid = whole((*board.pos, wide, high), not self.wide, least)
        self.lying.size, self.lying.pos, self.lying.grid = board.size, board.pos, board.grid
        bottom = self.y + px(2)
        room = (self.x, bottom, self.width, self.top - px(2) - bottom) if self.wide else (
            self.x, board.y, self.width, board.height)  # fmt: skip
        self.loupe.place(room, not self.wide)
        self._lay_corners()

    def _lay_corners(self) -> None:
        """Past numbers and the eraser, in the corners of the board that hold nothing else."""
        grid = self.layout.grid
        (x0, y0), (x1, y1) = grid.spot(-1, -2), grid.spot(0, 0)
        left, low, wide, high = min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)
        across = max(1, int(wide // px(34)))
        lines = int(high // px(24))
        for nth, tag in enumerate(self.past):
            line, place = divmod(nth, across)
            tag.opacity = 1 if line < lines else 0
            tag.size = (px(30), px(22))
            tag.pos = (left + place * px(34) + px(2), low + high - (line + 1) * px(24))
        self.eraser.center = self._far_corner()[0]

    def _far_corner(self) -> tuple[Point, Point, float]:
        """The corner beside the columns, in two halves: the middle of each, and how large both."""
        grid = self.layout.grid
        (x0, y0), (x1, y1) = grid.spot(12, -2), grid.spot(13, 0)
        left, low, wide, high = min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)
        if self.wide:
            x = left + wide / 2
            return (x, low + high * 0.75), (x, low + high * 0.25), min(wide, high / 2)
        y = low + high / 2
        return (left + wide * 0.25, y), (left + wide * 0.75, y), min(wide / 2, high)

    def lay_wheel(self) -> None:
        """Over the board while it turns and nobody may bet; else in a corner without a field."""
        board = self.layout
        if self.wheel.spinning:
            side = min(board.size) * (0.9 if self.wide else 0.62)
            middle: Point = (board.center_x, board.center_y)
        else:
            _, middle, room = self._far_corner()
            side = room - px(2)
        self.wheel.size = (side, side)
        self.wheel.center = middle

    def lay_tray(self) -> None:
        x, y = self.plates[0].right + px(6), self.y + px(4)
        for one in self.tray:
            one.size = (px(TRAY), px(TRAY))
            one.pos = (x, y)
            x += px(TRAY + 1)

    def lay_middle(self) -> None:
        """The board has a place of its own."""

    def bet_spot(self, place: int) -> tuple[str, Point]:
        return "none", self.plates[place].center

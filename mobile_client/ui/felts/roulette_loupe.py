"""A piece of the roulette board under a loupe: each place of it is as large as a thumb."""

from collections.abc import Callable, Collection
from typing import Final

from kivy.graphics import StencilPop, StencilPush, StencilUnUse, StencilUse
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty

from client_core.felts.roulette_places import FIELDS, SPOTS, STREETS, Grid, inside, nearest
from mobile_client.ui import theme
from mobile_client.ui.felts.roulette_board import Short, draw_chips, draw_fields, draw_meant
from mobile_client.ui.look import px
from mobile_client.ui.theme import RADIUS, TOUCH, faded
from mobile_client.ui.widgets.buttons import IconButton
from mobile_client.ui.widgets.controls import Touch
from mobile_client.ui.widgets.drawn import Drawn, block, border, disc

CELL: Final = 2 * TOUCH
"""In dp: a number with the halves of its splits on all sides, so that each is a thumb wide."""
LEAST: Final = 1.5
MOST: Final = 4.5
"""How many streets are seen at least and at most."""
BESIDE: Final = 0.25
"""How much of the board is seen beside the numbers, where streets and lines are laid."""
ACROSS: Final = (-0.05, 3 + BESIDE)
"""From where to where across the board it goes."""
BREADTH: Final = ACROSS[1] - ACROSS[0]
NUMBERED: Final = tuple(place for place in FIELDS if place.startswith("straight"))


class Loupe(Drawn):
    """A loupe over the board. `open(along)` shows the streets about there; `lay(place)` is called
    with what was touched."""

    there = BooleanProperty(False)
    upright = BooleanProperty(True)
    first = NumericProperty(-1.0)
    """Where along the board it begins, in cells."""
    able = ListProperty([])
    """The places that may be touched."""
    mine = ObjectProperty({})
    others = ObjectProperty({})
    meant = ObjectProperty("")
    WATCHED = ("there", "upright", "first", "able", "mine", "others", "meant")

    def __init__(
        self, short: Short, lay: Callable[[str], None], tapped: Callable[[], None]
    ) -> None:
        self.short, self.lay, self.tapped = short, lay, tapped
        self.finger: tuple[float, float, float, float] | None = None
        """Which point of the board, in cells, was under a finger when it opened, and where."""
        self.room: tuple[float, float, float, float] = (0, 0, 1, 1)
        self.before, self.after = IconButton(icon="back"), IconButton(icon="forward")
        self.away = IconButton(icon="close")
        super().__init__(size_hint=(None, None), size=(0, 0))
        self.before.bind(on_release=lambda _: self.turn(-1))
        self.after.bind(on_release=lambda _: self.turn(1))
        self.away.bind(on_release=lambda _: self.close())

    # -- open and closed ---------------------------------------------------------------------

    def open(
        self, along: float, across: float = 0.0, under: tuple[float, float] | None = None
    ) -> None:
        """The street there, between parts of its neighbours; under a finger, where one holds."""
        self.there = True
        self.finger = None if under is None else (along, across, *under)
        self._show(int(min(max(along, 0), STREETS - 1)) + 0.5 - self._span() / 2)

    def turn(self, by: int) -> None:
        """On by a street."""
        self.finger = None
        self._show(self.first + by)

    def close(self) -> bool:
        """Away with it; whether it was there."""
        was = bool(self.there)
        self.there, self.meant = False, ""
        if was:
            self.clear_widgets()
            self.size = (0.0, 0.0)
        return was

    def _show(self, first: float) -> None:
        self.first = min(max(first, -1.0), STREETS + BESIDE - self._span())
        if self.before.parent is None:
            for one in (self.before, self.after, self.away):
                self.add_widget(one)
        self.place(self.room, self.upright)

    # -- where it stands ---------------------------------------------------------------------

    def place(self, room: tuple[float, float, float, float], upright: bool) -> None:
        """In this room: left, low, width, height."""
        self.room, self.upright = room, upright
        if not self.there:
            return
        x, y, wide, high = room
        cell, bar = self._cell(), px(TOUCH)
        along, across = self._span() * cell, BREADTH * cell
        self.size = (across, along + bar) if upright else (along + bar, across)
        # Beside an upright board there is nothing; beside a wide one are the chips to lay with.
        left = (wide - self.size[0]) * (0.5 if upright else 1)
        self.pos = (x + left, y + (high - self.size[1]) / 2)
        if self.finger is not None:
            at = self.grid.spot(*self.finger[:2])
            shift = self.finger[2] - at[0], self.finger[3] - at[1]
            self.pos = (
                max(x, min(x + wide - self.size[0], self.pos[0] + shift[0])),
                max(y, min(y + high - self.size[1], self.pos[1] + shift[1])),
            )
        if upright:
            spots = [(self.x + place, self.y) for place in (0.0, bar, across - bar)]
        else:
            spots = [(self.x + along, self.y + place) for place in (0.0, bar, across - bar)]
        for one, spot in zip((self.before, self.after, self.away), spots, strict=True):
            one.pos = spot
        self.before.icon, self.after.icon = ("up", "down") if upright else ("back", "forward")
        self.stale()

    def _cell(self) -> float:
        """As large as a thumb needs, or as there is room across."""
        _, _, wide, high = self.room
        return min(px(CELL), (wide if self.upright else high) / BREADTH)

    def _span(self) -> float:
        """How many streets there is room for."""
        _, _, wide, high = self.room
        room = (high if self.upright else wide) - px(TOUCH)
        return float(min(max(int(2 * room / self._cell()) / 2, LEAST), MOST))

    @property
    def grid(self) -> Grid:
        cell = self._cell()
        along, across = self._span() * cell, BREADTH * cell
        last = self.first + self._span()
        if self.upright:
            top = self.y + px(TOUCH) + along
            down = (self.first, top), (last, top - along)
            beside = (ACROSS[0], self.x), (ACROSS[1], self.x + across)
            return Grid(down, beside, True, large=True)
        right = (self.first, self.x), (last, self.x + along)
        above = (ACROSS[0], self.y), (ACROSS[1], self.y + across)
        return Grid(right, above, False, large=True)

    # -- touches -----------------------------------------------------------------------------

    def at(self, x: float, y: float) -> str:
        """The place under a finger."""
        along, across = self.grid.cells(x, y)
        last = self.first + self._span()
        if not (self.first <= along <= last and ACROSS[0] <= across <= ACROSS[1]):
            return ""
        if along < -BESIDE:
            return "straight:0" if "straight:0" in self.able else ""
        along, across = min(max(along, 0.0), STREETS), min(max(across, 0.0), 3.0)
        return nearest(along, across, self.able)

    def on_touch_down(self, touch: Touch) -> bool:
        if not self.there or not self.collide_point(*touch.pos):
            return False
        if not super().on_touch_down(touch):
            touch.grab(self)
            self.mean(touch)
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.mean(touch)
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        place, self.meant = self.meant, ""
        if place:
            self.lay(place)
        self.tapped()
        return True

    def mean(self, touch: Touch) -> None:
        """What lies under this finger is meant."""
        meant = self.at(*touch.pos) if self.collide_point(*touch.pos) else ""
        if meant != self.meant:
            self.meant = meant
            self.tapped()

    # -- looks -------------------------------------------------------------------------------

    def paint(self) -> None:
        if not self.there:
            return
        r, x, y, w, h = px(RADIUS["normal"]), *self.box
        block(x - px(3), y - px(5), w + px(6), h + px(8), faded(theme.BLACK, 0.5), r)
        block(x, y, w, h, theme.SURFACE, r)
        bar = px(TOUCH)
        window = (x, y + bar, w, h - bar) if self.upright else (x, y, w - bar, h)
        StencilPush()
        block(*window, theme.WHITE, r)
        StencilUse()
        block(*window, theme.FELTS["emerald"].rim)
        self._board()
        StencilUnUse()
        block(*window, theme.WHITE, r)
        StencilPop()
        border(x, y, w, h, theme.GOLD, 1.6, r)

    def _board(self) -> None:
        grid, last = self.grid, self.first + self._span()
        seen = [place for place in NUMBERED if self.first - 1 < FIELDS[place][0] < last]
        draw_fields(grid, seen, {}, None, "heading")
        for place in self._seen(self.able):
            if place not in FIELDS:
                disc(*grid.spot(*SPOTS[place]), px(3.5), faded(theme.TEXT, 0.75))
        if self.meant:
            draw_meant(grid, self.meant)
        mine = {place: self.mine[place] for place in self._seen(self.mine)}
        others = {place: self.others[place] for place in self._seen(self.others)}
        draw_chips(grid, mine, others, (), self.short)

    def _seen(self, places: Collection[str]) -> list[str]:
        """Those of them that lie among the numbers that are in sight."""
        last = self.first + self._span()
        return [place for place in places
                if inside(SPOTS[place][0] + (place == "straight:0"), SPOTS[place][1])
                and self.first <= SPOTS[place][0] <= last]  # fmt: skip

"""Laying chips on a roulette board: by a tap, a finger that holds, a mouse, keys."""

from typing import Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.properties import NumericProperty

from client_core.client import Button
from client_core.felts.keys import BOARD, said
from client_core.felts.roulette import typed_number
from client_core.felts.roulette_places import BEGINS, inside, meant, on_board
from mobile_client.ui.felts.roulette_ground import RouletteGround
from mobile_client.ui.felts.roulette_keys import STEPS, towards
from mobile_client.ui.felts.tray import DIM, TrayChip
from mobile_client.ui.look import px
from mobile_client.ui.widgets.controls import Touch
from protocol.chips import Chip

DIRECT: Final = 60
"""From this size of a number in dp on, a thumb needs no loupe to mean a line beside it."""
EDGE: Final = 0.24
"""How near a line, in cells, a finger on a large board means the line."""
FINE: Final = 0.11
"""The same for a mouse: most of a number is the number."""
HOLD_S: Final = 0.4
"""A finger that stays so long on a number opens the loupe."""
SLIPS: Final = 12
"""A finger that has moved by so much, in dp, does not hold any more."""
ABOVE: Final = 54
"""How far above a finger stands what it means, in dp."""


class BetLaying(RouletteGround):
    """The board of roulette under a finger, a mouse and a keyboard."""

    value = NumericProperty(0)
    """What one touch lays."""

    def __init__(self, *about: object) -> None:
        self._from: tuple[float, float] = (0, 0)
        self._moved_far = False
        self._dragged: TrayChip | None = None
        self._kinds: list[Chip] = []
        """What lies in the tray, also while the house has not answered and nothing is offered."""
        self._typed = ""
        """The digits of a number, while it is typed."""
        super().__init__(*about)
        self._hold = Clock.create_trigger(self._held, HOLD_S)
        self._touch: Touch | None = None
        self.tools["search"].bind(on_release=lambda _: self.look_closer())
        self._window = EventLoop.window
        if self._window is not None:
            self._window.bind(mouse_pos=self._hover)

    def _show_tray(self, lasts: bool) -> None:
        """The chips to lay with. Those that lay there stay in their places while bets last; what
        cannot be laid any more is dim."""
        able = self._able_chips()
        kept = [one for one in self._kinds if one not in able and one in self.chips]
        self._kinds = chips = sorted([*able, *(kept if lasts else ())], key=lambda one: one.value)
        while len(self.tray) > len(chips):
            self.remove_widget(self.tray.pop())
        while len(self.tray) < len(chips):
            one = TrayChip()
            one.bind(on_release=self._chosen)
            self.tray.append(one)
            self.add_widget(one, index=self.children.index(self.loupe) + 1)
        if able and self.value not in {one.value for one in able}:
            below = [one.value for one in able if one.value < self.value]
            self.value = max(below, default=able[0].value)
        for widget, kind in zip(self.tray, chips, strict=True):
            widget.colour, widget.text = kind.colour, self.short(kind.value)
            widget.lit = int(kind in able and kind.value == self.value)
            widget.opacity = 1 if kind in able else DIM
        self.loupe.able = sorted(self._able())
        self.lay_tray()

    # -- what I do ---------------------------------------------------------------------------

    def _offers(self, verb: str) -> list[Button]:
        return [one for one in self.acts.buttons if one.verb == verb and not self.acts.sent]

    def _able(self) -> set[str]:
        """The places that may be touched now."""
        return {place for one in self._offers("bet") for place in one.on}

    def _able_chips(self) -> list[Chip]:
        bet = next(iter(self._offers("bet")), None)
        if bet is None:
            return []
        able = [one for one in self.chips if bet.low <= one.value <= bet.high]
        return able or [Chip(bet.low, "white")]

    def _values(self) -> list[int]:
        """What may be laid; while the house has not answered yet, what it was."""
        return [one.value for one in (self._kinds if self.acts.sent else self._able_chips())]

    def _chosen(self, widget: TrayChip) -> None:
        # The house may have answered since the finger came down, and taken this one away.
        if widget in self.tray:
            self._take(self._kinds[self.tray.index(widget)].value)

    def _take(self, value: int) -> None:
        if value not in self._values():
            return
        self.value = value
        for widget, kind in zip(self.tray, self._kinds, strict=True):
            widget.lit = int(kind.value == value)

    @property
    def small(self) -> bool:
        """Its numbers are too small for a thumb to mean a line beside one."""
        return bool(min(self.layout.grid.cell) < px(DIRECT))

    def place_at(self, x: float, y: float, fine: bool = False) -> str:
        """The place that a finger means there, of those that are offered; a mouse is `fine`."""
        along, across = self.layout.grid.cells(x, y)
        if not on_board(along, across):
            return ""
        return meant(along, across, self._able(), FINE if fine else 0.0 if self.small else EDGE)

    def on_touch_down(self, touch: Touch) -> bool:
        self._dragged = next((one for one in self.tray if one.collide_point(*touch.pos)), None)
        if super().on_touch_down(touch):
            if self._dragged is not None:
                # A chip may be drawn from the tray to where it is to lie.
                touch.grab(self)
            return True
        if self.loupe.close():
            return True
        if not on_board(*self.layout.grid.cells(*touch.pos)) or not self._able():
            return False
        touch.grab(self)
        self._from, self._moved_far, self._touch = touch.pos, False, touch
        if inside(*self.layout.grid.cells(*touch.pos)):
            self._hold()
        self._mean(self.place_at(*touch.pos, _fine(touch)), touch)
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        far = max(abs(touch.x - self._from[0]), abs(touch.y - self._from[1]))
        if self._dragged is None and far > px(SLIPS):
            self._moved_far = True
            self._hold.cancel()
        if self.loupe.there:
            self.loupe.mean(touch)
            self._mean("", touch)
        else:
            self._mean(self.place_at(*touch.pos, _fine(touch)), touch)
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._hold.cancel()
        place, self._touch = str(self.lying.meant), None
        if self.loupe.there:
            # Whoever has only held it open looks first, and means nothing yet.
            place, self.loupe.meant = (str(self.loupe.meant) if self._moved_far else ""), ""
        dragged, self._dragged = self._dragged, None
        self._mean("", touch)
        if place and dragged is not None and dragged in self.tray:
            self._chosen(dragged)
        if place:
            self.lay_chip(place)
        self.tapped()
        return True

    def _mean(self, place: str, touch: Touch) -> None:
        """What a finger is on is lit, and named above it where it hides it."""
        if place != self.lying.meant:
            self.lying.meant = place
            self.tapped()
        hides = bool(place) and not _fine(touch)
        self.bubble.text = self.client.texts.place_name(place) if hides else ""
        if hides:
            half = self.bubble.width / 2
            self.bubble.center = (
                max(self.x + half, min(self.right - half, touch.x)),
                min(self.top - px(16), touch.y + px(ABOVE)),
            )

    def _held(self, _: float) -> None:
        """The finger stays where it is: the numbers under it grow."""
        touch = self._touch
        if touch is None or not self._able():
            return
        along, across = self.layout.grid.cells(*touch.pos)
        self._from = touch.pos
        self._mean("", touch)
        self.loupe.open(along, across, touch.pos)
        self.tapped()

    def _hover(self, _: object, at: tuple[float, float]) -> None:
        """A mouse shows what a click would mean."""
        if self._touch is not None or self.loupe.there or self.get_root_window() is None:
            return
        x, y = self.to_widget(*at)
        place = self.place_at(x, y, True) if self._able() and not self.overlaid() else ""
        if place != self.lying.meant:
            self.lying.meant = place
            self.tapped()

    def overlaid(self) -> bool:
        """Something lies over the table."""
        return False

    def lay_chip(self, place: str) -> None:
        """One chip more on a place."""
        button = next((one for one in self._offers("bet") if place in one.on), None)
        if button is None:
            return
        amount = max(button.low, min(button.high, int(self.value)))
        self.client.turn.tap(self.table, button, amount, on=place)

    # -- keys ----------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """Arrows and digits lead to a place; the space bar lays a chip there."""
        able = sorted(self._able())
        if not able:
            return False
        at = str(self.lying.meant)
        if key in STEPS:
            self._typed = ""
            self.lying.meant = towards(self.layout.grid, at, key, able) if at in able else BEGINS
        elif key.isdigit() and len(key) == 1:
            self._typed = typed_number(self._typed, key)
            self.lying.meant = f"straight:{int(self._typed)}"
        elif key == "space" and at in able:
            self.lay_chip(at)
        elif key in ("page_up", "page_down"):
            self._other_chip(1 if key == "page_up" else -1)
        else:
            return False
        self.tapped()
        return True

    def keys(self) -> tuple[tuple[str, str], ...]:
        if not self._able():
            return ()
        return said(self.client, BOARD)

    def _other_chip(self, by: int) -> None:
        values = self._values()
        if not values:
            return
        at = values.index(self.value) if self.value in values else 0
        self._take(values[max(0, min(len(values) - 1, at + by))])

    def look_closer(self) -> None:
        """The loupe, without a finger that holds."""
        if not self.loupe.close() and self._able():
            self.loupe.open(5)
        self.tapped()

    def back(self) -> bool:
        """The loupe is put away."""
        return self.loupe.close()

    def rest(self) -> None:
        super().rest()
        self._hold.cancel()
        if self._window is not None:
            self._window.unbind(mouse_pos=self._hover)


def _fine(touch: Touch) -> bool:
    """A mouse points at what it means; a finger covers it."""
    return "button" in touch.profile

"""The stage that all screens are shown on, and what a screen is.

`stage.base` is where the core wants the player ("start", "lobby", "table"); pages such as the
settings lie on it. Only what is in sight is in the window: whatever lies below costs nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import ClassVar, Final

from kivy.animation import Animation
from kivy.core.window import Window
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from client_core.client import Client, Toast
from client_core.felts.strip import dot_of
from mobile_client.ui import theme
from mobile_client.ui.device import Device
from mobile_client.ui.look import bar_px, make_room, motion, px
from mobile_client.ui.sound import Sounds
from mobile_client.ui.status_strip import StatusStrip
from mobile_client.ui.toasts import ToastColumn
from mobile_client.ui.widgets.overlays import Dialog, Overlay
from mobile_client.ui.widgets.status import ConnectionDot

CALLED_S: Final = 0.06
"""How long the device shakes."""
HEAD: Final = 56
"""Below the head of a sheet, in dp, come toasts while one is open."""
ASIDE: Final = 180
"""Toasts lie beside a sheet where so much is free there, in dp."""
LOW: Final = 420
"""In a window lower than this, in dp, the connection is told within the bar of a table."""
Answers = Sequence[tuple[str, str, Callable[[], object]]]


class Screen(FloatLayout):
    """One screen. It is built with the client, the stage and what it is about, and shown at once;
    it is told what has changed only while it is in sight."""

    awake: ClassVar[bool] = False
    """The device must not go dark while this is in sight."""
    over_keyboard: ClassVar[bool] = False
    """It keeps its size when the keyboard comes, and makes room itself."""

    tells_connection: ClassVar[bool] = False
    """It says itself how the connection stands."""

    head: ClassVar[float | None] = None
    """Toasts come in so many dp below the upper edge; None: at the lower one, above `floor`."""

    head_bar: ClassVar[float] = 0
    """How high in dp the bar is at whose right end the connection is shown; 0: in the corner."""

    wide = BooleanProperty(False)
    """Wider than high: `arrange` is called whenever this changes."""

    def __init__(self, client: Client, stage: "Stage", **words: object) -> None:
        super().__init__(**words)
        self.client = client
        self.stage = stage
        self.say = client.say
        self.fbind("size", self._turned)
        self.fbind("wide", lambda *_: self.arrange())

    def add_widget(self, widget: Widget, *where: object, **named: object) -> None:
        # Kivy would leave what fills the screen in the corner of the window, under bars and keys.
        if not widget.pos_hint and tuple(widget.size_hint) == (1, 1):
            widget.pos_hint = {"x": 0, "y": 0}
        super().add_widget(widget, *where, **named)

    def _turned(self, *_: object) -> None:
        self.wide = self.width > self.height

    @property
    def floor(self) -> float:
        """So many pixels of the lower edge stay free of toasts: what the screen is for."""
        return 0

    @property
    def beside(self) -> float:
        """So many pixels of the left edge stay free of them: what is looked for there."""
        return 0

    def arrange(self) -> None:
        """Portrait or landscape: `wide` has changed."""

    def heard(self, topic: str, table: str) -> None:
        """Something changed; "" is everything: it has just come into sight."""

    def gone(self) -> None:
        """It is out of sight, perhaps for ever."""

    def tells(self, said: Toast) -> bool:
        """Whether this screen says these short words itself, in a place of its own."""
        return False

    def tells_below(self, said: Toast) -> bool:
        """The same while something lies over this screen."""
        return self.tells(said)

    def scrolled_like(self, other: "Screen") -> None:
        """It is looked at where the other was."""

    def back(self) -> bool:
        """The back key: whether there was something to go back to inside of this screen."""
        return False

    def key(self, key: str) -> bool:
        """A key of the keyboard, by its name: whether it did something here."""
        return False

    def keys(self) -> Sequence[tuple[str, str]]:
        """What the keys do here: what it is, and what is pressed."""
        return ()

    def covered(self) -> None:
        """Something has opened over this screen, or is gone again."""

    @property
    def begins(self) -> Widget | None:
        """Where the keyboard begins; None is at what is read first."""
        return None

    @property
    def question(self) -> int:
        """Another number for each thing that is asked here: the keyboard begins anew with it."""
        return 0


class Stage(FloatLayout):
    """Shows one screen, and over it banner, connection, toasts and dialogs."""

    insets = ListProperty([0, 0, 0, 0])
    """Left, top, right, bottom in pixels: no screen goes there."""
    keyboard = NumericProperty(0)
    """How much of the lower edge the keyboard covers, in pixels."""

    def __init__(
        self, client: Client, device: Device, sounds: Sounds, screens: Mapping[str, str]
    ) -> None:
        super().__init__()
        self.client, self.device, self.sounds = client, device, sounds
        # A ground that is painted would cost each frame a second layer of the whole window.
        Window.clearcolor = theme.NIGHT
        self._screens: Final = screens
        self._stack: list[tuple[str, dict[str, object], Screen]] = []
        self._shown: Screen | None = None
        self.strip = StatusStrip(client, self.home)
        self.strip.fbind("calls", self._called)
        self.toasts = ToastColumn(client, self._told)
        self.layer = FloatLayout(size_hint=(None, None))
        self.dot = ConnectionDot()
        # Toasts come last: what is said while a sheet is open is not to be read behind it.
        for one in (self.strip, self.dot, self.layer, self.toasts):
            self.add_widget(one)
        self.layer.fbind("children", self._covered)
        for name in ("size", "pos", "insets", "keyboard"):
            self.fbind(name, self.lay_out)
        for one in (self.strip, self.toasts):
            one.fbind("height", self.lay_out)
        self._forget = client.observe(self._heard)
        self._connection()
        self._based()

    # -- which screen ------------------------------------------------------------------------

    @property
    def base(self) -> str:
        return self._stack[0][0]

    @property
    def name(self) -> str:
        """The screen in sight."""
        return self._stack[-1][0]

    @property
    def screen(self) -> Screen:
        return self._stack[-1][2]

    def go(self, name: str, **about: object) -> None:
        """Lay a page over what is shown; what is no page but a drawer is opened."""
        made = self._made(name, about)
        if isinstance(made, Overlay):
            self.open(made)
            return
        self._stack.append((name, about, made))
        self._show()

    def back(self) -> bool:
        """One step back, as the back key goes; False where there is nothing before."""
        for overlay in reversed(self.overlays):
            overlay.close()
            return True
        if self.screen.back():
            return True
        if len(self._stack) > 1:
            self._stack.pop()
            self._show()
            return True
        if self.base == "table":
            self.client.show("")
            return True
        return False

    def home(self) -> None:
        """Away with all pages."""
        if len(self._stack) > 1:
            del self._stack[1:]
            self._show()

    def _made(self, name: str, about: Mapping[str, object]) -> "Screen | Overlay":
        module, _, kind = self._screens[name].partition(":")
        made: Screen = getattr(import_module(module), kind)(self.client, self, **about)
        return made

    def _based(self) -> None:
        """The core has decided where the player is."""
        where = self.client.screen
        about: dict[str, object] = {"table": where.table} if where.name == "table" else {}
        if self._stack and (where.name, about) == self._stack[0][:2]:
            return
        self._stack = [(where.name, about, self._made(where.name, about))]
        for overlay in self.overlays:
            if not (overlay.stays or (overlay.follows and where.name != "start")):
                overlay.close()
        self._show()

    def rebuild(self) -> None:
        """Make every screen anew: all its texts have changed. Each is looked at where it was."""
        self._stack = [
            (name, about, self._again(name, about, old)) for name, about, old in self._stack
        ]
        self.toasts.tell()
        self._show()

    def _again(self, name: str, about: Mapping[str, object], old: Screen) -> Screen:
        made = self._made(name, about)
        made.scrolled_like(old)
        return made

    def _show(self) -> None:
        now = self.screen
        if now is self._shown:
            return
        if self._shown is not None:
            self.remove_widget(self._shown)
            self._shown.gone()
        self._shown = now
        now.size_hint = (None, None)
        self.strip.quiet = now.tells_connection
        below = self._stack[0][1].get("table", "") if len(self._stack) > 1 else ""
        self.strip.table = str(below) if self.base == "table" else ""
        self.dot.opacity = 0 if now.tells_connection else 1
        self.lay_out()
        # Behind strip, toasts and dialogs, which were added before.
        self.add_widget(now, index=len(self.children))
        now.heard("", "")
        self.toasts.heard("toasts")
        self.device.keep_awake(now.awake)
        Animation.cancel_all(now, "opacity")
        now.opacity = 1
        if motion().normal:
            now.opacity = 0
            Animation(opacity=1, duration=motion().normal, t="out_quad").start(now)

    def _called(self, _: object, calls: bool) -> None:
        """A table waits below the page in sight."""
        if calls and self.client.settings.vibration:
            self.device.vibrate(CALLED_S)

    def _told(self, said: Toast) -> bool:
        if self._shown is None:
            return False
        return self._shown.tells_below(said) if self.overlays else self._shown.tells(said)

    def _covered(self, *_: object) -> None:
        """Something lies over the screen, or lies there no more: toasts go where they are seen."""
        if self._shown is not None:
            self._shown.covered()
        if not self.client.notices.toasts:
            return
        self.lay_out()
        self.toasts.heard("toasts")
        if self._shown is not None:
            self._shown.heard("toasts", "")

    # -- where it stands ---------------------------------------------------------------------

    def lay_out(self, *_: object) -> None:
        make_room(min(self.size))
        left, top, right, bottom = self.insets
        x, y = self.x + left, self.y + bottom
        wide = max(1, self.width - left - right)
        # `top` is still the old one when the height has just changed.
        ceiling = roof = self.y + self.height - top
        bar = bar_px(self._shown.head_bar) if self._shown is not None else 0.0
        ceiling -= self.strip.lay(x, ceiling, wide, bar if self.height < px(LOW) else 0.0)
        floor = max(y, self.y + self.keyboard)
        self.layer.pos, self.layer.size = (x, floor), (wide, max(1, roof - floor))
        # Without a bar in the corner, where the icon of a button below has no ink.
        low = bar / 2 + self.dot.height / 2 if bar else self.dot.height - px(4)
        self.dot.pos = (x + wide - self.dot.width - (px(4) if bar else 0), ceiling - low)
        if (shown := self._shown) is not None:
            low = y if shown.over_keyboard else floor
            shown.pos = (x, low)
            shown.size = (wide, max(1, ceiling - low))
            if self.overlays:
                self._lay_over(self.overlays[-1], x, wide, floor, roof)
                return
            left = x + shown.beside
            self.toasts.width = max(1, x + wide - left)
            if shown.head is None:
                self.toasts.pos = (left, floor + shown.floor)
            else:
                self.toasts.pos = (left, ceiling - px(shown.head) - self.toasts.height)

    def _lay_over(self, top: Overlay, x: float, wide: float, floor: float, roof: float) -> None:
        """Toasts while something lies over the screen: beside it, or where it has room."""
        free, room = top.free_beside(wide)
        aside = room >= px(ASIDE)
        self.toasts.width = room if aside else wide
        above = top.floor
        low = floor + above if above and not aside else roof - px(HEAD) - self.toasts.height
        self.toasts.pos = (x + free if aside else x, low)
        top.told = 0 if aside or above or not self.toasts.shown else self.toasts.height

    # -- what lies over it -------------------------------------------------------------------

    @property
    def overlays(self) -> list[Overlay]:
        """Dialogs and drawers, the topmost last."""
        return [one for one in reversed(self.layer.children) if isinstance(one, Overlay)]

    def open(self, overlay: Overlay) -> None:
        overlay.open(self.layer)

    def ask(self, title: str, text: str, answers: Answers) -> Dialog:
        """A question with its answers: (text, kind of button, what to do)."""
        dialog = Dialog(answers, title=title, text=text)
        self.open(dialog)
        return dialog

    # -- what changes ------------------------------------------------------------------------

    def _heard(self, topic: str, table: str) -> None:
        if topic == "screen":
            self._based()
        if topic == "connection":
            self._connection()
        self.strip.heard(topic)
        self.toasts.heard(topic)
        self.screen.heard(topic, table)

    def _connection(self) -> None:
        now = self.client.connection.view
        self.dot.state, self.dot.readable = dot_of(now.state), now.readable

    def close(self) -> None:
        """Hear nothing more."""
        self._forget()
        self.strip.close()

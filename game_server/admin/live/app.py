"""The live view: a screen that is all picture, and the keys that say of what."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, ClassVar, Final, Protocol

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.message import Message
from textual.widget import Widget

from game_server.admin.live import ink, key_help, rooms, table
from game_server.admin.live.link import Ended, Lost, News, Shown
from game_server.admin.patch import merged

TICK_S: Final = 0.25
LEAST: Final = (40, 13)
"""A terminal that is smaller shows no more than that it is."""
WAITING: Final = "Waiting for the house."
OVER: Final = " Press q."


class Source(Protocol):
    """The source of what is looked at."""

    def start(self, heard: Callable[[News], None]) -> int:
        """Begin to hand on what comes, from whatever thread; the number of the first look."""

    def watch(self, table: str) -> int:
        """Look at a table, or with "" at all rooms; the number of this look."""

    def close(self) -> None:
        """Look no more."""


class Picture(Widget):
    """The widget of the live view: fills the screen with what the app draws."""

    def __init__(self, draw: Callable[[int, int], list[Text]]) -> None:
        super().__init__()
        self._draw = draw

    def render(self) -> Text:
        width, height = self.size
        lines = self._draw(width, height)
        return Text("\n", no_wrap=True, end="").join(lines)


class Live(App[None]):
    """The app of the live view: shows all tables or one; whatever is pressed changes nothing
    there."""

    CSS = "Screen { background: #101a15; } Picture { width: 1fr; height: 1fr; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", priority=True),
        Binding("ctrl+c", "quit", priority=True),
        Binding("question_mark,f1,h", "help"),
        Binding("escape,backspace,left", "leave"),
        Binding("enter,right", "open"),
        Binding("up,k", "move(-1)"),
        Binding("down,j", "move(1)"),
        Binding("pageup", "page(-1)"),
        Binding("pagedown", "page(1)"),
        Binding("home", "edge(-1)"),
        Binding("end", "edge(1)"),
    ]

    class Came(Message):
        """The message that something has come from the house."""

        def __init__(self, news: News) -> None:
            super().__init__()
            self.news = news

    def __init__(
        self,
        source: Source,
        watching: str = "",
        seconds: Callable[[], float] = monotonic,
        colours: bool = True,
    ) -> None:
        # Without colours the terminal has its own, not shades of grey.
        super().__init__(ansi_color=not colours)
        self._source, self._seconds = source, seconds
        self._watching, self._look = watching, 0
        self._shown: dict[str, Any] | None = None
        self._chosen = watching
        self._back = 0
        self._trouble = self._notice = ""
        self._ahead_ms = 0.0
        """How far the clock of the house is ahead of ours."""
        self._helping = False
        self._picture = Picture(self._drawn)

    @property
    def shown(self) -> Mapping[str, Any]:
        """What is looked at, as far as it has come."""
        return self._shown or {}

    # -- what comes ----------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield self._picture

    def on_mount(self) -> None:
        self._look = self._source.start(self._came)
        self.set_interval(TICK_S, self._tick)

    def on_unmount(self) -> None:
        self._source.close()

    def _came(self, news: News) -> None:
        self.post_message(self.Came(news))

    def on_live_came(self, came: "Live.Came") -> None:
        self.take(came.news)

    def take(self, news: News) -> None:
        """Show what has come."""
        match news:
            case Lost(text, over):
                self._trouble = text + (OVER if over else "")
            case Shown(look, body) if look == self._look:
                self._show(body)
            case Ended(look, text) if look == self._look and text:
                self._notice = text
                if self._watching:
                    self._turn_to("")
        self._picture.refresh()

    def _show(self, body: Mapping[str, Any]) -> None:
        self._trouble = ""
        self._ahead_ms = body["now_ms"] - self._seconds() * 1000
        if "changes" in body:
            self._shown = merged(self._shown or {}, body["changes"])
        else:
            self._shown = dict(body["table" if self._watching else "house"])
        if not self._watching:
            listed = rooms.names(self._shown)
            if self._chosen not in listed:
                self._chosen = listed[0] if listed else ""

    def _turn_to(self, watching: str) -> None:
        if watching:
            self._notice = ""
        self._watching, self._shown, self._back = watching, None, 0
        self._look = self._source.watch(watching)

    def _tick(self) -> None:
        if self._watching and self._shown is not None and not self._trouble:
            self._picture.refresh()

    def on_resize(self, event: Resize) -> None:
        self._picture.refresh()

    # -- what is drawn -------------------------------------------------------------------

    def _drawn(self, width: int, height: int) -> list[Text]:
        if width < LEAST[0] or height < LEAST[1]:
            return [ink.fit(ink.say("Make the terminal larger."), width)]
        said = self._trouble or self._notice
        if self._helping:
            return key_help.picture(width, height)
        if self._shown is None:
            blank = [ink.say("")] * (height - 2)
            return [
                ink.fit(ink.say(f" {WAITING}", ink.QUIET), width),
                *blank,
                ink.fit(ink.say(f" {said}", ink.ALARM), width),
            ]
        if not self._watching:
            return rooms.picture(self._shown, self._chosen, said, width, height)
        now = self._seconds() * 1000 + self._ahead_ms
        return table.picture(self._shown, table.View(now, self._back, said), width, height)

    # -- keys ----------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show the keys, or what was there before."""
        self._helping = not self._helping
        self._picture.refresh()

    def action_leave(self) -> None:
        """From the help to what it covers, from a table to all rooms; where nothing came of
        that it is asked for again."""
        if self._helping:
            self._helping = False
        elif self._watching or self._shown is None:
            self._chosen = self._watching or self._chosen
            self._turn_to("")
        self._picture.refresh()

    def action_open(self) -> None:
        """Open the chosen room."""
        if not (self._watching or self._helping) and self._chosen:
            self._turn_to(self._chosen)
            self._picture.refresh()

    def action_move(self, by: int) -> None:
        """To the next room; at a table a line back in time, or forth."""
        if self._watching:
            self._look_back(-by)
        else:
            self._choose(by)
        self._picture.refresh()

    def action_page(self, by: int) -> None:
        """Move by many lines."""
        if self._watching:
            self._look_back(-5 * by)
        else:
            self._choose(10 * by)
        self._picture.refresh()

    def action_edge(self, to: int) -> None:
        """To the first or the last."""
        self.action_page(to * 1_000)

    def _look_back(self, by: int) -> None:
        most = len((self._shown or {}).get("acts", {}))
        self._back = max(0, min(most - 1, self._back + by))

    def _choose(self, by: int) -> None:
        self._notice = ""
        listed = rooms.names(self._shown) if self._shown else []
        if listed:
            at = listed.index(self._chosen) if self._chosen in listed else 0
            self._chosen = listed[max(0, min(len(listed) - 1, at + by))]

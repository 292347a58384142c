"""The terminal as a full picture: the table above, what is told below it, a line to type in."""

import sys
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, RichLog, Static

from client_core.client import Client
from protocol.plain import seen
from terminal_client.house.lines import SLOW_S
from terminal_client.house.picture import TableDrawing
from terminal_client.house.question import LONG_S, offers
from terminal_client.house.seat_lines import MINE, PLAIN, QUIET, TITLE, TURN
from terminal_client.house.situation import title
from terminal_client.house.spoken import jokers
from terminal_client.house.table_teller import Kind
from terminal_client.house.visit import Visit
from terminal_client.page.look import USUAL_WIDTH, Look
from terminal_client.page.printing import Printer
from terminal_client.page.qr_code import qr_code
from terminal_client.page.reading import MOST
from terminal_client.page.width import wrap

TICK_S: Final = 0.25
TOLD: Final = 6
"""So many lines of what is told are seen at least."""
KEPT: Final = 50
MOST_TOLD: Final = 400
"""So much of what was told can be looked at again."""
LEAST_WIDE: Final = 10
"""Text is laid out for so many columns at least."""
ASIDE: Final = 3
"""Columns beside it: an edge on each side, and the bar that scrolls."""
STYLES: Final[dict[Kind, str]] = {
    "ask": TURN,
    "bad": "bold #ff9a86",
    "good": "bold #9fe0a6",
    "title": TITLE,
    "clock": TURN,
    "chat": "#9fd0ff",
    "reply": MINE,
    "story": PLAIN,
    # A camera wants it so, whatever the colours of the terminal are.
    "link": "#000000 on #ffffff",
}


class LineInput(Input):
    """A line is over with its Enter, however fast the next one follows, as when text is pasted."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key != "enter":
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        typed, self.value = self.value, ""
        self.post_message(self.Submitted(self, typed))


class HouseScreen(App[None]):
    """One visit on a screen. All that `--plain` says is said here too."""

    CSS = """
    Screen { background: #14382a; color: #dfe9e2; }
    #top { height: 1; padding: 0 1; background: #0e2a1f; }
    #table { height: auto; padding: 0 1; }
    #told { height: 1fr; padding: 0 1; background: #14382a; scrollbar-size: 1 1; border: none; }
    #can { height: auto; max-height: 4; padding: 0 1; background: #0e2a1f; }
    #line { height: 1; border: none; padding: 0 1; background: #0a1f17; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,ctrl+d", "leave", priority=True),
        Binding("up", "before(-1)", priority=True),
        Binding("down", "before(1)", priority=True),
        Binding("pageup", "page(-1)", priority=True),
        Binding("pagedown", "page(1)", priority=True),
        Binding("f1", "what", priority=True),
        Binding("escape", "clear", priority=True),
    ]

    def __init__(self, client: Client, look: Look, code: str, name: str | None) -> None:
        # Without colours the terminal has its own, not shades of grey.
        super().__init__(ansi_color=not look.colours)
        self.client, self.look = client, look
        self.visit = Visit(client, self._tell, code, name)
        self._drawing = TableDrawing(client, look.colours)
        self._told = RichLog(id="told", wrap=True, auto_scroll=True, min_width=10)
        self._link = ""
        """What friends come in by, until something else is typed or asked."""
        self._said: list[tuple[str, str]] = []
        """What was told, with its look, to be laid out anew when the screen changes."""
        self._wide = 0
        self._typed: list[str] = []
        self._at = 0
        self._due = False
        self.gave_up = False
        self._unsubscribe = client.observe(lambda *_: self._later())

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Static(id="table")
        yield self._told
        yield Static(id="can")
        yield LineInput(id="line", compact=True, max_length=MOST)

    def on_mount(self) -> None:
        self._told.can_focus = False
        self.query_one("#line", Input).focus()
        self.client.connection.start()
        self.set_interval(TICK_S, self._tick)
        self.set_timer(SLOW_S, self.visit.teller.unanswered)
        self._later()

    def on_resize(self, resized: events.Resize) -> None:
        if self._wide != (wide := resized.size.width):
            self._wide = wide
            self._told.clear()
            for text, style in self._said:
                self._lay(text, style)
        self._draw()

    # -- what happens --------------------------------------------------------------------------

    def _later(self) -> None:
        """Once for all that comes in this moment."""
        if not self._due and self.is_running:
            self._due = True
            self.call_later(self._go_on)

    def _go_on(self) -> None:
        self._due = False
        self.visit.go_on()
        self._draw()

    def _tick(self) -> None:
        self.visit.go_on()
        self.visit.teller.clock()
        self._draw()

    def _tell(self, text: str, kind: Kind) -> None:
        # The next question is about the table.
        self._link = text if kind == "link" else "" if kind == "ask" else self._link
        if kind == "link":
            return
        self._say(jokers(self.client, text), self._drawing.style(STYLES[kind]))

    def _say(self, text: str, style: str) -> None:
        self._said = [*self._said, (text, style)][-MOST_TOLD:]
        if self._wide:
            self._lay(text, style)

    def _lay(self, text: str, style: str) -> None:
        wide = max(LEAST_WIDE, self._wide - ASIDE)
        # While the screen changes the log itself is still as wide as before.
        self._told.write(Text("\n".join(wrap(text, wide)), style), width=wide, shrink=False)

    def _draw(self) -> None:
        if not self.is_running:
            return
        width, height = self.size
        line = self.query_one("#line", Input)
        line.password = self.visit.secret
        view = self.visit.talk.view
        self.query_one("#top", Static).update(self._top(width - 2))
        can = self._can()
        self.query_one("#can", Static).update(can)
        rows = 2 + min(4, 1 + can.plain.count("\n"))
        table = self.query_one("#table", Static)
        room = max(1, height - rows - TOLD)
        drawn = self._drawing.draw(view, width - 2, room) if view is not None else Text()
        if self._link:
            drawn = self._code(width - 2, height - rows - 1) or drawn
        table.display = view is not None
        table.update(drawn)

    def _code(self, width: int, height: int) -> Text | None:
        """The QR code of the link that was asked for; no camera reads a part of it."""
        lines = qr_code(self._link)
        if len(lines[0]) > width or len(lines) > height:
            return None
        return Text("\n").join(Text(line, STYLES["link"], no_wrap=True) for line in lines)

    def _top(self, width: int) -> Text:
        client, view = self.client, self.visit.talk.view
        left = title(client, view) if view is not None and view.room is not None else ""
        left = left or client.connection.view.house or client.say("app.name")
        if view is not None and view.code:
            left += f" · {view.code}"
        me = client.account.me
        right = f"{me.name} {client.texts.money(me.play)}" if me.name else ""
        if client.connection.view.state not in ("in", "met"):
            right = client.say(f"connection.{client.connection.view.state}")
        text = Text(left, self._drawing.style(TITLE), no_wrap=True)
        gap = width - text.cell_len - Text(right).cell_len
        if gap < 1:
            text.truncate(width)
            return text
        return text + Text(" " * gap) + Text(right, self._drawing.style(QUIET))

    def _can(self) -> Text:
        """What is asked, with its clock; or how one finds out what can be typed."""
        text, style = self._asked()
        wide = max(LEAST_WIDE, self.size.width - 2)
        return Text("\n".join(wrap(text, wide, "")), self._drawing.style(style))

    def _asked(self) -> tuple[str, str]:
        client, view = self.client, self.visit.talk.view
        form = self.visit.talk.form is not None
        # The question itself stands above, as the last that was told.
        answer = client.say("terminal.form_help")
        acts = client.turn.acts(view.table) if view is not None else None
        if view is None or acts is None or not acts.buttons or acts.sent or acts.held:
            return (answer, TURN) if form else (client.say("terminal.screen_hint"), QUIET)
        left = acts.deadline - client.now()
        clock = f"{client.texts.span(left)} " if 0 < left < LONG_S else ""
        return clock + (answer if form else offers(client, view, acts)), TURN

    # -- keys ----------------------------------------------------------------------------------

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        # A text that is pasted may be longer than what can be typed.
        typed, secret = seen(submitted.value[:MOST]), self.visit.secret
        if typed.strip() and not secret:
            self._typed = [*self._typed, typed][-KEPT:]
            self._say(f"> {typed}", self._drawing.style(QUIET))
        self._at = len(self._typed)
        self._link = ""
        self.visit.typed(typed)
        self._go_on()
        if self.visit.over:
            self.exit()

    def action_before(self, by: int) -> None:
        """A line that was typed before."""
        if not self._typed or self.visit.secret:
            return
        self._at = max(0, min(len(self._typed), self._at + by))
        line = self.query_one("#line", Input)
        line.value = self._typed[self._at] if self._at < len(self._typed) else ""
        line.cursor_position = len(line.value)

    def action_page(self, by: int) -> None:
        """What was told before."""
        if by < 0:
            self._told.scroll_page_up(animate=False)
        else:
            self._told.scroll_page_down(animate=False)

    def action_what(self) -> None:
        """Say what can be typed."""
        self.visit.typed("?")
        self._go_on()

    def action_clear(self) -> None:
        """The QR code is closed; or nothing is typed, and no question is open."""
        line = self.query_one("#line", Input)
        if self._link:
            self._link = ""
            self._draw()
        elif line.value or self.visit.talk.form is None:
            line.value = ""
        else:
            self.visit.typed("cancel")
            self._go_on()

    def action_leave(self) -> None:
        """End the program; the seat is kept for a while."""
        self.exit()

    def end(self) -> None:
        """The client wants to end: no chips are left."""
        self.exit()

    async def visited(self) -> None:
        """The visit from its first line to its last."""
        try:
            await self.run_async()
        finally:
            self._unsubscribe()
        # What stood on the screen is gone with it.
        Printer(sys.stdout, self.look).lines(
            line for said in self.visit.farewell() for line in wrap(said, self._wide or USUAL_WIDTH)
        )

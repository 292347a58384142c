"""The game as a picture with cards, for terminals of 60 x 20 and larger: keys and mouse."""

import asyncio
import signal
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Input, Static

from protocol.chips import TWENTY_ONE
from terminal_client.local.answers import CENTS, LETTERS, TABLE, Question
from terminal_client.local.conversation import Said
from terminal_client.local.evening import Evening
from terminal_client.local.language import Language
from terminal_client.local.picture import Drawing
from terminal_client.local.pieces import (
    BetLine,
    ChipButton,
    ChoiceButton,
    Picture,
    dollars,
    in_two_lines,
)
from terminal_client.page.ink import Ink
from terminal_client.page.look import LEAST_WIDTH, Look
from terminal_client.page.width import wrap

INTERRUPTED: Final = 128 + signal.SIGINT
PACE: Final[Mapping[str, float]] = {
    "hand.gets": 0.25,
    "hand.gets_count": 0.25,
    "hand.dealer_hole": 0.25,
    "hand.dealer_gets": 0.25,
    "hand.peeks": 0.7,
    "hand.natural": 0.7,
    "hand.busts": 0.7,
    "hand.dealer_shows": 0.8,
    "hand.dealer_hits": 0.8,
    "hand.dealer_stands": 0.6,
    "hand.dealer_busts": 0.6,
}
"""So long a sentence stands before what follows; any key hurries."""
REMEMBERED: Final = 200
STEP: Final = 5 * CENTS
"""By so much the arrows change a bet."""
ENDING: Final = ("end.", "result.won", "result.lost", "result.even", "result.busted_house")
"""What is said again on the terminal when the picture has gone."""


def play(evening: Evening, language: Language, look: Look) -> tuple[int, Sequence[str]]:
    """Play it; the exit code, and what is left on the terminal when the picture has gone."""
    app = Full(evening, language, look)
    code = app.run()
    if app.trouble is not None:
        raise app.trouble
    if code != 0:
        return INTERRUPTED, [said.text for said in evening.cut()]
    return 0, app.ending


class Full(App[int]):
    """Shows what is said, and asks with a line of buttons that letters press too."""

    CSS = """
    Screen { background: #14382a; }
    Picture { width: 1fr; height: 1fr; }
    #question { width: 1fr; height: auto; min-height: 2; max-height: 4; padding: 0 1; }
    #bet_line, #bar { height: 1; padding: 0 1; }
    #bet_line { display: none; }
    #bar Button, #bet_line Button { margin: 0 1 0 0; min-width: 4; }
    #bet { width: 14; height: 1; margin: 0 1 0 0; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", priority=True),
        Binding("question_mark,f1", "help", priority=True),
        Binding("q", "quit_game", priority=True),
        Binding("up", "more(1)", priority=True),
        Binding("down", "more(-1)", priority=True),
    ]

    def __init__(
        self, evening: Evening, language: Language, look: Look, hurried: bool = False
    ) -> None:
        # Without colours the terminal has its own, not shades of grey.
        super().__init__(ansi_color=not look.colours)
        self._evening, self._language, self._look = evening, language, look
        self._picture = Picture(Drawing(look, language))
        self._question: Question | None = None
        self._answers: asyncio.Queue[str] = asyncio.Queue()
        self._hurry = asyncio.Event()
        self._hurried = hurried
        self._over = False
        self._told_only = False
        """A bet is asked for again because something was told: whoever presses Enter behind `?` or
        `T`, as in a line, bets nothing by it."""
        self._asks = ""
        """The question that stands there."""
        self._offered = ""
        """The bet that stands in the line at first."""
        self.ending: list[str] = []
        self.trouble: Exception | None = None

    def compose(self) -> ComposeResult:
        yield self._picture
        yield Static(id="question")
        yield Horizontal(id="bet_line")
        yield Horizontal(id="bar")

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            loop.add_signal_handler(number, self.action_leave)
        self.run_worker(self._converse(), exit_on_error=False)

    # -- the conversation ----------------------------------------------------------------

    async def _converse(self) -> None:
        try:
            await self._evening_passes()
        except Exception as trouble:  # a disk that is full, a file that was spoilt
            self.trouble = trouble
            self.exit(1)

    async def _evening_passes(self) -> None:
        talk = self._evening.play()
        typed: str | None = None
        while True:
            try:
                said = next(talk) if typed is None else talk.send(typed)
            except StopIteration:
                break
            typed = None
            if isinstance(said, Question):
                typed = await self._asked(said)
            else:
                await self._show(said)
        self._over = True
        await self._ask_with(self._language.say("screen.over"), [("", "screen.enter")])
        await self._answers.get()
        self.exit(0)

    async def _show(self, said: Said) -> None:
        picture = self._picture
        before = picture.said
        if before and before[-1].text == said.text and said.key.startswith("wrong."):
            # A key that is held down pushes nothing out of sight.
            before = before[:-1]
        picture.table, picture.said = said.table, [*before, said][-REMEMBERED:]
        picture.refresh()
        if said.key == "hand.begins":
            self.ending = []
        if said.key.startswith(ENDING):
            self.ending.append(said.text)
        wait = PACE.get(said.key, 0.0)
        if wait and not self._hurried:
            self._hurry.clear()
            try:
                await asyncio.wait_for(self._hurry.wait(), wait)
            except TimeoutError:
                return

    async def _asked(self, question: Question) -> str:
        self._question = question
        choices = [(LETTERS[choice], f"choice.{choice}") for choice in question.choices]
        if question.bet is not None:
            choices = [("", "choice.deal"), ("0", "choice.sit_out"), *choices]
        self._picture.table = self._evening.table()
        self._picture.refresh()
        await self._ask_with(question.text, choices)
        typed = await self._answers.get()
        await self._ask_with("", ())
        return typed

    async def _ask_with(self, text: str, choices: Sequence[tuple[str, str]]) -> None:
        """Put a question with a button for each answer; a bet has a line to type it in."""
        self._asks = text
        self._lay_question()
        bar, bet_line = self.query_one("#bar", Horizontal), self.query_one("#bet_line", Horizontal)
        await bar.remove_children()
        await bet_line.remove_children()
        question = self._question
        bet_line.display = question is not None and question.bet is not None
        if question is not None and question.bet is not None:
            self._offered = dollars(question.last or question.bet.low)
            await bet_line.mount(BetLine(self._offered))
            await bet_line.mount(*[ChipButton(chip.value) for chip in TWENTY_ONE])
        language = self._language if question is None else self._evening.languages[question.seat]
        buttons = [ChoiceButton(language.say(key), typed) for typed, key in choices]
        if question is not None and question.bet is None:
            first = in_two_lines(buttons, self.size.width - 2)
            await bet_line.mount(*buttons[:first])
            bet_line.display, buttons = first > 0, buttons[first:]
        await bar.mount(*buttons)
        if question is not None and question.bet is not None:
            bet = self.query_one("#bet", Input)
            bet.focus()
            bet.action_select_all()
        else:
            self.set_focus(None)

    def _lay_question(self) -> None:
        """Between Chinese signs it may go on in the next line, and not only at blanks."""
        drawing = Drawing(self._look, self._language)
        lines = wrap(self._asks, max(LEAST_WIDTH, self.size.width - 2), "")
        self.query_one("#question", Static).update(drawing.ink("\n".join(lines), Ink.ASKED))

    def on_resize(self) -> None:
        self._lay_question()

    # -- keys and mouse ------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        self._hurry.set()
        if self._over:
            self._answers.put_nowait("")
            return
        question = self._question
        if question is None:
            return
        language = self._evening.languages[question.seat]
        letters = {LETTERS[choice] for choice in question.choices}.union(
            *(language.typed(choice) for choice in question.choices)
        )
        typed = (event.character or "").casefold()
        bets = question.bet is not None
        if bets and self._bet_changed(event, typed, language):
            return
        if typed in letters or (typed in TABLE if bets else typed.isprintable() and typed.strip()):
            # A key that answers nothing is told so. Beside a bet it would clear what was typed.
            self._told_only = bets and typed in TABLE
            self._answer(typed)
        elif event.key == "enter" and question.kind == "again" and self.focused is None:
            self._answer("")

    def _bet_changed(self, event: events.Key, typed: str, language: Language) -> bool:
        """Whether a key was one for the bet, wherever the focus is."""
        line = self.query_one("#bet", BetLine)
        return line.spelt(typed, language.typed("all")) or line.edited(event.key, event.character)

    def on_click(self) -> None:
        self._hurry.set()

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        told, self._told_only = self._told_only, False
        if told and submitted.value == self._offered:
            return
        self._answer(submitted.value)

    def on_button_pressed(self, pressed: Button.Pressed) -> None:
        button = pressed.button
        if self._over:
            self._answers.put_nowait("")
        elif isinstance(button, ChipButton):
            self._add(button.value)
        elif isinstance(button, ChoiceButton):
            bets = self._question is not None and self._question.bet is not None
            typed = self.query_one("#bet", Input).value if bets and not button.typed else ""
            self._answer(button.typed or typed)

    def action_leave(self) -> None:
        """The balances are kept, and a hand in play too."""
        self.exit(INTERRUPTED)

    def action_help(self) -> None:
        """Say what can be answered."""
        if self._question is not None:
            self._told_only = self._question.bet is not None
            self._answer("?")

    def action_quit_game(self) -> None:
        """Quit, where that is asked."""
        self._hurry.set()
        if self._over:
            self._answers.put_nowait("")
        else:
            self._answer(LETTERS["quit"])

    def action_more(self, sign: int) -> None:
        """Change the bet by a step."""
        self._add(sign * STEP)

    def _add(self, cents: int) -> None:
        question = self._question
        if question is None or question.bet is None:
            return
        self.query_one("#bet", BetLine).add(cents, question.bet.low, question.bet.high)

    def _answer(self, typed: str) -> None:
        if self._question is not None:
            self._question = None
            self._answers.put_nowait(typed)

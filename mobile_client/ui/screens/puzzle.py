"""One puzzle: I am the landlord, and the solver answers for the farmers."""

from collections.abc import Sequence
from typing import ClassVar, Final

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from client_core.client import Client, Playing, Position, Say, Solver, begun
from client_core.felts.keys import HAND, said
from client_core.felts.puzzle import Ink, PuzzleSight, amiss, choices, status
from mobile_client.ui.look import bar_px, motion
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import sign
from mobile_client.ui.screens.puzzle_board import PuzzleBoard
from mobile_client.ui.screens.table_bar import ActBar
from mobile_client.ui.screens.table_keys import BarKeys
from mobile_client.ui.stage import Stage
from mobile_client.ui.thinking import Thinking
from protocol.words import Cards

BESIDE: Final = 220
"""How wide the buttons are beside the board, in dp."""
PAUSES: Final = 2
"""The others answer after so many of the longest motions, or at once where nothing moves."""


class PuzzleScreen(Page):
    """`number` is that of the puzzle."""

    awake: ClassVar[bool] = True

    def __init__(self, client: Client, stage: Stage, number: int) -> None:
        say = client.say
        super().__init__(
            client,
            stage,
            say("puzzle.title", number=number),
            sign("eye", self.show_line),
            sign("again", self.again),
        )
        self.puzzle = next(one for one in client.puzzles.all if one.number == number)
        self.playing = begun(self.puzzle)
        self.solver = Solver(self.puzzle.position)
        self.thinking = Thinking()
        self.note: Say | None = None
        """What there is to say of the last thing that was pressed."""
        self.ink: Ink = "gold"
        """The note's: warm where something is wrong."""
        self.line: tuple[Cards, ...] = ()
        """The line that is shown, as far as it is still to come."""
        self._answer = Clock.create_trigger(self._ask, 0)
        self.board = PuzzleBoard(client, len(self.puzzle.position.hands), self._chosen)
        self.bar = ActBar(client, lambda choice, _: self.take(choice.key), _no_amount, self._lay)
        self._keys = BarKeys(client, self.bar)
        self.place = FloatLayout()
        self.place.add_widget(self.board)
        self.place.add_widget(self.bar)
        self.place.fbind("pos", self._lay)
        self.place.fbind("size", self._lay)
        self.set_body(self.place)
        self._show()

    # -- how it stands -----------------------------------------------------------------------

    def heard(self, topic: str, table: str) -> None:
        if topic == "":
            self._show()
            self._go_on()
            if self.playing.shown and not self.playing.past:
                self.show_line()

    def gone(self) -> None:
        self._answer.cancel()
        self.thinking.forget()
        self.note = None

    @property
    def sight(self) -> PuzzleSight:
        """What its words are made of."""
        return PuzzleSight(self.playing, self.board.hand.picked, self.line, self.note, self.ink)

    def _show(self) -> None:
        self.board.show(self.playing, self.sight.may_choose)
        # Cards that are gone by now are not chosen any more.
        sight = self.sight
        line, ink = status(self.client, sight)
        self.bar.show(choices(self.client, sight), line, ink, keep=sight.waits)
        self._lay()

    def _chosen(self) -> None:
        self.note = None
        self._show()

    # -- what I do ---------------------------------------------------------------------------

    def take(self, key: str) -> None:
        """One of the buttons was pressed."""
        match key.partition(".")[2]:
            case "play":
                self._play()
            case "pass":
                self._goes(self.playing.after(()))
            case "undo":
                self._goes(self.playing.undone())
            case "hint":
                self._hint()
            case "again":
                self.again()
            case "line":
                self.show_line()
            case "next":
                self._next()

    def _play(self) -> None:
        wrong = amiss(self.client, self.sight)
        if wrong is not None:
            self.note, self.ink = wrong, "warm"
            self._show()
            return
        self.stage.sounds.play("tap")
        self._goes(self.playing.after(self.board.hand.picked))

    def again(self) -> None:
        """From the beginning, with all stars to be won."""
        self.line = ()
        self._goes(begun(self.puzzle))

    def _goes(self, playing: Playing) -> None:
        """It stands like this now."""
        self.playing, self.note = playing, None
        self._answer.cancel()
        self.thinking.forget()
        self.board.hand.choose(())
        if playing.stars:
            self.client.puzzles.solved(self.puzzle.number, playing.stars)
        self._show()
        self._go_on()

    def _go_on(self) -> None:
        """The others answer, some time after what I have done was seen."""
        if self.sight.waits:
            self._answer.timeout = PAUSES * motion().slow
            self._answer()

    def _ask(self, *_: object) -> None:
        position, solver = self.playing.position, self.solver
        self.thinking.ask(lambda: solver.best(position), self._answered)

    def _answered(self, cards: Cards) -> None:
        self._goes(self.playing.after(cards))

    # -- help --------------------------------------------------------------------------------

    def _hint(self) -> None:
        """What wins soonest; where all is lost already, that."""
        position, solver = self.playing.position, self.solver
        self.note, self.ink = Say("puzzle.looking"), "gold"
        self._show()
        self.thinking.ask(lambda: _hint_of(solver, position), self._hinted)

    def _hinted(self, cards: Cards | None) -> None:
        self.note = None
        if cards is None:
            self.note, self.ink = Say("puzzle.lost_here"), "warm"
        else:
            self.playing = self.playing.hinted()
            self.board.hand.choose(cards)
            self.note = None if cards else Say("puzzle.hint_pass")
        self._show()

    def show_line(self) -> None:
        """The shortest line that wins, play by play; this try gives no stars any more."""
        self._goes(begun(self.puzzle, shown=True))
        self.note, self.ink = Say("puzzle.looking"), "gold"
        self._show()
        solver, position = self.solver, self.puzzle.position
        self.thinking.ask(lambda: solver.line(position), self._lined)

    def _lined(self, line: tuple[Cards, ...]) -> None:
        self.note, self.line = None, line
        self._show()

    def _next(self) -> None:
        """The next play of the line that is shown, or the next puzzle."""
        if not self.playing.shown:
            self.stage.back()
            self.stage.go("puzzle", number=self.puzzle.number + 1)
        elif self.line:
            cards, self.line = self.line[0], self.line[1:]
            self._goes(self.playing.after(cards))

    # -- keys, and where things lie ----------------------------------------------------------

    def key(self, key: str) -> bool:
        return self.board.hand.key(key) or self._keys.key(key)

    def keys(self) -> Sequence[tuple[str, str]]:
        there = HAND if self.board.hand.most else ()
        return (*said(self.client, there), *self._keys.keys())

    def arrange(self) -> None:
        super().arrange()
        if self.body is not None:
            self._lay()

    def _lay(self, *_: object) -> None:
        """The buttons below the board, or beside it where the window is wide."""
        place, bar, board = self.place, self.bar, self.board
        if place.width < 2 or place.height < 2:
            return
        board.wide = self.wide
        board.size_hint = (None, None)
        if self.wide:
            side = bar_px(BESIDE)
            lefty = self.client.settings.left_handed
            bar.fit(side, True, False)
            bar.size = (side, place.height)
            bar.pos = (place.x if lefty else place.x + place.width - side, place.y)
            board.size = (place.width - side, place.height)
            board.pos = (place.x + (side if lefty else 0), place.y)
            return
        bar.fit(place.width, False, False)
        bar.size = (place.width, bar.need())
        bar.pos = place.pos
        board.size = (place.width, place.height - bar.need())
        board.pos = (place.x, place.y + bar.need())


def _hint_of(solver: Solver, position: Position) -> Cards | None:
    return solver.best(position) if solver.wins(position) else None


def _no_amount(*_: object) -> None:
    """Nothing here has an amount."""

"""One puzzle: I am the landlord, and the solver answers for the farmers."""

from collections.abc import Sequence
from typing import ClassVar, Final

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from client_core.client import MOST_STARS, Client, Playing, Position, Solver, begun
from client_core.felts.choices import Choice
from client_core.felts.keys import HAND, said
from mobile_client.ui.look import bar_px, motion
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import sign
from mobile_client.ui.screens.puzzle_board import PuzzleBoard
from mobile_client.ui.screens.table_bar import ActBar
from mobile_client.ui.screens.table_keys import BarKeys
from mobile_client.ui.stage import Stage
from mobile_client.ui.thinking import Thinking
from protocol.games.doudizhu import Pattern, classify
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
        self.note = ""
        """What there is to say of the last thing that was pressed."""
        self.ink = "gold"
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
        self.note = ""

    def _show(self) -> None:
        playing = self.playing
        mine = playing.mine and not playing.shown
        self.board.show(playing, mine)
        line, ink = self._status()
        waits = not playing.shown and not playing.mine and playing.position.winner is None
        self.bar.show(self._choices(), line, ink, keep=waits)
        self._lay()

    def _choices(self) -> tuple[Choice, ...]:
        say, playing = self.say, self.playing
        if playing.shown:
            if not self.line:
                return (Choice("puzzle.again", say("puzzle.try"), kind="primary"),)
            step = Choice("puzzle.next", say("puzzle.step"), kind="primary")
            return Choice("puzzle.again", say("puzzle.try")), step
        if playing.won:
            again = Choice("puzzle.again", say("puzzle.again"))
            last = self.puzzle.number == self.client.puzzles.all[-1].number
            on = Choice("puzzle.next", say("puzzle.next"), kind="primary")
            return (again,) if last else (again, on)
        undo = Choice("puzzle.undo", say("puzzle.undo"))
        if playing.lost:
            again = Choice("puzzle.again", say("puzzle.again"), kind="primary")
            return undo, Choice("puzzle.line", say("puzzle.line")), again
        if not playing.mine:
            return ()
        found = [undo] if playing.can_undo else []
        if self._beats_nothing():
            return (*found, Choice("puzzle.pass", say("act.pass"), kind="primary"))
        found.append(Choice("puzzle.hint", say("table.hint")))
        if playing.position.to_beat is not None:
            found.append(Choice("puzzle.pass", say("act.pass")))
        able = bool(self.board.hand.picked) and self._amiss() is None
        found.append(Choice("puzzle.play", say("act.play"), kind="primary" if able else "dim"))
        return tuple(found)

    def _beats_nothing(self) -> bool:
        return not any(self.playing.position.choices)

    def _amiss(self) -> str | None:
        wrong = self.client.puzzles.amiss(self.playing.position, self.board.hand.picked)
        return self.say(wrong) if wrong is not None else None

    def _status(self) -> tuple[str, str]:
        say, playing = self.say, self.playing
        if self.note:
            return self.note, self.ink
        if playing.won:
            if playing.shown:
                return say("puzzle.line_over"), "gold"
            return say("puzzle.won", stars=playing.stars, most=MOST_STARS), "gold"
        if playing.shown:
            return say("puzzle.line_goes_on", left=len(self.line)), "gold"
        if playing.lost:
            return say("puzzle.lost"), "warm"
        if not playing.mine:
            return say("puzzle.thinks"), "soft"
        if self._beats_nothing():
            return say("table.beats_nothing"), "gold"
        picked = self.board.hand.picked
        if not picked:
            return say("puzzle.your_turn"), "gold"
        wrong = self._amiss()
        if wrong is not None:
            return wrong, "gold"
        pattern = classify(picked)
        named = self.client.texts.pattern_name(pattern) if isinstance(pattern, Pattern) else ""
        return named, "gold"

    def _chosen(self) -> None:
        self.note = ""
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
        picked = self.board.hand.picked
        wrong = self._amiss()
        if wrong is not None:
            self.note, self.ink = wrong, "warm"
            self._show()
            return
        self.stage.sounds.play("tap")
        self._goes(self.playing.after(picked))

    def again(self) -> None:
        """From the beginning, with all stars to be won."""
        self.line = ()
        self._goes(begun(self.puzzle))

    def _goes(self, playing: Playing) -> None:
        """It stands like this now."""
        self.playing, self.note = playing, ""
        self._answer.cancel()
        self.thinking.forget()
        self.board.hand.choose(())
        if playing.stars:
            self.client.puzzles.solved(self.puzzle.number, playing.stars)
        self._show()
        self._go_on()

    def _go_on(self) -> None:
        """The others answer, some time after what I have done was seen."""
        if self.playing.position.winner is not None or self.playing.mine or self.playing.shown:
            return
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
        self.note, self.ink = self.say("puzzle.looking"), "gold"
        self._show()
        self.thinking.ask(lambda: _hint_of(solver, position), self._hinted)

    def _hinted(self, cards: Cards | None) -> None:
        self.note = ""
        if cards is None:
            self.note, self.ink = self.say("puzzle.lost_here"), "warm"
        else:
            self.playing = self.playing.hinted()
            self.board.hand.choose(cards)
            self.note = "" if cards else self.say("puzzle.hint_pass")
        self._show()

    def show_line(self) -> None:
        """The shortest line that wins, play by play; this try gives no stars any more."""
        self._goes(begun(self.puzzle, shown=True))
        self.note, self.ink = self.say("puzzle.looking"), "gold"
        self._show()
        solver, position = self.solver, self.puzzle.position
        self.thinking.ask(lambda: solver.line(position), self._lined)

    def _lined(self, line: tuple[Cards, ...]) -> None:
        self.note, self.line = "", line
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

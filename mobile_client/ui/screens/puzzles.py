"""Endgames of Dou Dizhu to be solved: all of them by difficulty, with the stars that they gave."""

from typing import Final

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from client_core.client import MOST_STARS, Client, Puzzle
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Pills, Split, Surface, push, stack
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS, SPACE, faded, mixed
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.drawn import block, border, picture, write
from mobile_client.ui.widgets.words import Words

HIGH: Final = 64
LEAST: Final = 60
STAR: Final = 14
"""The height of a puzzle in the list, its least width, and the side of a star, in dp."""


class PuzzleTile(Pressed):
    """One puzzle: its number, and the stars that it gave."""

    number = NumericProperty(0)
    stars = NumericProperty(0)
    next = BooleanProperty(False)
    """It is the one to go on with."""
    text = StringProperty("")
    """What it is called where it cannot be seen."""

    WATCHED = ("state", "number", "stars", "next")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(HIGH)} | words))

    def paint(self) -> None:
        x, y, w, h = self.box
        r = px(RADIUS["normal"])
        block(x, y, w, h, mixed(theme.SURFACE, theme.WHITE, 0.1) if self.down else theme.SURFACE, r)
        border(x, y, w, h, theme.GOLD if self.next else faded(theme.EDGE, 0.7), 1, r)
        ink = theme.TEXT if self.stars or self.next else theme.SOFT
        write(str(int(self.number)), "strong", ink, x + w / 2, y + h * 0.65, widest=w - px(8))
        side, step = round(px(STAR)), px(STAR + 2)
        left = x + w / 2 - step * (MOST_STARS - 1) / 2
        for at in range(MOST_STARS):
            colour = theme.GOLD if at < self.stars else faded(theme.EDGE, 0.8)
            star = icon("star", side)
            picture(star, left + at * step - side / 2, y + h * 0.27 - side / 2, side, side, colour)


class PuzzlesScreen(Page):
    """A grade is chosen, and then one of its puzzles."""

    def __init__(self, client: Client, stage: Stage) -> None:
        say = client.say
        super().__init__(client, stage, say("puzzles.title"))
        self.done = Words(kind="strong")
        self.go = push("", self._go_on, icon="forward")
        self.grade = Pills(least_dp=96)
        self.tiles = GridLayout(cols=5, spacing=px(SPACE["small"]), size_hint_y=None)
        self.tiles.bind(minimum_height=self.tiles.setter("height"))
        self.tiles.fbind("width", self._fit)
        grades = sorted({one.grade for one in client.puzzles.all})
        self.grade.choices = [(one, say(f"puzzles.grade.{one}")) for one in grades]
        how = Words(text=say("puzzles.how"), kind="small", ink="soft")
        self.set_body(
            Split(
                stack(Surface(self.done, how, self.go), self.grade),
                self.tiles,
            )
        )
        self.grade.chosen = self._next().grade
        self.grade.fbind("chosen", self._list)
        self._list()

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "settings"):
            self._list()

    def _fit(self, *_: object) -> None:
        gap = px(SPACE["small"])
        self.tiles.cols = max(1, int((self.tiles.width + gap) // (px(LEAST) + gap)))

    def _next(self) -> Puzzle:
        """The first that was not solved; all of them were: the last."""
        found, stars = self.client.puzzles.all, self.client.puzzles.stars
        return next((one for one in found if one.number not in stars), found[-1])

    def _list(self, *_: object) -> None:
        stars, then = self.client.puzzles.stars, self._next()
        self.done.text = self.say(
            "puzzles.done",
            done=len(stars),
            all=len(self.client.puzzles.all),
            count=sum(stars.values()),
        )
        self.go.text = self.say("puzzles.go", number=then.number)
        found = [one for one in self.client.puzzles.all if one.grade == self.grade.chosen]
        if [one.number for one in found] != [one.number for one in self.tiles.children[::-1]]:
            self.tiles.clear_widgets()
            for puzzle in found:
                self.tiles.add_widget(self._tile(puzzle))
        for tile in self.tiles.children:
            tile.stars = stars.get(tile.number, 0)
            tile.next = tile.number == then.number

    def _tile(self, puzzle: Puzzle) -> PuzzleTile:
        tile = PuzzleTile(number=puzzle.number, text=self.say("puzzle.title", number=puzzle.number))
        tile.bind(on_release=lambda _: self._open(puzzle.number))
        return tile

    def _open(self, number: int) -> None:
        self.stage.go("puzzle", number=number)

    def _go_on(self) -> None:
        self._open(self._next().number)

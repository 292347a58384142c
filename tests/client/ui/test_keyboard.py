"""The keyboard of a phone: what it covers is left free while somebody types, and given back."""

import asyncio
from pathlib import Path

from kivy.clock import Clock

from mobile_client.ui.keyboard import OFTEN_S, typing
from mobile_client.ui.widgets.entry import TextLine
from tests.client.ui.stage import Stage
from tests.client.ui.thumb import Thumb, thumb

HIGH = 500


def a_while(stage: Stage) -> None:
    """Long enough for several looks at the keyboard."""
    over: list[float] = []
    Clock.schedule_once(over.append, 3 * OFTEN_S)
    stage.until(lambda: bool(over))


def test_a_page_stands_above_the_keyboard_while_somebody_types_and_nobody_asks_otherwise(
    stage: Stage, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with thumb(stage, tmp_path) as one:
            line = one.field("Your name").line
            one.phone.covered = HIGH
            a_while(stage)
            assert one.phone.asked == 0
            line.focus = True
            stage.until(lambda: one.stage.keyboard == HIGH)
            assert one.stage.screen.y == HIGH
            line.focus = False
            a_while(stage)
            assert one.stage.keyboard == HIGH, "It is still on its way down."
            one.phone.covered = 0
            stage.until(lambda: one.stage.keyboard == 0)
            assert one.stage.screen.y == 0
            assert asks_no_more(stage, one)

    asyncio.run(evening())


def asks_no_more(stage: Stage, one: Thumb) -> bool:
    asked = one.phone.asked
    a_while(stage)
    return one.phone.asked == asked


def test_the_line_that_is_typed_into_comes_into_sight(stage: Stage, tmp_path: Path) -> None:
    async def evening() -> None:
        async with thumb(stage, tmp_path) as one:
            one.stage.screen.way.chosen = "register"
            stage.frames(2)
            one.phone.covered = 2 * HIGH
            for name in ("Password", "Your name"):
                line = one.field(name).line
                line.focus = True
                stage.until(lambda line=line: low(line) >= 2 * HIGH)  # type: ignore[misc]  # the line of this turn

    asyncio.run(evening())


def low(line: TextLine) -> float:
    """The lower edge of a line, in the window."""
    return float(line.to_window(*line.pos)[1])


def test_nobody_types_into_a_page_that_was_left(stage: Stage, tmp_path: Path) -> None:
    async def evening() -> None:
        async with thumb(stage, tmp_path) as one:
            one.stage.go("card")
            stage.frames(2)
            line = one.field("Player name").line
            line.focus = True
            stage.frames(2)
            assert typing.line is line
            assert one.stage.back()
            stage.until(lambda: not line.focus)
            assert typing.line is None
            assert asks_no_more(stage, one)

    asyncio.run(evening())


def test_the_focus_may_move_from_line_to_line(stage: Stage, tmp_path: Path) -> None:
    async def evening() -> None:
        async with thumb(stage, tmp_path) as one:
            one.stage.go("card")
            stage.frames(2)
            first, second = one.field("Player name").line, one.field("Card number").line
            first.focus = True
            second.focus = True
            stage.frames(2)
            assert (first.focus, second.focus, typing.line) == (False, True, second)
            second.focus = False
            assert typing.line is None

    asyncio.run(evening())

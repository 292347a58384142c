"""The live view by its keys, and what it says when the house does not answer."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from game_server.admin.live.app import Live
from game_server.admin.live.link import Ended, Lost, News, Shown
from tests.admin.pictures import SMALL, Evening
from tests.admin.terminal import FromFloor, in_a_loop, screen


class Told:
    """A house that shows what a test tells it to."""

    def __init__(self) -> None:
        self.looks: list[str] = []
        self.closed = False

    def start(self, heard: Callable[[News], None]) -> int:
        return len(self.looks)

    def watch(self, table: str) -> int:
        self.looks.append(table)
        return len(self.looks)

    def close(self) -> None:
        self.closed = True


def room(**more: object) -> dict[str, Any]:
    usual = {"game": "holdem", "preset": "eps", "purse": "play", "stake_cents": 0, "seats": 7}
    counts = {"people": 0, "bots": 0, "waiting": 0, "watching": 0, "round": 0, "pot_cents": 0}
    return {**usual, **counts, "state": "waiting", "private": False, "testing": False, **more}


def house(*names: str) -> Shown:
    rooms = {name: room() for name in names}
    return Shown(0, {"now_ms": 0, "house": {"name": "H", "state": "open", "rooms": rooms}})


@in_a_loop
async def test_keys_choose_a_room_and_enter_opens_it() -> None:
    source = Told()
    app = Live(source, seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        assert "Waiting for the house." in screen(app)
        app.take(house("a", "b", "c"))
        await pilot.pause()
        assert "▶ a" in screen(app)
        await pilot.press("down", "down", "down", "up")
        assert "▶ b" in screen(app)
        await pilot.press("end")
        assert "▶ c" in screen(app)
        await pilot.press("home", "j", "enter")
        assert source.looks == ["b"]
        assert "Waiting for the house." in screen(app)
        await pilot.press("escape")
        assert source.looks == ["b", ""]
        app.take(Shown(2, {**house("a", "b", "c").body}))
        await pilot.pause()
        assert "▶ b" in screen(app), "one is back where one was"


@in_a_loop
async def test_a_room_that_goes_is_chosen_no_more() -> None:
    app = Live(Told(), seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        app.take(house("a", "b"))
        await pilot.press("down")
        app.take(Shown(0, {"now_ms": 1, "changes": {"rooms": {"b": None}}}))
        await pilot.pause()
        assert "▶ a" in screen(app)
        app.take(Shown(0, {"now_ms": 2, "changes": {"rooms": {"a": None}, "state": "closed"}}))
        await pilot.press("enter", "down", "up")
        assert "The house is closed" in screen(app)


@in_a_loop
async def test_no_key_does_more_than_look() -> None:
    source = Told()
    app = Live(source, seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        app.take(house("a"))
        await pilot.press(*"abcdefghijklmnoprstuvwxyz0123456789", "space", "tab", "f1", "f2")
        await pilot.press("ctrl+p", "ctrl+s", "delete", "insert")
        assert set(source.looks) <= {"a", ""}
        assert not source.closed


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
@in_a_loop
async def test_q_quits_and_looks_no_more(key: str) -> None:
    source = Told()
    app = Live(source, seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
    assert source.closed
    assert app.return_code == 0


@in_a_loop
async def test_the_help_covers_the_picture_and_goes_away_again() -> None:
    app = Live(Told(), seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        app.take(house("a"))
        for away in ("question_mark", "escape", "h"):
            await pilot.press("question_mark")
            assert "keys and signs" in screen(app)
            await pilot.press(away)
            assert "▶ a" in screen(app)


@in_a_loop
async def test_a_line_that_is_lost_is_a_sentence_until_the_house_is_back() -> None:
    app = Live(Told(), seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        app.take(house("a", "b"))
        app.take(Lost("The house is gone; trying to reach it again."))
        await pilot.pause()
        shown = screen(app)
        assert shown.splitlines()[-1] == " The house is gone; trying to reach it again."
        assert "▶ a" in shown, "what was seen last stays"
        app.take(house("a"))
        await pilot.pause()
        assert "gone" not in screen(app)


@in_a_loop
async def test_a_session_that_is_over_says_what_to_do() -> None:
    app = Live(Told(), seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        app.take(house("a"))
        app.take(Lost("Your session is over; log in again.", over=True))
        await pilot.pause()
        assert screen(app).splitlines()[-1] == " Your session is over; log in again. Press q."


@in_a_loop
async def test_a_table_that_closes_leads_back_to_the_list() -> None:
    evening = Evening()
    evening.seat("main", 3)
    source = FromFloor(evening.floor, "main")
    app = Live(source, "main", seconds=evening.world.time)
    async with app.run_test(size=SMALL) as pilot:
        await show(app, source, pilot)
        assert "seats 3 of 7" in screen(app)
        app.take(Ended(source.look, "The table is closed."))
        await show(app, source, pilot)
        assert screen(app).splitlines()[-1] == " The table is closed."
        assert "▶ main" in screen(app)
        await pilot.press("down")
        assert "The table is closed." not in screen(app)


@in_a_loop
async def test_what_comes_of_an_earlier_look_is_not_shown() -> None:
    source = Told()
    app = Live(source, seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        app.take(house("a"))
        await pilot.press("enter")
        app.take(house("a"))
        app.take(Ended(0, "The table is closed."))
        await pilot.pause()
        assert source.looks == ["a"]
        assert "Waiting for the house." in screen(app)


@in_a_loop
async def test_a_list_that_was_refused_can_be_asked_for_again() -> None:
    source = Told()
    app = Live(source, seconds=lambda: 0.0)
    async with app.run_test(size=SMALL) as pilot:
        app.take(Ended(0, "At most 8 requests are done at a time, each with its own id."))
        await pilot.pause()
        assert "At most 8 requests" in screen(app)
        await pilot.press("escape")
        assert source.looks == [""]


@in_a_loop
async def test_the_clock_runs_without_news() -> None:
    evening = Evening()
    evening.seat("main", 3)
    evening.until_asked()
    now = [100.0]
    source = FromFloor(evening.floor, "main")
    app = Live(source, "main", seconds=lambda: now[0])
    async with app.run_test(size=SMALL) as pilot:
        await show(app, source, pilot)
        head = screen(app).splitlines()[0]
        assert head.endswith(("15 s", "14 s"))
        now[0] += 10
        app._tick()
        await pilot.pause()
        assert screen(app).splitlines()[0].endswith((" 5 s", " 4 s"))


@in_a_loop
async def test_one_can_look_back_at_what_happened() -> None:
    evening = Evening(seed=2)
    evening.seat("main", 5)
    for _ in range(40):
        evening.play()
    source = FromFloor(evening.floor, "main")
    app = Live(source, "main", seconds=evening.world.time)
    async with app.run_test(size=SMALL) as pilot:
        await show(app, source, pilot)
        before = screen(app)
        await pilot.press("pageup")
        assert "5 lines back" in screen(app)
        await pilot.press("up")
        assert "6 lines back" in screen(app)
        await pilot.press("end")
        assert screen(app) == before
        await pilot.press("home")
        assert "Round" in screen(app)


@in_a_loop
async def test_a_terminal_that_is_too_small_says_so_and_one_that_grows_shows_all() -> None:
    app = Live(Told(), seconds=lambda: 0.0)
    async with app.run_test(size=(30, 8)) as pilot:
        app.take(house("a"))
        await pilot.pause()
        assert screen(app).startswith("Make the terminal larger.")
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "▶ a" in screen(app)


async def show(app: Live, source: FromFloor, pilot: Pilot[None]) -> None:
    """Let what has come be shown."""
    source.talk.listen(1.5)
    for news in source.news():
        app.take(news)
    await pilot.pause()

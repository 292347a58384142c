"""What stands on the terminal during real hands has been looked at by a person, and stays so."""

from typing import Any

import pytest

from game_server.admin.live import rooms, table
from game_server.admin.live.ink import fit, say, span, wide
from game_server.admin.live.table import View
from game_server.admin.scene import Reading, scene
from game_server.rules.catalogue import GAMES
from tests.admin.pictures import (
    CASES,
    PRESSED,
    ROOMS,
    SMALL,
    Case,
    Evening,
    pressed,
    taken,
)
from tests.admin.terminal import SCREENS, in_a_loop

SIZES = [(40, 13), (44, 14), (52, 18), (66, 20), SMALL, (99, 30), (132, 43), (250, 70)]


@pytest.mark.req("E-RF-SV-001", "E-RF-SV-002", "E-RF-SV-003", "E-RF-SV-004", "E-RF-SV-005")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file.removesuffix(".txt"))
def test_a_hand_looks_as_it_was_looked_at(case: Case) -> None:
    assert taken(case) == (SCREENS / case.file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PRESSED)
@in_a_loop
async def test_what_keys_bring_looks_as_it_was_looked_at(name: str) -> None:
    keys, size = PRESSED[name]
    assert await pressed(keys, size) == (SCREENS / name).read_text(encoding="utf-8")


def test_every_game_has_a_picture_that_fits_a_small_terminal() -> None:
    games = {one.table: one.game for one in ROOMS}
    assert {games[case.room] for case in CASES if case.size == SMALL} == set(GAMES)
    kept = {case.file for case in CASES} | set(PRESSED)
    assert {path.name for path in SCREENS.iterdir()} == kept


@pytest.mark.parametrize("room", [one.table for one in ROOMS])
def test_a_table_fills_a_terminal_of_any_size_to_the_last_column(room: str) -> None:
    evening = Evening(seed=4)
    evening.seat(room, 3)
    evening.say(["a word " * 30, "x" * 200])
    runner, reading = evening.world.runner(room), Reading()
    for _ in range(12):
        for _ in range(4):
            evening.play()
        reading.read(runner.view)
        shown: Any = scene(runner.view, reading)
        for width, height in SIZES:
            lines = table.picture(shown, View(evening.world.time() * 1000), width, height)
            assert len(lines) == height
            assert {wide(line) for line in lines} == {width}, (width, height)


def test_what_does_not_fit_is_said() -> None:
    evening = Evening()
    evening.seat("main", 7)
    runner, reading = evening.world.runner("main"), Reading()
    evening.until_asked()
    reading.read(runner.view)
    shown: Any = scene(runner.view, reading)
    text = "\n".join(line.plain for line in table.picture(shown, View(0.0), 40, 11))
    assert "Make the terminal larger" in text


def test_a_list_longer_than_the_terminal_moves_with_what_is_chosen() -> None:
    one = {
        "game": "holdem",
        "preset": "eps",
        "purse": "cash",
        "stake_cents": 1_000,
        "seats": 7,
        "people": 1,
        "bots": 0,
        "waiting": 3,
        "watching": 0,
        "state": "paused",
        "round": 1,
        "pot_cents": 100,
        "private": True,
        "testing": True,
    }
    house: dict[str, Any] = {
        "name": "H",
        "state": "open",
        "rooms": {f"room-{n:03}": one for n in range(300)},
    }
    for chosen in (0, 7, 150, 299):
        lines = rooms.picture(house, f"room-{chosen:03}", "", 120, 24)
        shown = [line.plain for line in lines if f"▶ room-{chosen:03}" in line.plain]
        assert len(shown) == 1, chosen
        assert "cash, private, testing" in shown[0]
        assert {wide(line) for line in lines} == {120}
    assert "282 to 300 of 300" in lines[1].plain
    shared = {**house, "rooms": {"here": one, "there": {**one, "node": "tables-2"}}}
    lines = rooms.picture(shared, "here", "", 140, 24)
    assert {wide(line) for line in lines} == {140}
    assert [line.plain for line in lines if "tables-2" in line.plain] == [lines[4].plain]
    assert "node" in lines[2].plain
    assert "node" not in rooms.picture(house, "room-000", "", 140, 24)[2].plain


def test_a_closed_house_says_how_it_is_opened() -> None:
    lines = rooms.picture({"name": "H", "state": "closed", "rooms": {}}, "", "", 80, 24)
    text = "\n".join(line.plain for line in lines)
    assert "The house is closed; `cardroom admin on` opens it." in text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-3, "0 s"), (0.2, "1 s"), (15, "15 s"), (60, "1:00"), (125, "2:05"), (7_300, "2 h")],
)
def test_a_time_is_short(seconds: float, text: str) -> None:
    assert span(seconds) == text


@pytest.mark.parametrize(
    ("text", "width", "right", "shown"),
    [
        ("abc", 5, False, "abc  "),
        ("abc", 5, True, "  abc"),
        ("abcdef", 5, False, "abcd…"),
        ("abc      ", 5, False, "abc  "),
        ("大家好", 5, False, "大家…"),
        ("大家好", 4, False, "大… "),
        ("abc", 0, False, ""),
    ],
)
def test_a_text_takes_exactly_its_columns(text: str, width: int, right: bool, shown: str) -> None:
    assert fit(say(text), width, right).plain == shown

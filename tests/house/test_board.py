"""The board of the lobby: what changes all the time is told to many at a pace, in small steps."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from twisted.internet.task import Clock

from game_server.lobby.board import SHOWN, TOLD_AT_ONCE, TOLD_EVERY_S, Board
from game_server.lobby.elsewhere import Elsewhere
from game_server.lobby.table_runner import TableRunner
from protocol.codec import FROM_SERVER, decode
from protocol.messages import Room, Rooms

GAMES = ("holdem", "roulette")


class Turns:
    """A clock whose calls without delay are made in the next turn."""

    def __init__(self) -> None:
        self._clock = Clock()
        self.advance, self.pump, self.seconds = (
            self._clock.advance,
            self._clock.pump,
            self._clock.seconds,
        )

    def has_nothing_due(self) -> bool:
        return not self._clock.getDelayedCalls()

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object:
        return self._clock.callLater(max(delay, 0.001), callable, *args)


class Hall:
    """A board of tables that are only listed, and what each player was told of it."""

    def __init__(self, tables: int, watchers: int) -> None:
        self.clock, self.turn = Turns(), 0
        self.told: dict[str, list[Rooms]] = defaultdict(list)
        self.elsewhere = Elsewhere()
        self.tables: dict[str, Any] = {}
        for number in range(tables):
            name, game = f"t{number}", GAMES[number % 2]
            self.tables[name] = SimpleNamespace(
                table_id=name,
                config=SimpleNamespace(game=game, private=False),
                listing=Room(name, game, "standard", "play", 100, 0, 0, 7, 0, 0),
                quarantined="",
            )
        runners = cast("dict[str, TableRunner]", self.tables)
        self.board = Board(runners, self.elsewhere, self.clock, self.post)
        for player in range(watchers):
            self.board.watch(player, "")

    def post(self, said: Mapping[str, Sequence[bytes]]) -> None:
        for player, frames in said.items():
            self.turn += 1
            self.told[player] += [cast(Rooms, decode(frame, FROM_SERVER)) for frame in frames]

    def change(self, name: str, waiting: int) -> None:
        one = self.tables[name]
        one.listing = replace(one.listing, waiting=waiting)
        self.board.changed(one)

    def seen_by(self, player: str) -> dict[str, int]:
        """How many wait at each table, as this player was told."""
        seen: dict[str, int] = {}
        for told in self.told[player]:
            if told.whole:
                seen.clear()
            seen.update({room.table: room.waiting for room in told.rooms})
            for gone in told.gone:
                seen.pop(gone, None)
        return seen

    def listed(self, game: str = "") -> dict[str, int]:
        return {room.table: room.waiting for room in self.board.public(game)}


def test_a_table_that_changes_all_the_time_is_told_four_times_a_second() -> None:
    hall = Hall(tables=2, watchers=1)
    for number in range(100):
        hall.change("t0", number)
        hall.clock.advance(0.01)
    hall.clock.advance(1.0)
    assert 1.0 / TOLD_EVERY_S - 1 <= len(hall.told["0"]) - 1 <= 1.0 / TOLD_EVERY_S + 1
    assert hall.seen_by("0") == {"t0": 99, "t1": 0}


def test_many_watchers_are_told_in_steps_that_the_loop_bears() -> None:
    watchers = 3 * TOLD_AT_ONCE + 1
    hall = Hall(tables=2, watchers=watchers)
    hall.change("t0", 5)
    steps, hall.turn = [], 0
    hall.clock.advance(TOLD_EVERY_S - 0.001)
    for _ in range(8):
        hall.clock.advance(0.001)
        steps.append(hall.turn)
        hall.turn = 0
        if len(steps) == 1:
            # What changes while some have not heard the change before is told after it.
            hall.change("t0", 6)
            hall.board.unwatch(watchers - 1)
    assert max(steps) == TOLD_AT_ONCE
    assert sum(steps) == watchers - 1
    hall.clock.pump([0.001] * 1_000)
    assert {tuple(hall.seen_by(str(player)).items()) for player in range(watchers - 1)} == {
        (("t0", 6), ("t1", 0))
    }


def test_nobody_is_gone_through_for_what_changes_in_a_private_room() -> None:
    hall = Hall(tables=2, watchers=3 * TOLD_AT_ONCE)
    hall.turn, private = 0, hall.tables["t0"]
    private.listing = replace(private.listing, private=True)
    hall.change("t0", 5)
    hall.clock.advance(TOLD_EVERY_S)
    assert hall.clock.has_nothing_due()
    hall.change("t0", 6)
    hall.change("t1", 1)
    hall.clock.pump([TOLD_EVERY_S] * 8)
    assert hall.turn == 3 * TOLD_AT_ONCE
    assert all(hall.seen_by(player)["t1"] == 1 for player in hall.told)


def test_more_changes_than_a_message_holds_are_all_told() -> None:
    hall = Hall(tables=2 * SHOWN + 10, watchers=1)
    for name in list(hall.tables):
        hall.change(name, 7)
    for name in list(hall.tables)[: SHOWN + 1]:
        del hall.tables[name]
    hall.clock.advance(TOLD_EVERY_S)
    assert hall.seen_by("0") == hall.listed()
    assert set(hall.listed().values()) == {7}


def test_the_list_is_written_down_once_while_it_changes_and_nobody_keeps_an_old_one() -> None:
    hall = Hall(tables=4, watchers=0)
    made = 0
    public = hall.board.public

    def counted(game: str = "") -> list[Room]:
        nonlocal made
        made += 1
        return public(game)

    hall.board.public = counted  # type: ignore[method-assign]
    for number in range(50):
        hall.change("t1", number)
        hall.board.watch(number, ("", *GAMES)[number % 3])
        hall.clock.advance(0.01)
    assert made <= 3 * (1 + 0.5 / TOLD_EVERY_S)
    hall.clock.pump([0.1] * 5)
    for number in range(50):
        assert hall.seen_by(str(number)) == hall.listed(("", *GAMES)[number % 3])
    hall.board.show(99, "")
    assert hall.seen_by("99") == hall.listed()


def test_who_looks_no_more_is_told_no_more_and_a_game_that_is_none_has_no_tables() -> None:
    hall = Hall(tables=2, watchers=2)
    hall.board.watch(5, "no game")
    hall.change("t0", 1)
    hall.board.unwatch(0)
    hall.clock.advance(1.0)
    assert [len(hall.told[one]) for one in ("0", "1", "5")] == [1, 2, 1]
    assert hall.seen_by("5") == {}

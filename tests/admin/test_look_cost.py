"""What looking costs the tables, and what one sees of tables that come and go."""

from collections.abc import Mapping
from typing import Any

import pytest

from game_server.admin import table_watch
from game_server.admin.patch import difference, merged
from game_server.admin.scene import Reading, scene
from game_server.config import RoomSettings
from game_server.store.direct import CommitFault
from protocol import messages
from protocol.messages import Joined
from protocol.words import POT
from tests.admin.looker import Looker
from tests.admin.pictures import ROOMS, Evening
from tests.admin.talk import Floor
from tests.house.world import World
from tests.table_probe import TableProbe


def test_when_nobody_looks_any_more_nothing_is_done() -> None:
    evening = Evening()
    evening.seat("main", 3)
    stopped, lost = Looker(evening.floor, "main"), Looker(evening.floor, "main")
    runner = evening.world.runner("main")
    assert len(runner.lookers) == 2
    stopped.end()
    lost.talk.lose()
    assert runner.lookers == []
    stopped.look(), lost.look()
    before = stopped.items, lost.items
    for _ in range(20):
        evening.play()
    stopped.look(), lost.look()
    assert (stopped.items, lost.items) == before


def test_one_who_reads_slowly_misses_what_was_between_and_no_table_waits() -> None:
    evening = Evening(seed=2)
    evening.seat("main", 4)
    looker = Looker(evening.floor, "main")
    looker.look()
    looker.talk.line.pauseProducing()
    looker.look(1.0)
    items, turn = looker.items, evening.world.probe("main").turn
    for _ in range(20):
        evening.play()
        looker.look()
    assert looker.items == items
    assert evening.world.probe("main").turn > turn + 5
    looker.talk.line.resumeProducing()
    shown = looker.look(2.0)
    assert 0 < looker.items - items <= 3
    table = evening.world.probe("main")
    assert shown["pot_cents"] == (table.host.round.stacks.get(POT, 0) if table.host.round else 0)


def test_changes_are_shown_ten_times_a_second_at_most() -> None:
    evening = Evening(seed=2)
    evening.seat("wheel", 3)
    looker = Looker(evening.floor, "wheel")
    before = looker.items
    for text in "abcdefgh":
        evening.say([text] * 3)
        evening.world.clock.advance(0.001)
    looker.look(0.5)
    assert looker.items - before <= 3


def test_a_table_that_took_long_to_show_is_left_alone_for_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(seed=2)
    evening.seat("main", 4)
    clock = evening.world.clock

    def slowly(room: Any, reading: Reading) -> Mapping[str, Any]:
        clock.rightNow += 0.1
        return scene(room, reading)

    monkeypatch.setattr(table_watch, "scene", slowly)
    looker = Looker(evening.floor, "main")
    for _ in range(40):
        evening.play()
    looker.look()
    assert 2 <= looker.items <= 1 + 10 / (0.1 * table_watch.SHARE)


def test_a_look_that_fails_ends_and_is_no_fault_of_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(seed=2)
    evening.seat("main", 4)
    looker = Looker(evening.floor, "main")
    looker.look()

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(table_watch, "scene", broken)
    runner = evening.world.runner("main")
    rounds = TableProbe.of(runner).rounds
    for _ in range(80):
        evening.play()
    assert TableProbe.of(runner).rounds > rounds
    assert runner.lookers == []
    looker.look()
    (wrong,) = [one["no"]["code"] for one in looker.talk.heard if "no" in one]
    assert wrong == "failed"
    evening.world.check()


def test_what_is_not_on_disk_is_shown_to_nobody() -> None:
    evening = Evening(seed=2)
    evening.seat("main", 3)
    world = evening.world
    looker = Looker(evening.floor, "main")
    evening.until_asked()
    before = looker.look(1.0)["acts"]
    client = next(one for one in evening.clients if "main" in one.asked)
    asked = client.asked["main"]
    world.fail(CommitFault.FAILS)
    client.act("main", asked.turn, asked.ask.default)
    shown = looker.look(0.01)
    assert (shown["state"], shown["acts"]) == ("paused", before)
    shown = looker.look(3.0)
    assert (shown["state"], list(shown["acts"].items())[: len(before)]) == (
        "playing",
        list(before.items()),
    )
    for _ in range(20):
        evening.play()
        shown = looker.look()
    fresh = Reading(faces=True)
    fresh.read(world.runner("main").view)
    texts = [one["text"] for one in shown["acts"].values()]
    wanted = [one["text"] for one in fresh.acts.values() if isinstance(one, Mapping)]
    assert texts[-len(wanted) :] == wanted, "a rebuilt table was told twice"
    begins = [one["text"] for one in shown["acts"].values() if one["begins"]]
    assert len(begins) == len(set(begins))


# -- tables that come and go -------------------------------------------------------------------


def test_a_look_ends_with_the_table() -> None:
    world = World(RoomSettings("h", "holdem", "standard", stake=200))
    floor = Floor(world)
    looker = Looker(floor, "h")
    closing = world.house.hours.close()
    world.wait(closing, 30.0)
    looker.look(1.0)
    answer = looker.talk.answer(looker.number)
    assert answer == {"said": "The table is closed."}
    assert floor.audit()[-1] == ("cleo", "watch", "ok")


def test_the_list_shows_rooms_that_come_and_go_and_how_the_house_is() -> None:
    evening = Evening()
    world = evening.world
    looker = Looker(evening.floor)
    shown = looker.look(1.0)
    assert shown["state"] == "open"
    assert list(shown["rooms"]) == [one.table for one in ROOMS]
    assert shown["rooms"]["main"]["people"] == 0
    evening.seat("main", 3)
    evening.until_asked()
    shown = looker.look(2.5)
    assert shown["rooms"]["main"]["people"] == 3
    assert shown["rooms"]["main"]["state"] == "playing"
    anna = world.client("Zoe")
    opened = anna.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(opened, Joined)
    name = opened.room.table
    assert name in looker.look(2.5)["rooms"]
    anna.ask(messages.Leave, name)
    world.run(120)
    assert name not in looker.look(2.5)["rooms"]
    world.wait(world.house.hours.close(), 600.0)
    shown = looker.look(2.5)
    assert (shown["state"], shown["rooms"]) == ("closed", {})


def test_a_long_list_is_walked_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_watch, "ROOMS_AT_ONCE", 2)
    evening = Evening()
    looker = Looker(evening.floor)
    mine = [one["item"] for one in looker.talk.heard if one["id"] == looker.number]
    assert len(mine[0]["house"]["rooms"]) == 2
    assert len(looker.look(2.5)["rooms"]) == len(ROOMS)


# -- patches -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1, "b": 2}, {"b": 3}, {"a": None, "b": 3}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": 2, "z": [1]}}, {"a": {"x": None, "z": [1]}}),
        ({"a": {"x": 1}}, {"a": 5}, {"a": 5}),
        ({"a": 5}, {"a": {"x": 1}}, {"a": {"x": 1}}),
        ({"a": [1, 2]}, {"a": [1]}, {"a": [1]}),
        ({"a": 1}, {"a": True}, {"a": True}),
        ({"a": {"x": 1}}, {"a": {}}, {"a": {"x": None}}),
    ],
)
def test_a_patch_makes_the_one_of_the_other(
    before: dict[str, Any], after: dict[str, Any], patch: dict[str, Any]
) -> None:
    assert difference(before, after) == patch
    found = merged(before, difference(before, after))
    assert found == after
    assert [type(value) for value in found.values()] == [type(value) for value in after.values()]

"""A commit that was on its way when its table was dropped means nothing any more."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from game_server.lobby.commit import CommitResult
from game_server.lobby.table_writer import TableWriter
from game_server.store.journal import JournalHead
from game_server.store.ports import CommitFailed, Store
from tests.house.world import World

Told = Callable[[Any], object]
WRITTEN = CommitResult(JournalHead(1, 1, 1, None, None), ())
NOT_WRITTEN = CommitFailed("The disk is full.")


class SlowStore:
    """Keeps what is handed to it, and says nothing of it by itself."""

    def __init__(self) -> None:
        self.handed: list[tuple[Told, Told]] = []

    def post(self, work: object, done: Told, failed: Told, alone: bool = False) -> None:
        self.handed.append((done, failed))


@pytest.mark.parametrize("written", [True, False])
def test_a_commit_of_a_table_that_was_dropped_is_told_to_nobody(written: bool) -> None:
    world, store, told = World(), SlowStore(), list[object]()
    means = replace(world.house.means, store=cast(Store, store))
    writer = TableWriter(world.rooms()[0], means)

    def on_its_way() -> Callable[[], object]:
        writer.post(writer.begin(0.0), told.append, told.append)
        done, failed = store.handed.pop()
        return lambda: done(WRITTEN) if written else failed(NOT_WRITTEN)

    before = on_its_way()
    writer.drop()
    before()
    assert told == []
    on_its_way()()
    assert told == [WRITTEN if written else NOT_WRITTEN]

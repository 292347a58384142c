"""A node is emptied and ends while people at a front play on: no hand is lost, and no line."""

import asyncio
import time
from contextlib import closing
from pathlib import Path

import psycopg

from game_server.store.place import database_of
from game_server.table.journal import RoundOpened, RoundVoided, from_bytes
from tests.cluster.nodes import PATIENCE_S, NodeProcess
from tests.cluster.test_front_processes import Spread
from tests.cluster.test_takeover import CHIPS, Looked, out_of_order
from tests.house.left_behind import read
from tests.house.test_killed import acts


def test_a_node_is_drained_and_stopped_and_players_at_a_front_play_on(
    tmp_path: Path, dsn: str
) -> None:
    with Spread(tmp_path, dsn) as spread:
        asyncio.run(evening(spread, spread.has("holdem")))
        assert out_of_order(dsn) == []
        acknowledged = {one for player in spread.players for one in acts(player)}
        assert acknowledged <= read(Looked(database_of(tmp_path, dsn))).acts.keys()
        assert in_the_middle(dsn) == []


async def evening(spread: Spread, owner: NodeProcess) -> None:
    front = spread.nodes["f1"].opened()
    for player in spread.players:
        await player.come(front.url, t="guest")
        await player.sit("holdem", CHIPS)
    await spread.play()
    with psycopg.connect(spread.dsn, autocommit=True) as conn:
        conn.execute("UPDATE nodes SET draining = 1 WHERE name = %s", (owner.folder.name,))
        await spread.hears("resumed", 1)
        await spread.play()
        await asyncio.to_thread(empty, conn, owner.folder.name)
    owner.process.terminate()
    assert await asyncio.to_thread(owner.process.wait, PATIENCE_S) == 0
    await spread.play()
    assert not any(player.goodbye for player in spread.players)
    for player in spread.players:
        player.check()


def empty(conn: "psycopg.Connection[tuple[object, ...]]", node: str) -> None:
    """Wait until the node has no tables."""
    end = time.monotonic() + PATIENCE_S
    while conn.execute("SELECT 1 FROM placements WHERE node = %s", (node,)).fetchone():
        assert time.monotonic() < end, "it keeps some"
        time.sleep(0.05)


def in_the_middle(dsn: str) -> list[str]:
    """Rounds that were void, or that two epochs have rows of: a table that moves does so between
    two rounds."""
    wrong, began = list[str](), dict[str, int]()
    with closing(database_of(Path(), dsn).look()) as conn:
        rows = conn.execute(
            "SELECT t.name, j.epoch, j.data, r.round FROM rounds r JOIN tables t ON t.id = r.tbl"
            " JOIN journal j ON j.tbl = r.tbl AND j.id BETWEEN r.opened"
            " AND coalesce(r.closed, r.opened) ORDER BY j.id"
        )
        for name, epoch, data, number in rows:
            row, place = from_bytes(data), f"{name} {number}"
            if isinstance(row, RoundOpened):
                began[place] = epoch
            if isinstance(row, RoundVoided) or epoch != began[place]:
                wrong.append(f"{place}: {row} of epoch {epoch}")
    return wrong

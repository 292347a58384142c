"""Joining a house that many nodes share: a node takes the lease of its own name."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from game_server.cluster import standby
from game_server.cluster.node import TABLES, Node
from game_server.cluster.standby import OTHER_HOUSE, START_MS, LeasedDatabase
from game_server.store import leases, nodes
from game_server.store.leases import Lease
from game_server.store.ports import CannotOpen
from game_server.store.transaction import SharedDatabase, writing


@dataclass(frozen=True)
class NodeCard:
    """What a node says of itself when it comes: its version, its roles, and since when it runs, in
    milliseconds."""

    version: str
    roles: Sequence[str]
    since: int


def join(
    database: SharedDatabase,
    node: Node,
    facts: NodeCard,
    say: Callable[[str], None],
    port: int,
    sleep: Callable[[float], object] = standby.SLEEP,
    address: str = standby.HERE,
) -> LeasedDatabase:
    """Wait until this node has the lease of its name; CannotOpen if that can never be. `port` is
    where `/ready` is asked at that `address`, 0 for none."""
    takes = partial(_taken, facts=facts)
    return standby.enter(database, node, say, port, sleep, takes, node.word, address)


def _taken(database: SharedDatabase, node: Node, facts: NodeCard) -> tuple[Lease | None, str]:
    """The lease if it is this node's now, and else why it waits."""
    with closing(database.beside()) as conn:
        if not conn.engine.columns(conn, "nodes"):
            # Of an older version, or new: whoever writes brings it up to date.
            with closing(database.open()):
                pass
        alone, mine = leases.look(conn, TABLES), leases.look(conn, node.lease)
        known = [one for one in (alone, mine) if one is not None]
        for one in (*known, *leases.lasting(conn, nodes.LEASE)):
            if one.house != node.house:
                raise CannotOpen(OTHER_HOUSE)
        if alone is not None and alone.left > 0:
            return None, f"This node waits: {alone.node} has the whole house; it has no nats."
        if mine is not None and mine.left > 0 and mine.owner != node.word:
            return None, f"This node waits: another one is called {node.name}, and it lives."
        with writing(conn):
            taken = leases.take(
                conn,
                node.lease,
                owner=node.word,
                node=node.name,
                house=node.house,
                lasts=START_MS,
            )
            if taken is not None:
                nodes.enter(
                    conn,
                    node.name,
                    version=facts.version,
                    roles=facts.roles,
                    since=facts.since,
                )
        return taken, "This node waits: another was quicker."

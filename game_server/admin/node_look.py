"""What the doctor looks at where several nodes share a house: their clocks, and their versions."""

from collections.abc import Iterator
from typing import Final

from game_server.admin.examine import Finding
from game_server.store import nodes, placements
from game_server.store.transaction import Transaction

SKEW_MS: Final = 500
"""A clock that is farther off than this makes what is held or limited by time come early or
late."""


def look(conn: Transaction) -> Iterator[Finding]:
    """Nothing where no node has ever shared the house."""
    known = [one for one in nodes.known(conn) if one.lives]
    if not known:
        return
    off = [one for one in known if abs(one.skew) > SKEW_MS]
    for one in off:
        way = "ahead of" if one.skew > 0 else "behind"
        text = f"The clock of node {one.name} is {abs(one.skew) / 1000:.1f} s {way} the database's."
        yield Finding("nodes", "look", text, "Let a time service set the clocks of all machines.")
    versions = sorted({one.version for one in known})
    names = ", ".join(one.name for one in known)
    if len(versions) > 1:
        text = f"The nodes {names} are of versions {', '.join(versions)}."
        yield Finding("nodes", "look", text, "Bring all of them up to date, one after the other.")
    elif not off:
        yield Finding("nodes", "ok", f"{names}: of one version, and of one time.")
    free = [one.unit for one in placements.of_house(conn) if one.node is None]
    if free:
        text = f"{len(free)} tables are on no node: {', '.join(free[:5])}."
        yield Finding("nodes", "look", text, "Look whether a node has them in its settings.")

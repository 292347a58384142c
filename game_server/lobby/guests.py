"""Guests of a table that goes from node to node: those who watch or wait, whom no row tells.

A node that gives a table up writes them beside its placement; of one that is gone they are as it
has announced them last. They are away where the table comes, until their lines are brought there.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from game_server.lobby.elsewhere import RemoteTable
from game_server.table.view import TableView
from protocol.frozen import frozen


@frozen
class Guests:
    """By the keys that tables use: all who have no seat, and those of them who wait, the first
    first."""

    people: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()


NOBODY: Final = Guests()


def guests_of(table: TableView) -> Guests:
    """Those of this table."""
    seated = {one.player for one in table.seats.values()}
    return _guests(table.people, seated, table.queue)


def announced_of(table: RemoteTable | None) -> Guests:
    """Those of a table as its node has announced them; nobody, if it was never heard of."""
    return NOBODY if table is None else _guests(table.people, table.seated, table.queue)


def _guests(people: Iterable[str], seated: Iterable[str], queue: Iterable[str]) -> Guests:
    there = {*people} - {*seated}
    return Guests(tuple(sorted(there)), tuple(one for one in queue if one in there))


def written(tables: Mapping[str, Guests]) -> str:
    """The guests of some tables as a text."""
    return json.dumps({name: [one.people, one.queue] for name, one in tables.items()})


def read(text: str) -> Mapping[str, Guests]:
    """The guests that were written so."""
    return {
        name: Guests(tuple(people), tuple(queue))
        for name, (people, queue) in json.loads(text).items()
    }

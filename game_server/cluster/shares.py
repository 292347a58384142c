"""Shares: which tables a node takes, gives up and brings elsewhere, by what is on disk.

Pure: the same rows lead to the same answer, so that every case can be tested without a node.
"""

from collections.abc import Callable, Container, Sequence, Set
from dataclasses import dataclass
from typing import Final, NamedTuple

from game_server.store.nodes import NodeRow
from game_server.store.placements import CASH, Placement


class Leaves(NamedTuple):
    """A unit that goes from this node: to another one, or to whoever takes it."""

    unit: str
    to: str | None


@dataclass(frozen=True)
class SharedHouse:
    """What one look at the disk shows."""

    nodes: Sequence[NodeRow]
    placed: Sequence[Placement]

    def lives(self, node: str) -> bool:
        """Whether the lease of that node lasts."""
        return any(one.name == node and one.lives for one in self.nodes)

    def takers(self) -> list[str]:
        """The nodes that tables are placed on now, by name."""
        return [one.name for one in self.nodes if one.takes_tables]

    def dead(self) -> list[NodeRow]:
        """The nodes whose lease is over and that still have tables."""
        having = {one.node for one in self.placed}
        return [one for one in self.nodes if not one.lives and one.name in having]

    def long_gone(self) -> list[str]:
        """The nodes that nobody need know of any more."""
        having = {one.node for one in self.placed}
        return [one.name for one in self.nodes if one.long_gone and one.name not in having]

    def drains(self, node: str) -> bool:
        """Whether somebody lets that node become empty."""
        return any(one.name == node and bool(one.draining) for one in self.nodes)

    def at(self, node: str) -> list[Placement]:
        """What is placed on that node."""
        return [one for one in self.placed if one.node == node]

    def share(self) -> int:
        """The most units that one node takes by itself."""
        takers = len(self.takers())
        return -(-len(self.placed) // takers) if takers else 0

    def loads(self) -> dict[str, int]:
        """How many units each of the takers has."""
        return {name: len(self.at(name)) for name in self.takers()}


def opens(nodes: Sequence[NodeRow], me: str, settings: bool) -> bool:
    """Whether the house opens at this node by itself: as it is at the others that live and have
    said so, and as the settings have it where there are none."""
    others = {one.hours for one in nodes if one.lives and one.name != me} - {""}
    return not others.isdisjoint(("open", "opening")) if others else settings


def claims(house: SharedHouse, me: str, can: Container[str]) -> list[str]:
    """The units on no node that this one takes. Each node begins elsewhere among them, so that two
    who look at once want different ones."""
    takers = house.takers()
    if me not in takers:
        return []
    free = [one.unit for one in house.placed if one.node is None and one.unit in can]
    start = takers.index(me) * len(free) // len(takers)
    more = max(0, house.share() - len(house.at(me)))
    return (free[start:] + free[:start])[:more]


def adopts(house: SharedHouse, me: str, here: Set[str], can: Container[str]) -> list[str]:
    """The units that are placed here and do not run here yet."""
    return [one.unit for one in house.at(me) if one.unit not in here and one.unit in can]


def leaves(
    house: SharedHouse,
    me: str,
    here: Set[str],
    idle: Callable[[str], bool],
    attended: Callable[[str], bool],
) -> list[Leaves]:
    """The units that go from here: those that somebody wants elsewhere, all where the node is
    drained, and of more than a share those at which nobody is. Where that is not enough one more
    goes at a time at which somebody is, between two rounds, until this node has little more than
    its share."""
    loads, mine = house.loads(), [one for one in house.at(me) if one.unit in here]
    wanted = [one for one in mine if one.wish in loads and one.wish != me]
    if me not in loads:
        # After an outage others may renew their leases sooner: no reason to give anything up.
        drained = house.lives(me) and bool(loads)
        return [_away(one) for one in mine] if drained else []
    going = [Leaves(one.unit, one.wish) for one in wanted]
    # One at a time to whoever has least, as long as that makes them more alike.
    others = {name: load for name, load in loads.items() if name != me}
    load = loads[me] - len(going)
    for one in mine:
        least = min(others, key=lambda name: (others[name], name), default="")
        if not least or load - others[least] < 2:
            break
        if one.wish is None and idle(one.unit):
            going.append(Leaves(one.unit, least))
            others[least] += 1
            load -= 1
    if not going and others and load > house.share() * MUCH:
        free = [one.unit for one in mine if one.wish is None and one.unit != CASH]
        least = min(others, key=lambda name: (others[name], name))
        busy = [unit for unit in free if attended(unit)]
        return [Leaves(unit, least) for unit in busy[:1]]
    return going


MUCH: Final = 1.25
"""A node with so many times its share brings tables elsewhere that are played at."""


def _away(one: Placement) -> Leaves:
    return Leaves(one.unit, one.wish)

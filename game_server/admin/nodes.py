"""What commands do with the nodes that share a house: list them, drain one, move a table."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from game_server.admin.desk import Call, Does, pause
from game_server.admin.menu.words import Answer, Json
from game_server.players.disk_errors import read_or_refuse, write_or_refuse
from game_server.refusals import TableElsewhere, TableSuspended
from game_server.store import nodes, placements
from game_server.store.nodes import NodeRow
from game_server.store.placements import CASH, Placement
from game_server.store.transaction import Transaction
from protocol.words import Refusal

LOOK_S: Final = 0.5
"""So often is looked what a node that is drained still has."""
LINES_S: Final = 60.0
"""So long lines of a node without tables are waited for."""


class KnownNodes(NamedTuple):
    """The nodes of the house, and where its tables are."""

    nodes: Sequence[NodeRow]
    placed: Sequence[Placement]

    def node(self, name: str) -> NodeRow:
        found = next((one for one in self.nodes if one.name == name), None)
        if found is None:
            known = ", ".join(one.name for one in self.nodes)
            raise Refusal("no_node", f"There is no node {name!r}; there are {known}.")
        return found

    def others(self, name: str) -> Sequence[NodeRow]:
        return [one for one in self.nodes if one.name != name]

    def has(self, name: str) -> int:
        return sum(one.node == name for one in self.placed)


async def listed(call: Call) -> Answer:
    """The nodes, by name, and how many tables are on none."""
    known = await _known(call)
    count = Counter(one.node for one in known.placed)
    rows = [_line(one, count[one.name]) for one in known.nodes]
    return {"nodes": rows, "on_no_node": count[None]}


def _line(one: NodeRow, tables: int) -> dict[str, Json]:
    state = "drained" if one.draining else "here"
    if one.hours in ("closing", "closed"):
        state = one.hours
    return {
        "node": one.name,
        "state": state if one.lives else "gone",
        "since_at": one.since // 1000,
        "gone_s": None if one.lives else max(0, -one.left // 1000),
        "version": one.version,
        "roles": one.roles.replace(",", ", "),
        "address": one.address,
        "tables": tables,
        "lines": one.lines if one.lives else 0,
        "late_s": one.lag / 1000,
        "skew_s": one.skew / 1000,
    }


async def drain(call: Call, node: str, back: bool) -> Answer:
    """Let its tables and lines go, and wait until it has none; or let it take some again."""
    known = await _known(call)
    one = known.node(node)
    if not back and one.has_tables and not any(it.takes_tables for it in known.others(node)):
        text = "No other node takes its tables; start one, or let one that is drained take some."
        raise Refusal("no_other_node", f"{text} `drain NODE --back`.")
    if not back and one.is_front and not any(it.takes_lines for it in known.others(node)):
        text = "No other front takes its lines; start one, or let one that is drained take some."
        raise Refusal("no_other_node", f"{text} `drain NODE --back`.")
    await write_or_refuse(call.desk.store, lambda tx: nodes.drain(tx, node, not back))
    if back:
        return {"said": f"The node {node} takes tables and lines again.", "node": node}
    told, until = (-1, -1), 0.0
    while True:
        known = await _known(call)
        one, left = known.node(node), known.has(node)
        lines = one.lines if one.lives and one.is_front else 0
        if one.lives and not one.draining:
            text = f"Somebody lets the node {node} take tables again; it still has {left}."
            raise Refusal("not_drained", text)
        if not left:
            until = until or call.desk.clock.seconds() + LINES_S
            if not lines or call.desk.clock.seconds() >= until:
                break
        if (left, lines) != told:
            call.progress(_still_there(left, lines), tables=left, lines=lines)
            told = left, lines
        await pause(call, LOOK_S)
    said = f"The node {node} has no tables and can be stopped"
    stay = f"; {lines} lines are still there, for whatever brings lines brings them there"
    return {"said": f"{said}{stay if lines else ''}.", "node": node, "lines": lines}


def _still_there(tables: int, lines: int) -> str:
    return f"Tables still there: {tables}." + (f" Lines: {lines}." if lines else "")


async def move(call: Call, table: str, node: str) -> Answer:
    """Let it go to that node."""
    known = await _known(call)
    one = known.node(node)
    if not one.takes_tables:
        raise Refusal("not_taking", f"The node {node} takes no tables now; look with `nodes`.")
    unit = _unit(call, table, known.placed)
    if unit.node == node:
        return {"said": f"The table {table} is on {node} already.", "node": node}
    await write_or_refuse(call.desk.store, lambda tx: placements.want(tx, unit.unit, node))
    with_it = "All tables for cash go" if unit.unit == CASH else f"The table {table} goes"
    return {"said": f"{with_it} to {node} when the round is over.", "node": node}


async def refuse_elsewhere(call: Call, purse: str) -> None:
    """TableElsewhere unless a new table for such chips is to be opened here: those for cash are all
    on one node, and each other one is on whichever has least."""
    if not call.desk.means.node or call.handed:
        return
    known = await _known(call)
    if purse == "cash":
        node = next((one.node for one in known.placed if one.unit == CASH), None)
    else:
        takers = [one.name for one in known.nodes if one.takes_tables]
        node = min(takers, key=known.has, default=None)
    if node is None:
        text = "No node takes that table just now; try again in a moment, and look with `nodes`."
        raise Refusal("no_node", text)
    if node != call.desk.means.node:
        raise TableElsewhere.on(node)


async def refuse_at_rest(call: Call) -> None:
    """TableElsewhere unless this node carries the payments of the house."""
    if not (call.desk.house.cashier.rests and call.desk.means.node):
        return
    known = await _known(call)
    node = next((one.node for one in known.placed if one.unit == CASH), None)
    if node is None or node == call.desk.means.node:
        raise TableSuspended("Payments are about to go on at another node; try again in a moment.")
    raise TableElsewhere(f"Payments are carried by the node {node}; ask there.", node=node)


def _unit(call: Call, table: str, placed: Sequence[Placement]) -> Placement:
    """What is placed when this table is."""
    cash = any(one.table == table for one in call.desk.house.hours.tables if one.purse == "cash")
    found = next((one for one in placed if one.unit == (CASH if cash else table)), None)
    if found is None:
        raise Refusal("no_table", f"There is no table {table!r}; look with `table list`.")
    return found


async def _known(call: Call) -> KnownNodes:
    if not call.desk.means.node:
        text = "This house is on one node; with nats in [cluster] several share its tables."
        raise Refusal("one_node", text)
    return await read_or_refuse(call.desk.store, _look)


def _look(tx: Transaction) -> KnownNodes:
    return KnownNodes(nodes.known(tx), placements.of_house(tx))


DOES: Final[dict[str, Does]] = {"nodes": listed, "drain": drain, "move": move}

"""What commands show of players: who they are, who is in, and all about one, at whichever node of
the house they are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from game_server.admin.desk import Call, Desk, Does
from game_server.admin.menu.words import SEES_ADDRESSES, Answer, Json, may
from game_server.admin.other_nodes import LINES, SEATS, ask_others, is_shared
from game_server.admin.player_lookup import page, player_of
from game_server.bank.entries import purse_of
from game_server.lobby.lobby import Lobby
from game_server.lobby.table_runner import TableRunner
from game_server.players.disk_errors import read_or_refuse
from game_server.players.standing import as_of
from game_server.store import accounts, factors, grants, ledger, measures, results, sessions
from game_server.store.accounts import PlayerRow
from game_server.store.escrows import all_escrows
from game_server.store.factors import FactorOwner
from game_server.store.transaction import Transaction

SESSIONS: Final = 10


class PlayerLine(NamedTuple):
    """Where the line of a player comes from, and the node that has it."""

    address: str
    node: str


class KnownLines(NamedTuple):
    """Lines by player, and which nodes have said nothing."""

    known: Mapping[int, PlayerLine]
    facts: Mapping[str, Json]


async def everybody(
    call: Call, state: str | None, here: bool, before: int | None, count: int | None
) -> Answer:
    """Players, the newest first."""
    return await find(call, "", state, here, before, count)


async def find(
    call: Call, part: str, state: str | None, here: bool, before: int | None, count: int | None
) -> Answer:
    """Players whose name contains that."""
    desk, wanted = call.desk, page(count)
    in_at_all = await lines_of(call, None) if here else None
    within = None if in_at_all is None else tuple(in_at_all.known)
    at = desk.means.now()

    def look(conn: Transaction) -> list[tuple[PlayerRow, str]]:
        rows = accounts.like(
            conn, part, state=state or "", before=before, count=wanted, within=within
        )
        return [(one, as_of(conn, one, at).state) for one in rows]

    found = await read_or_refuse(desk.store, look)
    in_now = await lines_of(call, [one.id for one, _ in found])
    # What was decided may be over by now.
    wanted_now = [(one, now) for one, now in found if state in (None, now)]
    rows = [_line(desk, one, now, one.id in in_now.known) for one, now in wanted_now]
    return {"players": rows, **in_now.facts}


async def lines_of(call: Call, players: Sequence[int] | None) -> KnownLines:
    """Those of these players who are in, at whichever node, or all who are; and where their lines
    are."""
    online, node = call.desk.house.online, call.desk.node
    here = online.own if players is None else online.among(players)
    found = {
        one.id: PlayerLine(one.connection.address, node)
        for one in here
        if not one.connection.remote
    }
    others = await ask_others(call, LINES, {"players": players})
    for name, said in others.said.items():
        found.update({int(one): PlayerLine(at, name) for one, at in said["lines"].items()})
    return KnownLines(found, others.facts)


def _line(desk: Desk, one: PlayerRow, state: str, here: bool) -> Mapping[str, Json]:
    there = desk.lobby.elsewhere.of(str(one.id))
    own = [runner.table_id for runner in desk.lobby.of_player(str(one.id))]
    return {
        "number": one.id,
        "name": one.name,
        "kind": one.kind,
        "state": state,
        "here": here,
        "tables": [*own, *sorted({*there} - {*own})],
        "since_at": one.created // 1000,
    }


async def show(call: Call, player: str) -> Answer:
    """All about one player."""
    desk, at = call.desk, call.desk.means.now()
    sees = may(call.who.role, SEES_ADDRESSES)
    found = await read_or_refuse(desk.store, lambda conn: player_of(conn, player))
    line_now = (await lines_of(call, [found.id])).known.get(found.id)

    def look(conn: Transaction) -> tuple[PlayerRow, Mapping[str, Json]]:
        who = player_of(conn, f"#{found.id}")
        line = _line(desk, who, as_of(conn, who, at).state, line_now is not None)
        at_tables = [one for one in all_escrows(conn) if one.holder == str(who.id)]
        return who, {
            **line,
            "play_cents": ledger.balance(conn, purse_of(who.id, "play")),
            "cash_cents": ledger.balance(conn, purse_of(who.id, "cash")),
            "at_tables": [{"table": one.table, "chips_cents": one.amount} for one in at_tables],
            "second_factor": factors.is_on(conn, FactorOwner("player", who.id)),
            "results": [_result(one) for one in results.of_player(conn, who.id)],
            "measures": [_measure(one) for one in measures.of_player(conn, who.id)],
            "grants": [
                {
                    "number": one.id,
                    "asked_at": one.at // 1000,
                    "amount_cents": one.amount,
                    "reason": one.reason,
                    "state": one.state,
                }
                for one in grants.rows(conn, player=who.id)
            ],
            "sessions": [
                {
                    "device": one.device,
                    "from": one.address if sees else None,
                    "began_at": one.began // 1000,
                    "seen_at": one.seen // 1000,
                    "ended_at": None if one.ended is None else one.ended // 1000,
                    "why": one.why,
                }
                for one in sessions.of_player(conn, who.id)[:SESSIONS]
            ],
        }

    who, facts = await read_or_refuse(desk.store, look)
    seats: list[Any] = [*seats_of(desk.lobby, str(who.id))]
    others = await ask_others(call, SEATS, {"player": who.id})
    seats += [one for said in others.said.values() for one in said["seats"]]
    where = {"at_node": line_now.node} if is_shared(call) and line_now is not None else {}
    address = line_now.address if line_now is not None and sees else None
    return {**facts, "from": address, **where, "seats": seats, **others.facts}


def seats_of(lobby: Lobby, player: str) -> Iterable[Mapping[str, Json]]:
    """The seats of a player at the tables of this node."""
    return (one for runner in lobby.runners.values() for one in _seat(runner, player))


def _result(one: results.GameResult) -> Mapping[str, Json]:
    said = asdict(one)
    return {**{name: said[name] for name in said if name != "net"}, "net_cents": one.net}


def _measure(one: measures.MeasureRow) -> Mapping[str, Json]:
    return {
        "kind": one.kind,
        "by": one.who,
        "reason": one.reason,
        "from_at": one.at // 1000,
        "until_at": None if one.until is None else one.until // 1000,
        "lifted_at": None if one.lifted is None else one.lifted // 1000,
    }


def _seat(runner: TableRunner, player: str) -> Iterable[Mapping[str, Json]]:
    table = runner.view
    seat = table.seat(player)
    if seat is not None:
        one = table.seats[seat]
        yield {
            "table": runner.table_id,
            "seat": seat,
            "chips_cents": table.stack(seat),
            "coming_cents": one.coming,
            "in_round": table.in_round(seat),
            "sits_out": one.out,
            "leaving": one.leaving or one.left,
        }


DOES: Final[dict[str, Does]] = {
    "player list": everybody,
    "player find": find,
    "player show": show,
}

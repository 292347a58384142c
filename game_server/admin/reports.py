"""Reports of players: looked at, answered and closed, all of it in the audit."""

from collections.abc import Mapping
from typing import Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer, Json
from game_server.admin.player_lookup import page, player_of, read_reason
from game_server.players.disk_errors import read_or_refuse, write_or_refuse
from game_server.store import accounts, reports
from game_server.store.reports import ReportRow
from game_server.store.transaction import Transaction


async def everything(
    call: Call, every: bool, player: str | None, before: int | None, count: int | None
) -> Answer:
    """Reports, the newest first."""
    wanted = page(count)

    def look(conn: Transaction) -> list[Mapping[str, Json]]:
        who = None if player is None else player_of(conn, player).id
        found = reports.rows(conn, every=every, player=who, before=before, count=wanted)
        return [_line(conn, one) for one in found]

    return {"reports": await read_or_refuse(call.desk.store, look)}


def _line(conn: Transaction, one: ReportRow) -> Mapping[str, Json]:
    return {
        "number": one.id,
        "reported_at": one.at // 1000,
        "player": one.player,
        "name": one.evidence.name,
        "why": one.why,
        "by": accounts.by_id(conn, one.reporter).name,
        "table": one.evidence.table,
        "chat": one.evidence.said or one.evidence.phrase,
        "state": "open" if one.closed is None else "closed",
    }


async def show(call: Call, number: int) -> Answer:
    """One report, with its evidence."""

    def look(conn: Transaction) -> Mapping[str, Json]:
        one = reports.by_id(conn, number)
        known = one.evidence
        others = [other.id for other in reports.rows(conn, every=True, player=one.player)]
        return {
            **_line(conn, one),
            "reporter": one.reporter,
            "name_now": accounts.by_id(conn, one.player).name,
            "words": one.words,
            "round": known.round,
            "line": known.line,
            "phrase": known.phrase,
            "said_at": known.said_at or None,
            "answer": one.answer,
            "told": bool(one.answer) and one.told,
            "closed_at": None if one.closed is None else one.closed // 1000,
            "result": one.result,
            "closed_by": one.who,
            "other_reports": [other for other in others if other != one.id],
        }

    return await read_or_refuse(call.desk.store, look)


async def answer(call: Call, number: int, text: str) -> Answer:
    """Tell the reporter something."""
    said = read_reason(text)
    one = await write_or_refuse(call.desk.store, lambda conn: reports.answer(conn, number, said))
    told = await call.desk.house.safety.tell(one)
    when = "has been told" if told else "is told at the next login"
    return {"said": f"The one who made report {number} {when}.", "number": number, "told": told}


async def close(call: Call, number: int, result: str) -> Answer:
    """It is dealt with."""
    at, why = call.desk.means.now(), read_reason(result)
    await write_or_refuse(
        call.desk.store, lambda conn: reports.close(conn, number, why, call.who.name, at)
    )
    return {"said": f"Report {number} is closed.", "number": number}


DOES: Final[dict[str, Does]] = {
    "reports list": everything,
    "reports show": show,
    "reports answer": answer,
    "reports close": close,
}

"""What commands do with tables: list them, open, close and pause them."""

import re
from collections.abc import Mapping
from typing import Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer, Json
from game_server.admin.nodes import refuse_elsewhere
from game_server.admin.other_nodes import ask_others, is_shared
from game_server.admin.table_lookup import at_once, going_on
from game_server.admin.typed_options import chosen
from game_server.config import RoomSettings
from game_server.lobby.lobby import HOUSE
from game_server.lobby.opening import configured
from game_server.lobby.table_runner import TableRunner
from game_server.players.disk_errors import read_or_refuse
from game_server.refusals import NotWritten
from game_server.store import rooms
from game_server.store.ports import CommitFailed
from game_server.table.status import TablePhase
from protocol.words import Refusal, chips

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


async def listed(call: Call) -> Answer:
    """All tables, by name; where several nodes share them, with the node that has each."""
    runners = call.desk.lobby.runners
    own = {name: _line(one) for name, one in runners.items()}
    if not is_shared(call):
        return {"tables": [own[name] for name in sorted(own)]}
    others = await ask_others(call, "table list")
    lines = {
        one["table"]: {**one, "node": node}
        for node, said in others.said.items()
        for one in said["tables"]
    }
    lines.update({name: {**one, "node": call.desk.node} for name, one in own.items()})
    return {"tables": [lines[name] for name in sorted(lines)], **others.facts}


def _line(runner: TableRunner) -> Mapping[str, Json]:
    table, config = runner.view, runner.config
    return {
        "table": runner.table_id,
        "game": config.game,
        "preset": config.preset,
        "purse": config.purse,
        "stake_cents": config.stake,
        "state": _state(runner),
        "round": None if table.round is None else table.round.number,
        "taken": len(table.seats),
        "seats": table.options.most,
        "bots": table.bots,
        "queue": len(table.queue),
        "watching": table.watching,
        "private": config.private,
        "test": config.testing,
    }


def _state(runner: TableRunner) -> str:
    table = runner.view
    if runner.quarantined:
        return "quarantined"
    if table.closing:
        return "closing"
    return "paused" if table.paused else "open"


async def show(call: Call, table: str) -> Answer:
    """One table: who sits there, and who waits."""
    runner = call.desk.lobby.find(table)
    found = runner.view
    sitting: list[Mapping[str, Json]] = [
        {
            "seat": seat,
            "name": one.name,
            "number": None if one.is_bot else int(one.player),
            "bot": one.bot,
            "chips_cents": found.stack(seat),
            "coming_cents": one.coming,
            "in_round": found.in_round(seat),
            "here": one.here,
            "sits_out": one.out,
            "leaving": one.leaving or one.left,
        }
        for seat, one in found.seats.items()
    ]
    queue: list[Mapping[str, Json]] = [
        {"number": int(one), "name": found.people[one].name} for one in found.queue
    ]
    opened = {HOUSE: "the house", "": "the settings, or a crowd"}.get(runner.owner, runner.owner)
    why: Mapping[str, Json] = {"why": runner.quarantined} if runner.quarantined else {}
    return {**_line(runner), **why, "opened_by": opened, "sitting": sitting, "waiting": queue}


async def create(
    call: Call,
    table: str,
    game: str,
    preset: str,
    purse: str | None,
    stake: int | None,
    least_buy_in: int | None,
    most_buy_in: int | None,
    bots: int | None,
    options: tuple[str, ...] | None,
) -> Answer:
    """One more table of the house."""
    desk = call.desk
    if desk.house.hours.state != "open":
        raise Refusal("not_open", "The house is not open; open it first: `on`.")
    if not NAME.fullmatch(table):
        text = "The name of a table is 1 to 40 small letters, digits and -, as late-table."
        raise Refusal("name_wrong", text)
    known = await read_or_refuse(desk.store, lambda conn: rooms.was_opened(conn, table))
    of_settings = (one.table for one in desk.house.hours.tables)
    if known or table in {*desk.lobby.runners, *desk.lobby.elsewhere.tables, *of_settings}:
        text = f"There is or was a table {table!r}, whose books stay; take another name."
        raise Refusal("name_taken", text)
    await refuse_elsewhere(call, purse or "play")
    if min(stake or 0, least_buy_in or 0, most_buy_in or 0, bots or 0) < 0:
        text = "A stake, a buy-in and a number of bots are 0 or more; leave out what is usual."
        raise Refusal("with_wrong", text)
    settings = RoomSettings(
        table=table,
        game=game,
        preset=preset,
        purse=purse or "play",
        stake=stake or 0,
        least_buy_in=least_buy_in or 0,
        most_buy_in=most_buy_in or 0,
        bots=bots or 0,
        options=chosen(options or (), game, preset),
    )
    try:
        config = configured(settings, desk.config.house.testing)
    except ValueError as badly:
        raise Refusal("room_wrong", str(badly)) from None
    runner = await desk.lobby.create(config)
    return {"said": f"The table {table} is open.", **_line(runner)}


async def close(call: Call, table: str) -> Answer:
    """No more rounds; when this one is over everybody is cashed out."""
    runner = going_on(call, table)
    if not await at_once(runner, lambda found, now: found.close("table_closes", now)):
        said = f"The table {table} has just failed; it closes as soon as it is up again."
        return {"said": said, "table": table, "closed": False}
    over = table not in call.desk.lobby.runners
    said = "is closed" if over else "closes when its game is over"
    return {"said": f"The table {table} {said}.", "table": table, "closed": over}


async def pause(call: Call, table: str) -> Answer:
    """Hold a table up."""
    runner = going_on(call, table)
    if runner.view.phase is TablePhase.HALTED:
        text = f"The table {table} is paused already; `table resume {table}` lets it go on."
        raise Refusal("paused", text)
    if not await at_once(runner, lambda found, now: found.pause(now)):
        text = f"The table {table} has just failed; it is paused for good when it is up again."
        return {"said": text}
    return {"said": f"The table {table} is paused; `table resume {table}` lets it go on."}


async def resume(call: Call, table: str) -> Answer:
    """Let it go on."""
    runner = going_on(call, table)
    if not await at_once(runner, lambda found, now: found.unpause(now)):
        return {"said": f"The table {table} has just failed; it goes on when it is up again."}
    return {"said": f"The table {table} goes on."}


async def void(call: Call, table: str) -> Answer:
    """Settle a table that is quarantined: its round is void, everybody is cashed out."""
    try:
        settled = await call.desk.lobby.settle(table)
    except CommitFailed:
        raise NotWritten from None
    round_ = f"Round {settled.round} is void; " if settled.round else ""
    said = f"{round_}{chips(settled.amount)} went back, and the table {table} is closed."
    back: list[Mapping[str, Json]] = [
        {"holder": who, "chips_cents": amount} for who, amount in settled.back
    ]
    return {"said": said, "table": table, "round": settled.round or None, "back": back}


DOES: Final[dict[str, Does]] = {
    "table list": listed,
    "table show": show,
    "table create": create,
    "table close": close,
    "table pause": pause,
    "table resume": resume,
    "table void": void,
}

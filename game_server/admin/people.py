"""What commands do about players: send them away, mute them, ban them."""

from contextlib import suppress
from typing import Final

from game_server.admin.desk import Call, Desk, Does
from game_server.admin.handing_over import at_its_node
from game_server.admin.menu import MENU
from game_server.admin.menu.words import Answer, Value
from game_server.admin.other_nodes import DELETED, ask_others, tell
from game_server.admin.player_lookup import player_of, read_reason
from game_server.admin.table_lookup import at_once
from game_server.lobby.table_runner import TableRunner
from game_server.players.disk_errors import read_or_refuse, write_or_refuse
from game_server.players.player_account import BARRED, MUTED, PlayerAccount
from game_server.players.standing import moment, settled
from game_server.refusals import NotAtTable, TableCloses
from game_server.store import measures
from game_server.store.transaction import Transaction
from protocol.messages import Goodbye
from protocol.words import Refusal

LEAVES_ANYWAY: Final = ("not_there", NotAtTable.CODE, TableCloses.CODE, "no_table")
"""Why nobody can be sent away from a table whose seat is free, or will be."""


async def kick(call: Call, player: str, table: str | None, now: bool) -> Answer:
    """Away from the tables, after the hand or at once."""
    desk = call.desk
    who = await read_or_refuse(desk.store, lambda conn: player_of(conn, player))
    inside = list(desk.lobby.of_player(str(who.id)))
    elsewhere = sorted(desk.lobby.elsewhere.of(str(who.id)))
    if table is not None:
        only, elsewhere = desk.lobby.find(table), []
        inside = [one for one in inside if one is only]
    if not (inside or elsewhere):
        where = "any table" if table is None else f"the table {table!r}"
        raise Refusal("not_there", f"{who.name} is not at {where}; look with `player show`.")
    for runner in inside:
        await _send_away(runner, who.id, now)
    still = [one.table_id for one in inside if one.view.sits(str(who.id))]
    for name in elsewhere:
        given: dict[str, Value] = {"player": f"#{who.id}", "table": name, "now": now}
        there = await at_its_node(call, MENU["kick"], kick, given)
        still += [name] if there["after_the_hand"] else []
    tables = ", ".join([*(runner.table_id for runner in inside), *elsewhere])
    left = ", ".join(still)
    when = f"leaves {left} after the hand" if still else f"has left {tables}"
    return {"said": f"{who.name} {when}.", "tables": tables, "after_the_hand": left}


async def _send_away(runner: TableRunner, player: int, now: bool) -> bool:
    """Whether it is done; a table that has just failed does it when it is up again."""
    return await at_once(runner, lambda found, at: found.kick(str(player), now, at))


async def mute(call: Call, player: str, reason: str, until: int | None) -> Answer:
    """Let somebody write nothing."""
    who = await _decide(call, MUTED, player, reason, until)
    end = _end(until)
    tell(call, who.id, "muted", f"The house lets you write nothing{end}: {read_reason(reason)}")
    return {"said": f"{who.name} can write nothing{end}.", "until_at": until}


async def unmute(call: Call, player: str) -> Answer:
    """Let somebody write again."""
    who = await _lift(call, MUTED, player)
    tell(call, who.id, "unmuted", "You may write again.")
    return {"said": f"{who.name} can write again."}


async def ban(call: Call, player: str, reason: str, until: int | None) -> Answer:
    """Bar somebody from the house: out of every table, and offline."""
    who = await _decide(call, BARRED, player, reason, until)
    desk, end = call.desk, _end(until)
    with suppress(Refusal):
        # Whoever was coming in when this was written is in when the next is.
        await write_or_refuse(desk.store, lambda conn: None)
    _counts(desk, who)
    held: list[str] = []
    for name in sorted(desk.lobby.elsewhere.of(str(who.id))):
        given: dict[str, Value] = {"player": f"#{who.id}", "table": name, "now": True}
        try:
            await at_its_node(call, MENU["kick"], kick, given)
        except Refusal as wrong:
            held += [] if wrong.code in LEAVES_ANYWAY else [name]
    for runner in list(desk.lobby.of_player(str(who.id))):
        try:
            await _send_away(runner, who.id, True)
        except (NotAtTable, TableCloses):
            # The seat is free, or will be.
            continue
        except Refusal:
            held.append(runner.table_id)
    online = desk.house.online.of(who.id)
    if online is not None:
        online.connection.close(Goodbye("barred", f"The house has closed your account{end}."))
    said = f"{who.name} is barred{end}."
    if held:
        said += f" The seat at {', '.join(held)} is still taken: the table is paused."
    return {"said": said, "until_at": until, "seats_kept": ", ".join(held)}


async def delete(call: Call, number: int, reason: str) -> Answer:
    """Delete the account of a player who has asked for it."""
    desk = call.desk
    read_reason(reason)
    await read_or_refuse(desk.store, lambda conn: player_of(conn, f"#{number}"))
    if not await desk.house.deletion.delete(number, call.who.name):
        raise Refusal("not_so", f"The account of player {number} was deleted before.")
    await ask_others(call, DELETED, {"player": number}, once=True)
    desk.means.security.note("delete_account", "by_house", player=number)
    return {"said": f"The account of player {number} is deleted.", "number": number}


async def unban(call: Call, player: str) -> Answer:
    """Let somebody in again."""
    who = await _lift(call, BARRED, player)
    return {"said": f"{who.name} can come in again."}


async def _decide(
    call: Call, kind: str, player: str, reason: str, until: int | None
) -> PlayerAccount:
    """Write a measure down, and let it count for one who is in."""
    desk, at, why = call.desk, call.desk.means.now(), read_reason(reason)
    end = None if until is None else until * 1000
    if end is not None and end <= at:
        raise Refusal("with_wrong", f"until is {moment(end)}, which is over; name a later time.")

    def work(conn: Transaction) -> PlayerAccount:
        who = player_of(conn, player)
        measures.take(
            conn, player=who.id, kind=kind, at=at, until=end, reason=why, who=call.who.name
        )
        return settled(conn, who.id, at)

    return _counts(desk, await write_or_refuse(desk.store, work))


async def _lift(call: Call, kind: str, player: str) -> PlayerAccount:
    desk, at = call.desk, call.desk.means.now()

    def work(conn: Transaction) -> PlayerAccount:
        who = player_of(conn, player)
        lifted = measures.lift(conn, who.id, kind, at)
        if lifted is None or (lifted.until is not None and lifted.until <= at):
            raise Refusal("not_so", f"{who.name} is not {kind}; look with `player show`.")
        return settled(conn, who.id, at)

    return _counts(desk, await write_or_refuse(desk.store, work))


def _counts(desk: Desk, who: PlayerAccount) -> PlayerAccount:
    online = desk.house.online.of(who.id)
    if online is not None:
        online.account = who
    return who


def _end(until: int | None) -> str:
    return "" if until is None else f" until {moment(until * 1000)}"


DOES: Final[dict[str, Does]] = {
    "player delete": delete,
    "kick": kick,
    "mute": mute,
    "unmute": unmute,
    "ban": ban,
    "unban": unban,
}

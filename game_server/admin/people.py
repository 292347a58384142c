"""What commands do with players: find them, mute them, ban them."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Final

from game_server.admin.desk import Call, Desk, Does
from game_server.admin.handing_over import at_its_node
from game_server.admin.menu import MENU
from game_server.admin.menu.words import SEES_ADDRESSES, Answer, Json, Value, may
from game_server.admin.player_lookup import notice, page, player_of, read_reason
from game_server.admin.table_lookup import at_once
from game_server.bank.entries import purse_of
from game_server.lobby.table_runner import TableRunner
from game_server.players.disk_errors import read_or_refuse, write_or_refuse
from game_server.players.player_account import BARRED, MUTED, PlayerAccount
from game_server.players.standing import as_of, moment, settled
from game_server.refusals import NotAtTable, TableCloses
from game_server.store import accounts, factors, grants, ledger, measures, results, sessions
from game_server.store.accounts import PlayerRow
from game_server.store.escrows import all_escrows
from game_server.store.factors import FactorOwner
from game_server.store.transaction import Transaction
from protocol.messages import Goodbye
from protocol.words import Refusal

SESSIONS: Final = 10


# -- looking ------------------------------------------------------------------------------------


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
    within = tuple(player.id for player in desk.house.online) if here else None
    at = desk.means.now()

    def look(conn: Transaction) -> list[Mapping[str, Json]]:
        rows = accounts.like(
            conn, part, state=state or "", before=before, count=wanted, within=within
        )
        return [_line(desk, one, as_of(conn, one, at).state) for one in rows]

    lines = await read_or_refuse(desk.store, look)
    # What was decided may be over by now.
    return {"players": [one for one in lines if state in (None, one["state"])]}


def _line(desk: Desk, one: PlayerRow, state: str) -> Mapping[str, Json]:
    return {
        "number": one.id,
        "name": one.name,
        "kind": one.kind,
        "state": state,
        "here": desk.house.online.of(one.id) is not None,
        "tables": [runner.table_id for runner in desk.lobby.of_player(str(one.id))],
        "since_at": one.created // 1000,
    }


async def show(call: Call, player: str) -> Answer:
    """All about one player."""
    desk, at = call.desk, call.desk.means.now()
    sees = may(call.who.role, SEES_ADDRESSES)

    def look(conn: Transaction) -> tuple[PlayerRow, Mapping[str, Json]]:
        who = player_of(conn, player)
        line = _line(desk, who, as_of(conn, who, at).state)
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
    online = desk.house.online.of(who.id)
    seats = [one for runner in desk.lobby.runners.values() for one in _seat(runner, str(who.id))]
    return {**facts, "from": online.connection.address if online and sees else None, "seats": seats}


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


# -- doing --------------------------------------------------------------------------------------


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
    online, end = call.desk.house.online.of(who.id), _end(until)
    notice(online, "muted", f"The house lets you write nothing{end}: {read_reason(reason)}")
    return {"said": f"{who.name} can write nothing{end}.", "until_at": until}


async def unmute(call: Call, player: str) -> Answer:
    """Let somebody write again."""
    who = await _lift(call, MUTED, player)
    notice(call.desk.house.online.of(who.id), "unmuted", "You may write again.")
    return {"said": f"{who.name} can write again."}


async def ban(call: Call, player: str, reason: str, until: int | None) -> Answer:
    """Bar somebody from the house: out of every table, and offline."""
    who = await _decide(call, BARRED, player, reason, until)
    desk, end = call.desk, _end(until)
    with suppress(Refusal):
        # Whoever was coming in when this was written is in when the next is.
        await write_or_refuse(desk.store, lambda conn: None)
    _counts(desk, who)
    held = []
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
    "player list": everybody,
    "player find": find,
    "player show": show,
    "player delete": delete,
    "kick": kick,
    "mute": mute,
    "unmute": unmute,
    "ban": ban,
    "unban": unban,
}

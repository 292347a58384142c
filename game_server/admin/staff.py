"""What commands do with administrators, and the audit of what they have done."""

import json
from collections.abc import Mapping
from typing import Final

from game_server.admin.desk import Call, Desk, Does
from game_server.admin.menu.words import SEES_ADDRESSES, Answer, Json, may
from game_server.admin.other_nodes import LOOKS_OVER, ask_others
from game_server.admin.player_lookup import player_of
from game_server.admin.reception import check_password, new_password, owner_of, read_name
from game_server.admin.table_watch import end_looks
from game_server.admin.wire import NOT_ALLOWED
from game_server.players.disk_errors import read_or_refuse, write_or_refuse
from game_server.store import admins, audit, factors, security
from game_server.store.transaction import Transaction
from protocol.words import Refusal

USUAL: Final = 50
MOST: Final = 1_000


async def staff(call: Call) -> Answer:
    """Everybody who may give commands."""

    def look(conn: Transaction) -> list[Mapping[str, Json]]:
        return [
            {
                "name": one.name,
                "role": one.role,
                "second_factor": factors.is_on(conn, owner_of(one.id)),
                "since_at": one.created // 1000,
            }
            for one in admins.everybody(conn)
        ]

    return {"administrators": await read_or_refuse(call.desk.store, look)}


async def add(call: Call, name: str, role: str) -> Answer:
    """One more, with a password that is shown this once."""
    who, at = read_name(name), call.desk.means.now()
    password = new_password()
    kept = await call.desk.passwords.hash(password)
    await write_or_refuse(
        call.desk.store,
        lambda conn: admins.add(conn, name=who, role=role, password=kept, at=at),
    )
    return _shown_once(who, password, f"{who} is {role} now")


async def remove(call: Call, name: str) -> Answer:
    """One less."""
    at = call.desk.means.now()

    def work(conn: Transaction) -> None:
        admins.remove(conn, name, at)
        _an_owner_stays(conn)

    await write_or_refuse(call.desk.store, work)
    await _looks_no_more(call, name)
    return {"said": f"{name} is an administrator no more."}


async def role(call: Call, name: str, role: str) -> Answer:
    """Another role."""

    def work(conn: Transaction) -> None:
        admins.set_role(conn, name, role)
        _an_owner_stays(conn)

    await write_or_refuse(call.desk.store, work)
    await _looks_no_more(call, name)
    return {"said": f"{name} is {role} now."}


async def password(call: Call, old: str, new: str) -> Answer:
    """Another password of one's own; sessions of the old one are over."""
    who, store = call.who, call.desk.store
    check_password(new, who.name)
    known = await read_or_refuse(store, lambda conn: admins.by_id(conn, who.id))
    right, _ = await call.desk.passwords.check(old, known.password if known else None)
    if not right:
        raise Refusal("password_wrong", "That is not your password until now; type it again.")
    kept = await call.desk.passwords.hash(new)
    await write_or_refuse(store, lambda conn: admins.set_password(conn, who.name, kept))
    await _looks_no_more(call, who.name)
    return {"said": "Your password has changed; log in with it."}


async def reset(call: Call, name: str) -> Answer:
    """A new password for one who has lost it."""
    made = new_password()
    kept = await call.desk.passwords.hash(made)
    await write_or_refuse(call.desk.store, lambda conn: admins.set_password(conn, name, kept))
    await _looks_no_more(call, name)
    return _shown_once(name, made, f"{name} has a new password")


async def show_audit(
    call: Call,
    who: str | None,
    player: str | None,
    address: str | None,
    do: str | None,
    refused: bool,
    since: int | None,
    before: int | None,
    count: int | None,
) -> Answer:
    """The audit: who did what, the newest first."""
    wanted = USUAL if count is None else count
    if not 1 <= wanted <= MOST:
        raise Refusal("with_wrong", f"count is {wanted}; it is from 1 to {MOST}.")
    if player is not None or address is not None:
        if who is not None:
            text = "That is of an administrator or of a player; leave --who or the other out."
            raise Refusal("with_wrong", text)
        return await _of_players(call, player, address, do, refused, since, before, wanted)
    addresses = may(call.who.role, SEES_ADDRESSES)
    found = await read_or_refuse(
        call.desk.store,
        lambda conn: audit.rows(
            conn,
            who=who or "",
            what=do or "",
            refused=refused,
            since=(since or 0) * 1000,
            before=before,
            count=wanted,
        ),
    )
    return {
        "rows": [
            {
                "number": row.id,
                "asked_at": row.asked.at // 1000,
                "who": row.asked.who,
                "role": row.asked.role,
                "from": row.asked.line if addresses else "",
                "did": row.asked.what,
                "with": _with(row.asked.told, addresses),
                "result": row.result,
            }
            for row in found
        ]
    }


KEPT_BACK: Final = frozenset({"address", "next"})
"""What viewers are not shown of what was asked: addresses, and cards that were rigged to come."""


def _with(told: str, all_of_it: bool) -> Mapping[str, Json]:
    found: dict[str, Json] = json.loads(told)
    return {name: one for name, one in found.items() if all_of_it or name not in KEPT_BACK}


LOOKS_MS: Final = 7 * 24 * 60 * 60 * 1000
LOOKS: Final = 20


async def looked_at_cards(desk: Desk) -> list[Mapping[str, Json]]:
    """Administrators who have looked at cards that lay face down in the last week: for the
    owners."""
    since = desk.means.now() - LOOKS_MS
    found = await read_or_refuse(desk.store, lambda conn: audit.looks(conn, since, LOOKS))
    shown = ((row, json.loads(row.asked.told)) for row in found)
    return [
        {
            "asked_at": row.asked.at // 1000,
            "who": row.asked.who,
            "table": told["table"],
            "reason": told["reason"],
        }
        for row, told in shown
    ]


async def _of_players(
    call: Call,
    player: str | None,
    address: str | None,
    do: str | None,
    refused: bool,
    since: int | None,
    before: int | None,
    count: int,
) -> Answer:
    """The security log of a player or an address, with the columns of the audit."""
    addresses = may(call.who.role, SEES_ADDRESSES)
    if address is not None and not addresses:
        text = f"Addresses are for the role {SEES_ADDRESSES}; you are {call.who.role}."
        raise Refusal(NOT_ALLOWED, text)

    def look(conn: Transaction) -> list[Mapping[str, Json]]:
        found = security.rows(
            conn,
            player=None if player is None else player_of(conn, player).id,
            address=address or "",
            what=do or "",
            refused=refused,
            since=(since or 0) * 1000,
            before=before,
            count=count,
        )
        return [_line(number, row, addresses) for number, row in found]

    return {"rows": await read_or_refuse(call.desk.store, look)}


def _line(number: int, row: security.SecurityRow, addresses: bool) -> Mapping[str, Json]:
    facts: dict[str, Json] = json.loads(row.facts)
    return {
        "number": number,
        "asked_at": row.at // 1000,
        "who": "" if row.player is None else f"#{row.player}",
        "role": "player",
        "from": row.address if addresses else "",
        "did": row.what,
        "with": facts if row.times == 1 else {**facts, "times": row.times},
        "result": row.result,
    }


async def _looks_no_more(call: Call, name: str) -> None:
    """What an administrator looks at ends with the role or the password that allowed it, at every
    node."""
    end_looks(call.desk, name)
    await ask_others(call, LOOKS_OVER, {"name": name}, once=True)


def _an_owner_stays(conn: Transaction) -> None:
    if not any(one.role == "owner" for one in admins.everybody(conn)):
        text = "That is the last owner; make another administrator owner first."
        raise Refusal("last_owner", text)


def _shown_once(name: str, password: str, said: str) -> Answer:
    said = f"{said}; the password, which is shown this once, is {password}"
    return {"said": said, "name": name, "password": password}


DOES: Final[dict[str, Does]] = {
    "staff list": staff,
    "staff add": add,
    "staff remove": remove,
    "staff role": role,
    "staff password": password,
    "staff reset": reset,
    "audit": show_audit,
}

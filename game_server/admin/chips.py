"""Chips that the house gives and takes: entries of the ledger, each with a reason, each reversible.

What one administrator moves for one player in a day is limited; beyond, another must approve.
"""

from typing import Final

from game_server.admin.desk import Administrator, Call, Desk, Does
from game_server.admin.menu.words import Answer
from game_server.admin.other_nodes import tell
from game_server.admin.player_lookup import page, player_of, read_reason
from game_server.bank import bookings
from game_server.bank.entries import purse_of
from game_server.players.disk_errors import read_or_refuse, write_or_refuse
from game_server.store import deletions, grants, ledger
from game_server.store.grants import ChipGrantRow
from game_server.store.transaction import Transaction
from protocol.buy_ins import MOST_BROUGHT
from protocol.words import Refusal, chips

DAY_MS: Final = 24 * 60 * 60 * 1000


async def listed(
    call: Call, player: str | None, pending: bool, before: int | None, count: int | None
) -> Answer:
    """What was given and taken, the newest first."""
    wanted = page(count)

    def look(conn: Transaction) -> tuple[ChipGrantRow, ...]:
        who = None if player is None else player_of(conn, player).id
        return grants.rows(conn, player=who, pending=pending, before=before, count=wanted)

    return {
        "grants": [
            {
                "number": one.id,
                "asked_at": one.at // 1000,
                "player": one.name,
                "amount_cents": one.amount,
                "reason": one.reason,
                "by": one.who,
                "state": one.state,
                "second": one.second,
                "undoes": one.undoes,
                "undone_by": one.undone,
            }
            for one in await read_or_refuse(call.desk.store, look)
        ]
    }


async def give(call: Call, player: str, amount: int, reason: str) -> Answer:
    """Chips of the house to a purse."""
    return await _ask(call, player, _some(amount), reason)


async def take(call: Call, player: str, amount: int, reason: str) -> Answer:
    """Chips of a purse to the house."""
    return await _ask(call, player, -_some(amount), reason)


def _some(amount: int) -> int:
    if amount <= 0:
        raise Refusal("with_wrong", f"amount is {chips(amount)}; it is more than 0.")
    if amount > MOST_BROUGHT:
        # A purse of more than a message can name would keep its player out of the house.
        text = f"amount is {chips(amount)}; the most at once is {chips(MOST_BROUGHT)}."
        raise Refusal("with_wrong", text)
    return amount


async def _ask(call: Call, player: str, amount: int, reason: str) -> Answer:
    desk, at, why = call.desk, call.desk.means.now(), read_reason(reason)

    def work(conn: Transaction) -> ChipGrantRow:
        who = player_of(conn, player)
        asked = grants.ask(conn, player=who.id, amount=amount, reason=why, admin=call.who.id, at=at)
        return _begin(conn, desk, asked, at)

    return _told(call, await write_or_refuse(desk.store, work))


async def undo(call: Call, number: int, reason: str) -> Answer:
    """The opposite of a grant."""
    desk, at, why = call.desk, call.desk.means.now(), read_reason(reason)

    def work(conn: Transaction) -> ChipGrantRow:
        wrong = grants.by_id(conn, number)
        if wrong.state != "done" or wrong.undoes is not None:
            what = "undoes another" if wrong.undoes is not None else f"is {wrong.state}"
            text = f"Grant {number} {what}; only chips that were given or taken are taken back."
            raise Refusal("not_done", text)
        asked = grants.ask(
            conn,
            player=wrong.player,
            amount=-wrong.amount,
            reason=why,
            admin=call.who.id,
            at=at,
            undoes=wrong.id,
        )
        return _begin(conn, desk, asked, at)

    return _told(call, await write_or_refuse(desk.store, work))


async def approve(call: Call, number: int) -> Answer:
    """Let chips move that another has asked for."""
    desk, at = call.desk, call.desk.means.now()

    def work(conn: Transaction) -> ChipGrantRow:
        asked = grants.by_id(conn, number)
        if asked.state == "pending" and asked.admin == call.who.id:
            text = f"You have asked for grant {number} yourself; another must approve it."
            raise Refusal("second_needed", text)
        return _move(conn, asked, at, call.who)

    return _told(call, await write_or_refuse(desk.store, work))


async def reject(call: Call, number: int) -> Answer:
    """No chips move."""
    at = call.desk.means.now()
    one = await write_or_refuse(
        call.desk.store, lambda conn: grants.decide(conn, number, "rejected", at, call.who.id)
    )
    return {"said": f"Grant {one.id} is rejected; nothing has moved.", "number": one.id}


def _begin(conn: Transaction, desk: Desk, asked: ChipGrantRow, at: int) -> ChipGrantRow:
    """Move the chips at once, if one may do that alone."""
    if deletions.of(conn, asked.player) is not None:
        text = f"The account {asked.name} is deleted; it has no purse any more."
        raise Refusal("player_deleted", text)
    before = grants.alone(conn, asked.admin, asked.player, at - DAY_MS)
    if before + abs(asked.amount) > desk.config.admin.chips_alone:
        return asked
    return _move(conn, asked, at, None)


def _move(
    conn: Transaction, asked: ChipGrantRow, at: int, second: Administrator | None
) -> ChipGrantRow:
    done = grants.decide(conn, asked.id, "done", at, second.id if second else None)
    have = ledger.balance(conn, purse_of(asked.player, "play"))
    if have + asked.amount < 0:
        text = f"{asked.name} has {chips(have)} in the purse; {chips(-asked.amount)} are too many."
        raise Refusal("purse_short", f"{text} Chips at a table come back when the seat is left.")
    memo = f"{asked.reason} (grant {asked.id} of {asked.who}"
    memo += f", approved by {second.name})" if second else ")"
    entry = bookings.granted(asked.id, asked.player, asked.amount, at, memo)
    if asked.undoes is not None:
        wrong = ledger.by_key(conn, bookings.granted(asked.undoes, asked.player, 1, at, "").key)
        assert wrong is not None  # it is done
        entry = bookings.correction(wrong, at, memo)
    ledger.book(conn, entry)
    return done


def _told(call: Call, one: ChipGrantRow) -> Answer:
    """Tell the player, and who asked."""
    amount = abs(one.amount)
    way = "given to" if one.amount > 0 else "taken from"
    what = f"{chips(amount)} chips {way} {one.name}"
    facts = {"number": one.id, "state": one.state, "player": one.name, "amount_cents": one.amount}
    if one.state == "pending":
        said = f"Grant {one.id} waits for another operator or owner: {what}."
        return {"said": f"{said} `chips approve {one.id}` lets it happen.", **facts}
    if one.amount > 0:
        text = f"The house has given you {chips(amount)}: {one.reason}"
        tell(call, one.player, "chips_given", text, True, amount=amount, reason=one.reason)
    else:
        text = f"The house has taken {chips(amount)} from your purse: {one.reason}"
        tell(call, one.player, "chips_taken", text, True, amount=amount, reason=one.reason)
    return {"said": f"Grant {one.id}: {what}.", **facts}


DOES: Final[dict[str, Does]] = {
    "chips list": listed,
    "chips give": give,
    "chips take": take,
    "chips approve": approve,
    "chips reject": reject,
    "chips undo": undo,
}

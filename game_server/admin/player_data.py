"""What commands tell of a player beyond one page: who has addresses, cards and tables in common
with the player, and all that the house has written down of one."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from itertools import islice
from typing import Any, Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer, Json
from game_server.admin.money import AT_A_TURN, later, not_too_fast
from game_server.admin.player_lookup import player_of
from game_server.players.standing import as_of
from game_server.store import (
    accounts,
    blocks,
    books,
    cards,
    deletions,
    factors,
    grants,
    hands,
    links,
    measures,
    payments,
    reports,
    results,
    security,
    sessions,
)
from game_server.store.accounts import PlayerRow
from game_server.store.factors import FactorOwner
from game_server.store.transaction import Transaction

CHUNK: Final = 100
"""Rounds that are looked through at a time."""
ROUNDS: Final = 5_000
"""So many of the house's last rounds are looked through for who sits with whom."""
EVER: Final = 10**15
PAGE: Final = 1_000
SHOWN: Final = 20


# -- who belongs together ------------------------------------------------------------------------


async def shared(call: Call, player: str) -> Answer:
    """Who comes from the same address, has the same card, or sits with the player often."""
    with call.desk.aside.look() as look:
        who = await look.at(partial(player_of, text=player))
        addresses = await look.at(partial(links.by_address, player=who.id))
        same_card = await look.at(partial(links.by_card, player=who.id))
        own, seen, before = 0, 0, None
        others = Counter[int]()
        while seen < ROUNDS:
            some = await look.at(partial(hands.opened_before, table="", number=before, most=CHUNK))
            dealt, with_them = await look.at(partial(links.at_tables, player=who.id, rounds=some))
            own, seen = own + dealt, seen + len(some)
            others.update(with_them)
            if len(some) < CHUNK:
                break
            before = some[-1].opened
            # Whoever plays comes first.
            await later(call.desk.clock, 0)
        most = others.most_common(SHOWN)
        names = await look.at(partial(_names, players=[one for one, _ in most]))
    return {
        "number": who.id,
        "name": who.name,
        "rounds": own,
        "rounds_looked_through": seen,
        "same_address": [
            {
                "address": one.address,
                "number": one.player,
                "name": one.name,
                "times": one.times,
                "last_at": one.last // 1000,
            }
            for one in addresses
        ],
        "same_card": [asdict(one) for one in same_card],
        "sits_with": [
            {
                "number": one,
                "name": names[one],
                "rounds": times,
                "of_own_percent": round(100 * times / own),
            }
            for one, times in most
        ],
    }


def _names(conn: Transaction, players: Iterable[int]) -> dict[int, str]:
    return {one: accounts.by_id(conn, one).name for one in players}


# -- all of it -----------------------------------------------------------------------------------


async def export(call: Call, player: str) -> Answer:
    """All that is written down of a player, a row an item."""
    count = 0
    with call.desk.aside.look() as look:
        who = await look.at(partial(player_of, text=player))
        at = call.desk.means.now()
        for kind, reads in KINDS.items():
            reading: list[Iterator[Row]] = []
            taking = partial(_take, reading, reads, who, at)
            while some := await look.at(taking):
                await not_too_fast(call)
                for row in some:
                    call.item({"kind": kind, **row})
                count += len(some)
        before: int | None = None
        while found := await look.at(partial(_rounds, who=who.id, before=before)):
            before = found[-1][0]
            await not_too_fast(call)
            for line in (line for _, line in found if line is not None):
                call.item(line)
                count += 1
    return {"said": f"{count} rows of {who.name}, #{who.id}.", "rows": count}


Row = Mapping[str, Json]
Reads = Callable[[Transaction, PlayerRow, int], Iterator[Row]]


def _take(
    reading: list[Iterator[Row]], reads: Reads, who: PlayerRow, at: int, conn: Transaction
) -> list[Row]:
    """Some more rows of a kind; `reading` is where it goes on, empty before the first."""
    if not reading:
        reading.append(reads(conn, who, at))
    return list(islice(reading[0], AT_A_TURN))


def _account(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    deleted = deletions.of(conn, who.id)
    yield {
        "number": who.id,
        "name": who.name,
        "account": who.kind,
        "avatar": who.avatar,
        "state": as_of(conn, who, at).state,
        "made_ms": who.created,
        "second_factor": factors.is_on(conn, FactorOwner("player", who.id)),
        "deleted_ms": None if deleted is None else deleted.at,
    }


def _sessions(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    del at
    for one in sessions.of_player(conn, who.id):
        yield {
            "device": one.device,
            "address": one.address,
            "began_ms": one.began,
            "seen_ms": one.seen,
            "ended_ms": one.ended,
            "why": one.why,
        }


def _security(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    del at
    before: int | None = None
    while some := security.rows(conn, player=who.id, before=before, count=PAGE):
        before = some[-1][0]
        yield from (_plain(row) for _, row in some)


def _cards(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    del at
    for one in cards.of_player(conn, who.id):
        yield {"card": one.kind, "digits": one.digits, "proved_ms": one.proved, "ended": one.ended}


def _payments(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    del at
    for one in payments.of_player(conn, who.id, EVER):
        yield {
            "key": one.key,
            "way": one.way,
            "amount_cents": one.amount,
            "card": one.kind,
            "digits": one.digits,
            "state": one.state,
            "made_ms": one.made,
        }


def _lines(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    del at
    own, before = books.accounts_of(conn, who.id), books.EVER
    while some := books.lines_among(conn, own, before, PAGE):
        before = some[-1].id
        yield from (
            {
                "line": one.id,
                "at_ms": one.at,
                "purse": one.purse,
                "why": one.why,
                "from": one.src,
                "to": one.dst,
                "amount_cents": one.amount,
                "memo": one.memo,
            }
            for one in some
        )


def _reports(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    """What the player has reported; who has reported the player is nobody's to be told."""
    del at
    for one in reports.by_reporter(conn, who.id):
        yield {
            "at_ms": one.at,
            "of": one.evidence.name,
            "why": one.why,
            "words": one.words,
            "table": one.evidence.table,
            "line": one.evidence.said,
            "answer": one.answer,
        }


def _rounds(conn: Transaction, who: int, before: int | None) -> list[tuple[int, Row | None]]:
    """The next rounds of the house, each with what it is to this player."""
    return [
        (
            one.opened,
            {
                "kind": "round",
                "table": one.table,
                "round": one.round,
                "outcome": one.outcome,
                "ended_ms": hands.last_act_at(conn, one),
            }
            if who in hands.dealt_in(conn, one)
            else None,
        )
        for one in hands.opened_before(conn, "", before, CHUNK)
    ]


def _plain(row: Any) -> Row:
    """The fields of a row, without whose it is."""
    return {name: one for name, one in asdict(row).items() if name not in ("player", "id")}


def _each(of: Callable[[Transaction, int], Iterable[Any]]) -> Reads:
    return lambda conn, who, at: (_plain(row) for row in of(conn, who.id))


def _blocked(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    del at
    for number, name in blocks.of(conn, who.id):
        yield {"number": number, "name": name}


def _measures(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    del at
    for one in measures.of_player(conn, who.id):
        yield {
            "measure": one.kind,
            "reason": one.reason,
            "from_ms": one.at,
            "until_ms": one.until,
            "lifted_ms": one.lifted,
        }


def _grants(conn: Transaction, who: PlayerRow, at: int) -> Iterator[Row]:
    del at
    for one in grants.rows(conn, player=who.id, count=EVER):
        yield {
            "number": one.id,
            "at_ms": one.at,
            "amount_cents": one.amount,
            "reason": one.reason,
            "state": one.state,
        }


KINDS: Final[Mapping[str, Reads]] = {
    "account": _account,
    "session": _sessions,
    "security": _security,
    "card": _cards,
    "payment": _payments,
    "transfer": _lines,
    "result": _each(results.of_player),
    "measure": _measures,
    "grant": _grants,
    "blocked": _blocked,
    "report": _reports,
}
"""What is written down of a player, by the kind that its rows are called; rounds follow."""
DOES: Final[dict[str, Does]] = {"player links": shared, "player export": export}
"""By the name of the command."""

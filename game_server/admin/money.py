"""What commands tell of money: the ledger, what the bank owes an answer about, whether both
agree."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from twisted.internet.defer import Deferred, gatherResults

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer, Json
from game_server.admin.nodes import refuse_at_rest
from game_server.admin.player_lookup import number_of, page, read_reason
from game_server.bank.adapter import BankDone, BankRefused, BankUnknown, BankUnseen, Outcome
from game_server.bank.saga import OVER
from game_server.clock import Clock
from game_server.players.disk_errors import read_or_refuse
from game_server.store import books, copying, heads, ledger, ledger_check, payments
from game_server.store.books import TransferRow
from game_server.store.payments import NoSuchPayment, Payment
from game_server.store.transaction import Transaction
from protocol.words import Refusal

AT_ONCE: Final = 4
"""Payments that the bank is asked about at a time."""
BATCH: Final = 500
AT_A_TURN: Final = 40
"""Rows that are sent before the house does something else."""
PATIENCE_S: Final = 25.0
MOST_LISTED: Final = 10_000
HEARD_S: Final = 0.2
DAY_S: Final = 24 * 60 * 60
DECLINED: Final = "declined"
"""How a player is told of a payment that an administrator has decided to be refused."""
Word = Outcome | BankUnseen
AGREED: Final = frozenset({("done", "done"), ("refused", "refused"), ("refused", "unseen")})
"""What house and bank may say of a payment that is over."""


async def balance(call: Call) -> Answer:
    """What the accounts hold, by their kind."""
    with call.desk.aside.look() as look:
        found = await look.at(books.sums)
        off = await look.at(ledger.imbalance)
    return {
        "off_cents": off,
        "kinds": [
            {
                "purse": one.purse,
                "kind": one.kind,
                "accounts": one.accounts,
                "amount_cents": one.amount,
            }
            for one in found
        ],
    }


async def trial(call: Call, whole: bool) -> Answer:
    """The running totals and the newest lines, or everything added up from the first line on."""
    with call.desk.aside.look() as look:
        lines = await look.at(books.last_line)
        call.progress(f"Adding up {lines:,} lines." if whole else "Looking at the newest lines.")
        purses = await look.at(ledger.trial_balance)
        off = await look.at(ledger.imbalance)
        wrong = await look.at(
            (lambda conn: ledger_check.whole_faults(conn, copying.pause))
            if whole
            else ledger_check.newest_faults
        )
        left = await look.at(ledger_check.unchecked)
        known = await look.at(ledger_check.checkpoint)
    return {
        "right": not wrong and not off,
        "play_cents": purses["play"],
        "cash_cents": purses["cash"],
        "off_cents": off,
        "lines": lines,
        "not_checked_yet": left,
        "last_looked_through_at": known.whole // 1000 or None,
        "wrong": list(wrong),
    }


# -- entries -------------------------------------------------------------------------------


async def entries(
    call: Call,
    player: str | None,
    table: str | None,
    round: int | None,
    key: str | None,
    since: int | None,
    before: int | None,
    count: int | None,
) -> Answer:
    """What was booked for a player, in a round, or under a key: a page of it, the newest first."""
    most = page(count)
    if (player is not None) + (table is not None) + (key is not None) != 1 or (
        (table is None) != (round is None)
    ):
        text = "Name a player, or a table and the number of its round, or the key of an entry."
        raise Refusal("with_wrong", text)
    with call.desk.aside.look() as look:
        if player is not None:
            under, start = before or books.EVER, (since or 0) * 1000
            found = await look.at(partial(_of_player, player, under, start, most + 1))
        else:
            found = await look.at(partial(_of_key, key or f"round:{table}:{round}"))
    answer: dict[str, Json] = {"entries": [_line(one) for one in found[:most]]}
    if player is not None and len(found) > most:
        last = found[most - 1].id
        answer["said"] = f"There are older ones: --before {last} shows them."
        answer["older_before"] = last
    return answer


def _of_player(
    player: str, before: int, since: int, most: int, conn: Transaction
) -> Sequence[TransferRow]:
    mine = books.accounts_of(conn, number_of(conn, player))
    return books.lines_among(conn, mine, before, most, since)


def _of_key(key: str, conn: Transaction) -> Sequence[TransferRow]:
    return [*books.lines_of_key(conn, key), *books.lines_of_key(conn, f"correction:{key}")]


def _line(one: TransferRow) -> dict[str, Json]:
    return {
        "line": one.id,
        "number": one.entry,
        "booked_at": one.at // 1000,
        "purse": one.purse,
        "why": one.why,
        "from": one.src,
        "to": one.dst,
        "amount_cents": one.amount,
        "key": one.key,
        "memo": one.memo,
    }


# -- payments that are not over --------------------------------------------------------------


async def unknown(call: Call, ask: bool) -> Answer:
    """The operator's list."""
    known = await read_or_refuse(call.desk.store, payments.not_over)
    rows = [_payment(one) for one in known]
    if ask:
        words = await _bank_says(call, known)
        rows = [{**row, "bank_says": _word(word)} for row, word in zip(rows, words, strict=True)]
    return {"payments": rows}


async def retry(call: Call, key: str | None) -> Answer:
    """Ask the bank again at once, and wait for what comes of it."""
    await refuse_at_rest(call)
    desk = call.desk
    known = await read_or_refuse(desk.store, payments.not_over)
    at = desk.means.now()
    asked = [one for one in known if key in (None, one.key) and not one.held(at)]
    if key is not None and not asked:
        one = await read_or_refuse(desk.store, lambda conn: _known(conn, key))
        if one.held(at):
            text = "That payment is held and goes by itself at `held_until_at`; nothing is unknown."
            raise Refusal("payment_held", text)
        raise Refusal("payment_over", f"That payment is {one.state} already.")
    for one in asked:
        desk.house.cashier.ask_now(one.key)
    now = await _heard(call, asked)
    over = sum(1 for one in now if one.state in OVER)
    said = f"{over} of {len(now)} payments are over now." if now else "No payment is unknown."
    return {"said": said, "over": over, "payments": [_payment(one) for one in now]}


async def resolve(call: Call, key: str, outcome: str, reason: str) -> Answer:
    """Decide what the bank will never answer."""
    desk, why = call.desk, read_reason(reason)
    await refuse_at_rest(call)
    await read_or_refuse(desk.store, lambda conn: _known(conn, key))
    call.progress("The bank is asked what it says of it.")
    word = await desk.house.cashier.bank_says(key)
    if isinstance(word, BankDone | BankRefused):
        text = f"The bank says of that payment that it is {_word(word)}; `money retry` books that."
        raise Refusal("bank_answers", text)
    decided = BankDone() if outcome == "done" else BankRefused(DECLINED)
    memo = f"{call.who.name}: {why}"
    payment = await desk.house.cashier.resolve(key, decided, memo)
    return {"said": f"That payment is {payment.state} now.", **_payment(payment)}


async def _heard(call: Call, asked: Sequence[Payment]) -> list[Payment]:
    """What has become of payments, when the bank has had time to answer."""
    desk, keys = call.desk, {one.key: one.tries for one in asked}
    until = desk.clock.seconds() + desk.config.bank.timeout + 1
    while True:
        now = await read_or_refuse(
            desk.store, lambda conn: [payments.by_key(conn, one) for one in keys]
        )
        waiting = [p for p in now if p.state not in OVER and p.tries == keys[p.key]]
        if not waiting or desk.clock.seconds() >= until:
            return now
        await later(desk.clock, HEARD_S)


def _known(conn: Transaction, key: str) -> Payment:
    try:
        return payments.by_key(conn, key)
    except NoSuchPayment:
        text = f"There is no payment {key!r}; look at `money unknown`."
        raise Refusal("no_payment", text) from None


def _payment(one: Payment) -> dict[str, Json]:
    return {
        "key": one.key,
        "player": one.player,
        "way": one.way,
        "amount_cents": one.amount,
        "table": one.place,
        "state": one.state,
        "made_at": one.made // 1000,
        "since_at": one.since // 1000,
        "tries": one.tries,
        "why": one.code,
        "card": one.digits,
        "held_until_at": one.due // 1000 if one.held(one.made) else None,
    }


# -- the bank's books against ours -------------------------------------------------------------


async def reconcile(call: Call, since: int | None, until: int | None) -> Answer:
    """Each payment of a period against what the bank says of it."""
    now = call.desk.means.now() // 1000
    start = now - DAY_S if since is None else since
    end = now + 1 if until is None else until
    counts = {"agreed": 0, "open": 0, "unanswered": 0}
    sums = {"bought_cents": 0, "cashed_out_cents": 0}
    differences: list[dict[str, Json]] = []
    compared = after = 0
    with call.desk.aside.look() as look:
        while some := await look.at(
            partial(books.payments, after=after, most=BATCH, since=start * 1000, until=end * 1000)
        ):
            words = await _bank_says(call, some, compared)
            for one, word in zip(some, words, strict=True):
                sort = _compare(one, word)
                if sort:
                    counts[sort] += 1
                elif len(differences) < MOST_LISTED:
                    differences.append({**_payment(one), "bank_says": _word(word)})
                if one.state == "done":
                    sums["bought_cents" if one.way == "buy" else "cashed_out_cents"] += one.amount
            compared, after = compared + len(some), some[-1].id
        call.progress("The newest of the hash chains of the ledger and the audit is looked at.")
        chained = await look.at(ledger_check.newest_faults)
        signed = await look.at(lambda conn: heads.faults(conn, Path(call.desk.config.house.data)))
    return {
        "since_at": start,
        "until_at": end,
        "payments": compared,
        **counts,
        **sums,
        "differences": differences,
        "chain": [*chained, *signed],
    }


def _compare(one: Payment, word: Word) -> str:
    """Whether house and bank agree, as far as that can be said; empty: they differ."""
    if one.state not in OVER:
        return "open"
    if isinstance(word, BankUnknown):
        return "unanswered"
    return "agreed" if (one.state, _word(word)) in AGREED else ""


async def _bank_says(call: Call, asked: Sequence[Payment], before: int = 0) -> list[Word]:
    """What the bank says of payments, in their order, a few asked at a time."""
    words: list[Word] = []
    cashier = call.desk.house.cashier
    for start in range(0, len(asked), AT_ONCE):
        some = asked[start : start + AT_ONCE]
        words += await gatherResults([cashier.bank_says(one.key) for one in some])
        if start % 100 == 0:
            done = before + len(words)
            call.progress(f"The bank was asked about {done:,} payments.", done=done)
    return words


def _word(word: Word) -> str:
    """The bank's answer as administrators and their programs read it."""
    match word:
        case BankDone():
            return "done"
        case BankRefused():
            return "refused"
        case BankUnseen():
            return "unseen"
        case BankUnknown():
            return "unknown"


# -- writing it all out ------------------------------------------------------------------------


async def export(call: Call, what: str, form: str, since: int | None, until: int | None) -> Answer:
    """Everything of a sort, a row an item, in the order in which it was written."""
    del form  # How it is written is the command line's.
    sort = EXPORTS[what]
    start, end = (since or 0) * 1000, books.EVER if until is None else until * 1000
    count = after = 0
    with call.desk.aside.look() as look:
        while some := await look.at(partial(sort, after=after, since=start, until=end)):
            for at in range(0, len(some), AT_A_TURN):
                await not_too_fast(call)
                for _, row in some[at : at + AT_A_TURN]:
                    call.item(row)
            count, after = count + len(some), some[-1][0]
            call.progress(f"{count:,} rows.", rows=count)
    return {"said": f"{count} rows.", "rows": count}


async def not_too_fast(call: Call) -> None:
    """Let the house do something else, and the reader catch up."""
    clock = call.desk.clock
    until = clock.seconds() + PATIENCE_S
    await later(clock, 0)
    while call.slow:
        if clock.seconds() > until:
            raise Refusal("too_slow", "What was sent was not read; try again.")
        await later(clock, HEARD_S)


def later(clock: Clock, seconds: float) -> Deferred[None]:
    """Fires after so many seconds."""
    waited: Deferred[None] = Deferred()

    def over() -> None:
        if not waited.called:
            waited.callback(None)

    clock.callLater(seconds, over)
    return waited


Rows = Sequence[tuple[int, dict[str, Json]]]
"""Rows, each with its number."""


def _lines(conn: Transaction, after: int, since: int, until: int) -> Rows:
    return [(one.id, _line(one)) for one in books.lines(conn, after, BATCH, since, until)]


def _payments(conn: Transaction, after: int, since: int, until: int) -> Rows:
    return [
        (one.id, {"number": one.id, **_payment(one)})
        for one in books.payments(conn, after, BATCH, since, until)
    ]


def _balances(conn: Transaction, after: int, since: int, until: int) -> Rows:
    return [
        (
            one.id,
            {
                "account": one.name,
                "kind": one.kind,
                "purse": one.purse,
                "amount_cents": one.amount,
            },
        )
        for one in books.held(conn, after, BATCH)
    ]


EXPORTS: Final[dict[str, Callable[..., Rows]]] = {
    "entries": _lines,
    "payments": _payments,
    "balances": _balances,
}
DOES: Final[dict[str, Does]] = {
    "money balance": balance,
    "money trial": trial,
    "money entries": entries,
    "money unknown": unknown,
    "money retry": retry,
    "money resolve": resolve,
    "money reconcile": reconcile,
    "money export": export,
}

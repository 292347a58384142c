"""Operations on the ledger, cards and payments, and on what proves them right."""

from pathlib import Path

from game_server.bank import bookings
from game_server.bank.entries import BANK, Account, Entry, Transfer, bots, escrow, house, purse_of
from game_server.store import (
    audit,
    books,
    card_tokens,
    card_tries,
    cards,
    chain,
    copies_made,
    copy_folder,
    escrows,
    heads,
    ledger,
    ledger_check,
    payments,
    purses,
)
from game_server.store.audit import AuditRequest
from game_server.store.card_tokens import TokenRow
from game_server.store.card_tries import TriesRow
from game_server.store.copies_made import CopyMade
from game_server.store.payments import NoSuchPayment
from game_server.store.refusals import KeyReused, PursesMixed, TooLittle, WrongStep
from protocol.events import Moved
from protocol.words import POT, Seat
from tests.store.operations.doing import Doing

ONE, TWO = Seat(0), Seat(1)


def booking(do: Doing) -> None:
    """Gifts, chips at tables, a round, cash; and what the ledger refuses."""
    entries = [
        bookings.opening_gift(1, 1),
        bookings.opening_gift(2, 2),
        bookings.buy_in("in", 1, "t", 60_000, "play", 3),
        bookings.buy_in("in2", 2, "t", 5_000, "play", 3),
        bookings.top_up("up", 1, "t", 10_000, "play", 4),
        bookings.settle(
            "t",
            1,
            [Moved(ONE, POT, 700, "bet"), Moved(POT, TWO, 700, "won")],
            {ONE: 1, TWO: 2},
            "play",
            5,
        ),
        bookings.cash_out("out", 2, "t", 5_700, "play", 6),
        bookings.bought("p1", 1, 2_000, 7),
        bookings.buy_in("in3", 1, "eps", 1_500, "cash", 8),
    ]
    for entry in entries:
        do(ledger.book, entry)
    do(ledger.book, entries[2])
    other = bookings.buy_in("in", 1, "t", 1, "play", 9)
    do.refused(KeyReused, ledger.book, other)
    do.refused(TooLittle, ledger.book, bookings.cash_out("no", 2, "t", 1, "play", 9))
    mixed = Account("play:1", "cash", "cash")
    do.refused(
        PursesMixed, ledger.book, Entry("m", "cash", 9, "so", (Transfer(BANK, mixed, 5, "so"),))
    )
    do(ledger.by_key, "round:t:1")
    do(ledger.by_key, "no such")
    do(ledger.last_at, "round:t:")
    do(ledger.last_at, "nobody:")
    do(ledger.newest_at)
    do(ledger.oldest_at)
    for account in (purse_of(1, "play"), escrow("t", 1, "play"), house("play"), bots("play")):
        do(ledger.balance, account)
    do(ledger.balances, (purse_of(1, "play"), bots("cash"), purse_of(1, "cash")))
    do(ledger.balances, ())
    do(ledger.escrows, "t")
    do(ledger.trial_balance)
    do(ledger.imbalance)
    do(ledger.demo_money)
    do(ledger.book, bookings.seat_bot("b", "Otto", "eps", 500, "cash", 10))
    do(ledger.demo_money)
    do(escrows.has_chips_at_tables, 1)
    do(escrows.has_chips_at_tables, 2)
    do(escrows.tables_with_chips, 1)
    do(escrows.all_escrows)
    do(purses.players_with_cash)


def looking_through(do: Doing) -> None:
    """The ledger as it is read, by page, by account and by check."""
    do(ledger.transfers)
    do(books.sums)
    do(books.held, 0, 3)
    do(books.held, 3, 100)
    do(books.lines, 2, 4)
    do(books.lines, 0, 50, 3, 6)
    do(books.lines_of_key, "round:t:1")
    mine = do(books.accounts_of, 1)
    last = do(books.last_line)
    do(books.lines_among, mine, last + 1, 3)
    do(books.lines_among, mine, last, 50, 4)
    do(books.lines_among, (), last, 50)

    do(chain.stands)
    do(chain.last_entry)
    do(chain.entries)
    do(chain.entries, 2, 4)
    do(chain.entry_fault)
    do(chain.faults)
    do(chain.newest_faults, 3)
    do(ledger_check.stands)
    do(ledger_check.newest_faults)
    do(ledger_check.whole_faults)
    do(ledger_check.unchecked)
    while (step := do(ledger_check.step, 50)) is not None:
        do(ledger_check.take, step)
        if not step.more:
            break
    do(ledger_check.step, 2**40)
    do(ledger_check.checkpoint)
    do(ledger_check.newest_faults, 2)


def auditing(do: Doing) -> None:
    """What administrators have done, and the ends of both chains."""
    told = '{"reason": "100%", "table": "t"}'
    for at, what in ((1, "init"), (2, "watch"), (3, "hand show")):
        do(audit.ask, AuditRequest(at, "ann", "owner", "files", what, told))
    do(audit.end, 2, "ok", 5)
    do(audit.end, 1, "refused", 6)
    do(audit.rows)
    do(audit.rows, who="ann", what="init", refused=True, since=1, before=9, count=5)
    do(audit.rows, who="bob")
    do(audit.looks, 0, 9)
    do(chain.audited)
    do(chain.last_audited)
    do(chain.follow, 3, "result", (7, "ok"))
    do(chain.newest_faults, 1)
    do(chain.faults)
    do(heads.heads)
    do(heads.faults, Path("/nowhere"))


def banking(do: Doing) -> None:
    """Cards, their tokens, tries, and payments with them."""
    for player, digits in ((1, "1111"), (1, "2222"), (2, "1111")):
        do(
            cards.prove,
            player=player,
            holder=bytes([player]) * 32,
            kind="debit",
            auth=f"sealed:k000000{player}:a",
            digits=digits,
            at=5,
        )
    do(
        cards.prove,
        player=1,
        holder=bytes([1]) * 32,
        kind="debit",
        auth="sealed:k0000001:b",
        digits="1111",
        at=9,
    )
    do(cards.use, 1, pays=1, home=1)
    do(cards.use, 1, pays=2, home=1)
    card = do(cards.set_good, 1, 50)
    do(cards.set_ended, 2)
    do(cards.banking, 1)
    do(cards.banking, 2)
    do(cards.by_id, 3)
    do(cards.of_player, 1)
    do(cards.players_of, bytes([1]) * 32)

    for key, at, due in (("p1", 10, None), ("p2", 20, 90), ("p3", 30, None)):
        do(
            payments.intend,
            key=key,
            player=1,
            way="buy" if key != "p3" else "cash_out",
            amount=2_000,
            card=card,
            place="t",
            at=at,
            due=due,
        )
    do(payments.step, "p1", "sent", at=11, due=12)
    do(payments.tried, "p1", due=14, code="away")
    do(payments.step, "p1", "unknown", at=15, due=16, code="away")
    do(payments.not_over)
    do(payments.counts, 40)
    do(payments.waiting_since, 40)
    do(payments.held, 40)
    do(payments.held, 40, 2)
    do(payments.step, "p1", "done", at=17)
    do.refused(WrongStep, payments.step, "p1", "sent", at=18)
    do.refused(WrongStep, payments.tried, "p1", due=19)
    do.refused(NoSuchPayment, payments.by_key, "none")
    do(payments.by_key, "p1")
    do(payments.of_player, 1, 2)
    do(payments.balances, 1)
    do(payments.history, "p1")
    do(books.payments, 0, 5)
    do(books.payments, 0, 5, 15, 25)

    do(card_tokens.keys_in_use, "sealed:")
    do(card_tokens.any_plain, "sealed:")
    do(card_tokens.count)
    do(card_tokens.sample, "sealed:", "k0000002")
    do(card_tokens.everywhere)
    row = TokenRow("proved_cards", 3, 2, "sealed:k0000002:a")
    do(card_tokens.replace, row, "sealed:k0000009:z")
    do(card_tokens.end_card, row)
    do(cards.of_player, 2)

    do(card_tries.keep, [TriesRow(bytes([n]) * 32, n / 4, n) for n in (1, 2, 3)])
    do(card_tries.keep, [TriesRow(bytes([1]) * 32, 0.0, 9), TriesRow(bytes([2]) * 32, 2.5, 9)])
    do(card_tries.of, [bytes([n]) * 32 for n in (2, 3, 4)])
    do(card_tries.forget, 5)
    do(card_tries.kept)

    do(copies_made.newest)
    do(copies_made.note, CopyMade(5, "/copies/friday", 99))
    do(copies_made.newest)
    do(copy_folder.last_beat)
    do(copy_folder.beat, 5)
    do(copy_folder.beat, 6)
    do(copy_folder.last_beat)


MONEY = (booking, looking_through, auditing, banking)

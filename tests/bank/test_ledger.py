"""The ledger: what each entry moves, and what is refused."""

import pytest

from game_server.bank import bookings
from game_server.bank.bookings import GIFT, Uneven, settle
from game_server.bank.entries import (
    BANK,
    MOST,
    Account,
    Entry,
    Purse,
    Transfer,
    bots,
    escrow,
    house,
    jackpot,
    pot,
    purse_of,
)
from game_server.store import ledger, ledger_check
from game_server.store.refusals import KeyReused, PursesMixed, TooLittle
from game_server.store.transaction import Connection
from protocol.events import Moved, net_of
from protocol.words import HOUSE, JACKPOT, POT, Seat
from tests.store.hands import refuses


def holds(conn: Connection, **wanted: int) -> None:
    """Exactly these accounts hold something; `_` stands for a colon."""
    rows = conn.execute(
        "SELECT name, amount FROM accounts JOIN balances ON account = id WHERE amount <> 0"
    )
    assert dict(rows) == {name.replace("_", ":"): amount for name, amount in wanted.items()}
    assert ledger_check.whole_faults(conn) == ()
    assert ledger.imbalance(conn) == 0


def test_chips_go_from_the_house_to_a_table_and_back(conn: Connection) -> None:
    ledger.book(conn, bookings.opening_gift(7, 1))
    holds(conn, house=-100_000, play_7=100_000)
    ledger.book(conn, bookings.buy_in("k1", 7, "t", 60_000, "play", 2))
    ledger.book(conn, bookings.top_up("k2", 7, "t", 10_000, "play", 3))
    holds(conn, house=-100_000, play_7=30_000, escrow_t_7=70_000)
    assert ledger.escrows(conn, "t") == {"7": 70_000}
    ledger.book(conn, bookings.cash_out("k3", 7, "t", 70_000, "play", 4))
    holds(conn, house=-100_000, play_7=100_000)


def test_bots_chips_come_from_the_house_and_return(conn: Connection) -> None:
    ledger.book(conn, bookings.seat_bot("k1", "Otto", "t", 500, "play", 1))
    holds(conn, house_bots=-500, escrow_t_Otto=500)
    ledger.book(conn, bookings.unseat_bot("k2", "Otto", "t", 500, "play", 2))
    holds(conn)


def test_cash_comes_from_the_bank_and_returns_by_way_of_suspense(conn: Connection) -> None:
    ledger.book(conn, bookings.bought("p1", 7, 2_000, 1))
    holds(conn, bank=-2_000, cash_7=2_000)
    ledger.book(conn, bookings.depositing("p2", 7, 1_500, 2))
    holds(conn, bank=-2_000, cash_7=500, suspense=1_500)
    ledger.book(conn, bookings.deposit_refused("p2", 7, 1_500, 3))
    holds(conn, bank=-2_000, cash_7=2_000)
    ledger.book(conn, bookings.depositing("p3", 7, 2_000, 4))
    ledger.book(conn, bookings.deposited("p3", 2_000, 5))
    holds(conn)


def test_a_round_goes_through_its_pot_which_is_empty_after_it(conn: Connection) -> None:
    ann, bot = Seat(0), Seat(4)
    ledger.book(conn, bookings.opening_gift(7, 1))
    ledger.book(conn, bookings.buy_in("k1", 7, "t", 1_000, "play", 2))
    ledger.book(conn, bookings.seat_bot("k2", "Otto", "t", 1_000, "play", 2))
    moved = [
        Moved(ann, POT, 300, "bet"),
        Moved(bot, POT, 300, "call"),
        Moved(HOUSE, JACKPOT, 50, "sabacc_pot"),
        Moved(ann, JACKPOT, 10, "ante"),
        Moved(POT, bot, 600, "won"),
    ]
    ledger.book(conn, settle("t", 3, moved, {ann: 7, bot: "Otto"}, "play", 3, "sabacc"))
    holds(
        conn,
        house=-100_050,
        play_7=99_000,
        house_bots=-1_000,
        escrow_t_7=690,
        escrow_t_Otto=1_300,
        jackpot_t=60,
    )
    assert (net_of(moved, ann), net_of(moved, bot)) == (-310, 300)
    booked = ledger.by_key(conn, "round:t:3")
    assert booked is not None
    assert booked.memo == "sabacc"
    assert [(one.src.name, one.dst.name, one.amount, one.why) for one in booked.transfers] == [
        ("house", "pot:t", 50, "lost"),
        ("escrow:t:7", "pot:t", 310, "lost"),
        ("pot:t", "jackpot:t", 60, "won"),
        ("pot:t", "escrow:t:Otto", 300, "won"),
    ], "a transfer for each party, whatever was bet"
    ledger.book(conn, bookings.close_jackpot("k3", "t", 60, "play", 4))
    assert ledger.balance(conn, house("play")) == -99_990


def test_a_round_that_moved_nothing_is_booked_too(conn: Connection) -> None:
    ledger.book(conn, settle("t", 1, [], {Seat(0): 7}, "play", 1))
    holds(conn)
    assert ledger.by_key(conn, "round:t:1") is not None


def test_a_round_that_does_not_come_out_is_not_settled() -> None:
    with pytest.raises(Uneven, match="leaves 300 cents in its pot"):
        settle("t", 1, [Moved(Seat(0), POT, 300, "bet")], {Seat(0): 7}, "play", 1)
    with pytest.raises(Uneven, match="where nobody sits"):
        settle("t", 1, [Moved(Seat(5), HOUSE, 300, "lost")], {Seat(0): 7}, "play", 1)


def test_an_entry_that_comes_again_is_booked_once(conn: Connection) -> None:
    first = ledger.book(conn, bookings.opening_gift(7, 1))
    again = ledger.book(conn, bookings.opening_gift(7, 999))
    assert (first.fresh, again.fresh) == (True, False)
    assert (again.id, again.entry) == (first.id, first.entry)
    holds(conn, house=-100_000, play_7=100_000)
    ledger.book(conn, bookings.new_start(7, 1, 2))
    assert ledger.balance(conn, purse_of(7, "play")) == 2 * GIFT


def test_a_key_is_of_one_entry(conn: Connection) -> None:
    ledger.book(conn, bookings.bought("p1", 7, 2_000, 1))
    with pytest.raises(KeyReused):
        ledger.book(conn, bookings.bought("p1", 7, 3_000, 1))
    with pytest.raises(KeyReused):
        ledger.book(conn, bookings.bought("p1", 8, 2_000, 1))
    with pytest.raises(KeyReused):
        ledger.book(conn, bookings.deposited("p1", 2_000, 1))
    holds(conn, bank=-2_000, cash_7=2_000)


def test_an_entry_of_which_one_transfer_fails_is_not_booked_at_all(
    conn: Connection,
) -> None:
    ledger.book(conn, bookings.opening_gift(7, 1))
    play, table = purse_of(7, "play"), escrow("t", 7, "play")
    steps = (Transfer(play, table, 10, "first"), Transfer(table, house("play"), 11, "second"))
    with pytest.raises(TooLittle, match=r"escrow:t:7 holds less than the 0\.11"):
        ledger.book(conn, Entry("k", "play", 2, "test", steps))
    assert ledger.by_key(conn, "k") is None
    holds(conn, house=-100_000, play_7=100_000)


@pytest.mark.parametrize(
    "entry",
    [
        bookings.buy_in("k", 7, "t", 1, "play", 1),
        bookings.cash_out("k", 7, "t", 1, "cash", 1),
        bookings.unseat_bot("k", "Otto", "t", 1, "play", 1),
        bookings.depositing("k", 7, 1, 1),
        bookings.deposited("k", 1, 1),
        bookings.close_jackpot("k", "t", 1, "play", 1),
    ],
    ids=lambda entry: entry.why,
)
def test_nothing_but_house_and_bank_falls_below_nothing(conn: Connection, entry: Entry) -> None:
    with pytest.raises(TooLittle):
        ledger.book(conn, entry)
    holds(conn)


PLAY, CASH = purse_of(7, "play"), purse_of(7, "cash")


@pytest.mark.parametrize(("src", "dst"), [(PLAY, CASH), (CASH, PLAY), (house("play"), CASH)])
@pytest.mark.parametrize("purse", ["play", "cash"])
def test_an_entry_between_the_purses_cannot_even_be_made(
    src: Account, dst: Account, purse: Purse
) -> None:
    with pytest.raises(ValueError, match="never mix"):
        Entry("k", purse, 1, "mixed", (Transfer(src, dst, 1, "mixed"),))


def test_an_account_stays_in_its_purse(conn: Connection) -> None:
    ledger.book(conn, bookings.bought("p1", 7, 2_000, 1))
    ledger.book(conn, bookings.buy_in("k1", 7, "t", 1_000, "cash", 2))
    ledger.book(conn, bookings.opening_gift(7, 1))
    with pytest.raises(PursesMixed, match="escrow:t:7 is a escrow account in the cash purse"):
        ledger.book(conn, bookings.buy_in("k2", 7, "t", 1_000, "play", 3))


def test_the_schema_itself_keeps_the_purses_apart(conn: Connection) -> None:
    ledger.book(conn, bookings.opening_gift(7, 1))
    ledger.book(conn, bookings.bought("p1", 7, 2_000, 1))
    numbers = dict(conn.execute("SELECT name, id FROM accounts"))
    (newest,) = conn.execute("SELECT max(id) FROM entries").fetchone()
    add = "INSERT INTO transfers (entry, purse, src, dst, amount, why) VALUES (?, ?, ?, ?, 1, 'x')"
    for purse in ("play", "cash"):
        for src, dst in (("play:7", "cash:7"), ("cash:7", "play:7"), ("house", "cash:7")):
            refuses(conn, add, "FOREIGN KEY", newest, purse, numbers[src], numbers[dst])
    # The newest entry is in the cash purse: no play chips move in it either.
    refuses(conn, add, "FOREIGN KEY", newest, "play", numbers["house"], numbers["play:7"])
    open_account = "INSERT INTO accounts (name, kind, purse) VALUES ('new', ?, ?)"
    for kind, purse in (("play", "cash"), ("cash", "play"), ("bank", "play"), ("loan", "play")):
        refuses(conn, open_account, "kind_of_its_purse", kind, purse)


def test_what_is_booked_can_be_neither_changed_nor_deleted_nor_added_to(
    conn: Connection,
) -> None:
    ledger.book(conn, bookings.opening_gift(7, 1))
    ledger.book(conn, bookings.buy_in("k", 7, "t", 100, "play", 2))
    for table in ("accounts", "entries", "transfers", "balances"):
        refuses(conn, f"DELETE FROM {table}", "append_only")
    for table, column in (
        ("accounts", "purse"),
        ("entries", "why"),
        ("entries", "at"),
        ("transfers", "amount"),
        ("transfers", "dst"),
    ):
        refuses(conn, f"UPDATE {table} SET {column} = {column}", "append_only")
    refuses(
        conn,
        "INSERT INTO transfers (entry, purse, src, dst, amount, why) VALUES (1,'play',1,2,1,'x')",
        "append_only",
    )


@pytest.mark.parametrize("amount", [0, -5, MOST + 1])
def test_a_transfer_is_of_some_cents_and_no_more_than_there_are(
    conn: Connection, amount: int
) -> None:
    with pytest.raises(ValueError, match="it goes from 1"):
        Transfer(purse_of(7, "play"), escrow("t", 7, "play"), amount, "buy_in")
    ledger.book(conn, bookings.opening_gift(7, 1))
    refuses(
        conn,
        "INSERT INTO transfers (entry, purse, src, dst, amount, why) VALUES (1,'play',1,2,?,'x')",
        "CHECK",
        amount,
    )


def test_names_of_accounts_are_never_mistaken_for_each_other() -> None:
    assert escrow("t", 7, "play").name == "escrow:t:7"
    assert (house("cash").name, bots("cash").name) == ("house:cash", "house:bots:cash")
    assert (pot("t", "play").name, jackpot("t", "play").name) == ("pot:t", "jackpot:t")
    with pytest.raises(ValueError, match="taken for a player"):
        escrow("t", "7", "play")
    with pytest.raises(ValueError, match="leave out colons"):
        escrow("t:7", 8, "play")
    with pytest.raises(ValueError, match="to itself"):
        Transfer(BANK, BANK, 1, "x")


def test_a_correction_is_an_entry_of_its_own(conn: Connection) -> None:
    ledger.book(conn, bookings.opening_gift(7, 1))
    wrong = ledger.book(conn, bookings.buy_in("k", 7, "t", 100, "play", 2)).entry
    ledger.book(conn, bookings.correction(wrong, 3, "booked at the wrong table"))
    ledger.book(conn, bookings.correction(wrong, 4, "asked twice"))
    holds(conn, house=-100_000, play_7=100_000)
    assert ledger.by_key(conn, "k") == wrong
    booked = ledger.by_key(conn, "correction:k")
    assert booked is not None
    assert booked.memo == "booked at the wrong table"


def test_an_audit_says_what_does_not_add_up(conn: Connection) -> None:
    ledger.book(conn, bookings.bought("p1", 7, 2_000, 1))
    conn.execute(
        "UPDATE balances SET amount = amount + 5 WHERE account = "
        "(SELECT id FROM accounts WHERE name = 'cash:7')"
    )
    assert ledger.imbalance(conn) == 5
    assert ledger.trial_balance(conn) == {"play": 0, "cash": 5}
    assert ledger_check.whole_faults(conn) == (
        "The cash purse adds up to 5 cents; it must be 0.",
        "cash:7 holds 2005 cents; its lines add up to 2000.",
    )


def test_a_pot_that_kept_something_is_an_imbalance(conn: Connection) -> None:
    step = Transfer(house("play"), pot("t", "play"), 7, "bet")
    ledger.book(conn, Entry("k", "play", 1, "broken", (step,)))
    assert ledger.imbalance(conn) == 7
    assert ledger_check.whole_faults(conn) == ("pot:t holds 7 cents, which it cannot.",)

"""Whatever is asked of the ledger, in whatever order, it stays what the model says."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game_server.bank.entries import (
    BANK,
    SUSPENSE,
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
from game_server.store import books, ledger
from game_server.store.refusals import KeyReused, TooLittle
from game_server.store.transaction import Connection
from tests.store.hands import refuses
from tests.store.in_memory import in_memory


def accounts_of(purse: Purse) -> list[Account]:
    shared = [
        purse_of(1, purse),
        purse_of(2, purse),
        escrow(f"{purse}-table", 1, purse),
        escrow(f"{purse}-table", "Otto", purse),
        pot(f"{purse}-table", purse),
        jackpot(f"{purse}-table", purse),
        house(purse),
        bots(purse),
    ]
    return shared if purse == "play" else [*shared, BANK, SUSPENSE]


ALL: dict[Purse, list[Account]] = {"play": accounts_of("play"), "cash": accounts_of("cash")}
BOTTOMLESS = {"bank", "house", "bots"}
PURSES = st.sampled_from(["play", "cash"])
# Sums that meet often, and sums at the edge of what an account can hold.
AMOUNTS = st.integers(1, 30) | st.just(10**15)


@st.composite
def transfers(draw: st.DrawFn, purse: Purse) -> tuple[Transfer, ...]:
    pairs = st.lists(st.sampled_from(ALL[purse]), min_size=2, max_size=2, unique=True)
    made = []
    for _ in range(draw(st.integers(0, 4))):
        src, dst = draw(pairs)
        made.append(Transfer(src, dst, draw(AMOUNTS), draw(st.sampled_from(["bet", "won"]))))
    return tuple(made)


class Books(RuleBasedStateMachine):
    """The ledger beside a dictionary of balances."""

    def __init__(self) -> None:
        super().__init__()
        self.conn: Connection = in_memory()
        self.balances: dict[Account, int] = {}
        self.booked: dict[str, Entry] = {}

    def reckoned(self, entry: Entry) -> dict[Account, int] | None:
        """The balances after the entry, or None if it cannot be booked."""
        now = dict(self.balances)
        for one in entry.transfers:
            now[one.src] = now.get(one.src, 0) - one.amount
            now[one.dst] = now.get(one.dst, 0) + one.amount
            if now[one.src] < 0 and one.src.kind not in BOTTOMLESS:
                return None
        return now

    @initialize(amount=AMOUNTS)
    def begin_with_some_chips(self, amount: int) -> None:
        for purse, accounts in ALL.items():
            src = BANK if purse == "cash" else house(purse)
            steps = (Transfer(src, accounts[0], amount, "gift"),)
            self.book(Entry(f"gift:{purse}", purse, 0, "gift", steps))

    def book(self, entry: Entry) -> None:
        after = self.reckoned(entry)
        try:
            booked = ledger.book(self.conn, entry)
        except TooLittle:
            assert after is None
            return
        assert after is not None
        assert booked.fresh
        self.balances = after
        self.booked[entry.key] = entry

    @rule(data=st.data(), purse=PURSES, at=st.integers(0, 10**13))
    def book_any_entry(self, data: st.DataObject, purse: Purse, at: int) -> None:
        key = f"entry {len(self.booked)}"
        self.book(Entry(key, purse, at, "any", data.draw(transfers(purse)), "a memo"))

    @rule(data=st.data(), at=st.integers(0, 10**13))
    def book_one_again(self, data: st.DataObject, at: int) -> None:
        first = self.booked[data.draw(st.sampled_from(sorted(self.booked)))]
        again = ledger.book(
            self.conn, Entry(first.key, first.purse, at, first.why, first.transfers, "again")
        )
        assert not again.fresh
        assert again.entry == first

    @rule(data=st.data(), purse=PURSES)
    def use_a_key_for_another_entry(self, data: st.DataObject, purse: Purse) -> None:
        first = self.booked[data.draw(st.sampled_from(sorted(self.booked)))]
        other = Entry(first.key, purse, 1, first.why, data.draw(transfers(purse)))
        if (other.purse, other.transfers) == (first.purse, first.transfers):
            return
        try:
            ledger.book(self.conn, other)
        except KeyReused:
            return
        raise AssertionError("a key was booked for two entries")

    @precondition(lambda self: len({account.purse for account in self.balances}) == 2)
    @rule(data=st.data(), purse=PURSES)
    def move_between_the_purses_behind_the_back(self, data: st.DataObject, purse: Purse) -> None:
        rows = self.conn.execute("SELECT id, purse FROM accounts").fetchall()
        play = data.draw(st.sampled_from([number for number, of in rows if of == "play"]))
        cash = data.draw(st.sampled_from([number for number, of in rows if of == "cash"]))
        src, dst = data.draw(st.sampled_from([(play, cash), (cash, play)]))
        (has,) = self.conn.execute(
            "SELECT least IS NULL OR amount > least FROM balances WHERE account = ?", (src,)
        ).fetchone()
        refuses(
            self.conn,
            "INSERT INTO transfers (entry, purse, src, dst, amount, why)"
            " VALUES ((SELECT max(id) FROM entries), ?, ?, ?, 1, 'x')",
            "FOREIGN KEY" if has else "not_below_least",
            purse,
            src,
            dst,
        )

    @rule(
        statement=st.sampled_from(
            [
                "UPDATE accounts SET purse = 'play'",
                "UPDATE entries SET key = key || 'x'",
                "UPDATE transfers SET amount = amount + 1",
                "DELETE FROM entries WHERE id = (SELECT max(id) FROM entries)",
                "DELETE FROM transfers",
                "DELETE FROM accounts",
                "DELETE FROM balances",
                "REPLACE INTO entries SELECT * FROM entries",
                "REPLACE INTO transfers SELECT id, entry, purse, dst, src, amount, why"
                " FROM transfers",
            ]
        )
    )
    def tamper(self, statement: str) -> None:
        refuses(self.conn, statement, "append_only")

    @invariant()
    def every_balance_is_the_models_and_the_sum_of_its_lines(self) -> None:
        lines = dict(
            self.conn.execute(
                "SELECT name, sum(amount) FROM lines JOIN accounts ON id = account GROUP BY name"
            )
        )
        for account in (*ALL["play"], *ALL["cash"]):
            wanted = self.balances.get(account, 0)
            assert ledger.balance(self.conn, account) == wanted
            assert lines.get(account.name, 0) == wanted

    @invariant()
    def both_purses_add_up_to_nothing(self) -> None:
        assert ledger.trial_balance(self.conn) == {"play": 0, "cash": 0}

    @invariant()
    def running_totals_are_what_the_accounts_hold(self) -> None:
        added = self.conn.execute(
            "SELECT purse, kind, count(*), sum(amount) FROM accounts JOIN balances ON account = id"
            " GROUP BY purse, kind ORDER BY purse, kind"
        ).fetchall()
        totals = [(one.purse, one.kind, one.accounts, one.amount) for one in books.sums(self.conn)]
        assert totals == added
        held = self.conn.execute(
            "SELECT id FROM accounts JOIN balances ON account = id"
            " WHERE kind IN ('escrow', 'cash') AND amount <> 0 ORDER BY id"
        ).fetchall()
        assert self.conn.execute("SELECT account FROM held ORDER BY account").fetchall() == held

    @invariant()
    def what_was_booked_stands_as_it_was(self) -> None:
        for key, entry in self.booked.items():
            assert ledger.by_key(self.conn, key) == entry
        (count,) = self.conn.execute("SELECT count(*) FROM entries").fetchone()
        assert count == len(self.booked)

    def teardown(self) -> None:
        self.conn.close()


TestBooks = Books.TestCase
TestBooks.settings = settings(max_examples=30, stateful_step_count=20)

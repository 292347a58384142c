"""Chips and payments of the player, and what it means to have no chips at all."""

from collections.abc import Callable
from typing import Final

from client_core import cashier
from client_core.cashier import Cashier
from client_core.effects import Effect, Quit
from client_core.people import Farewell
from client_core.state.account import Account
from client_core.state.changes import Changes
from client_core.state.my_tables import MyTables
from client_core.state.notices import Notices
from client_core.text import Say
from client_core.toasts import Mood
from protocol import messages

FAREWELL_S: Final = 6.0
PURSE_S: Final = 2.0
"""Time in which the purse is told after a table was left, before the last one told counts."""
NEVER: Final = float("inf")


class Purse:
    """The chips beside the tables, what was bought, and the farewell of who has nothing left."""

    def __init__(
        self,
        clock: Callable[[], float],
        run: Callable[[Effect], None],
        changes: Changes,
        account: Account,
        notices: Notices,
        tables: MyTables,
    ) -> None:
        self._clock, self._run, self._changes = clock, run, changes
        self._account, self._notices, self._tables = account, notices, tables
        self.cashier = Cashier()
        self.card_refusal: Say | None = None
        self.bought: set[str] = set()
        self.cash_outs: dict[str, int] = {}
        """The last payment to my card from each table."""
        self.farewell: Farewell | None = None
        self.counted_at = NEVER
        """When the purse is looked at, to see whether any chips are left."""

    @property
    def alarm(self) -> float:
        """When `tick` has something to do."""
        ends = self.farewell.until if self.farewell is not None else NEVER
        return min(self.counted_at, ends)

    def told(self, message: messages.Purse) -> None:
        """The house has counted my chips."""
        self.cashier = cashier.purse(self.cashier, message, self._clock())
        known = self.cashier
        self._account.set_me(play=known.play, cash=known.cash, profit=known.profit)
        for topic in ("cashier", "lobby"):
            self._changes.touch(topic)
        if known.play and self.farewell is not None:
            self._set_farewell(None)
        if self.counted_at < NEVER and known.play == 0:
            self._look_for_chips()

    def told_bank(self, message: messages.BankInfo) -> None:
        """The house has told the card in use and the last payments."""
        self.cashier = cashier.info(self.cashier, message)
        self._changes.touch("cashier")

    def paid(self, message: messages.Paid) -> None:
        """A payment goes on."""
        before = {one.n: one.state for one in self.cashier.payments}
        self.cashier = cashier.paid(self.cashier, message)
        payment = message.payment
        self._changes.touch("cashier")
        if payment.way == "cash_out":
            self.cash_outs[message.table] = payment.n
            self._changes.touch("ending")
        new = before.get(payment.n) != payment.state
        if new and (payment.state != "pending" or payment.until):
            mood: Mood = "good" if payment.state == "done" else "bad"
            mood = "info" if payment.until else mood
            self._notices.toast(cashier.row(payment).say, mood, message.table)
        if payment.state == "done" and payment.way == "buy":
            self.bought.add(message.table)

    def without_chips(self, short: bool = False) -> Say | None:
        """That I have no chips at all, and when the house gives new ones; None while I have any.
        `short`: in a few words."""
        if not self._has_none():
            return None
        when, hours = cashier.new_chips(self.cashier, self._clock())
        return Say(f"no_chips.short.{when}" if short else f"no_chips.{when}", {"hours": hours})

    def count_soon(self) -> None:
        """A table was left: see soon whether any chips are left."""
        self.counted_at = self._clock() + PURSE_S

    def tick(self) -> None:
        """Whatever of this has an alarm of its own."""
        now = self._clock()
        if self.counted_at <= now:
            self._look_for_chips()
        if self.farewell is not None and self.farewell.until <= now:
            self.quit()

    def quit(self) -> None:
        """The app ends."""
        self._set_farewell(None)
        self._run(Quit())

    def forget(self) -> None:
        """The session is over."""
        self.cashier, self.counted_at = Cashier(), NEVER
        self._changes.touch("cashier")

    def _look_for_chips(self) -> None:
        """A table has sent the player home: without any chips there is nothing to stay for."""
        self.counted_at = NEVER
        if self._has_none() and not self.farewell:
            now = self._clock()
            when, hours = cashier.new_chips(self.cashier, now)
            say = Say(f"farewell.no_chips.{when}", {"hours": hours})
            self._set_farewell(Farewell(say, now, now + FAREWELL_S))

    def _has_none(self) -> bool:
        seated = any(table.me is not None for table in self._tables.by_name.values())
        return self.cashier.counted and self.cashier.play == 0 and not seated

    def _set_farewell(self, farewell: Farewell | None) -> None:
        self.farewell = farewell
        self._changes.touch("farewell")

"""Chips that come and go, and what it means to have none."""

from dataclasses import replace
from typing import Final

from client_core import cashier, toasts
from client_core.effects import Quit
from client_core.people import Farewell
from client_core.stays import PURSE_S, Stays
from client_core.text import Say
from protocol import messages as said

FAREWELL_S: Final = 6.0


class Money(Stays):
    """The purse, payments, the farewell."""

    def _purse(self) -> None:
        self.me = replace(
            self.me,
            play=self.cashier.play,
            cash=self.cashier.cash,
            profit=self.cashier.profit,
        )
        self.touch("me")
        self.touch("cashier")
        self.touch("lobby")
        if self.cashier.play and self.farewell is not None:
            self.farewell = None
            self.touch("farewell")
        if self.home_at < float("inf") and self.cashier.play == 0:
            self.look_for_chips()

    def look_for_chips(self) -> None:
        """A table has sent the player home: without any chips there is nothing to stay for."""
        self.home_at = float("inf")
        if self._has_none() and not self.farewell:
            now = self.clock()
            when, hours = cashier.new_chips(self.cashier, now)
            say = Say(f"farewell.no_chips.{when}", {"hours": hours})
            self.farewell = Farewell(say, now, now + FAREWELL_S)
            self.touch("farewell")

    def _has_none(self) -> bool:
        seated = any(table.me is not None for table in self.tables.values())
        return self.cashier.counted and self.cashier.play == 0 and not seated

    def without_chips(self, short: bool = False) -> Say | None:
        """That I have no chips at all, and when the house gives new ones; None while I have any.
        `short`: in a few words."""
        if not self._has_none():
            return None
        when, hours = cashier.new_chips(self.cashier, self.clock())
        return Say(f"no_chips.short.{when}" if short else f"no_chips.{when}", {"hours": hours})

    def _paid(self, message: said.Paid) -> None:
        before = {one.n: one.state for one in self.cashier.payments}
        self.cashier = cashier.paid(self.cashier, message)
        payment = message.payment
        self.touch("cashier")
        if payment.way == "cash_out":
            self.cash_outs[message.table] = payment.n
            self.touch("ending")
        new = before.get(payment.n) != payment.state
        if new and (payment.state != "pending" or payment.until):
            mood: toasts.Mood = "good" if payment.state == "done" else "bad"
            mood = "info" if payment.until else mood
            self.toast(cashier.row(payment).say, mood, message.table)
        if payment.state == "done" and payment.way == "buy":
            self.bought.add(message.table)

    def _left(self, message: said.Left) -> None:
        name, mine = message.table, self.tables.get(message.table)
        play = mine is not None and mine.room is not None and mine.room.purse == "play"
        if self.ends_stay(name, message.code):
            self.touch("lobby")
            self.where()
            return
        if mine is not None:
            self.forget(name)
        self.touch("lobby")
        if message.code != "left":
            say = Say(f"left.{message.code}", {}, message.text)
            room = mine.room if mine is not None else None
            if self.tables and room is not None and self.words.has(say.key):
                # Who is at other tables too reads which one it was.
                say = Say("left.at", {"game": room.game, "code": message.code})
            self.toast(say, "bad")
        if play and message.code != "house_closes":
            self.home_at = self.clock() + PURSE_S
        self.where()

    def out_of(self, name: str) -> None:
        """I am at that table no more, and nobody has said why: its code leads back."""
        room = self.tables[name].room
        code = room.code if room is not None else ""
        self.forget(name)
        self.touch("lobby")
        self.toast(Say("left.gone_code", {"code": code}) if code else Say("left.gone"), "bad")

    def tick(self) -> None:
        """Whatever has an alarm of its own."""
        now = self.clock()
        left = self.toasts.at(now)
        if left is not self.toasts:
            self.toasts = left
            self.touch("toasts")
        for name in [one for one, until in self.unseen.items() if until <= now]:
            self.seen_all(name)
        self.pass_beaten(now)
        if self.home_at <= now:
            self.look_for_chips()
        if self.farewell is not None and self.farewell.until <= now:
            self.quit()

    def quit(self) -> None:
        """The app ends."""
        self.farewell = None
        self.touch("farewell")
        self._run(Quit())

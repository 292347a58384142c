"""Commands of the terminal about the own seat: how I come to it, what I bring and buy, how I go."""

from client_core.client import Button, Say, TableView
from terminal_client.house import situation
from terminal_client.house.asking import yes_no
from terminal_client.house.talk import Command, Talk


class Seating:
    """The words typed about the seat at the table that is looked at."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client
        self._sits: tuple[str, str] | None = None
        """The table to sit down at as soon as a seat is offered, and how many chips as typed."""

    def before(self, view: TableView) -> list[Command]:
        """On the way to a seat."""
        seated = view.me is not None
        found = [] if seated else [Command("sit", self._sit)]
        if view.offer is not None:
            found += [Command("pass", lambda _: self._pass()), Command("seat", self._sit)]
        elif view.queue is not None:
            found.append(Command("unqueue", lambda _: self._unqueue()))
        elif not seated:
            found.append(Command("seat", self._seat))
        return found

    def there(self, view: TableView) -> list[Command]:
        """In a seat: to be there or away, to stay, and with bots."""
        client, name = self.client, view.table
        found = []
        if view.needs_ready and not view.live:
            found.append(Command("ready", lambda _: self._ready()))
        if view.stand_in or view.sit_out:
            found.append(Command("back", lambda _: self._done(client.seat.sit_out(name, False))))
        elif not view.needs_ready:
            found.append(Command("out", lambda _: self._sit_out()))
        if view.may_trust:
            found.append(Command("auto", lambda _: self._done(client.seat.stand_in(name))))
        if view.leaving:
            found.append(Command("stay", lambda _: self._done(client.seat.leave(name, "never"))))
        if view.may_call_bots:
            found.append(Command("bots", self._bots))
        if view.may_dismiss_bots:
            found.append(Command("nobots", lambda _: self._done(client.seat.dismiss_bots(name))))
        return found

    def _seat(self, typed: str) -> None:
        """A place in the queue; who names chips as well wants to sit down."""
        if typed:
            self._sit(typed)
        else:
            self._queue()

    def _queue(self) -> None:
        self._sits = None
        if not self._is_short(self.client.screen.table):
            self.client.seat.queue(self.client.screen.table)

    def _is_short(self, table: str) -> bool:
        """Whether I have less than it takes to sit down there, and say so."""
        lacking = self.client.cashier.lacking(table)
        if lacking is None or not lacking.short:
            return False
        self.talk.wrong(Say("table.short", {"least": lacking.least, "have": lacking.have}))
        return True

    def _unqueue(self) -> None:
        self._sits = None
        number = self.client.seat.unqueue(self.client.screen.table)
        self.talk.wait(number, lambda: self.talk.say("terminal.watching"))

    def _done(self, number: int) -> None:
        if number:
            self.talk.wait(number, lambda: self.talk.say("terminal.done"))

    def sit_when_offered(self, table: str, typed: str = "") -> None:
        """Ask for a seat there, and take it when it is offered."""
        view = self.client.tables.view(table)
        if self._is_short(table):
            return
        # No card pays for a seat before one has read what it costs, or has named it.
        asks = view is not None and view.purse == "cash" and not typed
        self._sits = None if asks else (table, typed)
        if view is not None and view.offer is not None:
            return
        if view is None or view.queue is None:
            self.client.seat.queue(table)
        if (
            self._sits
            and view is not None
            and (view.queue is not None or all(one.taken for one in view.seats))
        ):
            self.talk.say("terminal.sits_when")

    def go_on(self) -> None:
        """Take the seat that was asked for, now that it is offered."""
        if self._sits is None:
            return
        table, typed = self._sits
        view = self.client.tables.view(table)
        if view is None or view.me is not None:
            self._sits = None
        elif view.offer is not None:
            self._sits = None
            self._take(view, typed)

    def offered(self, typed: str) -> bool:
        """Take the seat that is offered with as many chips as were typed alone, or as many as are
        usual for Enter; False if none is offered, or that is no number."""
        view = self.talk.view
        if view is None or view.offer is None or not (typed == "" or typed[0].isdecimal()):
            return False
        self._sit(typed)
        return True

    def _sit(self, typed: str) -> None:
        view = self.talk.view
        if view is None:
            return
        if view.offer is None:
            self.sit_when_offered(view.table, typed)
        else:
            self._take(view, typed)

    def _take(self, view: TableView, typed: str) -> None:
        button = self.client.cashier.bring(view.table)
        if button is None or self.client.seat.sitting_down(view.table):
            return
        if self._is_short(view.table):
            return
        amount = button.usual or button.low
        if typed:
            amount, wrong = self.client.turn.typed(button, typed, view.purse == "cash")
            if wrong is not None:
                self.talk.wrong(wrong)
                return
        self.client.seat.sit(view.table, amount)

    def _pass(self) -> None:
        self._sits = None
        self.client.seat.pass_offer(self.client.screen.table)

    def _sit_out(self) -> None:
        name = self.client.screen.table
        self.talk.wait(
            self.client.seat.sit_out(name), lambda: self.talk.say("terminal.sitting_out")
        )

    def _ready(self) -> None:
        def told() -> None:
            view = self.talk.view
            # Where all others were, the round that has begun says it.
            if view is None or not view.live:
                self.talk.say("terminal.is_ready")

        self.talk.wait(self.client.seat.ready(self.client.screen.table), told)

    def _bots(self, typed: str) -> None:
        """Bots for the empty seats, of a level if one is typed."""
        view = self.talk.view
        game = view.game if view is not None else ""
        level = self.talk.level(game, typed) if typed else ""
        if typed and not level:
            able = [self.client.say(f"bot.{one}") for one in self.client.lobby.levels(game)]
            key = "terminal.no_level" if able else "terminal.one_level"
            self.talk.say(key, "bad", levels=self.client.texts.listed((*able,)))
        elif not self.client.seat.call_bots(self.client.screen.table, level):
            self.talk.say("terminal.no_bots", "bad")

    def buy(self, typed: str) -> None:
        """Chips for my seat."""
        view = self.talk.view
        if view is None:
            return
        able = self.client.cashier.may_buy(view.table)
        low, high = view.worth(able.least), view.worth(able.most)
        if able.most <= 0:
            self.talk.say("terminal.buy_nothing", "bad")
            return
        if not typed:
            self.talk.say("terminal.buy_range", "ask", low=low, high=high)
            return
        button = Button(0, "buy", "buy", "", low=able.least, high=able.most, step=able.step)
        amount, wrong = self.client.turn.typed(button, typed, view.purse == "cash")
        if wrong is not None:
            self.talk.wrong(wrong)
            return
        number = self.client.cashier.buy(view.table, amount)
        self.talk.say("terminal.buying", amount=view.worth(amount))
        if view.purse == "play":
            # What a card pays for is told by the bank when it comes.
            self.talk.wait(number, self._bought)

    def _bought(self) -> None:
        view = self.talk.view
        mine = view.at(view.me) if view is not None and view.me is not None else None
        if view is not None and mine is not None:
            self.talk.say("terminal.bought", have=view.worth(situation.chips_of(mine)))

    def leave(self, typed: str) -> None:
        """Now, after a question where something is at stake; or after the round."""
        view = self.talk.view
        if view is None:
            return
        name = view.table
        if typed.casefold().startswith(("after", "later", "之后", "局后")) and view.me is not None:
            number = self.client.seat.leave(name, "after_round")
            self.talk.wait(number, lambda: self.talk.say("terminal.leaves_after"))
            return
        cost = self.client.seat.cost_of_leaving(name)
        if not cost:
            self.client.seat.leave(name)
            return
        self.talk.tell(cost, "bad")

        def go() -> None:
            # What was at stake may be over, and something else be at stake now.
            if self.client.seat.cost_of_leaving(name) in ("", cost):
                self.client.seat.leave(name)
            else:
                self.leave("")

        self.talk.ask(yes_no(Say("terminal.ask.leave"), go))

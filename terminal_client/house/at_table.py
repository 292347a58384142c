"""At a table: acts as they are typed, the seat, the chat, the rounds before."""

from typing import Final

from client_core.client import Button, Say, TableView, cards_name
from protocol.games.doudizhu import RANK_OF
from protocol.words import Cards
from terminal_client.house import situation
from terminal_client.house.asking import Form, yes_no
from terminal_client.house.named import NotHeld, by_place, by_rank
from terminal_client.house.table_teller import gap, offers, question
from terminal_client.house.talk import Command, Talk
from terminal_client.house.teller import Teller
from terminal_client.house.typed import Wish, Wrong, act, is_verb, keys

HINTED: Final = frozenset({"hint", "提示"})


class AtTable:
    """What can be typed at a table."""

    def __init__(self, talk: Talk, teller: Teller) -> None:
        self.talk, self.client, self._teller = talk, talk.client, teller
        self._hint: tuple[int, int] = (0, -1)
        self._sits: tuple[str, str] | None = None
        """The table to sit down at as soon as a seat is offered, and how many chips as typed."""
        self._unsure: tuple[Form, str, int] | None = None
        """Whether it is meant so is asked of an act, and the turn of the table for which."""

    def commands(self) -> tuple[Command, ...]:
        """What can be typed besides the acts, as far as it makes sense now."""
        view = self.talk.view
        if view is None:
            return ()
        seated = view.me is not None
        found = [Command("look", lambda _: self.look()), Command("hand", lambda _: self._mine())]
        if not seated:
            found.append(Command("sit", self._sit))
        if view.offer is not None:
            found.append(Command("pass", lambda _: self._pass()))
        elif view.queue is not None:
            found.append(Command("unqueue", lambda _: self._unqueue()))
        elif not seated:
            found.append(Command("seat", lambda _: self._queue()))
        if seated:
            found += self._of_a_seat(view)
        return (*found, Command("leave", self._leave))

    def _of_a_seat(self, view: TableView) -> list[Command]:
        client, name = self.client, view.table
        found = []
        if view.needs_ready and not view.live:
            found.append(Command("ready", lambda _: self._ready()))
        if view.stand_in or view.sit_out:
            found.append(Command("back", lambda _: self._done(client.sit_out(name, False))))
        else:
            found.append(Command("out", lambda _: self._sit_out()))
        if view.leaving:
            found.append(Command("stay", lambda _: self._done(client.leave(name, "never"))))
        if view.may_call_bots:
            found.append(Command("bots", lambda _: self._bots()))
        if view.may_dismiss_bots:
            found.append(Command("nobots", lambda _: self._done(client.dismiss_bots(name))))
        if self._pre() and not client.acts(name).buttons:
            found.append(Command("next", self._next))
        if self._choosable() is not None:
            found.append(Command("hint", lambda _: self.hint()))
        found.append(Command("buy", self._buy))
        return found

    # -- how it stands -------------------------------------------------------------------------

    def look(self) -> None:
        """The whole table once more."""
        view = self.talk.view
        if view is None:
            return
        for sentence in situation.table(self.client, view):
            self.talk.tell(sentence, "reply")
        acts = self.client.acts(view.table)
        if acts.buttons and not acts.sent:
            self.talk.tell(question(self.client, view, acts), "ask")

    def _mine(self) -> None:
        view = self.talk.view
        said = [*situation.mine(self.client, view)] if view is not None else []
        for sentence in said or [self.client.say("terminal.no_hand")]:
            self.talk.tell(sentence, "reply")

    def can(self) -> bool:
        """Say what acts there are now; False if none is asked for."""
        view = self.talk.view
        acts = self.client.acts(view.table) if view is not None else None
        if view is None or acts is None or not acts.buttons or acts.sent:
            return False
        self.talk.tell(question(self.client, view, acts), "ask")
        return True

    @property
    def asked(self) -> bool:
        """Whether I am asked for an act."""
        view = self.talk.view
        return view is not None and bool(self.client.acts(view.table).buttons)

    def named(self, word: str) -> bool:
        """Whether I am asked for an act that is called so."""
        view, called = self.talk.view, word.casefold()
        buttons = self.client.acts(view.table).buttons if view is not None else ()
        return any(called in (one.verb, one.label.casefold()) for one in buttons)

    def knows(self, word: str) -> bool:
        """Whether I sit where an act is called so, offered now or not."""
        view = self.talk.view
        return view is not None and view.me is not None and is_verb(self.client, word.casefold())

    def has(self, word: str) -> bool:
        """Whether something else can be done here that is called so."""
        names = [one.name for one in self.commands()]
        called = (*names, *(self.client.say(f"terminal.word.{name}") for name in names))
        return word.casefold() in called

    # -- acts ----------------------------------------------------------------------------------

    def act(self, text: str) -> bool:
        """Do what is typed, if it is an act; whether it was one."""
        view = self.talk.view
        if view is None:
            return False
        acts = self.client.acts(view.table)
        if not acts.buttons:
            return False
        button = self._choosable()
        if text.casefold() in HINTED and button is not None:
            self.hint()
            return True
        wish = act(self.client, acts.buttons, text, self._cards)
        if isinstance(wish, Wrong):
            return self._not_so(view, wish, text)
        self.do(wish)
        return True

    def not_now(self, text: str) -> bool:
        """Say that it is not my turn, if an act is typed; whether one was."""
        view = self.talk.view
        if view is None or view.me is None:
            return False
        wish = act(self.client, (), text, self._cards)
        if isinstance(wish, Wrong) and not wish.known:
            return False
        if self.client.connection.state != "in":
            self.talk.wrong(Say("tap.no_line"))
            return True
        self.talk.say("terminal.not_your_turn", "bad")
        for sentence in situation.status(self.client, view):
            self.talk.tell(sentence, "reply")
        return True

    def _not_so(self, view: TableView, wrong: Wrong, text: str) -> bool:
        if wrong.say.key != "terminal.no_act":
            self.talk.wrong(wrong.say)
            return True
        if not wrong.known:
            return False
        acts = self.client.acts(view.table)
        can = offers(self.client, view, acts)
        not_now = self.client.say("terminal.not_offered", typed=text)
        self.talk.tell(f"{not_now}{gap(self.client)}{can}", "bad")
        return True

    def do(self, wish: Wish, sure: bool = False) -> None:
        """Say it to the house."""
        view = self.talk.view
        if view is None:
            return
        tap = self.client.tap(view.table, wish.button, wish.amount, wish.cards, wish.on, sure)
        match tap.state:
            case "wrong" if tap.say is not None:
                self.talk.wrong(tap.say)
            case "guarded" if tap.say is not None and tap.say.key != "tap.changed":
                self.talk.wrong(tap.say)
            case "guarded":
                self.talk.say("terminal.changed", "bad")
                teller = self._teller.looked_at
                if teller is not None:
                    teller.ask_again()
            case "confirm" if tap.say is not None:
                self.talk.wrong(tap.say)
                form = yes_no(Say("terminal.sure"), lambda: self.do(wish, sure=True))
                self._unsure = form, view.table, wish.button.turn
                self.talk.ask(form)

    def _cards(self, button: Button, text: str) -> Cards:
        view = self.talk.view
        hand = situation.hand_of_mine(view) if view is not None else ()
        if view is not None and view.game == "doudizhu":
            return by_rank(text, hand, RANK_OF)
        found = by_place(text, hand)
        if len(found) > button.cards[1]:
            raise NotHeld(text)
        return found

    def _choosable(self) -> Button | None:
        """The offer that takes cards."""
        view = self.talk.view
        acts = self.client.acts(view.table) if view is not None else None
        if acts is None or view is None or view.game != "doudizhu":
            return None
        return next((one for one in acts.buttons if one.cards[1]), None)

    def hint(self) -> None:
        """One way to play, another each time."""
        view, button = self.talk.view, self._choosable()
        if view is None or button is None:
            self.talk.say("terminal.not_your_turn", "bad")
            return
        found = self.client.choices(view.table, button)
        if not found:
            self.talk.tell(
                self.client.say("table.beats_nothing") + situation.stop(self.client), "reply"
            )
            return
        turn, at = self._hint
        at = at + 1 if turn == button.turn else 0
        self._hint = button.turn, at % len(found)
        cards = found[at % len(found)]
        buttons = self.client.acts(view.table).buttons
        key = next(key for key, one in keys(buttons) if one.verb == button.verb)
        self.talk.say("terminal.hint", cards=cards_name(cards), typed=f"{key} {_typed(cards)}")

    # -- before my turn ------------------------------------------------------------------------

    def _pre(self) -> bool:
        view = self.talk.view
        return view is not None and bool(self.client.acts(view.table).pre)

    def _next(self, typed: str) -> None:
        """What is to be done when it is my turn."""
        view = self.talk.view
        pre = self.client.acts(view.table).pre if view is not None else ()
        names = [one.label for one in pre]
        word = typed.casefold()
        found = next(
            (
                one
                for number, one in enumerate(pre, 1)
                if word in (str(number), one.kind, one.label.casefold())
                or (word and one.label.casefold().startswith(word))
            ),
            None,
        )
        if found is None or view is None:
            self.talk.list([(name, _nothing) for name in names])
            self.talk.say("terminal.next_hint", "ask")
            return
        tap = self.client.pre_act(view.table, found.kind)
        key = "terminal.next_off" if found.chosen else "terminal.next_on"
        if tap.state == "sent":
            self.talk.say(key, what=found.label)
        elif tap.say is not None:
            self.talk.wrong(tap.say)

    # -- the seat ------------------------------------------------------------------------------

    def _queue(self) -> None:
        self._sits = None
        self.client.queue(self.client.screen.table)

    def _unqueue(self) -> None:
        self._sits = None
        number = self.client.unqueue(self.client.screen.table)
        self.talk.wait(number, lambda: self.talk.say("terminal.watching"))

    def _done(self, number: int) -> None:
        if number:
            self.talk.wait(number, lambda: self.talk.say("terminal.done"))

    def sit_when_offered(self, table: str, typed: str = "") -> None:
        """Ask for a seat there, and take it when it is offered."""
        view = self.client.table(table)
        self._sits = table, typed
        if view is not None and view.offer is not None:
            return
        if view is None or view.queue is None:
            self.client.queue(table)
        else:
            self.talk.say("terminal.sits_when")

    def go_on(self) -> None:
        """Take the seat that was asked for, now that it is offered; ask nothing that came to be too
        late."""
        self._is_late()
        if self._sits is None:
            return
        table, typed = self._sits
        view = self.client.table(table)
        if view is None or view.me is not None:
            self._sits = None
        elif view.offer is not None:
            self._sits = None
            self._take(view, typed)

    def _is_late(self) -> None:
        if self._unsure is None:
            return
        form, table, turn = self._unsure
        if self.talk.form is not form:
            self._unsure = None
        elif self.client.acts(table).turn != turn:
            # What is typed from now on is no answer to it.
            self._unsure = self.talk.form = None
            self.talk.say("terminal.too_late", "bad")

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
        button = self.client.bring(view.table)
        if button is None or self.client.sitting_down(view.table):
            return
        lacking = self.client.lacking(view.table)
        if lacking is not None and lacking.short:
            self.talk.say("table.short", "bad", least=lacking.least, have=lacking.have)
            return
        amount = button.usual or button.low
        if typed:
            amount, wrong = self.client.typed(button, typed, view.purse == "cash")
            if wrong is not None:
                self.talk.wrong(wrong)
                return
        self.client.sit(view.table, amount)

    def _pass(self) -> None:
        self._sits = None
        self.client.pass_offer(self.client.screen.table)

    def _sit_out(self) -> None:
        name = self.client.screen.table
        self.talk.wait(self.client.sit_out(name), lambda: self.talk.say("terminal.sitting_out"))

    def _ready(self) -> None:
        self.talk.wait(
            self.client.ready(self.client.screen.table),
            lambda: self.talk.say("terminal.is_ready"),
        )

    def _bots(self) -> None:
        if not self.client.call_bots(self.client.screen.table):
            self.talk.say("terminal.no_bots", "bad")

    def _buy(self, typed: str) -> None:
        """Chips for my seat."""
        view = self.talk.view
        if view is None:
            return
        able = self.client.may_buy(view.table)
        low, high = view.worth(able.least), view.worth(able.most)
        if able.most <= 0:
            self.talk.say("terminal.buy_nothing", "bad")
            return
        if not typed:
            self.talk.say("terminal.buy_range", "ask", low=low, high=high)
            return
        button = Button(0, "buy", "buy", "", low=able.least, high=able.most, step=able.step)
        amount, wrong = self.client.typed(button, typed, view.purse == "cash")
        if wrong is not None:
            self.talk.wrong(wrong)
            return
        self.client.buy(view.table, amount)
        self.talk.say("terminal.buying", amount=view.worth(amount))

    def _leave(self, typed: str) -> None:
        """Now, after a question where something is at stake; or after the round."""
        view = self.talk.view
        if view is None:
            return
        name = view.table
        if typed.casefold().startswith(("after", "later", "之后", "局后")) and view.me is not None:
            number = self.client.leave(name, "after_round")
            self.talk.wait(number, lambda: self.talk.say("terminal.leaves_after"))
            return
        cost = self.client.leaving(name)
        if not cost:
            self.client.leave(name)
            return
        self.talk.tell(cost, "bad")

        def go() -> None:
            self.client.leave(name)

        self.talk.ask(yes_no(Say("terminal.ask.leave"), go))


def _nothing() -> None:
    return None


def _typed(cards: Cards) -> str:
    """How these cards can be typed."""
    names = []
    for name in cards_name(cards).split():
        names.append({"小王": "sj", "大王": "bj"}.get(name, name[:-1]))
    return " ".join(names)

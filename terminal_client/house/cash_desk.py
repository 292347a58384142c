"""Commands of the terminal at the cashier: chips, the bank card, payments."""

import time
from typing import Final

from client_core.client import Say
from terminal_client.house.asking import Answers, Field, Form
from terminal_client.house.bank_card import card_question, typed_card
from terminal_client.house.talk import Command, Talk

PAYMENTS: Final = 10
OLD: Final = "old_"
"""Before the names of what is typed of the card used until now."""
MISTYPED: Final = {
    "refusal.pin_wrong": frozenset({"pin"}),
    "refusal.card_expired": frozenset({"expiry"}),
    "refusal.expiry_form": frozenset({"expiry"}),
    "refusal.cvc_wrong": frozenset({"expiry", "security"}),
    "refusal.password_wrong": frozenset({"password"}),
}
"""What is asked for again where the house has refused a card for this reason."""


class CashDesk:
    """The words typed about money, once one is in."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client
        self._waits = False
        """The house was asked how the player stands, which is told when it comes."""

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("cashier", lambda _: self.cashier()),
            Command("card", lambda _: self._card()),
        )

    def heard(self) -> None:
        """Something about money has come."""
        if self._waits and self.client.cashier.view.known:
            self._waits = False
            self._tell_cashier()

    def cashier(self) -> None:
        """Chips, the card, payments."""
        self._waits = True
        self.talk.wait(self.client.cashier.ask_bank())

    def _tell_cashier(self) -> None:
        client, view = self.client, self.client.cashier.view
        self.talk.say("terminal.purses", play=client.account.me.play)
        if client.account.me.cash:
            self.talk.say("terminal.purse_cash", cash=client.account.me.cash)
        if view.card is None:
            self.talk.say("cashier.no_card")
        else:
            self.talk.say("terminal.card_used", digits=view.digits)
        if view.home:
            self.talk.say("cashier.home", digits=view.home)
        for demo in client.cashier.demo_cards:
            if demo.pin:
                self.talk.say("terminal.demo_card", number=demo.number, pin=demo.pin)
            else:
                self.talk.say(
                    "terminal.demo_credit", number=demo.number, expiry=demo.expiry, code=demo.code
                )
        now = time.time()
        for payment in view.payments[:PAYMENTS]:
            when = client.texts.day_text(payment.at, now, -time.timezone)
            self.talk.say("terminal.payment", when=when, what=client.say(payment.say))
        for game, amount in client.account.me.profit.items():
            if amount:
                text = client.say(
                    "terminal.profit", game=client.texts.game_name(game), amount=amount
                )
                self.talk.tell(text, "reply")
        hint = "cashier_first" if view.card is None else "cashier_hint"
        self.talk.say(f"terminal.{hint}", "ask")

    def _card(self) -> None:
        """Another card. It is known what confirms it when the house has said which is in use."""
        if self.client.cashier.view.known:
            self._ask_card({})
        else:
            self.talk.wait(self.client.cashier.ask_bank(), lambda: self._ask_card({}))

    def _ask_card(self, known: Answers) -> None:
        """Ask for what is not known yet of a card."""

        def next(answers: Answers) -> Field | None:
            return self._question({**known, **answers})

        def done(answers: Answers) -> None:
            self._change({**known, **answers})

        self.talk.ask(Form(next, done))

    def _question(self, answers: Answers) -> Field | None:
        asked = card_question(self.talk, answers)
        if asked is not None:
            return asked
        bank = self.client.cashier.view
        home = bank.home or bank.digits
        if home and typed_card(answers).number.endswith(home):
            # It is the card that winnings go to.
            return None
        if bank.confirm == "password" and "password" not in answers:
            key = "card.password_first" if bank.card is None else "card.password"
            return Field("password", Say(key), secret=True, usual="")
        if bank.confirm == "card":
            first = Say("terminal.ask.old_card", {"digits": home})
            return card_question(self.talk, answers, OLD, first, skip=True)
        return None

    def _change(self, answers: Answers) -> None:
        card = typed_card(answers)
        number = self.client.cashier.change_card(
            *(card.card, card.number, card.pin, card.expiry, card.code),
            password=answers.get("password", ""),
            old=typed_card(answers, OLD) if answers.get(f"{OLD}kind") else None,
        )

        def taken() -> None:
            self.talk.say("terminal.card_taken", "good")
            self._tell_cashier()

        def refused() -> None:
            why = self.client.requests.refusal_of(number)
            wrong = MISTYPED.get(why.key, frozenset()) if why is not None else frozenset()
            # Of two cards it is not said which was mistyped.
            if wrong and not answers.get(f"{OLD}kind"):
                self._ask_card({one: typed for one, typed in answers.items() if one not in wrong})

        self.talk.wait(number, taken, refused=refused)

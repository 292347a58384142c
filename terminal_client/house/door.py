"""Commands of the terminal before one is logged in: as a guest, by a password, by a bank card;
which house."""

from collections.abc import Callable
from functools import partial

from client_core.client import Say
from terminal_client.house.asking import Answers, Field, Form
from terminal_client.house.bank_card import card_question, typed_card
from terminal_client.house.talk import Command, Talk

CODE_ASKED = frozenset({"refusal.second_factor", "refusal.factor_wrong"})


class Door:
    """The words typed before one is in."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client
        self._login: tuple[str, str] | None = None
        self._registers = ""
        """The name for which an account is asked for."""
        self._awaits_number = False
        """The house was told that a password is lost, and has not answered with a number."""
        self._chosen = ""
        """The password that was typed in the place of the lost one."""

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("guest", self._guest),
            Command("login", self._log_in),
            Command("register", self._register),
            Command("card", self._card),
            Command("lost", self._lost),
            Command("house", self._house),
            Command("again", lambda _: self.client.connection.try_again()),
            Command("offline", lambda _: self.client.connection.play_offline()),
            Command("online", lambda _: self.client.connection.go_online()),
        )

    def arrive(self) -> None:
        """Say how one comes in."""
        if self.client.connection.view.state in ("met", "in"):
            self.talk.say("terminal.door", "ask")

    def name_typed(self, name: str) -> None:
        """A line that is no command is the name of a guest."""
        self._guest(name)

    def _guest(self, name: str) -> None:
        if self.client.account.entry.busy:
            self.talk.say("start.busy")
            return
        self.client.set(name=name.strip())
        self.client.account.play_as_guest(name)

    def _log_in(self, rest: str) -> None:
        def next(answers: Answers) -> Field | None:
            if "name" not in answers and not rest:
                return Field("name", Say("terminal.ask.name"))
            if "password" not in answers:
                return Field("password", Say("terminal.ask.password"), secret=True)
            return None

        def done(answers: Answers) -> None:
            self._login = answers.get("name", rest), answers["password"]
            self.client.account.log_in(*self._login)

        self.talk.ask(Form(next, done))

    def refused(self) -> None:
        """A login that wants the code of a second factor asks for it."""
        refusal = self.client.account.entry.refusal
        if refusal is None:
            return
        self._awaits_number = False
        chosen, self._chosen = self._chosen, ""
        if refusal.key == "refusal.reset_over":
            self.client.account.give_up_reset()
        elif chosen and self.client.account.lost_password is not None:
            # It was too early, or is no password.
            self._choose()
        name, self._registers = self._registers, ""
        if name and (again := other_account(self._sign_up, name, refusal)) is not None:
            self.talk.ask(again)
        if refusal.key not in CODE_ASKED or self._login is None:
            return
        name, password = self._login

        def next(answers: Answers) -> Field | None:
            return None if "code" in answers else Field("code", Say("terminal.ask.code"))

        self.talk.ask(
            Form(next, lambda answers: self.client.account.log_in(name, password, answers["code"]))
        )

    def _register(self, rest: str) -> None:
        self.talk.ask(new_account(self._sign_up, rest))

    def _sign_up(self, name: str, password: str) -> int:
        self._registers = name
        return self.client.account.register(name, password)

    def _card(self, rest: str) -> None:
        def next(answers: Answers) -> Field | None:
            if "name" not in answers and not rest:
                return Field("name", Say("terminal.ask.name"))
            return card_question(self.talk, answers)

        def done(answers: Answers) -> None:
            card = typed_card(answers)
            self.client.account.log_in_by_card(
                *(answers.get("name", rest), card.card, card.number),
                *(card.pin, card.expiry, card.code),
            )

        self.talk.ask(Form(next, done))

    def _lost(self, rest: str) -> None:
        asked = self.client.account.lost_password
        if asked is not None and rest.casefold() in ("", asked.name.casefold()):
            self._tell_number(asked.parts)
        elif rest:
            self._ask_number(rest)
        else:
            name = Field("name", Say("terminal.ask.name"))
            self.talk.ask(
                Form(
                    lambda answers: None if answers else name,
                    lambda answers: self._ask_number(answers["name"]),
                )
            )

    def _ask_number(self, name: str) -> None:
        self.client.account.give_up_reset()
        self._awaits_number = True
        self.client.account.ask_reset(name)

    def _tell_number(self, number: str) -> None:
        self.talk.say("terminal.reset", "ask", number=number)
        self._choose()

    def _choose(self) -> None:
        """Ask for the password in the place of the lost one."""
        password = Field("password", Say("terminal.ask.new_password"), secret=True)

        def done(answers: Answers) -> None:
            self._chosen = answers["password"]
            self.client.account.choose_password(self._chosen)

        self.talk.ask(Form(lambda answers: None if answers else password, done))

    def go_on(self) -> None:
        """The number that the house gave for a lost password is told; with the password that it
        has taken one comes in."""
        asked = self.client.account.lost_password
        if asked is None:
            return
        if asked.chosen:
            name, password, self._chosen = asked.name, self._chosen, ""
            self.client.account.give_up_reset()
            self.talk.say("terminal.reset_done", "good")
            if password:
                self._login = name, password
                self.client.account.log_in(name, password)
        elif self._awaits_number:
            self._awaits_number = False
            self._tell_number(asked.parts)

    def _house(self, rest: str) -> None:
        if rest:
            self._go(rest)
            return
        here = self.client.connection
        found = [(f"{near.name}: {near.url}", near.url) for near in here.nearby]
        listed = [*((url, url) for url in here.addresses), *found]
        self.talk.list([(text, partial(self._go, url)) for text, url in listed], stays=True)
        self.talk.say("terminal.ask.house", "ask")

    def _go(self, typed: str) -> None:
        wrong = self.client.connection.go_to(typed)
        if wrong is not None:
            self.talk.wrong(wrong)


def new_account(register: Callable[[str, str], int], name: str) -> Form:
    """A name, and a password twice."""

    def next(answers: Answers) -> Field | None:
        if "name" not in answers and not name:
            return Field("name", Say("terminal.ask.name"))
        if "password" not in answers:
            return Field("password", Say("terminal.ask.new_password"), secret=True)
        if "again" not in answers:
            first = answers["password"]
            return Field(
                "again",
                Say("terminal.ask.again"),
                secret=True,
                check=lambda typed: None if typed == first else Say("terminal.not_same"),
                repeats="password",
            )
        return None

    def done(answers: Answers) -> None:
        register(answers.get("name", name), answers["password"])

    return Form(next, done)


def other_account(register: Callable[[str, str], int], name: str, refusal: Say) -> Form | None:
    """The same once more, where the house has refused the name or the password; None: it has
    refused something else."""
    if refusal.key.startswith("refusal.name_"):
        return new_account(register, "")
    if refusal.key.startswith("refusal.password_"):
        return new_account(register, name)
    return None

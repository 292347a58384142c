"""Commands of the terminal about the own account: name, password, second factor, and where one is
logged in."""

import time
from functools import partial
from typing import Final

from client_core.client import DeviceRow, Say
from terminal_client.house import situation
from terminal_client.house.asking import Answers, Field, Form, yes_no
from terminal_client.house.door import new_account, other_account
from terminal_client.house.talk import Command, Talk

GROUP: Final = 4
"""A secret is typed in groups of so many letters."""


class Own:
    """The words typed about oneself wherever one is, once one is in."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("name", self._name),
            Command("register", self._register),
            Command("password", lambda _: self._password()),
            Command("factor", lambda _: self._factor()),
            Command("devices", lambda _: self._devices()),
            Command("everywhere", lambda _: self._everywhere()),
            Command("logout", lambda _: self._log_out()),
            Command("delete", lambda _: self._delete()),
        )

    # -- who I am ------------------------------------------------------------------------------

    def _name(self, typed: str) -> None:
        if not typed:
            self.talk.say("terminal.welcome", name=self.client.account.me.name)
            return
        before = self.client.account.me.name

        def named() -> None:
            # Another name is told as it comes.
            if self.client.account.me.name == before:
                self.talk.say("terminal.welcome", name=before)

        number = self.client.account.show_as(typed, self.client.account.me.avatar)
        self.talk.wait(number, named, says=True)

    def _register(self, typed: str) -> None:
        def register(name: str, password: str) -> int:
            number = self.client.account.register(name, password)

            def refused() -> None:
                why = self.client.requests.refusal_of(number)
                again = other_account(register, name, why) if why is not None else None
                if again is not None:
                    self.talk.ask(again)

            done = partial(self.talk.say, "terminal.registered", "good")
            self.talk.wait(number, done, says=True, refused=refused)
            return number

        if not self.client.account.me.guest:
            self.talk.say("refusal.not_a_guest", "bad")
            return
        self.talk.ask(new_account(register, typed or self.client.account.me.name))

    def _password(self) -> None:
        if self.client.account.me.guest:
            self.talk.say("credentials.guest", "bad")
            return

        def next(answers: Answers) -> Field | None:
            if "old" not in answers:
                return Field("old", Say("terminal.ask.password"), secret=True)
            if "new" not in answers:
                return Field("new", Say("terminal.ask.new_password"), secret=True)
            return None

        def done(answers: Answers) -> None:
            number = self.client.account.change_password(answers["old"], answers["new"])
            self.talk.wait(number, says=True)

        self.talk.ask(Form(next, done))

    def _log_out(self) -> None:
        def go() -> None:
            self.client.account.log_out()

        self.talk.say("out.text")
        self._tell_costs()
        self.talk.ask(yes_no(Say("terminal.ask.logout"), go))

    def _tell_costs(self) -> None:
        """What logging out costs: a guest's name, and what lies at tables."""
        client = self.client
        if client.account.me.guest:
            self.talk.say("out.guest", "bad")
        for table in client.tables.names:
            if cost := client.seat.cost_of_leaving(table):
                self.talk.tell(cost, "bad")

    # -- the end of it -------------------------------------------------------------------------

    def _delete(self) -> None:
        """What deleting the account means, once it is known what it takes."""
        self.talk.wait(self.client.account.ask_account(), self._tell_deleting, says=True)

    def _tell_deleting(self) -> None:
        for part in ("what", "keeps", "first"):
            self.talk.say(f"deleting.{part}")
        self.talk.ask(yes_no(Say("terminal.ask.delete"), self._ask_proof))

    def _ask_proof(self) -> None:
        known = self.client.account.credentials

        def next(answers: Answers) -> Field | None:
            if known.kind != "member":
                return None
            return _password_first(answers) or (_code_only(answers) if known.factor else None)

        def done(answers: Answers) -> None:
            number = self.client.account.delete(
                answers.get("password", ""), answers.get("code", "")
            )
            self.talk.wait(number, says=True)

        form = Form(next, done)
        if form.over:
            # Nothing proves a guest but the session, and the yes was given.
            done({})
        self.talk.ask(form)

    # -- the second factor ---------------------------------------------------------------------

    def _factor(self) -> None:
        """What there is to do about it, as the account stands."""
        self.talk.wait(self.client.account.ask_account(), self._as_it_stands, says=True)

    def _as_it_stands(self) -> None:
        known = self.client.account.credentials
        if known.kind != "member":
            self.talk.say(f"credentials.{known.kind or 'guest'}", "bad")
        elif known.factor:
            self.talk.say("credentials.factor_on", count=known.recovery)
            self.talk.ask(yes_no(Say("terminal.ask.factor_end"), self._end_factor))
        else:
            self.talk.say("credentials.factor_off")
            self.talk.ask(Form(_password_first, self._begin_factor))

    def _begin_factor(self, answers: Answers) -> None:
        number = self.client.account.begin_factor(answers["password"])
        self.talk.wait(number, self._tell_secret, says=True)

    def _tell_secret(self) -> None:
        secret = self.client.account.credentials.secret
        groups = (secret[at : at + GROUP] for at in range(0, len(secret), GROUP))
        self.talk.say("credentials.secret")
        self.talk.tell(" ".join(groups), "title")
        self._ask_confirmed()

    def _ask_confirmed(self) -> None:
        def done(answers: Answers) -> None:
            number = self.client.account.confirm_factor(answers["code"])
            # A code that was typed wrong is typed again: the secret stands.
            self.talk.wait(number, self._tell_codes, says=True, refused=self._ask_confirmed)

        self.talk.ask(Form(_code_only, done))

    def _tell_codes(self) -> None:
        self.talk.say("credentials.codes", "good")
        for code in self.client.account.credentials.codes:
            self.talk.tell(code, "title")
        self.client.account.hide_codes()

    def _end_factor(self) -> None:
        def next(answers: Answers) -> Field | None:
            return _password_first(answers) or _code_only(answers)

        def done(answers: Answers) -> None:
            number = self.client.account.end_factor(answers["password"], answers["code"])
            self.talk.wait(number, says=True)

        self.talk.ask(Form(next, done))

    # -- where I am logged in ------------------------------------------------------------------

    def _devices(self) -> None:
        self.talk.wait(self.client.account.ask_devices(), self._tell_devices, says=True)

    def _tell_devices(self) -> None:
        devices = self.client.account.devices
        open_ = [one for one in devices if one.over is None]
        over = [one for one in devices if one.over is not None]
        for one in (*open_, *over):
            self.talk.tell(self._device(one) + situation.stop(self.client), "reply")
        if not self.client.account.me.guest:
            self.talk.say("devices.strange")
        self.talk.say("terminal.devices_hint", "ask")

    def _device(self, one: DeviceRow) -> str:
        say = self.client.say
        parts = [say("devices.now")] if one.here else []
        parts.append(one.name or say("devices.nameless"))
        since = say("devices.since", when=self._when(one.since))
        parts.append(f"{since} {say('devices.place', place=one.place)}" if one.place else since)
        if one.over is not None:
            parts.append(say(one.over.key, when=self._when(one.seen)))
        elif not one.here:
            parts.append(say("devices.seen", when=self._when(one.seen)))
        return say("terminal.clause").join(parts)

    def _when(self, unix: int) -> str:
        return self.client.texts.day_text(unix, time.time(), time.localtime(unix).tm_gmtoff)

    def _everywhere(self) -> None:
        """Log out on every device, after a question."""
        client = self.client
        self.talk.say("devices.text")
        self._tell_costs()

        def go() -> None:
            self.talk.wait(client.account.log_out_everywhere())

        self.talk.ask(yes_no(Say("terminal.ask.everywhere"), go))


def _password_first(answers: Answers) -> Field | None:
    if "password" in answers:
        return None
    return Field("password", Say("terminal.ask.password"), secret=True)


def _code_only(answers: Answers) -> Field | None:
    return None if "code" in answers else Field("code", Say("terminal.ask.code"))

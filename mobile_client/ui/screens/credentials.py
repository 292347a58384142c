"""The page of credentials: the password, and the code of an app beside it."""

from kivy.core.clipboard import Clipboard
from kivy.uix.widget import Widget

from client_core.client import (
    LONGEST_CODE,
    LONGEST_PASSWORD,
    OF_CODES,
    OF_NEW,
    SHORTEST_PASSWORD,
    Client,
    Say,
    grouped,
)
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Split, Surface, push, stack
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.words import Words


class CredentialsScreen(Page):
    """The page of credentials: the password first, and what there is to do about the second factor
    below it."""

    def __init__(self, client: Client, stage: Stage) -> None:
        say = client.say
        super().__init__(client, stage, say("credentials.title"))
        self.asked = 0
        self.wait = Words(text=say("credentials.wait"), ink="soft")
        self.old = Field(name=say("credentials.old"), secret=True, most=LONGEST_PASSWORD)
        least = say("start.password_hint", least=SHORTEST_PASSWORD)
        self.new = Field(name=say("credentials.new"), hint=least, secret=True)
        self.new.most = LONGEST_PASSWORD
        self.change = push(say("credentials.change"), self._change)
        self.named = Surface(self.old, self.new, self.change, heading=say("credentials.password"))
        self.text = Words()
        self.secret = Words(kind="heading", ink="gold", halign="center")
        self.proof = Field(name=say("credentials.old"), secret=True, most=LONGEST_PASSWORD)
        self.code = Field(name=say("credentials.code"), most=LONGEST_CODE)
        self.begin = push(say("credentials.begin"), self._begin, "quiet", icon="lock")
        self.confirm = push(say("credentials.confirm"), self._confirm)
        self.end = push(say("credentials.end"), self._end, "danger")
        self.kept = push(say("credentials.kept"), self._kept)
        copy = {"kind": "quiet", "icon": "copy"}
        self.copy = push(say("credentials.copy"), self._copy_secret, **copy)
        self.link = push(say("credentials.copy_link"), self._copy_link, **copy)
        self.copy_codes = push(say("credentials.copy_codes"), self._copy_codes, **copy)
        self.factor = Surface(heading=say("credentials.factor"))
        self.heading = self.factor.children[0]
        self.first, self.second = stack(), stack()
        self.set_body(Split(self.first, self.second))
        if client.account.me.inside:
            client.account.ask_account()
        self._show()

    # -- what is shown -----------------------------------------------------------------------

    def _show(self) -> None:
        """What there is to do, as the account stands."""
        known = self.client.account.credentials
        member = known.kind == "member"
        if member:
            self._fill(self.factor, self.heading, *self._factor())
            self._columns([self.named], [self.factor])
        else:
            why = f"credentials.{known.kind}" if known.kind else "credentials.wait"
            self.wait.text = self.say(why)
            self._columns([self.wait], [])

    def _factor(self) -> list[Widget]:
        known, say = self.client.account.credentials, self.say
        if known.codes:
            self.text.text = say("credentials.codes")
            self.secret.text = "\n".join(known.codes)
            return [self.text, self.secret, self.copy_codes, self.kept]
        if known.secret:
            self.text.text = say("credentials.secret")
            self.secret.text = grouped(known.secret)
            return [self.text, self.secret, self.copy, self.link, self.code, self.confirm]
        if known.factor:
            self.text.text = say("credentials.factor_on", count=known.recovery)
            return [self.text, self.proof, self.code, self.end]
        self.text.text = say("credentials.factor_off")
        return [self.text, self.proof, self.begin]

    def _columns(self, left: list[Widget], right: list[Widget]) -> None:
        self._fill(self.first, *left)
        self._fill(self.second, *right)

    @staticmethod
    def _fill(column: Widget, *parts: Widget) -> None:
        if list(parts) == list(reversed(column.children)):
            return
        column.clear_widgets()
        for part in parts:
            if part.parent is not None:
                part.parent.remove_widget(part)
            column.add_widget(part)

    # -- what is asked -----------------------------------------------------------------------

    def _change(self) -> None:
        if self._typed(self.old) and self._typed(self.new):
            self._ask(self.client.account.change_password(self.old.text, self.new.text))

    def _begin(self) -> None:
        if self._typed(self.proof):
            self._ask(self.client.account.begin_factor(self.proof.text))

    def _confirm(self) -> None:
        if self._typed(self.code, "start.needs_code"):
            self._ask(self.client.account.confirm_factor(self.code.text))

    def _end(self) -> None:
        if self._typed(self.proof) and self._typed(self.code, "start.needs_code"):
            self._ask(self.client.account.end_factor(self.proof.text, self.code.text))

    def _typed(self, field: Field, need: str = "start.needs_password") -> bool:
        field.error = "" if field.text else self.say(need)
        return bool(field.text)

    def _ask(self, number: int) -> None:
        self.asked = number
        self._waits(bool(number))

    def _waits(self, so: bool) -> None:
        for button in (self.change, self.begin, self.confirm, self.end):
            button.disabled = so

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "credentials", "connection"):
            self._answered()
            self._show()

    def _answered(self) -> None:
        client = self.client
        if not self.asked or client.requests.pending(self.asked):
            return
        refusal = client.requests.refusal_of(self.asked)
        self.asked = 0
        self._waits(False)
        if refusal is None:
            for field in (self.old, self.new, self.proof, self.code):
                field.text = field.error = ""
            return
        changing = bool(self.old.text)
        field = self.old if changing else self.proof
        if refusal.key in OF_NEW:
            field = self.new
        elif refusal.key in OF_CODES or (not changing and not self.proof.text):
            field = self.code
        field.error = self.say(refusal)

    # -- what is carried to the app ------------------------------------------------------------

    def _copy_secret(self) -> None:
        self._copied(self.client.account.credentials.secret)

    def _copy_link(self) -> None:
        self._copied(self.client.account.credentials.uri)

    def _copy_codes(self) -> None:
        self._copied("\n".join(self.client.account.credentials.codes))

    def _copied(self, text: str) -> None:
        Clipboard.copy(text)
        self.client.notices.tell(Say("credentials.copied"), "good")

    def _kept(self) -> None:
        self.client.account.hide_codes()

    def back(self) -> bool:
        if not self.client.account.credentials.codes:
            return False
        # They were told this once, and would be gone with the page.
        self.client.notices.tell(Say("credentials.keep"), "bad")
        return True

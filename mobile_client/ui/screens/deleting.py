"""The page on which the account is deleted: what goes, what the house keeps, and the password."""

from typing import Final

from client_core.client import LONGEST_CODE, LONGEST_PASSWORD, OF_CODES, Client
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Split, Surface, push, stack
from mobile_client.ui.stage import Answers, Stage
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.words import Words

OF_PASSWORD: Final = ("refusal.password_wrong", "refusal.login_wait", "refusal.busy")
"""Refusals that are about the password; all others stand above the button."""


class DeletingScreen(Page):
    """What is lost is read before anything is typed; then one question more is asked."""

    def __init__(self, client: Client, stage: Stage) -> None:
        say = client.say
        super().__init__(client, stage, say("deleting.title"))
        self.asked = 0
        self.what = Surface(
            *(Words(text=say(f"deleting.{part}")) for part in ("what", "keeps", "first"))
        )
        self.password = Field(name=say("start.password"), secret=True, most=LONGEST_PASSWORD)
        self.code = Field(name=say("credentials.code"), most=LONGEST_CODE)
        self.trouble = Words(ink="warm")
        self.go = push(say("deleting.go"), self._go, "danger")
        self.proof = stack()
        self.set_body(Split(stack(self.what), self.proof))
        if client.account.me.inside:
            client.account.ask_account()
        self._show()

    def _show(self) -> None:
        """What has to be typed, as the account stands."""
        known = self.client.account.credentials
        self.proof.clear_widgets()
        member = known.kind == "member"
        fields = [self.password] if member else []
        fields += [self.code] if member and known.factor else []
        for part in (*fields, *([self.trouble] if self.trouble.text else []), self.go):
            self.proof.add_widget(part)
        self.go.disabled = bool(self.asked) or not (known.kind and self.client.account.me.inside)

    def _go(self) -> None:
        member, known = self.password.parent is not None, self.client.account.credentials
        lacks = member and not self.password.text
        self.password.error = self.say("start.needs_password") if lacks else ""
        uncoded = known.factor and not self.code.text
        self.code.error = self.say("start.needs_code") if uncoded else ""
        if lacks or uncoded:
            return
        answers: Answers = [
            (self.say("deleting.stay"), "primary", lambda: None),
            (self.say("deleting.go"), "danger", self._delete),
        ]
        self.stage.ask(self.say("deleting.ask"), self.say("deleting.what"), answers)

    def _delete(self) -> None:
        self.asked = self.client.account.delete(self.password.text, self.code.text)
        self._show()

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "credentials", "connection"):
            self._answered()
            self._show()

    def _answered(self) -> None:
        client = self.client
        if not self.asked or client.requests.pending(self.asked):
            return
        refusal = client.requests.refusal_of(self.asked)
        self.asked, self.trouble.text = 0, ""
        if refusal is None:
            return
        why = self.say(refusal)
        if refusal.key in OF_PASSWORD:
            self.password.error = why
        elif refusal.key in OF_CODES:
            self.code.error = why
        else:
            self.trouble.text = why

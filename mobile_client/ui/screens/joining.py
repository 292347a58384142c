"""Into a private room by its code."""

from collections.abc import Callable
from typing import Final

from mobile_client.core.client import Client
from mobile_client.ui.screens.parts import push
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words

LONGEST: Final = 16


class CodeSheet(Drawer):
    """Asks for a code; goes when the room was found, says why when it was not."""

    def __init__(self, client: Client) -> None:
        super().__init__(side="bottom")
        self.client = client
        self.asked = 0
        self.field = Field(name=client.say("join.code"), hint=client.say("join.hint"), most=LONGEST)
        self.field.fits = lambda sign: sign.isalnum() or sign in " -"
        self.field.line.bind(on_text_validate=lambda _: self.join())
        self.go = push(client.say("join.go"), self.join)
        for part in (
            Words(text=client.say("join.title"), kind="heading"),
            Words(text=client.say("join.text"), ink="soft"),
            self.field,
            self.go,
        ):
            self.sheet.add_widget(part)
        self._forget: Callable[[], None] = client.observe(self._heard)
        self.place()

    def join(self) -> None:
        if not self.field.text.strip():
            self.field.error = self.client.say("join.empty")
            return
        self.field.error = ""
        self.asked = self.client.join_code(self.field.text.replace("-", ""))
        self.go.disabled = bool(self.asked)

    def _heard(self, topic: str, table: str) -> None:
        if not self.asked or self.client.pending(self.asked):
            return
        refusal = self.client.refusal_of(self.asked)
        self.asked, self.go.disabled = 0, False
        if refusal is None:
            self.close()
        else:
            self.field.error = self.client.say(refusal)

    def on_closed(self) -> None:
        self._forget()

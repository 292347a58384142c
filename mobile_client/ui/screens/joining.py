"""The sheet for the code of a private room."""

from collections.abc import Callable
from typing import Final

from kivy.core.clipboard import Clipboard

from client_core.client import Client, is_link
from mobile_client.ui.screens.parts import push, row
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words

LONGEST: Final = 200
"""As long as an invitation may be."""
OF_LINKS: Final = " -:/#=&._~[]"
"""Signs of invitations, beside those of codes."""


class CodeSheet(Drawer):
    """Asks for a code or an invitation; goes when the room was found, says why when it was not."""

    def __init__(self, client: Client) -> None:
        super().__init__(side="bottom")
        self.client = client
        self.asked = 0
        self.field = Field(name=client.say("join.code"), hint=client.say("join.hint"), most=LONGEST)
        self.field.fits = lambda sign: sign.isalnum() or sign in OF_LINKS
        self.field.line.bind(on_text_validate=lambda _: self.join())
        self.go = push(client.say("join.go"), self.join)
        self.go.disabled = True
        self.field.fbind("text", self._able)
        paste = push(client.say("join.paste"), self.paste, "quiet", icon="copy")
        for part in (
            Words(text=client.say("join.title"), kind="heading"),
            Words(text=client.say("join.text"), ink="soft"),
            self.field,
            row(paste, self.go),
        ):
            self.sheet.add_widget(part)
        self._forget: Callable[[], None] = client.observe(self._heard)
        self.place()

    def paste(self) -> None:
        """What a friend has sent, as far as it can be a code."""
        self.field.text = ""
        self.field.line.insert_text(Clipboard.paste().strip())

    def _able(self, *_: object) -> None:
        self.go.disabled = bool(self.asked) or not self.field.text.strip()

    def join(self) -> None:
        if not self.field.text.strip():
            self.field.error = self.client.say("join.empty")
            return
        self.field.error = ""
        if is_link(self.field.text):
            wrong = self.client.connection.go_to(self.field.text)
            if wrong is None:
                self.close()
            else:
                self.field.error = self.client.say(wrong)
            return
        self.asked = self.client.lobby.join_code(self.field.text.replace("-", ""))
        self._able()

    def _heard(self, topic: str, table: str) -> None:
        if not self.asked or self.client.requests.pending(self.asked):
            return
        refusal = self.client.requests.refusal_of(self.asked)
        self.asked = 0
        self._able()
        if refusal is None:
            self.close()
        else:
            self.field.error = self.client.say(refusal)

    def on_closed(self) -> None:
        self._forget()

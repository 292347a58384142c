"""What can be done about another player: not to show what is said, to block, to report."""

from collections.abc import Callable

from client_core.client import ChatLine, Client, brief
from mobile_client.ui.screens.parts import Pills, push
from mobile_client.ui.widgets.controls import Toggle
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.overlays import Drawer, Overlay
from mobile_client.ui.widgets.words import Words

LONGEST = 300
Opens = Callable[[Overlay], object]
"""Lets a sheet come over the screen."""


class PersonSheet(Drawer):
    """A player, met at a table or in a line of its chat."""

    def __init__(
        self,
        client: Client,
        opens: Opens,
        who: int,
        name: str,
        table: str = "",
        line: ChatLine | None = None,
    ) -> None:
        super().__init__(side="bottom", follows=True)
        self.client, self.opens = client, opens
        self.who, self.name, self.table, self.line = who, name, table, line
        say = client.say
        self.sheet.add_widget(Words(text=name, kind="heading", written=True))
        if line is not None:
            self.sheet.add_widget(Words(text=client.chat.line_text(line), ink="soft", written=True))
        self.mute = Toggle(
            text=say("safety.mute", name=brief(name)), active=who in client.chat.muted
        )
        self.mute.fbind("active", lambda _, on: client.chat.mute(who, name, on))
        self.block = Toggle(text=say("safety.block"), active=who in client.safety.blocked)
        self.block.fbind("active", lambda _, on: client.safety.block(who, name, on))
        about = "safety.report" if line is None else "safety.report.line"
        self.report = push(say(about), self._report, "danger")
        note = Words(text=say("safety.block.note", name=name), kind="small", ink="soft")
        for part in (self.mute, self.block, note, self.report):
            self.sheet.add_widget(part)
        self.place()

    def _report(self) -> None:
        self.close()
        number = self.line.n if self.line is not None else 0
        self.opens(ReportSheet(self.client, self.who, self.name, self.table, number))


class ReportSheet(Drawer):
    """Why a player is reported, and words of one's own; it goes when the house has it."""

    def __init__(self, client: Client, who: int, name: str, table: str, line: int) -> None:
        super().__init__(side="bottom", follows=True)
        self.client, self.asked = client, 0
        self.who, self.table, self.line = who, table, line
        say = client.say
        self.why = Pills(least_dp=120)
        self.why.choices = [(why, client.safety.reason(why)) for why in client.safety.reasons]
        self.words = Field(name=say("safety.words"), most=LONGEST)
        self.send = push(say("safety.send"), self._send, "danger")
        self.send.disabled = True
        self.why.fbind("chosen", self._able)
        kept = "safety.kept" if line else "safety.kept.player"
        for part in (
            Words(text=say("safety.title", name=name), kind="heading", written=True),
            self.why,
            self.words,
            Words(text=say(kept, name=name), kind="small", ink="soft"),
            self.send,
        ):
            self.sheet.add_widget(part)
        self._forget: Callable[[], None] = client.observe(self._heard)
        self.place()

    def _able(self, *_: object) -> None:
        self.send.disabled = bool(self.asked) or not self.why.chosen

    def _send(self) -> None:
        self.words.error = ""
        self.asked = self.client.safety.report(
            self.who, self.why.chosen, self.words.text, self.table, self.line
        )
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
            self.words.error = self.client.say(refusal)

    def on_closed(self) -> None:
        self._forget()

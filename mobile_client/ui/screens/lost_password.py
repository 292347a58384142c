"""The way back without the password: a number that is read to the house, and then a new one."""

from client_core.client import LONGEST_NAME, LONGEST_PASSWORD, SHORTEST_PASSWORD, Client
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Split, Surface, push, stack
from mobile_client.ui.screens.share import Code
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.words import Words


class LostPasswordScreen(Page):
    """Asks under a name; then shows the number, and takes the new password."""

    def __init__(self, client: Client, stage: Stage) -> None:
        say = client.say
        super().__init__(client, stage, say("lost.title"))
        self.busy = False
        self.name = Field(name=say("start.name"), text=client.settings.name, most=LONGEST_NAME)
        self.ask = push(say("lost.ask"), self._ask)
        self.number = Code()
        least = say("start.password_hint", least=SHORTEST_PASSWORD)
        self.password = Field(name=say("lost.new"), hint=least, secret=True, most=LONGEST_PASSWORD)
        self.choose = push(say("lost.choose"), self._choose)
        self.again = push(say("lost.again"), self._again, "plain")
        self.told = Surface(Words(text=say("lost.text"), ink="soft"))
        self.asking = Surface(self.name, self.ask)
        self.shown = Surface(
            self.number, Words(text=say("lost.read"), ink="soft"), heading=say("lost.number")
        )
        self.choosing = Surface(self.password, self.choose, self.again)
        self.first, self.second = stack(), stack()
        self.set_body(Split(self.first, self.second, middle=True))
        self._show()

    def back(self) -> bool:
        self.client.account.give_up_reset()
        return False

    def _show(self) -> None:
        lost = self.client.account.lost_password
        parts = [self.told] if lost is None else [self.shown]
        below = [self.asking] if lost is None else [self.choosing]
        self.number.text = "" if lost is None else lost.number
        for column, wanted in ((self.first, parts), (self.second, below)):
            if wanted != list(column.children):
                column.clear_widgets()
                for one in wanted:
                    column.add_widget(one)

    def _ask(self) -> None:
        name = self.name.text.strip()
        self.name.error = "" if name else self.say("start.needs_name")
        if name:
            self._waits(True)
            self.client.account.ask_reset(name)

    def _choose(self) -> None:
        typed = self.password.text
        self.password.error = "" if typed else self.say("start.needs_password")
        if typed:
            self._waits(True)
            self.client.account.choose_password(typed)

    def _again(self) -> None:
        self.client.account.give_up_reset()
        self.password.text = ""
        self._show()

    def _waits(self, so: bool) -> None:
        self.busy = so
        self.ask.disabled = self.choose.disabled = self.again.disabled = so

    def heard(self, topic: str, table: str) -> None:
        if topic not in ("", "entry", "credentials"):
            return
        lost, entry = self.client.account.lost_password, self.client.account.entry
        if lost is not None and lost.chosen:
            self._log_in(lost.name)
            return
        self._show()
        if self.busy and not entry.busy:
            self._waits(False)
            field = self.name if lost is None else self.password
            field.error = self.say(entry.refusal) if entry.refusal is not None else ""

    def _log_in(self, name: str) -> None:
        """The house has taken it: come in by it."""
        client, password = self.client, self.password.text
        client.account.give_up_reset()
        client.set(name=name)
        self.stage.back()
        client.account.log_in(name, password)

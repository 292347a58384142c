"""The page of those whom the account has blocked."""

from functools import partial

from kivy.uix.boxlayout import BoxLayout

from client_core.client import Client, brief
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Empty, Scroll, Surface, push
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.words import Words


class BlockedScreen(Page):
    """One card for each, with the way to hear that one again."""

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage, client.say("safety.blocked"))
        self.scroll = Scroll()
        self.set_body(self.scroll)
        self._list()

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "blocked"):
            self._list()

    def _list(self) -> None:
        column: BoxLayout = self.scroll.column
        column.clear_widgets()
        for who, name in self.client.safety.blocked.items():
            hears = partial(self.client.safety.block, who, name, False)
            column.add_widget(
                Surface(
                    Words(text=name, kind="heading", written=True),
                    push(self.say("safety.unblock", name=brief(name)), hears, "quiet"),
                )
            )
        if not self.client.safety.blocked:
            column.add_widget(Empty(self.say("safety.nobody"), icon="people"))

"""Short words on what happens elsewhere, one at a time; a tap takes them away."""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from client_core.client import Client, TableView, Toast
from mobile_client.ui.look import px
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.controls import Touch
from mobile_client.ui.widgets.overlays import WIDEST, ToastBox

KINDS: Final = {"turn": "good"}


def words_of(client: Client, said: Toast, at: float) -> str:
    """What it says at that time. What is said of a table that is not looked at begins with its
    game."""
    text = client.say(said.says(at))
    view = client.tables.view(said.table)
    if view is None or not view.game or said.table == client.screen.table:
        return text
    return client.say("toast.at", game=_place(client, view), text=text)


def _place(client: Client, view: TableView) -> str:
    """The game, and what tells this table from others where I am at two of that game."""
    game = client.texts.game_name(view.game)
    known = (client.tables.view(name) for name in client.tables.names if name != view.table)
    others = [one for one in known if one is not None and one.game == view.game]
    if not others:
        return game
    if view.code:
        return f"{game} · {client.say('lobby.its_code', code=view.code)}"
    if all(one.preset != view.preset for one in others):
        return f"{game} · {client.texts.preset_name(view.game, view.preset)}"
    stakes = client.texts.stake_line(view.game, view.worth(view.stake))
    return f"{game} · {stakes}" if stakes else game


def go_there(client: Client, said: Toast) -> None:
    """It was tapped: it goes, and leads to the table that calls."""
    client.notices.dismiss(said.id)
    if said.kind == "turn" and said.table in client.tables.names:
        client.show(said.table)


class Notice(ToastBox):
    """A toast that lasts as long as the core says."""

    def __init__(self, client: Client, said: Toast) -> None:
        super().__init__(words_of(client, said, client.now()), kind=KINDS.get(said.kind, said.kind))
        self.client, self.said = client, said

    def tell(self) -> None:
        """Say it as it is now: time has gone by, or another language is spoken."""
        self.words.text = words_of(self.client, self.said, self.client.now())

    def on_touch_down(self, touch: Touch) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        go_there(self.client, self.said)
        return True


class ToastColumn(BoxLayout):
    """The first toast of the core, unless it is told elsewhere."""

    def __init__(self, client: Client, elsewhere: Callable[[Toast], bool]) -> None:
        gap = px(SPACE["small"])
        super().__init__(
            orientation="vertical", size_hint=(None, None), spacing=gap, padding=(0, gap)
        )
        self.client, self.elsewhere = client, elsewhere
        self.shown: dict[int, Notice] = {}
        self._second = Clock.create_trigger(self.tell, 1, interval=True)
        self.bind(minimum_height=self.setter("height"), width=self._fit)
        self.heard("toasts")

    def heard(self, topic: str) -> None:
        if topic != "toasts":
            return
        wanted = {
            said.id: said for said in self.client.notices.toasts[:1] if not self.elsewhere(said)
        }
        for gone in self.shown.keys() - wanted.keys():
            self.remove_widget(self.shown.pop(gone))
        for number, said in wanted.items():
            if number not in self.shown:
                self.shown[number] = Notice(self.client, said)
                self.add_widget(self.shown[number])
        if any(said.counts for said in wanted.values()):
            self._second()
        else:
            self._second.cancel()
        self._fit()

    def tell(self, *_: object) -> None:
        """Say what is shown as it is now."""
        for notice in self.shown.values():
            notice.tell()

    def _fit(self, *_: object) -> None:
        for toast in self.shown.values():
            toast.width = min(self.width - 2 * px(SPACE["wide"]), px(WIDEST))
            toast.pos_hint = {"center_x": 0.5}

    def on_touch_down(self, touch: Touch) -> bool:
        return any(toast.on_touch_down(touch) for toast in list(self.shown.values()))

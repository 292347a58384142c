"""The menu that opens over a table."""

from collections.abc import Callable
from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from client_core.client import Client, TableView, card_of
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import row, sign, stack
from mobile_client.ui.theme import SPACE, TOUCH, faded
from mobile_client.ui.widgets.controls import Row, StepSlider, Toggle
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words

LOW: Final = 480
"""Below this height, in dp, the lines need all the room that there is."""
LOUDER: Final = 5
"""How much louder a step is, in percent."""
LEADS: Final = ("buy", "chat", "bank", "rules", "history", "inbox", "settings")
"""What opens a page of its own."""
Entry = tuple[str, str, str]
"""What it does, its icon, its text."""


def entries(client: Client, view: TableView) -> tuple[Entry, ...]:
    """The lines of the menu, for one who sits and for one who watches."""
    say = client.say
    found: list[Entry] = []
    if view.me is not None:
        out = ("back_in", "check", "table.back_in") if view.sit_out else (
            "sit_out", "clock", "table.sit_out")  # fmt: skip
        after = ("stay", "check", "table.stay") if view.leaving == "after_round" else (
            "leave_after", "leave", "table.leave_after")  # fmt: skip
        shown = (out, after) if view.sit_out or view.may_sit_out else (after,)
        found = [(name, icon, client.texts.of_game(view.game, key)) for name, icon, key in shown]
        if view.may_trust:
            found.append(("stand_in", "bot", say("doudizhu.trust")))
        found.append(("leave", "leave", say("table.leave_now")))
        found.append(("buy", "card", say("table.buy")))
    else:
        found.append(("leave", "leave", say("table.leave")))
    if client.coach.tip(view.table) is not None:
        # A tip stands where else the sign for it is.
        found.append(("chat", "chat", chat_text(client, view.table)))
    if view.purse == "cash":
        found.append(("bank", "card", bank_line(client)))
    found += [
        ("rules", "help", say("table.rules")),
        ("history", "history", say("table.history")),
        *([("busters", "crown", say("busters.title"))] if card_of(view.game).busters else []),
        ("coach", "info", say("table.coach")),
        ("inbox", "bell", inbox_text(client)),
        ("settings", "gear", say("table.settings")),
    ]
    if view.code:
        found.append(("code", "share", say("table.code", code=view.code)))
        if not all(seat.taken for seat in view.seats):
            found.append(("bot", "bot", say("table.add_bot")))
    return tuple(found)


def bank_line(client: Client) -> str:
    """The card that pays, by its last digits."""
    known = client.cashier.view
    if not known.card:
        return client.say("table.no_card")
    return f"{client.say(f'card.{known.card}')} •••• {known.digits}"


def chat_text(client: Client, table: str) -> str:
    """What leads to the chat, with how many lines were not read."""
    unread = client.chat.view(table).unread
    return client.say("chat.title") + (f" ({unread})" if unread else "")


def inbox_text(client: Client) -> str:
    """What leads to the messages, with how many were missed."""
    missed = len(client.notices.missed)
    return client.say("inbox.some", count=missed) if missed else client.say("inbox.title")


class TableMenu(Drawer):
    """The menu, from the side of the hand that holds the phone."""

    def __init__(self, client: Client, view: TableView, take: Callable[[str], None]) -> None:
        super().__init__(side="left" if client.settings.left_handed else "right")
        self.switches: dict[str, Toggle] = {}
        self.volumes: dict[str, StepSlider] = {}
        self.sheet.padding = px(SPACE["wide"])
        self.sheet.spacing = px(SPACE["small"])
        title = Words(text=client.say("table.menu"), kind="heading", size_hint_y=1)
        self.sheet.add_widget(row(title, sign("close", self.close), height=TOUCH))
        self.lines = BoxLayout(orientation="vertical", size_hint_y=None)
        self.lines.bind(minimum_height=self.lines.setter("height"))
        for name, icon, text in entries(client, view):
            line = Row(text=text, icon=icon, leads=name in LEADS)
            line.bind(on_release=self._taken(take, name))
            self.lines.add_widget(line)
        heard = ("sound", "voices", "music") if card_of(view.game).speaks else ("sound", "music")
        self.heard = stack(*(self._heard(client, name) for name in heard), gap="small")
        # The bar is always seen: the last line in sight may end with its row.
        shade = faded(theme.SOFT, 0.55)
        scroll = ScrollView(
            do_scroll_x=False, bar_width=px(3), bar_color=shade, bar_inactive_color=shade
        )
        scroll.add_widget(self.lines)
        self.sheet.add_widget(scroll)
        self.fbind("height", self._put_heard)
        self._put_heard()

    @property
    def floor(self) -> float:
        """Nothing is told over the lines that one came for: it is above what stands below them."""
        heard = self.heard.height if self.heard.parent is self.sheet else 0
        return float(heard) + px(SPACE["wide"])

    def _put_heard(self, *_: object) -> None:
        """The switches are always in sight, but where the window is low: there they scroll too."""
        home = self.lines if self.height < px(LOW) else self.sheet
        if self.heard.parent is not home:
            if self.heard.parent is not None:
                self.heard.parent.remove_widget(self.heard)
            home.add_widget(self.heard)

    def _heard(self, client: Client, name: str) -> BoxLayout:
        """Off and on, and how loud, without leaving the table."""
        settings = client.settings
        toggle = Toggle(text=client.say(f"settings.{name}"), active=bool(getattr(settings, name)))
        slider = StepSlider(low=0, high=100, step=LOUDER, disabled=not toggle.active)
        slider.value = getattr(settings, f"{name}_volume")

        def switched(_: object, on: bool) -> None:
            client.set(**{name: on})
            slider.disabled = not on

        toggle.fbind("active", switched)
        slider.fbind("value", lambda _, value: client.set(**{f"{name}_volume": int(value)}))
        self.switches[name], self.volumes[name] = toggle, slider
        line = BoxLayout(size_hint_y=None, height=px(TOUCH), spacing=px(SPACE["normal"]))
        toggle.height = px(TOUCH)
        line.add_widget(toggle)
        line.add_widget(slider)
        return line

    def _taken(self, take: Callable[[str], None], name: str) -> Callable[[object], None]:
        def taken(_: object) -> None:
            self.close()
            take(name)

        return taken

"""The page of devices that are logged in, and the way to log out everywhere."""

import time

from kivy.uix.boxlayout import BoxLayout

from client_core.client import Client, DeviceRow
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Empty, Scroll, Surface, push
from mobile_client.ui.stage import Answers, Stage
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.drawn import disc, picture
from mobile_client.ui.widgets.words import Words


class DeviceCard(Surface):
    """One session: the device, since when, from where, and how it ended."""

    def __init__(self, name: str, lines: tuple[str, ...], here: bool, over: bool) -> None:
        self.here, self.over = here, over
        super().__init__(padding=(px(60), px(12), px(16), px(12)), spacing=px(4))
        self.name = Words(text=name, kind="heading", ink="soft" if over else "text")
        self.add_widget(self.name)
        for line in lines:
            self.add_widget(Words(text=line, kind="small", ink="soft"))

    def paint(self) -> None:
        super().paint()
        colour = theme.SOFT if self.over else theme.GOOD if self.here else theme.GOLD
        side, x = round(px(20)), self.x + px(32)
        disc(x, self.center_y, px(17), faded(colour, 0.18))
        sign = icon("history" if self.over else "check" if self.here else "globe", side)
        picture(sign, x - side / 2, self.center_y - side / 2, side, side, colour)


class DevicesScreen(Page):
    """The page of devices: the session that goes on first, then those that have ended."""

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage, client.say("devices.title"))
        self.scroll = Scroll()
        self.set_body(self.scroll)
        self.out = push(client.say("devices.all"), self._ask, "danger", icon="leave")
        self.set_footer(self.out)
        self.asked = client.account.ask_devices() if client.account.me.inside else 0
        self._list()

    def heard(self, topic: str, table: str) -> None:
        self.out.disabled = not self.client.account.me.inside
        if topic in ("", "devices", "connection"):
            self._list()

    def _list(self) -> None:
        column: BoxLayout = self.scroll.column
        column.clear_widgets()
        devices = self.client.account.devices
        if not devices:
            waits = self.asked and self.client.requests.pending(self.asked)
            nothing = "devices.wait" if waits else "devices.nothing"
            column.add_widget(Empty(self.say(nothing), icon="globe"))
            return
        over = [one for one in devices if one.over is not None]
        for one in devices:
            if one.over is None:
                column.add_widget(self._card(one))
        if not self.client.account.me.guest:
            column.add_widget(Words(text=self.say("devices.strange"), kind="small", ink="soft"))
        if over:
            column.add_widget(Words(text=self.say("devices.ended"), kind="label", ink="gold"))
        for one in over:
            column.add_widget(self._card(one))

    def _card(self, one: DeviceRow) -> DeviceCard:
        name = one.name or self.say("devices.nameless")
        if one.here:
            name = f"{self.say('devices.now')} · {name}"
        since = self.say("devices.since", when=self._when(one.since))
        if one.place:
            since = f"{since} {self.say('devices.place', place=one.place)}"
        lines = [since]
        if one.over is not None:
            lines.append(self.say(one.over.key, when=self._when(one.seen)))
        elif not one.here:
            lines.append(self.say("devices.seen", when=self._when(one.seen)))
        return DeviceCard(name, tuple(lines), one.here, one.over is not None)

    def _when(self, unix: int) -> str:
        return self.client.texts.day_text(unix, time.time(), time.localtime(unix).tm_gmtoff)

    def _ask(self) -> None:
        say = self.say
        text = [say("devices.text")]
        if self.client.account.me.guest:
            text.append(say("out.guest"))
        text += [
            cost
            for table in self.client.tables.names
            if (cost := self.client.seat.cost_of_leaving(table))
        ]
        answers: Answers = [
            (say("out.stay"), "quiet", lambda: None),
            (say("devices.go"), "danger", self.client.account.log_out_everywhere),
        ]
        self.stage.ask(say("devices.ask"), "\n".join(text), answers)

"""The last screen of a player without chips: long enough to be read, then the app ends."""

from math import ceil
from typing import Final

from kivy.clock import Clock

from client_core.client import Client, Farewell
from mobile_client.ui.look import px
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.overlays import WIDEST, Overlay
from mobile_client.ui.widgets.timer import TimerRing
from mobile_client.ui.widgets.words import Words

LOW: Final = 420
"""In a window so low, in dp, everything stands closer."""
RING: Final = (72, 52)
"""How large the ring is, and how large it is there, in dp."""


class Goodbye(Overlay):
    """Says why and how long it stays, and can be closed early; the core ends the app."""

    def __init__(self, client: Client, farewell: Farewell) -> None:
        super().__init__(stays=True)
        self.client, self.farewell = client, farewell
        self.ring = TimerRing(size_hint=(None, None), size=(px(RING[0]), px(RING[0])))
        self.ring.pos_hint = {"center_x": 0.5}
        self.count = Words(kind="title", halign="center", size_hint_x=None, width=px(RING[0]))
        self.ring.add_widget(self.count)
        for name in ("center", "left"):
            self.ring.fbind(name, self._counted)
        self.count.fbind("size", self._counted)
        self.closes = Words(kind="small", ink="soft", halign="center")
        enough = PushButton(text=client.say("farewell.leave"), kind="quiet")
        enough.bind(on_release=lambda _: client.notices.enough())
        for part in (
            self.ring,
            self.closes,
            Words(text=client.say("farewell.title"), kind="title", halign="center"),
            Words(text=client.say(farewell.say), ink="soft", halign="center"),
            enough,
        ):
            self.sheet.add_widget(part)
        Clock.schedule_once(self._count)
        self.place()

    def _count(self, *_: object) -> None:
        left = self.farewell.until - self.client.now()
        if left > 0:
            self.ring.start(left, self.farewell.until - self.farewell.since)

    def _counted(self, *_: object) -> None:
        """The seconds that are left, in the middle of the ring."""
        left = ceil(self.ring.left or max(0.0, self.farewell.until - self.client.now()))
        self.count.text = self.client.texts.number(left) if left else ""
        self.closes.text = self.client.say("farewell.closes", left=left)
        self.count.center = self.ring.center

    def place(self, *_: object) -> None:
        sheet, low = self.sheet, self.height < px(LOW)
        self.ring.size = (px(RING[low]), px(RING[low]))
        sheet.spacing = px(SPACE["small" if low else "normal"])
        sheet.size = (min(self.width - px(2 * SPACE["loose"]), px(WIDEST)), sheet.minimum_height)
        sheet.center = self.center
        sheet.opacity = self.share

    def close(self) -> None:
        """The back key says that it was read."""
        self.client.notices.enough()

    def take_back(self) -> None:
        """There are chips after all."""
        self.ring.stop()
        super().close()

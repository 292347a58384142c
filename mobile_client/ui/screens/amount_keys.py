"""The keys on which an amount is typed, with what is left of the time to do so."""

from collections.abc import Callable
from typing import Final

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from client_core.client import Button, Cash, Client
from mobile_client.ui.look import px
from mobile_client.ui.theme import SPACE, TOUCH
from mobile_client.ui.widgets.buttons import IconButton
from mobile_client.ui.widgets.entry import Keypad
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words

MOST: Final = 9
CHIP: Final = 100


class AmountKeys(Drawer):
    """Keys for whole chips; `done` gets an amount that is offered. `what` says what it is for, and
    `amount` stands there until something is typed."""

    clock = StringProperty("")
    """What is left of the time."""

    def __init__(
        self,
        client: Client,
        offer: Button,
        done: Callable[[int], None],
        what: str = "",
        amount: int = 0,
        cash: bool = False,
    ) -> None:
        super().__init__(side="bottom")
        self.client, self.offer, self.done = client, offer, done
        self.what, self.before, self.cash = what, amount, cash
        self.sheet.padding = px(SPACE["wide"])
        self.sheet.spacing = px(SPACE["small"])
        self.amount = Words(kind="title", size_hint_y=1)
        self.left = Words(kind="strong", ink="gold", halign="right", size_hint_y=1)
        self.fbind("clock", self.left.setter("text"))
        close = IconButton(icon="close")
        close.bind(on_release=lambda _: self.close())
        top = BoxLayout(size_hint_y=None, height=px(TOUCH))
        for part in (self.amount, self.left, close):
            top.add_widget(part)
        # Large letters are higher than a key.
        self.amount.bind(
            texture_size=lambda _, size: setattr(top, "height", max(px(TOUCH), size[1]))
        )
        self.limits = Words(kind="small")
        self.keys = Keypad(most=MOST)
        self.keys.bind(number=self._show, on_done=self._done)
        self.keyed = self.keys.height
        for part in (top, self.limits, self.keys):
            self.sheet.add_widget(part)
        self.fbind("size", self._fit)
        self._show()

    def _fit(self, *_: object) -> None:
        """A phone that lies is hardly higher than the keys alone; it may be turned meanwhile."""
        self.side = self.sheet.side = "right" if self.width > self.height else "bottom"
        rest = self.sheet.minimum_height - self.keys.height
        self.keys.height = min(self.keyed, max(self.height - rest, px(4 * TOUCH)))
        self.place()

    def _show(self, *_: object) -> None:
        typed = self.keys.number
        self.amount.text = self.client.texts.money(
            int(typed) * CHIP if typed else self.before, cash=self.cash
        )
        self.amount.ink = "text" if typed else "soft"
        low, high = self.offer.low, self.offer.high
        if self.cash:
            low, high = Cash(low), Cash(high)
        limits = self.client.say("table.limits", low=low, high=high)
        amount, wrong = (
            self.client.turn.typed(self.offer, typed, self.cash) if typed else (low, None)
        )
        self.keys.amiss = wrong is not None
        self.limits.text = f"{self.what} · {limits}"
        # What is too little may still be typed on; what is too much may not.
        self.limits.ink = "warm" if wrong is not None and amount > high else "soft"

    def _done(self, *_: object) -> None:
        """Takes what was typed; who typed nothing keeps what was chosen."""
        if not self.keys.number:
            self.close()
            return
        amount, wrong = self.client.turn.typed(self.offer, self.keys.number, self.cash)
        if wrong is not None:
            self.limits.text, self.limits.ink = self.client.say(wrong), "warm"
            return
        self.close()
        self.done(amount)

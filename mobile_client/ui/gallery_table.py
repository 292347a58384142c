"""A hold'em table as it may look, made of the widgets alone."""

from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.avatars import Avatar
from mobile_client.ui.widgets.buttons import IconButton, PushButton
from mobile_client.ui.widgets.cards import CardView, measure
from mobile_client.ui.widgets.chips import ChipStack, DealerButton
from mobile_client.ui.widgets.controls import Segments, StepSlider
from mobile_client.ui.widgets.drawn import Drawn, block, write
from mobile_client.ui.widgets.felt import Felt
from mobile_client.ui.widgets.status import ConnectionDot
from mobile_client.ui.widgets.timer import TimerRing
from protocol.cards import parse

SEATS: Final = (
    ("fox", "Ada", "1,240", 8_500, "85"),
    ("owl", "Lin", "860", 4_000, "40"),
    ("panda", "Bo", "2,015", 0, ""),
    ("tiger", "Mei", "455", 12_500, "125"),
    ("penguin", "Juno", "970", 0, ""),
    ("robot", "House", "5,400", 38_500, "385"),
)
UPRIGHT: Final = ((0.13, 0.23), (0.11, 0.7), (0.27, 0.89), (0.73, 0.89), (0.89, 0.7), (0.87, 0.23))
WIDE: Final = ((0.12, 0.24), (0.10, 0.66), (0.34, 0.88), (0.66, 0.88), (0.90, 0.66), (0.88, 0.24))


class Plate(Drawn):
    """A name and a stack under an avatar."""

    def __init__(self, name: str, stack: str, **words: object) -> None:
        self.name, self.stack = name, stack
        super().__init__(size_hint=(None, None), size=(px(78), px(40)), **words)

    def paint(self) -> None:
        block(*self.box, faded(theme.SUNKEN, 0.86), px(12))
        write(
            self.name,
            "small",
            theme.SOFT,
            self.center_x,
            self.center_y + px(8.5),
            widest=self.width - px(10),
        )
        write(
            self.stack,
            "money",
            theme.TEXT,
            self.center_x,
            self.center_y - px(8.5),
            widest=self.width - px(10),
        )


class TablePage(FloatLayout):
    """Six others, my hand, the board and what I may do."""

    def __init__(self) -> None:
        super().__init__()
        self.felt = Felt(size_hint=(None, None), text="CARDROOM")
        self.add_widget(self.felt)
        self.seats: list[tuple[Widget, ...]] = []
        for name, called, stack, bet, text in SEATS:
            parts = (
                Avatar(
                    name=name,
                    size_hint=(None, None),
                    size=(px(56), px(56)),
                    away=called == "Bo",
                    word="Away" if called == "Bo" else "",
                ),
                Plate(called, stack),
                ChipStack(
                    amount=bet,
                    text=text,
                    chip_width=20,
                    size_hint=(None, None),
                    size=(px(70), px(30)),
                ),
            )
            self.seats.append(parts)
            for part in parts:
                self.add_widget(part)
        self.ring = TimerRing(size_hint=(None, None), size=(px(66), px(66)))
        self.dealer = DealerButton(size_hint=(None, None), size=(px(24), px(24)))
        self.board = [
            CardView(card=card, scale="medium", lit=place in (0, 3))
            for place, card in enumerate(parse("Kh 7d 2c Ks 10s"))
        ]
        self.mine = [CardView(card=card, scale="large") for card in parse("Kd Ah")]
        self.theirs = [CardView(card=None, scale="small", face_up=False) for _ in range(2)]
        self.pot = ChipStack(
            amount=197_500,
            text="Pot 1,975",
            chip_width=26,
            size_hint=(None, None),
            size=(px(180), px(40)),
        )
        for part in (self.ring, self.dealer, *self.board, *self.theirs, *self.mine, self.pot):
            self.add_widget(part)
        self.bar = self._bar()
        self.add_widget(self.bar)
        self.top_bar = BoxLayout(size_hint=(None, None), height=px(48))
        for part in (
            IconButton(icon="back"),
            ConnectionDot(state="on", text="Connected"),
            Widget(),
            IconButton(icon="history"),
            IconButton(icon="chat", marks=3),
            IconButton(icon="menu"),
        ):
            part.pos_hint = {"center_y": 0.5}
            self.top_bar.add_widget(part)
        self.add_widget(self.top_bar)
        self.bind(pos=self._lay, size=self._lay)
        self.ring.start(7.5, 15)

    def _bar(self) -> BoxLayout:
        bar = BoxLayout(
            orientation="vertical", spacing=px(8), padding=px(12), size_hint=(None, None)
        )
        bar.add_widget(
            Segments(
                choices=[("min", "Min"), ("half", "½ pot"), ("pot", "Pot"), ("all", "All-in")],
                chosen="half",
            )
        )
        self.slider = slider = BoxLayout(size_hint_y=None, height=px(48))
        for part in (
            IconButton(icon="minus"),
            StepSlider(low=40, high=970, step=10, value=320),
            IconButton(icon="plus"),
        ):
            slider.add_widget(part)
        bar.add_widget(slider)
        acts = BoxLayout(spacing=px(8), size_hint_y=None, height=px(56))
        for act in (
            PushButton(text="Fold", kind="danger", height=px(56)),
            PushButton(text="Call", note="40", kind="quiet", height=px(56)),
            PushButton(text="Raise", note="to 320", height=px(56)),
        ):
            acts.add_widget(act)
        bar.add_widget(acts)
        return bar

    def _lay(self, *_: object) -> None:
        upright = self.height > self.width
        low_screen = self.height < px(700)
        self.slider.opacity, self.slider.height = (0, 0) if low_screen else (1, px(48))
        self.bar.height = px(12 * 2 + 48 + 56 + 16) + self.slider.height
        w, h = self.width, self.height
        self.top_bar.width, self.top_bar.top, self.top_bar.x = w, self.top, self.x
        self.bar.width = w if upright else min(w * 0.42, px(380))
        self.bar.pos = (self.right - self.bar.width, self.y)
        low = self.bar.height if upright else px(4)
        wide = w if upright else w - self.bar.width
        self.felt.pos = (self.x, self.y + low + (px(30) if upright else 0))
        self.felt.size = (wide, h - low - px(50) - (px(30) if upright else 0))
        for (avatar, name, bet), (sx, sy) in zip(
            self.seats, UPRIGHT if upright else WIDE, strict=True
        ):
            x = self.felt.x + px(42) + (wide - px(84)) * (sx - 0.1) / 0.8
            y = self.felt.y + self.felt.height * sy
            avatar.center, name.center = (x, y + px(18)), (x, y - px(24))
            toward = 1 if sx < 0.5 else -1
            bet.center = (
                (x + toward * px(70), y - px(4)) if abs(sx - 0.5) > 0.3 else (x, y - px(58))
            )
        self.ring.center = self.seats[3][0].center
        self.dealer.center = (
            self.seats[1][0].center_x + px(38),
            self.seats[1][0].center_y + px(24),
        )
        self._lay_cards(upright, wide)

    def _lay_cards(self, upright: bool, wide: float) -> None:
        card, high = measure("medium")
        step = min(card + px(5), (wide - px(60) - card) / 4)
        middle, y = self.felt.center_x, self.felt.center_y - high * (0.85 if upright else 0.55)
        for place, view in enumerate(self.board):
            view.pos = (middle - step * 2 - card / 2 + place * step, y)
        self.pot.center = (middle, y + high + px(32))
        big, _ = measure("large")
        for place, view in enumerate(self.mine):
            view.pos = (
                middle - big + place * (big + px(4)),
                self.felt.y - (px(30) if upright else -px(8)),
            )
        for place, view in enumerate(self.theirs):
            seat = self.seats[0][0]
            view.pos = (seat.right - px(6) + place * px(14), seat.center_y - px(4))

"""The gallery: every widget on one screen after another: `python -m mobile_client.ui.gallery
[page]`."""

import sys
from collections.abc import Callable
from typing import Final

from kivy.app import App
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.gallery_table import TablePage
from mobile_client.ui.icons import ICONS
from mobile_client.ui.look import look, px
from mobile_client.ui.screens.menu_tiles import GameButton
from mobile_client.ui.theme import BACKS, CARD_SIZES, FELTS, SPACE
from mobile_client.ui.widgets.avatars import AVATARS, Avatar
from mobile_client.ui.widgets.buttons import IconButton, PushButton
from mobile_client.ui.widgets.cards import CardView, fan, measure, shown, texture
from mobile_client.ui.widgets.chips import ChipStack, DealerButton
from mobile_client.ui.widgets.controls import Row, Segments, StepSlider, Toggle
from mobile_client.ui.widgets.drawn import Drawn, block, picture
from mobile_client.ui.widgets.emotes import Bubble, Emote
from mobile_client.ui.widgets.entry import Dots, Field, Keypad
from mobile_client.ui.widgets.faces import Face
from mobile_client.ui.widgets.overlays import Dialog, Drawer, ToastBox
from mobile_client.ui.widgets.status import Banner, ConnectionDot
from mobile_client.ui.widgets.timer import TimerRing
from mobile_client.ui.widgets.words import Words
from protocol.cards import PACK_WITH_JOKERS, SABACC_PACK, Card, parse
from protocol.phrases import EMOTES


def column(*children: Widget) -> BoxLayout:
    """Widgets under each other, as high as they are together."""
    box = BoxLayout(
        orientation="vertical",
        size_hint_y=None,
        spacing=px(SPACE["normal"]),
        padding=px(SPACE["wide"]),
    )
    box.bind(minimum_height=box.setter("height"))
    for child in children:
        box.add_widget(child)
    return box


def scrolled(*children: Widget) -> ScrollView:
    scroll = ScrollView(
        do_scroll_x=False, bar_width=px(3), bar_color=theme.EDGE, bar_inactive_color=theme.EDGE
    )
    scroll.add_widget(column(*children))
    return scroll


def row(*children: Widget, height: float = 52) -> BoxLayout:
    box = BoxLayout(spacing=px(SPACE["small"]), size_hint_y=None, height=px(height))
    for child in children:
        box.add_widget(child)
    return box


class Cards(Drawn):
    """A page of cards, laid out in rows as they fit."""

    def __init__(self, cards: tuple[Card | None, ...], scale: str, **words: object) -> None:
        self.cards, self.scale = cards, scale
        super().__init__(size_hint_y=None, **words)

    def paint(self) -> None:
        wide, high = measure(self.scale)
        across = max(1, int(self.width // (wide + px(6))))
        self.height = -(-len(self.cards) // across) * (high + px(8))
        for place, card in enumerate(self.cards):
            x = self.x + place % across * (wide + px(6))
            y = self.top - (place // across + 1) * (high + px(8))
            picture(texture(shown(card, self.scale)), x, y, wide * 1.1, high * 1.07)


class Fan(Widget):
    """A hand of twenty, some of it chosen."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        super().__init__(size_hint_y=None, height=px(140))
        self.views = [
            CardView(card=card, scale="fan", raised=place in (3, 4, 5, 6), dim=place > 15)
            for place, card in enumerate(cards)
        ]
        for view in self.views:
            self.add_widget(view)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        lefts = fan(len(self.views), self.width, "fan")
        for view, left in zip(self.views, lefts, strict=True):
            view.pos = (self.x + left, self.y)


def cards_page() -> Widget:
    states = row(height=96)
    for words in ({}, {"lit": True}, {"dim": True}, {"raised": True}, {"face_up": False}):
        states.add_widget(CardView(card=parse("Ah")[0], scale="medium", **words))
    return scrolled(
        Words(text="A hand of twenty", kind="label", ink="soft"),
        Fan(parse("Xc Xb 2s 2h As Ah Ad Ac Kd Qs Qh Js Jc 10d 10s 9h 8c 7d 6s 5h")),
        Words(text="Plain, lit, dim, raised, face down", kind="label", ink="soft"),
        states,
        Words(text="Large", kind="label", ink="soft"),
        Cards(parse("Ks Qh Jd Ac Xb Xc 10h 7s"), "large"),
        Words(text="Medium", kind="label", ink="soft"),
        Cards(parse("As Kh Qd Jc 10s 9h 8d 7c 2s Xb Xc"), "medium"),
        Words(text="Small", kind="label", ink="soft"),
        Cards(PACK_WITH_JOKERS[::-1][:24], "small"),
        Words(text="Sabacc", kind="label", ink="soft"),
        Cards(SABACC_PACK[9:13], "large"),
        Cards((*SABACC_PACK[18:22], *SABACC_PACK[56:61]), "medium"),
        Words(text="Backs", kind="label", ink="soft"),
        *(Backs(name) for name in BACKS),
    )


class Backs(Drawn):
    """A back in every size."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(size_hint_y=None, height=px(120))

    def paint(self) -> None:
        for place, size in enumerate(CARD_SIZES):
            wide, high = measure(size)
            face = texture(Face(None, size, back=self.name))
            picture(face, self.x + place * px(84), self.y, wide * 1.1, high * 1.07)


def controls_page() -> Widget:
    pin = Keypad(most=4)
    dots = Dots(count=2)
    pin.bind(number=lambda _, number: setattr(dots, "count", len(number)))
    name = Field(name="Your name", hint="Up to sixteen letters", most=16)
    card = Field(
        name="Card number", text="4929 1180 0210", error="The bank does not know this card."
    )
    return scrolled(
        PushButton(text="Deal me in"),
        row(
            PushButton(text="Fold", kind="danger"),
            PushButton(text="Check", kind="quiet"),
            PushButton(text="Raise", note="to 120"),
            height=56,
        ),
        row(
            PushButton(text="Share code", kind="quiet", icon="share"),
            PushButton(text="过牌", kind="quiet"),
            PushButton(text="跟注", note="120"),
            height=56,
        ),
        row(PushButton(text="Not now", kind="plain"), PushButton(text="Closed", disabled=True)),
        StepSlider(low=40, high=970, step=10, value=320),
        StepSlider(low=0, high=10, step=1, value=4),
        Segments(
            choices=[("min", "Min"), ("half", "½ pot"), ("pot", "Pot"), ("all", "All-in")],
            chosen="half",
        ),
        Toggle(text="Four-colour deck", note="Each suit in a colour of its own", active=True),
        Toggle(text="Big text"),
        name,
        card,
        dots,
        pin,
    )


def lobby_page() -> Widget:
    return scrolled(
        row(
            Words(text="Cardroom", kind="display"),
            ConnectionDot(state="on", text="Connected"),
            height=48,
        ),
        Banner(kind="warning", text="The house closes after this hand. Your chips are safe."),
        GameButton("holdem", "Texas hold'em", players="12", live=["blinds 5/10"], large=True),
        GameButton("doudizhu", "斗地主", players="27", live=["三人一桌，抢地主", "底分 10"]),
        GameButton("blackjack", "Blackjack", live=["Against the house", "4 tables"]),
        GameButton("roulette", "Roulette", live=["One wheel, one zero"], dim=True),
        row(
            Words(text="Connections", kind="heading"),
            ConnectionDot(state="coming", text="Joining"),
            ConnectionDot(state="off", text="Offline"),
            height=32,
        ),
        Row(text="Language", value="English", icon="globe"),
        Row(text="Hand history", value="24 hands", icon="history"),
        Banner(kind="good", text="You have won the table."),
        Banner(kind="bad", text="This app is too old for the house. Please update it."),
        Banner(kind="info", text="The rules of this room changed."),
    )


def small_page() -> Widget:
    faces = GridLayout(cols=4, spacing=px(12), size_hint_y=None, height=px(3 * 84 + 24))
    for place, name in enumerate(AVATARS):
        faces.add_widget(
            Avatar(name=name, mine=place == 0, away=place == 5, word="All-in" if place == 6 else "")
        )
    signs = GridLayout(cols=7, size_hint_y=None, height=px(48 * (-(-len(ICONS) // 7))))
    for place, name in enumerate(ICONS):
        signs.add_widget(
            IconButton(icon=name, marks=3 if name == "chat" else 0, filled=place % 9 == 4)
        )
    ring = TimerRing(size_hint=(None, None), size=(px(64), px(64)))
    stacks = GridLayout(cols=2, spacing=px(8), size_hint_y=None, height=px(4 * 70))
    for amount, text in (
        (500, "5"),
        (6_500, "65"),
        (38_500, "385"),
        (197_000, "1,970"),
        (50_000, "500"),
        (246_500, "2,465"),
    ):
        stacks.add_widget(ChipStack(amount=amount, text=text, chip_width=34))
    stacks.add_widget(ChipStack(amount=38_500, text="385", caption="below"))
    stacks.add_widget(DealerButton())
    said = GridLayout(cols=5, spacing=px(8), size_hint_y=None, height=px(2 * 56))
    for name in EMOTES:
        said.add_widget(Emote(name=name))
    bubble = Bubble(text="Well played! 打得好")
    return scrolled(faces, said, bubble, stacks, row(ring, height=64), signs)


PAGES: Final[dict[str, Callable[[], Widget]]] = {
    "table": TablePage,
    "cards": cards_page,
    "controls": controls_page,
    "lobby": lobby_page,
    "small": small_page,
    "dialog": TablePage,
    "drawer": TablePage,
}


class GalleryGround(Drawn, FloatLayout):
    """The ground of the gallery, as dark as night."""

    def paint(self) -> None:
        block(*self.box, theme.NIGHT)


class Gallery(App):
    """The app of the gallery: one page, chosen by its name."""

    def __init__(self, page: str = "table") -> None:
        super().__init__()
        self.page = page

    def build(self) -> Widget:
        Window.clearcolor = theme.NIGHT
        self.ground = GalleryGround()
        self.show(self.page)
        return self.ground

    def show(self, page: str) -> None:
        self.ground.clear_widgets()
        self.ground.add_widget(PAGES[page]())

    def on_start(self) -> None:
        if self.page == "dialog":
            Dialog(
                title="Go all-in?",
                text="All 970 of your chips go into the pot.",
                answers=[("Not yet", "quiet", lambda: None), ("All-in", "danger", lambda: None)],
            ).open(self.ground)
            toast = ToastBox("Seat 3 is yours. The next hand deals you in.", kind="good")
            toast.width = px(380)
            self.ground.add_widget(toast)
        if self.page == "drawer":
            drawer = Drawer(side="right")
            drawer.sheet.add_widget(Words(text="Chat", kind="title"))
            for text in (
                "Ada: Well played!",
                "Lin: 打得好，谢谢",
                "Bo: One moment please, I am just looking for my glasses.",
            ):
                drawer.sheet.add_widget(Words(text=text))
            drawer.sheet.add_widget(Widget())
            drawer.sheet.add_widget(Field(hint="Say something"))
            drawer.open(self.ground)


def main() -> None:
    words = sys.argv[1:]
    look.four_colours = "four" in words
    look.big_text = "big" in words
    look.felt = next((word for word in words if word in FELTS), look.felt)
    Gallery(next((word for word in words if word in PAGES), "table")).run()


if __name__ == "__main__":
    main()

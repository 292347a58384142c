"""A round once more, step by step: what lay on the table, and what happened, in words."""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from client_core.client import Client, SeatView, TableView
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import COLUMN, Empty, Scroll, Split, Surface, sign, stack
from mobile_client.ui.screens.rules import CardStrip
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS, faded
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.controls import StepSlider
from mobile_client.ui.widgets.drawn import Drawn, block, write, write_name
from mobile_client.ui.widgets.words import Words

LEAST: Final = 108
"""So high, in dp, are the sentences in an upright window, however much lies on the table."""


def lighten(box: tuple[float, float, float, float]) -> None:
    """What is looked at has a ground of its own, and a bar of gold before it."""
    x, y, w, h = box
    block(x, y, w, h, theme.RAISED, px(RADIUS["small"]))
    block(x, y + px(8), px(3), h - px(16), theme.GOLD, px(1.5))


class Step(Pressed, Words):
    """A step of a round as a sentence; the one that is looked at is lit."""

    WATCHED = ("state",)

    def __init__(self, text: str) -> None:
        self.lit = False
        super().__init__(text=text)

    def _wrap(self, *_: object) -> None:
        self.padding = (px(12), px(13), px(12), px(13))
        super()._wrap()

    def light(self, lit: bool) -> None:
        if lit != self.lit:
            self.lit = lit
            self.stale()

    def paint(self) -> None:
        if self.lit or self.down:
            lighten(self.box)


class Place(Drawn):
    """A seat at this step: its name, its cards, its stack, what it put in or did; lit when the
    step is about it."""

    def __init__(self, client: Client, view: TableView, seat: SeatView, lit: bool) -> None:
        self.client, self.view, self.seat, self.lit = client, view, seat, lit
        super().__init__(size_hint_y=None, height=px(52))
        cards = tuple(card for hand in seat.hands for card in hand.cards)
        self.cards = CardStrip(cards, size_hint=(None, None), height=px(44))
        self.cards.width = min(px(150), px(36) * max(1, len(cards)))
        self.cards.opacity = 0.4 if seat.folded else 1
        self.add_widget(self.cards)
        for name in ("pos", "size"):
            self.fbind(name, self._lay)

    def _lay(self, *_: object) -> None:
        # `right` is still the old one when the width has just changed.
        self.cards.x = self.x + self.width - self.cards.width
        self.cards.y = self.y + (self.height - self.cards.height) / 2

    def paint(self) -> None:
        seat = self.seat
        if self.lit:
            x, y, w, h = self.box
            lighten((x - px(12), y - px(4), w + px(24), h + px(8)))
        ink = faded(theme.SOFT, 0.8) if seat.folded else theme.GOLD if seat.won else theme.TEXT
        widest = self.cards.x - self.x - px(12)
        name = seat.name or self.client.say("seat.number", number=seat.seat + 1)
        write_name(name, "strong", ink, self.x, self.center_y + px(11), "left", widest)
        say, worth = self.client.say, self.view.worth
        facts = [say("history.stack", amount=worth(seat.stack))]
        if seat.paid:
            facts.append(say("history.put_in", amount=worth(seat.paid)))
        elif seat.act is not None:
            facts.append(self.client.texts.act_word(self.view.game, seat.act))
        note = " · ".join(facts)
        write(note, "small", theme.SOFT, self.x, self.center_y - px(12), "left", widest)


class Halves(Split):
    """The table and what is told of it, both in sight: upright each scrolls for itself as well."""

    def __init__(self, table: Widget, told: Widget) -> None:
        super().__init__(table, told)
        self._soon = Clock.create_trigger(self._share, -1)
        self.fbind("height", self._soon)
        self._two[0].column.fbind("height", self._soon)

    def watch(self, changed: Callable[[], object]) -> None:
        """Tells when either has become larger or smaller."""
        for scroll in self._two:
            for part in (scroll, scroll.column):
                part.fbind("height", lambda *_: changed())

    def arrange(self, wide: bool) -> None:
        if wide is self._now:
            return
        # Side by side is what two columns are; upright they only stand under each other.
        super().arrange(True)
        self._now = wide
        self.orientation = "horizontal" if wide else "vertical"
        self._centre()
        self._soon()

    def _share(self, *_: object) -> None:
        """Upright the table takes what it needs, and leaves its share to what is told of it."""
        upper, lower = self._two
        widths = (self.share, 1 - self.share) if self._now else (1, 1)
        for scroll, width in zip(self._two, widths, strict=True):
            scroll.size_hint_x = width
            scroll.widest = self._both if self._now else COLUMN
        upper.size_hint_y = lower.size_hint_y = 1
        if not self._now:
            upper.size_hint_y = None
            upper.height = min(float(upper.column.height), self.height - px(LEAST))

    def reach(self, child: Widget) -> None:
        upper, lower = self._two
        (upper if child.parent in self.parts[:1] else lower).reach(child)


class HandScreen(Page):
    """The page of one round, back and forth."""

    def __init__(self, client: Client, stage: Stage, table: str, round: int) -> None:
        self.told = client.tables.hand(table, round)
        self.game = self.told[0].view.game if self.told else ""
        super().__init__(client, stage, client.texts.of_rounds(self.game, "round", number=round))
        self.at = -1
        self.place: Place | None = None
        """The seat that the step is about."""
        self.bar = bar = BoxLayout(size_hint_y=None, height=px(56), spacing=px(4))
        self._again = Clock.create_trigger(self._follow, 0)
        self.felt = Surface()
        self.steps = [Step(told.text) for told in self.told]
        if not self.told:
            scroll = Scroll()
            scroll.column.add_widget(Empty(client.say("history.gone"), icon="history"))
            self.set_body(scroll)
            return
        for place, step in enumerate(self.steps):
            step.bind(on_release=self._chosen(place))
        self.slider = StepSlider(low=0, high=len(self.told) - 1, step=1)
        self.slider.size_hint_y = 1
        bar.add_widget(sign("back", self.slider.less))
        bar.add_widget(self.slider)
        bar.add_widget(sign("forward", self.slider.more))
        halves = Halves(self.felt, stack(*self.steps, gap="hair"))
        halves.fbind("size", self._again)
        halves.watch(self._again)
        self.set_body(halves)
        for part in (self.felt, *self.steps):
            part.fbind("height", self._again)
        self.box.add_widget(bar)
        self.slider.fbind("value", lambda _, value: self.show(int(value)))
        self.show(0)

    def _chosen(self, place: int) -> Callable[[object], None]:
        def chosen(_: object) -> None:
            self.slider.value = place

        return chosen

    def arrange(self) -> None:
        super().arrange()
        self._again()

    def _centre(self, *_: object) -> None:
        super()._centre()
        self.bar.padding = (self.header.padding[0], px(4))

    def _follow(self, *_: object) -> None:
        """The sentence of this step is in sight, and whom it is about, however the window is
        turned."""
        if isinstance(self.body, Halves):
            self.body.reach(self.steps[self.at])
            if self.place is not None:
                self.body.reach(self.place)

    def show(self, at: int) -> None:
        """The table as it was after this step."""
        if at == self.at:
            return
        self.at = at
        for place, step in enumerate(self.steps):
            step.light(place == at)
        self._again()
        view, about = self.told[at].view, self.told[at].seat
        self.felt.clear_widgets()
        self.place = None
        if view.board:
            self.felt.add_widget(CardStrip(view.board, height=px(64)))
        if view.house is not None and view.house.cards:
            self.felt.add_widget(CardStrip(view.house.cards, height=px(64)))
        if view.total:
            self.felt.add_widget(
                Words(
                    text=self.client.texts.of_rounds(
                        self.game, "pot", amount=view.worth(view.total)
                    ),
                    kind="small",
                    ink="soft",
                )
            )
        for seat in view.seats:
            if seat.in_round or any(hand.cards for hand in seat.hands):
                shown = Place(self.client, view, seat, lit=seat.seat == about)
                self.felt.add_widget(shown)
                self.place = shown if shown.lit else self.place

"""The cashier: what I have, the card that pays, chips for a seat, and every payment."""

import time
from typing import ClassVar, Final

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from client_core.client import BuyView, Client, PaymentRow, Toast
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.bank_card import BankCard
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Empty, Pills, Split, Stepper, Surface, push, stack
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import Colour, faded
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.drawn import Drawn, block, disc, picture, write
from mobile_client.ui.widgets.words import Words

SIGNS: Final = theme.Worn(
    lambda: {
        "done": ("check", theme.GOOD),
        "refused": ("close", theme.WARM),
        "pending": ("clock", theme.GOLD),
        "unknown": ("clock", theme.GOLD),
    }
)


LOW: Final = 720
"""In a window lower than this, in dp, the card that pays is a line."""


class BuyButton(PushButton):
    """To buy; while the bank is asked it says so, as legibly as ever."""

    waits = BooleanProperty(False)

    def __init__(self) -> None:
        super().__init__()
        self.fbind("waits", self.stale)

    def colours(self) -> tuple[Colour, Colour]:
        ground, ink = super().colours()
        return ground, theme.TEXT if self.waits else ink


class Purse(Drawn):
    """A sum of chips under its name."""

    text = StringProperty("")
    sum = StringProperty("")
    WATCHED = ("text", "sum")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(52)} | words))

    def paint(self) -> None:
        coin = round(px(22))
        picture(icon("chips", coin), self.x, self.center_y - coin / 2, coin, coin, theme.GOLD)
        left, y = self.x + coin + px(12), self.center_y
        room = self.right - left
        write(self.text, "small", theme.SOFT, left, y + px(15), "left", room)
        write(self.sum, "title", theme.GOLD, left, y - px(8), "left", room)


class Payment(Surface):
    """A payment as a row: how it stands, in words."""

    mark = StringProperty("done")
    seconds = NumericProperty(0)

    def __init__(self) -> None:
        super().__init__(padding=(px(60), px(12), px(16), px(12)), spacing=px(4))
        self.words = Words()
        self.when = Words(kind="small", ink="soft")
        self.add_widget(self.words)
        self.add_widget(self.when)
        self.fbind("mark", self.stale)

    def paint(self) -> None:
        super().paint()
        name, colour = SIGNS.get(self.mark, SIGNS["pending"])
        side = round(px(20))
        x = self.x + px(32)
        disc(x, self.center_y, px(17), faded(colour, 0.18))
        picture(icon(name, side), x - side / 2, self.center_y - side / 2, side, side, colour)


class Dash(Drawn):
    """A thin line between two parts."""

    def __init__(self) -> None:
        super().__init__(size_hint_y=None, height=px(1))

    def paint(self) -> None:
        block(*self.box, faded(theme.EDGE, 0.6))


class CashierScreen(Page):
    """The page of the cashier: bank information, buying, and the history of both ways."""

    # What the bank says must not lie over the button that is pressed again.
    head: ClassVar[float | None] = 56

    def __init__(self, client: Client, stage: Stage, table: str = "") -> None:
        say = client.say
        super().__init__(client, stage, say("cashier.title"))
        self.asked = 0
        self.amount = 0
        self.play, self.cash = Purse(), Purse()
        self.card = BankCard()
        self.none = Words(text=say("cashier.no_card"), ink="soft")
        self.home = Words(kind="small", ink="soft")
        self.change = push("", lambda: stage.go("card", purpose="change"), "quiet", icon="card")
        self.bank = Surface(heading=say("cashier.bank"))
        self.where = Pills(least_dp=120, chosen=table)
        self.step = Stepper(lambda: self._more(-1), lambda: self._more(1))
        self.range = Words(kind="small", ink="soft", halign="center")
        self.trouble = Words(ink="warm")
        self.buy = BuyButton()
        self.buy.bind(on_release=lambda _: self._buy())
        self.table = Words(ink="soft", halign="center")
        self.desk = Surface(heading=say("cashier.buy"))
        self.no_seat = Words(text=say("cashier.no_seat"), ink="soft")
        self.list = stack(gap="small")
        self.rows: dict[int, Payment] = {}
        self.nothing = Empty(say("cashier.nothing"), icon="history")
        self.have = Surface(self.play, Dash(), self.cash, heading=say("cashier.have"))
        self.past = Words(text=say("cashier.history"), kind="label", ink="gold")
        self.columns = stack(), stack()
        self.set_body(Split(*self.columns))
        self.fbind("height", lambda *_: self._flatten())
        self.where.fbind("chosen", lambda *_: self._desk())

    def arrange(self) -> None:
        """Upright, to buy comes before the card that pays."""
        super().arrange()
        if self.body is None:
            return
        self._flatten()
        left = [self.have, self.bank] if self.wide else [self.have, self.desk, self.bank]
        right = [self.desk, self.past, self.list] if self.wide else [self.past, self.list]
        for column in self.columns:
            column.clear_widgets()
        for column, parts in zip(self.columns, (left, right), strict=True):
            for part in parts:
                column.add_widget(part)

    def _flatten(self) -> None:
        self.card.flat = self.height < px(LOW)

    def tells(self, said: Toast) -> bool:
        """Why nothing was bought stands above the button."""
        return bool(self.asked) and said.say == self.client.requests.refusal_of(self.asked)

    def heard(self, topic: str, table: str) -> None:
        if topic == "" and self.client.account.me.inside:
            self.client.cashier.ask_bank()
        if topic in ("", "me", "cashier", "table"):
            self._sums()
            self._bank()
            self._desk()
        if topic in ("", "cashier"):
            self._payments()

    def _sums(self) -> None:
        me, money = self.client.account.me, self.client.texts.money
        self.play.sum, self.cash.sum = money(me.play), money(me.cash, cash=True)
        self.play.text = self.client.cashier.heading("play")
        self.cash.text = self.client.cashier.heading("cash")

    def _bank(self) -> None:
        known = self.client.cashier.view
        parts = [self.card if known.card else self.none]
        parts += [self.home] if known.home else []
        parts += [self.change]
        self.home.text = self.say("cashier.home", digits=known.home) if known.home else ""
        self.change.text = self.say("cashier.change" if known.card else "cashier.add")
        if known.card:
            self.card.kind = known.card
            self.card.text = self.say(f"card.{known.card}")
            self.card.number = f"•••• {known.digits}"
        if [part for part in parts if part.parent is None] or bool(self.home.parent) != bool(
            known.home
        ):
            for part in (self.card, self.none, self.home, self.change):
                self.bank.remove_widget(part)
            for part in parts:
                self.bank.add_widget(part)

    # -- buying ------------------------------------------------------------------------------

    def _seats(self) -> list[str]:
        """The tables where I have a seat."""
        views = ((name, self.client.tables.view(name)) for name in self.client.tables.names)
        return [name for name, view in views if view is not None and view.me is not None]

    def _desk(self) -> None:
        seats = self._seats()
        if self.where.chosen and self.where.chosen not in seats and self.table.text:
            gone = self.say("cashier.seat_gone", table=self.table.text)
            self.no_seat.text, self.no_seat.ink = gone, "warm"
        self.where.choices = [(name, self._place(name)) for name in seats]
        if self.where.chosen not in seats:
            self.where.chosen = seats[0] if seats else ""
        parts = [self.no_seat]
        if seats:
            # Where nothing may be bought there is no sum to choose.
            able = self.able.most > 0 or self._waits()
            parts = [self.where if len(seats) > 1 else self.table]
            parts += [self.step, self.range] if able else [self.range]
            parts += [self.trouble] if self.trouble.text else []
            parts += [self.buy] if able else []
        if parts != list(reversed(self.desk.children))[1:]:
            for old in self.desk.children[:-1]:
                self.desk.remove_widget(old)
            for part in parts:
                self.desk.add_widget(part)
        self.amount = max(self.able.least, min(self.able.most, self.amount or self.able.usual))
        self._more(0)

    def _place(self, name: str) -> str:
        view = self.client.tables.view(name)
        if view is None:
            return name
        preset = self.client.texts.preset_name(view.game, view.preset)
        return f"{self.client.texts.game_name(view.game)} · {preset}"

    @property
    def able(self) -> BuyView:
        return self.client.cashier.may_buy(self.where.chosen)

    def _more(self, by: int) -> None:
        able, money = self.able, self.client.texts.money
        cash = able.purse == "cash"
        self.amount = max(able.least, min(able.most, self.amount + by * able.step))
        self.step.text = money(self.amount, cash=cash)
        least, most = money(able.least, cash=cash), money(able.most, cash=cash)
        self.range.text = self.say("cashier.range", least=least, most=most)
        if able.most <= 0:
            none = able.purse == "play" and able.have <= 0
            self.range.text = self.say("cashier.range_none" if none else "cashier.range_full")
        self.table.text = self._place(self.where.chosen)
        waits, owed = self._waits(), sum(row.amount for row in self._owed())
        if owed:
            self.step.text = money(owed, cash=True)
        self.range.opacity = 0 if waits else 1
        self.step.less.disabled = waits or self.amount <= able.least
        self.step.more.disabled = waits or self.amount >= able.most
        self.buy.waits, self.buy.icon = waits, "clock" if waits else "chips"
        self.buy.disabled = waits or able.most <= 0
        self.buy.text = (
            self.say("cashier.wait")
            if waits
            else self.say("cashier.do_buy", sum=money(self.amount, cash=cash))
        )
        refusal = self.client.requests.refusal_of(self.asked) if self.asked else None
        self.trouble.text = self.say(refusal) if refusal is not None else ""

    def _waits(self) -> bool:
        """A purchase is on its way: who buys again because nothing was seen would pay twice."""
        asked = bool(self.asked) and self.client.requests.pending(self.asked)
        return asked or bool(self._owed())

    def _owed(self) -> list[PaymentRow]:
        """The purchases that the bank still has to answer."""
        return [
            row
            for row in self.client.cashier.view.payments
            if row.way == "buy" and row.state in ("pending", "unknown")
        ]

    def _buy(self) -> None:
        self.asked = self.client.cashier.buy(self.where.chosen, self.amount)
        self._desk()

    # -- what was paid -----------------------------------------------------------------------

    def _payments(self) -> None:
        rows = self.client.cashier.view.payments
        if [row.n for row in rows] != list(self.rows) or not rows:
            self.list.clear_widgets()
            self.rows = {row.n: self.rows.get(row.n) or Payment() for row in rows}
            for payment in self.rows.values():
                self.list.add_widget(payment)
            if not rows:
                self.list.add_widget(self.nothing)
        for row in rows:
            self._tell(self.rows[row.n], row)

    def _tell(self, payment: Payment, row: PaymentRow) -> None:
        payment.mark = row.state
        payment.words.text = self.say(row.say)
        sum = self.client.texts.money(row.amount, sign=False, cash=True)
        when = self.client.texts.clock_text(row.at, east(row.at))
        if row.until:
            when = self.client.texts.until_text(row.until, time.time(), east(row.until))
        payment.when.text = f"{when} · {sum}"


def east(unix: int) -> int:
    """How many seconds the clocks of this place are ahead of UTC."""
    return time.localtime(unix).tm_gmtoff

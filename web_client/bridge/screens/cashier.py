"""The cashier: what I have, the card that pays, chips for a seat, and every payment."""

from collections.abc import Iterator
from typing import Final

from client_core.client import BuyView, PaymentRow, Say
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.shapes import (
    CENTS,
    Block,
    Choice,
    Fact,
    Group,
    Item,
    Paragraph,
    Pick,
    Press,
    Sheet,
    Slider,
)
from web_client.bridge.visit import Part, Visit, number, page_of

SIGNS: Final = {"done": "check", "refused": "close", "pending": "clock", "unknown": "clock"}


def sheet(visit: Visit) -> Sheet:
    """Bank information, buying, and the history of both ways."""
    client, say = visit.client, visit.say
    me, money = client.account.me, client.texts.money
    have = Group(
        (
            Fact(client.cashier.heading("play"), money(me.play), "gold"),
            Fact(client.cashier.heading("cash"), money(me.cash, cash=True), "gold"),
        ),
        say("cashier.have"),
    )
    rows = client.cashier.view.payments
    past: Block = Paragraph(say("cashier.nothing"), "soft")
    if rows:
        past = Group(tuple(_payment(visit, row) for row in rows), look="list")
    listed = (Paragraph(say("cashier.history"), "label"), past)
    left = (have, _desk(visit), _bank(visit))
    return page_of(visit, say("cashier.title"), left, listed)


def _bank(visit: Visit) -> Group:
    say, known = visit.say, visit.client.cashier.view
    parts: list[Block] = [Paragraph(say("cashier.no_card"), "soft")]
    if known.card:
        parts = [Item(say(f"card.{known.card}"), value=f"•••• {known.digits}", icon="card")]
    if known.home:
        parts.append(Paragraph(say("cashier.home", digits=known.home), "soft"))
    text = say("cashier.change" if known.card else "cashier.add")
    parts.append(Press(text, ("go", "card", "change"), "quiet", icon="card"))
    return Group(tuple(parts), say("cashier.bank"))


# -- buying ------------------------------------------------------------------------------------


def _seats(visit: Visit) -> tuple[str, ...]:
    """The tables where I have a seat."""
    tables = visit.client.tables
    views = ((name, tables.view(name)) for name in tables.names)
    return tuple(name for name, view in views if view is not None and view.me is not None)


def _place(visit: Visit, name: str) -> str:
    view = visit.client.tables.view(name)
    if view is None:
        return name
    texts = visit.client.texts
    return f"{texts.game_name(view.game)} · {texts.preset_name(view.game, view.preset)}"


def _where(visit: Visit) -> str:
    """The table that chips are bought for; "" where I have no seat."""
    seats, page = _seats(visit), visit.named("cashier")
    asked = str(page.chosen.get("where") or (page.about[0] if page.about else ""))
    return asked if asked in seats else seats[0] if seats else ""


def _amount(visit: Visit, able: BuyView) -> int:
    chosen = visit.named("cashier").chosen.get("amount")
    amount = chosen if isinstance(chosen, int) else able.usual
    return max(able.least, min(able.most, amount - amount % max(1, able.step)))


def _owed(visit: Visit) -> list[PaymentRow]:
    """The purchases that the bank still has to answer."""
    return [
        row
        for row in visit.client.cashier.view.payments
        if row.way == "buy" and row.state in ("pending", "unknown")
    ]


def _desk(visit: Visit) -> Group:
    return Group(tuple(_buying(visit)), visit.say("cashier.buy"))


def _buying(visit: Visit) -> Iterator[Block]:
    client, say, where = visit.client, visit.say, _where(visit)
    if not where:
        yield Paragraph(say("cashier.no_seat"), "soft")
        return
    seats = _seats(visit)
    if len(seats) > 1:
        picks = tuple(
            Pick(_place(visit, one), ("cashier.where", one), one == where) for one in seats
        )
        yield Choice(say("cashier.buy"), picks, quiet=True)
    else:
        yield Paragraph(_place(visit, where), "soft")
    able = client.cashier.may_buy(where)
    cash, money = able.purse == "cash", client.texts.money
    # Who buys again because nothing was seen would pay twice.
    waits, amount = visit.waits or bool(_owed(visit)), _amount(visit, able)
    told = money(sum(row.amount for row in _owed(visit)) or amount, cash=cash)
    if able.most > 0:
        least, most = money(able.least, cash=cash), money(able.most, cash=cash)
        yield Slider(
            say("cashier.range", least=least, most=most), amount, able.least, able.most,
            able.step, told, ("cashier.amount",), not waits, CENTS,
        )  # fmt: skip
    else:
        none = able.purse == "play" and able.have <= 0
        yield Paragraph(say("cashier.range_none" if none else "cashier.range_full"), "soft")
    refusal = visit.named("cashier").chosen.get("refusal")
    if isinstance(refusal, Say):
        yield Paragraph(say(refusal), "warm")
    if able.most <= 0 and not waits:
        # Where nothing may be bought there is no sum to choose.
        return
    text = say("cashier.wait") if waits else say("cashier.do_buy", sum=money(amount, cash=cash))
    icon = "clock" if waits else "chips"
    yield Press(text, ("cashier.buy",), able=not waits and able.most > 0, icon=icon)


def _choose_where(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("cashier", where=str(args[0]), amount=None, refusal=None)


def _choose_amount(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("cashier", amount=number(value))


def _buy(visit: Visit, args: Args, value: Plain) -> None:
    where = _where(visit)
    able = visit.client.cashier.may_buy(where)
    if not where or able.most <= 0 or visit.waits or _owed(visit):
        return
    visit.choose("cashier", refusal=None)
    visit.wait(visit.client.cashier.buy(where, _amount(visit, able)))


def _bought(visit: Visit, refusal: Say | None) -> None:
    visit.choose("cashier", refusal=refusal)


# -- what was paid -----------------------------------------------------------------------------


def _payment(visit: Visit, row: PaymentRow) -> Item:
    texts, browser = visit.client.texts, visit.browser
    when = texts.clock_text(row.at, browser.ahead)
    if row.until:
        when = texts.until_text(row.until, browser.wall(), browser.ahead)
    amount = texts.money(row.amount, cash=True)
    return Item(visit.say(row.say), note=f"{when} · {amount}", icon=SIGNS.get(row.state, "clock"))


def _ask_bank(visit: Visit) -> None:
    if visit.client.account.me.inside:
        visit.client.cashier.ask_bank()


PART: Final = Part(
    {"cashier": sheet},
    {"cashier.where": _choose_where, "cashier.amount": _choose_amount, "cashier.buy": _buy},
    {"cashier": _bought},
    {"cashier": _ask_bank},
)

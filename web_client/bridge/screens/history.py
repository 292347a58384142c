"""The rounds that were played at a table, and each once more, step by step."""

from collections.abc import Iterable, Iterator
from typing import Final

from client_core.client import MOST_ROUNDS, HandRow, ReplayStep, SeatView, TableView, cards_name
from protocol.cards import Card
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.screens.looks import small_cards
from web_client.bridge.shapes import (
    Block,
    Cards,
    Group,
    Item,
    Paragraph,
    Press,
    Sheet,
    Slider,
)
from web_client.bridge.visit import Part, Visit, number, page_of

FEW: Final = 5
"""More cards than these are no hand that is known at a glance."""


def _drawn(visit: Visit, cards: Iterable[Card | None]) -> tuple[str, ...]:
    return small_cards(visit.client.settings, cards)


def sheet(visit: Visit) -> Sheet:
    """The rounds of a table, or of all that I have played at, the newest on top."""
    client, say, page = visit.client, visit.say, visit.named("history")
    table = str(page.about[0]) if page.about else ""
    view = client.tables.view(table)
    title = client.texts.of_rounds(view.game if view is not None else "", "title")
    rows = tuple(_row(visit, row, not table) for row in client.tables.rounds(table))
    body: tuple[Block, ...] = (
        (Group(rows, look="list"), Paragraph(say("history.kept", most=MOST_ROUNDS), "soft"))
        if rows
        else (Paragraph(say("history.nothing" if table else "history.none"), "soft"),)
    )
    return page_of(visit, title if table else say("history.mine"), body)


def _row(visit: Visit, row: HandRow, named: bool) -> Item:
    """A round; `named`: with its game."""
    client, say = visit.client, visit.say
    texts = client.texts
    title = texts.of_rounds(row.game, "round", number=row.round)
    title = f"{texts.game_name(row.game)} · {title}" if named else title
    if row.pot and not named:
        title = f"{title} · {texts.of_rounds(row.game, 'pot', amount=row.pot)}"
    notes = tuple(_ending(visit, row)) if row.over else (say("history.unfinished"),)
    won = texts.money(row.won, sign=True) if row.mine else say("history.watched")
    return Item(
        title,
        ("go", "hand", row.table, row.round),
        " · ".join(notes),
        won,
        ink="good" if row.won > 0 else "warm" if row.won < 0 else "plain",
        cards=_drawn(visit, row.cards) if len(row.cards) <= FEW else (),
    )


def _ending(visit: Visit, row: HandRow) -> Iterator[str]:
    """`Otto won`, `pair of eights`; `17, black`"""
    say, texts = visit.say, visit.client.texts
    if row.outcome is not None:
        yield say(row.outcome)
    if row.i_won:
        yield say("history.won_me")
    elif row.winners:
        yield say("history.won", names=texts.listed(row.winners))
    if row.hand is not None:
        yield texts.hand_name(row.hand)


# -- one round -------------------------------------------------------------------------------------


def hand(visit: Visit) -> Sheet:
    """One round, back and forth: what lay on the table, and what happened, in words."""
    client, page = visit.client, visit.named("hand")
    table, round_ = (str(page.about[0]), int(page.about[1])) if page.about else ("", 0)
    steps = client.tables.hand(table, round_)
    game = steps[0].view.game if steps else ""
    title = client.texts.of_rounds(game, "round", number=round_)
    if not steps:
        return page_of(visit, title, (Paragraph(visit.say("history.gone"), "soft"),))
    chosen = page.chosen.get("step")
    at = max(0, min(len(steps) - 1, chosen if isinstance(chosen, int) else 0))
    told = tuple(
        Item(step.text, ("hand.step", place), here=place == at) for place, step in enumerate(steps)
    )
    slider = Slider(
        visit.say("web.step"), at, 0, len(steps) - 1, 1, f"{at + 1}/{len(steps)}", ("hand.slide",)
    )
    return page_of(
        visit, title, (_felt(visit, game, steps[at]),), (slider, Group(told, look="list")),
        foot=(
            Press(visit.say("web.earlier"), ("hand.step", max(0, at - 1)), "quiet", at > 0, "back"),
            Press(visit.say("web.later"), ("hand.step", at + 1), "quiet", at < len(steps) - 1,
                  "forward"),
        ),
    )  # fmt: skip


def _felt(visit: Visit, game: str, step: ReplayStep) -> Group:
    """What lies on the table after this step."""
    view, parts = step.view, []
    for cards in (view.board, view.house.cards if view.house is not None else ()):
        if cards:
            parts.append(Cards(_drawn(visit, cards), cards_name(cards)))
    total: tuple[Block, ...] = ()
    if view.total:
        text = visit.client.texts.of_rounds(game, "pot", amount=view.worth(view.total))
        total = (Paragraph(text, "soft"),)
    seats = tuple(
        _place(visit, view, seat, seat.seat == step.seat)
        for seat in view.seats
        if seat.in_round or any(one.cards for one in seat.hands)
    )
    return Group((*parts, *total, Group(seats, look="list")))


def _place(visit: Visit, view: TableView, seat: SeatView, lit: bool) -> Item:
    say, texts = visit.say, visit.client.texts
    facts = [say("history.stack", amount=view.worth(seat.stack))]
    if seat.paid:
        facts.append(say("history.put_in", amount=view.worth(seat.paid)))
    elif seat.act is not None:
        facts.append(texts.act_word(view.game, seat.act))
    cards = [card for one in seat.hands for card in one.cards]
    name = seat.name or say("seat.number", number=seat.seat + 1)
    return Item(
        name,
        note=" · ".join(facts),
        ink="soft" if seat.folded else "gold" if seat.won else "plain",
        cards=_drawn(visit, cards),
        here=lit,
    )


def _step(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("hand", step=int(args[0]))


def _slide(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("hand", step=number(value))


PART: Final = Part({"history": sheet, "hand": hand}, {"hand.step": _step, "hand.slide": _slide})

"""Rigged chance for testers: cards, dice, slots, at test tables of a house that is testing."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer
from game_server.lobby.ports import RigPort
from game_server.table.round_effects import RiggedDraw
from game_server.table.view import TableView
from protocol.cards import LABELS, label, labels, parse
from protocol.events import Dealt
from protocol.words import Cards, Refusal, Seat

DIE: Final = re.compile(r"d(\d{1,3})", re.IGNORECASE)
SLOT: Final = re.compile(r"\d{1,3}")
ENOUGH: Final = 10**9
"""Chips with which anybody could play, in cents; a whole number of every unit."""


async def rig(call: Call, table: str, next: tuple[str, ...] | None) -> Answer:
    """Put something on top, look what is there, switch it on or off."""
    runner = call.desk.lobby.find(table)
    rig = call.desk.means.rig
    if rig is None or not call.desk.config.house.testing:
        text = "This house was started without `testing`; nothing can be rigged in it."
        raise Refusal("not_testing", text)
    if not runner.config.testing:
        text = f"The table {table!r} is no test table, as players are told; take one that is."
        raise Refusal("not_testing", text)
    words = next or ()
    if words in (("on",), ("off",)):
        rig.switch(table, words == ("on",))
    elif words:
        _put(rig, runner.view, table, words)
    return _shown(rig, table)


def _put(rig: RigPort, found: TableView, table: str, words: Sequence[str]) -> None:
    if not rig.is_on(table):
        raise Refusal("rig_off", f"Rigging is off at {table}; switch it on: `rig {table} on`.")
    wanted = read(words, found.game.dice, found.game.wheel)
    left, whole = deck(found)
    _check_cards(wanted.cards, left, whole)
    playing = found.round
    lying = playing is not None and any(isinstance(one, Dealt) for one in playing.said())
    rig.put(table, wanted, lying)


def read(words: Sequence[str], dice: int, wheel: int) -> RiggedDraw:
    """What the words say at a table with dice of so many sides and a wheel of so many slots."""
    cards: list[str] = []
    eyes: list[int] = []
    slots: list[int] = []
    for word in words:
        die = DIE.fullmatch(word)
        if die is not None:
            eyes.append(_within(word, int(die[1]), 1, dice, "dice"))
        elif wheel and SLOT.fullmatch(word):
            slots.append(_within(word, int(word), 0, wheel - 1, "wheel"))
        else:
            cards.append(word)
    try:
        return RiggedDraw(parse(" ".join(cards)), tuple(eyes), tuple(slots))
    except ValueError as wrong:
        more = "; dice are d1 to d6" if dice else ""
        slot = f"; slots are 0 to {wheel - 1}" if wheel else ""
        raise Refusal("no_card", f"{str(wrong).rstrip('.')}{more}{slot}.") from None


def _within(word: str, number: int, least: int, most: int, what: str) -> int:
    if most < least:
        raise Refusal("no_dice", f"{word!r} is for dice; this table has none.")
    if not least <= number <= most:
        raise Refusal("impossible", f"{word!r} cannot come; the {what} has {least} to {most}.")
    return number


def deck(table: TableView) -> tuple[Cards, Cards]:
    """The cards that can still come, and those of the whole deck; nothing of a game without any."""
    playing = table.round
    if playing is not None:
        fresh = playing.rules.open(dict.fromkeys(playing.dealt, ENOUGH), None).state
        return _left(playing.state), _left(fresh)
    rules = table.game.rules(table.options)
    seats = {Seat(number): ENOUGH for number in range(table.options.least)}
    return _left(rules.open(seats, table.carry).state), _left(rules.open(seats, None).state)


def _left(state: object) -> Cards:
    # Every game that deals has what is left of its deck in the state, in no order.
    left: Cards = getattr(state, "left", ())
    return left


def _check_cards(cards: Cards, left: Cards, whole: Cards) -> None:
    there, all_of_them = Counter(left), Counter(whole)
    for card, count in Counter(cards).items():
        if count <= there[card]:
            continue
        if not whole:
            raise Refusal("impossible", f"{label(card)} cannot come; this game has no cards.")
        if not all_of_them[card]:
            some = ", ".join(LABELS[one] for one in sorted(set(whole))[:3])
            text = f"{label(card)} is not in this deck, which has {some} and so on."
            raise Refusal("impossible", text)
        if count > all_of_them[card]:
            text = f"You named {label(card)} {count} times; the deck has {all_of_them[card]}."
            raise Refusal("impossible", text)
        text = f"{label(card)} was dealt in this game; name cards that are still in the deck."
        raise Refusal("was_dealt", text)


def _shown(rig: RigPort, table: str) -> Answer:
    on, wanted = rig.is_on(table), rig.pending(table)
    cards, slots = labels(wanted.cards), " ".join(map(str, wanted.wheel))
    dice = " ".join(f"d{one}" for one in wanted.dice)
    coming = " ".join(one for one in (cards, dice, slots) if one)
    said = f"Next at {table}: {coming}." if coming else f"Nothing is rigged at {table}."
    if not on:
        said = f"Rigging is off at {table}."
    return {"said": said, "table": table, "on": on, "cards": cards, "dice": dice, "wheel": slots}


DOES: Final[dict[str, Does]] = {"rig": rig}

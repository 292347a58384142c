"""Rooms of the house: from its settings, and another one like a room that is full."""

from dataclasses import replace
from typing import Final

from game_server.bank import payment_steps
from game_server.bank.entries import Purse
from game_server.config import RoomSettings
from game_server.refusals import OptionsRefused
from game_server.table.config import TableConfig
from game_server.table.room_wishes import (
    entry_of,
    manners_of,
    refuse_buy_in,
    refuse_too_little,
    room_of,
)
from protocol.words import Refusal

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""For codes that are read aloud: nothing that looks like another."""


def configured(room: RoomSettings, testing: bool = False, demo: bool = False) -> TableConfig:
    """The room of these settings; Refusal says what is wrong with them, and of which room. `demo`:
    the bank of the house is the demo bank."""
    try:
        return _configured(room, testing, demo)
    except OptionsRefused as wrong:
        wrong.args = (f"Room {room.table!r}: {wrong.text}",)
        raise


def _configured(room: RoomSettings, testing: bool, demo: bool) -> TableConfig:
    for amount in (room.least_buy_in, room.most_buy_in):
        refuse_buy_in(amount)
    if room.purse == "cash" and room.bots:
        text = f"Room {room.table!r} plays for money, where no bot sits; set bots to 0."
        raise Refusal("bots_cash", text)
    money = demo and room.purse == "cash" and room.demo_bots > 0
    made = room_of(
        room.table,
        room.game,
        room.preset,
        room.stake,
        room.options,
        purse=_purse(room),
        least_buy_in=room.least_buy_in,
        most_buy_in=room.most_buy_in,
        bots=room.demo_bots if money else room.bots,
        bots_alone=money,
        pause=room.pause,
        offer=room.offer,
        disconnect_grace=room.disconnect_grace,
        chipless_seat=room.chipless_seat,
        winnings_limit=room.winnings_limit,
        seats_per_place=room.seats_per_address if room.purse == "cash" else 0,
        second_table=3 if room.second_table else 0,
        card_counter=room.card_counter,
        testing=testing,
    )
    if made.purse == "cash":
        made = _as_bought(made)
    if made.most_buy_in:
        refuse_too_little(made.most_buy_in, entry_of(made))
    return replace(made, **manners_of(made))


def _as_bought(made: TableConfig) -> TableConfig:
    """With such a least and most as the cashier sells: no offer may name what cannot be bought."""
    least = max(
        payment_steps.FIRST_LEAST,
        -(-max(made.least_buy_in, entry_of(made)) // payment_steps.STEP) * payment_steps.STEP,
    )
    most = made.most_buy_in // payment_steps.STEP * payment_steps.STEP
    if made.most_buy_in:
        refuse_too_little(most, least)
    return replace(made, least_buy_in=least, most_buy_in=most)


def _purse(room: RoomSettings) -> Purse:
    if room.purse == "play":
        return "play"
    if room.purse == "cash":
        return "cash"
    text = f"Room {room.table!r} has the purse {room.purse!r}; take play or cash."
    raise Refusal("no_purse", text)


def like(config: TableConfig, table: str) -> TableConfig:
    """Another table like that one, which closes when it is empty again."""
    return replace(config, table=table, stays=False)

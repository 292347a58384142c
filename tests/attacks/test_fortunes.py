"""A stranger who wishes for fortunes is told the most that is right, and no table fails by it."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from game_server.bank.demo_books import sample_card
from protocol import messages
from protocol.buy_ins import MOST_BROUGHT, MOST_OF_BOT, MOST_STAKE
from protocol.messages import Joined, Ok, Refused, Session
from tests.attacks.evening import Evening
from tests.attacks.lines import Eve
from tests.cards import typed

LARGEST = 10**15
PAYER = 97
"""The sample card of one who wishes to bring a fortune."""

WISHES: dict[str, tuple[dict[str, Any], str, int]] = {
    "a stake": ({"stake": LARGEST, "bots": 6, "bot_buy_in": LARGEST}, "stake_high", MOST_STAKE),
    "a buy-in": ({"buy_in": LARGEST, "bots": 6}, "buy_in_high", MOST_BROUGHT),
    "bots": ({"bots": 6, "bot_buy_in": LARGEST}, "bot_buy_in_high", MOST_OF_BOT),
    "bots at a stake": ({"stake": MOST_STAKE, "bots": 6}, "stake_high", MOST_OF_BOT // 20),
}


@pytest.mark.parametrize("what", WISHES)
def test_whoever_opens_a_room_of_fortunes_hears_the_most_that_is_right(
    what: str, eve: Eve, night: Evening
) -> None:
    wish, code, most = WISHES[what]
    far = eve.guest()
    failed = night.counts("commits_failed_total")
    answer = far.reply(messages.OpenRoom(far.next(), "holdem", "standard", **wish))
    assert isinstance(answer, Refused), answer
    assert (answer.code, answer.facts["most"]) == (code, most)
    assert night.counts("commits_failed_total") == failed
    assert night.counts("tables_quarantined") == {"": 0.0}


def test_one_chip_against_bots_of_fortunes_wins_no_more_than_a_chip_of_each(
    eve: Eve, night: Evening
) -> None:
    far = eve.guest()
    wish = messages.OpenRoom(far.next(), "holdem", "casino", bots=6, bot_buy_in=MOST_OF_BOT)
    answer = far.reply(wish)
    assert isinstance(answer, Joined), answer
    table = answer.room.table
    offer = far.offered(table)
    far.say(messages.Sit(far.next(), table, offer.key, 100))
    seats = far.until(messages.Seats)
    while seats.you is None:
        seats = far.until(messages.Seats)
    assert [one.stack for one in seats.seats.values() if one.bot] == [100] * 6
    far.reply(messages.Leave(far.next(), table))


def test_whoever_sits_for_cash_with_a_fortune_takes_no_seat_and_the_bank_is_not_asked(
    eve: Eve, night: Evening
) -> None:
    far = eve.met()
    far.say(messages.LoginByCard(far.next(), "Fortune Hunter", *typed(sample_card(PAYER))))
    assert isinstance(far.until(Session), Session)
    offer = far.offered("eps")
    for amount in (150_000, 10**12, LARGEST):
        refused = far.reply(messages.Sit(far.next(), "eps", offer.key, amount))
        assert isinstance(refused, Refused), refused
        assert (refused.code, refused.facts["most"]) == ("buy_in_high", offer.most_buy_in)
    assert purchases(night, "Fortune Hunter") == 0
    assert isinstance(far.reply(messages.Sit(far.next(), "eps", offer.key, 0)), Ok)
    far.reply(messages.Leave(far.next(), "eps"))


def purchases(night: Evening, name: str) -> int:
    """How many payments are written of the player of that name."""
    with closing(sqlite3.connect(f"file:{night.house.database}?mode=ro", uri=True)) as conn:
        (count,) = conn.execute(
            "SELECT count(*) FROM payments JOIN players ON players.id = payments.player"
            " WHERE players.name = ?",
            (name,),
        ).fetchone()
    return int(count)

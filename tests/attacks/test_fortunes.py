"""A stranger who wishes for fortunes is told the most that is right, and no table fails by it."""

from typing import Any

import pytest

from protocol import messages as said
from protocol.buy_ins import MOST_BROUGHT, MOST_OF_BOT, MOST_STAKE
from protocol.messages import Joined, Refused
from tests.attacks.evening import Evening
from tests.attacks.lines import Eve

LARGEST = 10**15

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
    answer = far.reply(said.OpenRoom(far.next(), "holdem", "standard", **wish))
    assert isinstance(answer, Refused), answer
    assert (answer.code, answer.facts["most"]) == (code, most)
    assert night.counts("commits_failed_total") == failed
    assert night.counts("tables_quarantined") == {"": 0.0}


def test_one_chip_against_bots_of_fortunes_wins_no_more_than_a_chip_of_each(
    eve: Eve, night: Evening
) -> None:
    far = eve.guest()
    wish = said.OpenRoom(far.next(), "holdem", "casino", bots=6, bot_buy_in=MOST_OF_BOT)
    answer = far.reply(wish)
    assert isinstance(answer, Joined), answer
    table = answer.room.table
    offer = far.offered(table)
    far.say(said.Sit(far.next(), table, offer.key, 100))
    seats = far.until(said.Seats)
    while seats.you is None:
        seats = far.until(said.Seats)
    assert [one.stack for one in seats.seats.values() if one.bot] == [100] * 6
    far.reply(said.Leave(far.next(), table))

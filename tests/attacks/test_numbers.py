"""The number of a request is shown again with another body, on the same line and on the next."""

import sqlite3
from contextlib import closing

from protocol import messages
from protocol.messages import Message, Ok, Refused, Session
from tests.attacks.evening import Evening
from tests.attacks.lines import Eve, Far


def code(message: Message) -> str:
    return message.code if isinstance(message, Refused) else message.t


def test_a_number_that_was_used_moves_no_chips_under_another_body(night: Evening, eve: Eve) -> None:
    far = eve.guest()
    table = opened(far)
    assert isinstance(far.reply(messages.Queue(far.next(), table)), Ok)
    offer = far.offered(table)
    sit = messages.Sit(far.next(), table, offer.key, 20_000)
    assert isinstance(far.reply(sit), Ok)
    buy = messages.Buy(far.next(), table, 1_000)
    assert isinstance(far.reply(buy), Ok)
    others: list[Message] = [
        messages.Buy(buy.id, table, 2_000),
        messages.Buy(sit.id, table, 2_000),
        messages.Sit(sit.id, table, offer.key, 40_000),
        messages.Leave(buy.id, table),
    ]
    assert [code(far.reply(one)) for one in others] == ["id_reused"] * 4
    assert [code(far.reply(one)) for one in (sit, buy)] == ["ok", "ok"]

    # On a new line the house knows what was on disk.
    back = eve.met()
    back.say(messages.Resume(buy.id + 1, far.token))
    back.until(Session)
    back.number = buy.id + 1
    assert [code(back.reply(one)) for one in others[:3]] == ["id_reused"] * 3
    assert [code(back.reply(one)) for one in (buy, sit)] == ["ok", "ok"]
    with closing(sqlite3.connect(night.house.database)) as conn:
        (held,) = conn.execute(
            "SELECT sum(b.amount) FROM balances b JOIN accounts a ON a.id = b.account"
            " WHERE a.name GLOB ?",
            (f"escrow:{table}:*",),
        ).fetchone()
    assert held == sit.buy_in + buy.amount
    assert isinstance(back.reply(messages.Leave(back.next(), table)), Ok)


def opened(far: Far) -> str:
    """A room of one's own, in which nobody else plays."""
    far.say(messages.OpenRoom(far.next(), "roulette", "standard"))
    return far.until(messages.Joined).room.table

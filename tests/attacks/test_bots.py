"""Rooms against bots by the hundred: bots at tables of the house think on, and acts are in time."""

import time

from protocol import messages
from protocol.messages import Asked, Joined, Ok, Refused
from tests.attacks.evening import BOT_ROOMS, WARM_SEATS, Evening
from tests.attacks.lines import PATIENCE, Eve, Far

HOMES, AT_EACH = 20, 10
THOUGHTS = 6
"""So often a bot of the house must have chosen while all this goes on."""


def crowd(eve: Eve) -> list[Far]:
    """Two hundred guests, each with a room against bots that think as long as bots can."""
    lines: list[Far] = []
    for _ in range(HOMES):
        home = eve.far().home
        lines += [eve.guest(home) for _ in range(AT_EACH)]
    for far in lines:
        far.say(messages.OpenRoom(far.next(), "doudizhu", "standard", bots=2, bot="hard"))
    tables = [far.until(Joined).room.table for far in lines]
    for far, table in zip(lines, tables, strict=True):
        offer = far.offered(table)
        far.say(messages.Sit(far.next(), table, offer.key, 20_000))
    for far, table in zip(lines, tables, strict=True):
        far.until(Ok)
        far.say(messages.Ready(far.next(), table))
    return lines


def answer(far: Far, asked: Asked) -> None:
    """Whatever is free of thought."""
    act = asked.ask.default
    calm = asked.ask.option("check") or asked.ask.option("call")
    verb, amount = (calm.verb, calm.low) if calm else (act.verb, act.amount)
    number = far.next()
    far.say(
        messages.Answer(
            number, asked.table, asked.turn, verb, amount, act.cards, act.on, act.stands
        )
    )


def bots(night: Evening, game: str) -> dict[str, float]:
    """How the bots of a game have answered, by how it came about."""
    return {
        name.split()[1]: count
        for name, count in night.counts("bot_answers_total").items()
        if name.split()[0] == game
    }


def test_two_hundred_rooms_against_hard_bots_take_nobody_s_time(night: Evening, eve: Eve) -> None:
    honest = eve.guest()
    honest.say(messages.Join(honest.next(), WARM_SEATS), messages.Queue(honest.next(), WARM_SEATS))
    offer = honest.offered(WARM_SEATS)
    honest.say(messages.Sit(honest.next(), WARM_SEATS, offer.key, 20_000))
    before, alarms = bots(night, "holdem"), night.counts("alarms_total")
    lines = crowd(eve)
    end = time.monotonic() + PATIENCE
    while bots(night, "holdem").get("thought", 0) < before.get("thought", 0) + THOUGHTS or sum(
        bots(night, "doudizhu").values()
    ) < len(lines):
        assert time.monotonic() < end, (bots(night, "holdem"), bots(night, "doudizhu"))
        for far in (honest, *lines):
            for message in far.heard():
                if isinstance(message, Asked):
                    answer(far, message)
        time.sleep(0.02)
    after = bots(night, "holdem")
    # However many ask: nobody at a table of the house hears that all bots are busy.
    assert {how for how in after if after[how] != before.get(how, 0)} <= {"thought", "late"}
    assert not {"failed", "silent"} & bots(night, "doudizhu").keys()
    assert night.counts("alarms_total") == alarms, night.house.log
    for far in (honest, *lines):
        far.say(messages.Logout(far.next()))


def test_one_address_opens_no_more_rooms_with_bots_than_it_may(night: Evening, eve: Eve) -> None:
    home = eve.far().home
    wish = ("holdem", "standard")
    lines = [eve.guest(home) for _ in range(BOT_ROOMS // 2)]
    for far in lines:
        for _ in range(2):
            assert isinstance(far.reply(messages.OpenRoom(far.next(), *wish, bots=1)), Joined)
    one_more = eve.guest(home)
    refused = one_more.reply(messages.OpenRoom(one_more.next(), *wish, bots=1))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.facts) == ("bot_rooms_here", {"most": BOT_ROOMS})
    # By no other way either.
    friends = one_more.reply(messages.OpenRoom(one_more.next(), *wish))
    assert isinstance(friends, Joined)
    called = one_more.reply(messages.SeatBot(one_more.next(), friends.room.table))
    assert isinstance(called, Refused)
    assert called.code == "bot_rooms_here"
    elsewhere = eve.guest()
    assert isinstance(elsewhere.reply(messages.OpenRoom(elsewhere.next(), *wish, bots=1)), Joined)
    for far in (*lines, one_more, elsewhere):
        far.say(messages.Logout(far.next()))

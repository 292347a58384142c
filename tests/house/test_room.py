"""A Dou Dizhu room in the house: opened for a stake, found, filled with bots, left, cut off."""

from typing import Any

import pytest

from game_server.config import DEFAULT_ROOMS
from protocol import messages
from protocol.codec import encode
from protocol.messages import Joined, Offer, Purse, Refused, Rooms, Seats
from protocol.words import Seat
from tests.house.test_lobby import opened
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import EPS, Client, World
from tests.table_probe import TableProbe

PUBLIC = [room for room in DEFAULT_ROOMS if room.game == "doudizhu"]


def code_of(wrong: messages.Message) -> str:
    assert isinstance(wrong, Refused), wrong
    return wrong.code


def sits(client: Client, table: str, chips: int = 50_000) -> None:
    client.ask(messages.Queue, table)
    client.sit(table, chips)


def friends(**wish: Any) -> tuple[World, str, list[Client]]:
    """Anna has opened a room; Berta and Carl have come by its code; all sit and play."""
    world = World(ROOMS["roulette"])
    people = [world.client(name) for name in ("Anna", "Berta", "Carl")]
    table = opened(world, people[0], "doudizhu", "house", **wish)
    code = people[0].heard(Joined)[-1].room.code
    for friend in people[1:]:
        friend.ask(messages.Join, "", code)
    for one in people:
        sits(one, table)
        one.plays = True
    return world, table, people


def begin(world: World, table: str, people: list[Client]) -> None:
    for one in people:
        assert isinstance(one.ask(messages.Ready, table), messages.Ok)
    assert world.probe(table).round is not None


def ends(world: World, table: str) -> None:
    world.until(lambda: world.probe(table).round is None, step=0.25)
    world.check()


def shown(client: Client) -> dict[str, tuple[bool, bool]]:
    """Who is seen to be here, and to be played for."""
    seats = client.heard(Seats)[-1].seats.values()
    return {one.name: (one.here, one.stand_in) for one in seats}


def test_a_room_is_opened_for_a_stake_with_rules_and_counter_and_says_so() -> None:
    world = World(ROOMS["roulette"])
    anna = world.client("Anna")
    joined = anna.ask(
        messages.OpenRoom, "doudizhu", "standard", stake=5_000, buy_in=400_000, counter=True
    )
    assert isinstance(joined, Joined)
    room = joined.room
    assert (room.stake, room.preset, room.counter, room.ready) == (5_000, "standard", True, True)
    assert (room.private, len(room.code), room.calls, room.seats) == (True, 6, True, 3)
    assert world.runner(room.table).config.options["stake"] == 5_000
    anna.ask(messages.Queue, room.table)
    assert anna.heard(Offer)[-1].ms == 60_000, "nobody is in a hurry among friends"
    public = anna.ask(messages.OpenRoom, "doudizhu", "house", private=False, counter=True)
    assert isinstance(public, Joined)
    anna.ask(messages.Queue, public.room.table)
    assert anna.heard(Offer)[-1].ms == 10_000
    anna.ask(messages.Lobby, "doudizhu")
    (listed,) = anna.heard(Rooms)[-1].rooms
    assert (listed.table, listed.code, listed.counter) == (public.room.table, "", True)


def test_whoever_sits_calls_bots_and_sends_them_away_and_whoever_does_not_may_not() -> None:
    world = World(ROOMS["roulette"])
    anna, berta, carl = (world.client(name) for name in ("Anna", "Berta", "Carl"))
    table = opened(world, anna, "doudizhu", "house", private=False)
    for one in (berta, carl):
        one.ask(messages.Join, table)
    sits(berta, table)
    assert code_of(carl.ask(messages.SeatBot, table)) == "not_yours"
    assert isinstance(berta.ask(messages.SeatBot, table, "hard"), messages.Ok)
    assert isinstance(anna.ask(messages.SeatBot, table), messages.Ok), (
        "whoever has opened it may as well"
    )
    assert code_of(berta.ask(messages.SeatBot, table)) == "no_seat"
    assert code_of(carl.ask(messages.DismissBots, table)) == "not_yours"
    kinds = {one.bot for one in berta.heard(Seats)[-1].seats.values() if one.bot}
    assert kinds == {"hard", "medium"}
    berta.plays = True
    begin(world, table, [berta])
    assert isinstance(berta.ask(messages.DismissBots, table), messages.Ok)
    ends(world, table)
    assert set(shown(berta)) == {"Berta"}
    assert code_of(berta.ask(messages.DismissBots, table, Seat(0))) == "bot_none"
    world.check()


def test_bots_are_called_to_no_table_for_money_or_alone() -> None:
    world = World(EPS)
    anna = world.client("Anna", card=0)
    anna.sit("eps", 0)
    assert code_of(anna.ask(messages.SeatBot, "eps")) == "not_yours"
    berta = world.client("Berta")
    table = opened(world, berta, "doudizhu", "house", bots=2)
    assert code_of(berta.ask(messages.SeatBot, table)) == "not_yours"
    assert code_of(berta.ask(messages.DismissBots, table)) == "not_yours"


@pytest.mark.parametrize("leaves", [0, 1])
def test_who_leaves_in_mid_game_learns_in_the_lobby_what_the_bot_made_of_it(leaves: int) -> None:
    world, table, people = friends()
    begin(world, table, people)
    leaver = people.pop(leaves)
    before = leaver.heard(Purse)[-1].play
    leaver.ask(messages.Leave, table)
    assert len(leaver.heard(Purse)) == 1 or leaver.heard(Purse)[-1].play == before
    name = ("Anna", "Berta")[leaves]
    assert shown(people[0])[name] == (False, True)
    ends(world, table)
    world.run(0.5)
    notice = next(one for one in leaver.heard(messages.Notice) if one.code.startswith("left_"))
    assert leaver.heard(Purse)[-1].play == before + int(notice.facts["chips"])
    assert notice.facts["chips"] != 50_000
    begun = world.probe(table).rounds
    for one in people:
        one.ask(messages.Ready, table)
    assert world.probe(table).rounds == begun, "two wait for a third"
    assert isinstance(people[0].ask(messages.SeatBot, table), messages.Ok)
    assert world.probe(table).rounds == begun + 1, "and a bot is ready at once"


def test_who_is_cut_off_is_played_for_and_takes_over_in_the_same_game() -> None:
    world, table, people = friends()
    begin(world, table, people)
    for one in people:
        one.plays = False
    world.until(lambda: any(table in one.asked for one in people))
    lost = next(one for one in people if table in one.asked)
    (other, _) = (one for one in people if one is not lost)
    for one in people:
        one.plays = one is not lost
    lost.lose()
    name = lost.heard(messages.Session)[-1].name
    world.until(lambda: shown(other)[name] == (False, True), seconds=16, step=0.25)
    other.plays = False
    world.run(3.0)
    number = world.probe(table).rounds
    back = lost.resumed()
    assert shown(other)[name] == (True, False)
    other.plays = back.plays = True
    ends(world, table)
    assert world.probe(table).rounds == number
    assert len(world.probe(table).seats) == 3
    begin(world, table, [one if one is not lost else back for one in people])


def test_a_stand_in_plays_on_after_the_house_was_killed() -> None:
    world, table, people = friends()
    begin(world, table, people)
    people[2].ask(messages.Leave, table)
    people[1].lose()
    world.restart()
    back = people[0].resumed()
    back.plays = True
    assert shown(back)["Carl"] == (False, True)
    ends(world, table)
    held = world.runner(table).view.holdings()
    assert len(held) == 2
    assert TableProbe.of(world.house.lobby.runners[table]).rounds == 1


# -- deal me in ----------------------------------------------------------------------------------


def test_one_who_is_dealt_in_alone_plays_against_the_bots_of_the_house_at_once() -> None:
    world = World(*PUBLIC)
    quick = world.client("Quick")
    joined = quick.ask(messages.QuickSeat, "doudizhu", "house")
    assert isinstance(joined, Joined)
    assert (joined.room.table, joined.room.counter) == ("doudizhu", True)
    quick.sit("doudizhu", 20_000)
    world.run(0.5)
    quick.plays = True
    begin(world, "doudizhu", [quick])
    assert [one.ready for one in quick.heard(Seats)[-1].seats.values() if one.bot] == [True, True]
    ends(world, "doudizhu")


def test_a_second_person_is_dealt_in_where_a_bot_can_go_at_once_else_elsewhere() -> None:
    world = World(*PUBLIC)
    first, second, third = (world.client(name) for name in ("First", "Second", "Third"))
    for one in (first, second):
        joined = one.ask(messages.QuickSeat, "doudizhu")
        assert isinstance(joined, Joined)
        assert joined.room.table == "doudizhu", "people meet while no game is on"
        one.sit("doudizhu", 20_000)
        world.run(0.5)
    begin(world, "doudizhu", [first, second])
    joined = third.ask(messages.QuickSeat, "doudizhu")
    assert isinstance(joined, Joined)
    assert joined.room.table == "doudizhu-bid"
    joined = third.ask(messages.QuickSeat, "doudizhu", "house")
    assert isinstance(joined, Joined)
    assert joined.room.table == "doudizhu", "a seat is soon free there"


def test_nobody_waits_behind_a_table_full_of_people_where_bots_could_play() -> None:
    world = World(PUBLIC[0])
    people = [world.client(f"Player {number}") for number in range(3)]
    for one in people:
        one.ask(messages.QuickSeat, "doudizhu", "house")
        world.run(0.5)
        one.sit("doudizhu", 20_000)
    late = [world.client(name) for name in ("Fourth", "Fifth")]
    for one in late:
        # Both at once: the table for the first is still being opened.
        wish = messages.QuickSeat(one.next(), "doudizhu", "house")
        one.line.heard(encode(wish), world.clock.seconds())
    world.run(1.0)
    (other,) = world.house.lobby.runners.keys() - {"doudizhu"}
    for one in late:
        assert one.heard(Joined)[-1].room.table == other
        assert one.heard(Offer)[-1].table == other
        one.sit(other, 20_000)
        one.plays = True
    world.run(0.5)
    begin(world, other, late)
    assert len(world.probe(other).seats) == 3
    ends(world, other)

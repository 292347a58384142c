"""All five games are played offline, and no chip is made or lost whatever is done."""

import pytest

from client_offline.books import PURSE, escrow
from client_offline.rooms import standing
from client_offline.table_run import PLAYER
from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.buy_ins import GIFT
from protocol.messages import Joined, Left, Notice, Purse, Refused, Rooms, Session, Told, Welcome
from tests.offline.world import Guest

ROOMS = tuple(standing())
STEPS = 150


def books_come_out(guest: Guest) -> None:
    """The accounts sum to zero, and what a table holds is what the books say of it."""
    accounts = guest.held()
    assert sum(accounts.values()) == 0
    for name, run in guest.house.hall.runs.items():
        held = {who: chips for who, chips in run.table.view().holdings().items() if chips}
        assert held == guest.house.purse.books.escrows(name), name


def test_the_house_is_met_and_lets_in_without_a_password() -> None:
    guest = Guest()
    guest.come_in()
    assert guest.last(Welcome).open
    assert guest.last(Session).name == "Ann"
    assert guest.last(Purse) == Purse(GIFT)


def test_each_game_has_rooms_to_sit_down_in() -> None:
    guest = Guest()
    guest.come_in()
    guest.ask(messages.Lobby)
    rooms = guest.last(Rooms).rooms
    assert {room.table for room in rooms} == set(ROOMS)
    assert {room.game for room in rooms} == set(GAMES)
    assert {"holdem-heads_up", "holdem-casino", "doudizhu-wild"} <= set(ROOMS)
    assert not any(room.preset == "eps" for room in rooms), "EPS is played for bought chips"


def test_a_game_for_three_goes_on_with_another_bot_when_one_is_out_of_chips() -> None:
    guest = Guest(seed=2)
    guest.come_in()
    guest.ask(
        lambda mine: messages.OpenRoom(
            mine, "doudizhu", "house", bots=2, unhurried=True, bot_buy_in=2_000
        )
    )
    table = guest.last(Joined).room.table
    guest.sit()
    run = guest.house.hall.runs[table]
    first = set(run.table.view().holdings())
    for _ in range(STEPS):
        guest.go_on(table)
        if set(run.table.view().holdings()) != first:
            break
    assert "opponent_broke" in [one.code for one in guest.heard if isinstance(one, Notice)]
    seated = run.table.view().holdings()
    assert len(seated) == 3
    assert len(set(seated) & first) == 2
    books_come_out(guest)
    number = run.table.view().rounds
    for _ in range(STEPS):
        guest.go_on(table)
        books_come_out(guest)
        if guest.last(Told).round > number:
            return
    raise AssertionError("No game begins any more.")


@pytest.mark.parametrize("table", ROOMS)
def test_no_chip_is_made_or_lost_whatever_is_played(table: str) -> None:
    guest = Guest(seed=ROOMS.index(table) + 7)
    guest.come_in()
    game, _, preset = table.partition("-")
    guest.ask(lambda mine: messages.QuickSeat(mine, game, preset))
    assert guest.last(Joined).room.table == table
    guest.sit(GIFT // 2)
    rounds = set()
    for _ in range(STEPS):
        if guest.house.hall.runs.get(table) is None:
            break
        guest.go_on(table)
        books_come_out(guest)
        rounds |= {one.round for one in guest.heard if isinstance(one, Told)}
    assert rounds
    assert not [one for one in guest.heard if isinstance(one, Refused)]
    if table in guest.house.hall.runs:
        guest.ask(lambda mine: messages.Leave(mine, table))
        while table in guest.house.hall.runs:
            guest.later()
    assert guest.last(Left).table == table
    books_come_out(guest)
    accounts = guest.held()
    assert not any(name.startswith("escrow/") for name in accounts)
    assert escrow(table, PLAYER) not in accounts
    assert guest.last(Purse).play == accounts.get(PURSE, 0)
    assert guest.last(Purse).profit.get(game, 0) == accounts.get(PURSE, 0) - GIFT

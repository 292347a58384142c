"""Deal me in: a seat that the player has the chips for, first of all at a table of the house."""

from game_server.bank.bookings import granted
from game_server.config import RoomSettings
from game_server.lobby.opening import configured
from game_server.store import ledger
from protocol import messages
from protocol.messages import Joined, Message, Offer, Ok, Refused
from tests.house.world import Client, World

HOUSE = RoomSettings("house", "holdem", "heads_up", stake=200, least_buy_in=4_000)
DEAR = RoomSettings("dear", "holdem", "standard", stake=10_000, least_buy_in=200_000)
RICH = 190_000


def host(world: World, amount: int) -> str:
    """A public room of a player who sits there with so much, which all must bring."""
    anna = world.client("Anna")
    anna.ask(messages.Register, "Anna", "a long word of Anna")
    ledger.book(world.conn, granted(anna.id, anna.id, RICH - 100_000, 1, "won"))
    joined = anna.ask(
        messages.OpenRoom, "holdem", "heads_up", stake=amount, private=False, buy_in=amount
    )
    assert isinstance(joined, Joined), joined
    table = joined.room.table
    anna.ask(messages.Queue, table)
    anna.sit(table, amount)
    return table


def dealt_in(client: Client, game: str = "holdem") -> Message:
    return client.ask(messages.QuickSeat, game)


def test_a_room_of_the_rich_takes_deal_me_in_from_nobody() -> None:
    world = World(HOUSE)
    host(world, 180_000)
    for _ in range(2):
        client = world.client()
        joined = dealt_in(client)
        assert isinstance(joined, Joined)
        assert joined.room.table == "house"
        offer = client.heard(Offer)[-1]
        assert isinstance(client.ask(messages.Sit, "house", offer.key, 100_000), Ok)
    world.check()


def test_who_has_the_chips_is_dealt_in_with_the_rich() -> None:
    world = World(HOUSE)
    table = host(world, 180_000)
    client = world.client()
    ledger.book(world.conn, granted(client.id, client.id, 80_000, 1, "won"))
    joined = dealt_in(client)
    assert isinstance(joined, Joined)
    assert joined.room.table == table


def test_of_rooms_that_are_as_good_one_of_the_house_is_taken() -> None:
    # The player's is opened first, so that it stands first in every list.
    world = World(RoomSettings("other", "roulette"))
    opened = world.client("Anna").ask(
        messages.OpenRoom, "holdem", "heads_up", stake=200, private=False
    )
    assert isinstance(opened, Joined)
    world.wait(world.house.lobby.create(configured(HOUSE)))
    joined = dealt_in(world.client())
    assert isinstance(joined, Joined)
    assert joined.room.table == "house"


def test_where_all_play_for_more_deal_me_in_says_the_least() -> None:
    world = World(DEAR)
    client = world.client()
    refused = dealt_in(client)
    assert isinstance(refused, Refused)
    assert (refused.code, dict(refused.facts)) == (
        "purse_short",
        {"have": 100_000, "amount": 200_000},
    )
    assert not client.heard(Joined)


def test_who_sits_with_all_chips_is_shown_the_own_table() -> None:
    world = World(HOUSE)
    client = world.client()
    client.seat("house", 100_000)
    joined = dealt_in(client)
    assert isinstance(joined, Joined)
    assert joined.room.table == "house"

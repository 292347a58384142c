"""Any one commit of an evening fails, or is only said to: nobody is stuck, and nothing is lost."""

from collections.abc import Callable
from functools import cache
from typing import Final

import pytest

from game_server.bank.demo_books import sample_card
from game_server.config import RoomSettings
from game_server.lobby.table_runner import TableRunner
from game_server.store.direct import CommitFault
from game_server.store.escrows import all_escrows
from protocol import messages
from protocol.messages import Joined, Message, Offer, Refused
from protocol.words import Refusal
from tests.house.world import EPS, Client, World
from tests.table_probe import TableProbe

HOME_S: Final = 400.0
AGAIN: Final = ("not_written", "paused")


class Struck(World):
    """The commit of that number fails, before it is done or after it, counted from `arm`."""

    def __init__(self, room: RoomSettings, strike: int, fault: CommitFault) -> None:
        super().__init__(room)
        self.strike, self.kind, self.first = strike, fault, 0

    @property
    def commits(self) -> int:
        return self.store.commits - self.first

    def arm(self) -> None:
        """Count from here."""
        self.first, whole = self.store.commits, self.store._strike

        def strike_there(before: bool) -> None:
            if self.commits == self.strike and self.store.fault is None:
                self.store.fault = self.kind
            whole(before)

        self.store._strike = strike_there  # type: ignore[method-assign]


def insist(client: Client, kind: Callable[..., Message], *args: object, **more: object) -> Message:
    """Ask, and once more when the house could not write it down."""
    for _ in range(4):
        answer = client.ask(kind, *args, **more)
        if not (isinstance(answer, Refused) and answer.code in AGAIN):
            return answer
        client.world.run(1.0)
    raise AssertionError(f"it is never written: {answer}")


def take_a_seat(client: Client, table: str, chips: int) -> None:
    """Queue and sit, however often the house takes it back."""
    world = client.world
    for _ in range(4):
        if world.runner(table).view.sits(client_id(client)):
            return
        insist(client, messages.Queue, table)
        world.run(0.5)
        offers = [one for one in client.heard(Offer) if one.table == table]
        if offers:
            insist(client, messages.Sit, table, offers[-1].key, chips)
        world.run(0.5)
    assert world.runner(table).view.sits(client_id(client)), client.inbox[-5:]


def client_id(client: Client) -> str:
    return str(client.id)


def runner_of(world: World, table: str) -> TableRunner | None:
    return world.house.lobby.runners.get(table)


def open_room(client: Client, *args: object, **more: object) -> str:
    """A room with all the bots that were wished, and the one who wished it inside."""
    answer = insist(client, messages.OpenRoom, *args, **more)
    assert isinstance(answer, Joined), answer
    return answer.room.table


def a_round(world: World, name: str) -> None:
    """Play until one round more is over, or the room."""
    runner = runner_of(world, name)
    if runner is None:
        return
    before = TableProbe.of(runner).rounds

    def over() -> bool:
        there = runner_of(world, name)
        if there is None:
            return True
        table = TableProbe.of(there)
        if table.rounds > before and table.round is None:
            return True
        if there.config.ready and table.round is None:
            for client in world.clients:
                seat = table.seats.of(client_id(client))
                waits = seat is not None and not table.seats[seat].ready
                if waits and not (client.cut or there.down):
                    client.say(messages.Ready(client.next(), name))
        return False

    world.until(over, seconds=600, step=0.25)


def go(client: Client, table: str) -> None:
    """Leave, however often the house takes it back."""
    world = client.world
    for _ in range(4):
        runner = runner_of(world, table)
        if runner is None or client_id(client) not in TableProbe.of(runner).people:
            return
        insist(client, messages.Leave, table)
        world.run(1.0)


def solo(strike: int, fault: CommitFault) -> Struck:
    world = Struck(RoomSettings("t", "roulette", "standard"), strike, fault)
    client = world.client("Anna")
    world.arm()
    table = open_room(client, "sabacc", "house", bots=2)
    bots = sum(1 for _ in world.probe(table).seats.bots())
    assert bots == 2, f"{bots} bots sit there"
    take_a_seat(client, table, 60_000)
    client.plays = True
    a_round(world, table)
    go(client, table)
    return world


def friends(strike: int, fault: CommitFault) -> Struck:
    world = Struck(RoomSettings("t", "roulette", "standard"), strike, fault)
    client = world.client("Anna")
    world.arm()
    table = open_room(client, "doudizhu", "house")
    take_a_seat(client, table, 60_000)
    for _ in range(2):
        insist(client, messages.SeatBot, table)
    world.run(1.0)
    while sum(1 for _ in world.probe(table).seats.bots()) < 2:
        insist(client, messages.SeatBot, table)
        world.run(0.5)
    client.plays = True
    a_round(world, table)
    insist(client, messages.DismissBots, table)
    go(client, table)
    return world


def cash(strike: int, fault: CommitFault) -> Struck:
    eps = RoomSettings(
        "t", "holdem", "eps", "cash", 0, 2_000, 100_000, pause=1.0, seats_per_address=0
    )
    world = Struck(eps, strike, fault)
    clients = [world.client(f"Card {number}", card=number) for number in (0, 1)]
    world.arm()
    for client in clients:
        world.run(0.5)
        if client_id(client) not in world.probe("t").people:
            insist(client, messages.Join, "t")
        take_a_seat(client, "t", 5_000)
        world.run(1.0)
        seat = world.probe("t").seats.of(client_id(client))
        assert seat is not None
        if not world.probe("t").owned(seat):
            insist(client, messages.Buy, "t", 5_000)
            world.run(2.0)
    for client in clients:
        client.plays = True
    a_round(world, "t")
    for client in clients:
        go(client, "t")
    return world


EVENINGS: Final = {"solo": solo, "friends": friends, "cash": cash}


@cache
def commits(evening: str) -> int:
    """How many commits there are where none fails."""
    return EVENINGS[evening](-1, CommitFault.FAILS).commits


@pytest.mark.parametrize("fault", [CommitFault.FAILS, CommitFault.LOST])
@pytest.mark.parametrize("evening", EVENINGS)
def test_whichever_commit_fails_the_evening_goes_on_and_the_house_closes(
    evening: str, fault: CommitFault
) -> None:
    for number in range(commits(evening)):
        try:
            world = EVENINGS[evening](number, fault)
            _all_is_well(world)
        except (AssertionError, Refusal) as wrong:
            raise AssertionError(f"Commit {number} of {commits(evening)}: {wrong}") from wrong


def _all_is_well(world: World) -> None:
    def closed() -> bool:
        others = world.house.lobby.runners.keys() - {"t"}
        return not others and all_escrows(world.conn) == ()

    world.until(closed, seconds=HOME_S, step=0.5)
    assert not TableProbe.of(world.house.lobby.runners["t"]).closing
    world.check()
    over: list[None] = []
    world.house.close().addCallback(over.append)
    world.until(lambda: bool(over), seconds=HOME_S, step=0.5)
    world.check()


@pytest.mark.parametrize("strike", range(8))
def test_chips_that_are_paid_for_wait_for_a_table_that_cannot_write(strike: int) -> None:
    world = Struck(EPS, strike, CommitFault.FAILS)
    client = world.client("Anna", card=0)
    client.sit("eps", 0)
    world.run(1.0)
    had = world.books.held(sample_card(0))
    world.arm()
    answer = client.ask(messages.Buy, "eps", 5_000)
    world.run(20.0)
    bought = 0 if isinstance(answer, Refused) else 5_000
    assert had - world.books.held(sample_card(0)) == bought, "nothing is sent back for a disk"
    assert world.runner("eps").view.holdings().get(client_id(client), 0) == bought
    world.check()

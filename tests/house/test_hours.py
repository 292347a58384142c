"""Opening the house and closing it, any number of times."""

import pytest
from twisted.internet.defer import fail

from game_server.bank.entries import purse_of
from game_server.config import RoomSettings
from game_server.store import ledger
from protocol import messages
from protocol.codec import encode
from protocol.events import Button
from protocol.messages import Goodbye, Notice, Purse, Refused, Session, Told
from tests.house.world import EPS, Client, World

PLAY = RoomSettings("t", "holdem", "standard", "play", 200, 4_000, 40_000, pause=0.5)


def hand(world: World) -> list[Client]:
    """Two people in the middle of a hand."""
    two = [world.client() for _ in range(2)]
    for client in two:
        client.seat("t")
    world.until(lambda: any(client.asked for client in two))
    return two


def close(world: World) -> None:
    world.wait(world.house.close(), seconds=200)


def first_button(world: World) -> tuple[int, int]:
    """The seat that was filled first, and the button of the first hand."""
    first, _ = hand(world)
    seat = world.probe("t").seats.of(str(first.id))
    assert seat is not None
    (button,) = [event.seat for event in first.told["t"] if isinstance(event, Button)]
    return seat, button


@pytest.mark.req("E-UC-001")
def test_the_first_seat_to_be_filled_is_drawn_and_has_the_first_button() -> None:
    drawn = [first_button(World(PLAY, seed=seed)) for seed in range(40)]
    assert all(seat == button for seat, button in drawn)
    assert {seat for seat, _ in drawn} == set(range(7))


@pytest.mark.req("E-UC-001")
def test_when_the_house_opens_again_the_first_seat_is_drawn_again() -> None:
    seats = set()
    for seed in range(12):
        world = World(PLAY, seed=seed)
        hand(world)
        close(world)
        world.wait(world.house.hours.open())
        seat, button = first_button(world)
        assert seat == button
        seats.add(seat)
    assert len(seats) > 1


def test_a_first_seat_that_is_left_is_the_first_again_while_nobody_else_sits() -> None:
    world = World(PLAY)
    client = world.client()
    client.seat("t")
    table = world.probe("t")
    first = table.seats.of(str(client.id))
    client.ask(messages.Leave, "t", "now")
    assert not table.seats
    other = world.client()
    other.seat("t")
    assert table.seats.of(str(other.id)) == first == table.first


@pytest.mark.req("E-UC-001")
def test_those_who_wait_outside_are_told_when_the_house_opens() -> None:
    world = World(PLAY)
    close(world)
    waiting, gone = Client(world), Client(world)
    gone.lose()
    gone.cut = False
    waiting.say(messages.Guest(waiting.next()))
    refused = waiting.heard(Refused)[-1]
    assert refused.code == "house_closed"
    world.wait(world.house.hours.open())
    assert [notice.code for notice in waiting.heard(Notice)] == ["open"]
    assert not gone.heard(Notice)
    waiting.say(messages.Guest(waiting.next()))
    world.clock.advance(0.2)
    assert waiting.heard(Session)


@pytest.mark.req("E-UC-002", "E-RF-SV-008")
def test_a_house_that_closes_tells_everybody_ends_the_game_and_cashes_all_out() -> None:
    world = World(PLAY)
    two, outside = hand(world), Client(world)
    closed: list[None] = []
    world.house.close().addCallback(closed.append)
    world.clock.advance(0)
    for client in (*two, outside):
        assert "closing" in client.codes()
    outside.say(messages.Guest(outside.next()))
    world.clock.advance(0.2)
    assert outside.heard(Refused)[-1].code == "house_closes"
    assert not closed
    assert world.probe("t").round is not None
    for client in two:
        client.plays = True
    world.until(lambda: bool(closed))
    for client in two:
        assert client.heard(Goodbye)[-1].code == "house_closes"
        assert len(client.told["t"]) > 0
        own = ledger.balance(world.conn, purse_of(client.id, "play"))
        assert client.heard(Purse)[-1].play == own, "what came back from the table"
    assert not world.house.online
    assert not world.house.lobby.runners
    world.check()


def test_closing_it_again_while_it_closes_waits_for_the_same_end() -> None:
    world = World(PLAY)
    two = hand(world)
    closed: list[None] = []
    for _ in range(2):
        world.house.close().addCallback(closed.append)
    for client in two:
        client.plays = True
    world.until(lambda: len(closed) == 2)
    world.house.close().addCallback(closed.append)
    assert len(closed) == 3


def test_a_house_that_is_closed_while_it_opens_opens_and_closes() -> None:
    world = World(PLAY)
    close(world)
    states: list[str] = []
    world.house.hours.changed = states.append
    opened, closed = world.house.hours.open(), world.house.close()
    world.wait(opened)
    world.wait(closed)
    assert states == ["opening", "open", "closing", "closed"]


@pytest.mark.parametrize("room", [PLAY, EPS])
def test_a_hand_waits_whole_on_disk_until_a_closed_house_opens(room: RoomSettings) -> None:
    world = World(room)
    two = [world.client(f"P{number}", number if room is EPS else None) for number in range(2)]
    for client in two:
        if room is EPS:
            client.sit(room.table, 10_000)
        else:
            client.seat(room.table)
    world.until(lambda: any(client.asked for client in two))
    playing = world.probe(room.table).round
    assert playing is not None
    world.starts_open = False
    world.restart()
    world.run(600, step=30)
    assert not world.house.lobby.runners
    world.wait(world.house.hours.open())
    again = world.probe(room.table).round
    assert again is not None
    assert again.said == playing.said
    back = [client.resumed() for client in two]
    assert not any(client.heard(Told) for client in back), "all of it was told before"
    for client in back:
        client.plays = True
    world.until(lambda: world.probe(room.table).round is None, step=0.01)
    world.check()


def test_one_whose_password_is_looked_at_while_the_house_closes_stays_outside() -> None:
    world = World(PLAY)
    world.client()
    late = Client(world)
    wish = messages.Register(late.next(), "Somebody", "a password of one's own")
    late.line.heard(encode(wish), world.clock.seconds())
    closing = world.house.close()
    world.wait(closing)
    world.clock.advance(1)
    assert not late.heard(Session)
    assert not world.house.online


def test_a_house_that_cannot_open_stays_closed_and_can_be_opened_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(PLAY)
    close(world)
    hours = world.house.hours
    with monkeypatch.context() as broken:
        broken.setattr(world.house.lobby, "start", lambda _: fail(OSError("no disk")))
        with pytest.raises(OSError, match="no disk"):
            world.wait(hours.open())
    assert hours.state == "closed"
    world.wait(hours.open())
    assert world.client().heard(Session)

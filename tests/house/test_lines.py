"""Lines that break, second devices, sessions: the seat stays the player's."""

from collections.abc import Callable

import pytest

from game_server.house import online_players
from game_server.house.online_players import OnlinePlayer
from game_server.house.table_requests import MOST_MUTED
from game_server.store.direct import CommitFault
from protocol import messages
from protocol.codec import encode
from protocol.events import RoundEnded
from protocol.messages import (
    Asked,
    Chat,
    Goodbye,
    Left,
    Ok,
    Pong,
    Refused,
    Session,
    Told,
    Waiting,
)
from tests.house.test_restart import in_mid_hand
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import Client, World


@pytest.mark.parametrize("game", ROOMS)
@pytest.mark.req("E-RF-PI-003")
def test_a_second_device_takes_the_seat_over_and_the_first_is_told(game: str) -> None:
    world = in_mid_hand(game, 1)
    old = next(client for client in world.clients if client.asked)
    asked = old.asked["t"]
    new = old.resumed()
    assert old.heard(Goodbye)[-1].code == "moved"
    assert old.ending == "goodbye"
    world.run(0.2)
    (session,) = new.heard(Session)
    assert session.tables == ("t",)
    assert new.asked["t"].turn == asked.turn
    assert new.asked["t"].ask == asked.ask
    # The line that ended takes nobody away.
    seat = world.probe("t").seats.of(str(new.id))
    assert seat is not None
    assert world.probe("t").people[str(new.id)].here
    number = new.act("t", asked.turn, asked.ask.default)
    assert isinstance(new.reply(number), messages.Ok)
    world.check()


@pytest.mark.parametrize("game", ROOMS)
def test_whoever_comes_back_in_mid_hand_is_told_exactly_what_was_missed(game: str) -> None:
    world = in_mid_hand(game, 1)
    gone = world.clients[-1]
    watcher = world.client("Watcher")
    watcher.ask(messages.Join, "t")
    missed_from = gone.seen["t"].seq
    gone.lose()
    for client in world.clients:
        client.plays = client is not gone and client is not watcher
    playing = world.probe("t").round
    assert playing is not None
    world.until(
        lambda: len(playing.said) > missed_from + 2 or world.probe("t").round is not playing,
        step=0.25,
    )
    if world.probe("t").round is not playing:
        return
    for client in world.clients:
        client.plays = False
    back = gone.resumed()
    told = back.heard(Told)
    assert [page.after for page in told][:1] == [missed_from]
    assert sum(len(page.events) for page in told) == len(playing.said) - missed_from
    whole = [event for _, event in playing_transcript(world, back)]
    assert back.told["t"] == whole
    seat = world.probe("t").seats.of(str(back.id))
    if seat is not None and seat in playing.open:
        question = playing.open[seat]
        (asked,) = back.heard(Asked)
        assert asked.turn == question.turn
        assert asked.ms == round((question.until - world.time()) * 1000)
    world.check()


def test_the_end_of_a_round_is_told_to_who_missed_it_even_after_a_power_cut() -> None:
    world = in_mid_hand("holdem", 1)
    gone, host = world.clients[-1], world.probe("t")
    gone.lose()
    for client in world.clients:
        client.plays = client is not gone
    world.until(lambda: host.round is None)
    world.restart()
    back = gone.resumed()
    assert isinstance(back.told["t"][-1], RoundEnded)
    assert back.heard(Told)[0].after == gone.seen["t"].seq


def playing_transcript(world: World, client: Client) -> list[tuple[int, object]]:
    table = world.probe("t")
    return list(table.host.transcript(table.seats.of(str(client.id))))


def test_a_token_whose_next_was_used_ends_the_session() -> None:
    world = World()
    first = world.client("Anna")
    token = first.token
    second = first.resumed()
    second.ask(messages.Lobby)
    thief = Client(world)
    number = thief.next()
    thief.say(messages.Resume(number, token))
    refused = thief.reply(number)
    assert isinstance(refused, Refused)
    assert refused.code == "session_stolen"
    assert second.ending == "goodbye"


def test_a_guest_keeps_the_chips_in_an_account_and_logs_in_to_it() -> None:
    world = World(ROOMS["roulette"])
    guest = world.client("Anna")
    guest.seat("t", 5_000)
    done = guest.ask(messages.Register, "Anna", "three red kings and a fox")
    assert isinstance(done, messages.Ok)
    guest.lose()
    member = Client(world)
    number = member.next()
    member.say(messages.Login(number, "anna", "three red kings and a fox"))
    session = member.reply(number)
    assert isinstance(session, Session)
    assert not session.guest
    assert session.tables == ("t",)


@pytest.mark.req("E-RF-PI-005", "E-RF-PG-001")
def test_logging_out_leaves_every_table_and_cashes_out() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    client.seat("t", 5_000)
    client.say(messages.Logout(client.next()))
    world.run(60, 0.5)
    assert client.heard(Goodbye)[-1].code == "logout"
    assert world.runner("t").view.holdings() == {}
    world.check()
    again = Client(world)
    number = again.next()
    again.say(messages.Resume(number, client.token))
    refused = again.reply(number)
    assert isinstance(refused, Refused)
    assert refused.code == "session_over"


def test_a_ping_is_answered_before_and_after_the_login() -> None:
    world = World()
    client = Client(world)
    client.say(messages.Ping(7))
    assert client.heard(Pong) == [Pong(7)]
    assert client.line.state == messages.MET


def test_two_logins_on_one_line_are_one() -> None:
    world = World()
    client = Client(world)
    client.line.heard(encode(messages.Guest(1, "Anna")), 0.0)
    client.line.heard(encode(messages.Guest(2, "Berta")), 0.0)
    world.clock.advance(0.1)
    assert [s.name for s in client.heard(Session)] == ["Anna"]
    assert [r.code for r in client.heard(Refused)] == ["entering"]


def answer(client: Client) -> None:
    """Send the usual act; it is on its way to the disk then."""
    asked = client.asked.pop("t")
    act = asked.ask.default
    said_so = messages.Answer(
        client.next(), "t", asked.turn, act.verb, act.amount, act.cards, act.on
    )
    client.line.heard(encode(said_so), client.world.clock.seconds())


def resumed_while(client: Client, happens: Callable[[], None]) -> Client:
    """The client on a new line; this happens at the moment before it is let in."""
    guests = client.world.house.online
    enter = guests.enter

    def let_in(guest: OnlinePlayer) -> OnlinePlayer | None:
        happens()
        return enter(guest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guests, "enter", let_in)
        back = client.resumed()
    client.world.run(0.2)
    return back


@pytest.mark.parametrize("game", ROOMS)
@pytest.mark.req("E-RF-PI-003")
def test_what_is_told_while_somebody_comes_back_is_told_once_and_in_order(game: str) -> None:
    world = in_mid_hand(game, 1)
    actor = next(client for client in world.clients if client.asked)
    mover = next(client for client in world.clients if client is not actor)
    before = mover.seen["t"]
    back = resumed_while(mover, lambda: answer(actor))
    heard = [m for m in back.inbox if isinstance(m, Session | Told | Asked | Waiting)]
    assert isinstance(heard[0], Session)
    told = [m for m in heard if isinstance(m, Told)]
    after = before.seq
    for page in told:
        assert page.round == before.round
        assert page.after == after, "told twice, or not at all"
        after = page.seq
    host = world.probe("t")
    playing = host.round or host.last
    assert playing is not None
    assert after == len(playing.said)
    if heard[1:] and told:
        assert heard[1] is told[0], "who is asked is said after what was missed"
    world.check()


def test_who_is_out_of_a_room_by_the_time_of_coming_back_is_told_so() -> None:
    world = in_mid_hand("roulette", 1)
    watcher = world.client("Watcher")
    watcher.ask(messages.Join, "t")
    actor = next(client for client in world.clients if client.asked)

    def an_act_and_the_leave() -> None:
        answer(actor)
        watcher.line.heard(encode(messages.Leave(watcher.next(), "t")), world.clock.seconds())

    back = resumed_while(watcher, an_act_and_the_leave)
    assert [left.table for left in back.heard(Left)] == ["t"]


def test_a_token_whose_use_could_not_be_written_down_is_tried_at_the_next_word() -> None:
    world = World()
    first = world.client("Anna")
    second = first.resumed()
    world.fail(CommitFault.FAILS)
    second.ask(messages.Lobby)
    world.run(0.1)
    assert len(world.conn.execute("SELECT 1 FROM sessions WHERE previous NOTNULL").fetchall()) == 1
    second.ask(messages.Lobby)
    world.run(0.1)
    assert world.conn.execute("SELECT 1 FROM sessions WHERE previous NOTNULL").fetchall() == []


def test_a_disk_that_refuses_a_request_is_no_fault_of_the_house() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    client.ask(messages.Lobby)
    world.fail(CommitFault.FAILS)
    refused = client.ask(messages.OpenRoom, "roulette", "standard")
    assert isinstance(refused, Refused)
    assert refused.code == "not_written"


def test_nobody_mutes_without_end() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    for number in range(MOST_MUTED):
        assert isinstance(client.ask(messages.Mute, 1_000 + number), Ok)
    for again, answer in ((1_000, Ok), (5_000, Refused)):
        assert isinstance(client.ask(messages.Mute, again), answer)
    assert client.heard(Refused)[-1].code == "muted_many"
    client.ask(messages.Mute, 1_000, False)
    assert isinstance(client.ask(messages.Mute, 5_000), Ok)


def test_who_was_muted_stays_muted_after_a_line_has_broken() -> None:
    world = World(ROOMS["roulette"])
    hearer, talker = world.client("Anna"), world.client("Berta")
    for client in (hearer, talker):
        client.ask(messages.Join, "t")
    berta = talker.heard(messages.Session)[-1].who
    hearer.ask(messages.Mute, berta)
    hearer.lose()
    world.run(1.0)
    back = hearer.resumed()
    talker.ask(messages.Say, "t", "Hello?")
    world.run(0.2)
    assert not back.heard(Chat)
    assert talker.heard(Chat)


def test_of_those_who_are_out_not_everybody_is_remembered_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(online_players, "MUTERS", 2)
    world = World()
    clients = [world.client(f"Guest {number}") for number in range(3)]
    for client in clients:
        client.ask(messages.Mute, 77)
        client.lose()
    for client in clients:
        client.resumed()
    muted = [guest.muted for guest in world.house.online]
    assert muted == [set(), {"77"}, {"77"}]


def test_a_line_that_is_gone_is_not_spoken_to() -> None:
    world = World()
    client = world.client("Ann")
    player, spoken = str(client.id), list[bytes]()
    client.line.send_bytes = lambda *data: spoken.extend(data)
    world.house.post({player: [b"here"]})
    client.lose()
    world.house.post({player: [b"gone"]})
    assert spoken == [b"here"]

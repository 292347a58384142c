"""A number is of one request: sent again it gets its answer, with another body nothing is done."""

import pytest

from game_server.house import online_players
from game_server.house.house import SWEEP_S
from game_server.house.online_players import KNOWN
from game_server.store import idempotency
from protocol import messages
from protocol.codec import encode
from protocol.messages import Chat, Message, Offer, Session
from protocol.words import Act
from tests.house.test_restart import all_acts, in_mid_hand
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import Client, World


def code(answer: Message) -> str:
    return answer.code if isinstance(answer, messages.Refused) else answer.t


def answers(client: Client, *wishes: Message) -> list[str]:
    """The codes of what each of these is answered with."""
    found = []
    for wish in wishes:
        before = len(client.inbox)
        client.say(wish)
        client.world.run(0.5)
        number: int = getattr(wish, "id", 0)
        found += [
            code(message)
            for message in client.inbox[before:]
            if getattr(message, "id", 0) == number and message.t != "payment"
        ]
    return found


def player(world: World) -> Client:
    """Somebody with 5,000 chips at the table."""
    client = world.client("Payer")
    client.seat("t", 5_000)
    return client


def test_replies_go_after_a_month_while_the_house_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "CHUNK", 2)
    world = World(ROOMS["holdem"])
    client = world.client("Ann")
    for number in range(7, 12):
        idempotency.remember(
            world.conn, player=client.id, request=number, body=bytes(16), reply=b"", at=1
        )
    assert idempotency.newest(world.conn, client.id) == 11
    world.run(SWEEP_S, step=60.0)
    assert idempotency.newest(world.conn, client.id) < 7


@pytest.mark.parametrize("restarted", [False, True])
def test_the_number_of_a_purchase_buys_nothing_else(restarted: bool) -> None:
    world = World(ROOMS["roulette"])
    client = player(world)
    number = client.next()
    assert answers(client, messages.Buy(number, "t", 1_000)) == ["ok"]
    if restarted:
        world.restart()
        client = client.resumed()
    wishes = (
        messages.Buy(number, "t", 2_000),
        messages.Buy(number, "t", 1_000),
        messages.Sit(number, "t", "key", 1_000),
    )
    assert answers(client, *wishes) == ["id_reused", "ok", "id_reused"]
    assert sum(world.runner("t").view.holdings().values()) == 6_000
    world.check()


@pytest.mark.parametrize("restarted", [False, True])
def test_the_number_of_a_seat_takes_no_other(restarted: bool) -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Sitter")
    client.ask(messages.Join, "t")
    client.ask(messages.Queue, "t")
    number, key = client.next(), client.heard(Offer)[-1].key
    assert answers(client, messages.Sit(number, "t", key, 5_000)) == ["ok"]
    if restarted:
        world.restart()
        client = client.resumed()
    wishes = (messages.Sit(number, "t", key, 9_000), messages.Sit(number, "t", key, 5_000))
    assert answers(client, *wishes) == ["id_reused", "ok"]
    assert sum(world.runner("t").view.holdings().values()) == 5_000


@pytest.mark.parametrize("restarted", [False, True])
def test_the_number_of_an_act_does_no_other_act(restarted: bool) -> None:
    world = in_mid_hand("holdem", 1)
    client = next(client for client in world.clients if client.asked)
    asked = client.asked["t"]
    calm = asked.ask.option("check") or asked.ask.option("call")
    assert calm is not None
    act = Act(calm.verb, calm.low)
    number = client.act("t", asked.turn, act)
    assert code(client.reply(number)) == "ok"
    if restarted:
        world.restart()
        client = client.resumed()
    told = len(client.told["t"])
    wishes = (
        messages.Answer(number, "t", asked.turn, "fold"),
        messages.Answer(number, "t", asked.turn + 1, act.verb, act.amount),
        messages.Answer(number, "t", asked.turn, act.verb, act.amount),
    )
    assert answers(client, *wishes) == ["id_reused", "id_reused", "ok"]
    assert all_acts(world).count(number) == 1
    assert len(client.told["t"]) == told


def test_the_number_of_a_room_opens_no_other() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Opener")
    number = client.next()
    wish = messages.OpenRoom(number, "holdem", "standard")
    assert answers(client, wish) == ["room"]
    rooms = set(world.house.lobby.runners)
    other = messages.OpenRoom(number, "roulette", "standard")
    assert answers(client, other, wish) == ["id_reused", "room"]
    world.restart()
    back = client.resumed()
    assert answers(back, other) == ["id_reused"]
    assert set(world.house.lobby.runners) <= rooms


def test_the_number_of_a_room_opens_none_with_other_options() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Opener")
    number = client.next()
    wish, other, odd = (
        messages.OpenRoom(number, "blackjack", "standard", options=options)
        for options in ({"decks": 1}, {"decks": 2}, {"decks": True})
    )
    assert answers(client, wish, other, odd, wish) == ["room", "id_reused", "id_reused", "room"]
    assert len(world.house.lobby.runners) == 2
    world.restart()
    assert answers(client.resumed(), other) == ["id_reused"]


def test_the_number_of_a_line_says_nothing_else() -> None:
    world = World(ROOMS["roulette"])
    client = player(world)
    number = client.next()
    first, second = (
        messages.Say(number, "t", "I fold."),
        messages.Say(number, "t", "I never said that."),
    )
    assert answers(client, first, second, first) == ["ok", "id_reused", "ok"]
    back = client.resumed()
    assert answers(back, second) == ["id_reused"]
    assert [line.text for chat in client.heard(Chat) for line in chat.lines] == ["I fold."]


def test_every_request_of_a_guest_is_of_one_number() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Guest")
    number = client.next()
    wishes = (
        messages.Join(number, "t"),
        messages.Join(number, "t"),
        messages.Queue(number, "t"),
        messages.Leave(number, "t"),
        messages.Bank(number),
    )
    assert answers(client, *wishes) == ["room", "room", "id_reused", "id_reused", "id_reused"]
    assert world.probe("t").queue.order == []


def renamed(number: int) -> messages.Profile:
    return messages.Profile(number, "Other", "fox")


def test_a_number_is_of_its_request_on_the_line_after_a_broken_one() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Guest")
    joined, opened = client.next(), client.next()
    room = messages.OpenRoom(opened, "roulette", "standard")
    assert answers(client, messages.Join(joined, "t"), room) == ["room", "room"]
    client.lose()
    back = client.resumed()
    wishes = (renamed(joined), renamed(opened), messages.Join(joined, "t"), room)
    assert answers(back, *wishes) == ["id_reused", "id_reused", "room", "room"]
    back.lose()
    assert answers(back.resumed(), renamed(joined), renamed(opened)) == ["id_reused"] * 2
    assert back.heard(Session)[-1].name == "Guest"


def test_the_number_of_what_is_on_disk_is_no_other_request_after_a_restart() -> None:
    world = World(ROOMS["roulette"])
    client = player(world)
    bought, opened = client.next(), client.next()
    buy, room = messages.Buy(bought, "t", 1_000), messages.OpenRoom(opened, "roulette", "standard")
    assert answers(client, buy, room) == ["ok", "room"]
    world.restart()
    client = client.resumed()
    wishes = (renamed(bought), renamed(opened), messages.Leave(bought, "t"), buy)
    assert answers(client, *wishes) == ["id_reused", "id_reused", "id_reused", "ok"]
    assert answers(client, renamed(client.next())) == ["ok"]


def test_the_number_of_what_is_on_disk_is_no_other_request_after_hundreds_more() -> None:
    world = World(ROOMS["roulette"])
    client = player(world)
    number = client.next()
    assert answers(client, messages.Buy(number, "t", 1_000)) == ["ok"]
    for _ in range(KNOWN + 1):
        client.ask(messages.Bank)
    assert answers(client, renamed(number)) == ["id_reused"]


def test_a_request_whose_line_ends_while_its_number_is_looked_up_is_not_done() -> None:
    world = World(ROOMS["roulette"])
    client = player(world)
    early, number = client.next(), client.next()
    assert answers(client, messages.Buy(number, "t", 1_000)) == ["ok"]
    client.line.heard(encode(renamed(early)), world.clock.seconds())
    client.line.gone("lost")
    client.cut = True
    world.run(0.5)
    assert client.resumed().heard(Session)[-1].name == "Payer"


def test_only_so_many_requests_are_known_of_those_who_are_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(online_players, "LEFT", 3)
    world = World(ROOMS["roulette"])
    first, second = world.client("First"), world.client("Second")
    numbers = [client.next() for client in (first, first, second, second)]
    for client, number in zip((first, first, second, second), numbers, strict=True):
        assert answers(client, messages.Bank(number)) == ["bank_info"]
    first.lose()
    second.lose()
    assert answers(first.resumed(), renamed(numbers[0])) == ["ok"], "forgotten: it went first"
    assert answers(second.resumed(), renamed(numbers[2])) == ["id_reused"]


def test_a_reply_from_before_the_numbers_had_bodies_is_given_again() -> None:
    world = World(ROOMS["roulette"])
    client = player(world)
    number = client.next()
    answers(client, messages.Buy(number, "t", 1_000))
    world.conn.execute("DROP TRIGGER requests_stay")
    world.conn.execute("UPDATE requests SET body = NULL")
    world.restart()
    client = client.resumed()
    assert answers(client, messages.Buy(number, "t", 1_000)) == ["ok"]
    assert sum(world.runner("t").view.holdings().values()) == 6_000

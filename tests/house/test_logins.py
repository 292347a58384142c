"""Many who come in from one address, and a house that is full."""

from client_core.text import Say, Words
from game_server.house.login_terms import LoginTerms
from protocol import messages
from protocol.messages import VERSION, Refused, Session
from tests.house.world import Client, World

PASSWORD = "correct horse battery"


def test_a_class_behind_one_address_comes_in_as_guests_and_who_is_late_learns_how_long() -> None:
    world = World()
    for number in range(60):
        if number >= 40:
            # An address may ask for forty logins at once, then for one in two seconds.
            world.clock.advance(2.1)
        assert isinstance(Client(world).ask(messages.Guest), Session)
    late = Client(world)
    world.clock.advance(2.1)
    refused = late.ask(messages.Guest)
    assert isinstance(refused, Refused)
    assert refused.code == "new_wait"
    wait = int(refused.facts["seconds"])
    assert 0 < wait <= 120
    for language in ("en", "zh"):
        told = Words(language).say(Say("refusal.new_wait", refused.facts))
        assert str(wait) in told
    world.run(wait + 1, step=5.0)
    assert isinstance(late.ask(messages.Guest), Session)


def test_who_gives_no_name_is_named_in_the_language_of_the_client() -> None:
    world = World()
    for language, called in (("zh", "游客"), ("zh_TW", "游客"), ("en", "Guest "), ("fr", "Guest ")):
        client = Client(world, hello=False)
        client.say(messages.Hello(VERSION, VERSION, client="test", language=language))
        session = client.ask(messages.Guest)
        assert isinstance(session, Session)
        assert session.name.startswith(called)
        assert session.name.removeprefix(called).isdecimal()


def test_nobody_new_comes_into_a_crowded_house_and_members_do() -> None:
    world = World(login_terms=LoginTerms(newcomers=3))
    member = Client(world)
    assert isinstance(member.ask(messages.Register, "Ann", PASSWORD), Session)
    member.lose()
    guests = [world.client() for _ in range(3)]
    for kind, args in ((messages.Guest, ()), (messages.Register, ("Ben", PASSWORD))):
        refused = Client(world).ask(kind, *args)
        assert isinstance(refused, Refused)
        assert refused.code == "crowded"
        assert refused.facts["seconds"]
    back = member.resumed()
    guests[0].lose()
    guests[0].resumed()
    back.lose()
    assert isinstance(Client(world).ask(messages.Login, "Ann", PASSWORD), Session)


def test_who_is_too_fast_is_told_how_long_to_wait() -> None:
    for language, wanted in (("en", "wait 1.3 seconds"), ("zh", "1.3")):
        assert wanted in Words(language).say(Say("refusal.too_fast", {"ms": 1_201}))

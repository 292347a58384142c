"""Where a player is logged in, and what becomes of a session whose token somebody has copied."""

from game_server.store import security, sessions
from protocol import messages
from protocol.codec import encode
from protocol.messages import Device, Goodbye, Notice, Ok, Refused, Session, SessionList
from tests.house.world import Client, World

PASSWORD = "correct horse battery"


def member(world: World, name: str = "Ann") -> Client:
    client = Client(world)
    assert isinstance(client.ask(messages.Register, name, PASSWORD), Session)
    return client


def shows(world: World, token: str) -> tuple[Client, messages.Message]:
    client = Client(world)
    return client, client.ask(messages.Resume, token)


def test_a_copied_token_ends_the_session_and_both_who_have_it_are_told() -> None:
    world = World()
    owner = member(world)
    number, copied = owner.id, owner.token
    owner.seat("holdem")
    owner.lose()
    back = owner.resumed()
    back.ask(messages.Lobby)
    _, answer = shows(world, copied)
    assert isinstance(answer, Refused)
    assert answer.code == "session_stolen"
    assert back.heard(Goodbye)[-1].code == "session_stolen"
    assert back.ending == "goodbye"
    world.run(1.0)
    assert not world.house.online.of(number)
    for token in (copied, back.token):
        again = shows(world, token)[1]
        assert isinstance(again, Refused)
        assert again.code == "session_stolen"
    # The seat waits for whoever knows the password.
    owner = Client(world)
    came = owner.ask(messages.Login, "Ann", PASSWORD)
    assert isinstance(came, Session)
    assert came.tables == ("holdem",)
    (notice,) = owner.heard(Notice)
    assert (notice.code, notice.facts) == ("session_stolen", {"device": "test"})
    world.run(1.0)
    found = [(row.what, row.result) for _, row in security.rows(world.conn, player=number)]
    assert ("session_ended", "session_stolen") in found
    assert ("resume", "session_stolen") in found
    world.check()


def test_an_answer_that_was_lost_is_no_theft_however_often() -> None:
    world = World()
    owner = member(world)
    token = owner.token
    for _ in range(4):
        owner, answer = shows(world, token)
        assert isinstance(answer, Session)
        owner.lose()
    owner, answer = shows(world, token)
    assert isinstance(answer, Session)
    owner.ask(messages.Lobby)
    assert isinstance(shows(world, owner.token)[1], Session)


def test_who_is_coming_in_while_the_session_ends_does_not_come_in() -> None:
    world = World()
    owner = member(world)
    first = owner.token
    owner.lose()
    second = owner.resumed()
    second.ask(messages.Lobby)
    second.lose()
    late, thief = Client(world), Client(world)
    # Both in one turn: the session is resumed, and ended, before anybody is in.
    late.line.heard(encode(messages.Resume(late.next(), second.token)), world.clock.seconds())
    thief.line.heard(encode(messages.Resume(thief.next(), first)), world.clock.seconds())
    world.run(1.0)
    assert thief.heard(Refused)[-1].code == "session_stolen"
    # Whichever was first, nobody is in with a session that is over.
    assert {"refused", "goodbye"} & {message.t for message in late.inbox}
    assert len(world.house.online) == 0


def test_who_is_in_with_a_session_that_is_over_is_out_at_the_first_word() -> None:
    world = World()
    owner = member(world)
    owner.lose()
    back = owner.resumed()
    # Somebody else's work, which knows of no line: a new password, say.
    sessions.end_all(world.conn, back.id, at=world.house.means.now(), why="password")
    back.say(messages.Lobby(back.next()))
    world.run(0.5)
    assert back.heard(Goodbye)[-1].code == "logout"
    assert len(world.house.online) == 0


def test_one_sees_where_one_is_logged_in_and_was() -> None:
    world = World()
    first = member(world)
    world.run(60)
    second = Client(world)
    assert isinstance(second.ask(messages.Login, "Ann", PASSWORD), Session)
    listed = second.ask(messages.Sessions)
    assert isinstance(listed, SessionList)
    now, before = listed.sessions
    assert (now.name, now.here, now.over) == ("test", True, "")
    assert now.place == second.line.address.rpartition(".")[0] + ".*"
    assert (before.here, before.over) == (False, "replaced")
    assert now.since - before.since >= 60
    assert isinstance(now, Device)
    assert first.heard(Goodbye)[-1].code == "moved"


def test_logging_out_everywhere_leaves_the_tables_and_no_session() -> None:
    world = World()
    owner = member(world)
    owner.seat("holdem")
    token = owner.token
    answer = owner.ask(messages.LogoutEverywhere)
    assert isinstance(answer, Ok), answer
    assert owner.heard(Goodbye)[-1].code == "logout"
    refused = shows(world, token)[1]
    assert isinstance(refused, Refused)
    assert refused.code == "session_over"
    assert not world.runner("holdem").view.sits("1")
    world.check()

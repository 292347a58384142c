"""A line admits each kind of message only when it is far enough, and no more than its credits."""

from dataclasses import MISSING, fields, replace
from typing import Any, get_args, get_origin

import pytest
from twisted.logger import capturedLogs

from game_server.net.connection import HELLOS
from game_server.net.limits import RATES
from game_server.rate_limit import RateLimit
from protocol.codec import FROM_CLIENT, FROM_SERVER, decode, encode
from protocol.endings import ENDINGS
from protocol.messages import (
    CLIENT,
    IN,
    MESSAGES,
    MET,
    NEW,
    OLDEST,
    VERSION,
    Answer,
    Goodbye,
    Guest,
    Hello,
    Lobby,
    Login,
    Message,
    Ping,
    Pong,
    Refused,
    Say,
    Seen,
    Session,
    UpgradeRequired,
    Welcome,
)
from tests.net.wired import BINARY, HELLO, LIMITS, Client, MemoryListener, frame, frames


def sample(kind: str) -> Message:
    """A message of this kind with the least in its fields."""
    values: dict[str, Any] = {"card": "debit", "seen": Seen("t", 1, 1), "low": 1, "high": 1}
    values |= {"sure": True, "why": "spam"}
    cls: Any = MESSAGES[kind]
    given = {}
    for one in fields(cls):
        if one.default is MISSING and one.default_factory is MISSING:
            plain = get_args(one.type)[0] if get_origin(one.type) else one.type
            plain = getattr(one.type, "__origin__", plain)
            given[one.name] = values.get(one.name, "x" if plain is str else 7)
    message: Message = cls(**given)
    return message


def arrives(state: str, listener: MemoryListener) -> Client:
    client = {"new": lambda: listener.connect().open(), "met": listener.met, "in": listener.inside}
    return client[state]()


KINDS = sorted(name for name, cls in MESSAGES.items() if cls.frm == CLIENT)


@pytest.mark.req("E-DD-005")
@pytest.mark.parametrize("state", [NEW, MET, IN])
@pytest.mark.parametrize("kind", KINDS)
def test_each_state_admits_its_own_kinds_and_no_other(kind: str, state: str) -> None:
    listener = MemoryListener()
    client = arrives(state, listener)
    known = len(listener.house.heard_messages)
    message = sample(kind)
    client.say(message)
    heard = listener.house.heard_messages[known:]
    said = client.told()
    if state not in MESSAGES[kind].states:
        assert heard == []
        assert [type(one) for one in said] == [Refused]
        assert isinstance(said[0], Refused)
        assert (said[0].id, said[0].code) == (getattr(message, "id", 0), "not_now")
    elif kind == "hello":
        assert [type(one) for one in said] == [Welcome]
    else:
        assert heard == [message]


@pytest.mark.req("E-DD-005")
def test_a_stranger_who_does_not_say_hello_first_is_sent_away() -> None:
    listener = MemoryListener()
    client = listener.connect().open()
    client.say(Guest(1), HELLO, Guest(2))
    frames = client.got()
    assert [opcode for opcode, _ in frames] == [BINARY, 8]
    assert frames[1][1] == (4002).to_bytes(2, "big") + b"not_now"
    assert listener.house.heard_messages == []
    assert listener.house.met_lines == []


@pytest.mark.req("E-DD-005")
def test_a_hello_that_is_replayed_changes_nothing() -> None:
    listener = MemoryListener()
    client = listener.inside()
    line = listener.house.met_lines[0]
    client.say(HELLO)
    said = client.told()
    assert isinstance(said[0], Refused)
    assert (said[0].code, said[0].text) == ("not_now", "You are logged in already.")
    assert (line.state, len(listener.house.met_lines)) == (IN, 1)
    client.say(Ping(5))
    assert client.told() == [Pong(5)]


def test_a_hello_that_many_say_is_read_once_and_only_so_many_are_known() -> None:
    context = MemoryListener().context
    said = [encode(Hello(VERSION, VERSION, client=f"client {one}")) for one in range(HELLOS + 1)]
    first = context.first(said[0])
    assert context.first(said[0]) is first == decode(said[0], FROM_CLIENT)
    for data in said[1:]:
        context.first(data)
    # The oldest had to go; nothing else that is said first is kept at all.
    assert context.first(said[0]) is not first
    other = encode(Ping(1))
    assert context.first(other) is not context.first(other)


def test_hello_is_answered_with_the_common_version_and_features() -> None:
    listener = MemoryListener(features=("told_by_page", "voice"))
    client = listener.connect().open()
    client.say(Hello(OLDEST, VERSION + 3, ("voice", "unheard_of"), "plain 1.0", "de"))
    assert client.told() == [Welcome(VERSION, ("voice",), "Cardroom")]
    (line,) = listener.house.met_lines
    assert (line.version, line.features, line.state) == (VERSION, frozenset({"voice"}), MET)
    assert line.hello is not None
    assert line.hello.language == "de"


@pytest.mark.parametrize(
    ("low", "high"),
    [(VERSION + 1, VERSION + 9), (VERSION + 1, OLDEST)],
    ids=["too_new", "upside_down"],
)
def test_without_a_common_version_an_upgrade_is_required(low: int, high: int) -> None:
    listener = MemoryListener()
    client = listener.connect().open()
    client.say(Hello(low, high))
    (said,) = client.told()
    assert isinstance(said, UpgradeRequired)
    assert (said.low, said.high) == (OLDEST, VERSION)
    assert said.text == f"You speak {low} to {high}; the house speaks {VERSION}."
    client.hang_up()
    assert listener.house.met_lines == listener.house.gone_lines == []
    assert listener.context.counts["upgrade_required"] == 1


def test_a_request_beyond_its_credits_is_refused_and_says_how_long_to_wait() -> None:
    listener = MemoryListener(replace(LIMITS, rates={**RATES, "say": RateLimit(2, 0.5)}))
    client = listener.inside()
    client.say(*(Say(number, "t", "hi") for number in (1, 2, 3)))
    (refused,) = client.told()
    assert refused == Refused(
        3, "too_fast", "You send 'say' too fast; wait 2.0 seconds.", {"ms": 2001}
    )
    assert [one for one in listener.house.heard_messages if isinstance(one, Say)] == [
        Say(1, "t", "hi"),
        Say(2, "t", "hi"),
    ]
    listener.pass_seconds(2.05)
    client.say(Say(4, "t", "hi"))
    assert client.told() == []
    assert listener.house.heard_messages[-1] == Say(4, "t", "hi")


@pytest.mark.req("E-DD-002")
def test_what_is_spent_in_the_lobby_is_not_missing_at_the_table() -> None:
    listener = MemoryListener()
    client = listener.inside()
    client.say(*(Lobby(number) for number in range(1, 15)))
    assert {type(one) for one in client.told()} == {Refused}
    act = Answer(20, "t", 1, "fold")
    client.say(act)
    assert listener.house.heard_messages[-1] == act


def test_who_goes_on_too_fast_is_sent_away() -> None:
    listener = MemoryListener(replace(LIMITS, strikes=RateLimit(5, 0.1)))
    client = listener.inside()
    client.say(*(Lobby(number) for number in range(1, 30)))
    assert client.ending() == (4003, "too_fast")
    assert len(listener.house.heard_messages) == 1 + 10
    client.hang_up()
    assert [line.ended for line in listener.house.gone_lines] == ["too_fast"]
    assert listener.context.counts["refused_too_fast"] == 6


def test_strikes_are_forgotten_for_those_who_learn() -> None:
    listener = MemoryListener(replace(LIMITS, strikes=RateLimit(5, 0.2)))
    client = listener.met()
    for number in range(1, 10):
        client.say(Lobby(number))
        assert client.ending() is None
        listener.pass_seconds(10)
        client.send(frame(b"", 10))


def test_logins_are_limited_by_address_across_lines() -> None:
    listener = MemoryListener(replace(LIMITS, logins=RateLimit(3, 0.1)))
    refused = []
    for number in range(1, 6):
        client = listener.met("192.0.2.7")
        client.say(Login(number, "amber", "guess"))
        refused += [one.code for one in client.told() if isinstance(one, Refused)]
    assert refused == ["too_fast"] * 2
    other = listener.met("192.0.2.8")
    other.say(Login(1, "amber", "guess"))
    assert other.told() == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x80",
        encode(Ping(1)) + b"\x00",
        encode(Pong(1)),
        b"\x82\xa1t\xa4ping\xa1n\xa1x",
        b"\x81\xa1t\xa7unheard",
        b"\x91" * 4000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc7\x01\x05x",
    ],
    ids=[
        "empty",
        "never",
        "no_kind",
        "trailing",
        "servers",
        "type",
        "unknown",
        "deep",
        "many",
        "long",
        "ext",
    ],
)
def test_bytes_that_are_no_message_are_refused_and_then_end_the_line(data: bytes) -> None:
    listener = MemoryListener()
    client = listener.inside()
    client.send(frame(data))
    (said,) = client.told()
    assert isinstance(said, Refused)
    assert (said.id, said.code) == (0, "malformed")
    assert said.text.startswith("That ")
    client.say(Ping(1))
    assert client.told() == [Pong(1)]
    for _ in range(4):
        client.send(frame(data))
    assert client.ending() == (4001, "malformed")
    assert len(listener.house.heard_messages) == 2


def test_a_stranger_has_one_try_to_say_something_that_is_a_message() -> None:
    client = MemoryListener().connect().open()
    client.send(frame(b"\xc1"))
    assert client.ending() == (4001, "malformed")


def test_after_goodbye_nothing_is_heard_or_said() -> None:
    listener = MemoryListener()
    client = listener.inside()
    (line,) = listener.house.met_lines
    known = len(listener.house.heard_messages)
    line.close(Goodbye("elsewhere", "You are logged in on another device."))
    line.close(Goodbye("again"))
    line.send(Pong(1))
    line.send_bytes(encode(Pong(2)))
    client.say(Ping(1), Ping(2))
    frames = client.got()
    assert [data for _, data in frames] == [
        encode(Goodbye("elsewhere", "You are logged in on another device.")),
        (4000).to_bytes(2, "big") + b"elsewhere",
    ]
    assert len(listener.house.heard_messages) == known
    client.hang_up()
    assert [one.ended for one in listener.house.gone_lines] == ["goodbye"]


def test_a_house_that_hangs_up_in_the_middle_of_a_read_hears_no_more_of_it() -> None:
    listener = MemoryListener()
    client = listener.inside()
    house, heard = listener.house, listener.house.heard_messages

    def heard_once(line: Any, message: Message) -> None:
        heard.append(message)
        line.close(Goodbye("enough"))

    house.heard = heard_once  # type: ignore[method-assign]  # another house for one test
    known = len(heard)
    client.say(Ping(1), Ping(2), Ping(3))
    assert heard[known:] == [Ping(1)]


def test_a_house_that_fails_tells_the_client_and_keeps_the_line() -> None:
    listener = MemoryListener()
    client = listener.inside()

    def fails(line: Any, message: Message) -> None:
        raise KeyError("bug")

    heard, listener.house.heard = listener.house.heard, fails  # type: ignore[method-assign]
    with capturedLogs() as logged:
        client.say(Say(9, "t", "4321 is my PIN"))
    listener.house.heard = heard  # type: ignore[method-assign]
    said = client.told()
    assert isinstance(said[0], Refused)
    assert (said[0].id, said[0].code) == (9, "failed")
    assert [one["kind"] for one in logged] == ["say"]
    assert "4321" not in str(logged)
    client.say(Ping(1))
    assert client.told() == [Pong(1)]


def test_the_house_learns_once_that_a_line_is_gone_and_why() -> None:
    listener = MemoryListener()
    client = listener.inside()
    client.hang_up(clean=False)
    (gone,) = listener.house.gone_lines
    assert gone is listener.house.met_lines[0]
    assert gone.ended == "lost"
    assert listener.context.admission.connections == 0
    assert not listener.factory.websockets


def test_a_line_that_was_never_met_is_none_of_the_house() -> None:
    listener = MemoryListener()
    listener.connect().open().hang_up()
    listener.connect().hang_up()
    assert listener.house.gone_lines == []
    assert listener.context.admission.connections == 0


def test_messages_that_were_encoded_once_go_to_many_lines() -> None:
    listener = MemoryListener()
    clients = [listener.inside(f"192.0.2.{at}") for at in range(3)]
    told = encode(Session(1, "k", "n")), encode(Pong(2))
    for line in listener.house.met_lines:
        line.send_bytes(*told)
    for client in clients:
        assert client.told() == [Session(1, "k", "n"), Pong(2)]


def test_every_ending_has_a_code_and_a_name_of_its_own() -> None:
    assert len({ending.name for ending in ENDINGS.values()}) == len(ENDINGS)
    assert all(code in range(1000, 1012) or code in range(4000, 5000) for code in ENDINGS)


def test_what_is_said_in_one_piece_is_sent_together_and_before_the_end() -> None:
    listener = MemoryListener()
    client = listener.inside()
    (line,) = listener.house.met_lines
    writes, write = list[bytes](), client.transport.write

    def noted(data: bytes) -> None:
        writes.append(data)
        write(data)

    client.transport.write = noted  # type: ignore[method-assign]
    with line.in_one_piece():
        line.send(Pong(1))
        line.send_bytes(encode(Pong(2)))
        assert writes == []
    assert len(writes) == 1
    line.send(Pong(3))
    with line.in_one_piece():
        line.send(Pong(4))
        line.close(Goodbye("logout", "You have logged out."))
    *said, _ = frames(b"".join(writes))
    assert [decode(one, FROM_SERVER) for _, one in said] == [
        *(Pong(number) for number in range(1, 5)),
        Goodbye("logout", "You have logged out."),
    ]

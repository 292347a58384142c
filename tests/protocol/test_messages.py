"""Every message that is declared, tested by being declared."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.cards import Card
from protocol.codec import FROM_CLIENT, FROM_SERVER, decode, encode
from protocol.events import Dealt, RoundBegan, told
from protocol.messages import (
    CLIENT,
    IN,
    MESSAGES,
    NEW,
    OLDEST,
    VERSION,
    Answer,
    Message,
    Ping,
    Pong,
    Say,
    Told,
)
from protocol.messages.declare import message
from protocol.shape import LeakedSecret, Malformed
from protocol.words import HOUSE, Act, Seat, Secret
from tests.protocol.gates import framed, gate, judged, pure, tagged
from tests.protocol.strategies import messages

FROM_A_CLIENT = sorted(name for name, one in MESSAGES.items() if one.frm == CLIENT)
FROM_THE_SERVER = sorted(set(MESSAGES) - set(FROM_A_CLIENT))


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_every_message_survives_the_wire(name: str) -> None:
    @settings(max_examples=25, deadline=None)
    @given(messages(name))
    def survives(message: Message) -> None:
        data = encode(message)
        again = gate(data, tagged(message))
        assert again == message
        assert repr(again) == repr(message)
        with pure():
            assert encode(message) == data

    survives()


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_every_message_says_what_it_is(name: str) -> None:
    cls = MESSAGES[name]
    assert cls.t == name == name.lower()
    text = (cls.__doc__ or "").strip()
    assert text.endswith(".")
    assert not text.startswith(cls.__name__ + "(")
    assert bool(cls.states) == (cls.frm == CLIENT)


def test_a_name_is_given_to_one_message_only() -> None:
    with pytest.raises(ValueError, match="'ping'"):
        message("ping", CLIENT, IN)(Ping)
    assert MESSAGES["ping"] is Ping


@pytest.mark.parametrize("name", FROM_THE_SERVER)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_a_server_takes_no_message_of_a_server(name: str, data: st.DataObject) -> None:
    assert gate(encode(data.draw(messages(name))), FROM_CLIENT) is None


@pytest.mark.parametrize("name", FROM_A_CLIENT)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_a_client_takes_no_message_of_a_client(name: str, data: st.DataObject) -> None:
    assert gate(encode(data.draw(messages(name))), FROM_SERVER) is None


@pytest.mark.parametrize("name", sorted(MESSAGES))
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_an_unknown_field_is_refused_by_the_server_and_ignored_by_a_client(
    name: str, data: st.DataObject
) -> None:
    message = data.draw(messages(name))
    frame = encode(message)
    assert frame[0] < 0x8F, "one more key would need another kind of map"
    more = bytes([frame[0] + 1]) + frame[1:] + framed("news") + framed([{"from": "the future"}])
    known = gate(more, tagged(message))
    assert known == (None if message.frm == CLIENT else message)


def test_only_hello_is_said_before_the_server_has_answered() -> None:
    assert [name for name, one in MESSAGES.items() if NEW in one.states] == ["hello"]
    assert all(IN in MESSAGES[name].states for name in ("act", "say", "buy", "ping"))
    assert OLDEST <= VERSION


def test_a_client_cannot_draw_for_chance() -> None:
    plain = {"t": "act", "id": 1, "table": "a", "turn": 3, "verb": "draw"}
    assert gate(framed(plain), FROM_CLIENT) == Answer(1, "a", 3, "draw")
    assert gate(framed({**plain, "drawn": [0]}), FROM_CLIENT) is None
    answer = Answer(1, "a", 3, "exchange", 0, (Card(7),), "left")
    assert answer.act() == Act("exchange", 0, (Card(7),), "left")


@pytest.mark.req("E-RF-GR-017")
def test_a_frame_with_a_secret_in_it_is_never_made() -> None:
    dealt = Dealt(Seat(2), Secret(Seat(2), (Card(50), Card(51))))
    frame = Told("a", 1, 0, 1, (dealt,))
    with pytest.raises(LeakedSecret):
        encode(frame)
    with pytest.raises(LeakedSecret):
        encode(replace(frame, events=(Dealt(HOUSE, Secret(HOUSE, (Card(1),))),)))
    others = encode(replace(frame, events=(told(dealt, Seat(1)),)))
    assert b"\x93" not in others
    owners = decode(encode(replace(frame, events=(told(dealt, Seat(2)),))), FROM_SERVER)
    assert owners == replace(frame, events=(Dealt(Seat(2), (Card(50), Card(51))),))


def test_a_message_that_the_other_side_would_refuse_is_not_encoded() -> None:
    for wrong in (Say(1, "a", ""), Say(0, "a", "b"), Say(1, "a", "b" * 301), Say(1, "a", "\ud800")):
        with pytest.raises(Malformed):
            encode(wrong)
        with pure(), pytest.raises(Malformed):
            encode(wrong)
    with pytest.raises(Malformed):
        encode(Message())


def test_a_frame_that_is_too_long_is_not_encoded() -> None:
    names = {Seat(seat): "牌" * 4000 for seat in range(6)}
    began = RoundBegan("holdem", "eps", 1, names, {}, {})
    with pytest.raises(Malformed, match="bytes, the most is 65536"):
        encode(Told("a", 1, 0, 1, (began,)))


def test_a_client_and_the_server_answer_each_other() -> None:
    assert judged(encode(Ping(7)), FROM_CLIENT) == Ping(7)
    assert judged(encode(Pong(7)), FROM_SERVER) == Pong(7)

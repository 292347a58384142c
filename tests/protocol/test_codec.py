"""Hostile bytes of every kind: a message or Malformed, the same through both halves of msgpack."""

import os
import random
import struct
from dataclasses import replace

import msgpack
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgpack import fallback

from bench.codec_fuzz import corpus, damaged, finding, main
from protocol.codec import FROM_CLIENT, FROM_SERVER, Limits, decode, encode
from protocol.messages import Answer, Guest, Ok, Ping, Resume, Seen
from protocol.shape import Malformed
from tests.protocol.gates import framed, gate, judged, pure

PING = encode(Ping(7))
OK = encode(Ok(7))
ANSWER = encode(Answer(2**53, "holdem-1", 17, "exchange", 500, (), "left"))

HOSTILE = {
    "nothing": b"",
    "a byte that msgpack never uses": b"\xc1",
    "nil": b"\xc0",
    "an int": b"\x07",
    "a list": framed(["t", "ping", "n", 7]),
    "an empty map": b"\x80",
    "no kind": framed({"n": 7}),
    "a kind that is a list": framed({"t": ["ping"], "n": 7}),
    "a kind that is nobody's": framed({"t": "pinged", "n": 7}),
    "a kind in bytes": framed({"t": b"ping", "n": 7}),
    "a second message after the first": PING + PING,
    "a byte after the message": PING + b"\xc0",
    "a missing field": framed({"t": "ping"}),
    "a field too many": framed({"t": "ping", "n": 7, "m": 7}),
    "the server's kind": OK,
    "a field of the wrong type": framed({"t": "ping", "n": "7"}),
    "a float": framed({"t": "ping", "n": 7.0}),
    "a short float": b"\x82\xa1t\xa4ping\xa1n\xca\x40\xe0\x00\x00",
    "not a number": framed({"t": "ping", "n": float("nan")}),
    "infinity": framed({"t": "ping", "n": float("inf")}),
    "a bool for an int": framed({"t": "ping", "n": True}),
    "nil for an int": framed({"t": "ping", "n": None}),
    "an int beyond 64 bits with a sign": framed({"t": "ping", "n": 2**64 - 1}),
    "an int beyond its bound": framed({"t": "ping", "n": 2**53 + 1}),
    "an int below its bound": framed({"t": "ping", "n": -1}),
    "bytes for a text": framed({"t": "guest", "id": 1, "name": b"Ann"}),
    "text that is no UTF-8": b"\x83\xa1t\xa5guest\xa2id\x01\xa4name\xa2\xff\xfe",
    "half a surrogate": b"\x83\xa1t\xa5guest\xa2id\x01\xa4name\xa3\xed\xa0\x80",
    "an overlong NUL": b"\x83\xa1t\xa5guest\xa2id\x01\xa4name\xa2\xc0\x80",
    "a letter beyond Unicode": b"\x83\xa1t\xa5guest\xa2id\x01\xa4name\xa4\xf4\x90\x80\x80",
    "a key that is no UTF-8": b"\x83\xa1t\xa4ping\xa1n\x07\xa1\xff\x01",
    "a key twice": b"\x83\xa1t\xa4ping\xa1n\x07\xa1n\x07",
    "the kind twice": b"\x83\xa1t\xa4ping\xa1n\x07\xa1t\xa4ping",
    "a key in bytes": b"\x82\xa1t\xa4ping\xc4\x01n\x07",
    "a key that is nil": b"\x83\xa1t\xa4ping\xa1n\x07\xc0\x01",
    "a key that is true": b"\x83\xa1t\xa4ping\xa1n\x07\xc3\x01",
    "a key that is a float": b"\x83\xa1t\xa4ping\xa1n\x07"
    + b"\xcb"
    + struct.pack(">d", 1.0)
    + b"\x01",
    "a key that is a list": b"\x83\xa1t\xa4ping\xa1n\x07\x91\x01\x01",
    "a key that is a map": b"\x83\xa1t\xa4ping\xa1n\x07\x80\x01",
    "a key that is an ext": b"\x83\xa1t\xa4ping\xa1n\x07\xd4\x05\x01\x01",
    "an ext of 1 byte": b"\x82\xa1t\xa4ping\xa1n\xd4\x05\x01",
    "an ext of no bytes": b"\x82\xa1t\xa4ping\xa1n\xc7\x00\x05",
    "an ext of 16 bytes": b"\x82\xa1t\xa4ping\xa1n\xd8\x05" + b"x" * 16,
    "an ext with a length": b"\x82\xa1t\xa4ping\xa1n\xc7\x03\x05abc",
    "a timestamp of 32 bits": b"\x82\xa1t\xa4ping\xa1n\xd6\xff\x00\x00\x00\x01",
    "a timestamp of 64 bits": b"\x82\xa1t\xa4ping\xa1n\xd7\xff" + bytes(8),
    "a timestamp of 96 bits": b"\x82\xa1t\xa4ping\xa1n\xc7\x0c\xff" + bytes(12),
    "a timestamp of 5 bytes": b"\x82\xa1t\xa4ping\xa1n\xc7\x05\xff" + bytes(5),
    "a timestamp with too many nanoseconds": b"\x82\xa1t\xa4ping\xa1n\xd7\xff" + b"\xff" * 8,
    "a list that says it is huge": b"\xdd\xff\xff\xff\xff",
    "a map that says it is huge": b"\xdf\xff\xff\xff\xff\xa1t",
    "a text that says it is huge": b"\x82\xa1t\xa4ping\xa1n\xdb\xff\xff\xff\xff",
    "bytes that say they are huge": b"\x82\xa1t\xa4ping\xa1n\xc6\xff\xff\xff\xff",
    "an ext that says it is huge": b"\x82\xa1t\xa4ping\xa1n\xc9\xff\xff\xff\xff\x05",
    "a list of 65 ints": framed({"t": "resume", "id": 1, "token": "x", "seen": [0] * 65}),
    "lists in lists": b"\x91" * 4095 + b"\xc0",
    "lists in lists without an end": b"\x91" * 4096,
    "lists that say they are long in lists": b"\xdc\x00\x40" * 1365,
    "maps in maps": b"\x81\xa1t" * 1365,
    "maps as keys in maps": b"\x81" * 4096,
    "lists in an unknown field": b"\x83\xa1t\xa4ping\xa1n\x07\xa1x" + b"\x91" * 900 + b"\x90",
    "no list in an unknown field": b"\x83\xa1t\xa4ping\xa1n\x07\xa1x" + b"\x91" * 400,
    "text and a NUL": b"ping\x00",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_are_malformed(name: str) -> None:
    data = HOSTILE[name]
    assert len(data) <= FROM_CLIENT.size, "it would be refused for its size alone"
    assert gate(data, FROM_CLIENT) is None


@pytest.mark.parametrize("name", sorted(set(HOSTILE) - {"the server's kind"}))
def test_hostile_bytes_from_a_server_are_malformed_too(name: str) -> None:
    data = HOSTILE[name].replace(b"\xa4ping", b"\xa4pong").replace(b"\xa5guest", b"\xa6notice")
    ignored = name == "a field too many"
    assert (gate(data, FROM_SERVER) is None) != ignored


@pytest.mark.parametrize(
    "field",
    [
        b"\x91" * 3 + b"\xc0",
        framed([{"a": [1, 2.5, b"bytes", None, True]}]),
        framed({"deep": {"er": [[]]}}),
    ],
)
def test_a_client_ignores_new_fields_of_any_plain_type(field: bytes) -> None:
    frame = bytes([OK[0] + 1]) + OK[1:] + b"\xa3new" + field
    verdict = gate(frame, FROM_SERVER)
    # A float is no plain type in this protocol, not even in a field that nobody reads.
    assert verdict == (None if b"\xcb" in field else Ok(7))


@pytest.mark.parametrize(
    "field",
    [
        b"\x91" * 11 + b"\xc0",
        b"\x91" * 400 + b"\xc0",
        b"\x91" * 1100 + b"\xc0",
        b"\x91" * 60000 + b"\xc0",
        b"\xd4\x05x",
        b"\xd6\xff\x00\x00\x00\x01",
        b"\xcb" + b"\xff" * 8,
        b"\x82\xa1a\x01\xa1a\x01",
        b"\x81\xc0\x01",
    ],
)
def test_an_unknown_field_is_no_hiding_place(field: bytes) -> None:
    frame = bytes([OK[0] + 1]) + OK[1:] + b"\xa3new" + field
    assert gate(frame, FROM_SERVER) is None


def test_the_deepest_field_that_is_ignored() -> None:
    deepest = FROM_SERVER.depth - 2
    for depth, verdict in ((deepest, Ok(7)), (deepest + 1, None)):
        frame = bytes([OK[0] + 1]) + OK[1:] + b"\xa3new" + b"\x91" * depth + b"\xc0"
        assert gate(frame, FROM_SERVER) == verdict


@pytest.mark.parametrize("frame", [PING, ANSWER, OK])
def test_a_cut_frame_is_malformed_wherever_it_was_cut(frame: bytes) -> None:
    limits = FROM_SERVER if frame is OK else FROM_CLIENT
    assert gate(frame, limits) is not None
    for length in range(len(frame)):
        assert gate(frame[:length], limits) is None


def test_a_frame_may_be_4_kib_from_a_client_and_64_from_the_server() -> None:
    assert (FROM_CLIENT.size, FROM_SERVER.size) == (4096, 65536)
    for limits, first in ((FROM_CLIENT, b"\x83" + PING[1:]), (FROM_SERVER, b"\x82" + OK[1:])):
        for over in (0, 1):
            filler = limits.size - len(first) - 5 + over
            data = first + b"\xa1x\xda" + struct.pack(">H", min(filler, 65535))
            data += b"z" * (limits.size + over - len(data))
            assert len(data) == limits.size + over
            with pytest.raises(Malformed) as wrong:
                decode(data, limits)
            assert ("bytes, the most is" in str(wrong.value)) == bool(over)


def test_a_limit_of_a_frame_is_its_last_byte_and_its_last_item() -> None:
    just = replace(FROM_CLIENT, size=len(ANSWER))
    assert judged(ANSWER, just) is not None
    assert gate(ANSWER, replace(just, size=just.size - 1)) is None
    message = Resume(1, "token", (Seen("a", 1, 2),) * 8)
    assert gate(encode(message), replace(FROM_CLIENT, items=8)) == message
    assert gate(encode(message), replace(FROM_CLIENT, items=7)) is None


def test_the_same_value_in_a_longer_spelling_is_the_same_message() -> None:
    longer = (
        b"\xdf\x00\x00\x00\x02\xd9\x01t\xdb\x00\x00\x00\x04ping\xda\x00\x01n\xcf"
        + bytes(7)
        + b"\x07"
    )
    assert gate(longer, FROM_CLIENT) == Ping(7)
    signed = b"\x82\xa1t\xa4ping\xa1n\xd3" + bytes(7) + b"\x07"
    assert gate(signed, FROM_CLIENT) == Ping(7)


def test_a_deep_stack_of_the_caller_changes_no_verdict() -> None:
    """The pure half recurses on ours; a frame that is allowed must not need more than a little."""

    def below(depth: int) -> object:
        return below(depth - 1) if depth else gate(ANSWER, FROM_CLIENT)

    assert below(600) is not None


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=64), st.sampled_from([FROM_CLIENT, FROM_SERVER]))
@example(b"\x81" * 64, FROM_CLIENT)
def test_noise_is_malformed_or_a_message(data: bytes, limits: Limits) -> None:
    assert finding(data, limits) == ""


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=4)
    | st.binary(max_size=4) | st.just(msgpack.ExtType(1, b"x")) | st.just(msgpack.Timestamp(9)),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3) | st.integers(-3, 3) | st.booleans(), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.deferred(lambda: st.sampled_from(corpus())), st.text(max_size=3), PLAIN, st.data())
def test_any_value_in_any_field_is_malformed_or_a_message(
    frame: bytes, name: str, value: object, data: st.DataObject
) -> None:
    plain = msgpack.unpackb(frame, strict_map_key=False)
    plain[data.draw(st.sampled_from([*plain, name]))] = value
    for limits in (FROM_CLIENT, FROM_SERVER):
        assert finding(framed(plain), limits) == ""


@settings(max_examples=1500, deadline=None)
@given(st.integers(0, 2**64))
def test_a_damaged_frame_is_malformed_or_a_message(seed: int) -> None:
    rng = random.Random(seed)
    data = damaged(rng.choice(corpus()), rng, corpus())
    for limits in (FROM_CLIENT, FROM_SERVER):
        assert finding(data, limits) == ""


def test_the_fuzzer_runs_and_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(0.05) == 0
    assert "0 findings" in capsys.readouterr().out


def test_the_fuzzer_finds_what_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(data: bytes, limits: Limits) -> object:
        return msgpack.unpackb(data)

    monkeypatch.setattr("protocol.codec.unpack", careless)
    assert "ValueError" in finding(b"\x81\xa1t", FROM_CLIENT)
    assert "ExtraData" in finding(PING + PING, FROM_CLIENT)


def test_both_halves_of_msgpack_are_tested() -> None:
    half = msgpack.unpackb
    assert (half is fallback.unpackb) == bool(os.environ.get("MSGPACK_PUREPYTHON"))
    with pure():
        assert msgpack.unpackb is fallback.unpackb
        assert encode(Guest(1, "Ann")) == b"\x83\xa1t\xa5guest\xa2id\x01\xa4name\xa3Ann"
    assert msgpack.unpackb is half
    assert gate(encode(Guest(1, "Ann")), FROM_CLIENT) == Guest(1, "Ann")

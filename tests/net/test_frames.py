"""The short way reads what Autobahn reads, however the bytes are cut, and leaves it the rest."""

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.net.connection import ClientConnection
from game_server.net.frames import SHORT, framed, whole
from tests.net.wired import BINARY, MORE, PING, PONG, Client, MemoryListener, frame, frames

masks = st.binary(min_size=4, max_size=4)


class Ear:
    """In the place of a line: what the wire hands on."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def heard(self, data: bytes, now: float) -> None:
        self.messages.append(data)

    def gone(self, why: str) -> None:
        """Nothing."""


def listen(client: Client) -> Ear:
    ear = Ear()
    client.wire.connection = cast(ClientConnection, ear)
    return ear


@st.composite
def streams(draw: st.DrawFn) -> tuple[list[bytes], bytes]:
    """Messages, and a stream of them: whole or in fragments, with control frames between."""
    messages, stream = [], b""
    for _ in range(draw(st.integers(1, 6))):
        size = draw(st.sampled_from((0, 1, 3, 125, 126, 127, SHORT - 1, SHORT, 4096)))
        message = bytes(at * 7 % 256 for at in range(size))
        pieces = draw(st.integers(1, 3))
        for at in range(pieces):
            part = message[at * size // pieces : (at + 1) * size // pieces]
            opcode = MORE if at else BINARY
            stream += frame(part, opcode, at == pieces - 1, draw(masks))
            if draw(st.booleans()):
                stream += frame(b"x", draw(st.sampled_from((PING, PONG))), mask=draw(masks))
        messages.append(message)
    return messages, stream


@given(streams(), st.lists(st.integers(1, 400), max_size=30))
def test_every_message_arrives_whole_and_in_order_however_it_is_cut(
    stream: tuple[list[bytes], bytes], cuts: list[int]
) -> None:
    messages, data = stream
    client = MemoryListener().met()
    ear = listen(client)
    for cut in cuts:
        client.send(data[:cut]) if data[:cut] else None
        data = data[cut:]
    if data:
        client.send(data)
    assert ear.messages == messages
    assert client.ending() is None


@given(st.integers(0, SHORT - 1), masks, st.binary(max_size=9), st.binary(max_size=9))
def test_the_short_way_finds_exactly_the_message(
    size: int, mask: bytes, before: bytes, after: bytes
) -> None:
    message = bytes(at * 13 % 256 for at in range(size))
    one = frame(message, mask=mask)
    assert whole(before + one + after, len(before)) == (message, len(before + one))
    assert all(whole((before + one)[:-cut], len(before)) is None for cut in range(1, 8))


@pytest.mark.parametrize(
    "data",
    [
        frame(b"x" * SHORT),
        frame(b"text", 1),
        frame(b"part", fin=False),
        frame(b"", PING),
        frame(b"x" * 126, PONG),
        frame(b"", PONG, fin=False),
        bytes((0xC2,)) + frame(b"compressed")[1:],
        b"\x82\x04bare",
        b"\x82\xfe\x00\x05" + b"\0" * 9,
        b"",
        b"\x82",
    ],
    ids=[
        "long",
        "text",
        "part",
        "ping",
        "long_pong",
        "part_of_a_pong",
        "compressed",
        "bare",
        "not_minimal",
        "none",
        "cut",
    ],
)
def test_all_else_goes_the_long_way(data: bytes) -> None:
    assert whole(data, 0) is None


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_a_client_reads_what_a_server_frames(size: int) -> None:
    message = b"m" * size
    assert list(frames(framed([message, b""]))) == [(BINARY, message), (BINARY, b"")]


def test_small_messages_go_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    client = MemoryListener().met()
    ear = listen(client)

    def never(*_: Any) -> None:
        raise AssertionError("the long way")

    monkeypatch.setattr(client.wire, "consumeData", never)
    client.send(frame(b"one") + frame(b"", PONG) + frame(b"two" * 300) + frame(b"x" * 125, PONG))
    assert ear.messages == [b"one", b"two" * 300]


def test_messages_that_go_out_in_one_piece_have_a_frame_each() -> None:
    for messages in ((b"a", b"bb" * 200, b""), (b"bb" * 200,), (b"a", b"bb" * 200, b"")):
        assert list(frames(framed(messages))) == [(BINARY, message) for message in messages]


def test_what_looks_like_a_frame_inside_of_a_message_is_a_part_of_it() -> None:
    client = MemoryListener().met()
    ear = listen(client)
    bare = b"\0" * 4
    message = b"x" * 2_000 + frame(b"within", mask=bare)
    whole_frame = frame(message, mask=bare)
    at = whole_frame.index(frame(b"within", mask=bare))
    client.send(whole_frame[:at])
    client.send(whole_frame[at:])
    assert ear.messages == [message]


def test_a_message_that_begins_within_another_ends_the_line() -> None:
    client = MemoryListener().met()
    ear = listen(client)
    client.send(frame(b"part", fin=False))
    client.send(frame(b"another"))
    assert client.ending() == (1002, "protocol")
    assert ear.messages == []

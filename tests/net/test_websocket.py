"""Frames, time and buffers of one connection: whatever breaks a limit ends it with its code."""

import gc
import weakref
from dataclasses import replace
from typing import Any

import pytest

from game_server.net import websocket
from game_server.net.plain_request import PlainRequest, granted
from game_server.net.websocket import DEAF
from game_server.rate_limit import RateLimit
from protocol.codec import encode
from protocol.endings import GOING_AWAY
from protocol.messages import Goodbye, Ping, Pong
from tests.net.wired import (
    CLOSE,
    HELLO,
    LIMITS,
    MORE,
    PING,
    PONG,
    REQUEST,
    TEXT,
    Client,
    MemoryListener,
    frame,
)


def status(client: Client) -> str:
    return client.transport.value().decode().split("\r\n")[0]


BREAKS = {
    "text": (frame(b"hello", TEXT), (1003, "text")),
    "unmasked": (b"\x82\x03abc", (1002, "protocol")),
    "compressed": (b"\xc2" + frame(b"abc")[1:], (1002, "protocol")),
    "reserved": (frame(b"abc", 3), (1002, "protocol")),
    "reserved_control": (frame(b"abc", 11), (1002, "protocol")),
    "long_control": (frame(b"x" * 126, PING), (1002, "protocol")),
    "cut_control": (frame(b"x", PING, fin=False), (1002, "protocol")),
    "endless_control": (b"\x8b\xff" + b"\x7f" * 8 + b"mask", (1002, "protocol")),
    "more_of_nothing": (frame(b"x", MORE), (1002, "protocol")),
    "message_in_message": (frame(b"a", fin=False) + frame(b"b"), (1002, "protocol")),
    "wide_length": (b"\x82\xfe\x00\x05" + b"mask12345", (1002, "protocol")),
    "too_big": (frame(b"x" * 4097), (1009, "too_big")),
    "endless": (b"\x82\xff" + b"\x7f" * 8 + b"mask", (1009, "too_big")),
    "too_big_in_parts": (
        frame(b"x" * 3000, fin=False) + frame(b"x" * 3000, MORE),
        (1009, "too_big"),
    ),
    "empty_parts": (
        frame(b"", fin=False) + frame(b"", MORE, fin=False) * 8,
        (1009, "too_big"),
    ),
    "flood_of_pings": (frame(b"", PING) * 100, (4003, "too_fast")),
    "flood_of_pongs": (frame(b"", PONG) * 100, (4003, "too_fast")),
    "bad_close_code": (frame((1005).to_bytes(2, "big"), CLOSE), (1002, "protocol")),
    "short_close": (frame(b"x", CLOSE), (1002, "protocol")),
    "close_not_utf8": (frame((1000).to_bytes(2, "big") + b"\xff\xfe", CLOSE), (1007, "invalid")),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_frame_against_the_rules_ends_the_line_with_its_code(name: str) -> None:
    listener = MemoryListener()
    client = listener.inside()
    known = len(listener.house.heard_messages)
    data, ending = BREAKS[name]
    client.send(data)
    client.say(Ping(1))
    assert client.ending() == ending
    assert len(listener.house.heard_messages) == known
    assert client.transport.disconnecting
    client.hang_up()
    assert [line.ended for line in listener.house.gone_lines] == [ending[1]]
    assert listener.context.counts[ending[1]] == 1


@pytest.mark.parametrize("name", BREAKS)
def test_it_ends_the_same_when_it_drips(name: str) -> None:
    listener = MemoryListener()
    client = listener.inside()
    data, ending = BREAKS[name]
    for at in range(len(data)):
        client.send(data[at : at + 1])
    assert client.ending() == ending


def test_what_comes_after_the_end_is_not_kept_and_not_endured_for_long() -> None:
    client = MemoryListener().inside()
    client.send(BREAKS["endless_control"][0])
    for _ in range(DEAF // 1024):
        client.send(b"x" * 1024)
    assert client.wire.data == b""
    assert not client.transport.aborting
    client.send(b"x")
    assert client.transport.aborting


def test_who_does_not_hang_up_after_the_end_is_cut_off() -> None:
    listener = MemoryListener()
    client = listener.inside()
    client.send(BREAKS["text"][0])
    listener.pass_seconds(LIMITS.close_seconds - 0.1)
    assert not client.transport.aborting
    listener.pass_seconds(0.2)
    assert client.transport.aborting


def test_a_client_that_closes_is_answered_and_gone() -> None:
    listener = MemoryListener()
    client = listener.inside()
    client.send(frame((1000).to_bytes(2, "big"), CLOSE))
    assert client.ending() == (1000, "")
    assert client.transport.disconnecting
    client.hang_up()
    assert [line.ended for line in listener.house.gone_lines] == ["closed"]


def test_a_message_in_fragments_is_a_message() -> None:
    listener = MemoryListener()
    client = listener.inside()
    data = encode(Ping(77))
    parts = [frame(data[:3], fin=False), frame(b"", PING), frame(data[3:], MORE)]
    client.send(b"".join(parts))
    assert client.told() == [Pong(77)]


# Before it is a line


def test_a_request_without_an_end_is_denied_when_it_is_too_long() -> None:
    client = MemoryListener().connect()
    for _ in range(9):
        client.send(b"GET / HTTP/1.1\r\n" if not client.wire.data else b"X: " + b"y" * 1021)
    assert status(client) == "HTTP/1.1 431 Request Header Fields Too Large"
    client.send(b"x" * 1024)
    assert client.wire.data == b""


def test_a_long_request_is_denied_even_if_it_has_an_end() -> None:
    client = MemoryListener().connect()
    client.send(REQUEST % (b"X: " + b"y" * 9000 + b"\r\n"))
    assert status(client).startswith("HTTP/1.1 431")


def test_hello_may_come_with_the_request_in_one_piece() -> None:
    listener = MemoryListener()
    client = listener.connect()
    client.send(REQUEST % b"" + frame(encode(HELLO)) + frame(encode(Ping(1))))
    assert len(listener.house.met_lines) == 1
    assert listener.house.heard_messages == [Ping(1)]


DENIED = {
    "no_upgrade": (b"GET / HTTP/1.1\r\nHost: house\r\n\r\n", "HTTP/1.1 426 Upgrade Required"),
    "post": ((REQUEST % b"").replace(b"GET", b"POST"), "HTTP/1.1 405 Method Not Allowed"),
    "http_1_0": (
        (REQUEST % b"").replace(b"HTTP/1.1", b"HTTP/1.0"),
        "HTTP/1.1 505 HTTP Version Not Supported",
    ),
    "old_version": ((REQUEST % b"").replace(b": 13", b": 8"), "HTTP/1.1 426 Upgrade Required"),
    "no_version": ((REQUEST % b"").replace(b": 13", b": x"), "HTTP/1.1 426 Upgrade Required"),
    "bad_key": ((REQUEST % b"").replace(b"dGhl", b"####"), "HTTP/1.1 400 Bad Request"),
    "nothing": (b"\r\n\r\n", "HTTP/1.1 400 Bad Request"),
    "noise": (bytes(range(256)) + b"\r\n\r\n", "HTTP/1.1 400 Bad Request"),
    "bad_extension": (
        REQUEST % b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99\r\n",
        "HTTP/1.1 400 Bad Request",
    ),
    "null_origin": (REQUEST % b"Origin: null\r\n", "HTTP/1.1 403 Forbidden"),
    "file_origin": (REQUEST % b"Origin: file:///tmp/x\r\n", "HTTP/1.1 403 Forbidden"),
    "empty_origin": (REQUEST % b"Origin:\r\n", "HTTP/1.1 403 Forbidden"),
    "two_origins": (
        REQUEST % b"Origin: https://play.example.org\r\nOrigin: https://evil.example\r\n",
        "HTTP/1.1 403 Forbidden",
    ),
    "other_origin": (REQUEST % b"Origin: https://evil.example\r\n", "HTTP/1.1 403 Forbidden"),
    "longer_origin": (
        REQUEST % b"Origin: https://play.example.org.evil.example\r\n",
        "HTTP/1.1 403 Forbidden",
    ),
    "plain_origin": (REQUEST % b"Origin: http://play.example.org\r\n", "HTTP/1.1 403 Forbidden"),
    "port_of_origin": (
        REQUEST % b"Origin: https://play.example.org:8443\r\n",
        "HTTP/1.1 403 Forbidden",
    ),
    "longer_port": (
        REQUEST % b"Origin: https://play.example.org:4430\r\n",
        "HTTP/1.1 403 Forbidden",
    ),
    "dot_of_origin": (REQUEST % b"Origin: https://playxexample.org\r\n", "HTTP/1.1 403 Forbidden"),
}
PAGES = replace(LIMITS, origins=("https://play.example.org",))


@pytest.mark.parametrize("name", DENIED)
def test_a_request_that_is_not_right_is_denied_with_its_status(name: str) -> None:
    request, line = DENIED[name]
    listener = MemoryListener(PAGES)
    client = listener.connect()
    client.send(request + frame(encode(HELLO)))
    assert status(client) == line
    assert b"evil" not in client.transport.value()
    assert client.transport.disconnecting
    client.hang_up()
    assert listener.house.met_lines == []
    assert sum(listener.context.counts.values()) == 1


OFFERS = b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
GRANTED = {
    "program": REQUEST % b"",
    "browser": REQUEST % (b"Origin: https://play.example.org\r\nUser-Agent: x\r\n" + OFFERS),
    "path_and_port": (REQUEST % b"").replace(b"GET / ", b"GET /a/b ").replace(b"house", b"a:81"),
    "keeps_alive": (REQUEST % b"").replace(b"n: Upgrade", b"n: keep-alive, Upgrade"),
}
SELDOM = {
    "query": (REQUEST % b"").replace(b"GET / ", b"GET /?a=b "),
    "fragment": (REQUEST % b"").replace(b"GET / ", b"GET /?a#b "),
    "bracket": (REQUEST % b"").replace(b"GET / ", b"GET //[ "),
    "strange_host": (REQUEST % b"").replace(b"house", b"a:b"),
    "two_hosts": REQUEST % b"Host: other\r\n",
    "two_keys": REQUEST % b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    "two_versions": REQUEST % b"Sec-WebSocket-Version: 13\r\n",
    "subprotocol": REQUEST % b"Sec-WebSocket-Protocol: chat\r\n",
    "upgrades": (REQUEST % b"").replace(b"e: websocket", b"e: h2c, websocket"),
    "no_connection": (REQUEST % b"").replace(b"n: Upgrade", b"n: close"),
}


@pytest.mark.parametrize("name", [*DENIED, *GRANTED, *SELDOM])
def test_a_request_is_answered_as_autobahn_answers_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = GRANTED.get(name) or SELDOM.get(name) or DENIED[name][0]
    asked = list[bool]()

    def counted(head: bytes, request: PlainRequest) -> bytes | None:
        answer = granted(head, request)
        asked.append(answer is not None)
        return answer

    answers = []
    for short in (counted, _grants_nothing):
        monkeypatch.setattr(websocket, "granted", short)
        client = MemoryListener(PAGES).connect()
        client.send(request + frame(encode(HELLO)) + frame(b"x", TEXT))
        answers.append((client.transport.value(), client.transport.disconnecting))
    assert (asked == [True]) is (name in GRANTED)
    assert answers[0] == answers[1]


def _grants_nothing(head: bytes, request: PlainRequest) -> None:
    """Leaves all to Autobahn."""


@pytest.mark.parametrize("version", [b"8", b"0", b"14", b"255", b"thirteen"])
def test_a_version_that_is_not_spoken_is_answered_with_the_one_that_is(version: bytes) -> None:
    client = MemoryListener().connect()
    client.send((REQUEST % b"").replace(b": 13", b": " + version))
    first, *headers = client.transport.value().decode().lower().split("\r\n")
    assert first == "http/1.1 426 upgrade required"
    assert "sec-websocket-version: 13" in headers
    assert "upgrade: websocket" in headers
    assert "connection: upgrade, close" in headers


def test_a_page_of_the_house_may_connect_and_an_app_only_if_apps_may() -> None:
    origin = b"Origin: https://play.example.org\r\n"
    assert MemoryListener(PAGES).connect().open(origin).http.startswith(b"HTTP/1.1 101")
    assert MemoryListener(PAGES).connect().open().http.startswith(b"HTTP/1.1 101")
    pages_alone = replace(PAGES, apps=False)
    assert MemoryListener(pages_alone).connect().open(origin).http.startswith(b"HTTP/1.1 101")
    assert MemoryListener(pages_alone).connect().open().http.startswith(b"HTTP/1.1 403")
    nobodys = replace(PAGES, null_origin=True)
    assert (
        MemoryListener(nobodys).connect().open(b"Origin: null\r\n").http.startswith(b"HTTP/1.1 101")
    )


def test_compression_is_not_agreed_to() -> None:
    offer = b"Sec-WebSocket-Extensions: permessage-deflate\r\n"
    http = MemoryListener().connect().open(offer).http
    assert http.startswith(b"HTTP/1.1 101")
    assert b"Extensions" not in http
    assert b"Autobahn" not in http


def test_too_many_lines_from_one_address_are_denied_and_others_come_in() -> None:
    listener = MemoryListener(replace(LIMITS, per_address=2))
    for _ in range(2):
        listener.met()
    assert listener.connect().open().http.startswith(b"HTTP/1.1 429")
    assert listener.connect("192.0.2.2").open().http.startswith(b"HTTP/1.1 101")


def test_a_full_house_denies_and_takes_the_next_when_one_has_left() -> None:
    listener = MemoryListener(replace(LIMITS, connections=2, per_address=2))
    first = listener.inside()
    listener.inside()
    denied = listener.connect("192.0.2.2").open()
    assert denied.http.startswith(b"HTTP/1.1 503")
    assert b"Retry-After: " in denied.http
    denied.hang_up()
    first.hang_up()
    assert listener.connect("192.0.2.2").open().http.startswith(b"HTTP/1.1 101")


def test_who_is_at_the_door_of_a_house_that_stops_is_let_in_and_told_to_come_back() -> None:
    listener = MemoryListener()
    inside, knocking = listener.inside("198.51.100.1"), listener.connect("198.51.100.2")
    listener.factory.dismiss(GOING_AWAY)
    assert inside.ending() == (1001, "going_away")
    assert not knocking.transport.aborting
    knocking.open()
    assert knocking.http.startswith(b"HTTP/1.1 101")
    assert knocking.http.endswith(b"\x88\x0c\x03\xe9going_away")
    inside.hang_up()
    knocking.hang_up()
    assert listener.factory.websockets == set()
    assert listener.context.counts["going_away"] == 2


def test_in_a_full_house_who_has_not_logged_in_makes_way_the_oldest_first() -> None:
    listener = MemoryListener(replace(LIMITS, connections=4, per_address=4, reserved=0.0))
    inside = listener.inside("198.51.100.1")
    first, second = listener.met("198.51.100.2"), listener.met("203.0.113.3")
    silent = listener.connect("192.0.2.4")
    assert listener.met("192.0.2.5").http.startswith(b"HTTP/1.1 101")
    assert first.ending() == (4010, "crowded")
    assert second.ending() is None
    for number in range(6, 9):
        listener.met(f"192.0.2.{number}")
    assert second.ending() == (4010, "crowded")
    assert silent.transport.aborting
    assert inside.ending() is None
    # Each is counted once, also when the connections are gone at last.
    assert listener.factory.admission.connections == 4
    for gone in (first, second, silent):
        gone.hang_up()
    assert listener.factory.admission.connections == 4


def test_whoever_holds_most_lines_without_a_login_makes_way_before_one_who_holds_one() -> None:
    listener = MemoryListener(replace(LIMITS, connections=5, per_address=4, reserved=0.0))
    honest = listener.met("198.51.100.1")
    crowd = [listener.met("203.0.113.3") for _ in range(4)]
    for number in range(3):
        listener.met(f"192.0.{number}.5")
    assert [one.ending() is None for one in (honest, *crowd)] == [True, False, False, False, True]


def test_who_is_shut_out_for_too_many_lines_makes_nobody_go() -> None:
    listener = MemoryListener(replace(LIMITS, connections=4, per_address=2, reserved=0.0))
    others = [listener.met("198.51.100.1"), listener.met("198.51.100.1")]
    many = [listener.met("203.0.113.3"), listener.met("203.0.113.3")]
    assert listener.shut("203.0.113.3")
    assert [one.ending() for one in (*others, *many)] == [None] * 4


def test_in_a_house_that_is_nearly_full_a_line_needs_a_login_soon() -> None:
    limits = replace(LIMITS, connections=8, per_address=8, reserved=0.5, full_login_seconds=15.0)
    listener = MemoryListener(replace(limits, ping_seconds=1_000.0))
    inside = listener.inside("198.51.100.1")
    waiting = [listener.met("198.51.100.1") for _ in range(3)]
    listener.pass_seconds(60)
    assert [one.ending() for one in waiting] == [None] * 3, "there is room"
    late = listener.met("203.0.113.3")
    listener.pass_seconds(2)
    assert [one.ending() for one in waiting] == [(4010, "crowded")] * 3
    listener.pass_seconds(60)
    assert late.ending() is None, "there is room again"
    assert inside.ending() is None


def test_a_login_that_is_being_looked_at_does_not_make_way() -> None:
    listener = MemoryListener(replace(LIMITS, connections=2, per_address=2, reserved=0.0))
    entering, waiting = listener.met("198.51.100.1"), listener.met("203.0.113.3")
    line = entering.wire.connection
    assert line is not None
    line.player = "entering"
    listener.met("192.0.2.1")
    assert entering.ending() is None
    assert waiting.ending() == (4010, "crowded")


def test_members_at_one_address_may_hold_twice_the_lines() -> None:
    listener = MemoryListener(replace(LIMITS, per_address=4, connects=RateLimit(100, 1.0)))
    for _ in range(3):
        listener.inside(member=True)
    assert listener.factory.admission.connections == 3
    members = [listener.inside(member=True) for _ in range(4)]
    assert listener.connect().open().http.startswith(b"HTTP/1.1 429")
    for one in members:
        one.hang_up()
    assert listener.met().http.startswith(b"HTTP/1.1 101")


def test_a_setting_costs_a_connection_nothing() -> None:
    wire = MemoryListener().connect().wire
    assert getattr(wire, "maxFramePayloadSize", 0) == 4096
    assert "maxFramePayloadSize" not in vars(wire)


# Time


def test_a_connection_without_a_request_is_denied_in_time() -> None:
    listener = MemoryListener()
    client = listener.connect()
    client.send(b"GET / HT")
    listener.pass_seconds(LIMITS.request_seconds - 0.1)
    assert status(client) == ""
    listener.pass_seconds(0.2)
    assert status(client) == "HTTP/1.1 408 Request Timeout"
    listener.pass_seconds(LIMITS.close_seconds + 0.1)
    assert client.transport.aborting


def test_a_line_without_a_hello_ends_in_time() -> None:
    listener = MemoryListener()
    client = listener.connect().open()
    listener.pass_seconds(LIMITS.hello_seconds - 0.1)
    client.send(frame(b"still here", PING))
    assert client.ending() is None
    listener.pass_seconds(0.2)
    assert client.ending() == (4004, "no_hello")


def answer_pings(client: Client) -> None:
    for opcode, data in client.got():
        if opcode == PING:
            client.send(frame(data, PONG))


def test_a_line_without_a_login_ends_in_time_and_one_with_it_lasts() -> None:
    listener = MemoryListener(replace(LIMITS, login_seconds=30.0))
    idle, player = listener.met(), listener.inside()
    for _ in range(39):
        listener.pass_seconds(1)
        answer_pings(player)
        answer_pings(idle)
    listener.pass_seconds(2)
    assert idle.ending() == (4005, "no_login")
    assert player.ending() is None


@pytest.mark.req("E-UC-001")
def test_whoever_waits_at_a_closed_house_may_stay_until_it_opens() -> None:
    listener = MemoryListener(replace(LIMITS, login_seconds=30.0))
    context = listener.context
    context.greeting = replace(context.greeting, open=False)
    waiting = listener.met()
    closes: list[bytes] = []

    def wait(seconds: int) -> None:
        for _ in range(seconds):
            listener.pass_seconds(1)
            for opcode, data in waiting.got():
                if opcode == PING:
                    waiting.send(frame(data, PONG))
                elif opcode == CLOSE:
                    closes.append(data)

    wait(200)
    assert not closes
    context.greeting = replace(context.greeting, open=True)
    wait(60)
    assert closes[0].endswith(b"no_login")


def test_a_silent_line_is_given_up_and_the_house_told() -> None:
    listener = MemoryListener()
    silent, player = listener.inside(), listener.inside()
    for _ in range(45):
        listener.pass_seconds(1)
        answer_pings(player)
    assert silent.transport.aborting
    silent.hang_up(clean=False)
    assert [line.ended for line in listener.house.gone_lines] == ["silent"]
    assert not player.transport.aborting


def test_the_delay_is_measured_by_pings_and_not_by_what_a_client_makes_up() -> None:
    listener = MemoryListener()
    client = listener.inside()
    (line,) = listener.house.met_lines
    assert line.delay == 0.0
    measured = []
    for late in (0.2, 0.2, 1.0):
        pings: list[bytes] = []
        while not pings:
            listener.pass_seconds(0.05)
            pings = [data for opcode, data in client.got() if opcode == PING]
        client.send(frame(b"made up", PONG) + frame(b"\0" * 8, PONG))
        listener.pass_seconds(late)
        client.send(frame(pings[0], PONG))
        listener.pass_seconds(0.3)
        client.send(frame(pings[0], PONG))
        measured.append(line.delay)
    assert measured == pytest.approx([0.2, 0.2, 0.3], abs=0.001)


def test_pings_of_a_crowd_are_spread_over_the_interval() -> None:
    crowded = replace(LIMITS, per_address=100, connects=RateLimit(100, 1.0), hello_seconds=60.0)
    listener = MemoryListener(crowded)
    crowd = [listener.connect().open() for _ in range(100)]
    at_once = []
    for _ in range(200):
        listener.pass_seconds(0.05)
        at_once.append(sum(len(client.got()) for client in crowd))
    assert max(at_once) <= 3
    assert sum(at_once) >= 99


def test_a_line_that_has_ended_leaves_nothing_that_only_a_sweep_finds() -> None:
    listener = MemoryListener()
    gc.collect()
    gc.disable()
    try:
        for client in (listener.connect(), listener.connect().open(), listener.inside()):
            wire = weakref.ref(client.wire)
            client.hang_up(clean=False)
            listener.pass_seconds(LIMITS.login_seconds)
            client.transport.producer = None
            listener.house.met_lines.clear()
            listener.house.gone_lines.clear()
            del client.wire
            assert wire() is None
    finally:
        gc.enable()


# Reading slowly


def test_who_does_not_read_for_too_long_is_dropped() -> None:
    listener = MemoryListener()
    client = listener.inside()
    client.wire.pauseProducing()
    listener.pass_seconds(LIMITS.slow_seconds - 0.1)
    assert not client.transport.aborting
    listener.pass_seconds(0.2)
    assert client.transport.aborting
    client.hang_up(clean=False)
    assert [line.ended for line in listener.house.gone_lines] == ["too_slow"]
    assert listener.context.counts["too_slow"] == 1


def test_who_catches_up_in_time_stays() -> None:
    listener = MemoryListener()
    client = listener.inside()
    for _ in range(5):
        client.wire.pauseProducing()
        listener.pass_seconds(LIMITS.slow_seconds - 0.1)
        client.wire.resumeProducing()
    listener.pass_seconds(5)
    assert not client.transport.aborting


def test_who_is_too_far_behind_is_dropped_at_once() -> None:
    listener = MemoryListener()
    client = listener.inside()
    (line,) = listener.house.met_lines
    client.wire.pauseProducing()
    sent = 0
    while not client.transport.aborting:
        line.send_bytes(b"x" * 1000)
        sent += 1000
        assert sent < 2 * LIMITS.slow_bytes
    assert sent > 0.9 * LIMITS.slow_bytes
    size = len(client.transport.value())
    line.send_bytes(b"x" * 1000)
    assert len(client.transport.value()) == size


def test_a_slow_reader_that_is_told_goodbye_is_cut_off_in_time() -> None:
    listener = MemoryListener()
    client = listener.inside()
    (line,) = listener.house.met_lines
    client.wire.pauseProducing()
    line.close(Goodbye("closed"))
    assert client.transport.producer is None
    listener.pass_seconds(LIMITS.close_seconds + 0.1)
    assert client.transport.aborting
    client.hang_up(clean=False)
    assert line.ended == "goodbye"


def test_nothing_is_left_of_connections_that_are_gone() -> None:
    listener = MemoryListener()
    for number in range(30):
        client: Any = (listener.connect, listener.met, listener.inside)[number % 3]()
        client.hang_up()
        listener.pass_seconds(0.5)
    assert len(listener.wheel) == 0
    assert (listener.context.admission.connections, len(listener.factory.websockets)) == (0, 0)

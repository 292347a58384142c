"""What a proxy says of where a connection comes from, and who is believed."""

import socket
import ssl
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.net.limits import UnsafeSetting
from game_server.net.proxies import (
    V1,
    V2,
    MalformedClaim,
    Proxies,
    begins_proxy_protocol,
    forwarded_for,
    proxy_header,
)
from tests.certificate import self_signed
from tests.net.living import Honest, LivingHouse, all_of, hello
from tests.net.wired import LIMITS, REQUEST, MemoryListener

PROXY = "10.0.0.2"
NAMED = Proxies((PROXY, "10.1.0.0/16", "fd00::/64"))
HERE = "127.0.0.77"
"""The proxy of the living house."""


def said(*lines: bytes) -> bytes:
    return b"\r\n".join((b"GET / HTTP/1.1", b"Host: house", *lines))


@pytest.mark.parametrize(
    ("lines", "real"),
    [
        ((), PROXY),
        ((b"X-Forwarded-For: 203.0.113.5",), "203.0.113.5"),
        ((b"x-forwarded-for:203.0.113.5:4711",), "203.0.113.5"),
        ((b"X-Forwarded-For: 192.0.2.66, 203.0.113.5",), "203.0.113.5"),
        ((b"X-Forwarded-For: 203.0.113.5, 10.1.2.3, 10.0.0.2",), "203.0.113.5"),
        ((b"X-Forwarded-For: 192.0.2.66", b"X-Forwarded-For: 203.0.113.5"), "203.0.113.5"),
        ((b"X-Forwarded-For: nonsense, 203.0.113.5",), "203.0.113.5"),
        ((b"X-Forwarded-For: 10.1.2.3",), "10.1.2.3"),
        ((b"X-Forwarded-For: 2001:db8::5",), "2001:db8::5"),
        ((b"X-Forwarded-For: ::ffff:203.0.113.5",), "203.0.113.5"),
        ((b"Forwarded: for=203.0.113.5;proto=https;by=10.0.0.2",), "203.0.113.5"),
        ((b'Forwarded: for=192.0.2.66, For="[2001:db8::5]:4711"; host=a',), "2001:db8::5"),
        ((b"Forwarded: proto=https",), PROXY),
        ((b"Forwarded: for=203.0.113.5", b"X-Forwarded-For: 203.0.113.5"), "203.0.113.5"),
    ],
)
def test_the_last_address_that_is_no_proxy_counts(lines: tuple[bytes, ...], real: str) -> None:
    assert forwarded_for(said(*lines), NAMED, PROXY) == real


@pytest.mark.parametrize(
    "line",
    [
        b"X-Forwarded-For: unknown",
        b"X-Forwarded-For: 203.0.113.555",
        b"X-Forwarded-For: 203.0.113.5,",
        b"X-Forwarded-For:",
        b"X-Forwarded-For: " + b", ".join([b"10.0.0.2"] * 33),
        b"X-Forwarded-For : 203.0.113.5",
        b"X-Forwarded-For: 203.0.113.5\x0bX-Forwarded-For: 192.0.2.66",
        b"Accept: x\x85X-Forwarded-For: 192.0.2.66",
        b"Accept: x\nX-Forwarded-For: 192.0.2.66",
        b" X-Forwarded-For: 192.0.2.66",
        b"no header",
        b"Forwarded: for=_hidden",
        b"Forwarded: for",
        b'Forwarded: for="203.0.113.5',
        b"Forwarded: for=203.0.113.5\r\nX-Forwarded-For: 192.0.2.66",
    ],
)
def test_what_a_proxy_cannot_have_meant_is_refused(line: bytes) -> None:
    with pytest.raises(MalformedClaim):
        forwarded_for(said(line), NAMED, PROXY)


@given(st.binary(max_size=200))
def test_whatever_a_request_says_an_address_comes_of_it_or_a_refusal(data: bytes) -> None:
    for line in (data, b"X-Forwarded-For: " + data, b"Forwarded: " + data):
        with suppress(MalformedClaim):
            assert forwarded_for(said(line), NAMED, PROXY)


def second(command: int, family: int, body: bytes) -> bytes:
    return V2 + bytes((command, family)) + struct.pack("!H", len(body)) + body


IPV4 = socket.inet_aton("203.0.113.5") + socket.inet_aton("10.0.0.9") + b"\x12\x34\x22\x42"
IPV6 = socket.inet_pton(socket.AF_INET6, "2001:db8::5") * 2 + b"\x12\x34\x22\x42"
WHOLE = {
    b"PROXY TCP4 203.0.113.5 10.0.0.9 4711 8770\r\n": "203.0.113.5",
    b"PROXY TCP6 2001:db8::5 fd00::9 4711 8770\r\n": "2001:db8::5",
    b"PROXY UNKNOWN\r\n": PROXY,
    b"PROXY UNKNOWN ffff::1 ffff::1 1 1\r\n": PROXY,
    second(0x21, 0x11, IPV4): "203.0.113.5",
    second(0x21, 0x11, IPV4 + b"\x03\x00\x04abcd"): "203.0.113.5",
    second(0x21, 0x21, IPV6): "2001:db8::5",
    second(0x20, 0x00, b""): PROXY,
    second(0x21, 0x31, b"x" * 216): PROXY,
}


@pytest.mark.parametrize("header", WHOLE)
def test_a_header_of_the_proxy_protocol_is_read_however_it_arrives(header: bytes) -> None:
    for end in range(1, len(header)):
        assert begins_proxy_protocol(header[:end])
        assert proxy_header(header[:end], PROXY) is None
    assert proxy_header(header + b"GET /", PROXY) == (WHOLE[header], len(header))


@pytest.mark.parametrize(
    "header",
    [
        V1 + b"TCP4 203.0.113.5 10.0.0.9 4711 8770" + b" " * 80,
        b"PROXY TCP4 203.0.113.5 10.0.0.9 4711\r\n",
        b"PROXY TCP4 2001:db8::5 fd00::9 4711 8770\r\n",
        b"PROXY TCP4 203.0.113.5 10.0.0.9 99999 8770\r\n",
        b"PROXY TCP5 203.0.113.5 10.0.0.9 4711 8770\r\n",
        b"PROXY \xff\r\n",
        b"PROXY TCP4 \xff\xff \xff 1 1\r\n",
        second(0x31, 0x11, IPV4),
        second(0x22, 0x11, IPV4),
        second(0x21, 0x11, IPV4[:-1]),
        second(0x21, 0x21, IPV4),
        V2 + b"\x21\x11\xff\xff",
    ],
)
def test_a_broken_header_of_the_proxy_protocol_is_refused(header: bytes) -> None:
    with pytest.raises(MalformedClaim):
        proxy_header(header, PROXY)


@given(st.sampled_from((V1, V2)), st.binary(max_size=200))
def test_whatever_follows_the_first_bytes_is_read_or_refused(begin: bytes, data: bytes) -> None:
    try:
        found = proxy_header(begin + data, PROXY)
    except MalformedClaim:
        return
    assert found is None or found[1] <= len(begin + data)


@pytest.mark.parametrize(
    ("named", "says"),
    [("0.0.0.0/0", "lets everybody say"), ("::/0", "lets everybody"), ("nginx", "is no address")],
)
def test_a_setting_that_believes_everybody_is_refused(named: str, says: str) -> None:
    with pytest.raises(UnsafeSetting, match=says):
        replace(LIMITS, proxies=(named,)).check()


# -- counted by the real address ------------------------------------------------------------------


def behind(**more: int) -> MemoryListener:
    return MemoryListener(replace(LIMITS, proxies=(PROXY,), **more))  # type: ignore[arg-type]


def test_lines_behind_a_proxy_are_counted_by_where_they_come_from() -> None:
    listener = behind(per_address=2)
    for guest in (b"203.0.113.5", b"203.0.113.5", b"198.51.100.6"):
        assert b"101" in listener.connect(PROXY).open(b"X-Forwarded-For: %s\r\n" % guest).http
    refused = listener.connect(PROXY).open(b"X-Forwarded-For: 203.0.113.5\r\n")
    assert refused.http.startswith(b"HTTP/1.1 429")
    assert listener.house.met_lines == []
    other = listener.connect(PROXY).open(b"X-Forwarded-For: 198.51.100.6\r\n")
    assert b"101" in other.http
    assert listener.context.admission.connections == 5
    assert other.wire.connection is not None
    assert other.wire.connection.address == "198.51.100.6"


def test_every_line_that_is_gone_gives_its_place_back() -> None:
    listener = behind()
    silent, said_it = listener.connect(PROXY), listener.connect(PROXY)
    said_it.open(b"X-Forwarded-For: 203.0.113.5\r\n")
    bad = listener.connect(PROXY).open(b"X-Forwarded-For: nowhere\r\n")
    assert bad.http.startswith(b"HTTP/1.1 400")
    plain = listener.connect(PROXY).open()
    assert plain.wire.address == PROXY, "a program on the machine of the proxy"
    for one in (silent, said_it, bad, plain):
        one.hang_up()
    assert listener.context.admission.connections == 0
    assert len(listener.factory._unauthenticated) == 0
    listener.pass_seconds(120)
    listener.context.admission.enter("192.0.2.9", listener.clock.seconds())
    assert listener.context.admission.known() == 2, "what is owed to nobody is forgotten"


def test_who_is_no_proxy_is_not_believed() -> None:
    listener = behind(per_address=2)
    for number in range(2):
        assert b"101" in listener.connect().open(b"X-Forwarded-For: 10.9.9.%d\r\n" % number).http
    liar = listener.connect().open(b"X-Forwarded-For: 10.9.9.9\r\nForwarded: for=10.9.9.9\r\n")
    assert liar.http.startswith(b"HTTP/1.1 429")


# -- on real sockets ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house() -> Iterator[LivingHouse]:
    with LivingHouse(
        proxies=[HERE], per_address=30, connects=[500, 500.0], request_seconds=1.0
    ) as living:
        yield living


def asked(house: LivingHouse, source: str, before: bytes, headers: bytes = b"") -> bytes:
    """The answer to the request of a line from there that begins with this."""
    with closing(socket.create_connection(("127.0.0.1", house.port), 60, (source, 0))) as one:
        one.sendall(before + REQUEST % headers + hello())
        answer = b""
        while b"\r\n\r\n" not in answer and (part := one.recv(4096)):
            answer += part
        return answer


@pytest.mark.parametrize("header", [one for one, real in WHOLE.items() if real != PROXY])
def test_a_proxy_speaks_the_proxy_protocol(house: LivingHouse, header: bytes) -> None:
    assert b" 101 " in asked(house, HERE, header)
    house.told("met", met=WHOLE[header])


def test_a_header_in_pieces_is_read_too(house: LivingHouse) -> None:
    with closing(socket.create_connection(("127.0.0.1", house.port), 60, (HERE, 0))) as one:
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in b"PROXY TCP4 203.0.113.9 10.0.0.9 4711 8770\r\n":
            one.sendall(bytes((byte,)))
        one.sendall(REQUEST % b"X-Forwarded-For: 192.0.2.66\r\n" + hello())
        house.told("met", met="203.0.113.9")


def test_a_liar_who_is_no_proxy_gets_nowhere_with_it(house: LivingHouse) -> None:
    answer = asked(house, "127.0.0.66", b"PROXY TCP4 203.0.113.7 10.0.0.9 4711 8770\r\n")
    assert b" 101 " not in answer
    assert b" 101 " in asked(house, "127.0.0.66", b"", b"X-Forwarded-For: 203.0.113.7\r\n")
    house.told("met", met="127.0.0.66")


@pytest.mark.parametrize("data", [b"PROXY nonsense\r\n", V2 + b"\xff" * 4, b"PROXY ", b"\r\n\r"])
def test_what_means_nothing_ends_without_a_word_and_others_are_served(
    house: LivingHouse, data: bytes
) -> None:
    with closing(socket.create_connection(("127.0.0.1", house.port), 60, (HERE, 0))) as one:
        one.sendall(data)
        assert all_of(one) == b""
    Honest(house).is_served()


def test_the_header_stands_before_tls(tmp_path: Path) -> None:
    own, key = self_signed(tmp_path)
    trusts = ssl.create_default_context(cafile=str(own))
    with (
        LivingHouse(proxies=[HERE], certificate=str(own), key=str(key)) as house,
        closing(socket.create_connection(("127.0.0.1", house.port), 60, (HERE, 0))) as one,
    ):
        one.sendall(b"PROXY TCP4 203.0.113.9 10.0.0.9 4711 8770\r\n")
        with trusts.wrap_socket(one, server_hostname="127.0.0.1") as line:
            line.sendall(REQUEST % b"" + hello())
            house.told("met", met="203.0.113.9")

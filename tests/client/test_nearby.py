"""Houses on this network: one announces itself, a client finds it; no answer does harm."""

import asyncio
import struct
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_core.client import Near
from client_link.dns_reader import Announced, Unreadable, announced, question, shown
from client_link.nearby import Nearby
from game_server.announcement import Announcement, label, service
from tests.client.device import Device

HERE = "127.0.0.1"
PATIENCE_S = 60.0
ASKED = 7


def name(*labels: str) -> bytes:
    return b"".join(bytes((len(one.encode()),)) + one.encode() for one in labels) + b"\0"


SERVICE = ("_cardroom", "_tcp", "local")
HOUSE = ("Ann's house", *SERVICE)
HOST = ("ann", "local")


def record(owner: bytes, kind: int, data: bytes, family: int = 0x8001) -> bytes:
    return owner + struct.pack("!HHIH", kind, family, 120, len(data)) + data


def answer(*records: bytes, number: int = ASKED, flags: int = 0x8400) -> bytes:
    return struct.pack("!6H", number, flags, 0, len(records), 0, 0) + b"".join(records)


PTR = record(name(*SERVICE), 12, name(*HOUSE))
SRV = record(name(*HOUSE), 33, struct.pack("!3H", 0, 0, 8770) + name(*HOST))
TXT = record(name(*HOUSE), 16, b"\x05tls=0")
A = record(name(*HOST), 1, bytes((192, 168, 1, 5)))
WHOLE = answer(PTR, SRV, TXT, A)


def test_a_house_is_read_from_its_answer() -> None:
    assert announced(WHOLE, ASKED) == (Announced("Ann's house", "192.168.1.5", 8770, False),)
    secure = answer(A, record(name(*HOUSE), 16, b"\x05tls=1"), SRV, PTR)
    assert announced(secure, ASKED)[0].secure


@pytest.mark.parametrize(
    "data",
    [
        answer(PTR, SRV, A, number=8),
        answer(PTR, SRV, A, flags=0),
        question(ASKED),
        WHOLE[:-1],
        answer(*[A] * 65),
        answer(record(b"\xc0\x0c", 1, b"abcd")),
        answer(record(b"\x41" + b"a" * 65 + b"\0", 1, b"abcd")),
        answer(record(b"\x01a" * 200 + b"\0", 1, b"abcd")),
        answer(record(b"\x02\xff\xff\0", 1, b"abcd")),
    ],
)
def test_what_is_no_answer_is_not_read(data: bytes) -> None:
    with pytest.raises(Unreadable):
        announced(data, ASKED)


def test_half_an_announcement_is_no_house() -> None:
    for records in ((PTR,), (PTR, SRV), (SRV, A), (PTR, A)):
        assert announced(answer(*records), ASKED) == ()


@given(st.binary(max_size=300), st.integers(0, len(WHOLE)), st.integers(0, 20))
def test_whatever_a_stranger_answers_it_is_houses_or_unreadable(
    data: bytes, at: int, less: int
) -> None:
    for one in (WHOLE[:at] + data, WHOLE[:at] + data + WHOLE[at + less :], WHOLE[:12] + data):
        try:
            found = announced(one, ASKED)
        except Unreadable:
            continue
        assert all(house.port for house in found)


def test_a_name_is_one_line() -> None:
    assert shown("a\nb\x1b[2J\u202e c" + "x" * 99).startswith("a b [2J c")
    assert len(shown("x" * 99)) == 24


@contextmanager
def announcing(house: str) -> Iterator[None]:
    told = Announcement(service(house, [HERE], 8799, False), [HERE])
    told.begin()
    try:
        told._thread.join(PATIENCE_S)
        yield
    finally:
        told.end()


async def test_a_client_finds_the_house_that_announces_itself_until_it_is_inside() -> None:
    with announcing("Ann's quiet. house"):
        found: list[tuple[Near, ...]] = []
        wanted = [False]
        search = asyncio.ensure_future(
            Nearby(found.append, lambda: wanted[0], interface=HERE).search()
        )
        await asyncio.sleep(0)
        assert found == []
        search.cancel()
        wanted[0] = True
        search = asyncio.ensure_future(
            Nearby(found.append, lambda: wanted[0], interface=HERE).search()
        )
        async with asyncio.timeout(PATIENCE_S):
            while not any(one.name == "Ann's quiet house" for now in found for one in now):
                await asyncio.sleep(0.01)
        (one,) = (one for one in found[-1] if one.name == "Ann's quiet house")
        assert one.url == "ws://127.0.0.1:8799"
        search.cancel()


def test_what_a_house_is_called_becomes_one_label() -> None:
    assert label("The\nred. room") == "The red room"
    assert label("...") == "Cardroom"
    assert len(label("桌" * 99).encode()) <= 60
    assert label("桌" * 99) == "桌" * 20


def test_only_houses_of_this_network_are_offered_and_none_twice() -> None:
    one = Device()
    near = Near("Ann's house", "ws://192.168.1.5:8770")
    one.client.connection.found(
        (near, Near("Far", "ws://192.0.2.5:8770"), Near("", "ws://192.168.1.6:8770"))
    )
    assert list(one.client.connection.nearby) == [near]
    one.client.connection.go_to(near.url)
    assert not one.client.connection.nearby, "it is among the addresses"

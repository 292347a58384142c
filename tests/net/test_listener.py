"""The real listener under attack, while an honest player is served."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import Goodbye, Lobby, Login, Notice, Ping, Pong
from tests.certificate import self_signed
from tests.net.house_process import PAGE, PAGES
from tests.net.living import Honest, LivingHouse, all_of, closing, ending, hello
from tests.net.wired import BINARY, CLOSE, MORE, PING, frame, frames

EVE = "127.0.0.66"
"""Where the attacks come from: the house counts by address."""
LIMITS = {
    "per_address": 30,
    "connects": [500, 500.0],
    "frames": [200, 200.0],
    "rates": {"ping": [500, 500.0]},
    "hello_seconds": 1.0,
    "request_seconds": 1.0,
    "slow_seconds": 60.0,
    "close_seconds": 5.0,
    "origins": ["https://play.example.org"],
}


@pytest.fixture(scope="module")
def house() -> Iterator[LivingHouse]:
    with LivingHouse(**LIMITS) as living:
        yield living


@pytest.fixture(scope="module")
def honest(house: LivingHouse) -> Honest:
    return Honest(house)


@pytest.fixture(autouse=True)
def _served(honest: Honest) -> Iterator[None]:
    """Before and after every attack."""
    honest.is_served()
    yield
    honest.is_served()


@pytest.mark.parametrize(
    ("data", "code", "name"),
    [
        (b"x" * 5000, 1009, "too_big"),
        ("text", 1003, "text"),
        (b"\xc1", 4001, "malformed"),
        (encode(Ping(1)), 4002, "not_now"),
        (b"\x91" * 4000, 4001, "malformed"),
        (b"\xdd\xff\xff\xff\xff", 4001, "malformed"),
    ],
    ids=["oversize", "text", "no_message", "wrong_state", "deep_bomb", "long_bomb"],
)
def test_a_stranger_learns_why_the_line_was_closed(
    house: LivingHouse, data: bytes | str, code: int, name: str
) -> None:
    line = house.line(EVE)
    line.send(data)
    assert closing(line) == (code, name)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\x82\x03abc" + b"x" * 30_000, (1002, "protocol")),
        (frame(b"", PING) * 5_000, (4003, "too_fast")),
        (frame(b"", fin=False) + frame(b"", MORE, fin=False) * 5_000, (1009, "too_big")),
        (b"\x8b\xff" + b"\x7f" * 8 + b"x" * 30_000, (1002, "protocol")),
        (hello() + frame(encode(Ping(1))) * 1_000, (4003, "too_fast")),
        (hello() * 1_000, (4002, "not_now")),
        (hello() + frame(encode(Login(2, "amber", "guess"))) * 30, (4002, "not_now")),
    ],
    ids=[
        "bad_mask",
        "pings",
        "fragments",
        "endless_control",
        "messages",
        "replays",
        "logins",
    ],
)
def test_a_flood_is_cut_off_and_its_code_still_arrives(
    house: LivingHouse, honest: Honest, data: bytes, expected: tuple[int, str]
) -> None:
    far = house.bare_line(EVE)
    far.sendall(data)
    honest.is_served()
    assert ending(far) == expected


def test_who_goes_on_after_the_end_is_not_reset_before_taking_note_of_it(
    house: LivingHouse, honest: Honest
) -> None:
    far = house.bare_line(EVE)
    far.sendall(b"\x82\x03abc")
    closing_frame = far.recv(2 + 2 + len("protocol"), socket.MSG_WAITALL)
    for _ in range(3):
        far.sendall(frame(b"x" * 1000))
        honest.is_served()
    # The end, and not an error.
    assert all_of(far) == b""
    assert closing_frame.endswith(b"protocol")
    far.close()


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "https://play.example.org:1"])
def test_a_page_of_strangers_is_denied(house: LivingHouse, origin: str) -> None:
    with pytest.raises(InvalidStatus) as denied:
        house.line(EVE, origin=origin)
    assert denied.value.response.status_code == 403


def test_a_page_of_the_house_is_let_in(house: LivingHouse) -> None:
    house.line(EVE, origin="https://play.example.org").close()


def test_who_connects_and_says_nothing_is_denied_in_the_end(house: LivingHouse) -> None:
    far = [house.bare(EVE) for _ in range(10)]
    for one in far:
        assert all_of(one).startswith(b"HTTP/1.1 408 ")
        one.close()


def test_a_line_without_a_hello_ends(house: LivingHouse) -> None:
    assert ending(house.bare_line(EVE)) == (4004, "no_hello")


def test_a_request_without_an_end_is_denied(house: LivingHouse) -> None:
    far = house.bare(EVE)
    far.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000)
    assert all_of(far).startswith(b"HTTP/1.1 431 ")
    far.close()


def test_a_crowd_from_one_address_is_denied_and_others_come_in(
    house: LivingHouse, honest: Honest
) -> None:
    crowd = [house.bare("127.0.0.77") for _ in range(60)]
    for far in crowd:
        far.sendall(b"GET / HTTP/1.1\r\n")
        honest.is_served()
    Honest(house, "127.0.0.78").is_served()
    # Each was let in, told no, or shut out; none is left.
    for far in crowd:
        try:
            answer = all_of(far)
        except ConnectionResetError:
            answer = b""
        assert answer.partition(b"\r\n")[0] in (b"", b"HTTP/1.1 408 Request Timeout")
        far.close()


def test_the_line_beyond_the_limit_of_an_address_is_told_so(house: LivingHouse) -> None:
    lines = [house.bare_line("127.0.0.79") for _ in range(30)]
    with pytest.raises(InvalidStatus) as denied:
        house.line("127.0.0.79")
    assert denied.value.response.status_code == 429
    for line in lines:
        line.close()


def test_who_does_not_read_is_dropped_and_costs_little(house: LivingHouse, honest: Honest) -> None:
    honest.is_served()
    before = house.memory()
    slow = []
    for _ in range(10):
        far = house.bare_line(EVE, SO_RCVBUF=4096)
        far.sendall(hello() + b"".join(frame(encode(Lobby(at))) for at in range(2, 10)))
        slow.append(far)
    for _ in slow:
        honest.is_served()
        house.told("gone", gone="too_slow", address=EVE)
    assert house.memory() - before < 20
    for far in slow:
        far.close()


def test_who_reads_late_gets_everything_in_order(house: LivingHouse, honest: Honest) -> None:
    far = house.bare_line("127.0.0.6", SO_RCVBUF=4096)
    far.sendall(hello() + frame(encode(Lobby(2))) + frame(encode(Ping(3))))
    # More than the system holds waits in the house by now: sent past it, the rest would overtake.
    house.told("met", met="127.0.0.6")
    honest.is_served()
    far.sendall(frame(encode(Ping(4))) + frame((1000).to_bytes(2, "big"), CLOSE))
    said = [decode(data, FROM_SERVER) for opcode, data in frames(all_of(far)) if opcode == BINARY]
    far.close()
    pages = [one for one in said if isinstance(one, Notice)]
    assert [one.facts["n"] for one in pages] == list(range(PAGES * PAGE))
    assert said[-2:] == [Pong(3), Pong(4)]
    assert house.told("gone", address="127.0.0.6")["gone"] == "closed"


def test_no_attack_makes_the_house_grow(house: LivingHouse, honest: Honest) -> None:
    before = house.memory()
    for data in (
        b"\x8b\xff" + b"\x7f" * 8,
        b"\x82\xff" + b"\x7f" * 8,
        frame(b"", fin=False) + frame(b"", MORE, fin=False) * 9_000,
        b"\x02\xfe\x0f\xff" + b"x" * 4099 + (b"\x00\xfe\x0f\xff" + b"x" * 4099) * 20,
    ):
        for _ in range(5):
            far = house.bare_line(EVE)
            push(far, data + b"\x00" * 3_000_000)
            honest.is_served()
    for _ in range(5):
        push(house.bare(EVE), b"GET / HTTP/1.1\r\nX: " + b"x" * 3_000_000)
        honest.is_served()
    assert house.memory() - before < 20


def push(far: socket.socket, data: bytes) -> None:
    """Send until the other side has had enough."""
    with suppress(OSError):
        far.sendall(data)
    far.close()


def test_every_line_sends_at_once_and_lets_the_system_hold_little(house: LivingHouse) -> None:
    Honest(house, "127.0.0.5").is_served()
    told = house.told("met", met="127.0.0.5")
    assert told["nodelay"] is True
    # Linux doubles what was asked for.
    assert told["holds"] <= 2 * 131_072


# A house of its own


def test_a_house_that_stops_says_goodbye_to_all_and_listens_no_more() -> None:
    with LivingHouse(close_seconds=1.0) as house:
        players = [Honest(house) for _ in range(3)]
        stranger, silent = house.bare_line(), house.bare()
        told = house.stop()
        assert told["open"] == 0
        assert told["counts"] == {"goodbye": 4}
        for player in players:
            assert player.hear() == Goodbye("closed", "The house is turned off.")
            assert closing(player.socket) == (4000, "closed")
        with pytest.raises(ConnectionRefusedError):
            house.bare()
        stranger.close()
        silent.close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a certificate for the loopback, made just now."""
    folder = tmp_path_factory.mktemp("tls")
    self_signed(folder)
    return folder


def test_over_tls_everything_is_the_same(certificate: Path) -> None:
    files = {"certificate": f"{certificate}/cert.pem", "key": f"{certificate}/key.pem"}
    trust = ssl.create_default_context(cafile=files["certificate"])
    with LivingHouse(**files, address="0.0.0.0") as house:
        player = Honest(house, ssl=trust)
        player.is_served()
        assert house.told("met")["nodelay"] is True
        player.say(Lobby(2))
        for number in range(PAGES * PAGE):
            said = player.hear()
            assert isinstance(said, Notice)
            assert said.facts["n"] == number
        stranger = house.line(ssl=trust)
        stranger.send(b"\xc1")
        assert closing(stranger) == (4001, "malformed")
        player.is_served()
        assert house.stop()["open"] == 0


def test_neither_who_never_begins_tls_nor_who_speaks_none_stays(certificate: Path) -> None:
    files = {"certificate": f"{certificate}/cert.pem", "key": f"{certificate}/key.pem"}
    with LivingHouse(**files, address="0.0.0.0", request_seconds=1.0) as house:
        silent, plain = house.bare(), house.bare()
        plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
        for far in (silent, plain):
            assert b"HTTP" not in drained(far)
        assert house.stop()["open"] == 0


def test_who_offers_tls_1_2_at_most_is_refused_and_the_keys_are_forgotten(
    certificate: Path,
) -> None:
    files = {"certificate": f"{certificate}/cert.pem", "key": f"{certificate}/key.pem"}
    with LivingHouse(**files, address="0.0.0.0") as house:
        old = ssl.create_default_context(cafile=files["certificate"])
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        with house.bare() as far, pytest.raises(ssl.SSLError, match="protocol version"):
            old.wrap_socket(far, server_hostname="127.0.0.1")
        new = ssl.create_default_context(cafile=files["certificate"])
        with house.bare() as far, new.wrap_socket(far, server_hostname="127.0.0.1") as spoken:
            assert spoken.version() == "TLSv1.3"
        assert house.stop()["open"] == 0


def drained(far: socket.socket) -> bytes:
    """What comes until the connection ends, however it ends."""
    data = b""
    with suppress(ConnectionResetError):
        while part := far.recv(65536):
            data += part
    far.close()
    return data

"""The page of the house, fetched from its port: on memory, with a clock that the test moves."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from game_server.net.limits import ListenerLimits
from game_server.net.page_visit import SLICE, SLICES, PageVisit, PageVisits
from game_server.net.web_files import BadPage, read_page
from game_server.rate_limit import RateLimit
from protocol.messages import Welcome
from tests.net.wired import HELLO, LIMITS, Client, MemoryListener

INDEX = b"<!doctype html><title>Cardroom</title>"
LARGE = bytes(range(256)) * 1024
HEADS = {"host": "127.0.0.1:8770"}
EVE, FAY = "192.0.2.66", "198.51.100.7"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("web")
    (root / "index.html").write_bytes(INDEX)
    (root / "index.html.gz").write_bytes(gzip.compress(INDEX))
    (root / "index.html.br").write_bytes(b"as brotli has it")
    (root / "a1b2").mkdir()
    (root / "a1b2" / "main.js").write_bytes(b"export {};")
    (root / "a1b2" / "+7c.svg").write_bytes(b"<svg/>")
    (root / "a1b2" / "core.wasm").write_bytes(LARGE)
    (root / "a1b2" / "packed.wasm").write_bytes(LARGE)
    (root / "a1b2" / "packed.wasm.gz").write_bytes(gzip.compress(LARGE))
    (root.parent / "secret.js").write_bytes(b"not of the page")
    return root


def listening(folder: Path, limits: ListenerLimits = LIMITS) -> MemoryListener:
    listener = MemoryListener(limits)
    listener.factory.serve(read_page(folder))
    return listener


@pytest.fixture
def house(folder: Path) -> MemoryListener:
    return listening(folder)


def request(path: str, method: str = "GET", version: str = "1.1", **fields: str) -> bytes:
    lines = [f"{method} {path} HTTP/{version}"]
    named = {**HEADS, **{name.replace("_", "-"): value for name, value in fields.items()}}
    lines += [f"{name}: {value}" for name, value in named.items() if value]
    return "\r\n".join([*lines, "", ""]).encode()


class Answer:
    """A response, taken apart."""

    def __init__(self, data: bytes) -> None:
        head, _, self.body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        self.status = int(first.split()[1])
        pairs = [line.split(": ", 1) for line in lines]
        self.fields = {name.lower(): value for name, value in pairs}


def said(client: Client) -> Answer:
    data = client.transport.value()
    client.transport.clear()
    return Answer(data)


def fetched(
    house: MemoryListener, path: str, address: str = FAY, method: str = "GET", **fields: str
) -> Answer:
    """One file, as a browser fetches it."""
    client = house.connect(address)
    client.send(request(path, method, **fields))
    house.clock.advance(0)
    return said(client)


class Line:
    """A connection of a browser without a socket, and the loop whose turns a test takes."""

    def __init__(self, address: str = FAY) -> None:
        self.address = address
        self.written = b""
        self.ends: list[tuple[float, object]] = []
        self.gone = False

    def say(self, data: bytes) -> None:
        self.written += data

    def lasts(self, seconds: float, then: Callable[[], object]) -> None:
        self.ends.append((seconds, then))

    def part(self) -> None:
        self.gone = True

    make_way = part


class Loop:
    """Visits, and what they want to do in the next turn."""

    def __init__(self, folder: Path) -> None:
        self.next: list[Callable[[], None]] = []
        self.visits = PageVisits(read_page(folder), LIMITS, lambda: 0.0, self.next.append)

    def turn(self) -> None:
        now, self.next[:] = list(self.next), []
        for call in now:
            call()

    def visit(self, line: Line, asked: bytes) -> PageVisit:
        assert self.visits.enter(line)
        visit = PageVisit(self.visits, line)
        visit.asked(asked)
        return visit


def test_the_page_is_given_where_players_connect(house: MemoryListener) -> None:
    answer = fetched(house, "/")
    assert (answer.status, answer.body) == (200, INDEX)
    assert answer.fields["content-type"] == "text/html; charset=utf-8"
    assert answer.fields["cache-control"] == "no-cache"
    player = house.connect().open()
    assert player.http.startswith(b"HTTP/1.1 101 ")
    player.say(HELLO)
    assert isinstance(player.told()[0], Welcome)


def test_what_bears_a_hash_is_kept_for_ever_and_what_does_not_is_asked_for_anew(
    house: MemoryListener,
) -> None:
    script = fetched(house, "/a1b2/main.js?v=1")
    assert script.fields["cache-control"] == "public, max-age=31536000, immutable"
    assert script.fields["content-type"] == "text/javascript; charset=utf-8"
    tag = fetched(house, "/index.html").fields["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = fetched(house, "/", if_none_match=known)
        assert (again.status, again.body, again.fields["etag"]) == (304, b"", tag)
    assert fetched(house, "/", if_none_match='"other"').body == INDEX


@pytest.mark.parametrize(
    ("accepts", "coding"),
    [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("", ""), ("br;q=0, gzip;q=0.5", "gzip")],
)
def test_a_file_comes_as_well_packed_as_the_browser_understands(
    house: MemoryListener, accepts: str, coding: str
) -> None:
    answer = fetched(house, "/", accept_encoding=accepts)
    assert answer.fields.get("content-encoding", "") == coding
    assert answer.fields["vary"] == "Accept-Encoding"
    packed = {"br": b"as brotli has it", "gzip": gzip.compress(INDEX), "": INDEX}[coding]
    assert len(answer.body) == int(answer.fields["content-length"]) == len(packed)


def test_a_large_file_comes_whole(house: MemoryListener) -> None:
    answer = fetched(house, "/a1b2/core.wasm")
    assert answer.body == LARGE
    assert answer.fields["content-type"] == "application/wasm"
    assert fetched(house, "/a1b2/packed.wasm").status == 406
    packed = fetched(house, "/a1b2/packed.wasm", accept_encoding="gzip").body
    assert gzip.decompress(packed) == LARGE


def test_many_large_files_take_a_bounded_part_of_each_turn_of_the_loop(folder: Path) -> None:
    loop, lines = Loop(folder), [Line(f"198.51.{at}.7") for at in range(30)]
    for line in lines:
        loop.visit(line, request("/a1b2/core.wasm"))
    turns, most = 0, 0
    while loop.next:
        before = sum(len(line.written) for line in lines)
        loop.turn()
        turns, most = turns + 1, max(most, sum(len(line.written) for line in lines) - before)
    assert most == SLICES * SLICE
    assert turns == 30 * len(LARGE) // most
    assert all(Answer(line.written).body == LARGE for line in lines)


def test_who_does_not_read_is_written_no_more_and_dropped_in_the_end(folder: Path) -> None:
    loop, line = Loop(folder), Line()
    visit = loop.visit(line, request("/a1b2/core.wasm"))
    loop.turn()
    visit.pause()
    for _ in range(9):
        loop.turn()
    assert len(line.written) < 2 * SLICE
    assert line.ends[-1] == (LIMITS.page_seconds, line.make_way)
    visit.resume()
    while loop.next:
        loop.turn()
    assert Answer(line.written).body == LARGE


def test_every_answer_binds_the_browser_to_this_house(house: MemoryListener) -> None:
    for path in ("/", "/a1b2/main.js", "/nothing"):
        fields = fetched(house, path).fields
        policy = fields["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
        assert "http:" not in policy
        assert "unsafe-inline" not in policy
        assert "*" not in policy
        assert fields["x-content-type-options"] == "nosniff"
        assert fields["referrer-policy"] == "no-referrer"
        assert fields["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/../secret.js",
        "/%2e%2e/secret.js",
        "/a1b2/../../secret.js",
        "/a1b2/..%2f..%2fsecret.js",
        "/index.html%00.js",
        "/index.html.gz",
        "//index.html",
        "/a1b2",
        "/a1b2/",
        "/%ff%fe",
        "/INDEX.HTML",
    ],
)
def test_nothing_but_the_files_of_the_page_is_found(house: MemoryListener, path: str) -> None:
    assert fetched(house, path).status == 404


def test_a_name_with_a_sign_is_found_however_the_browser_writes_it(house: MemoryListener) -> None:
    assert (
        fetched(house, "/a1b2/%2B7c.svg").body == fetched(house, "/a1b2/+7c.svg").body == b"<svg/>"
    )


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (request("/", "POST", content_length="3") + b"abc", 405),
        (request("/", "OPTIONS"), 405),
        (request("/", host="evil.example:8770"), 421),
        (request("/", host=""), 421),
        (request("/", version="1.0", host="localhost"), 200),
        (request("/", connection="close"), 200),
        (request("/", connection="Keep-Alive, Close"), 200),
        (request("/", content_length="0"), 200),
        (b"GET / HTTP/1.1\r\nNo colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET /\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 426),
        (b"\x16\x03\x01\r\n\r\n", 400),
    ],
)
def test_a_request_that_nothing_may_follow_is_answered_and_ends(
    house: MemoryListener, asked: bytes, status: int
) -> None:
    client = house.connect(FAY)
    client.send(asked)
    answer = said(client)
    assert answer.status == status
    assert "close" in answer.fields["connection"]
    assert client.transport.disconnecting
    if status == 200:
        assert answer.body == INDEX


def test_a_head_has_no_body(house: MemoryListener) -> None:
    head = fetched(house, "/", method="HEAD", range="bytes=0-3")
    assert (head.status, head.body, head.fields["content-length"]) == (200, b"", str(len(INDEX)))


SIZE = len(LARGE)


@pytest.mark.parametrize(
    ("wanted", "first", "last"),
    [
        ("bytes=0-1", 0, 1),
        ("Bytes=5-5", 5, 5),
        ("bytes=7-", 7, SIZE - 1),
        (f"bytes=9-{SIZE - 9}", 9, SIZE - 9),
        (f"bytes=3-{SIZE + 9}", 3, SIZE - 1),
        ("bytes=-4", SIZE - 4, SIZE - 1),
        (f"bytes=-{SIZE + 9}", 0, SIZE - 1),
    ],
)
def test_a_part_is_given_to_who_asks_for_one(
    house: MemoryListener, wanted: str, first: int, last: int
) -> None:
    part = fetched(house, "/a1b2/core.wasm", range=wanted)
    assert part.status == 206
    assert part.body == LARGE[first : last + 1]
    assert part.fields["content-range"] == f"bytes {first}-{last}/{SIZE}"
    assert part.fields["content-length"] == str(last + 1 - first)
    assert part.fields["accept-ranges"] == "bytes"


@pytest.mark.parametrize("wanted", [f"bytes={SIZE}-", f"bytes={SIZE + 5}-{SIZE + 9}", "bytes=-0"])
def test_of_a_part_that_is_not_there_the_size_is_told(house: MemoryListener, wanted: str) -> None:
    part = fetched(house, "/a1b2/core.wasm", range=wanted)
    assert (part.status, part.body) == (416, b"")
    assert part.fields["content-range"] == f"bytes */{SIZE}"


@pytest.mark.parametrize(
    "asked",
    [
        {"range": "bytes=0-1, 4-5"},
        {"range": "bytes=5-2"},
        {"range": "bytes=-"},
        {"range": "lines=0-1"},
        {"range": f"bytes={'9' * 400}-"},
        {"range": "bytes=0-1", "if_range": '"other"'},
    ],
)
def test_what_asks_for_no_one_part_gets_all(house: MemoryListener, asked: dict[str, str]) -> None:
    answer = fetched(house, "/a1b2/core.wasm", **asked)
    assert (answer.status, answer.body) == (200, LARGE)


def test_a_part_of_what_is_packed_is_one_of_the_packed_bytes(house: MemoryListener) -> None:
    whole = fetched(house, "/a1b2/packed.wasm", accept_encoding="gzip").body
    part = fetched(house, "/a1b2/packed.wasm", accept_encoding="gzip", range="bytes=2-9")
    assert (part.body, part.fields["content-encoding"]) == (whole[2:10], "gzip")


def test_several_files_come_over_one_connection_in_their_order(house: MemoryListener) -> None:
    client = house.connect(FAY)
    client.send(request("/a1b2/core.wasm") + request("/a1b2/main.js") + request("/", "HEAD")[:9])
    house.clock.advance(0)
    large = said(client)
    assert large.body.startswith(LARGE)
    second = Answer(large.body.removeprefix(LARGE))
    assert second.body == b"export {};"
    client.send(request("/", "HEAD")[9:])
    assert said(client).status == 200
    house.pass_seconds(house.context.limits.request_seconds + 0.1)
    assert client.transport.disconnecting


def test_who_fetches_the_page_takes_no_place_of_a_player(folder: Path) -> None:
    limits = ListenerLimits(apps=True, connections=4, per_address=4, reserved=0.0)
    house = listening(folder, limits)
    for at in range(40):
        assert fetched(house, "/", f"198.51.{at}.7").status == 200
    assert house.context.admission.connections == 0
    assert house.connect().open().http.startswith(b"HTTP/1.1 101 ")


def test_the_connections_of_one_address_are_bounded_and_the_oldest_goes_for_others(
    folder: Path,
) -> None:
    limits = ListenerLimits(apps=True, page_visits=4, page_visits_address=3)
    house = listening(folder, limits)
    eves = [house.connect(EVE) for _ in range(4)]
    for eve in eves:
        eve.send(request("/"))
    assert [said(eve).status for eve in eves] == [200, 200, 200, 429]
    for at in range(3):
        assert fetched(house, "/", f"198.51.{at}.7").status == 200
    assert [eve.transport.aborting for eve in eves] == [True, True, False, False]
    assert house.factory.visits is not None
    assert len(house.factory.visits) == 4
    for eve in eves:
        eve.hang_up()
    assert len(house.factory.visits) == 3


def test_a_flood_of_requests_is_cut_off(folder: Path) -> None:
    house = listening(folder, ListenerLimits(apps=True, page_requests=RateLimit(5, 1.0)))
    client = house.connect(EVE)
    client.send(request("/nothing") * 20)
    assert client.transport.value().count(b"HTTP/1.1 404 ") == 5
    assert client.transport.value().count(b"HTTP/1.1 429 ") == 1
    assert client.transport.disconnecting
    assert fetched(house, "/").status == 200


def test_a_request_without_an_end_is_denied_on_a_connection_that_had_files(
    house: MemoryListener,
) -> None:
    client = house.connect(EVE)
    client.send(request("/"))
    said(client)
    client.send(b"GET / HTTP/1.1\r\nx: " + b"x" * 9_000)
    assert said(client).status == 431


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        ("http://127.0.0.1:8770", "127.0.0.1:8770", 101),
        ("http://[::1]:8770", "[::1]:8770", 101),
        ("http://localhost:8770", "localhost:8770", 101),
        ("http://192.168.1.5:8770", "192.168.1.5:8770", 101),
        ("https://play.example.org", "127.0.0.1:8770", 101),
        ("https://play.example.org:443", "play.example.org", 101),
        ("http://evil.example:8770", "evil.example:8770", 403),
        ("http://evil.example", "127.0.0.1:8770", 403),
        ("http://127.0.0.1:8771", "127.0.0.1:8770", 403),
        ("https://127.0.0.1:8770", "127.0.0.1:8770", 403),
        ("http://127.0.0.1.evil.example:8770", "127.0.0.1.evil.example:8770", 403),
        ("null", "127.0.0.1:8770", 403),
    ],
)
def test_the_house_s_own_page_may_connect_and_no_other(
    folder: Path, origin: str, host: str, status: int
) -> None:
    house = listening(folder, ListenerLimits(apps=True, origins=("https://play.example.org",)))
    asked = (
        f"GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    client = house.connect()
    client.send(asked.encode())
    assert client.transport.value().startswith(f"HTTP/1.1 {status} ".encode())


def test_a_house_without_a_page_asks_for_a_websocket_as_before() -> None:
    house = MemoryListener()
    assert fetched(house, "/").status == 426


def test_a_page_that_is_none_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(BadPage, match=r"has no index\.html"):
        read_page(tmp_path)
    (tmp_path / "index.html").write_text("")
    (tmp_path / "page.exe").write_text("")
    with pytest.raises(BadPage, match=r"page\.exe is of no kind that a page has"):
        read_page(tmp_path)


def test_a_whole_room_of_friends_opens_the_page_at_once(house: MemoryListener) -> None:
    """On one Wi-Fi all have the same IPv6 /64 or one public IPv4, and a browser opens six lines."""
    lines = []
    for friend in range(1, 13):
        for _ in range(6):
            lines.append(house.connect(f"fd00::{friend:x}"))
            lines[-1].send(request("/"))
    house.clock.advance(0)
    assert [said(line).status for line in lines] == [200] * len(lines)

"""The page over real sockets, while an honest player is served."""

import ssl
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from select import poll

import pytest

from game_server.net.page_visit import NOTHING
from tests.certificate import self_signed
from tests.net.living import PATIENCE, Honest, LivingHouse

LARGE = bytes(range(256)) * 32_768
ASKED = b"GET /a1b2/core.wasm HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
EVE = "127.0.0.66"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("web")
    (root / "index.html").write_text("<!doctype html>")
    (root / "a1b2").mkdir()
    (root / "a1b2" / "core.wasm").write_bytes(LARGE)
    return root


@pytest.fixture(scope="module")
def house(page: Path) -> Iterator[LivingHouse]:
    rates = {"ping": [500, 500.0]}
    with LivingHouse(page=str(page), page_seconds=2.0, rates=rates) as living:
        yield living


def test_a_browser_fetches_files_over_one_connection_beside_players(house: LivingHouse) -> None:
    honest, browser = Honest(house), HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)
    for path, body in (
        ("/", b"<!doctype html>"),
        ("/a1b2/core.wasm", LARGE),
        ("/nothing", NOTHING),
    ):
        browser.request("GET", path)
        assert browser.getresponse().read() == body
        honest.is_served()
    browser.close()


def test_who_asks_for_much_and_reads_nothing_costs_little_and_is_dropped(
    house: LivingHouse,
) -> None:
    honest = Honest(house)
    before = house.memory()
    slow = [house.bare(EVE, SO_RCVBUF=4096) for _ in range(24)]
    for far in slow:
        far.sendall(ASKED * 3)
        honest.is_served()
    assert house.memory() - before < 20
    ends = poll()
    for far in slow:
        # Nothing is read: only its end is seen.
        ends.register(far, 0)
    left = {far.fileno() for far in slow}
    while left:
        gone = {number for number, _ in ends.poll(PATIENCE * 1000)}
        assert gone, f"{len(left)} were never dropped"
        for number in gone:
            ends.unregister(number)
        left -= gone
    honest.is_served()
    for far in slow:
        far.close()


def test_over_tls_a_large_file_comes_whole(page: Path, tmp_path: Path) -> None:
    self_signed(tmp_path)
    files = {"certificate": f"{tmp_path}/cert.pem", "key": f"{tmp_path}/key.pem"}
    trust = ssl.create_default_context(cafile=files["certificate"])
    with LivingHouse(page=str(page), **files, address="0.0.0.0") as house:
        browser = HTTPSConnection("127.0.0.1", house.port, context=trust, timeout=PATIENCE)
        browser.request("GET", "/a1b2/core.wasm")
        assert browser.getresponse().read() == LARGE
        browser.close()
        assert house.stop()["open"] == 0

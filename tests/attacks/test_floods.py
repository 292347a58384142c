"""Attacks by much, while honest people play: the house serves them and stays as small as it is."""

import time
from collections.abc import Iterator

import pytest

from tests.attacks.evening import PAGE, Evening
from tests.attacks.floods import FLOODS, LAPS, SLOW, slow_readers
from tests.attacks.lines import PATIENCE, Ended, Eve, Far
from tests.net.wired import REQUEST

MOST_GROWN = 50
"""Megabytes: what all of them together take."""
ELSEWHERE = [name for name in FLOODS if name not in ("slow readers", "half-open lines")]


@pytest.fixture(scope="module", autouse=True)
def _small(night: Evening) -> Iterator[None]:
    """The house does not grow by what is done to it here."""
    before = night.grown()
    yield
    assert night.grown() - before < MOST_GROWN


@pytest.fixture(scope="module", autouse=True)
def waiting(night: Evening) -> Iterator[list[list[Far]]]:
    """All the while somebody has connected, begun a request, and opened a line, and is silent."""
    with Eve(night.port) as one:
        connected, begun, opened = ([one.far() for _ in range(5)] for _ in range(3))
        for far in begun:
            far.send(REQUEST[:40])
        assert {far.upgrade() for far in opened} == {101}
        yield [connected + begun, opened]


@pytest.mark.parametrize("name", ELSEWHERE)
def test_honest_people_play_on_under(name: str, night: Evening, eve: Eve) -> None:
    attack = FLOODS[name](eve)
    for burst, _ in enumerate(attack, 1):
        if night.played().rounds > 1 and burst >= LAPS.get(name, 0):
            break
    attack.close()


def test_who_never_reads_is_dropped(night: Evening, eve: Eve) -> None:
    end = time.monotonic() + PATIENCE
    for _ in slow_readers(eve):
        if night.counts("lines_ended_total").get("too_slow", 0) == SLOW:
            break
        assert time.monotonic() < end, night.counts("lines_ended_total")


def test_who_only_begins_is_sent_away(waiting: list[list[Far]]) -> None:
    silent, opened = waiting
    for far in silent:
        with pytest.raises(Ended):
            far.hear()
    for far in opened:
        # Unless the house was full meanwhile, and they made way without a word.
        assert far.ending() in ((4004, "no_hello"), (0, ""))


def test_pages_of_strangers_are_denied(eve: Eve) -> None:
    host = PAGE.removeprefix("https://")
    for origin in (
        "https://evil.example",
        "null",
        "file:///home/eve/page.html",
        "",
        f"http://{host}",
        f"{PAGE}:444",
        f"{PAGE}.evil.example",
        f"https://evil.example/{PAGE}",
        f"https://{host}@evil.example",
        f"https://not-{host}",
        f"{PAGE}\r\nOrigin: https://evil.example",
    ):
        status = eve.far().upgrade(f"Origin: {origin}\r\n".encode())
        assert status in (400, 403), origin
    assert eve.far().upgrade(f"Origin: {PAGE}\r\n".encode()) == 101
    eve.met().is_served()

"""What a house does by itself is done by one that was started: nobody has to ask for it."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from time import monotonic, time
from typing import cast

import pytest
from twisted.internet.posixbase import PosixReactorBase
from twisted.internet.testing import MemoryReactorClock

from game_server import planning
from game_server.alarms import Alarms
from game_server.app import Server
from game_server.bank.bookings import opening_gift
from game_server.config import (
    Config,
    HouseSettings,
    ListenSettings,
    SecuritySettings,
    WatchSettings,
)
from game_server.house.retention import FIRST_S
from game_server.store import accounts, data_folder, ledger, ledger_check, month_files, security
from game_server.store.database import open_database, open_to_look
from game_server.store.security import SecurityRow
from tests.store.test_archive import Evening

STEP_S = FIRST_S / 10
PATIENCE = 20.0
DAY_MS = 24 * 60 * 60 * 1000
KEPT = SecuritySettings(address_days=1)


class ThreadedReactor(MemoryReactorClock):
    """A reactor whose time the test moves, and whose calls from threads are done in its turns."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # it has no types
        self._calls: deque[tuple[Callable[..., object], tuple[object, ...]]] = deque()
        self._called = Event()

    def callFromThread(self, call: Callable[..., object], *args: object) -> None:
        self._calls.append((call, args))
        self._called.set()

    def turn_until(self, done: Callable[[], bool], step: float) -> None:
        """Let that much time pass in each turn, until it is so."""
        until = monotonic() + PATIENCE
        while not done():
            assert monotonic() < until, "It is not done."
            self.advance(step)
            # A turn waits for the threads, as one of a reactor does.
            self._called.wait(0.002)
            self._called.clear()
            while self._calls:
                call, args = self._calls.popleft()
                call(*args)


def years_of_play(data: Path) -> None:
    """Rounds of long ago, an entry that was never checked, an address that was kept too long."""
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        conn.execute("PRAGMA synchronous = 0").fetchall()
        evening = Evening(conn, tables=1)
        for _ in range(40):
            evening.step()
        evening.close("t0")
        long_ago = round(time() * 1000) - 2 * DAY_MS
        for name in ("Ann", "Bo"):
            player = accounts.create(conn, kind="guest", name=name, folded=name, at=long_ago)
        ledger.book(conn, opening_gift(player.id, long_ago))
        security.add(conn, [SecurityRow(long_ago, "connect", "ok", player.id, "192.0.2.7")])


@pytest.fixture
def started(tmp_path: Path) -> Iterator[tuple[Server, ThreadedReactor]]:
    data = tmp_path / "var"
    data.mkdir(mode=0o700)
    years_of_play(data)
    config = Config(
        house=HouseSettings(data=str(data)),
        listen=ListenSettings(port=0),
        watch=WatchSettings(metrics_port=0),
        security=KEPT,
        rooms=(),
    )
    reactor, opened = ThreadedReactor(), list[object]()
    alarms = Alarms(lambda: round(time() * 1000), data / "alarms.json")
    server = Server(
        planning.plan(config), cast(PosixReactorBase, reactor), lambda line: None, alarms
    )
    server.start().addBoth(opened.append)
    reactor.turn_until(lambda: bool(opened), 0.01)
    assert opened == [None]
    yield server, reactor
    server.stop()


def test_a_started_house_checks_packs_forgets_and_signs(
    started: tuple[Server, ThreadedReactor], tmp_path: Path
) -> None:
    server, reactor = started
    data = tmp_path / "var"
    look = open_to_look(data / data_folder.DATABASE)

    def kept_address() -> bool:
        asked = "SELECT count(*) FROM security WHERE address = '192.0.2.7'"
        return bool(look.execute(asked).fetchone()[0])

    signed, before = data / data_folder.HEADS, (data / data_folder.HEADS).read_text()
    assert kept_address()
    server.store.write(lambda conn: ledger.book(conn, opening_gift(1, 2)))
    done: dict[str, Callable[[], bool]] = {
        "the ledger is checked": lambda: ledger_check.checkpoint(look).entry == 2,
        "old rounds are packed": lambda: bool(month_files.months(data / data_folder.ARCHIVE)),
        "addresses are forgotten": lambda: not kept_address(),
        "the ends of the books are signed": lambda: signed.read_text() != before,
    }
    with closing(look):
        for what, is_done in done.items():
            try:
                reactor.turn_until(is_done, STEP_S)
            except AssertionError:
                pytest.fail(f"A started house does not see to it that {what}.")

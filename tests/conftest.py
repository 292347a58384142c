"""For every test: how hypothesis searches, and that marks name requirements that exist."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import Databases, running
from tests.toy_game import client, server
from tools.requirements import LEDGER, read_ledger

# Two workers on two cores: a linear algebra that takes both makes everything slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What is ignored here, as under `nohup`, is ignored by every program that a test starts, and some
# tests end one by this signal; a handler is not inherited.
if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)

# A timing never decides a test: no deadline, and no complaint about slow generators.
TIMELESS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", TIMELESS, max_examples=50)
settings.register_profile("ci", TIMELESS, max_examples=100, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# Kivy has no wheels for a newer Python: the house runs there without the client (README.md).
collect_ignore = ["client/ui"] if sys.version_info >= (3, 14) else []

# A game that nothing else knows is in every catalogue: docs/adding-a-game.md.
server.register()
client.register()

KNOWN = read_ledger(LEDGER)
ATTACKS = "tests/attacks/"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Databases]:
    """A PostgreSQL that runs; it begins when the first test asks for it."""
    databases = running()
    try:
        yield databases
    finally:
        databases.close()


@pytest.fixture
def dsn(postgresql: Databases) -> Iterator[str]:
    """The address of a fresh database with the tables of a house."""
    with postgresql.fresh() as address:
        yield address


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """What is made meanwhile stays: to look for garbage in it took a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """What all tests share is swept by no collector again: that took a quarter of their time."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test whose `req` mark names no requirement of the ledger fails before it runs."""
    for mark in item.iter_markers("req"):
        if not mark.args:
            pytest.fail("A req mark names at least one requirement.", pytrace=False)
        for name in mark.args:
            if name not in KNOWN:
                pytest.fail(f"The ledger has no {name!r}; see {LEDGER.name}.", pytrace=False)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """`--dist worksteal`, but for the attacks."""
    if config.getvalue("dist") != "worksteal":
        return None
    from tests.scheduling import OneHouse

    return OneHouse(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the attacks first, of them those on the security log, and the floods last; and let each
    worker begin with tests that wait.

    What stands at the beginning stays on the first worker, where all attacks meet one house
    (`tests/scheduling.py`). After many lines from many places the house counts for a minute what it
    would write down else.
    """
    order = {"test_security_log.py": 0, "test_floods.py": 2}
    items.sort(
        key=lambda item: order.get(item.path.name, 1) if item.nodeid.startswith(ATTACKS) else 3
    )
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        from tests.scheduling import spread

        items[:] = spread(items, workers)

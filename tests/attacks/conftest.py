"""Attacks on one real house, in one evening in which honest people play at a table all the time.

The first test of this folder starts `cardroom serve`, the honest table and the administrators;
the last one turns the house off, and everybody must have what is theirs. After every attack
nobody at the honest table has missed a turn (`_unharmed`, for every test here by itself).

To add an attack, write `tests/attacks/test_<what_is_attacked>.py` with functions that take

- `eve`: whoever attacks. `eve.far()` is a socket from an address of its own that has said nothing,
  `eve.met()` has said hello, `eve.guest()` is in the house. `far.say(...)`, `far.reply(...)`,
  `far.until(Kind)`, `far.send(bytes)`; every line is closed when the test is over.
- `night`: the house. `night.rows(table)` is the journal, `night.counts(metric)` the metrics,
  `night.house.log` the log, `night.house.database` the file, `night.admin("status")` runs
  `cardroom admin` as the owner `ann` (`who="olga"` an operator, `who="vic"` a viewer).

Every attack meets the house that all others met: take names, rooms and addresses of your own, leave
your tables, and close nothing that is not yours. The rooms stand in `evening.ROOMS`; an attack that
needs another room opens one or adds one there. An attack that needs a house of its own, because it
kills it or fills its disk, stands in `tests/house/`. All of them together take two minutes at most.

On several workers these tests run first and stay on one, so that there is one house:
`tests/scheduling.py`.
"""

from collections.abc import Iterator

import pytest

from tests.attacks.evening import Evening, evening
from tests.attacks.honest import PLAYERS
from tests.attacks.lines import Eve

AT_ONCE = 25
"""Megabytes: what no attack alone takes."""


@pytest.fixture(scope="package")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The house; when it is turned off in the end, everybody has what is theirs."""
    with evening(tmp_path_factory.mktemp("evening")) as one:
        yield one
        one.close()


@pytest.fixture
def eve(night: Evening) -> Iterator[Eve]:
    with Eve(night.port) as one:
        yield one


@pytest.fixture(autouse=True)
def _unharmed(night: Evening, request: pytest.FixtureRequest) -> Iterator[None]:
    """After every attack nobody at the honest table has missed a turn, and all sit as they sat."""
    night.begin()
    before = night.grown()
    yield
    played = night.plays(acts=PLAYERS)
    late = f"p50 {played.percentile(0.5):.1f} ms, p99 {played.percentile(0.99):.1f} ms"
    print(f"{request.node.name}: {late}, grown by {night.grown():.1f} MB")
    assert night.missed() == []
    assert night.sat() == PLAYERS
    assert night.grown() - before < AT_ONCE

"""A house to give commands to: one for all tests of a file, or one of a test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.admin.looker import LOOKERS
from tests.admin.running import Open, open_house


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A house that the tests of a file share: leave it open, and count on nothing in it."""
    with open_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Open]:
    """A house of the test's own."""
    with open_house(tmp_path) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _nobody_looks_at_the_end() -> Iterator[None]:
    yield
    while LOOKERS:
        LOOKERS.pop().talk.lose()

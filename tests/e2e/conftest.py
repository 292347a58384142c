from collections.abc import Iterator

import pytest

from tests.display import shown


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The screen that windows of handhelds open on."""
    with shown() as name:
        yield name

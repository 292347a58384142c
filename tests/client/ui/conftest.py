"""A real window for the tests of pixels: on the screen that there is, or on one of our own."""

import os
from collections.abc import Iterator

import pytest

WIDTH, HEIGHT, DENSITY = 540, 1200, 1.375

# Kivy reads these when it is first imported, which is while tests are collected.
os.environ |= {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": str(DENSITY),
    # Whatever opens the window opens it in this size: one that grows later is painted in part.
    "KCFG_GRAPHICS_WIDTH": str(WIDTH),
    "KCFG_GRAPHICS_HEIGHT": str(HEIGHT),
    "SDL_AUDIODRIVER": "dummy",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}

from tests.client.ui.ink import Kept, kept  # noqa: E402
from tests.client.ui.stage import Stage  # noqa: E402
from tests.display import shown  # noqa: E402


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    with shown() as name:
        yield name


@pytest.fixture(scope="session")
def session_stage(display: str) -> Iterator[Stage]:
    stage = Stage(WIDTH, HEIGHT, lit=False)
    yield stage
    stage.close()


@pytest.fixture
def stage(session_stage: Stage) -> Iterator[Stage]:
    """The window, empty, with the theme as a new player finds it."""
    session_stage.clear()
    yield session_stage
    session_stage.dim.draw()
    session_stage.clear()


@pytest.fixture(scope="session")
def session_kept() -> Kept:
    return Kept()


@pytest.fixture
def blank(session_stage: Stage, session_kept: Kept) -> Iterator[None]:
    """A window that nothing is drawn in; what widgets paint there can be read."""
    session_stage.plain()
    with kept(session_kept):
        yield
    session_stage.plain()

"""A real window for the tests of pixels: on the screen that there is, or on one of our own."""

import os
import shutil
import subprocess
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
    "SDL_AUDIODRIVER": "dummy",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}

from tests.client.ui.stage import Stage  # noqa: E402


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen; where there is none, Xvfb is started and stopped again."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    if shutil.which("Xvfb") is None:
        pytest.fail(
            "There is no screen and no Xvfb. Install it: apt-get install xvfb libgl1-mesa-dri"
        )
    ours, theirs = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "2400x2400x24", "-nolisten", "tcp"],
        pass_fds=[theirs],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    with os.fdopen(ours) as told:
        number = told.readline().strip()
    os.environ["DISPLAY"] = f":{number}"
    yield os.environ["DISPLAY"]
    del os.environ["DISPLAY"]
    server.terminate()
    server.wait(10)


@pytest.fixture(scope="session")
def session_stage(display: str) -> Iterator[Stage]:
    stage = Stage(WIDTH, HEIGHT)
    yield stage
    stage.close()


@pytest.fixture
def stage(session_stage: Stage) -> Iterator[Stage]:
    """The window, empty, with the theme as a new player finds it."""
    session_stage.clear()
    yield session_stage
    session_stage.clear()

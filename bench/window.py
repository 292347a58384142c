"""A window as large as a phone's for the benches of the client, in a process of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

PHONE: Final = (1080, 2400)
DENSITY: Final = 2.75
LOOKS: Final = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": str(DENSITY),
    "CARDROOM_WINDOW": "x".join(str(round(side / DENSITY)) for side in PHONE),
    "SDL_AUDIODRIVER": "dummy",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}
"""The same pixels for whoever is measured, drawn by the processor."""


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """The environment of a process that shows a window: on this screen, or on one of our own."""
    if os.environ.get("DISPLAY"):
        yield {**os.environ, **LOOKS}
        return
    if shutil.which("Xvfb") is None:
        raise SystemExit("There is no screen and no Xvfb: apt-get install xvfb libgl1-mesa-dri")
    ours, theirs = os.pipe()
    size = f"{max(PHONE)}x{max(PHONE)}x24"
    command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", size, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL)
    os.close(theirs)
    with os.fdopen(ours) as told:
        display = f":{told.readline().strip()}"
    try:
        yield {**os.environ, **LOOKS, "DISPLAY": display}
    finally:
        server.terminate()
        server.wait(10)


def phone() -> None:
    """What Kivy reads before its window is made, which the first import of a widget may do."""
    from kivy.config import Config

    for name, size in zip(("width", "height"), PHONE, strict=True):
        Config.set("graphics", name, size)
    Config.set("graphics", "multisamples", 0)


def child(module: str, *arguments: str, env: dict[str, str]) -> dict[str, Any]:
    """What the program of a bench says in its last line."""
    run = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SystemExit(f"{module} {' '.join(arguments)} failed:\n{run.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found

"""Recorder in a traced process: on PYTHONPATH it is imported by Python itself, before the program.

SIGUSR1 leads from one phase to the next: silent, idle (what happens by itself), walk (what the
raise leads to), and at the end the calls of both are written to the file that WALK_FILE names.
WALK_FROM names a function whose first call begins the walk without a signal, as a start needs it.
"""

import json
import os
import signal
import sys
import threading
import time
from types import FrameType

ROOT = os.environ["WALK_ROOT"] + os.sep
FROM = os.environ.get("WALK_FROM", "")
PHASES = iter(("idle", "walk"))
calls: dict[str, list[tuple[int, str, str]]] = {"idle": [], "walk": []}
phase: str | None = None


def profile(frame: FrameType, event: str, _: object) -> None:
    """Note a call of a function of the project."""
    if FROM and phase is None and event == "call" and frame.f_code.co_qualname == FROM:
        on()
        on()
    if event == "call" and phase is not None:
        code = frame.f_code
        if code.co_filename.startswith(ROOT):
            file = code.co_filename[len(ROOT) :]
            calls[phase].append((time.monotonic_ns(), file, code.co_qualname))


def on(*_: object) -> None:
    """Go to the next phase."""
    global phase
    phase = next(PHASES, None)
    if phase is None:
        with open(os.environ["WALK_FILE"] + ".part", "w") as out:
            json.dump(calls, out)
        os.replace(os.environ["WALK_FILE"] + ".part", os.environ["WALK_FILE"])


signal.signal(signal.SIGUSR1, on)
threading.setprofile(profile)
sys.setprofile(profile)

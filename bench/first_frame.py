"""From the start of the program to its first frame: ours beside a Kivy app that says hello.

`python -m bench.first_frame ours` is the program that is timed: the app as `main` starts it, in a
window of the same size as the other's, and it ends with the first frame that has something in it.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

from bench.measure import table, times
from bench.window import child, phone, screen

STARTS = 5


def shown(end: Callable[[], None]) -> None:
    """Calls it after the first frame with the app in it."""
    from kivy.core.window import Window

    Window.bind(on_flip=lambda _: end() if Window.children else None)


def end() -> None:
    print(json.dumps({"at": time.time(), "cpu": time.process_time()}), flush=True)
    os._exit(0)


def ours() -> None:
    from mobile_client import main
    from mobile_client.platform import device

    on = device()
    main.prepare(on)
    shown(end)
    asyncio.run(main.play(on))


def hello() -> None:
    phone()
    from kivy.app import App
    from kivy.uix.label import Label

    class Hello(App):  # type: ignore[misc]  # Kivy carries no types
        def build(self) -> Label:
            return Label(text="Hello")

    shown(end)
    asyncio.run(Hello().async_run(async_lib="asyncio"))


def main() -> None:
    walls: dict[str, list[float]] = {"ours": [], "hello": []}
    spent: dict[str, list[float]] = {"ours": [], "hello": []}
    with screen() as env, tempfile.TemporaryDirectory() as folder:
        env["XDG_CONFIG_HOME"] = folder
        # The first start of each reads its files from the disk.
        for turn in range(STARTS + 1):
            for name in walls:
                begun = time.time()
                found = child("bench.first_frame", name, env=env)
                if turn:
                    walls[name].append(found["at"] - begun)
                    spent[name].append(found["cpu"])
    rows = [
        [
            {"ours": "ours: the door, fonts and icons", "hello": "a Kivy app with one label"}[name],
            f"{median(walls[name]):.2f}",
            f"{median(spent[name]):.2f}",
            times(median(spent[name]), median(spent["hello"])),
        ]
        for name in walls
    ]
    print(table(["first frame", "seconds", "of the processor", "of hello"], rows))


if __name__ == "__main__":
    {"ours": ours, "hello": hello}[sys.argv[1]]()

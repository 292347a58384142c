"""Bots that misbehave, for a process of their own."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game_server.bots import choosing
from protocol.events import Event
from protocol.words import Act, Ask


def choose(game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int) -> Any:
    """What such a bot does; whoever is not known here plays as usual."""
    match bot:
        case "dying":
            os._exit(3)
        case "raising":
            raise ValueError(f"It holds {'ace'.upper()}.")
        case "raising_late":
            time.sleep(0.5)
            raise ValueError("too late")
        case "endless":
            while True:
                pass
        case "no_act":
            return {"verb": "check"}
        case "slow":
            time.sleep(0.5)
            return Act("check")
        case "meeting":
            _meet()
            return Act("check")
        case "printing":
            print("a word")
            return Act("check")
        case "shouting":
            sys.__stdout__.buffer.write(b"\xff" * 1000)  # type: ignore[union-attr]
            sys.__stdout__.flush()  # type: ignore[union-attr]
            time.sleep(5)
    return choosing.choose(game, bot, told, ask, seed)


def _meet() -> None:
    """Comes to no end before as many as have to meet are in the folder at once."""
    folder, count = Path(os.environ["MEETING"]), int(os.environ["MEETING_OF"])
    (folder / str(os.getpid())).touch()
    while len(list(folder.iterdir())) < count:
        time.sleep(0.01)

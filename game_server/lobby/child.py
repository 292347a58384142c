"""The process in which bots think: `python -m game_server.lobby.child MODULE:FUNCTION`.

Questions come on its input and answers go to its output, each behind its length. It ends with its
house, however that ends: its input is over then.
"""

import os
import signal
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from game_server.lobby.thinking import Choice

HEAD: Final = 4
"""Bytes that say how many follow."""
POLITE: Final = 5
"""How far this process stands back where processors are few: an act goes before a thought."""
LONGEST: Final = 2_000


def framed(data: bytes) -> bytes:
    """The bytes behind their length."""
    return len(data).to_bytes(HEAD, "big") + data


def main() -> None:
    """Answer until there is nobody who asks."""
    # Ctrl-C is for the house, which goes on to the end of its games.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(POLITE)
    module, _, name = sys.argv[1].partition(":")
    choice: Choice = getattr(import_module(module), name)
    waiting: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, waiting), daemon=True).start()
    # What a bot prints is no answer.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    while True:
        answers.write(framed(_answer(choice, waiting.get())))
        answers.flush()


def _answer(choice: "Choice", data: bytes) -> bytes:
    from game_server.table.asking import Chosen, asked_of, chosen_bytes

    try:
        one = asked_of(data)
        return chosen_bytes(Chosen(choice(one.game, one.bot, one.told, one.ask, one.seed)))
    except Exception as wrong:
        # Where it was raised, and never what was said then: that may be a card.
        where = "".join(traceback.format_tb(wrong.__traceback__))
        return chosen_bytes(Chosen(wrong=f"{where}{type(wrong).__name__}"[-LONGEST:]))


def _read(questions: BinaryIO, waiting: "SimpleQueue[bytes]") -> None:
    while True:
        head = questions.read(HEAD)
        size = int.from_bytes(head, "big")
        data = questions.read(size) if len(head) == HEAD else b""
        if len(head) < HEAD or len(data) < size:
            # A bot in the middle of a thought must not outlive its house.
            os._exit(0)
        waiting.put(data)


if __name__ == "__main__":
    main()

"""Bots as an earlier commit has them, beside those of today."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tarfile import open as open_tar
from tempfile import TemporaryDirectory
from typing import Final

from game_server.bots import Chance
from game_server.lobby.child import HEAD, framed
from game_server.table.asking import Chosen, ToChoose, asked_bytes, chosen_of
from protocol.events import Event
from protocol.words import Act, Ask

ROOT: Final = Path(__file__).parent.parent
SEEDS: Final = 2**32


@dataclass(frozen=True)
class Earlier:
    """A bot of that commit, which thinks in a process of its own on the code of then."""

    game: str
    level: str
    commit: str

    def __call__(self, told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
        seed = chance(SEEDS)
        question = ToChoose(self.game, self.level, tuple(told), ask, seed)
        answer = _house(self.commit).answer(question)
        assert answer.act is not None, answer.wrong
        return answer.act


class _House:
    """The process that answers, as a house starts it."""

    def __init__(self, commit: str) -> None:
        self._folder = TemporaryDirectory(prefix=f"cardroom-{commit}-")
        tar = Path(self._folder.name) / "code.tar"
        wanted = ("archive", "-o", str(tar), commit, "game_server", "protocol")
        subprocess.run(("git", *wanted), cwd=ROOT, check=True)
        with open_tar(tar) as packed:
            packed.extractall(self._folder.name, filter="data")
        self._child = subprocess.Popen(
            (sys.executable, "-m", "game_server.lobby.child", "game_server.bots.choosing:choose"),
            cwd=self._folder.name, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def answer(self, question: ToChoose) -> Chosen:
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(framed(asked_bytes(question)))
        child.stdin.flush()
        return chosen_of(child.stdout.read(int.from_bytes(child.stdout.read(HEAD), "big")))


@cache
def _house(commit: str) -> _House:
    return _House(commit)

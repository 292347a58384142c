"""The whole house beside a bare Autobahn server that only fans out what the house would say.

A crowd plays in a house of its own; what every seat is told of each act is noted, and the bare
server sends frames of the same sizes to as many seats, as often. Both take turns.
"""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.fanout import CEILING, Profile, Run, Server, compare, fan
from bench.fanout_load import Result
from bench.measure import number, table
from bench.steps import look, told
from game_server.loadtest.players import Crowd, LoadPlayer, TableGroup
from game_server.loadtest.run import SPARE, allow_files
from protocol.messages import Asked

PLAYERS = 2_000
RATE = 2_000.0
SECONDS = 10.0
SEATS = 7
PROGRAM = ("game_server.cli",)
KEEP = 600
"""Acts of which it is noted what they made the house say."""
PORT = 8799
CONFIG = """
[house]
data = "{data}"
[listen]
port = {port}
connections = {lines}
[limits]
reserved = 0
[bank]
demo_port = 0
[watch]
metrics_port = 0
log = "warn"
[[room]]
table = "holdem"
"""


class Noting(Crowd):
    """A crowd that notes what its acts make the house say."""

    def __init__(self, host: str, port: int, players: int, stake: int = 0) -> None:
        self.profile: list[list[list[int]]] = []
        self.noting = False
        self._said: dict[int, dict[LoadPlayer, list[int]]] = {}
        self._actor: dict[int, LoadPlayer] = {}
        super().__init__(host, port, players, stake=stake)

    def _heard(self, player: LoadPlayer, data: bytes) -> None:
        said = self._said.get(id(player.group))
        if said is not None:
            said[player].append(len(data))
        super()._heard(player, data)

    def _act(self, player: LoadPlayer, asked: Asked) -> None:
        if self.noting and len(player.group.players) == SEATS:
            self._note(player.group)
            self._said[id(player.group)] = defaultdict(list)
            self._actor[id(player.group)] = player
        super()._act(player, asked)

    def _note(self, group: TableGroup) -> None:
        """What the act before made the house say, seat by seat from its actor."""
        said = self._said.get(id(group))
        if said is not None and len(self.profile) < KEEP:
            first = group.players.index(self._actor[id(group)])
            order = group.players[first:] + group.players[:first]
            self.profile.append([said[player] for player in order])


@contextmanager
def crowded(
    players: int,
    rate: float,
    program: Sequence[str] = PROGRAM,
    spare: int = 0,
    within: str | None = None,
    stake: int = 0,
    more: str = "",
) -> Iterator[tuple[Server, Noting]]:
    """A fresh house whose tables are full, with places for so many others. Its files are `within`
    that folder until it ends; `more` are settings of it."""
    with tempfile.TemporaryDirectory(dir=within) as folder:
        config = Path(folder) / "cardroom.toml"
        lines = players + SPARE + spare
        config.write_text(CONFIG.format(data=f"{folder}/var", port=PORT, lines=lines) + more)
        command = [sys.executable, "-m", *program, "serve", "--config", str(config)]
        server = Server(command, PORT)
        try:
            crowd = Noting("127.0.0.1", PORT, players, stake)
            crowd.seat(rate)
            yield server, crowd
            crowd.close()
        finally:
            server.stop()


def play(
    seconds: float, players: int, rate: float, program: Sequence[str] = PROGRAM
) -> tuple[Result, float, Profile]:
    """One run, its processor time per act, and what the house said."""
    with crowded(players, rate, program) as (server, crowd):
        crowd.play(seconds / 4)
        before = server.cpu()
        found = crowd.play(seconds)
        spent = server.cpu() - before
        # Noting takes time of its own: what is measured is over.
        crowd.noting = True
        while len(crowd.profile) < KEEP:
            crowd.play(0.5)
    result = Result(found.acts, found.wall, found.own, found.late)
    return result, spent / max(1, found.acts), crowd.profile


def steps(seconds: float, players: int, rate: float) -> str:
    """The longest steps of the loop of a house under such a crowd, as a table."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "steps.json"
        with crowded(players, rate, ("bench.steps", str(file))) as (server, crowd):
            crowd.play(seconds / 4)
            look(server.pid, file)
            crowd.play(seconds)
            count, longest = look(server.pid, file)
    rows = [(name, number(took * 1e3), told(inside)) for took, name, inside in longest]
    return table((f"the longest of {number(count)} steps", "ms", "and in it"), rows)


def main(seconds: float = SECONDS, players: int = PLAYERS, rate: float = RATE) -> None:
    """The whole house, and the longest steps of its loop."""
    allow_files(2 * players + SPARE)
    result, _, profile = play(seconds / 2, players, rate)
    reached, tables = result.acts / result.wall, players // SEATS
    runs: list[tuple[str, Run]] = [
        (CEILING, lambda: fan("bare", profile, seconds, reached, tables)),
        ("our net, no game", lambda: fan("net", profile, seconds, reached, tables)),
        ("the house", lambda: play(seconds, players, rate)[:2]),
    ]
    print(compare(runs))
    print(f"\n{steps(seconds, players, rate)}")

"""Nodes of one house as processes of their own, each with a folder, over one PostgreSQL."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copy2
from typing import Final

from game_server.store import data_folder
from tests.house.fork_server import Forked, forked
from tests.house.process import Running, line_of, plain_environment
from tools.nats import PASSWORD, USER, LocalNats

LEASE_S: Final = 6.0
"""It outlasts some seconds in which a busy machine does not run a node: only those that are stopped
or killed lose their leases."""
PATIENCE_S: Final = 60.0


@dataclass
class NodeProcess:
    """A node that was started. `said` is what it has said so far."""

    process: Forked
    folder: Path
    said: list[str]

    def until(self, words: str) -> str:
        """The first line with these words, when the node has said it."""
        while not any(words in line for line in self.said):
            self.said.append(line_of(self.process))
            assert self.said[-1], (self.said, (self.folder / "log").read_text())
        return next(line for line in self.said if words in line)

    def stands_by(self, owner: str) -> None:
        """It waits for the house of that one."""
        assert f"{owner} has the house" in self.until("stands by")

    def opened(self) -> Running:
        """The house is open on this node."""
        return Running(self.process, self.until(" on ws").split()[-1], self.folder)

    def stop(self) -> None:
        """SIGSTOP: it does nothing, and does not know it."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT: it goes on where it was."""
        os.kill(self.process.pid, signal.SIGCONT)

    def ended(self) -> str:
        """What it has said last, when it has ended by itself."""
        self.process.wait(PATIENCE_S)
        return (self.folder / "log").read_text().strip().splitlines()[-1]


@contextmanager
def node(
    folder: Path,
    name: str,
    dsn: str,
    rooms: str,
    like: Path | None = None,
    program: str = "game_server.cli",
    many: bool = False,
    nats: LocalNats | None = None,
    roles: str = "front tables cashier",
    lease_s: float = LEASE_S,
) -> Iterator[NodeProcess]:
    """Start a node in that folder; `like` is the folder of a node whose secrets it has too. With
    `many` it shares the tables with others, and they talk by NATS, which may be away."""
    data = folder / "var"
    data.mkdir(parents=True, exist_ok=True)
    if like is not None:
        for file in (data_folder.SECRET, data_folder.KEYS):
            copy2(like / "var" / file, data / file)
    (folder / "cardroom.toml").write_text(rooms)
    environment = {
        **plain_environment(),
        "CARDROOM_HOUSE_DATA": str(data),
        "CARDROOM_LISTEN_PORT": "0",
        "CARDROOM_BANK_DEMO_PORT": "0",
        "CARDROOM_WATCH_METRICS_PORT": "0",
        "CARDROOM_CLUSTER_DSN": dsn,
        "CARDROOM_CLUSTER_NODE": name,
        "CARDROOM_CLUSTER_LEASE_SECONDS": str(lease_s),
    }
    if nats is not None:
        password = folder / "nats.password"
        password.write_text(PASSWORD)
        password.chmod(0o600)
        environment["CARDROOM_CLUSTER_NATS_USER"] = USER
        environment["CARDROOM_CLUSTER_NATS_PASSWORD_FILE"] = str(password)
    if many or nats is not None:
        environment["CARDROOM_CLUSTER_NATS"] = "nats://127.0.0.1:1" if nats is None else nats.url
        environment["CARDROOM_CLUSTER_ROLES"] = roles
    args = ["serve", "--config", str(folder / "cardroom.toml")]
    with (folder / "log").open("a") as log:
        process = forked(program, args, environment, log)
    try:
        yield NodeProcess(process, folder, [])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()

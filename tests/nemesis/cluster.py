"""The house of a run: nodes as processes, each behind lines that can be cut, over one PostgreSQL,
with one bank that fails on demand. How many nodes there are, and what they do, is for the run."""

import asyncio
import json
import os
import signal
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copy2
from tempfile import TemporaryDirectory
from typing import Final
from urllib.request import Request, urlopen

from psycopg.conninfo import conninfo_to_dict

from game_server.store import data_folder
from tests.house.fork_server import Forked, forked
from tests.house.process import free_port, line_with, plain_environment
from tests.nemesis.line import CutLine, Ends
from tests.nemesis.skewed import CLOCK, UNFENCED
from tools.nats import PASSWORD, USER, LocalNats

LEASE_S: Final = 1.5
PATIENCE_S: Final = 60.0
"""So long an answer may take on a machine that has much else to do."""
PROGRAM: Final = "tests.nemesis.skewed"
SOCKET: Final = ".s.PGSQL.5432"
ALL: Final = "front tables cashier"
"""The roles of a node that has the house to itself."""


@dataclass
class NemesisNode:
    """A node of the run, whether it runs or not."""

    name: str
    folder: Path
    port: int
    environment: Mapping[str, str]
    lines: Mapping[str, CutLine]
    """What it needs, by name: `postgresql`, `nats`."""
    roles: frozenset[str]
    process: Forked | None = None
    stopped: bool = False

    @property
    def front(self) -> bool:
        """Whether players come in here."""
        return "front" in self.roles

    @property
    def url(self) -> str:
        """Where players come in."""
        return f"ws://127.0.0.1:{self.port}/"

    @property
    def runs(self) -> bool:
        """Whether there is a process of it, stopped or not."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start it, in its folder of before."""
        args = ["serve", "--config", str(self.folder / "cardroom.toml")]
        with (self.folder / "log").open("a") as log:
            self.process = forked(PROGRAM, args, self.environment, log)
        self.stopped = False

    def kill(self) -> None:
        """SIGKILL."""
        if self.process is not None:
            _end(self.process)
            self.process = None
        self.stopped = False

    def stop(self) -> None:
        """SIGSTOP: it does nothing, and does not know it."""
        if self.runs and self.process is not None:
            os.kill(self.process.pid, signal.SIGSTOP)
            self.stopped = True

    def go_on(self) -> None:
        """SIGCONT: it goes on where it was."""
        if self.runs and self.process is not None:
            os.kill(self.process.pid, signal.SIGCONT)
        self.stopped = False

    def log(self) -> str:
        """What it has logged."""
        file = self.folder / "log"
        return file.read_text() if file.exists() else ""

    def last_words(self) -> str:
        """The last line of its log."""
        return (self.log().strip().splitlines() or [""])[-1]


@dataclass
class DemoBankProcess:
    """`cardroom demo-bank` as a process of its own."""

    folder: Path
    port: int = 0
    process: Forked | None = None

    @property
    def file(self) -> Path:
        """Its books."""
        return self.folder / "bank.sqlite"

    def start(self) -> None:
        """It answers when this returns."""
        with (self.folder / "bank-log").open("a") as log:
            args = ["demo-bank", "--port", "0", "--file", str(self.file)]
            self.process = forked("game_server.cli", args, plain_environment(), log)
        said = line_with(self.process, "listens on")
        assert said, (self.folder / "bank-log").read_text()
        self.port = int(said.rpartition(":")[2])

    def faults(self, *coming: str, seconds: float = 0.4) -> None:
        """What will go wrong with the next requests."""
        body = json.dumps({"next": coming, "ms": round(seconds * 1000)}).encode()
        url = f"http://127.0.0.1:{self.port}/demo/faults"
        with urlopen(Request(url, body, method="PUT"), timeout=PATIENCE_S) as answer:
            assert answer.status == 200

    def kill(self) -> None:
        """Its books stay."""
        if self.process is not None:
            _end(self.process)
            self.process = None


@dataclass
class Cluster:
    """All of it, in one folder."""

    folder: Path
    dsn: str
    rooms: str
    fenced: bool = True
    nodes: list[NemesisNode] = field(default_factory=list)
    bank: DemoBankProcess | None = None
    nats: LocalNats | None = None
    _sockets: ExitStack = field(default_factory=ExitStack)

    def open_bank(self) -> None:
        """Start the bank, before the nodes."""
        self.bank = DemoBankProcess(self.folder)
        self.bank.start()

    def open_nats(self) -> None:
        """Start NATS, before the nodes."""
        self.nats = LocalNats()
        self.nats.start()

    async def add(self, name: str, ahead: float = 0, roles: str = "") -> NemesisNode:
        """A node more, which is not started yet; its clock is ahead by so many seconds. One with
        roles shares the house with others."""
        folder = self.folder / name
        (folder / "var").mkdir(parents=True)
        for file in (data_folder.SECRET, data_folder.KEYS) if self.nodes else ():
            copy2(self.nodes[0].folder / "var" / file, folder / "var" / file)
        (folder / "cardroom.toml").write_text(self.rooms)
        line, reach = await self._line_to_postgresql()
        lines = {"postgresql": line}
        words: dict[str, str] = {}
        if roles:
            lines["nats"], words = await self._line_to_nats(folder)
            words["CARDROOM_CLUSTER_ROLES"] = roles
        port = free_port()
        environment = {
            **plain_environment(),
            "CARDROOM_HOUSE_DATA": str(folder / "var"),
            "CARDROOM_LISTEN_PORT": str(port),
            "CARDROOM_BANK_DEMO_PORT": "0",
            "CARDROOM_BANK_URL": f"http://127.0.0.1:{self.bank.port}" if self.bank else "",
            "CARDROOM_BANK_TIMEOUT": "0.5",
            "CARDROOM_WATCH_METRICS_PORT": "0",
            "CARDROOM_CLUSTER_DSN": reach,
            "CARDROOM_CLUSTER_NODE": name,
            "CARDROOM_CLUSTER_LEASE_SECONDS": str(LEASE_S),
            CLOCK: str(ahead),
            UNFENCED: "" if self.fenced else "yes",
            **words,
        }
        has = frozenset((roles or ALL).split())
        node = NemesisNode(name, folder, port, environment, lines, has)
        self.nodes.append(node)
        return node

    async def _line_to_postgresql(self) -> tuple[CutLine, str]:
        # Sockets have short names, whatever folder the run is in.
        folder = Path(self._sockets.enter_context(TemporaryDirectory(prefix="nm-", dir="/tmp")))
        parts = conninfo_to_dict(self.dsn)
        there = str(Path(str(parts["host"]), SOCKET))

        async def reach() -> Ends:
            return await asyncio.open_unix_connection(there)

        line = CutLine(reach)
        await line.listen_at(folder / SOCKET)
        return line, f"postgresql://{parts['user']}@/{parts['dbname']}?host={folder}"

    async def _line_to_nats(self, folder: Path) -> tuple[CutLine, dict[str, str]]:
        assert self.nats is not None
        port = self.nats.port

        async def reach() -> Ends:
            return await asyncio.open_connection("127.0.0.1", port)

        line = CutLine(reach)
        password = folder / "nats-password"
        password.touch(mode=0o600)
        password.write_text(PASSWORD)
        return line, {
            "CARDROOM_CLUSTER_NATS": f"nats://127.0.0.1:{await line.listen()}",
            "CARDROOM_CLUSTER_NATS_USER": USER,
            "CARDROOM_CLUSTER_NATS_PASSWORD_FILE": str(password),
        }

    async def close(self) -> None:
        """Nothing of it runs any more."""
        for node in self.nodes:
            node.kill()
        for node in self.nodes:
            for line in node.lines.values():
                await line.close()
        if self.bank is not None:
            self.bank.kill()
        if self.nats is not None:
            self.nats.stop()
        self._sockets.close()


def _end(process: Forked) -> None:
    """SIGKILL, and wait until it is gone."""
    process.kill()
    process.wait()
    process.stdout.close()

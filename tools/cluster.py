"""A house of several nodes on this machine: `python -m tools.cluster`, or `make cluster`.

A PostgreSQL and a NATS of its own, three nodes with tables, one of which has the way to the bank,
and two fronts; then the client on the first front, where there is a screen. Each node is a process
that can be stopped, killed and looked at like any other: its settings lie in `build/cluster/NODE`.
All of it ends with this command, and what was played is deleted.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Final, NoReturn

from game_server.play import ADDRESS, CLIENT, MODULE, OPEN, has_screen
from game_server.store import data_folder
from tools.nats import PASSWORD, USER, LocalNats
from tools.postgresql import LocalPostgres

FOLDER: Final = Path("build/cluster")
TABLES: Final = {
    "tables-1": ("tables", "cashier"),
    "tables-2": ("tables",),
    "tables-3": ("tables",),
}
FRONTS: Final = {"front-1": 8770, "front-2": 8771}
OWNER: Final = FOLDER / "owner.password"
IS_OPEN: Final = "This node is open"
ENDS_S: Final = 10.0


class NodeProcess:
    """A node that was started; `address` is where players come in at it, if they can."""

    def __init__(self, name: str, settings: Path) -> None:
        self.name, self.address = name, ""
        # In a session of its own it hears no Ctrl-C, and it ends with its input.
        with (settings.parent / "log").open("w") as log:
            self._process = subprocess.Popen(
                [*MODULE, "serve", "--until-eof", "--config", str(settings)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
                start_new_session=True,
            )  # fmt: skip

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_open(self) -> None:
        """Until it is open; RuntimeError if it ends before."""
        assert self._process.stdout is not None
        said = []
        for line in self._process.stdout:
            said.append(line.rstrip())
            if OPEN in line:
                self.address = line.split()[-1]
            if OPEN in line or IS_OPEN in line:
                # What it says later is in its log too; a pipe that nobody reads would stop it.
                Thread(target=deque, args=(self._process.stdout, 0), daemon=True).start()
                return
        raise RuntimeError(f"{self.name} did not open: {' '.join(said)} Its log is beside it.")

    def end(self) -> None:
        """At once: nobody plays here after this command."""
        for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGKILL):
            if self._process.poll() is None:
                self._process.send_signal(number)
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(1 if number is signal.SIGTERM else ENDS_S)


def settings_of(name: str, roles: tuple[str, ...], port: int, dsn: str, nats: str) -> str:
    """The file of settings of a node."""
    folder = FOLDER / name
    own: Mapping[str, Mapping[str, object]] = {
        "house": {"name": "Cardroom", "data": str(folder / "var")},
        "listen": {"port": port},
        "bank": {"demo_port": 0},
        "watch": {"metrics_port": 0},
        "cluster": {
            "dsn": dsn, "node": name, "nats": [nats], "nats_user": USER,
            "nats_password_file": str(folder / "nats.password"), "roles": list(roles),
        },
    }  # fmt: skip
    # What JSON says of texts, numbers and lists TOML says too.
    lines = [
        f"[{part}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
        for part, values in own.items()
    ]
    return "\n".join(lines)


def write_node(
    name: str, roles: tuple[str, ...], port: int, dsn: str, nats: str, like: str = ""
) -> Path:
    """Make the folder of a node, with the secrets of the one that it is `like`; its settings."""
    folder = FOLDER / name
    data = folder / "var"
    data.mkdir(parents=True, mode=0o700)
    if like:
        for secret in (data_folder.SECRET, data_folder.KEYS):
            shutil.copy2(FOLDER / like / "var" / secret, data / secret)
    password = folder / "nats.password"
    password.touch(mode=0o600)
    password.write_text(PASSWORD)
    file = folder / "cardroom.toml"
    file.write_text(settings_of(name, roles, port, dsn, nats))
    return file


def make_owner(settings: Path) -> None:
    """Make the first owner, with the password in a file."""
    init = [*MODULE, "admin", "--json", "--config", str(settings), "init"]
    made = subprocess.run(init, check=True, capture_output=True, text=True).stdout
    OWNER.touch(mode=0o600)
    OWNER.write_text(json.loads(made)["password"])


@contextmanager
def running() -> Iterator[Mapping[str, NodeProcess]]:
    """All nodes, open, until the end of a `with`."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    nodes = dict[str, NodeProcess]()
    with ExitStack() as ends:
        print("Starting PostgreSQL and NATS.", flush=True)
        dsn = ends.enter_context(LocalPostgres({})).create("cardroom")
        nats = ends.enter_context(LocalNats()).url

        def start(name: str, roles: tuple[str, ...], port: int, like: str) -> None:
            settings = write_node(name, roles, port, dsn, nats, like)
            if not like:
                # The first owner is made while no node runs.
                make_owner(settings)
            nodes[name] = NodeProcess(name, settings)
            ends.callback(nodes[name].end)

        first, *others = TABLES
        start(first, TABLES[first], 0, "")
        # It makes the tables of the database, and the secrets that the others share.
        nodes[first].wait_open()
        for name in others:
            start(name, TABLES[name], 0, first)
        for name, port in FRONTS.items():
            start(name, ("front",), port, first)
        for name in (*others, *FRONTS):
            nodes[name].wait_open()
        yield nodes


def main() -> int:
    """Start all of it, and the client where there is a screen; end with it, or by Ctrl-C."""
    signal.signal(signal.SIGTERM, _end)
    try:
        with running() as nodes:
            for name, node in nodes.items():
                print(f"{name:9} process {node.pid:7}  {node.address}")
            shown = FOLDER / next(iter(FRONTS)) / "cardroom.toml"
            print("Look at it, as its owner:")
            asks = f"cardroom admin --config {shown} --name owner nodes"
            print(f"  CARDROOM_ADMIN_PASSWORD_FILE={OWNER} {asks}")
            print("Kill one with tables (`kill -9 PROCESS`): its tables go on at the others.")
            url = next(iter(nodes[front].address for front in FRONTS))
            if has_screen(os.environ, sys.platform):
                return subprocess.run(
                    [sys.executable, "-m", CLIENT], env={**os.environ, ADDRESS: url}, check=False
                ).returncode
            print(f"There is no screen here: play by `cardroom terminal --at {url}`.")
            print("Ctrl-C ends all of it.", flush=True)
            signal.pause()
    except KeyboardInterrupt:
        return 0
    return 0


def _end(*_: object) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())

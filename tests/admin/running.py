"""A real house, and `cardroom admin` beside it: another process for each command."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from game_server.admin import offline
from game_server.admin.command.exits import Exit
from game_server.config import Config, HouseSettings
from game_server.store import admins
from tests.house.process import ROOMS, Running, house

OWNER = "ann"
ROLES = {"ann": "owner", "olga": "operator", "vic": "viewer", "cleo": "cards"}


@cache
def hashed(password: str) -> str:
    """What the database keeps of a password."""
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1).hash(password)


@dataclass(frozen=True)
class Ran:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer of a command that was asked with `--json`."""
        assert self.code == Exit.OK, self
        return json.loads(self.out)

    def said(self) -> str:
        """All that it said; a traceback is nothing to say to people."""
        assert "Traceback" not in self.err, self.err
        return self.out + self.err


@dataclass
class Office:
    """Gives commands at the house of a folder, each in a process of its own.

    Administrators log in by password files, which stand for somebody who types.
    """

    folder: Path
    passwords: dict[str, Path] = field(default_factory=dict)

    @property
    def socket(self) -> Path:
        return self.folder / "var" / "admin.sock"

    def environment(self, who: str = OWNER) -> dict[str, str]:
        """What a command of that administrator is started with."""
        known = {
            "CARDROOM_HOUSE_DATA": str(self.folder / "var"),
            "CARDROOM_ADMIN_SESSIONS": str(self.folder / f"sessions-{who}"),
            "CARDROOM_ADMIN_NAME": who,
            "NO_COLOR": "1",
        }
        if who in self.passwords:
            known["CARDROOM_ADMIN_PASSWORD_FILE"] = str(self.passwords[who])
        return {**os.environ, **known}

    def admin(
        self,
        *args: str,
        who: str = OWNER,
        typed: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> Ran:
        """Run `cardroom admin` with these words to its end; `typed` stands on its input."""
        ran = subprocess.run(
            command(args),
            capture_output=True,
            text=True,
            input=typed,
            cwd=self.folder,
            env={**self.environment(who), **(environment or {})},
            timeout=100,
            check=False,
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    def begin(self, *args: str, who: str = OWNER) -> "subprocess.Popen[str]":
        """Start a command that goes on for a while; wait for it, or end it, yourself."""
        return subprocess.Popen(
            command(args),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=self.environment(who),
        )

    def settle(self, *names: str) -> None:
        """Write administrators into the database of a house that does not run."""
        with offline.folder(Config(HouseSettings(data=str(self.folder / "var")))) as conn:
            for name in names:
                password = f"the password of {name}"
                admins.add(conn, name=name, role=ROLES[name], password=hashed(password), at=1)
                self.keep(name, password)

    def add(self, name: str, role: str) -> None:
        """Let the owner add an administrator."""
        made = self.admin("staff", "add", name, role, "--json").json
        self.keep(made["name"], made["password"])

    def keep(self, name: str, password: str) -> None:
        """Write a password where commands of that administrator find it."""
        path = self.folder / f"password-{name}"
        path.write_text(password + "\n")
        path.chmod(0o600)
        self.passwords[name] = path

    def audit(self, *args: str) -> list[dict[str, Any]]:
        """Rows of the audit, the newest first; the question itself is not among them."""
        rows: list[dict[str, Any]] = self.admin("audit", "--json", *args).json["rows"]
        return rows


def command(args: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "game_server.cli", "admin", *args]


@dataclass(frozen=True)
class Open:
    """A house that runs, with its owner `ann`, an operator `olga`, a viewer `vic` and `cleo`, who
    may look at cards."""

    office: Office
    running: Running

    def admin(self, *args: str, who: str = OWNER, typed: str = "") -> Ran:
        return self.office.admin(*args, who=who, typed=typed)


@contextmanager
def open_house(
    folder: Path,
    config: str = ROOMS,
    environment: Mapping[str, str] | None = None,
    staff: bool = True,
    office: Office | None = None,
    watched: bool = False,
) -> Iterator[Open]:
    """A real `cardroom serve` in that folder with its administrators, until the end of a `with`;
    those of an office that was there before are there again."""
    if office is None:
        office = Office(folder)
        office.settle(*(ROLES if staff else (OWNER,)))
    with house(folder, config, environment, watched) as running:
        yield Open(office, running)

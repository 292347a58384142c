"""Saved logins: the session of `login`, in a file that nobody else can read, or a password."""

import getpass
import hashlib
import json
import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from game_server.admin.command.connection import Address
from game_server.admin.command.exits import Ends, Exit

FOLDER: Final = "CARDROOM_ADMIN_SESSIONS"
NAME: Final = "CARDROOM_ADMIN_NAME"
SECRET_FILE: Final = "CARDROOM_ADMIN_{}_FILE"
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True)
class SavedLogin:
    """A login of an administrator that is kept between commands."""

    name: str
    token: str = field(repr=False)


class SavedLogins:
    """The saved logins of this user, one for each house."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        state = environment.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
        self._folder = Path(environment.get(FOLDER) or Path(state) / "cardroom")

    def of(self, address: Address) -> SavedLogin | None:
        """The session at that house; a file that others could read is none."""
        path = self._path(address)
        try:
            if path.stat().st_mode & OTHERS:
                return None
            kept = json.loads(path.read_text(encoding="utf-8"))
            return SavedLogin(str(kept["name"]), str(kept["token"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, address: Address, session: SavedLogin) -> None:
        """Keep the session, for this user alone."""
        path = self._path(address)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with suppress(FileNotFoundError):
                path.unlink()
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "w", encoding="utf-8") as file:
                json.dump({"name": session.name, "token": session.token}, file)
        except OSError as wrong:
            text = f"{path} cannot be written: {wrong.strerror}; name a folder as {FOLDER}."
            raise Ends(Exit.USAGE, text) from None

    def drop(self, address: Address) -> None:
        """The session is over."""
        with suppress(OSError):
            self._path(address).unlink()

    def _path(self, address: Address) -> Path:
        where = str(Path(address.socket).resolve()) if address.socket else address.shown
        return self._folder / f"admin-{hashlib.sha256(where.encode()).hexdigest()[:16]}.json"


def secret(name: str, question: str, environment: Mapping[str, str], twice: bool = False) -> str:
    """A secret from the file that the environment names, or from whoever sits here."""
    variable = SECRET_FILE.format(name.upper())
    path = environment.get(variable)
    if path:
        return _from_file(Path(path))
    if not sys.stdin.isatty():
        text = f"Nobody is here to be asked ({question}); name a file that holds it as {variable}."
        raise Ends(Exit.NOT_ALLOWED, text)
    typed = getpass.getpass(f"{question}: ")
    if twice and getpass.getpass("The same again: ") != typed:
        raise Ends(Exit.USAGE, "You typed two different ones; nothing has changed.")
    return typed


def _from_file(path: Path) -> str:
    try:
        if path.stat().st_mode & OTHERS:
            text = f"Others can read {path}; make it yours alone: chmod 600 {path}"
            raise Ends(Exit.NOT_ALLOWED, text)
        return path.read_text(encoding="utf-8").removesuffix("\n")
    except OSError as wrong:
        raise Ends(Exit.USAGE, f"{path} cannot be read: {wrong.strerror}.") from None
    except UnicodeDecodeError:
        raise Ends(Exit.USAGE, f"{path} cannot be read: it is no text.") from None

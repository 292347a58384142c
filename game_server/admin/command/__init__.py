"""`cardroom admin`: asks the house, or does what needs no running house."""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from game_server import config_file
from game_server.admin import wire
from game_server.admin.command import completion, parser, show
from game_server.admin.command.connection import Address, HouseConnection, read_url
from game_server.admin.command.exits import WORST, Ends, Exit, refused
from game_server.admin.command.saved_logins import NAME, SavedLogin, SavedLogins, secret
from game_server.admin.menu import MENU
from game_server.admin.menu.words import Command, Json, Value
from game_server.admin.wire import AdminReply
from game_server.config import Config
from protocol.words import Refusal

USUAL: Final = Path("cardroom.toml")
SOCKET: Final = "admin.sock"
Folder = Callable[[Config, Mapping[str, Value], Callable[[str], None]], Mapping[str, Json]]
"""Does a command on the files of a house: settings, what was given, where to say how far it is."""
First = Callable[[Config, Mapping[str, Value]], object]
"""Refuses what such a command cannot do, before it is begun."""
View = Callable[[HouseConnection, Mapping[str, object]], int]
"""Shows what a command streams, and ends with an exit code."""


@dataclass(frozen=True)
class Wired:
    """The parts that the command line hands in, each imported when it is wanted."""

    folder: Callable[[str], Folder]
    """What does this command on the files of a house."""
    first: Callable[[str], First | None] = lambda _: None
    """What looks, before anybody is asked whether it is meant, if it can be done at all."""
    view: Callable[[str], View | None] = lambda _: None
    """What shows this command's stream; None shows its items one by one."""


def main(args: Sequence[str], wired: Wired) -> int:
    """Run one command; the exit code."""
    asked = parser.parser().parse_args(args)
    try:
        return Run(asked, wired).run()
    except Ends as end:
        print(f"cardroom admin: {end.text}", file=sys.stderr)
        return end.exit
    except config_file.BadConfig as wrong:
        print(f"cardroom admin: {wrong}", file=sys.stderr)
        return Exit.USAGE
    except BrokenPipeError:
        raise
    except OSError as wrong:
        # What is left in the buffer cannot be written either, and would end with a trace.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        text = f"What was asked for could not be written out: {wrong.strerror}."
        print(f"cardroom admin: {text}", file=sys.stderr)
        return Exit.LOST
    except KeyboardInterrupt:
        text = "stopped; what the house was asked for it does to the end."
        print(f"cardroom admin: {text}", file=sys.stderr)
        return Exit.INTERRUPTED


class Run:
    """One command as it was typed, being run."""

    def __init__(self, asked: Any, wired: Wired) -> None:
        self._asked, self._wired = asked, wired
        self._command: Command = MENU[asked.command]
        self._given = parser.given(self._command, asked)
        self._environment = os.environ
        self._sessions = SavedLogins(self._environment)

    def run(self) -> int:
        """Do it, wherever that is."""
        match self._command.where:
            case "here":
                return {"login": self._log_in, "logout": self._log_out}.get(
                    self._command.name, self._completion
                )()
            case "folder":
                return self._on_folder()
            case "house":
                return self._at_house()

    # -- here ----------------------------------------------------------------------------

    def _log_in(self) -> int:
        name = self._given.get("name") or self._own_name()
        with HouseConnection.open(self._address()) as connection:
            entered = self._by_password(connection, str(name))
            self._sessions.keep(connection.address, SavedLogin(entered["name"], entered["token"]))
        looks = entered.get("cards_looked_at")
        more = {"cards_looked_at": looks} if looks else {}
        self._show({"said": f"You are in as {entered['name']}, {entered['role']}.", **more})
        return Exit.OK

    def _log_out(self) -> int:
        address = self._address()
        session = self._sessions.of(address)
        self._sessions.drop(address)
        if session is None:
            self._show({"said": "You were not logged in."})
            return Exit.OK
        with HouseConnection.open(address) as connection:
            try:
                connection.resume(session.token)
                connection.ask(wire.LOGOUT, {})
            except Refusal as wrong:
                if wrong.code != wire.SESSION_OVER:
                    raise refused(wrong) from None
        self._show({"said": "You have logged out."})
        return Exit.OK

    def _completion(self) -> int:
        print(completion.script(str(self._given["shell"])), end="")
        return Exit.OK

    # -- the files of a house ------------------------------------------------------------

    def _on_folder(self) -> int:
        try:
            values, settings = self._command.read(self._given), self._settings()
            first = self._wired.first(self._command.name)
            if first is not None:
                first(settings, values)
            self._sure()
            does = self._wired.folder(self._command.name)
            answer = does(settings, values, self._progress)
        except Refusal as wrong:
            raise refused(wrong) from None
        self._show(answer)
        return WORST.get(str(answer.get("worst")), Exit.OK)

    # -- a running house -----------------------------------------------------------------

    def _at_house(self) -> int:
        self._sure()
        with HouseConnection.open(self._address()) as connection:
            self._enter(connection)
            given = {**self._given, **self._secrets()}
            view = self._wired.view(self._command.name)
            try:
                if view is not None and not self._asked.json:
                    return view(connection, given)
                self._show(connection.ask(self._command.name, given, self._heard))
            except Refusal as wrong:
                raise refused(wrong) from None
        return Exit.OK

    def _enter(self, connection: HouseConnection) -> None:
        """By the session of `login`, or as whoever is named, by password."""
        session = self._sessions.of(connection.address)
        name = self._asked.name or self._environment.get(NAME)
        if session is not None and name in (None, "", session.name):
            try:
                connection.resume(session.token)
                return
            except Refusal as wrong:
                self._sessions.drop(connection.address)
                if wrong.code != wire.SESSION_OVER:
                    raise refused(wrong) from None
                text = "Your session is over; log in again: cardroom admin login."
                raise Ends(Exit.NOT_ALLOWED, text) from None
        self._by_password(connection, self._own_name())

    def _own_name(self) -> str:
        name = self._asked.name or self._environment.get(NAME)
        if not name:
            text = "Log in first: cardroom admin login NAME; or name yourself with --name."
            raise Ends(Exit.NOT_ALLOWED, text)
        return str(name)

    def _by_password(self, connection: HouseConnection, name: str) -> Mapping[str, Any]:
        password = secret("password", f"Password of {name}", self._environment)
        try:
            return connection.log_in(name, password)
        except Refusal as wrong:
            if wrong.code != wire.CODE_NEEDED:
                raise refused(wrong) from None
        code = secret("code", "Code of your app, or a recovery code", self._environment)
        try:
            return connection.log_in(name, password, code)
        except Refusal as wrong:
            raise refused(wrong) from None

    def _secrets(self) -> dict[str, object]:
        return {
            one.name: secret(one.name, one.says.capitalize(), self._environment, one.name == "new")
            for one in self._command.params
            if one.kind == "secret"
        }

    # -- where ---------------------------------------------------------------------------

    def _settings(self) -> Config:
        path = Path(self._asked.config) if self._asked.config else None
        return config_file.load(path or (USUAL if USUAL.exists() else None), self._environment)

    def _address(self) -> Address:
        asked = self._asked
        url = asked.url or ("" if asked.socket else self._environment.get("CARDROOM_ADMIN_URL"))
        if url:
            return read_url(url, asked.ca or self._environment.get("CARDROOM_ADMIN_CA", ""))
        if asked.socket:
            return Address(asked.socket)
        settings = self._settings()
        return Address(settings.admin.socket or str(Path(settings.house.data) / SOCKET))

    # -- what is shown -------------------------------------------------------------------

    def _sure(self) -> None:
        question = self._command.sure
        if not question or self._asked.yes:
            return
        if not sys.stdin.isatty():
            text = f"{question} Say --yes if that is meant."
            raise Ends(Exit.USAGE, text)
        print(f"{question} Go on? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise Ends(Exit.NOT_SURE, "Nothing was done.")

    def _heard(self, reply: AdminReply) -> None:
        if reply.kind == "progress":
            self._progress(str(reply.body.get("said", "")))
        else:
            self._show(reply.body)

    def _progress(self, said: str) -> None:
        print(show.text_of(said), file=sys.stderr, flush=True)

    def _show(self, answer: Mapping[str, Any]) -> None:
        if self._asked.json:
            print(json.dumps(answer, ensure_ascii=False), flush=True)
            return
        colours = (
            sys.stdout.isatty()
            and not self._environment.get("NO_COLOR")
            and self._environment.get("TERM") != "dumb"
        )
        for line in show.shown(answer, colours):
            print(line, flush=True)

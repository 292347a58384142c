"""Commands on the files of a house that does not run."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from twisted.internet.defer import Deferred, succeed

from game_server.admin.menu.words import Answer, Value
from game_server.admin.reception import new_password, owner_of, read_name
from game_server.config import Config
from game_server.players.passwords import Passwords
from game_server.store import admins, audit, data_folder, factors, heads
from game_server.store.audit import AuditRequest
from game_server.store.place import database_of
from game_server.store.ports import CannotOpen
from game_server.store.transaction import Connection, writing
from protocol.words import Refusal

T = TypeVar("T")
Tell = Callable[[str], None]
"""Says how far it is."""
USUAL: Final = "owner"
HERE: Final = "files"
"""Stands in the audit for whoever can write to the folder of the house."""


@contextmanager
def alone(config: Config) -> Iterator[Path]:
    """The folder of a house that does not run, and that cannot start meanwhile; Refusal if it
    runs."""
    data = Path(config.house.data)
    try:
        taken = data_folder.take(data)
    except CannotOpen as wrong:
        raise Refusal("not_taken", _runs(data) or str(wrong)) from None
    try:
        try:
            heads.begin(data, taken.secret, database_of(data, config.cluster.dsn))
        except CannotOpen as wrong:
            raise Refusal("not_taken", str(wrong)) from None
        yield data
    finally:
        os.close(taken.lock)


def refuse_on_server(config: Config) -> None:
    """Refusal where the database is no file: a server has its own tools for that."""
    if config.cluster.dsn:
        text = "The database of this house is on PostgreSQL, and this is for one in a file; use the"
        raise Refusal("wrong_engine", f"{text} server's own tools.")


def _runs(data: Path) -> str:
    """That a house runs there, and how it is ended without an administrator; "" if none does."""
    house = data_folder.running(data)
    if house is None:
        return ""
    end = f"`kill {house.pid}` ends it when the current games are over"
    return f"A house runs on {data}, and this needs it to be stopped: {end}. Then type this again."


@contextmanager
def folder(config: Config) -> Iterator[Connection]:
    """The database of a house that does not run; Refusal if it does, or if there is none."""
    with alone(config) as data:
        try:
            conn = database_of(data, config.cluster.dsn).open()
        except CannotOpen as wrong:
            raise Refusal("not_opened", str(wrong)) from None
        try:
            yield conn
        finally:
            conn.close()


def init(config: Config, values: Mapping[str, Value], tell: Tell) -> Answer:
    """The first owner, or a new password for an owner who has lost it."""
    name = read_name(str(values["owner"] or USUAL))
    made, at = new_password(), round(time.time() * 1000)
    with folder(config) as conn, writing(conn):
        owners = [one.name for one in admins.everybody(conn) if one.role == "owner"]
        if values["reset"] and name not in owners:
            raise Refusal("no_owner", _no_such(name, owners))
        if owners and not values["reset"]:
            text = f"The house has an owner: {', '.join(owners)}. Owners add others with"
            again = f"`init --owner {owners[0]} --reset` gives a new password"
            raise Refusal("has_owner", f"{text} `staff add`; {again}.")
        if values["reset"]:
            known = admins.set_password(conn, name, _hashed(made))
            # Who can write to these files can do all else too.
            factors.remove(conn, owner_of(known.id))
        else:
            admins.add(conn, name=name, role="owner", password=_hashed(made), at=at)
        told = '{"reset": true}' if values["reset"] else "{}"
        row = audit.ask(conn, AuditRequest(at, name, "owner", HERE, "init", told))
        audit.end(conn, row, audit.DONE, at)
    said = f"The owner is {name}; the password, which is shown this once, is {made}"
    tell(f"Next: `cardroom serve` starts the house, `cardroom admin login {name}` lets you in.")
    return {"said": said, "name": name, "password": made}


def _no_such(name: str, owners: list[str]) -> str:
    if not owners:
        return f"The house has no owner yet: leave --reset out, and {name} becomes the first."
    return f"There is no owner {name!r}; name one with --owner: {', '.join(owners)}."


DOES: Final[Mapping[str, Callable[[Config, Mapping[str, Value], Tell], Answer]]] = {"init": init}


class _AtOnce:
    """A pool that has no reactor beside which it could work."""

    def do(self, work: Callable[[], T]) -> Deferred[T]:
        return succeed(work())


def _hashed(password: str) -> str:
    found: list[str] = []
    Passwords(_AtOnce()).hash(password).addCallback(found.append)
    return found[0]

"""`cardroom migrate`: a stopped house from its file to PostgreSQL, or back."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from game_server.admin.offline import alone
from game_server.config import Config
from game_server.store import data_folder, moving
from game_server.store.moving import CannotMove, Moved
from game_server.store.place import database_of
from game_server.store.ports import CannotOpen
from protocol.words import Refusal

Say = Callable[[str], None]
SHOWN: Final = 16
"""So much of a hash is shown: nobody finds another ledger that ends so."""


def to_server(config: Config, dsn: str, say: Say) -> None:
    """Bring everything from the file into the database at that address; Refusal says why not."""
    with alone(config) as data:
        if not (data / data_folder.DATABASE).is_file():
            text = f"There is no {data / data_folder.DATABASE} that could be moved; look at `data`."
            raise Refusal("no_database", text)
        moved = _move(config, "", dsn, say)
        _told(moved, say)
        say("Next: set dsn of [cluster] to that address, and start the house.")
        say(f"{data / data_folder.DATABASE} stays as it is, as a copy: start no house on it.")


def to_file(config: Config, dsn: str, say: Say) -> None:
    """Bring everything from that database into the file; Refusal says why not."""
    with alone(config):
        moved = _move(config, dsn, "", say)
        _told(moved, say)
        say("Next: leave dsn of [cluster] empty, and start the house.")
        say("The database on the server stays as it is, as a copy: start no house on it.")


def _move(config: Config, source: str, target: str, say: Say) -> Moved:
    data = Path(config.house.data)
    try:
        with ExitStack() as opened:
            # Each is locked: nobody opens the house on either while it is moved.
            there, here = (
                opened.enter_context(closing(database_of(data, dsn).open()))
                for dsn in (source, target)
            )
            return moving.move(there, here, lambda table, rows: say(f"{table}: {rows:,} rows"))
    except (CannotOpen, CannotMove) as wrong:
        raise Refusal("not_moved", str(wrong)) from None


def _told(moved: Moved, say: Say) -> None:
    entry, audit = moved.heads
    say(
        f"{moved.rows:,} rows are there, the same one by one, and the ledger adds up. Entry"
        f" {entry.id:,} is {entry.hash.hex()[:SHOWN]}, link {audit.id:,} of the audit"
        f" {audit.hash.hex()[:SHOWN]}; {moved.open} rounds are in play."
    )

"""Where the database of a house is, by its settings: a file in its folder, or a server."""

from pathlib import Path
from typing import Final

from game_server.store import data_folder
from game_server.store.database import SqliteDatabase
from game_server.store.ports import CannotOpen
from game_server.store.transaction import Database, SharedDatabase

NO_PSYCOPG: Final = (
    "A house on PostgreSQL needs psycopg; `pip install 'psycopg[binary]'` beside this program, or"
    " leave dsn of [cluster] empty."
)


def database_of(data: Path, dsn: str) -> Database:
    """The database at that address; the file in the folder if there is no address."""
    return server_at(dsn) if dsn else SqliteDatabase(data / data_folder.DATABASE)


def server_at(dsn: str, node: str = "") -> SharedDatabase:
    """The database at that address, which several nodes reach; `node` is the word of the one that
    writes here, where many do."""
    try:
        # It brings psycopg along, which is there only where somebody wanted it.
        from game_server.store.postgresql.opening import PostgresDatabase
    except ImportError:
        raise CannotOpen(NO_PSYCOPG) from None
    return PostgresDatabase(dsn, node)

"""An empty database in memory for a test: a copy of one that was made once, which takes a hundredth
of the time."""

from functools import lru_cache

from game_server.store.database import SETTINGS, open_database
from game_server.store.sqlite import MEMORY, SqliteConnection, apply_settings


def in_memory() -> SqliteConnection:
    """An empty database that is up to date."""
    made = SqliteConnection.to(MEMORY)
    apply_settings(made, {**SETTINGS, "journal_mode": "memory"})
    _template().backup(made)
    return made


@lru_cache(maxsize=1)
def _template() -> SqliteConnection:
    return open_database(MEMORY)

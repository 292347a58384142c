"""For the tests of the books: an empty database that is up to date, on each engine."""

from tests.store.engines import conn

__all__ = ["conn"]

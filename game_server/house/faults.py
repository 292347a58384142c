"""Faults of the house: an error that nobody waits for is logged, unless it was to be expected."""

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.store.ports import StoreClosed


def log_fault(
    failure: Failure, log: Logger, text: str, expected: type[Exception] = StoreClosed
) -> None:
    """Log what went wrong under `text`. A store that has closed is expected at the end."""
    if not failure.check(expected):
        log.failure(text, failure)

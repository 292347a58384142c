"""Faults of the house: an error that nobody waits for is logged, unless it was to be expected."""

from traceback import walk_tb
from typing import Final

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.store.ports import StoreClosed

RAISE: Final = (Failure.raiseException.__code__, Failure.throwExceptionIntoGenerator.__code__)


def log_fault(
    failure: Failure, log: Logger, text: str, expected: type[Exception] = StoreClosed
) -> None:
    """Log what went wrong under `text`. A store that has closed is expected at the end."""
    if not failure.check(expected):
        log.failure(text, failure)
    if failure.value is not None:
        forget_frames(failure.value)


def forget_frames(wrong: BaseException) -> None:
    """Let go of the frames that an exception went through, and of those before it: they hold the
    exception, and what holds itself would wait for the garbage collector."""
    one: BaseException | None = wrong
    while one is not None:
        for frame, _ in walk_tb(one.__traceback__):
            if frame.f_code in RAISE:
                # A Deferred that was awaited keeps this failure, whose frames keep the Deferred.
                frame.f_locals["self"].tb = None
        one.__traceback__ = None
        one = one.__cause__ or one.__context__

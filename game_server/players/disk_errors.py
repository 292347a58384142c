"""Errors of the disk for somebody who waits: what it refuses is told as a sentence."""

from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from twisted.internet.defer import Deferred

from game_server.refusals import HouseCloses, NotWritten
from game_server.store.ports import CannotRead, CommitFailed, Store, StoreClosed
from game_server.store.transaction import Transaction

T = TypeVar("T")
CLOSES: Final = "The house closes; come back when it opens."


async def write_or_refuse(store: Store, work: Callable[[Transaction], T]) -> T:
    """What the work returned, on disk; Refusal when the disk did not take it."""
    try:
        return await store.write(work)
    except CommitFailed:
        raise NotWritten from None
    except StoreClosed:
        raise HouseCloses(CLOSES) from None


async def read_or_refuse(store: Store, work: Callable[[Transaction], T]) -> T:
    """What the work that only reads returned; Refusal when it cannot be read now."""
    try:
        return await store.read(work)
    except CannotRead:
        raise NotWritten from None
    except StoreClosed:
        raise HouseCloses(CLOSES) from None


def run(steps: Coroutine[Deferred[Any], Any, T]) -> Deferred[T]:
    """Take the steps, beginning now."""
    return Deferred.fromCoroutine(steps)

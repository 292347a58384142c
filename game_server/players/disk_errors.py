"""The disk for somebody who waits: what it refuses is told as a sentence."""

import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from twisted.internet.defer import Deferred

from game_server.store.ports import CommitFailed, Store, StoreClosed
from protocol.words import Refusal

T = TypeVar("T")


async def write_or_refuse(store: Store, work: Callable[[sqlite3.Connection], T]) -> T:
    """What the work returned, on disk; Refusal when the disk did not take it."""
    try:
        return await store.write(work)
    except CommitFailed:
        raise not_written() from None
    except StoreClosed:
        raise _closes() from None


async def read_or_refuse(store: Store, work: Callable[[sqlite3.Connection], T]) -> T:
    """What the work that only reads returned; Refusal when there is no disk any more."""
    try:
        return await store.read(work)
    except StoreClosed:
        raise _closes() from None


def not_written() -> Refusal:
    """The refusal of what the disk did not take."""
    return Refusal("not_written", "The house could not write that down; try again in a moment.")


def run(steps: Coroutine[Deferred[Any], Any, T]) -> Deferred[T]:
    """Take the steps, beginning now."""
    return Deferred.fromCoroutine(steps)


def _closes() -> Refusal:
    return Refusal("house_closes", "The house closes; come back when it opens.")

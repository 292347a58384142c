"""Starting while another node is in the way: a step of the start whose commit failed is done again
as long as the lease of this node lasts."""

from collections.abc import Awaitable, Callable
from typing import Final

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from game_server.clock import Clock
from game_server.refusals import NotWritten
from game_server.store.ports import CannotRead, CommitFailed

AGAIN_S: Final = 0.3
"""So soon a step is done again."""
WAITS: Final = "The database is busy, so the start of this node waits: {wrong}"
Step = Callable[[], Awaitable[None]]


def patiently(step: Step, lasts: Callable[[], bool], clock: Clock) -> Deferred[None]:
    """Do a step of the start, and again while the database does not take it and the lease `lasts`;
    then it fails with what the database said last."""
    return Deferred.fromCoroutine(_patiently(step, lasts, clock))


async def _patiently(step: Step, lasts: Callable[[], bool], clock: Clock) -> None:
    while True:
        try:
            return await step()
        except (CommitFailed, CannotRead, NotWritten) as wrong:
            if not lasts():
                raise
            Logger().warn(WAITS, wrong=wrong)
        passed: Deferred[None] = Deferred()
        clock.callLater(AGAIN_S, passed.callback, None)
        await passed

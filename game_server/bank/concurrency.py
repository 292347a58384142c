"""The concurrency limit of the outside bank: a few questions at once, in a fair order."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from twisted.internet.defer import DeferredLock, DeferredSemaphore

T = TypeVar("T")
PLACES: Final = 6


class ConcurrencyLimit:
    """A few questions at once, and those of one player one by one, in the order they came.

    Questions that a buyer waits for have places of their own: whatever has piled up while the
    bank was out holds up nobody who buys now.
    """

    def __init__(self) -> None:
        self._buyers, self._others = DeferredSemaphore(PLACES), DeferredSemaphore(PLACES)
        self._turns = WeakValueDictionary[int, DeferredLock]()

    async def ask(self, player: int, buyer: bool, question: Callable[[], Awaitable[T]]) -> T:
        """Ask it when its turn has come; whoever is cancelled while waiting gives the turn up."""
        turn = self._turns.setdefault(player, DeferredLock())
        async with turn, self._buyers if buyer else self._others:
            return await question()

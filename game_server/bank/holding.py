"""Payments that are held: on disk with all that belongs to them, and made when it is time."""

from collections.abc import Callable
from functools import partial
from typing import Final

from game_server.bank.retry import RetrySchedule
from game_server.store import measures, payments
from game_server.store.payments import Payment

LOOKS_MS: Final = 60 * 60 * 1000
"""The longest between two looks at the wall clock, which may be set, and at what was decided."""
BARRED: Final = "barred"


class Holding:
    """The hold on payouts: waits until a payment may be made. A player whom the house has barred is
    not paid what is held until that is over: the hold is the time in which somebody can look."""

    def __init__(self, retry: RetrySchedule, now: Callable[[], int]) -> None:
        self._retry, self._now = retry, now

    async def over(self, payment: Payment) -> Payment:
        """The payment, when it may be made or need not be any more."""
        key, player = payment.key, payment.player
        while payment.held(payment.made):
            at = self._now()
            wait = min(payment.due - at, LOOKS_MS)
            if wait <= 0:
                look = partial(measures.hold, player=player, kind=BARRED, at=at)
                if not await self._retry.read(look, key):
                    break
                wait = LOOKS_MS
            await self._retry.for_time(key, wait / 1000)
            payment = await self._retry.write(lambda conn: payments.by_key(conn, key), key)
        return payment

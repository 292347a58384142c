"""Cash that lies in a purse: it goes to the seat that it was bought for, or back to a card.

Cash never stays in a purse. What a player has bought is brought to the seat; when its owner has
gone, it goes back to the card that paid. What lies there for another reason (a crash between two
commits, a card that took nothing) is found when the house opens and when a card is changed.
"""

from collections import Counter
from collections.abc import Callable

from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank import payment_steps
from game_server.bank.entries import purse_of
from game_server.bank.retry import RetrySchedule
from game_server.bank.table_port import TablePort
from game_server.store import ledger
from game_server.store.payments import Payment
from game_server.store.ports import StoreClosed
from game_server.store.transaction import Transaction


class LooseCash:
    """Clears the cash that lies in purses. `begun` is told of the payments that this begins."""

    _log = Logger()

    def __init__(
        self,
        tables: TablePort,
        retry: RetrySchedule,
        now: Callable[[], int],
        new_key: Callable[[], str],
        begun: Callable[[tuple[Payment, ...]], object],
    ) -> None:
        self._tables, self._retry = tables, retry
        self._now, self._new_key, self._begun = now, new_key, begun
        self._bringing: Counter[int] = Counter()
        self._again: set[int] = set()
        """Whose cash has to be looked for once more when what is brought now has arrived."""

    async def bring(self, bought: Payment) -> None:
        """To the seat; when its owner has gone, back to the card that paid."""
        player, key = bought.player, f"bring:{bought.key}"
        self._bringing[player] += 1
        try:
            taken = await self._retry.until_written(
                lambda: self._tables.bring(player, bought.place, bought.amount, key), bought.key
            )
        finally:
            self._brought(player)
        if not taken:
            back = await self._retry.write(
                lambda conn: payment_steps.send_back(conn, bought, self._now()), bought.key
            )
            self._begun(back)

    def clear(self, player: int) -> None:
        """Cash never stays in a purse. Nobody waits for it: a table may be paused."""
        if self._bringing[player]:
            self._again.add(player)
            return
        self._bringing[player] += 1

        def stays(failure: Failure) -> None:
            if not (self._retry.over and failure.check(CancelledError, StoreClosed)):
                text = "The cash of player {player} stays in the purse."
                self._log.failure(text, failure, player=player)

        def over(_: object) -> None:
            self._brought(player)

        Deferred.fromCoroutine(self._clear(player)).addErrback(stays).addBoth(over)

    def _brought(self, player: int) -> None:
        self._bringing[player] -= 1
        if not self._bringing[player] and player in self._again and not self._retry.over:
            self._again.discard(player)
            self.clear(player)

    async def _clear(self, player: int) -> None:
        """It goes to the seat it was bought for, or to a card."""
        own = purse_of(player, "cash")
        look = f"cash of {player}"
        left = await self._retry.read(lambda conn: ledger.balance(conn, own), look)
        if left == 0:
            return
        known = await self._retry.read(lambda conn: payment_steps.info(conn, player), look)
        bought = [one for one in known.payments if one.way == "buy"]
        key, place, at = self._new_key(), bought[0].place if bought else "", self._now()

        def intend(conn: Transaction) -> tuple[Payment, ...]:
            return payment_steps.send_home(
                conn, player=player, table=place, most=left, key=key, at=at
            )

        taken = bool(bought) and await self._retry.until_written(
            lambda: self._tables.bring(player, place, left, f"bring:{key}"), key
        )
        if not taken:
            self._begun(await self._retry.write(intend, key))

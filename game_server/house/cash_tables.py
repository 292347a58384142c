"""The tables that play for money, as the cashier knows them: its one port to the lobby."""

from twisted.internet.defer import Deferred

from game_server.bank import bookings
from game_server.bank.entries import purse_of
from game_server.house.online_players import OnlinePlayers
from game_server.house.purses import Purses
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import AnyTable, Means
from game_server.refusals import BuyInHigh, TryAgain
from game_server.store import ledger
from game_server.store.ports import CommitFailed
from game_server.table.orders import Order
from protocol.messages import Notice
from protocol.words import Refusal


class CashTables:
    """The cashier's `TablePort` to the tables of the lobby."""

    def __init__(self, means: Means, lobby: Lobby, online: OnlinePlayers, purses: Purses) -> None:
        self._means, self._lobby, self._online, self._purses = means, lobby, online, purses

    def sits(self, player: int, table: str) -> bool:
        """Whether the player has a seat at that table."""
        runner = self._lobby.runners.get(table)
        return runner is not None and runner.view.sits(str(player))

    def bring(self, player: int, table: str, amount: int, key: str) -> Deferred[bool]:
        """Bring chips to a seat, once under this key; whether they are there."""
        return Deferred.fromCoroutine(self._bring(player, table, amount, key))

    async def _bring(self, number: int, table: str, amount: int, key: str) -> bool:
        there = await self._means.store.glance(lambda conn: ledger.by_key(conn, key))
        if there is not None:
            return True
        runner = self._lobby.runners.get(table)
        if runner is None or runner.config.purse != "cash":
            return False
        own = purse_of(number, "cash")
        have = await self._means.store.glance(lambda conn: ledger.balance(conn, own))
        if have < amount:
            return False
        entry = bookings.top_up(key, number, table, amount, "cash", self._means.now())

        def bought(table: AnyTable, now: float) -> list[Order]:
            # Whoever bought may have won since, or bought again.
            table.refuse_over_most(str(number), amount)
            return table.bought(str(number), amount, now)

        try:
            await runner.ask(bought, (entry,), who=f"{number} bring")
        except TryAgain as wrong:
            # The table comes back; the chips wait for it.
            raise CommitFailed(wrong.text) from None
        except Refusal as wrong:
            player = self._online.of(number)
            if player is not None and isinstance(wrong, BuyInHigh):
                player.say(Notice(wrong.code, wrong.text, table, wrong.facts))
            return False
        # They came to the purse from the bank, and lie at the seat now.
        self._purses.show(*self._online.among((number,)))
        return True

"""Purses: what players have beside the tables, as they are told of it."""

from collections.abc import Sequence

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank.entries import purse_of
from game_server.house.faults import log_fault
from game_server.house.new_start import NewStarts, wait_for
from game_server.house.online_players import OnlinePlayer, OnlinePlayers
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.store import ledger, results
from game_server.store.transaction import Transaction
from protocol.messages import Purse
from protocol.words import Refusal, chips


class Purses:
    """Shows players their purses, and gives new play chips to those who have none."""

    _log = Logger()

    def __init__(self, means: Means, lobby: Lobby, online: OnlinePlayers) -> None:
        self._means, self._lobby = means, lobby
        self._new_starts = NewStarts(means, lobby, online, self.show, self._fault)

    async def play_chips(self, player: OnlinePlayer) -> int:
        """The play chips that the player has beside the tables."""
        own = purse_of(player.id, "play")
        return await self._means.store.glance(lambda conn: ledger.balance(conn, own))

    async def refuse_if_short(self, player: OnlinePlayer, amount: int) -> None:
        """Refusal for one who has fewer play chips beside the tables."""
        have = await self.play_chips(player)
        if have < amount:
            text = f"You have {chips(have)} chips beside the tables; {chips(amount)} are too many."
            raise Refusal("purse_short", text, have=have, amount=amount)

    def show(self, *online: OnlinePlayer) -> Deferred[None]:
        """Say what is in the purses now, and the profit in play chips of each game; fires when it
        is said."""

        def look(conn: Transaction) -> list[Purse]:
            return purses_of(conn, [player.id for player in online], self._means.now())

        def say(purses: list[Purse]) -> None:
            for player, purse in zip(online, purses, strict=True):
                player.say(purse)
                self.shown(player, purse)

        return self._means.store.glance(look).addCallbacks(say, self._fault)

    def shown(self, player: OnlinePlayer, purse: Purse) -> None:
        """The player is told of that purse; one that is empty is filled again in time."""
        if purse.wait:
            self._new_starts.awaits(player.id, purse.wait)

    def _fault(self, failure: Failure) -> None:
        log_fault(failure, self._log, "A purse has a fault.")


def purses_of(conn: Transaction, players: Sequence[int], at: int) -> list[Purse]:
    """What is in the purses of these players."""
    # All in two statements, and one for each empty purse: this runs at every end of a round, in
    # the loop.
    play = {player: purse_of(player, "play") for player in players}
    cash = {player: purse_of(player, "cash") for player in players}
    held = ledger.balances(conn, [*play.values(), *cash.values()])
    profit = results.profits(conn, players, "play")
    purses = []
    for one in players:
        chips = held.get(play[one].name, 0)
        wait = 0 if chips else wait_for(conn, one, at)
        purses.append(Purse(chips, held.get(cash[one].name, 0), profit[one], wait))
    return purses

"""New play chips for whoever has lost the last: once in 24 hours, at the door, or in the house when
the wait for them ends."""

from collections.abc import Callable
from typing import Final

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from game_server.bank import bookings
from game_server.bank.entries import purse_of
from game_server.house.online_players import OnlinePlayer, OnlinePlayers
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.store import ledger
from game_server.store.escrows import has_chips_at_tables
from game_server.store.transaction import Transaction
from protocol import buy_ins
from protocol.messages import Notice

HOUR_MS: Final = 60 * 60 * 1000
NEW_START_MS: Final = buy_ins.NEW_START_MS
NEW_START: Final = "Your chips were gone, so the house has given you new ones for a new start."


def wait_for(conn: Transaction, player: int, at: int) -> int:
    """The milliseconds until a player without play chips may be given new ones."""
    last = ledger.last_at(conn, bookings.new_starts(player))
    return 0 if last is None else max(0, last + NEW_START_MS - at)


def begin_again(conn: Transaction, player: int, at: int) -> Notice | None:
    """New chips for one who sits nowhere and has none, if it is time; what to say of it."""
    if ledger.balance(conn, purse_of(player, "play")) > 0:
        return None
    # A table may be between its rows and its seats: the ledger knows who has chips there.
    if has_chips_at_tables(conn, player):
        return None
    wait = wait_for(conn, player, at)
    if wait > 0:
        hours = -(-wait // HOUR_MS)
        text = f"Your chips are gone; come back in {hours} hours for new ones."
        return Notice("new_start_later", text, facts={"hours": hours})
    times = 1
    while ledger.by_key(conn, bookings.new_start(player, times, at).key):
        times += 1
    ledger.book(conn, bookings.new_start(player, times, at))
    return Notice("new_start", NEW_START)


class NewStarts:
    """The players online who wait for new chips. `show` tells players what they have, `fault` of
    what went wrong."""

    def __init__(
        self,
        means: Means,
        lobby: Lobby,
        online: OnlinePlayers,
        show: Callable[[OnlinePlayer], object],
        fault: Callable[[Failure], object],
    ) -> None:
        self._means, self._lobby, self._online = means, lobby, online
        self._show, self._fault = show, fault
        self._waiting: set[int] = set()

    def awaits(self, player: int, wait: int) -> None:
        """A player without chips may be given new ones in so many milliseconds."""
        if player not in self._waiting:
            self._waiting.add(player)
            self._means.clock.callLater(wait / 1000, self._due, player)

    def _due(self, number: int) -> None:
        self._waiting.discard(number)
        player = self._online.of(number)
        if player is not None and not self._lobby.sits(player.key):
            Deferred.fromCoroutine(self._give(player)).addErrback(self._fault)

    async def _give(self, player: OnlinePlayer) -> None:
        at = self._means.now()
        notice = await self._means.store.write(lambda conn: begin_again(conn, player.id, at))
        if notice is not None and notice.code == "new_start":
            player.say(notice)
        # Whoever still has to wait is counted anew.
        self._show(player)

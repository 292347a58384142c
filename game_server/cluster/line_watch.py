"""Watch over the lines of this node: what the house has decided elsewhere of their players holds
here too, a moment later.

The truth is in the database: an account that was barred, muted or renamed at another node, a
session that was ended there. All who are in are read at once, once a second.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.cluster.relay import is_remote
from game_server.house.faults import log_fault
from game_server.house.house import House
from game_server.house.online_players import OnlinePlayer
from game_server.players.player_account import PlayerAccount, account_of
from game_server.players.sessions import ENDED
from game_server.store import accounts, sessions
from game_server.store.ports import CannotRead, StoreClosed
from game_server.store.transaction import Transaction
from protocol.messages import Goodbye
from protocol.words import Refusal

LOOK_S: Final = 1.0
BARRED: Final = Goodbye("barred", "The house has closed your account.")
OVER: Final = Goodbye("logout", ENDED[1])


class LineWatch:
    """Looks at the accounts and sessions of whoever is in."""

    _log = Logger()

    def __init__(self, house: House) -> None:
        self._house, self._over = house, False

    def begin(self) -> None:
        """Look from now on."""
        if self._over:
            return
        players = {one.id: one.account for one in self._house.online}
        if not players:
            self._later()
            return
        own = [one.session.id for one in self._house.online if not is_remote(one)]
        reading = self._house.means.store.read(partial(_read, players=list(players), own=own))
        reading.addCallback(lambda found: self._looked(players, *found))
        # A database that is away is looked at again.
        reading.addErrback(self._fault).addCallback(lambda _: self._later())

    def end(self) -> None:
        """Look no more."""
        self._over = True

    def _later(self) -> None:
        self._house.means.clock.callLater(LOOK_S, self.begin)

    def _looked(
        self,
        before: Mapping[int, PlayerAccount],
        found: Mapping[int, PlayerAccount],
        ended: frozenset[int],
    ) -> None:
        for player in self._house.online:
            account = found.get(player.id)
            # What has changed here meanwhile is newer than what was read.
            if account is not None and player.account is before.get(player.id):
                self._counts(player, account)
            if not is_remote(player) and player.session.id in ended:
                player.connection.close(OVER)

    def _counts(self, player: OnlinePlayer, account: PlayerAccount) -> None:
        if _said(account) == _said(player.account):
            return
        player.account = account
        if account.may("enter"):
            return
        key = player.key
        for runner in self._house.lobby.of_player(key):
            asking = runner.ask(lambda table, now: table.kick(key, True, now), retry=True)
            asking.addErrback(self._fault)
        if not is_remote(player):
            player.connection.close(BARRED)

    def _fault(self, failure: Failure) -> None:
        if not failure.check(CannotRead, StoreClosed):
            log_fault(failure, self._log, "The lines could not be looked at.", expected=Refusal)


def _said(account: PlayerAccount) -> tuple[object, ...]:
    """What is read of an account; until when it is barred or muted is asked when it matters."""
    return account.kind, account.name, account.avatar, account.state, account.holder


def _read(
    conn: Transaction, players: list[int], own: list[int]
) -> tuple[dict[int, PlayerAccount], frozenset[int]]:
    found = accounts.of(conn, players)
    return {one.id: account_of(one) for one in found}, sessions.ended_of(conn, own)

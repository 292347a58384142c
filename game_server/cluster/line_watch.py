"""Watch over the lines of this node: what the house has decided elsewhere of their players holds
here too, a moment later.

The truth is in the database: a player who was barred or muted at another node, a session that was
ended there. Once a second a node asks for those of all who are in, and gets the few that are not as
usual.
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
from game_server.store.accounts import OPEN
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
        states = {one.id: one.account.state for one in self._house.online}
        own = [one.session.id for one in self._house.online if not is_remote(one)]
        if not states:
            self._later()
            return
        reading = self._house.means.store.read(partial(_read, states=states, own=own))
        reading.addCallback(lambda found: self._looked(*found))
        # A database that is away is looked at again.
        reading.addErrback(self._fault).addCallback(lambda _: self._later())

    def end(self) -> None:
        """Look no more."""
        self._over = True

    def _later(self) -> None:
        self._house.means.clock.callLater(LOOK_S, self.begin)

    def _looked(self, found: Mapping[int, PlayerAccount], ended: frozenset[int]) -> None:
        for number, account in found.items():
            player = self._house.online.of(number)
            if player is not None and player.account.state != account.state:
                self._counts(player, account)
        for player in self._house.online if ended else ():
            if not is_remote(player) and player.session.id in ended:
                player.connection.close(OVER)

    def _counts(self, player: OnlinePlayer, account: PlayerAccount) -> None:
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


def _read(
    conn: Transaction, states: Mapping[int, str], own: list[int]
) -> tuple[dict[int, PlayerAccount], frozenset[int]]:
    """The accounts whose state is another than it was, or not the usual one; and which of the
    sessions have ended."""
    unusual = {*accounts.not_open(conn, list(states))}
    unusual.update(player for player, state in states.items() if state != OPEN)
    found = accounts.of(conn, sorted(unusual)) if unusual else ()
    return {one.id: account_of(one) for one in found}, sessions.ended_of(conn, own)

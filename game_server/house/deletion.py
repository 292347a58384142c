"""Deleting an account: what keeps it from being done, and the one commit that does it.

An account that has chips at a table, cash in the purse or a payment under way is not deleted: the
refusal says what has to be done first. Else one commit books the play chips back to the house,
erases what is known of the player, and ends the sessions; killed before it nothing has happened,
after it all has. What follows (tables are left, the lines of the chat go, the connection is closed)
is kept in memory alone, and is gone with the process too.
"""

from collections.abc import Collection
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank import bookings
from game_server.bank.entries import purse_of
from game_server.bank.vault import Vault
from game_server.house.faults import log_fault
from game_server.house.online_players import OnlinePlayer, OnlinePlayers
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.players.accounts import Accounts
from game_server.players.disk_errors import read_or_refuse, write_or_refuse
from game_server.players.player_account import PlayerAccount, account_of
from game_server.players.roll import NAME_KEPT_MS
from game_server.players.sessions import Sessions
from game_server.store import accounts, archive, deletions, erased_names, ledger, payments
from game_server.store.erased_names import NameSweep
from game_server.store.escrows import tables_with_chips
from game_server.store.transaction import Transaction
from protocol import messages
from protocol.messages import Goodbye, Ok
from protocol.words import Refusal

FAREWELL: Final = Goodbye("deleted", "Your account is deleted; nobody can bring it back.")


class Deleted(NamedTuple):
    """An account after its deletion, and the sessions that have ended by it; not `fresh` when it
    was deleted before."""

    account: PlayerAccount
    sessions: tuple[int, ...]
    fresh: bool


class Deletion:
    """Deletes accounts, for players themselves and for administrators."""

    _log = Logger()

    def __init__(
        self,
        means: Means,
        lobby: Lobby,
        online: OnlinePlayers,
        accounts: Accounts,
        sessions: Sessions,
        vault: Vault,
    ) -> None:
        self._means, self._lobby, self._online = means, lobby, online
        self._accounts, self._sessions, self._vault = accounts, sessions, vault

    async def asked(self, player: OnlinePlayer, wish: messages.DeleteAccount) -> None:
        """The player's own wish, with a clear yes and what proves who asks."""
        if not wish.sure:
            text = "Deleting cannot be undone; say that you are sure, or keep the account."
            raise Refusal("delete_sure", text)
        address = player.connection.address
        await self._accounts.prove(player.id, wish.password, address, wish.code)
        await self.delete(player.id)
        player.say(Ok(wish.id))
        player.connection.close(FAREWELL)

    async def delete(self, number: int, who: str = "") -> bool:
        """Delete the account of that player, for an administrator of that name or for the player;
        False if it was deleted before."""
        # A seat is taken, and chips are bought, in the same turn.
        async with self._online.turn_of(number):
            self._refuse_if_seated(number)
            at = self._means.now()
            done = await write_or_refuse(
                self._means.store, lambda conn: self._delete(conn, number, at, who)
            )
            self._sessions.have_ended(done.sessions)
            online = self._online.of(number)
            if online is not None:
                online.account = done.account
            self._online.forget(number)
        await self._leave_tables(number)
        Deferred.fromCoroutine(self._erase_names()).addErrback(self._fault)
        if online is not None and who:
            online.connection.close(FAREWELL)
        return done.fresh

    async def deleted_elsewhere(self, number: int) -> None:
        """Another node has deleted the account."""
        self._online.forget(number)
        await self._leave_tables(number)
        online = self._online.of(number)
        if online is not None and not online.connection.remote:
            online.connection.close(FAREWELL)

    async def tidy(self) -> None:
        """Finish what a deletion could not: chips that a restored table gave back later, tokens of
        a copy, names that are free by now."""
        at = self._means.now()

        def work(conn: Transaction) -> None:
            for one in deletions.to_do(conn, at - NAME_KEPT_MS):
                if one.named and one.at + NAME_KEPT_MS <= at:
                    deletions.free_name(conn, one.player)
                if not one.cleared and not tables_with_chips(conn, one.player):
                    self._clear(conn, one.player, at)

        await write_or_refuse(self._means.store, work)
        await self._erase_names()

    async def _erase_names(self) -> None:
        """Take the names of deleted players out of rounds that were played, a few rows at a time;
        cut short, it begins again at the next start."""
        store = self._means.store

        def waiting(conn: Transaction) -> tuple[int, ...]:
            found = deletions.to_do(conn, 0)
            return tuple(one.player for one in found if one.cleared and not one.erased)

        players = await read_or_refuse(store, waiting)
        if not players:
            return
        sweep, after = NameSweep(players), 0
        upto = await read_or_refuse(store, erased_names.last)
        while after < upto:
            some = partial(erased_names.some, after=after, upto=upto)
            rows = await read_or_refuse(store, some)
            found = {row.id: data for row in rows if (data := sweep.changed(row)) is not None}
            if found:
                await write_or_refuse(store, partial(erased_names.write, rows=found))
            after = rows[-1].id if rows else upto
            await self._pause()
        await self._erase_packed(players)
        await write_or_refuse(store, lambda conn: deletions.erased(conn, players))

    async def _erase_packed(self, players: Collection[int]) -> None:
        """Take the names out of packed rounds too, a pack at a time."""
        store = self._means.store
        # What lies in files of its own is no work of the commits that tables share.
        apart = await read_or_refuse(store, archive.is_apart)
        do = read_or_refuse if apart else write_or_refuse
        places = await read_or_refuse(store, partial(archive.packs_with, players=players))
        for place in places:
            await do(store, partial(archive.erase, place=place, players=players))
            await self._pause()

    def _pause(self) -> Deferred[None]:
        over: Deferred[None] = Deferred()
        self._means.clock.callLater(0, over.callback, None)
        return over

    # -- how -----------------------------------------------------------------------------------

    def _refuse_if_seated(self, number: int) -> None:
        key = str(number)
        for runner in self._lobby.of_player(key):
            if runner.view.seat(key) is not None:
                raise _seated(runner.table_id)

    def _delete(self, conn: Transaction, number: int, at: int, who: str) -> Deleted:
        if deletions.of(conn, number) is not None:
            return Deleted(account_of(accounts.by_id(conn, number)), (), False)
        for table in tables_with_chips(conn, number):
            raise _seated(table)
        if any(one.player == number for one in payments.not_over(conn)):
            text = "A payment of this account is under way; wait until the bank has answered."
            raise Refusal("delete_payment", text)
        if ledger.balance(conn, purse_of(number, "cash")):
            text = "There is cash in the purse; have it brought to the bank first, at the cashier."
            raise Refusal("delete_cash", text)
        ended = deletions.erase(conn, number, at, who)
        self._clear(conn, number, at)
        return Deleted(account_of(accounts.by_id(conn, number)), ended, True)

    def _clear(self, conn: Transaction, number: int, at: int) -> None:
        """The play chips go back to the house, and no token of a card is left."""
        left = ledger.balance(conn, purse_of(number, "play"))
        if left:
            ledger.book(conn, bookings.account_deleted(number, left, at))
        deletions.blank_tokens(conn, number, self._vault.seal)
        deletions.cleared(conn, number)

    async def _leave_tables(self, number: int) -> None:
        """Out of the queues and from among those who watch; what was said is not read again."""
        key = str(number)
        for runner in list(self._lobby.runners.values()):
            with suppress(Refusal):
                await runner.ask(lambda table, now: table.forget(key, now), who=f"{key} forget")

    def _fault(self, failure: Failure) -> None:
        log_fault(failure, self._log, "Names of deleted players stay in the journal.", Refusal)


def _seated(table: str) -> Refusal:
    text = f"There are chips at the table {table}; leave it, and wait for the end of its round."
    return Refusal("delete_seated", text, table=table)

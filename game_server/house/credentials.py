"""Requests about the own account: another password, a second factor, and a way back for those
who have lost the password."""

from typing import Final

from game_server.house.online_players import OnlinePlayer, OnlinePlayers, PlayerConnection
from game_server.players.accounts import Accounts
from game_server.players.factors import Factors
from game_server.players.resets import Resets
from game_server.players.security import SecurityLog
from game_server.store.factors import FactorOwner
from protocol import messages
from protocol.messages import Goodbye, Notice, Ok

ASKED: Final = "A device asks for another password of your account; if it is not yours, tell us."
CHANGED: Final = Goodbye("password", "You have another password; log in with it.")


class Credentials:
    """One method for each message that concerns how one comes in; a refusal is raised."""

    def __init__(
        self,
        accounts: Accounts,
        factors: Factors,
        resets: Resets,
        online: OnlinePlayers,
        security: SecurityLog,
    ) -> None:
        self._accounts, self._factors, self._resets = accounts, factors, resets
        self._online, self._security = online, security

    async def password(self, player: OnlinePlayer, wish: messages.ChangePassword) -> None:
        """Another password of one's own."""
        player.account = await self._accounts.change_password(
            player.id, player.session.id, wish.old, wish.new, player.connection.address
        )
        player.say(Ok(wish.id))

    async def account(self, player: OnlinePlayer, wish: messages.Account) -> None:
        """How one comes in."""
        standing = await self._factors.standing(_owner(player))
        kind = player.account.kind
        player.say(messages.AccountInfo(wish.id, kind, standing.on, standing.left))

    async def begin_factor(self, player: OnlinePlayer, wish: messages.BeginFactor) -> None:
        """A secret for an app."""
        who = await self._accounts.confirm(player.id, wish.password, player.connection.address)
        begun = await self._factors.begin(_owner(player), who.name)
        player.say(messages.FactorSecret(wish.id, begun.secret, begun.uri))

    async def confirm_factor(self, player: OnlinePlayer, wish: messages.ConfirmFactor) -> None:
        """From now on a login asks for it."""
        codes = await self._factors.confirm(_owner(player), wish.code)
        player.say(messages.RecoveryCodes(wish.id, codes))

    async def end_factor(self, player: OnlinePlayer, wish: messages.EndFactor) -> None:
        """No second factor any more, for one who has both."""
        await self._accounts.confirm(player.id, wish.password, player.connection.address, wish.code)
        await self._factors.off(_owner(player))
        player.say(Ok(wish.id))

    # -- of those who are not in ---------------------------------------------------------------

    async def lost(self, connection: PlayerConnection, wish: messages.LostPassword) -> None:
        """A request for another password; whoever is in under that name hears of it."""
        asked = await self._resets.ask(wish.name, connection.address)
        self._security.note("password", "lost", player=asked.player, address=connection.address)
        connection.send(messages.Reset(wish.id, asked.key, asked.number, asked.ms))
        owner = None if asked.player is None else self._online.of(asked.player)
        if owner is not None and self._resets.hears(owner.id):
            owner.say(Notice("reset_asked", ASKED))

    async def choose(self, connection: PlayerConnection, wish: messages.NewPassword) -> None:
        """The password of a request that was approved."""
        player = await self._resets.choose(wish.key, wish.password)
        self._security.note("password", "reset", player=player, address=connection.address)
        before = self._online.of(player)
        if before is not None:
            before.connection.close(CHANGED)
        connection.send(Ok(wish.id))


def _owner(player: OnlinePlayer) -> FactorOwner:
    return FactorOwner("player", player.id)

"""What players ask of their accounts: another password, a second factor, and a way back for those
who have lost the password."""

from typing import Final

from game_server.house.guests import Guest, Guests, Line
from game_server.players.accounts import Accounts
from game_server.players.factors import Factors
from game_server.players.resets import Resets
from game_server.players.security import SecurityLog
from game_server.store.factors import Owner
from protocol import messages as said
from protocol.messages import Goodbye, Notice, Ok

ASKED: Final = "A device asks for another password of your account; if it is not yours, tell us."
CHANGED: Final = Goodbye("password", "You have another password; log in with it.")


class Credentials:
    """One method for each message that concerns how one comes in; a refusal is Refusal."""

    def __init__(
        self,
        accounts: Accounts,
        factors: Factors,
        resets: Resets,
        guests: Guests,
        security: SecurityLog,
    ) -> None:
        self._accounts, self._factors, self._resets = accounts, factors, resets
        self._guests, self._security = guests, security

    async def password(self, guest: Guest, wish: said.ChangePassword) -> None:
        """Another password of one's own."""
        guest.person = await self._accounts.change_password(
            guest.id, guest.entered.session, wish.old, wish.new, guest.line.address
        )
        guest.say(Ok(wish.id))

    async def account(self, guest: Guest, wish: said.Account) -> None:
        """How one comes in."""
        standing = await self._factors.standing(_owner(guest))
        kind = guest.person.kind
        guest.say(said.AccountInfo(wish.id, kind, standing.on, standing.left))

    async def begin_factor(self, guest: Guest, wish: said.BeginFactor) -> None:
        """A secret for an app."""
        who = await self._accounts.confirm(guest.id, wish.password, guest.line.address)
        begun = await self._factors.begin(_owner(guest), who.name)
        guest.say(said.FactorSecret(wish.id, begun.secret, begun.uri))

    async def confirm_factor(self, guest: Guest, wish: said.ConfirmFactor) -> None:
        """From now on a login asks for it."""
        codes = await self._factors.confirm(_owner(guest), wish.code)
        guest.say(said.RecoveryCodes(wish.id, codes))

    async def end_factor(self, guest: Guest, wish: said.EndFactor) -> None:
        """No second factor any more, for one who has both."""
        await self._accounts.confirm(guest.id, wish.password, guest.line.address, wish.code)
        await self._factors.off(_owner(guest))
        guest.say(Ok(wish.id))

    # -- of those who are not in ---------------------------------------------------------------

    async def lost(self, line: Line, wish: said.LostPassword) -> None:
        """A request for another password; whoever is in under that name hears of it."""
        asked = await self._resets.ask(wish.name, line.address)
        self._security.note("password", "lost", player=asked.player, address=line.address)
        line.send(said.Reset(wish.id, asked.key, asked.number, asked.ms))
        owner = None if asked.player is None else self._guests.of(asked.player)
        if owner is not None and self._resets.hears(owner.id):
            owner.say(Notice("reset_asked", ASKED))

    async def choose(self, line: Line, wish: said.NewPassword) -> None:
        """The password of a request that was approved."""
        player = await self._resets.choose(wish.key, wish.password)
        self._security.note("password", "reset", player=player, address=line.address)
        before = self._guests.of(player)
        if before is not None:
            before.line.close(CHANGED)
        line.send(Ok(wish.id))


def _owner(guest: Guest) -> Owner:
    return Owner("player", guest.id)

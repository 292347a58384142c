"""Bank cards of players: proved to log in, proved to pay, and which one winnings go to."""

from dataclasses import replace
from typing import Final, Literal

from game_server.bank.adapter import Authorized
from game_server.bank.cards import BankCard, read_card
from game_server.bank.cashier import Cashier
from game_server.bank.payment_steps import Banked
from game_server.bank.payout import GivenCard, KeptCard, is_home
from game_server.bank.tries import Trier
from game_server.house.online_players import OnlinePlayer, PlayerConnection
from game_server.house.payment_news import shown
from game_server.lobby.ports import Means
from game_server.players.accounts import Accounts
from game_server.players.player_account import PlayerAccount
from game_server.players.roll import goes_by, refuse_if_anothers
from game_server.refusals import CardNotTried, NoCashHere, TryAgain
from game_server.store.cards import CardsInUse
from game_server.store.transaction import Transaction
from protocol.messages import Bank, BankInfo, ChangeCard, LoginByCard
from protocol.messages.parts import CardProof
from protocol.words import Refusal

MOST_SHOWN: Final = 20


class CardDesk:
    """Takes cards of players and keeps what the bank gives for them."""

    def __init__(self, means: Means, cashier: Cashier, accounts: Accounts) -> None:
        self._means, self._cashier, self._accounts = means, cashier, accounts

    async def log_in(self, connection: PlayerConnection, wish: LoginByCard) -> PlayerAccount:
        """The player of that name and card; the card pays from now on."""
        trier = Trier(connection.address)
        authorized = await self._cashier.cards.log_in(self._typed(wish), trier)
        who = await self._accounts.log_in_by_card(wish.name, authorized.holder)
        await self._keep(who.id, self._given(authorized))
        return who

    async def change(self, player: OnlinePlayer, wish: ChangeCard) -> None:
        """Pay with this card from now on; confirmed, winnings go to it too."""
        card = self._typed(wish)
        before = (await self._cashier.info(player.id)).cards
        trier = Trier(player.connection.address, player.id, before is not None)
        confirmed = await self._confirmed(player, wish, before, trier)
        authorized = await self._cashier.cards.check(card, trier)
        given = self._given(authorized, confirmed)
        kept = await self._keep(player.id, given)
        if kept.moved and player.account.kind == "card":
            player.account = replace(player.account, holder=given.holder)
        await self._say(player, wish.id)

    async def bank(self, player: OnlinePlayer, wish: Bank) -> None:
        """The card in use, and the last payments."""
        await self._say(player, wish.id)

    # -- how -----------------------------------------------------------------------------------

    def _typed(self, wish: LoginByCard | ChangeCard | CardProof) -> BankCard:
        if not self._means.takes_cards:
            raise NoCashHere
        at = self._means.now()
        return read_card(wish.card, wish.number, wish.pin, wish.expiry, wish.code, at)

    def _given(self, authorized: Authorized, confirmed: bool = False) -> GivenCard:
        if not authorized.holder:
            raise Refusal("card_needed", "The bank does not say whose card it is; take another.")
        hidden = self._accounts.hidden(authorized.holder)
        return GivenCard(authorized.authorization, hidden, confirmed)

    async def _confirmed(
        self, player: OnlinePlayer, wish: ChangeCard, before: CardsInUse | None, trier: Trier
    ) -> bool:
        """Whether the player has proved to be the one whose account it is, not just whose
        connection."""
        if wish.password:
            await self._accounts.confirm(player.id, wish.password, player.connection.address)
            return True
        if before is None:
            if player.account.kind == "member":
                # Whoever holds another's session would make the own card the one that is paid.
                text = "Type your password too: winnings will go to this card."
                raise Refusal("confirm_needed", text)
            return False
        if wish.old is None:
            return False
        try:
            old = await self._cashier.cards.check(self._typed(wish.old), trier)
        except (CardNotTried, TryAgain):
            # These say the same of either of two cards.
            raise
        except Refusal:
            text = "The card used until now was not accepted; look at it and type it again."
            raise Refusal("old_refused", text) from None
        if not is_home(before, self._given(old)):
            digits = before.home.digits
            text = f"Your winnings go to the card that ends in {digits}; show that one to confirm."
            raise Refusal("old_card_wrong", text, digits=digits)
        return True

    async def _keep(self, player: int, given: GivenCard) -> KeptCard:
        at = self._means.now()

        def also(conn: Transaction, kept: KeptCard) -> None:
            # Accounts that one owner had before there was one for each go on.
            if kept.stranger:
                refuse_if_anothers(conn, player, given.holder, at)
            if kept.moved:
                goes_by(conn, player, given.holder)

        return await self._cashier.keep_card(player, given, also)

    async def _say(self, player: OnlinePlayer, request: int) -> None:
        known = await self._cashier.info(player.id)
        player.say(_info(request, known, player.account, self._means.now()))


def _info(request: int, known: Banked, who: PlayerAccount, at: int) -> BankInfo:
    last = tuple(shown(one, at) for one in known.payments[:MOST_SHOWN])
    confirm: Literal["", "password", "card"]
    confirm = "password" if who.kind == "member" else "card" if known.cards else ""
    if known.cards is None:
        return BankInfo(request, payments=last, confirm=confirm)
    pays, home = known.cards
    elsewhere = "" if pays.id == home.id else home.digits
    return BankInfo(request, pays.kind, pays.digits, last, elsewhere, confirm)

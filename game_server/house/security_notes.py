"""The notes of the security log: which requests have a line there, and of what."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from game_server.bank.cards import last_digits
from game_server.house.online_players import OnlinePlayer, PlayerConnection
from game_server.players.disk_errors import read_or_refuse
from game_server.players.names import fold
from game_server.players.security import SecurityLog, What
from game_server.players.sessions import TokenSpent
from game_server.store.accounts import by_name
from game_server.store.ports import Store
from game_server.store.security import OK
from protocol import messages
from protocol.messages import Message
from protocol.plain import seen
from protocol.words import Refusal

ENTERS: Final[Mapping[type[Message], What]] = {
    messages.Guest: "guest",
    messages.Register: "register",
    messages.Login: "login",
    messages.LoginByCard: "login_by_card",
    messages.Resume: "resume",
    messages.LostPassword: "password",
    messages.NewPassword: "password",
}
"""Of those who are not in yet, what was refused and who has come in."""
NAMED: Final = (messages.Login, messages.LoginByCard, messages.LostPassword)
ASKS: Final[Mapping[type[Message], What]] = {
    messages.Register: "register",
    messages.Profile: "profile",
    messages.ChangePassword: "password",
    messages.BeginFactor: "second_factor",
    messages.ConfirmFactor: "second_factor",
    messages.EndFactor: "second_factor",
    messages.DeleteAccount: "delete_account",
    messages.Logout: "logout",
    messages.LogoutEverywhere: "logout_everywhere",
    messages.ChangeCard: "card",
}
"""Of those who are in, whatever comes of it; `Buy` has its own when the bank has answered."""


class SecurityNotes:
    """Notes of requests for the security log."""

    def __init__(self, store: Store, log: SecurityLog) -> None:
        self._store, self._log = store, log

    def came_in(self, connection: PlayerConnection, message: Message, player: OnlinePlayer) -> None:
        """Somebody is in by that message."""
        self._log.note(
            ENTERS[type(message)],
            player=player.id,
            address=connection.address,
            name=player.account.name,
            device=device_of(connection),
            digits=_digits(message),
        )

    async def not_let_in(
        self, connection: PlayerConnection, message: Message, wrong: Refusal
    ) -> None:
        """Somebody was refused: by number where the name is one of the house's, for what was
        typed as a name may be a password."""
        typed = message.name if isinstance(message, NAMED) else ""
        player = wrong.session.player if isinstance(wrong, TokenSpent) else None
        if typed:
            folded = fold(typed)
            with suppress(Refusal):
                found = await read_or_refuse(self._store, lambda conn: by_name(conn, folded))
                player = None if found is None else found.id
        self._log.note(
            ENTERS[type(message)],
            wrong.code,
            player=player,
            address=connection.address,
            digits=_digits(message),
        )

    def asked(self, player: OnlinePlayer, message: Message, result: str = OK) -> None:
        """One who is in asked for that."""
        what = ASKS.get(type(message))
        if what is not None:
            self._log.note(
                what,
                result,
                player=player.id,
                address=player.connection.address,
                name=player.account.name,
                digits=_digits(message),
            )


def _digits(message: Message) -> str:
    """The last four of the card that came with the message. What is no card's number may be
    anything, a PIN that was typed in the wrong place too, and leaves no trace."""
    if not isinstance(message, (messages.LoginByCard, messages.ChangeCard)):
        return ""
    return last_digits(message.number)


def language_of(connection: PlayerConnection) -> str:
    """The language that the client speaks with its player."""
    hello = getattr(connection, "hello", None)
    return hello.language if isinstance(hello, messages.Hello) else ""


def device_of(connection: PlayerConnection) -> str:
    """What the client calls itself."""
    hello = getattr(connection, "hello", None)
    return seen(hello.client).strip() if isinstance(hello, messages.Hello) else ""

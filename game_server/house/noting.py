"""What of all that is asked the security log has a line of."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from game_server.bank.cards import last_digits
from game_server.house.guests import Guest, Line
from game_server.players.names import fold
from game_server.players.security import SecurityLog, What
from game_server.players.sessions import TokenSpent
from game_server.players.written import looked_up
from game_server.store.accounts import by_name
from game_server.store.ports import Store
from game_server.store.security import OK
from protocol import messages as said
from protocol.messages import Message
from protocol.plain import seen
from protocol.words import Refusal

ENTERS: Final[Mapping[type[Message], What]] = {
    said.Guest: "guest",
    said.Register: "register",
    said.Login: "login",
    said.LoginByCard: "login_by_card",
    said.Resume: "resume",
    said.LostPassword: "password",
    said.NewPassword: "password",
}
"""Of those who are not in yet, what was refused and who has come in."""
NAMED: Final = (said.Login, said.LoginByCard, said.LostPassword)
ASKS: Final[Mapping[type[Message], What]] = {
    said.Register: "register",
    said.Profile: "profile",
    said.ChangePassword: "password",
    said.BeginFactor: "second_factor",
    said.ConfirmFactor: "second_factor",
    said.EndFactor: "second_factor",
    said.Logout: "logout",
    said.LogoutEverywhere: "logout_everywhere",
    said.ChangeCard: "card",
}
"""Of those who are in, whatever comes of it; `Buy` has its own when the bank has answered."""


class Noting:
    """Tells the security log."""

    def __init__(self, store: Store, log: SecurityLog) -> None:
        self._store, self._log = store, log

    def came_in(self, line: Line, message: Message, guest: Guest) -> None:
        """Somebody is in by that message."""
        self._log.note(
            ENTERS[type(message)],
            player=guest.id,
            address=line.address,
            name=guest.person.name,
            device=device_of(line),
            digits=_digits(message),
        )

    async def not_let_in(self, line: Line, message: Message, wrong: Refusal) -> None:
        """Somebody was refused: by number where the name is one of the house's, for what was
        typed as a name may be a password."""
        typed = message.name if isinstance(message, NAMED) else ""
        player = wrong.session.player if isinstance(wrong, TokenSpent) else None
        if typed:
            folded = fold(typed)
            with suppress(Refusal):
                found = await looked_up(self._store, lambda conn: by_name(conn, folded))
                player = None if found is None else found.id
        self._log.note(
            ENTERS[type(message)],
            wrong.code,
            player=player,
            address=line.address,
            digits=_digits(message),
        )

    def asked(self, guest: Guest, message: Message, result: str = OK) -> None:
        """One who is in asked for that."""
        what = ASKS.get(type(message))
        if what is not None:
            self._log.note(
                what,
                result,
                player=guest.id,
                address=guest.line.address,
                name=guest.person.name,
                digits=_digits(message),
            )


def _digits(message: Message) -> str:
    """The last four of the card that came with the message. What is no card's number may be
    anything, a PIN that was typed in the wrong place too, and leaves no trace."""
    if not isinstance(message, (said.LoginByCard, said.ChangeCard)):
        return ""
    return last_digits(message.number)


def language_of(line: Line) -> str:
    """The language that the client speaks with its player."""
    hello = getattr(line, "hello", None)
    return hello.language if isinstance(hello, said.Hello) else ""


def device_of(line: Line) -> str:
    """What the client calls itself."""
    hello = getattr(line, "hello", None)
    return seen(hello.client).strip() if isinstance(hello, said.Hello) else ""

"""Player lookup, and what else commands about players share: finding one, pages of them, a word to
one."""

from typing import Final

from game_server.house.house import House
from game_server.players.names import fold
from game_server.store import accounts, books
from game_server.store.accounts import PlayerRow
from game_server.store.refusals import NoSuchPlayer
from game_server.store.transaction import Transaction
from protocol.messages import Notice
from protocol.plain import plain_text
from protocol.words import Refusal

USUAL: Final = 50
MOST: Final = 1_000
LONGEST: Final = 200


def player_of(conn: Transaction, text: str) -> PlayerRow:
    """The player of that name, or of the number in `#12`; Refusal if there is none."""
    missing = Refusal("no_player", f"There is no player {text!r}; look with `player find`.")
    if text.startswith("#") and text[1:].isdecimal() and len(text) < 18:
        try:
            return accounts.by_id(conn, int(text[1:]))
        except NoSuchPlayer:
            raise missing from None
    known = accounts.by_name(conn, fold(text))
    if known is None:
        raise missing
    return known


def number_of(conn: Transaction, text: str) -> int:
    """The number of that player, or of a guest in `#12` whose account is gone and of whom the
    ledger still speaks; Refusal if there is neither."""
    try:
        return player_of(conn, text).id
    except Refusal:
        number = int(text[1:]) if text.startswith("#") and text[1:19].isdecimal() else 0
        if not number or not books.accounts_of(conn, number):
            raise
        return number


def page(count: int | None) -> int:
    """The number of rows wanted; Refusal if that is too many."""
    wanted = USUAL if count is None else count
    if not 1 <= wanted <= MOST:
        raise Refusal("with_wrong", f"count is {wanted}; it is from 1 to {MOST}.")
    return wanted


def read_reason(text: str) -> str:
    """A reason in one line; Refusal if it is none."""
    shown = plain_text(text)
    if not 0 < len(shown) <= LONGEST:
        words = f"A reason has 1 to {LONGEST} letters; that has {len(shown)}."
        raise Refusal("text_wrong", words)
    return shown


def told_here(house: House, player: int, notice: Notice, purse: bool = False) -> bool:
    """Tell a player, with what is in the purse if that has changed; whether the line is one of this
    node."""
    here = house.online.of(player)
    if here is None or here.connection.remote:
        return False
    if purse:
        house.purses.show(here)
    here.say(notice)
    return True

"""The roll of players: pieces of work over a connection. No reactor, no passwords in the clear."""

import hmac
from collections.abc import Callable, Sequence
from typing import Final

from game_server.players.looks import looks_of
from game_server.players.names import Name
from game_server.store import accounts, cards, deletions, looks, sessions
from game_server.store.accounts import PlayerRow
from game_server.store.transaction import Transaction
from protocol.words import Refusal

GRACE_MS: Final = 10 * 60 * 1000
"""The time that a name stays with a guest who has gone."""
NAME_KEPT_MS: Final = 30 * 24 * 60 * 60 * 1000
"""The time that nobody takes the name of an account that was deleted: the others still remember
whose it was."""
Born = Callable[[Transaction, int, int], None]
"""What a new player gets, in the commit that makes it: connection, player, time."""


class Roll:
    """Enters players in the roll, and gives each what a new player gets."""

    def __init__(self, born: Born) -> None:
        self._born = born

    def guest(self, conn: Transaction, names: Sequence[Name], at: int) -> PlayerRow:
        """A new guest, under the first of the names that is free."""
        for name in names:
            if owner(conn, name, at) is None:
                free(conn, name, at)
                made = accounts.create(
                    conn, kind="guest", name=name.shown, folded=name.folded, at=at
                )
                return self._entered(conn, made, name, at)
        raise taken(names[-1])

    def member(self, conn: Transaction, name: Name, password: str, at: int) -> PlayerRow:
        """A new member with that password's hash."""
        free(conn, name, at)
        made = accounts.create(
            conn,
            kind="member",
            name=name.shown,
            folded=name.folded,
            password=password,
            at=at,
        )
        return self._entered(conn, made, name, at)

    def by_card(self, conn: Transaction, name: Name, holder: bytes, at: int) -> PlayerRow:
        """The player of that name and card, new if nobody has the name."""
        known = owner(conn, name, at)
        if known is not None:
            # To look like one is not to be one: the name itself has to be the player's.
            if (
                known.folded != name.folded
                or known.holder is None
                or not hmac.compare_digest(known.holder, holder)
            ):
                raise taken(name)
            return known
        refuse_if_anothers(conn, 0, holder, at)
        free(conn, name, at)
        made = accounts.create(
            conn, kind="card", name=name.shown, folded=name.folded, holder=holder, at=at
        )
        return self._entered(conn, made, name, at)

    def _entered(self, conn: Transaction, made: PlayerRow, name: Name, at: int) -> PlayerRow:
        looks.give(conn, made.id, name.looks)
        self._born(conn, made.id, at)
        return made


def refuse_if_anothers(conn: Transaction, player: int, holder: bytes, at: int) -> None:
    """One owner of cards has one account: Refusal names the one there is, if it is not this."""
    for number in cards.players_of(conn, holder):
        other = accounts.by_id(conn, number)
        if number != player and not _gone(conn, other, at):
            text = f"This card's owner plays here as {other.name}; come in as {other.name} instead."
            raise Refusal("holder_taken", text, name=other.name)


def goes_by(conn: Transaction, player: int, holder: bytes) -> None:
    """Know one who comes in by card by this holder's card from now on."""
    if accounts.by_id(conn, player).kind == "card":
        accounts.set_holder(conn, player, holder)


def owner(conn: Transaction, name: Name, at: int) -> PlayerRow | None:
    """The player who has the name, or else one that looks like it; None: it may be taken."""
    return next((one for one in _alike(conn, name) if not _gone(conn, one, at)), None)


def free(conn: Transaction, name: Name, at: int, but: int = 0) -> None:
    """Make sure that the name can be taken, by player `but` if it is theirs already."""
    for player in _alike(conn, name):
        if player.id == but:
            continue
        if not _gone(conn, player, at):
            raise taken(name)
        # Nobody can be called this: no name folds to one with a colon. What was shown stays shown.
        accounts.rename(
            conn,
            player.id,
            name=player.name,
            folded=f"{looks.GONE}{player.id}",
            avatar=player.avatar,
        )
        looks.give(conn, player.id, ())


def _alike(conn: Transaction, name: Name) -> list[PlayerRow]:
    """Players of such a name: whoever has it first, then those whose names look like it."""
    same = accounts.by_name(conn, name.folded)
    others = looks.holders(conn, name.looks)
    found = [accounts.by_id(conn, one) for one in others if same is None or one != same.id]
    return ([] if same is None else [same]) + found


def take_looks(conn: Transaction, after: int, most: int = 500) -> int:
    """Give players whose names have no looks yet theirs, the older player first; the last number
    that was looked at, and 0 when there is no further one."""
    found = looks.without(conn, after, most)
    for player, name in found:
        looks.give(conn, player, looks_of(name))
    if len(found) == most:
        return found[-1][0]
    looks.are_given(conn)
    return 0


def taken(name: Name) -> Refusal:
    """The refusal of a name that another has, or that looks like another's."""
    text = f"The name {name.shown}, or one that looks like it, is taken; choose another."
    return Refusal("name_taken", text)


def _gone(conn: Transaction, player: PlayerRow, at: int) -> bool:
    """A guest without a session never comes back, and one whose account is deleted neither."""
    deleted = deletions.of(conn, player.id)
    if deleted is not None:
        return deleted.at + NAME_KEPT_MS <= at
    if player.kind != "guest":
        return False
    over = [
        one.expires if one.ended is None else one.ended
        for one in sessions.of_player(conn, player.id)
    ]
    return max(over, default=player.created) + GRACE_MS <= at

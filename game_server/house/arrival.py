"""Arrival of a player: all that is read of one who comes in, in one piece of work on the disk."""

from typing import NamedTuple

from game_server.house.new_start import begin_again
from game_server.house.purses import purses_of
from game_server.players.player_account import PlayerAccount, called
from game_server.players.standing import refuse_if_barred, settled
from game_server.store import blocks, idempotency, reports
from game_server.store.reports import ReportRow
from game_server.store.transaction import Transaction
from protocol.messages import BlockedPlayer, Notice, Purse


class Arrival(NamedTuple):
    """What the house knows of one who comes in, as it was when that was written."""

    account: PlayerAccount
    kept: int
    """The highest number of a request of the player whose reply is on disk."""
    start: Notice | None
    """What to say of new chips, to one who had none anywhere."""
    blocked: tuple[BlockedPlayer, ...]
    purse: Purse
    answers: tuple[ReportRow, ...]
    """Reports of the player that the house has answered since."""
    line: int
    """Numbers the line on which the player comes: a later one of the player has a higher one, at
    whichever node."""


def arrive(conn: Transaction, player: int, sits: bool, at: int) -> Arrival:
    """Give new chips to one who has none and does not sit anywhere, once a day, and read the rest
    after that. Refusal for one who may not come in any more: there was a wait since the login."""
    account = settled(conn, player, at)
    refuse_if_barred(account)
    start = None if sits else begin_again(conn, player, at)
    return Arrival(
        account,
        idempotency.newest(conn, player),
        start,
        blocked_by(conn, player),
        purses_of(conn, [player], at)[0],
        reports.to_tell(conn, player),
        conn.engine.order(conn, at),
    )


def blocked_by(conn: Transaction, player: int) -> tuple[BlockedPlayer, ...]:
    """Whom a player has blocked, the last first."""
    known = blocks.of(conn, player)[: blocks.MOST]
    return tuple(BlockedPlayer(who, called(who, name)) for who, name in known)

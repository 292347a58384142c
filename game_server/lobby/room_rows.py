"""What is on disk of a room that was opened: written when it opens, and when it is over."""

from game_server.bank import bookings, entries
from game_server.lobby.commit import body_of
from game_server.store import idempotency, ledger, placements, rooms
from game_server.store.transaction import Transaction
from game_server.table import room_wishes
from game_server.table.config import TableConfig
from protocol.codec import encode
from protocol.messages import Joined, OpenRoom, Room


def unit_of(config: TableConfig) -> str:
    """By what a table is placed where nodes share them: those for cash are on one node."""
    return placements.CASH if config.purse == "cash" else config.table


def write_opened(tx: Transaction, config: TableConfig, owner: str, node: str, at: int) -> None:
    """A room of that owner; it is on that node, if nodes share the tables."""
    rooms.keep(tx, rooms.OpenedRoom(config.table, owner, room_wishes.serialised(config)), at)
    if node:
        placements.add(tx, [unit_of(config)], node)


def write_reply(tx: Transaction, player: int, wish: OpenRoom, room: Room, at: int) -> None:
    """The player who has wished for it hears the same when the wish comes again."""
    reply = encode(Joined(wish.id, room))
    body = body_of(wish)
    idempotency.remember(tx, player=player, request=wish.id, body=body, reply=reply, at=at)


def write_closed(tx: Transaction, config: TableConfig, node: str, at: int) -> None:
    """The room is over, and what is left in its jackpot goes to the house."""
    table, purse = config.table, config.purse
    rooms.close(tx, table, at)
    if node and purse != "cash":
        placements.forget(tx, table)
    left = ledger.balance(tx, entries.jackpot(table, purse))
    if left > 0:
        ledger.book(tx, bookings.close_jackpot(f"closed:{table}", table, left, purse, at))

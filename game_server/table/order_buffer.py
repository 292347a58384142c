"""Orders of one input, added by the parts of a table as they decide, and handed on in order."""

from collections.abc import Collection

from game_server.table.journal import Row
from game_server.table.orders import Broadcast, Order, Send, Wake
from game_server.table.round_effects import WriteRow
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from protocol.messages import Message, Notice


class OrderBuffer:
    """Collects what follows from one input: rows, money, messages and alarms.

    Every part of a table writes and speaks through this and in no other way.
    """

    def __init__(self, table: str, state: AnyState, people: Attendees) -> None:
        self._table, self._state, self._people = table, state, people
        self._rows: list[Order] = []
        self._orders: list[Order] = []

    def write(self, order: WriteRow) -> None:
        """One more row that the state has followed already, after all others."""
        self._rows.append(order)

    def add(self, order: Order) -> None:
        """One more order that is no row, after all others."""
        self._orders.append(order)

    def record(self, row: Row) -> None:
        """Write a row, and let the state follow it."""
        self._state.evolve(row)
        self._rows.append(WriteRow(row))

    def tell(self, players: Collection[str], message: Message) -> None:
        """Say the same to all of these players."""
        if players:
            self._orders.append(Broadcast(tuple(players), message))

    def send(self, player: str, message: Message) -> None:
        """Say something to one player, if that one is here."""
        person = self._people.get(player)
        if person is not None and person.here:
            self._orders.append(Send(player, message))

    def notice(self, player: str | None, code: str, text: str, **facts: int | str) -> None:
        """Something to show to one, or to all who are here."""
        message = Notice(code, text, self._table, facts)
        if player is None:
            self.tell(self._people.here(), message)
        else:
            self.send(player, message)

    def word_after(self, player: str, code: str, text: str, **facts: int | str) -> None:
        """Something for one who has left the table, wherever that one is now."""
        self._orders.append(Send(player, Notice(code, text, self._table, facts)))

    def wake_at(self, at: float, *token: str | int) -> None:
        """Let the table be woken with this token at that time."""
        self._orders.append(Wake(at, token))

    def clear(self) -> None:
        """Forget what was to be done: the input has come to nothing."""
        self._rows, self._orders = [], []

    def take(self) -> list[Order]:
        """All of it, rows first; the next input begins with nothing."""
        rows, rest = self._rows, self._orders
        self._rows, self._orders = [], []
        return rows + rest

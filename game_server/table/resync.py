"""Resync: a player who is back, or has missed something, is told the same words again."""

from typing import Final

from game_server.table import views
from game_server.table.chat import Chat
from game_server.table.order_buffer import OrderBuffer
from game_server.table.questions import Questions
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import UNTOLD, Attendees
from game_server.table.state import AnyState
from game_server.table.status import TableStatus
from protocol.messages import Seen

HALTED: Final = "The house has paused the table; it says when it goes on."
CLOSES: Final = "The table will be turned off at the end of the current game."


class TableResync:
    """Sends one player what stands at the table, as it was told, and as it is now."""

    def __init__(
        self,
        table: str,
        state: AnyState,
        people: Attendees,
        chat: Chat,
        orders: OrderBuffer,
        status: TableStatus,
        questions: Questions,
        offers: SeatOffers,
    ) -> None:
        self._table, self._state, self._people, self._chat = table, state, people, chat
        self._orders, self._status = orders, status
        self._questions, self._offers = questions, offers

    def catch_up(self, player: str, seen: Seen | None, now: float) -> None:
        """Everything: chat, round, open question, offer, and whether the table goes on."""
        person = self._people[player]
        person.queued = UNTOLD
        for page in self._chat.history(person.muted):
            self._orders.send(player, page)
        self.tell_again(player, seen, now)
        self._offers.send_again(player, now)
        if self._status.halted:
            self._orders.notice(player, "paused", HALTED)
        if self._status.closing and not self._status.over:
            self._orders.notice(player, "closing", CLOSES, reason=self._status.closing)

    def tell_again(self, player: str, seen: Seen | None, now: float) -> None:
        """The round as it was told, after what was seen of it, and what it waits for."""
        host = self._state.host
        number = host.rounds
        after = seen.seq if seen is not None and seen.round == number else 0
        if host.round is not None or (seen is not None and seen.round == number):
            viewer = self._state.view_of(player)
            heard = [event for _, event in host.transcript(viewer, after)]
            for page in views.told(self._table, number, after, heard):
                self._orders.send(player, page)
        self._questions.put_again(player, now)

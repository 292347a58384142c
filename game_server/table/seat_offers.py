"""Offers of free seats: to whom each goes, until when, and what those who wait are told."""

from collections.abc import Callable, Iterator
from itertools import islice

from game_server.table import views
from game_server.table.config import TableConfig
from game_server.table.crowd_pace import CrowdPace
from game_server.table.journal import SeatSnapshot, SeatTaken, millis
from game_server.table.order_buffer import OrderBuffer
from game_server.table.orders import Crowded
from game_server.table.queue import Offered, Queue
from game_server.table.seat_display import SeatDisplay
from game_server.table.seats import UNTOLD, Attendees
from game_server.table.state import AnyState
from protocol.messages import Offer, Queued
from protocol.words import Seat


class SeatOffers:
    """Free seats go to the head of the queue, one offer each. `new_key` makes keys that cannot be
    guessed."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        orders: OrderBuffer,
        display: SeatDisplay,
        new_key: Callable[[], str],
    ) -> None:
        self._config, self._state = config, state
        self._people, self._queue = people, queue
        self._orders, self._display, self._new_key = orders, display, new_key
        self._pace = CrowdPace(orders)
        self._shown_length = 0
        """How many waited when that was shown last."""
        self.first: Seat | None = None
        """The first seat to be filled while nobody sits."""

    @property
    def due(self) -> bool:
        """Whether somebody waits, or waited when the queue was shown last."""
        return bool(self._queue.order or self._shown_length)

    def free(self) -> list[Seat]:
        """Seats that nobody has and nobody is offered."""
        held, seats = self._queue.held(), self._state.seats
        every = (Seat(number) for number in range(self._state.host.options.most))
        free = [seat for seat in every if seat not in seats and seat not in held]
        if self.first in free and not seats:
            free.insert(0, free.pop(free.index(self.first)))
        return free

    def waiting(self) -> Iterator[str]:
        """Who is next for a seat, of those who are here and have no offer yet."""
        offers, people = self._queue.offers, self._people
        return (p for p in self._queue.order if p not in offers and people[p].here)

    def _soon(self) -> frozenset[str]:
        """To whom the seats fall that are given up after this round."""
        going = sum(1 for one in self._state.seats.values() if one.leaving)
        return frozenset(islice(self.waiting(), going))

    def take(self, seat: Seat, who: SeatSnapshot, now: float) -> None:
        """Somebody sits there from now on."""
        self._orders.record(SeatTaken(seat, who, millis(now)))
        self._display.mark_changed()

    def offer(self, now: float) -> None:
        """Offer each free seat to who is next."""
        if not self._queue.order:
            return
        for seat in self.free():
            player = next(self.waiting(), None)
            if player is None:
                return
            offer = Offered(seat, self._new_key(), now + self._config.offer)
            self._queue.offers[player] = offer
            self._send(player, offer, now)
            self._orders.wake_at(offer.until, "offer", player, offer.key)

    def send_again(self, player: str, now: float) -> None:
        """Send a player the offer that stands, if there is one."""
        offer = self._queue.offers.get(player)
        if offer is not None:
            self._send(player, offer, now)

    def _send(self, player: str, offer: Offered, now: float) -> None:
        config = self._config
        left, least = views.millis(offer.until - now), self.least()
        self._orders.send(
            player, Offer(config.table, offer.seat, offer.key, left, least, config.most_buy_in)
        )

    def least(self) -> int:
        """The least chips to sit down with; a stake where the table names no least."""
        return max(self._config.least_buy_in or self._config.stake, self._state.entry)

    def set_alarms(self, now: float) -> None:
        """The alarms of offers that stand, which may have rung unheard."""
        for player, offer in self._queue.offers.items():
            self._orders.wake_at(max(now, offer.until), "offer", player, offer.key)

    def run_out(self, player: str, key: str, now: float) -> None:
        """The alarm of an offer: the seat goes to the next, and the player waits behind all."""
        offer = self._queue.offers.get(player)
        if offer is None or offer.key != key or offer.taken or now < offer.until:
            return
        self._people[player].queued = UNTOLD
        notice = self._orders.notice
        if self._queue.ran_out(player, now):
            text = "The seat was offered to the next; you wait behind all others now."
            notice(player, "offer_missed", text)
        else:
            notice(player, "offer_over", "The seat was offered to the next; queue again.")

    def withdraw(self) -> None:
        """Who sits, or whose chips were on their way when all was lost, waits no more; a seat that
        was free only in what never got written is offered to nobody."""
        for player in list(self._queue.order):
            offer = self._queue.offers.get(player)
            if self._state.seats.of(player) is not None or (offer is not None and offer.taken):
                self._queue.drop(player)
                if player in self._people:
                    self.say_over(player)
            elif offer is not None and offer.seat in self._state.seats:
                del self._queue.offers[player]

    def say_over(self, player: str) -> None:
        """Tell one who is out of the queue that it is so: without a place, with no offer."""
        self._people[player].queued = UNTOLD
        self._orders.send(player, Queued(self._config.table, 0, 0))

    def show_queue(self, now: float) -> None:
        """Tell those who wait their place when it has changed, at the pace of a crowd; who has not
        been told of any place is told at once."""
        length, people, soon = len(self._queue.order), self._people, self._soon()
        late = [
            (place, player)
            for place, player in enumerate(self._queue.order, 1)
            if people[player].queued != (place, length, player in soon) and people[player].here
        ]
        if late and not self._pace.due(now):
            late = [one for one in late if people[one[1]].queued == UNTOLD]
        for place, player in late:
            people[player].queued = (place, length, player in soon)
            wait = views.millis(self._queue.estimate(place))
            told = Queued(self._config.table, place, length, wait, player in soon)
            self._orders.send(player, told)
        limit = self._config.second_table
        if limit and length >= limit and length > self._shown_length:
            self._orders.add(Crowded(length))
        self._shown_length = length

"""Arrivals: coming into a table, waiting for a seat, taking it, and buying chips there."""

from collections.abc import Set

from game_server.refusals import BuyInHigh
from game_server.table.bot_seats import BotSeats
from game_server.table.buy_in import most_brought, refuse_over_most
from game_server.table.config import TableConfig
from game_server.table.journal import ChipsBought, SeatSnapshot, millis
from game_server.table.order_buffer import OrderBuffer
from game_server.table.orders import CashOut
from game_server.table.queue import Queue
from game_server.table.seat_display import SeatDisplay
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import UNTOLD, Attendees
from game_server.table.state import AnyState
from protocol.words import Refusal, Seat, chips


class Arrivals:
    """Queue, seats and buy-ins of people. Each method raises Refusal and has changed nothing."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        orders: OrderBuffer,
        display: SeatDisplay,
        offers: SeatOffers,
        bots: BotSeats,
    ) -> None:
        self._config, self._state = config, state
        self._people, self._queue = people, queue
        self._orders, self._display = orders, display
        self._offers, self._bots = offers, bots

    def enqueue(self, player: str, now: float) -> None:
        """Wait for a seat; the first of the queue is offered each seat that is free."""
        self._people.refuse_if_absent(player)
        seats = self._state.seats
        seat = seats.of(player)
        if seat is not None and seats[seat].left:
            raise Refusal("gone", "You have left this round; queue again when it is over.")
        if seat is not None:
            raise Refusal("seated", "You have a seat here; leave it before you queue again.")
        self._refuse_if_twice(player, {*seats.players(), *self._queue.order})
        self._queue.join(player, now)

    def _refuse_if_twice(self, player: str, others: Set[str]) -> None:
        """One person has one seat here, and one place as many as the table allows."""
        who, most = self._people[player].who, self._config.seats_per_place
        known = [self._people[one].who for one in others if one != player and one in self._people]
        if who.person and any(one.person == who.person for one in known):
            text = "You sit or wait here under another name already; one person has one seat."
            raise Refusal("person_seated", text)
        if most and who.place and sum(one.place == who.place for one in known) >= most:
            text = f"Others at your address sit or wait here; this table takes {most} of one."
            raise Refusal("address_seated", text, most=most)

    def unqueue(self, player: str) -> None:
        """Wait no longer; an offer goes to the next."""
        if not self._queue.drop(player):
            raise Refusal("not_queued", "You are not in this queue; queue for a seat first.")
        if player in self._people:
            self._offers.say_over(player)

    def may_sit(self, player: str, key: str, amount: int, now: float) -> Seat:
        """Hold the offered seat while these chips are fetched; Refusal says what is wrong."""
        self._people.refuse_if_absent(player)
        offer = self._queue.check(player, key, now)
        # Who waited may have come back on another connection since.
        self._refuse_if_twice(player, self._state.seats.players())
        least, most = self._offers.least(), most_brought(self._config)
        # Where chips are bought at the table one may sit down without any.
        if amount < least and (amount or self._config.broke != "second_game"):
            text = f"You brought {chips(amount)}; the least is {chips(least)}."
            raise Refusal("buy_in_low", text, amount=amount, least=least)
        if amount > most:
            text = f"You brought {chips(amount)}; the most is {chips(most)}."
            raise BuyInHigh(text, amount=amount, most=most)
        offer.taken = True
        return offer.seat

    def sit(self, player: str, key: str, amount: int, now: float) -> None:
        """The chips are in escrow: take the seat. Whoever has lost the right gets them back."""
        offer = self._queue.offers.get(player)
        if offer is None or offer.key != key:
            self._orders.add(CashOut(player, amount, "late"))
            return
        self._queue.sat_down(player)
        person = self._people[player]
        person.queued = UNTOLD
        alone = not any(True for _ in self._state.seats.people())
        who = SeatSnapshot(player, person.name, person.avatar, coming=amount)
        self._offers.take(offer.seat, who, now)
        if alone:
            self._bots.match(amount, now)

    # -- more chips --------------------------------------------------------------------------

    def may_buy(self, player: str, amount: int) -> Seat:
        """Whether this player may bring so many chips more; only who sits may."""
        seat = self._state.seat_of(player)
        self.refuse_over_most(seat, amount)
        return seat

    def refuse_over_most(self, seat: Seat, amount: int) -> None:
        """Refusal if so many chips more are over what the table allows a seat to bring."""
        refuse_over_most(self._config, self._state.owned(seat), amount)

    def bought(self, player: str, amount: int, now: float) -> None:
        """Chips are in escrow; they count from the next round. They go back if the seat is gone."""
        state = self._state
        seat = state.seats.of(player)
        if seat is None:
            self._orders.add(CashOut(player, amount, "late"))
            return
        self._orders.record(ChipsBought(seat, amount, millis(now)))
        if state.owned(seat) >= state.entry:
            state.seats[seat].rebuy = 0
        self._display.mark_changed()

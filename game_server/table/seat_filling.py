"""What follows from every input: seats are offered, bots come and go, rounds are appointed."""

from typing import Final, Generic

from game_server.refusals import NotAtTable
from game_server.rules.core import C, Opt, S
from game_server.table import orders, views
from game_server.table.journal import BotsDismissed, LeaveMarked, millis
from game_server.table.orders import Order
from game_server.table.queue import Offered
from game_server.table.readiness import Readiness
from game_server.table.round_effects import WriteRow
from game_server.table.seats import Attendee
from protocol.messages import Offer, Queued
from protocol.words import Refusal, Seat

ALONE_S: Final = 120.0
"""So long a table that was opened waits for the first to come in."""


class SeatFilling(Readiness[Opt, S, C], Generic[Opt, S, C]):
    """Keeps the seats filled and the rounds coming."""

    def done(self, now: float) -> list[Order]:
        """What follows from what was done, and all of it in order: rows first."""
        if not (self.paused or self.over):
            self.tidy(now)
        if self.changed:
            self.show_seats(now)
        said, self.out = self.out, []
        rows: list[Order] = []
        rest: list[Order] = []
        for order in said:
            (rows if isinstance(order, WriteRow) else rest).append(order)
        return rows + rest

    def tidy(self, now: float) -> None:
        """Offer free seats, call bots or let them yield, make an appointment, close if empty."""
        if self._in_full_swing():
            return
        self._close_if_empty(now)
        if self.closing:
            if self.host.round is None:
                self.shut(now)
            return
        self._send_bots_home(now)
        self._make_room(now)
        self._offer_seats(now)
        self._call_bots()
        self._show_queue()
        self.hasten(now)
        self.watch_chipless(now)
        self._appoint(now)

    def _in_full_swing(self) -> bool:
        """A round goes on, somebody is here, nobody waits and none is appointed: nothing is due."""
        busy = self.host.round is not None and bool(self.people)
        return busy and not (self.queue.order or self.crowd or self.begins[1])

    def _close_if_empty(self, now: float) -> None:
        """A table that does not stay goes with the last one who is in it, or when nobody comes."""
        if self.config.stays or self.people:
            return
        if self.visited or 0 < self.alone_until <= now:
            self.closing = self.closing or "empty"
        elif not self.alone_until:
            self.alone_until = now + ALONE_S
            self.wake_at(self.alone_until, "alone")

    def _send_bots_home(self, now: float) -> None:
        """Bots that were called to a table go when nobody is left in it; before the first has come
        they wait."""
        if self.people or not self.visited or self.host.round is not None:
            return
        bots = sorted(seat for seat, _ in self.seats.bots())
        for seat in bots[self.config.bots :]:
            self.vacate(seat, "yields", now)

    def _make_room(self, now: float) -> None:
        """Bots give their seats to people who wait."""
        if not (self.queue.order and self.config.bots_yield):
            return
        bots = sorted(self.seats.bots(), reverse=True)
        going = sum(1 for _, one in bots if one.leaving)
        short = sum(1 for _ in self.waiting()) - len(self.free()) - going
        for seat, one in bots:
            if short <= 0:
                return
            if not one.leaving:
                short -= 1
                self.bot_goes(seat, now)

    def bot_goes(self, seat: Seat, now: float) -> None:
        """A bot gives its seat up: at once, or after the round that it plays in."""
        if self.host.round is None or seat not in self.host.round.dealt:
            self.vacate(seat, "yields", now)
        else:
            self._leave_later(seat, True, now)

    def _offer_seats(self, now: float) -> None:
        if not self.queue.order:
            return
        for seat in self.free():
            player = next(self.waiting(), None)
            if player is None:
                return
            offer = Offered(seat, self.new_key(), now + self.config.offer)
            self.queue.offers[player] = offer
            self._send_offer(player, offer, now)
            self.wake_at(offer.until, "offer", player, offer.key)

    def _send_offer(self, player: str, offer: Offered, now: float) -> None:
        config = self.config
        left = views.millis(offer.until - now)
        most = config.most_buy_in
        self.send(player, Offer(config.table, offer.seat, offer.key, left, self.least(), most))

    def _offer_over(self, player: str, key: str, now: float) -> None:
        offer = self.queue.offers.get(player)
        if offer is None or offer.key != key or offer.taken or now < offer.until:
            return
        self.people[player].queued = (0, 0)
        if self.queue.ran_out(player, now):
            text = "The seat was offered to the next; you wait behind all others now."
            self.notice(player, "offer_missed", text)
        else:
            self.notice(player, "offer_over", "The seat was offered to the next; queue again.")

    def waits_no_more(self, player: str) -> None:
        """Tell one who is out of the queue that it is so: without a place, with no offer."""
        self.people[player].queued = (0, 0)
        self.send(player, Queued(self.config.table, 0, 0))

    def _call_bots(self) -> None:
        """Call for bots between rounds, as many as the table wants and has seats for."""
        if self.host.round is not None or self.config.solo or not self.people:
            return
        if not any(True for _ in self.seats.people()):
            self.dismiss(0)
        wanted = self.config.bots - self.state.dismissed
        bots = sum(1 for _ in self.seats.bots())
        missing = min(wanted - bots, len(self.free()) - len(self.queue.order))
        if missing > self.called:
            self.out.append(orders.NeedBots(missing - self.called))
            self.called = missing

    def lacks_bots(self) -> bool:
        """Whether fewer bots sit here than the table wants."""
        return sum(1 for _ in self.seats.bots()) < self.config.bots - self.state.dismissed

    def dismiss(self, bots: int) -> None:
        """So many bots fewer than usual are called from now on."""
        if bots != self.state.dismissed:
            self.record(BotsDismissed(bots))

    def _show_queue(self) -> None:
        """Tell those who wait their place, when it has changed."""
        length = len(self.queue.order)
        for place, player in enumerate(self.queue.order, 1):
            person = self.people[player]
            if person.queued != (place, length) and person.here:
                person.queued = (place, length)
                wait = views.millis(self.queue.estimate(place))
                self.send(player, Queued(self.config.table, place, length, wait))
        limit = self.config.second_table
        if limit and length >= limit and length > self.crowd:
            self.out.append(orders.Crowded(length))
        self.crowd = length

    def _appoint(self, now: float) -> None:
        """Make an appointment for the next round, or call it off."""
        count, at = self.begins
        if not self.can_begin():
            self.begins = (count + 1, 0.0) if at else self.begins
        elif self.config.ready:
            self.begin(now)
        elif not at:
            at = now + self.host.settles() + self.config.pause
            self.begins = (count + 1, at)
            self.wake_at(at, "begin", count + 1)

    def _leave_later(self, seat: Seat, leaving: bool, now: float, kicked: bool = False) -> None:
        one = self.seats[seat]
        if (one.leaving, one.kicked) != (leaving, kicked):
            self.record(LeaveMarked(seat, leaving, millis(now), kicked))

    def free(self) -> list[Seat]:
        """Seats that nobody has and nobody is offered."""
        held = self.queue.held()
        every = (Seat(number) for number in range(self.host.options.most))
        free = [seat for seat in every if seat not in self.seats and seat not in held]
        if self.first in free and not self.seats:
            free.insert(0, free.pop(free.index(self.first)))
        return free

    def seat_of(self, player: str) -> Seat:
        """The seat of one who sits and has not left; Refusal for all others."""
        seat = self.seats.of(player)
        if seat is None or self.seats[seat].left:
            raise Refusal("not_seated", "You have no seat here; queue for one.")
        return seat

    def _in_room(self, player: str) -> Attendee:
        if player not in self.people:
            raise NotAtTable
        return self.people[player]

"""Bots at a table: called while seats are free, sent away, and how many chips they keep."""

from game_server.table.config import TableConfig
from game_server.table.departures import Departures
from game_server.table.journal import BotsDismissed, ChipsReturned, SeatSnapshot, millis
from game_server.table.order_buffer import OrderBuffer
from game_server.table.orders import CashOut, NeedBots
from game_server.table.queue import Queue
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import BOT, Attendees
from game_server.table.state import AnyState
from game_server.table.status import TableStatus
from protocol.words import Refusal, Seat


class BotSeats:
    """Keeps as many bots seated as the table wants, and lets them yield to people."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        orders: OrderBuffer,
        status: TableStatus,
        offers: SeatOffers,
        departures: Departures,
    ) -> None:
        self._config, self._state, self._people, self._queue = config, state, people, queue
        self._orders, self._status = orders, status
        self._offers, self._departures = offers, departures
        self._called = 0
        """Bots that were called for and have not come."""

    # -- coming ------------------------------------------------------------------------------

    def may_sit(self, player: str, called: bool) -> None:
        """Refusal for a bot that sits here, or has no seat; `called`: the table wanted it, which it
        may not any more."""
        if self._state.seats.of(player) is not None:
            raise Refusal("bot_sits", "This bot sits there already; call another.")
        if not self._offers.free() or (called and not self._lacks()):
            raise Refusal("no_seat", "Every seat is taken; wait until one is free.")

    def sit(self, player: str, name: str, avatar: str, bot: str, amount: int, now: float) -> None:
        """Seat a bot with these chips, which are in escrow; without a free seat they go back."""
        free = self._offers.free()
        if not player.startswith(BOT) or self._state.seats.of(player) is not None:
            raise Refusal("no_bot", f"{player!r} is no bot that could sit down here.")
        if not self._called and not self._config.solo:
            self._dismiss(max(0, self._state.dismissed - 1))
        self._called = max(0, self._called - 1)
        if not free or self._status.closing or self._status.over:
            self._orders.add(CashOut(player, amount, "late"))
            return
        keeps = self._keep(amount)
        self._offers.take(free[0], SeatSnapshot(player, name, avatar, bot, coming=keeps), now)
        if keeps < amount:
            self._orders.add(CashOut(player, amount - keeps, "matched"))

    def call(self) -> None:
        """Call for bots between rounds, as many as the table wants and has seats for."""
        state = self._state
        if state.host.round is not None or not self._people:
            return
        if not self._config.solo and not any(True for _ in state.seats.people()):
            self._dismiss(0)
        bots = [one.bot for _, one in state.seats.bots()]
        missing = self._wanted() - len(bots)
        missing = min(missing, len(self._offers.free()) - len(self._queue.order))
        if missing > self._called:
            kind = bots[0] if self._config.solo else ""
            self._orders.add(NeedBots(missing - self._called, kind))
            self._called = missing

    def _wanted(self) -> int:
        """How many bots the table wants. Who plays alone beats them one by one; but where a game is
        nothing without one of its seats, another comes as long as one is left."""
        state = self._state
        if not self._config.solo:
            return self._config.bots - state.dismissed
        begun = state.host.rounds and any(True for _ in state.seats.bots())
        return state.host.options.least - 1 if begun else 0

    def forget_calls(self) -> None:
        """Bots that were called for and have not come are called for again."""
        self._called = 0

    def coming(self) -> int:
        """How many bots take seats as soon as somebody comes: at an empty table none sits."""
        if self._people or self._config.solo:
            return 0
        bots = sum(1 for _ in self._state.seats.bots())
        return max(0, min(self._config.bots - bots, len(self._offers.free())))

    def _lacks(self) -> bool:
        """Whether fewer bots sit here than the table wants."""
        return sum(1 for _ in self._state.seats.bots()) < self._wanted()

    # -- going -------------------------------------------------------------------------------

    def dismiss(self, seat: Seat | None, now: float) -> None:
        """Let the bot at a seat go, or all of them; in a round they play to its end."""
        bots = [place for place, _ in self._state.seats.bots() if seat in (None, place)]
        if not bots:
            raise Refusal("bot_none", "No bot sits there; look at the seats again.")
        for place in bots:
            if not self._state.seats[place].leaving:
                self._dismiss(self._state.dismissed + 1)
                self._go(place, now)

    def _dismiss(self, bots: int) -> None:
        """So many bots fewer than usual are called from now on."""
        if bots != self._state.dismissed:
            self._orders.record(BotsDismissed(bots))

    def _go(self, seat: Seat, now: float) -> None:
        """A bot gives its seat up: at once, or after the round that it plays in."""
        if self._state.in_play(seat):
            self._departures.leave_later(seat, True, now)
        else:
            self._departures.vacate(seat, "yields", now)

    def send_home(self, now: float) -> None:
        """Bots that were called go when nobody is left at the table between two rounds."""
        if self._people or self._state.host.round is not None:
            return
        bots = sorted(seat for seat, _ in self._state.seats.bots())
        for seat in bots[self._config.bots :]:
            self._departures.vacate(seat, "yields", now)

    def make_room(self, now: float) -> None:
        """Bots give their seats to people who wait."""
        if not (self._queue.order and self._config.bots_yield):
            return
        bots = sorted(self._state.seats.bots(), reverse=True)
        going = sum(1 for _, one in bots if one.leaving)
        waiting = sum(1 for _ in self._offers.waiting())
        short = waiting - len(self._offers.free()) - going
        for seat, one in bots:
            if short <= 0:
                return
            if not one.leaving:
                short -= 1
                self._go(seat, now)

    def none_for_money(self, now: float) -> None:
        """Where chips are cash and the table has no bots any more, none stays."""
        if self._config.purse == "cash" and not self._config.bots:
            for seat in sorted(seat for seat, _ in self._state.seats.bots()):
                self._go(seat, now)

    # -- chips -------------------------------------------------------------------------------

    def match(self, amount: int, now: float) -> None:
        """Somebody sits down among bots alone with so many chips: what they have above it goes
        back to the house, which no round of theirs in play allows."""
        if not self._config.bots_match or self._state.host.round is not None:
            return
        for seat, one in self._state.seats.bots():
            over = one.chips - self._matching(one.chips, amount)
            if over:
                self._orders.record(ChipsReturned(seat, over, millis(now)))
                self._orders.add(CashOut(one.player, over, "matched"))

    def _matching(self, chips: int, most: int) -> int:
        """What a bot keeps of its chips where so many are the most: of a drawn sum in the steps
        that the game is played in."""
        step = max(self._state.entry, self._state.host.options.unit)
        return chips if chips <= most else most // step * step or most

    def _keep(self, amount: int) -> int:
        """What a bot that comes now keeps of its chips: no more than somebody here has."""
        owned = [self._state.owned(seat) for seat, _ in self._state.seats.people()]
        if not owned and self._config.solo and self._config.most_buy_in:
            # Who will sit here brings just that.
            owned = [self._config.most_buy_in]
        if not (self._config.bots_match and owned):
            return amount
        return self._matching(amount, max(max(owned), self._state.entry))

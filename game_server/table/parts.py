"""Parts of a table, put together: each is given the parts that it needs and knows no others."""

from collections.abc import Callable
from typing import Any

from game_server.table.alarms import TableAlarms
from game_server.table.arrivals import Arrivals
from game_server.table.attendance import Attendance
from game_server.table.betless import BetlessSeats
from game_server.table.bot_seats import BotSeats
from game_server.table.chat import Chat
from game_server.table.chipless import ChiplessSeats
from game_server.table.config import TableConfig
from game_server.table.departures import Departures
from game_server.table.leaving import Leaving
from game_server.table.listing import TableListing
from game_server.table.next_round import NextRound
from game_server.table.order_buffer import OrderBuffer
from game_server.table.presence import Presence
from game_server.table.questions import Questions
from game_server.table.queue import Queue
from game_server.table.readiness import Readiness
from game_server.table.recovery import Recovery
from game_server.table.resync import TableResync
from game_server.table.round_end import RoundEnd
from game_server.table.round_play import RoundPlay
from game_server.table.seat_display import SeatDisplay
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import Attendees
from game_server.table.sitting_out import SittingOut
from game_server.table.stand_ins import StandIns
from game_server.table.state import TableState
from game_server.table.status import TableStatus
from game_server.table.stops import Stops
from game_server.table.talk import Talk
from game_server.table.turns import Turns
from game_server.table.upkeep import Upkeep
from game_server.table.view_maker import ViewMaker


class TableParts:
    """All parts of one table, from those that need no other to those that need most."""

    def __init__(
        self,
        config: TableConfig,
        state: TableState[Any, Any, Any],
        new_key: Callable[[], str],
        think: Callable[[float], float],
    ) -> None:
        self._state = state
        self._attendance: tuple[tuple[object, ...], Attendance] | None = None
        """The last one that was made, and of what."""
        people, queue, chat = Attendees(), Queue(), Chat(config.table)
        self.people, self.queue, self.chat = people, queue, chat
        orders = OrderBuffer(config.table, state, people)
        status = TableStatus(state)
        display = SeatDisplay(config.table, state, people, orders)
        self.orders, self.status, self.display = orders, status, display
        # -- seats --
        offers = SeatOffers(config, state, people, queue, orders, display, new_key)
        departures = Departures(config.table, state, people, queue, orders, display, status)
        bots = BotSeats(config, state, people, queue, orders, status, offers, departures)
        self.offers, self.departures, self.bots = offers, departures, bots
        self.arrivals = Arrivals(config, state, people, queue, orders, display, offers, bots)
        self.listing = TableListing(config, state, people, queue, bots)
        # -- rounds --
        questions = Questions(config, state, people, orders, think)
        end = RoundEnd(
            config, state, people, orders, display, status, questions, bots, departures,
            BetlessSeats(state, orders, offers),
        )  # fmt: skip
        rounds = RoundPlay(config, state, people, orders, display, questions, departures, end)
        self.questions = questions
        readiness = Readiness(config, state, people, orders, display, offers, departures)
        chipless = ChiplessSeats(config, state, orders, departures)
        next_round = NextRound(config, state, people, orders, status, readiness, rounds)
        self.readiness, self.chipless, self.next_round = readiness, chipless, next_round
        # -- people --
        stand_ins = StandIns(config.missed_turns, state, people, orders, display, questions)
        leaving = Leaving(
            config.silent_leave, state, people, queue, orders, display, departures, rounds
        )
        sitting_out = SittingOut(config, state, queue, orders, display, leaving)
        self.stand_ins, self.leaving, self.sitting_out = stand_ins, leaving, sitting_out
        self.turns = Turns(state, people, orders, status, questions, rounds, stand_ins, sitting_out)
        self.resync = TableResync(
            config.table, state, people, chat, orders, status, questions, offers
        )
        self.presence = Presence(
            config, state, people, queue, orders, display, questions, self.resync,
            stand_ins, leaving, sitting_out,
        )  # fmt: skip
        self.views = ViewMaker(state, people, queue, chat, status, display, offers, next_round)
        self.talk = Talk(config, state, people, chat, orders)
        # -- the table itself --
        self.upkeep = Upkeep(
            config.stays, state, people, orders, status, offers, bots, departures, readiness,
            chipless, next_round,
        )  # fmt: skip
        self.recovery = Recovery(
            config, state, people, queue, orders, display, questions, offers, bots, departures,
            rounds, end, next_round, self.presence, sitting_out, chipless, stand_ins,
            self.upkeep,
        )  # fmt: skip
        self.stops = Stops(
            config.homecoming, people, queue, orders, status, departures, self.recovery, self.resync
        )
        self.alarms = TableAlarms(
            state, offers, self.turns, next_round, readiness, chipless, self.presence
        )

    def attendance(self) -> Attendance:
        """What a table that takes the place of this one has from it, and not from rows. It is asked
        for before every input, so that it is kept until something touches it."""
        queue, closing, first = self.queue, self.status.closing, self.offers.first
        made_of = (self.people.changes, self._state.changes, closing, first)
        kept = self._attendance
        if kept is not None and kept[0] == made_of and not (queue.order or kept[1].order):
            return kept[1]
        seated = tuple([one.player for _, one in self._state.seats.people()])
        order, offers = tuple(queue.order), dict(queue.offers)
        people, chat = dict(self.people), self.chat
        made = Attendance(people, seated, order, offers, queue, chat, closing, first)
        self._attendance = (made_of, made)
        return made

    def attend(self, before: Attendance) -> None:
        """Have the people, the queue and the chat of the table before; it is to be resumed."""
        self.people.restore(before.people)
        self.recovery.seated_before = before.seated
        self.queue.restore(before.order, before.offers, before.queue)
        self.chat.restore(before.chat)
        self.offers.first = before.first
        self.status.restore(before.closing)

"""Recovery of a table in memory: it goes on from its rows, or from a pause, with fresh clocks."""

from collections.abc import Sequence
from dataclasses import replace

from game_server.table.bot_seats import BotSeats
from game_server.table.chipless import ChiplessSeats
from game_server.table.config import TableConfig
from game_server.table.departures import Departures
from game_server.table.journal import RoundVoided, Row
from game_server.table.next_round import NextRound
from game_server.table.order_buffer import OrderBuffer
from game_server.table.orders import Alarm
from game_server.table.presence import Presence
from game_server.table.questions import Questions
from game_server.table.queue import Queue
from game_server.table.replay import ended_void, give_up, replay
from game_server.table.round_end import RoundEnd
from game_server.table.round_play import RoundPlay
from game_server.table.seat_display import SeatDisplay
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import Attendees
from game_server.table.sitting_out import SittingOut
from game_server.table.stand_ins import StandIns
from game_server.table.state import AnyState
from game_server.table.upkeep import Upkeep
from protocol.words import Refusal


class Recovery:
    """Sets right what no row tells: people, alarms and questions of a table that was replayed."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        orders: OrderBuffer,
        display: SeatDisplay,
        questions: Questions,
        offers: SeatOffers,
        bots: BotSeats,
        departures: Departures,
        rounds: RoundPlay,
        end: RoundEnd,
        next_round: NextRound,
        presence: Presence,
        sitting_out: SittingOut,
        chipless: ChiplessSeats,
        stand_ins: StandIns,
        upkeep: Upkeep,
    ) -> None:
        self._config, self._state = config, state
        self._people, self._queue = people, queue
        self._orders, self._display, self._questions = orders, display, questions
        self._offers, self._bots, self._departures = offers, bots, departures
        self._rounds, self._end, self._next_round = rounds, end, next_round
        self._presence, self._sitting_out = presence, sitting_out
        self._chipless, self._stand_ins, self._upkeep = chipless, stand_ins, upkeep
        self.seated_before: tuple[str, ...] = ()
        """Who sat at the table that this one takes the place of."""

    def replay(self, rows: Sequence[Row], void_why: str, now: float) -> None:
        """Stand as these rows say, and go on. `void_why`: why the round in play, if there is one,
        cannot."""
        self._forget()
        self._questions.let_nobody_wait()
        self._state.restart()
        broken = replay(self._state, rows)
        broken = broken or give_up(self._state, void_why)
        self._settle_in(now)
        self._set_alarms(now)
        self._bots.none_for_money(now)
        if broken:
            self._void(broken, now)
        elif ended_void(rows):
            self._end.after_round(now)
        self._ask_again(now, self._config.homecoming)

    def go_on(self, now: float, homecoming: float) -> None:
        """Go on after a pause of the house: open questions have their whole time again."""
        self._forget()
        self._set_alarms(now)
        self._ask_again(now, homecoming)

    def refuse_unless_in_play(self, number: int) -> None:
        """Refusal unless the round of that number is in play."""
        host = self._state.host
        if host.round is None or host.rounds != number:
            last = f"the last was {host.rounds}"
            text = last if host.round is None else f"round {host.rounds} is"
            raise Refusal("no_round", f"Round {number} is not in play; {text}.")

    def void_round(self, now: float) -> None:
        """The house makes the round in play void, at a table that has not failed."""
        self._forget()
        self._questions.let_nobody_wait()
        self._orders.record(RoundVoided(self._state.host.rounds))
        notice = "The house has made the round void; all stakes are back."
        self._orders.notice(None, "round_void", notice)
        self._end.after_round(now)

    def set_clock(self, paused: bool, now: float) -> None:
        """A table that closes waits for nobody without end: where turns had no clock they have one
        now, and a bot plays for who is not there in a game that needs every seat."""
        host = self._state.host
        if not host.manners.untimed:
            return
        host.manners = replace(host.manners, untimed=0.0)
        if not paused:
            self._questions.forget()
            self._display.mark_changed()
            # Nobody keeps a house open by not coming back.
            self._ask_again(now, 0.0)
            self._stand_ins.cover_the_absent(now)

    def _forget(self) -> None:
        """Nothing was put, shown or appointed."""
        self._questions.forget()
        self._display.mark_changed()
        self._next_round.call_off()

    def _settle_in(self, now: float) -> None:
        """Who sits is at the table, away unless the connection held; who sits waits no more."""
        self._presence.settle_in(now)
        sit = [one.player for _, one in self._state.seats.people()]
        for player in self.seated_before:
            if player in self._people and player not in sit:
                # What let the seat go is written after all, and nobody has been told.
                self._queue.drop(player)
                self._departures.send_off(player, "left")
        self._offers.withdraw()
        self._upkeep.restart()

    def _set_alarms(self, now: float) -> None:
        """Every alarm that may have rung unheard is set again."""
        self._presence.watch_all(now)
        self._offers.set_alarms(now)
        for seat, _ in self._state.seats.people():
            self._sitting_out.restart_limit(seat, now)
            self._chipless.restart_limit(seat, now)

    def _ask_again(self, now: float, homecoming: float) -> None:
        """Put the open questions again; who is away has so much time more to come back."""
        if self._state.host.round is not None:
            self._questions.afresh(now, homecoming)
            self._rounds.perform(self._state.host.advance(now), now)

    def _void(self, why: str, now: float) -> None:
        """The round that broke never was: stakes go back, and who left is cashed out."""
        number = self._state.host.rounds
        text = f"Round {number} of table {self._config.table!r} is void: {why}"
        self._orders.record(RoundVoided(number))
        self._orders.add(Alarm("round_void", text))
        notice = "The round cannot go on; all stakes are back."
        self._orders.notice(None, "round_void", notice)
        self._end.after_round(now)

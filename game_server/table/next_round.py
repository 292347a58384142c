"""The next round: whether it can begin, and when."""

from game_server.table.config import TableConfig
from game_server.table.order_buffer import OrderBuffer
from game_server.table.readiness import Readiness
from game_server.table.round_play import RoundPlay
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from game_server.table.status import TableStatus


class NextRound:
    """Appoints the next round as soon as it can begin, and calls it off when it cannot."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        orders: OrderBuffer,
        status: TableStatus,
        readiness: Readiness,
        rounds: RoundPlay,
    ) -> None:
        self._config, self._state, self._people = config, state, people
        self._orders, self._status = orders, status
        self._readiness, self._rounds = readiness, rounds
        self._count = 0
        """How many appointments there were."""
        self.at = 0.0
        """When the next round begins; 0: that is not appointed."""

    def can_begin(self) -> bool:
        """Whether a round can be dealt: enough seats, somebody to play for, all ready."""
        state, status, people = self._state, self._status, self._people
        if state.host.round is not None or status.closing or status.paused or status.over:
            return False
        dealt = state.eligible()
        players = [state.seats[seat] for seat in dealt if not state.seats[seat].is_bot]
        if self._config.ready and not all(self._readiness.is_ready(one) for one in players):
            return False
        somebody = any(people[one.player].here for one in players)
        if self._config.bots_alone and not players:
            somebody = bool(people.here())
        return len(dealt) >= state.host.options.least and somebody

    def appoint(self, now: float) -> None:
        """Make an appointment for the next round, or call it off."""
        if not self.can_begin():
            if self.at:
                self.call_off()
        elif self._config.ready:
            self._begin(now)
        elif not self.at:
            self.call_off()
            self.at = now + self._state.host.settles() + self._config.pause
            self._orders.wake_at(self.at, "begin", self._count)

    def call_off(self) -> None:
        """Nothing is appointed any more: the alarm of what was means nothing."""
        self._count, self.at = self._count + 1, 0.0

    def due(self, count: int, now: float) -> None:
        """The alarm of an appointment rings."""
        if self._count == count and self.at and self.can_begin():
            self._begin(now)

    def _begin(self, now: float) -> None:
        self.call_off()
        self._rounds.begin(now)

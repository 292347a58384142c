"""Alarms of a table: what each is for, by its token."""

from game_server.table import crowd_pace
from game_server.table.chipless import ChiplessSeats
from game_server.table.next_round import NextRound
from game_server.table.orders import Token
from game_server.table.presence import Presence
from game_server.table.readiness import Readiness
from game_server.table.seat_offers import SeatOffers
from game_server.table.state import AnyState
from game_server.table.turns import Turns
from protocol.words import Seat


class TableAlarms:
    """Hands an alarm that rings to the part that has set it; one that is over does nothing."""

    def __init__(
        self,
        state: AnyState,
        offers: SeatOffers,
        turns: Turns,
        next_round: NextRound,
        readiness: Readiness,
        chipless: ChiplessSeats,
        presence: Presence,
    ) -> None:
        self._state, self._offers, self._turns = state, offers, turns
        self._next_round, self._readiness = next_round, readiness
        self._chipless, self._presence = chipless, presence

    def heeds(self, token: Token) -> bool:
        """Whether an alarm may still mean something."""
        match token:
            case ("turn", int(seat), int(turn)):
                return self._state.host.question(Seat(seat), turn) is not None
        return True

    def ring(self, token: Token, now: float) -> None:
        """An alarm rings."""
        match token:
            case ("turn", int(seat), int(turn)):
                self._turns.time_is_up(Seat(seat), turn, now)
            case (crowd_pace.SHOW,):
                pass  # What was not told yet is told after every input.
            case ("begin", int(count)):
                self._next_round.due(count, now)
            case ("offer", str(player), str(key)):
                self._offers.run_out(player, key, now)
            case (("hasten" | "unready") as step, str(player), int(since)):
                self._readiness.hurry(step, player, since, now)
            case (("buy_soon" | "chipless") as step, str(player), int(since)):
                self._chipless.hurry(step, player, since, now)
            case ("rebuy", str(player), int(number)):
                self._chipless.rebuy_over(player, number, now)
            case (str(kind), str(player), int(since)):
                self._presence.absence(kind, player, since, now)

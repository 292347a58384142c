"""Whether the next round can begin, and what becomes of who keeps others waiting for it: those
who are not ready, and those who sit without chips."""

from collections.abc import Iterator
from typing import Generic, Literal

from game_server.rules.core import C, Opt, S
from game_server.table.journal import millis
from game_server.table.round_play import RoundPlay
from game_server.table.seats import Occupant
from protocol.words import Seat

Step = Literal["hasten", "unready"]
ChiplessStep = Literal["buy_soon", "chipless"]


class Readiness(RoundPlay[Opt, S, C], Generic[Opt, S, C]):
    """Where a round waits for all: who is awaited, since when, and for how long."""

    def can_begin(self) -> bool:
        """Whether a round can be dealt: enough seats, somebody to play for, all ready."""
        if self.host.round is not None or self.closing or self.paused or self.over:
            return False
        dealt = self.eligible()
        people = [self.seats[seat] for seat in dealt if not self.seats[seat].is_bot]
        if self.config.ready and not all(self.is_ready(one) for one in people):
            return False
        somebody = any(self.people[one.player].here for one in people)
        if self.config.bots_alone and not people:
            somebody = bool(self.people.here())
        return len(dealt) >= self.host.options.least and somebody

    def is_ready(self, one: Occupant) -> bool:
        """Whether nobody waits for this sitter: bots are always ready, and nobody who is away."""
        return one.is_bot or (one.ready and self.people[one.player].here)

    def waiting(self) -> Iterator[str]:
        """Who is next for a seat, of those who are here and have no offer yet."""
        offers = self.queue.offers
        return (p for p in self.queue.order if p not in offers and self.people[p].here)

    def hasten(self, now: float) -> None:
        """Set the time of those for whom others wait, and stop that of all others."""
        if not self.config.ready or self.host.round is not None:
            return
        for seat, one in self.seats.people():
            if not self._awaited(seat, one):
                one.awaited = 0.0
            elif not one.awaited:
                one.awaited = now
                self.wake_at(now + self.config.ready_in, "hasten", one.player, millis(now))

    def _awaited(self, seat: Seat, one: Occupant) -> bool:
        """Whether somebody else could play, or have the seat, if this one were ready or gone."""
        if self.is_ready(one):
            return False
        others = (other for _, other in self.seats.people() if other is not one)
        full = len(self.eligible()) >= self.host.options.least
        return any(self.waiting()) or (full and any(self.is_ready(other) for other in others))

    def hurry(self, step: Step, player: str, since: int, now: float) -> None:
        """The alarm of one who was awaited since then: a word first, then the seat."""
        seat = self.seats.of(player)
        if seat is None or self.host.round is not None:
            return
        one = self.seats[seat]
        if one.left or millis(one.awaited) != since or not self._awaited(seat, one):
            return
        if step == "hasten":
            left = self.config.ready_in / 2
            text = f"Others wait for you: get ready within {round(left)} seconds."
            self.notice(player, "get_ready", text, seconds=round(left))
            self.wake_at(now + left, "unready", player, since)
        elif any(self.waiting()) or not self.people[player].here:
            self.vacate(seat, "not_ready", now)
        else:
            # Nobody wants the seat: it is kept, and its player reminded again.
            one.awaited = 0.0

    def watch_chipless(self, now: float) -> None:
        """Between rounds: set the time of those who sit without chips, and stop that of others.
        Where nobody can play no round begins, so that counting rounds would keep them for ever."""
        if self.host.round is not None:
            return
        for seat, one in self.seats.people():
            if self.owned(seat) >= self.entry or one.rebuy:
                one.chipless_at = 0.0
            elif not one.chipless_at:
                one.chipless_at = now
                half = now + self.config.chipless / 2
                self.wake_at(half, "buy_soon", one.player, millis(now))

    def hurry_chipless(self, step: ChiplessStep, player: str, since: int, now: float) -> None:
        """The alarm of one who has sat without chips since then: a word first, then the seat."""
        seat = self.seats.of(player)
        if seat is None or self.host.round is not None:
            return
        one, left = self.seats[seat], self.config.chipless / 2
        if one.left or not one.chipless_at or millis(one.chipless_at) != since:
            return
        if step == "buy_soon":
            seconds = round(left)
            text = f"You have no chips: buy some within {seconds} seconds, or lose the seat."
            self.notice(player, "chipless", text, seconds=seconds)
            self.wake_at(now + left, "chipless", player, since)
        else:
            self.vacate(seat, "no_chips", now)

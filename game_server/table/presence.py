"""Presence: who is away, who is back, and what they missed."""

from typing import Final, Generic

from game_server.rules.core import C, Opt, S
from game_server.table import views
from game_server.table.journal import SatOut, millis
from game_server.table.orders import Order
from game_server.table.seat_filling import SeatFilling
from protocol.messages import Seen
from protocol.words import Seat

WATCHER_GRACE: Final = 60.0
"""So long away, and one who has no seat is gone from the table."""
HALTED: Final = "The house has paused the table; it says when it goes on."
CLOSES: Final = "The table will be turned off at the end of the current game."


class Presence(SeatFilling[Opt, S, C], Generic[Opt, S, C]):
    """A lost connection is no leave; whoever is back is told the same words again."""

    def lost(self, player: str, now: float) -> list[Order]:
        """The connection of a player is lost. That is no leave: the seat is away for a while."""
        person = self.people.get(player)
        if person is None or not person.here:
            return self.done(now)
        person.here, person.since = False, now
        self.changed = True
        self.watch_absence(player, now)
        return self.done(now)

    def watch_absence(self, player: str, now: float, at_least: float = 0.0) -> None:
        """The disconnect grace of one who is away begins: nobody sits out or is played for before
        it is over, nor before `at_least`."""
        since, config = millis(self.people[player].since), self.config
        if self.seats.of(player) is None:
            self.wake_at(now + WATCHER_GRACE, "absent", player, since)
            return
        if config.grace:
            self.wake_at(now + max(config.grace, at_least), "away", player, since)
        self.wake_at(now + config.grace + config.out_limit, "absent", player, since)

    def back(self, player: str, seen: Seen | None, now: float) -> list[Order]:
        """The player is here again: what was missed, and the question that is open, follow."""
        self._in_room(player).here = True
        return self._here_again(player, seen, now)

    def _here_again(self, player: str, seen: Seen | None, now: float) -> list[Order]:
        self.changed = True
        seat = self.seats.of(player)
        if seat is not None and seat in self.held:
            self.held.discard(seat)
            self._time_afresh(seat, now)
        if seat is not None and not self.seats[seat].trusts:
            self.seats[seat].covered = False
        self._catch_up(player, seen, now)
        return self.done(now)

    def _time_afresh(self, seat: Seat, now: float) -> None:
        """The question that waited for its player gets its whole time from now."""
        playing = self.host.round
        if playing is None or seat not in playing.open:
            return
        question = playing.open[seat]
        until = now + self.host.given(question.ask)
        if until < question.until:
            self.host.extend(seat, question.turn, until)
            self.asked[seat] = playing.open[seat]
            self.wake_at(until + self._allowance(seat), "turn", seat, question.turn)
            self.say_waiting(now)

    def resync(self, player: str, seen: Seen, now: float) -> list[Order]:
        """Numbers were missing: tell again what came after."""
        self._in_room(player)
        self._tell_again(player, seen, now)
        return self.done(now)

    def _catch_up(self, player: str, seen: Seen | None, now: float) -> None:
        """Everything that stands at the table, as it was told, and as it is now."""
        person = self.people[player]
        person.queued = (0, 0)
        for page in self.chat.history(person.muted):
            self.send(player, page)
        self._tell_again(player, seen, now)
        offer = self.queue.offers.get(player)
        if offer is not None:
            self._send_offer(player, offer, now)
        if self.halted:
            self.notice(player, "paused", HALTED)
        if self.closing and not self.over:
            self.notice(player, "closing", CLOSES, reason=self.closing)

    def _tell_again(self, player: str, seen: Seen | None, now: float) -> None:
        number, host = self.host.rounds, self.host
        after = seen.seq if seen is not None and seen.round == number else 0
        if host.round is not None or (seen is not None and seen.round == number):
            heard = [event for _, event in host.transcript(self.view_of(player), after)]
            for page in views.told(self.config.table, number, after, heard):
                self.send(player, page)
        seat = self.seats.of(player)
        if host.round is None:
            return
        if seat is not None and seat in host.round.open and self.asked_human(seat):
            self.put(seat, now)
        elif self.awaited is not None:
            self.send(player, views.still(self.awaited[2], self.awaited[0] - now))

    def say_waiting(self, now: float) -> None:
        """The time of an open question has changed: say so to all who are not asked."""
        playing = self.host.round
        asked = tuple(sorted(seat for seat in playing.open if seat >= 0)) if playing else ()
        if playing is not None and asked:
            until = max(playing.open[seat].until for seat in asked)
            self._wait_for(playing.turn, asked, until, now)

    def absence(self, kind: str, player: str, since: int, now: float) -> None:
        """The alarm of one who is away or sits out; stale when it is of another absence."""
        person, seat = self.people.get(player), self.seats.of(player)
        if person is None:
            return
        if kind == "out":
            one = self.seats[seat] if seat is not None else None
            if seat is not None and one is not None and one.out and millis(one.out_at) == since:
                if person.here and one.spared and self._alone(seat):
                    # Nobody would have more of an empty chair.
                    self.wake_at(now + self.config.out_limit, "out", player, since)
                else:
                    self.give_up_seat(seat, "sat_out", now)
            return
        if person.here or millis(person.since) != since:
            return
        if seat is None:
            self.queue.drop(player)
            del self.people[player]
            self.changed = True
        elif kind == "away" and self.game.needs_all:
            self.cover(seat, now)
        elif kind == "away":
            self._set_out(seat, True, now)
        elif self.game.needs_all and self._in_play(seat) and self.config.ease:
            # It was waited for long enough: a bot ends the game, and then the seat is free.
            self.cover(seat, now)
        elif not (self.game.needs_all and self._in_play(seat)):
            # Elsewhere a bot plays on, and the seat is looked at when the round is over.
            self.give_up_seat(seat, "away", now)

    def _alone(self, seat: Seat) -> bool:
        """Whether no other player sits or waits here, and chips are no money."""
        if self.config.purse == "cash" or self.queue.order or seat not in self.seats:
            return False
        me = self.seats[seat]
        return not me.is_bot and all(one is me for _, one in self.seats.people())

    def _in_play(self, seat: Seat) -> bool:
        playing = self.host.round
        return playing is not None and seat in playing.dealt

    def cover(self, seat: Seat, now: float) -> None:
        """A bot plays for the seat, until the round is over or its player takes over."""
        one, playing = self.seats[seat], self.host.round
        if playing is None or one.covered or one.left or not self._in_play(seat):
            return
        one.covered = self.changed = True
        if seat in playing.open:
            self.let_choose(seat, playing.open[seat], now)

    def take_over(self, seat: Seat, now: float) -> None:
        """The player plays again: what the bot is still thinking of counts no more."""
        one = self.seats[seat]
        if one.covered:
            one.covered, one.trusts, self.changed = False, False, True
            self.put(seat, now)

    def rebuy_over(self, player: str, number: int, now: float) -> None:
        """Whoever was asked to buy chips and did not goes."""
        seat = self.seats.of(player)
        if seat is None or self.seats[seat].left or self.seats[seat].rebuy != number:
            return
        if not self._in_play(seat):
            self.vacate(seat, "no_chips", now)

    def give_up_seat(self, seat: Seat, why: str, now: float) -> None:
        """The player goes at once; a seat in play stays until the round is over."""
        playing = self.host.round
        if playing is None or seat not in playing.dealt:
            self.vacate(seat, why, now)
            return
        silent = self.config.silent_leave and seat not in playing.open
        # The row of the intent stands before the player hears that he is out.
        wanted = self.host.leave(seat, now)
        self.gone(self.seats.get(seat) or self.state.departed[seat], why)
        self.changed = self.changed or not silent
        self.perform(wanted, now)

    def _set_out(self, seat: Seat, out: bool, now: float) -> None:
        one = self.seats[seat]
        if one.out == out:
            return
        self.changed = True
        one.spared = one.spared and out
        self.record(SatOut(seat, out, millis(now)))
        if out:
            # A moment in play that no round falls into gives nobody the whole time again.
            left = max(0.0, self.config.out_limit - one.out_before)
            self.wake_at(now + left, "out", one.player, millis(now))
            one.out_at = now
        else:
            one.out_before += now - one.out_at

"""Presence at a table: lost connections, the disconnect grace, and reconnects (`back`)."""

from collections.abc import Collection, Mapping
from typing import Final

from game_server.table.config import TableConfig
from game_server.table.journal import millis
from game_server.table.leaving import Leaving
from game_server.table.order_buffer import OrderBuffer
from game_server.table.questions import Questions
from game_server.table.queue import Queue
from game_server.table.resync import TableResync
from game_server.table.seat_display import SeatDisplay
from game_server.table.seats import Attendee, Attendees, Origin
from game_server.table.sitting_out import SittingOut
from game_server.table.stand_ins import StandIns
from game_server.table.state import AnyState
from protocol.messages import Seen

WATCHER_GRACE: Final = 60.0
"""So long away, and one who has no seat is gone from the table."""


class Presence:
    """A lost connection is no leave: the disconnect grace begins, and the seat is kept."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        orders: OrderBuffer,
        display: SeatDisplay,
        questions: Questions,
        resync: TableResync,
        stand_ins: StandIns,
        leaving: Leaving,
        sitting_out: SittingOut,
    ) -> None:
        self._config, self._state = config, state
        self._people, self._queue = people, queue
        self._orders, self._display = orders, display
        self._questions, self._resync = questions, resync
        self._stand_ins, self._leaving, self._sitting_out = stand_ins, leaving, sitting_out

    def come(self, player: str, name: str, avatar: str, muted: frozenset[str], who: Origin) -> None:
        """Be at the table from now on, or again."""
        person = self._people.get(player)
        if person is None:
            person = self._people[player] = Attendee(name, avatar)
        self._people.is_here(player)
        person.muted, person.who = set(muted), who

    def expect(self, people: Mapping[str, Attendee], now: float) -> Collection[str]:
        """Those of these who are not here and have no seat are away; who that was."""
        seats = self._state.seats
        added = [one for one in people if one not in self._people and seats.of(one) is None]
        for player in added:
            self._people[player] = people[player]
            self._people.is_away(player, now)
            self._watch_absence(player, now)
        return added

    def lost(self, player: str, now: float) -> None:
        """The connection of a player is lost. That is no leave: the seat is away for a while."""
        person = self._people.get(player)
        if person is None or not person.here:
            return
        self._people.is_away(player, now)
        self._display.mark_presence()
        self._watch_absence(player, now)

    def _watch_absence(self, player: str, now: float, at_least: float = 0.0) -> None:
        """The disconnect grace of one who is away begins: nobody sits out or is played for before
        it is over, nor before `at_least`."""
        since, config = millis(self._people[player].since), self._config
        wake_at = self._orders.wake_at
        if self._state.seats.of(player) is None:
            wake_at(now + WATCHER_GRACE, "absent", player, since)
            return
        if config.disconnect_grace:
            wake_at(now + max(config.disconnect_grace, at_least), "away", player, since)
        wake_at(now + config.disconnect_grace + config.out_limit, "absent", player, since)

    def watch_all(self, now: float) -> None:
        """After a restart: everybody who is not here is away from now on."""
        for player, person in self._people.items():
            if not person.here:
                person.since = now
                self._watch_absence(player, now, self._config.homecoming)

    def back(
        self,
        player: str,
        seen: Seen | None,
        now: float,
        muted: Collection[str] | None,
        who: Origin | None,
    ) -> None:
        """The player is here again: what was missed, and the question that is open, follow. Whom
        that one has `muted`, and `who` it is, counts from now on, if it is said."""
        self._people.refuse_if_absent(player)
        person = self._people[player]
        self._people.is_here(player)
        self.here_again(player, seen, now)
        person.muted = person.muted if muted is None else set(muted)
        person.who = who or person.who

    def here_again(self, player: str, seen: Seen | None, now: float) -> None:
        """What follows from somebody's being here."""
        self._display.mark_here(player)
        seat = self._state.seats.of(player)
        if seat is not None:
            self._questions.came_back(seat, now)
            self._stand_ins.came_back(seat)
        self._resync.catch_up(player, seen, now)

    def absence(self, kind: str, player: str, since: int, now: float) -> None:
        """The alarm of one who is away or sits out; stale when it is of another absence."""
        state, config = self._state, self._config
        person, seat = self._people.get(player), state.seats.of(player)
        if person is None:
            return
        if kind == "out":
            self._sitting_out.too_long(player, since, person.here, now)
            return
        if person.here or millis(person.since) != since:
            return
        needs_all = state.game.needs_all
        if seat is None:
            self._queue.drop(player)
            del self._people[player]
            self._display.mark_presence()
        elif kind == "away" and needs_all:
            self._stand_ins.cover(seat, now)
        elif kind == "away":
            self._sitting_out.set_out(seat, True, now)
        elif needs_all and state.in_play(seat) and config.untimed:
            # It was waited for long enough: a bot ends the game, and then the seat is free.
            self._stand_ins.cover(seat, now)
        elif not (needs_all and state.in_play(seat)):
            # Elsewhere a bot plays on, and the seat is looked at when the round is over.
            self._leaving.give_up(seat, "away", now)

    def settle_in(self, now: float) -> None:
        """After a replay: who sits is at the table, away unless the connection held."""
        for one in self._state.seats.values():
            # Who has left was told so before.
            one.reason = "left" if one.left else ""
        for _, one in self._state.seats.people():
            if one.player not in self._people:
                self._people[one.player] = Attendee(one.name, one.avatar, False, now)

"""One table with its people, without input or output.

How it works

- A `Table` has parts (`TableParts`), each with one subject and its own state: `Turns`, `Questions`
  and `RoundPlay` play; `SeatOffers`, `Arrivals`, `BotSeats`, `Leaving` and `Departures` fill and
  free the seats; `Presence`, `SittingOut` and `StandIns` care for who is away; `Talk` has the chat;
  `TableStatus` says whether the table goes on, and `Stops` has what stops it. A part is given those
  that it needs, and knows no others.
- What rows tell is in the `TableState`, which all parts read. `OrderBuffer.record` alone leads on
  from it: a row goes out, and the state follows the row.
- An input calls a part, and what follows is collected in the `OrderBuffer`. Then `Upkeep` looks
  whether seats are to be offered, bots to be called or a round to begin, the `SeatDisplay` shows
  the seats if they may look otherwise, and the orders are returned, rows first.
- An input that is refused raises Refusal and has changed nothing. An act alone is refused by an
  order, `Refuse`: its player's time may have run out first, and that has happened.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Generic

from game_server.refusals import TableCloses
from game_server.rules.core import C, Game, Opt, S
from game_server.table import journal
from game_server.table.attendance import Attendance
from game_server.table.config import TableConfig
from game_server.table.crowd_pace import SHOW
from game_server.table.journal import Row
from game_server.table.leaving import When
from game_server.table.listing import CrowdSize
from game_server.table.orders import Order, Token
from game_server.table.parts import TableParts
from game_server.table.round_host import RoundHost
from game_server.table.seats import UNKNOWN_ORIGIN, Attendee, Origin
from game_server.table.state import TableState
from game_server.table.view import TableView
from protocol.messages import Joined, Room, Seen
from protocol.words import Act, Seat

NEVER = 2**31
"""More turns than anybody misses."""


class Table(Generic[Opt, S, C]):
    """Everything that happens at a table and around it goes through here.

    Every input takes the time, in seconds that only grow, and returns orders. `new_key` makes
    keys that cannot be guessed, `think` the thinking times of bots.
    """

    def __init__(
        self,
        config: TableConfig,
        game: Game[Opt, S, C],
        new_key: Callable[[], str],
        think: Callable[[float], float],
    ) -> None:
        self.config, self.game = config, game
        options = replace(game.presets[config.preset], **config.options)  # type: ignore[type-var]
        manners = config.manners
        if game.needs_all:
            # A bot plays for the silent: no seat is lost by silence in a round.
            manners = replace(manners, missed_turns=NEVER)
        self.state = TableState(config, game, RoundHost(game, config.preset, manners, options))
        self._parts = parts = TableParts(config, self.state, new_key, think)
        self._orders, self._status = parts.orders, parts.status

    def view(self) -> TableView:
        """The table as it stands, for those who look at it from outside."""
        return self._parts.views.view()

    def attendance(self) -> Attendance:
        """What a table that takes the place of this one has from it, and not from rows."""
        return self._parts.attendance()

    def attend(self, before: Attendance) -> None:
        """Have the people, the queue and the chat of the table before; it is to be resumed."""
        self._parts.attend(before)

    def number_lines_from(self, number: int) -> None:
        """The lines of the chat have greater numbers than that."""
        self._parts.chat.n = number

    def _done(self, now: float) -> list[Order]:
        """What follows from what was done, and all of it in order: rows first."""
        if self._status.goes_on:
            self._parts.upkeep.tidy(now)
        self._parts.display.show_changes(now)
        return self._orders.take()

    # -- playing -------------------------------------------------------------------------

    def act(
        self, player: str, request: int, turn: int, act: Act, now: float, delay: float = 0.0
    ) -> list[Order]:
        """An answer to the question of that turn; `delay` is what the player's connection takes.

        Asked again with the same number it does nothing and gets the answer that it got.
        """
        if not self._parts.turns.act(player, request, turn, act, now, delay):
            return self._orders.take()
        return self._done(now)

    def awaits_bot(self, seat: Seat, turn: int) -> bool:
        """Whether a bot is to answer for that seat in that turn."""
        return self._parts.turns.awaits_bot(seat, turn)

    def chose(self, seat: Seat, turn: int, act: Act, now: float) -> list[Order]:
        """A bot has chosen; what it may not do becomes the act of a silent seat."""
        self._parts.turns.chose(seat, turn, act, now)
        return self._done(now)

    def chance(self, turn: int, drawn: tuple[int, ...], now: float) -> list[Order]:
        """Chance has drawn what it was asked for."""
        self._parts.turns.chance(turn, drawn, now)
        return self._done(now)

    def stand_in(self, player: str, now: float) -> list[Order]:
        """Let a bot play on for this one until the round is over or the player acts."""
        self._status.refuse_if_paused()
        self._parts.stand_ins.ask_for(player, now)
        return self._done(now)

    def sit_out(self, player: str, out: bool, now: float) -> list[Order]:
        """Play no rounds from the next one, or play again."""
        self._status.refuse_if_paused()
        seat = self.state.seat_of(player)
        if not out:
            self._parts.stand_ins.take_over(seat, now)
        if self.config.ready and out:
            # A round that waits for all waits for this one too.
            return self.ready(player, False, now)
        self._parts.sitting_out.set_out(seat, out, now)
        return self._done(now)

    def ready(self, player: str, ready: bool, now: float) -> list[Order]:
        """Ready for the next round, or not yet."""
        self._status.refuse_if_closed()
        self._parts.readiness.say(player, ready)
        return self._done(now)

    # -- talking -------------------------------------------------------------------------

    def say(self, player: str, text: str, now: float, at: int, request: int = 0) -> list[Order]:
        """Words to the table and its queue; `at` is the Unix time that stands beside them.

        Asked again with the same number nothing is said twice.
        """
        self._parts.talk.say(player, text, now, at, request)
        return self._done(now)

    def phrase(
        self, player: str, phrase: str, now: float, at: int, request: int = 0
    ) -> list[Order]:
        """A phrase by its code, which each client shows in its own language."""
        self._parts.talk.phrase(player, phrase, now, at, request)
        return self._done(now)

    def mute(self, player: str, other: str, muted: bool, now: float) -> list[Order]:
        """Hear nothing more of another player, or hear again."""
        self._parts.talk.mute(player, other, muted)
        return self._done(now)

    def forget(self, player: str, now: float) -> list[Order]:
        """The account of this player is deleted: nothing that was said here is read again, and who
        has no seat is here no more."""
        self._parts.chat.forget(player)
        if player in self._parts.people and self.state.seated(player) is None:
            self._parts.leaving.leave(player, "now", now)
        return self._done(now)

    def forget_lines(self, before: int, now: float) -> list[Order]:
        """Nobody who comes later reads what was said here before that Unix time."""
        self._parts.chat.forget_before(before)
        return self._done(now)

    def point_to(self, players: Collection[str], other: str, now: float) -> list[Order]:
        """Tell these players that another table like this one has opened."""
        text = "Another table like this one has opened; there are seats."
        for player in players:
            self._orders.notice(player, "second_table", text, other=other)
        return self._done(now)

    # -- coming and going ----------------------------------------------------------------

    def enter(
        self,
        player: str,
        name: str,
        avatar: str,
        request: int,
        now: float,
        muted: frozenset[str] = frozenset(),
        who: Origin = UNKNOWN_ORIGIN,
    ) -> list[Order]:
        """Come in and watch: the table, who sits there, the chat, the round as it was told."""
        if self._status.over:
            raise TableCloses
        self._parts.presence.come(player, name, avatar, muted, who)
        self._parts.upkeep.visit()
        self._orders.send(player, Joined(request, self.listing()))
        if self.config.testing:
            text = "This is a test table: cards can be rigged here."
            self._orders.notice(player, "test_table", text)
        self._parts.presence.here_again(player, None, now)
        return self._done(now)

    def expect(
        self, people: Mapping[str, Attendee], queue: Sequence[str], now: float
    ) -> list[Order]:
        """These watched or waited here, in that order, before the process of the table ended; they
        are away until their lines come."""
        self._status.refuse_if_closed()
        added = self._parts.presence.expect(people, now)
        self._parts.queue.put_back(queue, added)
        return self._done(now)

    def lost(self, player: str, now: float) -> list[Order]:
        """The connection of a player is lost. That is no leave: the seat is away for a while."""
        self._parts.presence.lost(player, now)
        return self._done(now)

    def back(
        self,
        player: str,
        seen: Seen | None,
        now: float,
        muted: Collection[str] | None = None,
        who: Origin | None = None,
    ) -> list[Order]:
        """The player is here again: what was missed, and the question that is open, follow."""
        self._parts.presence.back(player, seen, now, muted, who)
        return self._done(now)

    def resync(self, player: str, seen: Seen, now: float) -> list[Order]:
        """Numbers were missing: tell again what came after."""
        self._parts.people.refuse_if_absent(player)
        self._parts.resync.tell_again(player, seen, now)
        return self._done(now)

    def enqueue(self, player: str, now: float) -> list[Order]:
        """Wait for a seat; the first of the queue is offered each seat that is free."""
        self._status.refuse_if_closed()
        self._parts.arrivals.enqueue(player, now)
        return self._done(now)

    def unqueue(self, player: str, now: float) -> list[Order]:
        """Wait no longer; an offer goes to the next."""
        self._parts.arrivals.unqueue(player)
        return self._done(now)

    def may_sit(self, player: str, key: str, amount: int, now: float) -> Seat:
        """Hold the offered seat while these chips are fetched; Refusal says what is wrong."""
        self._status.refuse_if_closed()
        return self._parts.arrivals.may_sit(player, key, amount, now)

    def sit(self, player: str, key: str, amount: int, now: float) -> list[Order]:
        """The chips are in escrow: take the seat. Whoever has lost the right gets them back."""
        self._status.refuse_if_paused()
        self._parts.arrivals.sit(player, key, amount, now)
        return self._done(now)

    def may_buy(self, player: str, amount: int) -> Seat:
        """Whether this player may bring so many chips more; only who sits may."""
        self._status.refuse_if_closed()
        return self._parts.arrivals.may_buy(player, amount)

    def refuse_over_most(self, player: str, amount: int) -> None:
        """Refusal if so many chips more are over what the table allows a seat to bring."""
        self._parts.arrivals.refuse_over_most(self.state.seat_of(player), amount)

    def bought(self, player: str, amount: int, now: float) -> list[Order]:
        """Chips are in escrow; they count from the next round. They go back if the seat is gone."""
        self._status.refuse_if_paused()
        self._parts.arrivals.bought(player, amount, now)
        return self._done(now)

    def may_seat_bot(self, player: str, called: bool) -> None:
        """Refusal for a bot that sits here, or has no seat; `called`: the table wanted it."""
        self._parts.bots.may_sit(player, called)

    def names(self) -> list[str]:
        """The names of who sits here."""
        return [one.name for one in self.state.seats.values()]

    def seat_bot(
        self, player: str, name: str, avatar: str, bot: str, amount: int, now: float
    ) -> list[Order]:
        """Seat a bot with these chips, which are in escrow; without a free seat they go back."""
        self._status.refuse_if_paused()
        self._parts.bots.sit(player, name, avatar, bot, amount, now)
        return self._done(now)

    def dismiss_bots(self, seat: Seat | None, now: float) -> list[Order]:
        """Let the bot at a seat go, or all of them; in a round they play to its end."""
        self._status.refuse_if_closed()
        self._parts.bots.dismiss(seat, now)
        return self._done(now)

    def leave(self, player: str, when: When, now: float) -> list[Order]:
        """Go now, or after the round; "never" stays after all."""
        self._status.refuse_if_paused()
        self._parts.leaving.leave(player, when, now)
        return self._done(now)

    def kick(self, player: str, at_once: bool, now: float) -> list[Order]:
        """The house sends somebody away, after the round or at once."""
        self._status.refuse_if_paused()
        self._parts.leaving.kick(player, at_once, now)
        return self._done(now)

    # -- time ----------------------------------------------------------------------------

    def heeds(self, token: Token) -> bool:
        """Whether an alarm may still mean something."""
        return self._parts.alarms.heeds(token)

    def wake(self, token: Token, now: float) -> list[Order]:
        """An alarm rings; one that is over does nothing."""
        if self._status.over or (self._status.paused and token != (SHOW,)):
            return []
        self._parts.alarms.ring(token, now)
        return self._done(now)

    # -- the table itself -----------------------------------------------------------------

    def listing(self) -> Room:
        """The table as the lobby lists it."""
        return self._parts.listing.room()

    def crowd(self) -> CrowdSize:
        """How many are here without a seat."""
        return self._parts.listing.crowd()

    def listed_by(self) -> tuple[object, ...]:
        """What the listing is made of: as long as this is the same, so is that."""
        return self._parts.listing.made_of()

    def mark_first(self, seat: Seat, now: float) -> list[Order]:
        """While nobody sits: the first to come gets that seat and, if the game has one, the first
        button."""
        host = self.state.host
        if not self.state.seats and host.round is None:
            self._parts.offers.first = seat
            carry = self.game.first(host.options, seat)
            if carry is not None:
                packed = journal.packed(self.game.carry, carry)
                self._orders.record(replace(self.state.snapshot(), carry=packed))
        return self._done(now)

    def close(self, reason: str, now: float) -> list[Order]:
        """No new rounds: when this one is over everybody is cashed out."""
        self._parts.stops.close(reason, now)
        return self._done(now)

    def pause(self, now: float) -> list[Order]:
        """The house pauses the table, clocks and all, until `unpause`."""
        self._parts.stops.pause(now)
        return self._done(now)

    def unpause(self, now: float) -> list[Order]:
        """The house lets the table go on: open questions have their whole time again."""
        self._parts.stops.unpause(now)
        return self._done(now)

    def void_round(self, number: int, now: float) -> list[Order]:
        """The house makes the round of that number void: stakes go back, the next one follows."""
        self._parts.stops.void_round(number, now)
        return self._done(now)

    def suspend(self, now: float) -> list[Order]:
        """The journal cannot be written: nothing happens until `resume`."""
        self._parts.stops.suspend()
        return self._done(now)

    def quarantine(self, now: float) -> list[Order]:
        """The table keeps failing: everybody is sent away; seats and chips stay as written."""
        self._parts.stops.quarantine()
        return self._done(now)

    def resume(self, rows: Sequence[Row], now: float, void_why: str = "") -> list[Order]:
        """Go on from what is written, whatever was about to happen when the journal failed.

        `void_why`: why the round in play, if there is one, cannot go on.
        """
        self._parts.stops.resume(rows, now, void_why)
        return self._done(now)

    @classmethod
    def rebuild(
        cls,
        config: TableConfig,
        game: Game[Opt, S, C],
        new_key: Callable[[], str],
        think: Callable[[float], float],
        rows: Sequence[Row],
        now: float,
    ) -> tuple["Table[Opt, S, C]", list[Order]]:
        """The table as its journal tells it, with everybody away until they are back.

        `rows` begin anywhere before the last Snapshot but one; nothing at all is a new table.
        """
        table = cls(config, game, new_key, think)
        return table, table.resume(rows, now)

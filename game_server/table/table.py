"""One table with its people, without input or output."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic

from game_server.refusals import RequestIdReused
from game_server.rules.core import C, Game, Opt, S
from game_server.table import journal, recovery, round_effects
from game_server.table.chat import take_line
from game_server.table.config import TableConfig
from game_server.table.journal import Row, TablePaused, TimeBankUsed, millis
from game_server.table.orders import Accept, Order, Refuse, Token
from game_server.table.presence import CLOSES, HALTED
from game_server.table.queue import Queue
from game_server.table.replay import ended_void, give_up, replayed, void
from game_server.table.seat_inputs import SeatInputs
from game_server.table.seats import SPOKEN
from protocol.messages import Chat, Left, Line
from protocol.words import CHANCE, Act, Refusal, Seat


class Table(SeatInputs[Opt, S, C], Generic[Opt, S, C]):
    """Everything that happens at a table and around it goes through here.

    Every input takes the time, in seconds that only grow, and returns orders. `new_key` makes
    keys that cannot be guessed, `think` the thinking times of bots.
    """

    # -- playing -------------------------------------------------------------------------

    def act(
        self, player: str, request: int, turn: int, act: Act, now: float, delay: float = 0.0
    ) -> list[Order]:
        """An answer to the question of that turn; `delay` is what the player's connection takes.

        Asked again with the same number it does nothing and gets the answer that it got.
        """
        try:
            # What was answered and is not written may not have happened.
            self.refuse_if_paused()
            known = self.state.replies.get((player, request))
            if known is not None:
                return [known.again(turn, act)]
            self._in_room(player)
            seat = self.seat_of(player)
        except Refusal as wrong:
            return [Refuse(player, request, wrong)]
        # Who acts is there.
        self.take_over(seat, now)
        until = self._late(player, seat, turn, now, delay)
        wanted = self.host.act(seat, turn, act, now, journal.PLAYER, request)
        match wanted:
            case [round_effects.RefuseSeat(why=why)]:
                refused = Refuse(player, request, why)
                self.out.append(refused)
                self.state.remember(refused, (turn, act))
            case _:
                self.out.append(Accept(player, request))
                self.held.discard(seat)
                self.seats[seat].silent = 0
                self._used_bank(seat, self.people[player].time_bank.answered(now, until))
                self._play_on(seat, wanted, now)
        return self.done(now)

    def _used_bank(self, seat: Seat, seconds: float | None) -> None:
        """An answer took so many seconds of the time bank; None if it was not open."""
        if seconds is not None:
            left = max(0.0, self.bank_left(self.seats[seat]) - seconds)
            self.record(TimeBankUsed(seat, millis(left)))

    def _late(self, player: str, seat: Seat, turn: int, now: float, delay: float) -> float:
        """When the turn ends or ended; one who is later than `delay` explains has missed it."""
        person, question = self.people[player], self.host.question(seat, turn)
        person.time_bank.measured(delay)
        if question is None:
            return now
        if now > question.until + person.time_bank.allowance:
            self._time_is_up(seat, turn, now)
        return question.until

    def _play_on(self, seat: Seat, wanted: Sequence[round_effects.RoundEffect], now: float) -> None:
        """An answer was taken: the next question to this seat is put even if it is the same."""
        self.asked.pop(seat, None)
        self.perform(wanted, now)

    def awaits_bot(self, seat: Seat, turn: int) -> bool:
        """Whether a bot is to answer for that seat in that turn."""
        asked = self.host.question(seat, turn) is not None
        return asked and not (self.paused or self.asked_human(seat))

    def chose(self, seat: Seat, turn: int, act: Act, now: float) -> list[Order]:
        """A bot has chosen; what it may not do becomes the act of a silent seat."""
        question = self.host.question(seat, turn)
        if question is None or not self.awaits_bot(seat, turn):
            return self.done(now)
        wanted = self.host.act(seat, turn, act, now, journal.BOT)
        if isinstance(wanted[0], round_effects.RefuseSeat):
            wanted = self.host.act(seat, turn, question.ask.default, now, journal.BOT)
        self._play_on(seat, wanted, now)
        return self.done(now)

    def chance(self, turn: int, drawn: tuple[int, ...], now: float) -> list[Order]:
        """Chance has drawn what it was asked for."""
        if self.host.question(CHANCE, turn) is not None and not self.paused:
            act = Act("draw", drawn=drawn)
            wanted = self.host.act(CHANCE, turn, act, now, journal.CHANCE_DREW)
            if isinstance(wanted[0], round_effects.RefuseSeat):
                raise wanted[0].why
            self.perform(wanted, now)
        return self.done(now)

    # -- talking -------------------------------------------------------------------------

    def say(self, player: str, text: str, now: float, at: int, request: int = 0) -> list[Order]:
        """Words to the table and its queue; `at` is the Unix time that stands beside them.

        Asked again with the same number nothing is said twice.
        """
        return self._speak(
            player, request, now, text, lambda n, s: self.chat.line(player, n, s, at, text)
        )

    def phrase(
        self, player: str, phrase: str, now: float, at: int, request: int = 0
    ) -> list[Order]:
        """A phrase by its code, which each client shows in its own language."""
        return self._speak(
            player, request, now, phrase, lambda n, s: self.chat.phrase(player, n, s, at, phrase)
        )

    def _speak(
        self,
        player: str,
        request: int,
        now: float,
        words: str,
        say: Callable[[str, Seat | None], Line],
    ) -> list[Order]:
        person, seat = self._in_room(player), self.seats.of(player)
        if request and request in person.spoken:
            if person.spoken[request] != words:
                raise RequestIdReused.of(request)
            return self.done(now)
        seat = None if seat is None or self.seats[seat].left else seat
        if seat is None and not self.config.chat_for_queue:
            raise Refusal("chat_seated", "Only who sits here may write; you can read along.")
        take_line(person.chat_limit, now)
        if seat is None:
            take_line(self.chat.crowd, now)
        line = say(person.name, seat)
        person.spoken[request] = words
        if len(person.spoken) > SPOKEN:
            del person.spoken[next(iter(person.spoken))]
        hearers = [p for p in self.people.here() if player not in self.people[p].muted]
        self.tell(hearers, Chat(self.config.table, (line,)))
        return self.done(now)

    def mute(self, player: str, other: str, muted: bool, now: float) -> list[Order]:
        """Hear nothing more of another player, or hear again."""
        person = self._in_room(player)
        (person.muted.add if muted else person.muted.discard)(other)
        return self.done(now)

    # -- time ----------------------------------------------------------------------------

    def heeds(self, token: Token) -> bool:
        """Whether an alarm may still mean something."""
        match token:
            case ("turn", int(seat), int(turn)):
                return self.host.question(Seat(seat), turn) is not None
        return True

    def wake(self, token: Token, now: float) -> list[Order]:
        """An alarm rings; one that is over does nothing."""
        if self.paused or self.over:
            return []
        match token:
            case ("turn", int(seat), int(turn)):
                self._time_is_up(Seat(seat), turn, now)
            case ("begin", int(count)):
                if self.begins[0] == count and self.begins[1] and self.can_begin():
                    self.begin(now)
            case ("offer", str(player), str(key)):
                self._offer_over(player, key, now)
            case (("hasten" | "unready") as step, str(player), int(since)):
                self.hurry(step, player, since, now)
            case (("buy_soon" | "chipless") as step, str(player), int(since)):
                self.hurry_chipless(step, player, since, now)
            case ("rebuy", str(player), int(number)):
                self.rebuy_over(player, number, now)
            case (str(kind), str(player), int(since)):
                self.absence(kind, player, since, now)
        return self.done(now)

    def _time_is_up(self, seat: Seat, turn: int, now: float) -> None:
        """Open the time bank of one who is here; else the seat does what silence means."""
        question = self.host.question(seat, turn)
        if question is None or now < question.until:
            return
        player = self.seats[seat].player if self.asked_human(seat) else ""
        person = self.people.get(player)
        if person is not None and person.here and question.ask.must:
            more = person.time_bank.spend(question.until, self.bank_left(self.seats[seat]))
            if more:
                self.host.extend(seat, turn, question.until + more)
                self.wake_at(question.until + more + person.time_bank.allowance, "turn", seat, turn)
                playing = self.host.round
                if playing is not None:
                    self.asked[seat] = playing.open[seat]
                self.put(seat, now)
                self.say_waiting(now)
                if now < question.until + more:
                    return
        if person is not None and person.time_bank.missed():
            self.record(TimeBankUsed(seat, 0))
        self.host.spared = self._alone(seat)
        self._play_on(seat, self.host.wake(seat, turn, now), now)
        self._cover_the_silent(seat, now)
        if self.host.spared and question.ask.must:
            self._spare(seat, now)

    def _spare(self, seat: Seat, now: float) -> None:
        """Who is silent too often and keeps nobody waiting sits out, and keeps the seat."""
        one = self.seats.get(seat)
        if one is None or one.left:
            return
        one.silent += 1
        if one.silent >= self.config.missed_turns and not one.out:
            one.silent, one.spared = 0, True
            self._set_out(seat, True, now)
            text = "You were silent in two turns and sit out; come back whenever you like."
            self.notice(one.player, "spared", text)

    def _cover_the_silent(self, seat: Seat, now: float) -> None:
        """Where a game needs all its seats a bot plays for one who has been silent too often."""
        one = self.seats.get(seat)
        if not self.game.needs_all or one is None or not self.asked_human(seat):
            return
        if one.missed >= self.config.missed_turns and seat in self.dealt:
            self.cover(seat, now)
            text = "You missed two turns; a bot plays for you until you take over."
            self.notice(self.seats[seat].player, "stand_in", text)

    # -- the table itself -----------------------------------------------------------------

    def mark_first(self, seat: Seat, now: float) -> list[Order]:
        """While nobody sits: the first to come gets that seat and, if the game has one, the first
        button."""
        if not self.seats and self.host.round is None:
            self.first = seat
            carry = self.game.first(self.host.options, seat)
            if carry is not None:
                packed = journal.packed(self.game.carry, carry)
                self.record(replace(self.state.snapshot(), carry=packed))
        return self.done(now)

    def close(self, reason: str, now: float) -> list[Order]:
        """No new rounds: when this one is over everybody is cashed out."""
        if not (self.closing or self.over):
            self.closing = reason
            self.notice(None, "closing", CLOSES, reason=reason)
            self._set_clock(now)
        # The game that is to end must go on.
        return self.unpause(now) if self.halted else self.done(now)

    def _set_clock(self, now: float) -> None:
        """What closes waits for nobody without end: where turns had no clock they have one now, and
        a bot plays for who is not there in a game that needs every seat."""
        if not self.host.manners.ease:
            return
        self.host.manners = replace(self.host.manners, ease=0.0)
        if not self.paused:
            self.asked, self.awaited, self.changed = {}, None, True
            # Nobody keeps a house open by not coming back.
            recovery.questions(self, now, 0.0)
            for seat, one in self.seats.people():
                if self.game.needs_all and not self.people[one.player].here:
                    self.cover(seat, now)

    def pause(self, now: float) -> list[Order]:
        """The house pauses the table, clocks and all, until `go_on`."""
        self.refuse_if_closed()
        self.record(TablePaused(True, millis(now)))
        self.notice(None, "paused", HALTED)
        return self.done(now)

    def unpause(self, now: float) -> list[Order]:
        """The house lets the table go on: open questions have their whole time again."""
        if not self.halted:
            raise Refusal("not_paused", "The table is not paused; it goes on.")
        self.record(TablePaused(False, millis(now)))
        self.asked, self.awaited, self.changed = {}, None, True
        self.begins = (self.begins[0] + 1, 0.0)
        recovery.alarms(self, now)
        recovery.questions(self, now, 0.0 if self.closing else self.config.homecoming)
        self.notice(None, "resumed", "The table goes on.")
        return self.done(now)

    def suspend(self, now: float) -> list[Order]:
        """The journal cannot be written: nothing happens until `resume`."""
        self.out = []
        self.suspended = True
        self.notice(None, "paused", "The table is paused; it goes on in a moment.")
        return self.done(now)

    def quarantine(self, now: float) -> list[Order]:
        """The table keeps failing: everybody is sent away; seats and chips stay as written."""
        self.out = []
        self.suspended = True
        for player in list(self.people):
            self.send(player, Left(self.config.table, "quarantined"))
            del self.people[player]
        self.queue = Queue()
        return self.done(now)

    def resume(self, rows: Sequence[Row], now: float, void_why: str = "") -> list[Order]:
        """Go on from what is written, whatever was about to happen when the journal failed.

        `void_why`: why the round in play, if there is one, cannot go on.
        """
        self.suspended, self.changed = False, True
        self.out, self.awaited = [], None
        self.held, self.asked = set(), {}
        self.begins = (self.begins[0] + 1, 0.0)
        self.state, broken = replayed(self.state, rows)
        broken = broken or give_up(self.state, void_why)
        recovery.people(self, now)
        recovery.alarms(self, now)
        recovery.no_bots_for_money(self, now)
        if broken:
            void(self, broken, now)
        elif ended_void(rows):
            self.after_round(now)
        recovery.questions(self, now, self.config.homecoming)
        if not self.halted:
            self.notice(None, "resumed", "The table goes on.")
        for player in self.people.here():
            self._catch_up(player, None, now)
        return self.done(now)

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

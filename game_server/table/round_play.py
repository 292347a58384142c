"""Rounds of a table: what the round host wants done, said to the people who are there."""

from collections.abc import Collection, Sequence
from typing import Generic

from game_server.rules.core import C, Opt, S
from game_server.table import orders, round_effects, views
from game_server.table.difficulty import difficulty
from game_server.table.journal import LEFT, ActDone, Row, SeatVacated, millis
from game_server.table.orders import (
    CashOut,
    Choose,
    Settle,
)
from game_server.table.round import Question
from game_server.table.round_effects import Draw, RoundEffect, WriteRow
from game_server.table.seats import Occupant
from game_server.table.table_base import TableBase
from protocol.events import Event, Moved, net_of
from protocol.messages import Left, Notice
from protocol.words import POT, Seat, chips


class RoundPlay(TableBase[Opt, S, C], Generic[Opt, S, C]):
    """A round from its deal to its last chip."""

    def perform(self, wanted: Sequence[RoundEffect], now: float) -> None:
        """Turn what the host wants into orders, and clear up when the round is over."""
        for effect in wanted:
            # What comes with every act stands first, without patterns that look at its fields.
            match effect:
                case round_effects.TellSeats():
                    self._tell(effect.seats, effect.after, effect.events)
                case round_effects.AskSeat():
                    self._ask(effect.seat, now)
                case round_effects.ShowWaiting():
                    self._wait_for(effect.turn, effect.seats, effect.until, now)
                case round_effects.WakeTurn():
                    at = effect.at + self._allowance(effect.seat)
                    self.wake_at(at, "turn", effect.seat, effect.turn)
                case WriteRow():
                    self.out.append(effect)
                    self._note(effect.row)
                case Draw():
                    self.out.append(effect)
                case round_effects.SettleRound(entries):
                    self.ended = effect
                    self.out.append(Settle(self.host.rounds, entries, dict(self.dealt)))
                case round_effects.VacateSeat(seat, _, held):
                    one = self.state.departed[seat]
                    self.cash_out(one, held, one.reason or "missed_turns", now)
        if self.ended is not None:
            ended, self.ended = self.ended, None
            self.after_round(now, self._busted(ended.entries))

    def _note(self, row: Row) -> None:
        """Somebody whom the host took out of the round has left the table too."""
        if isinstance(row, ActDone) and row.by == LEFT:
            one = self._dealt_to(row.seat)
            if one is not None:
                self.changed = True
                self.gone(one, "missed_turns")

    def _dealt_to(self, seat: Seat) -> Occupant | None:
        """Who sits there, or has lost the seat when the round was closed just now."""
        return self.seats.get(seat) or self.state.departed.get(seat)

    def _tell(self, seats: tuple[Seat | None, ...], after: int, events: Sequence[Event]) -> None:
        """Tell these seats; who watches hears what all hear, and so do those who lost the seat."""
        table, number = self.config.table, self.host.rounds
        pages = views.told(table, number, after, events)
        if None in seats:
            own = {p for seat, p in self.dealt.items() if seat not in seats and self._views(seat)}
            hearers = self.people.here()
            if own:
                hearers = tuple([player for player in hearers if player not in own])
            for page in pages:
                self.tell(hearers, page)
            return
        for seat in seats:
            if seat is not None and self._views(seat):
                for page in pages:
                    self.send(self.dealt[seat], page)

    def _views(self, seat: Seat) -> bool:
        """Whether the player who was dealt in at this seat is still the one who sees its cards."""
        one = self._dealt_to(seat)
        return one is not None and not one.left and self.dealt.get(seat) == one.player

    def _ask(self, seat: Seat, now: float) -> None:
        """Put a question to whoever answers for the seat, unless it stands as it was put."""
        playing = self.host.round
        if playing is None or seat not in playing.open:
            return
        question = playing.open[seat]
        if self.asked.get(seat) == question:
            return
        self.asked[seat] = question
        if self.asked_human(seat):
            self.put(seat, now)
        else:
            self.let_choose(seat, question, now)

    def put(self, seat: Seat, now: float) -> None:
        """Send a seat its open question with the time that is left."""
        playing = self.host.round
        question = playing.open.get(seat) if playing is not None else None
        if question is None:
            return
        player = self.seats[seat].player
        person = self.people.get(player)
        bank = self.bank_left(self.seats[seat]) if person is not None else 0.0
        of, left = self.host.given(question.ask), question.until - now
        clock = not self.host.eased(question.ask)
        self.send(
            player,
            views.asked(self.config.table, question.turn, question.ask, left, of, bank, clock),
        )

    def let_choose(self, seat: Seat, question: Question, now: float) -> None:
        """A bot answers for the seat, told what the seat was told and nothing else."""
        one = self.seats[seat]
        heard = tuple([event for _, event in self.host.transcript(seat)])
        bot = one.bot if one.is_bot else self.config.stand_in
        wait = 0.0 if self.host.hurried() else self.think(self._looks(seat))
        at = min(now + wait, max(now, question.until - 1))
        self.out.append(Choose(seat, question.turn, question.ask, heard, bot, at))

    def _looks(self, seat: Seat) -> float:
        """How hard this seat's decision looks to who sees no cards."""
        return difficulty((event for _, event in self.host.transcript(None)), seat)

    def _wait_for(self, turn: int, seats: tuple[Seat, ...], until: float, now: float) -> None:
        """Say for whom the table waits, if that is new."""
        asks = [self.asked[seat].ask for seat in seats if seat in self.asked]
        of = max((self.host.given(ask) for ask in asks), default=until - now)
        clock = not any(self.host.eased(ask) for ask in asks)
        message = views.waiting(self.config.table, turn, seats, until - now, of, clock)
        before = self.awaited
        self.awaited = (until, of, message)
        if before is not None and before[0] == until and before[2].seats == seats:
            return
        asked = {self.seats[seat].player for seat in seats if self.asked_human(seat)}
        self.tell([player for player in self.people.here() if player not in asked], message)

    def _allowance(self, seat: Seat) -> float:
        """How much longer than the turn the table listens: the delay of the player's connection."""
        one = self.seats.get(seat)
        person = self.people.get(one.player) if one is not None and not one.left else None
        return person.time_bank.allowance if person is not None and person.here else 0.0

    def eligible(self) -> list[Seat]:
        """Seats that the next round would deal in."""
        return [
            seat
            for seat, one in sorted(self.seats.items())
            if not (one.out or one.leaving or one.left) and self.owned(seat) >= self.entry
        ]

    def begin(self, now: float) -> None:
        """Deal. Who has no chips when a second game begins goes before (at `eps` tables)."""
        for seat, one in list(self.seats.items()):
            if self.config.broke != "second_game" or self.owned(seat):
                continue
            if one.chipless:
                self.vacate(seat, "no_chips", now)
            else:
                text = "You have no chips; buy some, or the next game begins without you."
                self.notice(one.player, "no_chips", text)
        dealt = self.eligible()
        for seat, one in self.seats.items():
            # While rounds are played, it is they that are counted.
            one.chipless_at = 0.0
            if seat in dealt:
                one.out_before = 0.0
        self.asked, self.awaited, self.begins = {}, None, (self.begins[0] + 1, 0.0)
        self.host.bots = {seat for seat, _ in self.seats.bots()}
        self.perform(self.host.begin(now, dealt), now)

    def after_round(self, now: float, busted: Collection[Seat] = ()) -> None:
        """The host has closed the round: chips that came count, and who must go goes; so do those
        who have `busted` the house."""
        self.asked, self.awaited, self.changed = {}, None, True
        self.held.clear()
        self.called = 0
        self._tell_winner()
        self._tell_leavers()
        for seat, one in list(self.seats.items()):
            one.ready = one.covered = one.trusts = False
            one.awaited = 0.0
            if one.left:
                self.vacate(seat, one.reason or "left", now)
            elif seat in busted:
                self._bust(seat, one, now)
            elif one.leaving:
                self.vacate(seat, "kicked" if one.kicked else "left", now)
            elif self.long_gone(one, now):
                self.vacate(seat, "away", now)
            elif self.owned(seat) < self.entry:
                self._broke(seat, one, now)
            else:
                one.rebuy = 0
        if self.config.solo and self.host.bots and not any(True for _ in self.seats.bots()):
            self.notice(None, "victory", "You have beaten every opponent; the table is yours.")
            self.closing = self.closing or "victory"
        if self.closing:
            self.shut(now)
        self.record(self.state.snapshot())

    def _busted(self, moves: Sequence[Moved]) -> frozenset[Seat]:
        """Whose chips exceed what the house lets a player win, by these movements of a round. Who
        had more before has not won it now."""
        limit = self.winnings_limit
        if not limit:
            return frozenset()
        held = {seat: self.owned(seat) for seat, _ in self.seats.people()}
        return frozenset(
            seat for seat in held if held[seat] - net_of(moves, seat) <= limit < held[seat]
        )

    def _bust(self, seat: Seat, one: Occupant, now: float) -> None:
        """The game is over for one who has won all that can be won here; the others hear of it."""
        amount = self.owned(seat)
        text = f"{one.name} has busted the house and leaves with {chips(amount)}."
        table, others = self.config.table, [who for who in self.people.here() if who != one.player]
        busted = Notice("house_busted", text, table, facts={"name": one.name, "amount": amount})
        self.tell(others, busted)
        self.vacate(seat, "busted", now)

    def _broke(self, seat: Seat, one: Occupant, now: float) -> None:
        """Somebody cannot pay for the next round."""
        if one.is_bot:
            text = f"{one.name} is out of chips and leaves; well played."
            self.notice(None, "opponent_broke", text, name=one.name)
            self.vacate(seat, "no_chips", now)
        elif self.config.broke == "leave":
            self.notice(one.player, "broke", "Your chips are gone; the table is over for you.")
            self.vacate(seat, "no_chips", now)
        elif self.config.broke == "rebuy" and not one.rebuy:
            one.rebuy = self.host.rounds
            text = f"You need {self.entry} to play on; buy chips."
            self.notice(one.player, "rebuy", text, entry=self.entry)
            self.wake_at(now + self.config.rebuy, "rebuy", one.player, self.host.rounds)

    def _tell_winner(self) -> None:
        """People who gave up while only bots played on learn who won, and what they have."""
        playing = self.host.last
        if playing is None or not playing.dealt & self.host.bots:
            return
        if not playing.dealt - self.host.bots <= playing.out:
            return
        moves = playing.moved()
        paid = {moved.dst for moved in moves if moved.src == POT and moved.why != "uncalled"}
        won = {seat: net_of(moves, seat) for seat in sorted(paid & playing.dealt)}
        names = ", ".join(playing.names[seat] for seat in sorted(won))
        for seat in sorted(playing.dealt - self.host.bots):
            player = self.dealt[seat]
            kept = self.owned(seat) if seat in self.seats else 0
            if won:
                text, amount = f"{names} has won.", max(0, sum(won.values()))
                self.notice(player, "won_by", text, winners=names, amount=amount, chips=kept)
            else:
                self.notice(player, "no_stakes", "There were no chips at stake.", chips=kept)

    def _tell_leavers(self) -> None:
        """For whom a bot has played to the end learns how that was, wherever he is now."""
        playing = self.host.last
        if playing is None or not self.game.needs_all:
            return
        for seat in sorted(playing.gone):
            won, kept = net_of(playing.moved(), seat), playing.stacks[seat]
            player, game = self.dealt[seat], self.game.name
            if won > 0:
                text = f"The game that you left is won: {chips(won)}."
                self.word_after(player, "left_won", text, game=game, amount=won, chips=kept)
            elif won < 0:
                text = f"The game that you left is lost: {chips(-won)}."
                self.word_after(player, "left_lost", text, game=game, amount=-won, chips=kept)
            else:
                text = "The game that you left was for nothing."
                self.word_after(player, "left_even", text, game=game, chips=kept)

    def long_gone(self, one: Occupant, now: float) -> bool:
        """Whether a player whom a bot has played for stayed away too long to keep the seat."""
        person = self.people.get(one.player)
        if person is None or person.here or not self.game.needs_all:
            return False
        return now - person.since >= self.config.grace + self.config.out_limit

    def vacate(self, seat: Seat, why: str, now: float) -> None:
        """A seat that no round needs is free again, with a row of its own."""
        one = self.seats[seat]
        self.record(SeatVacated(seat, millis(now)))
        self.cash_out(one, one.chips, why, now)

    def cash_out(self, one: Occupant, held: int, why: str, now: float) -> None:
        """Whoever had a seat gets all the chips and is gone from the table."""
        self.gone(one, why)
        self.out.append(CashOut(one.player, held + one.coming, one.reason))
        self.queue.seat_freed(now)
        self.changed = True

    def gone(self, one: Occupant, why: str) -> None:
        """The player is at the table no more; the seat may stay until the round ends."""
        if one.reason:
            return
        one.left, one.reason = True, why
        if one.player in self.people:
            self.send(one.player, Left(self.config.table, why))
            del self.people[one.player]
        self.queue.drop(one.player)

    def shut(self, now: float) -> None:
        """No round is in play: cash everybody out and close."""
        for seat in list(self.seats):
            self.vacate(seat, self.closing, now)
        for player in list(self.people):
            self.send(player, Left(self.config.table, self.closing))
            del self.people[player]
        self.over = True
        self.out.append(orders.Shut(self.closing))

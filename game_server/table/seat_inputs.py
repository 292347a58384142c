"""Coming to a table and going: watching, the queue, offers and keys, seats, presence."""

from collections.abc import Set
from typing import Generic, Literal

from game_server.refusals import BuyInHigh, TableCloses
from game_server.rules.core import C, Opt, S
from game_server.table.journal import ChipsBought, ChipsReturned, SeatSnapshot, SeatTaken, millis
from game_server.table.orders import CashOut, Order
from game_server.table.presence import Presence
from game_server.table.seats import BOT, UNKNOWN_ORIGIN, Attendee, Origin
from protocol.buy_ins import MOST_BROUGHT
from protocol.messages import Joined, Left, Room
from protocol.words import Refusal, Seat, chips

When = Literal["now", "after_round", "never"]


class SeatInputs(Presence[Opt, S, C], Generic[Opt, S, C]):
    """The inputs of people who come, wait, sit and go.

    Each returns orders, or raises Refusal and has changed nothing.
    """

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
        if self.over:
            raise TableCloses
        person = self.people.get(player)
        if person is None:
            person = self.people[player] = Attendee(name, avatar)
        person.here, person.muted, self.visited = True, set(muted), True
        person.who = who
        self.send(player, Joined(request, self.listing()))
        if self.config.testing:
            self.notice(player, "test_table", "This is a test table: cards can be rigged here.")
        return self._here_again(player, None, now)

    def listing(self) -> Room:
        """The table as the lobby lists it."""
        config = self.config
        return Room(
            table=config.table,
            game=config.game,
            preset=config.preset,
            purse=config.purse,
            stake=config.stake,
            least_buy_in=config.least_buy_in,
            most_buy_in=config.most_buy_in,
            seats=self.host.options.most,
            taken=len(self.seats),
            waiting=len(self.queue.order),
            ready=config.ready,
            private=config.private,
            code=config.code,
            counter=config.counter,
            # The house may look at any table, and says so at each.
            watched=True,
            testing=config.testing,
            bots=sum(1 for _ in self.seats.bots()) if config.bots_yield else 0,
            calls=config.calls,
            coming=self._coming(),
            options=config.chosen,
        )

    def listed_by(self) -> tuple[object, ...]:
        """What the listing is made of: as long as this is the same, so is that."""
        visited = bool(self.people)
        return self.config, self.host.options, len(self.seats), len(self.queue.order), visited

    def _coming(self) -> int:
        """So many bots take seats as soon as somebody comes: at an empty table none sits."""
        if self.people or self.config.solo:
            return 0
        bots = sum(1 for _ in self.seats.bots())
        return max(0, min(self.config.bots - bots, len(self.free())))

    def enqueue(self, player: str, now: float) -> list[Order]:
        """Wait for a seat; the first of the queue is offered each seat that is free."""
        self.refuse_if_closed()
        self._in_room(player)
        seat = self.seats.of(player)
        if seat is not None and self.seats[seat].left:
            raise Refusal("gone", "You have left this round; queue again when it is over.")
        if seat is not None:
            raise Refusal("seated", "You have a seat here; leave it before you queue again.")
        self._refuse_if_twice(player, {*self.seats.players(), *self.queue.order})
        self.queue.join(player, now)
        return self.done(now)

    def _refuse_if_twice(self, player: str, others: Set[str]) -> None:
        """One person has one seat here, and one place as many as the table allows."""
        who, most = self.people[player].who, self.config.seats_per_place
        known = [self.people[one].who for one in others if one != player and one in self.people]
        if who.person and any(one.person == who.person for one in known):
            text = "You sit or wait here under another name already; one person has one seat."
            raise Refusal("person_seated", text)
        if most and who.place and sum(one.place == who.place for one in known) >= most:
            text = f"Others at your address sit or wait here; this table takes {most} of one."
            raise Refusal("address_seated", text, most=most)

    def unqueue(self, player: str, now: float) -> list[Order]:
        """Wait no longer; an offer goes to the next."""
        if not self.queue.drop(player):
            raise Refusal("not_queued", "You are not in this queue; queue for a seat first.")
        if player in self.people:
            self.waits_no_more(player)
        return self.done(now)

    def may_sit(self, player: str, key: str, amount: int, now: float) -> Seat:
        """Hold the offered seat while these chips are fetched; Refusal says what is wrong."""
        self.refuse_if_closed()
        self._in_room(player)
        offer = self.queue.check(player, key, now)
        # Who waited may have come back on another connection since.
        self._refuse_if_twice(player, self.seats.players())
        least, most = self.least(), self._most()
        # Where chips are bought at the table one may sit down without any.
        if amount < least and (amount or self.config.broke != "second_game"):
            text = f"You brought {chips(amount)}; the least is {chips(least)}."
            raise Refusal("buy_in_low", text, amount=amount, least=least)
        if amount > most:
            text = f"You brought {chips(amount)}; the most is {chips(most)}."
            raise BuyInHigh(text, amount=amount, most=most)
        offer.taken = True
        return offer.seat

    def _most(self) -> int:
        """The most that anybody may bring, where the table names no limit of its own."""
        return self.config.most_buy_in or MOST_BROUGHT

    def sit(self, player: str, key: str, amount: int, now: float) -> list[Order]:
        """The chips are in escrow: take the seat. Whoever has lost the right gets them back."""
        self.refuse_if_paused()
        offer = self.queue.offers.get(player)
        if offer is None or offer.key != key:
            self.out.append(CashOut(player, amount, "late"))
            return self.done(now)
        self.queue.sat_down(player)
        person = self.people[player]
        person.queued = (0, 0)
        alone = not any(True for _ in self.seats.people())
        self._seat(offer.seat, SeatSnapshot(player, person.name, person.avatar, coming=amount), now)
        if alone:
            self._match_bots(amount, now)
        return self.done(now)

    def _match_bots(self, amount: int, now: float) -> None:
        """Somebody sits down among bots alone with so many chips: what they have above it goes
        back to the house, which no round of theirs in play allows."""
        if not self.config.bots_match or self.host.round is not None:
            return
        for seat, one in self.seats.bots():
            over = one.chips - self._matching(one.chips, amount)
            if over:
                self.record(ChipsReturned(seat, over, millis(now)))
                self.out.append(CashOut(one.player, over, "matched"))

    def _matching(self, chips: int, most: int) -> int:
        """What a bot keeps of its chips where so many are the most: of a drawn sum in the steps
        that the game is played in."""
        step = max(self.entry, self.host.options.unit)
        return chips if chips <= most else most // step * step or most

    def seat_bot(
        self, player: str, name: str, avatar: str, bot: str, amount: int, now: float
    ) -> list[Order]:
        """Seat a bot with these chips, which are in escrow; without a free seat they go back."""
        self.refuse_if_paused()
        free = self.free()
        if not player.startswith(BOT) or self.seats.of(player) is not None:
            raise Refusal("no_bot", f"{player!r} is no bot that could sit down here.")
        if not self.called:
            self.dismiss(max(0, self.state.dismissed - 1))
        self.called = max(0, self.called - 1)
        if not free or self.closing or self.over:
            self.out.append(CashOut(player, amount, "late"))
        else:
            keeps = self._bots_keep(amount)
            self._seat(free[0], SeatSnapshot(player, name, avatar, bot, coming=keeps), now)
            if keeps < amount:
                self.out.append(CashOut(player, amount - keeps, "matched"))
        return self.done(now)

    def _bots_keep(self, amount: int) -> int:
        """What a bot that comes now keeps of its chips: no more than somebody here has."""
        owned = [self.owned(seat) for seat, _ in self.seats.people()]
        if not owned and self.config.solo and self.config.most_buy_in:
            # Who will sit here brings just that.
            owned = [self.config.most_buy_in]
        if not (self.config.bots_match and owned):
            return amount
        return self._matching(amount, max(max(owned), self.entry))

    def dismiss_bots(self, seat: Seat | None, now: float) -> list[Order]:
        """Let the bot at a seat go, or all of them; in a round they play to its end."""
        self.refuse_if_closed()
        bots = [place for place, _ in self.seats.bots() if seat in (None, place)]
        if not bots:
            raise Refusal("bot_none", "No bot sits there; look at the seats again.")
        for place in bots:
            if not self.seats[place].leaving:
                self.dismiss(self.state.dismissed + 1)
                self.bot_goes(place, now)
        return self.done(now)

    def _seat(self, seat: Seat, who: SeatSnapshot, now: float) -> None:
        self.record(SeatTaken(seat, who, millis(now)))
        self.changed = True

    def leave(self, player: str, when: When, now: float) -> list[Order]:
        """Go now, or after the round; "never" stays after all."""
        self.refuse_if_paused()
        self._in_room(player)
        seat = self.seats.of(player)
        seat = None if seat is None or self.seats[seat].left else seat
        if seat is not None and when == "never" and self.seats[seat].kicked:
            raise Refusal("kicked", "The house sends you away; you leave after this round.")
        if seat is not None and when != "now" and self.host.round is not None:
            self._leave_later(seat, when == "after_round", now, self.seats[seat].kicked)
        elif when != "never" and seat is not None:
            self.give_up_seat(seat, "left", now)
        elif when == "now":
            self.queue.drop(player)
            self.send(player, Left(self.config.table, "left"))
            del self.people[player]
            self.changed = True
        else:
            raise Refusal("not_seated", "You have no seat to leave after the round.")
        return self.done(now)

    def kick(self, player: str, at_once: bool, now: float) -> list[Order]:
        """The house sends somebody away, after the round or at once."""
        self.refuse_if_paused()
        self._in_room(player)
        self.queue.drop(player)
        seat, playing = self.seats.of(player), self.host.round
        if seat is None or self.seats[seat].left:
            self.send(player, Left(self.config.table, "kicked"))
            del self.people[player]
            self.changed = True
        elif at_once or playing is None or seat not in playing.dealt:
            self.give_up_seat(seat, "kicked", now)
        else:
            self._leave_later(seat, True, now, kicked=True)
            self.notice(player, "kicked", "The house sends you away; you leave after this round.")
        return self.done(now)

    def sit_out(self, player: str, out: bool, now: float) -> list[Order]:
        """Play no rounds from the next one, or play again."""
        self.refuse_if_paused()
        seat = self.seat_of(player)
        if not out:
            self.take_over(seat, now)
        if self.config.ready and out:
            # A round that waits for all waits for this one too.
            return self.ready(player, False, now)
        self._set_out(seat, out, now)
        return self.done(now)

    def stand_in(self, player: str, now: float) -> list[Order]:
        """Let a bot play on for this one until the round is over or the player acts."""
        self.refuse_if_paused()
        seat = self.seat_of(player)
        if not (self.game.needs_all and self._in_play(seat)):
            text = "A bot plays for you only while a game goes on that needs every seat."
            raise Refusal("no_stand_in", text)
        self.cover(seat, now)
        self.seats[seat].trusts = True
        return self.done(now)

    def ready(self, player: str, ready: bool, now: float) -> list[Order]:
        """Ready for the next round, or not yet."""
        self.refuse_if_closed()
        seat = self.seat_of(player)
        self.changed = self.changed or self.seats[seat].ready != ready
        self.seats[seat].ready = ready
        return self.done(now)

    def may_buy(self, player: str, amount: int) -> Seat:
        """Whether this player may bring so many chips more; only who sits may."""
        self.refuse_if_closed()
        seat = self.seat_of(player)
        self.refuse_over_most(seat, amount)
        return seat

    def refuse_over_most(self, seat: Seat, amount: int) -> None:
        """Refusal if so many chips more are over what the table allows a seat to bring."""
        most, owned = self._most(), self.owned(seat)
        if owned + amount > most:
            text = f"You have {chips(owned)}; with {chips(amount)} more it is over {chips(most)}."
            raise BuyInHigh(text, amount=amount, most=max(0, most - owned))

    def bought(self, player: str, amount: int, now: float) -> list[Order]:
        """Chips are in escrow; they count from the next round. They go back if the seat is gone."""
        self.refuse_if_paused()
        seat = self.seats.of(player)
        if seat is None:
            self.out.append(CashOut(player, amount, "late"))
            return self.done(now)
        self.record(ChipsBought(seat, amount, millis(now)))
        if self.owned(seat) >= self.entry:
            self.seats[seat].rebuy = 0
        self.changed = True
        return self.done(now)

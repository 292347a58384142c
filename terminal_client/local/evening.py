"""An evening of 21: what is said and what is asked, one after another, without a terminal.

`Evening.play` is a conversation: it yields what is said and what is asked, and is sent what was
typed. The rules, the table and its journal are those of the house; disk, chance and time come as
`Outside`.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from game_server.rules.blackjack.options import Options
from game_server.table.journal import CHANCE_DREW, ActDone, LeaveMarked, SeatVacated, millis
from game_server.table.pace import SECONDS, Manners
from game_server.table.round_effects import Draw, RefuseSeat, RoundEffect, TellSeats, WriteRow
from protocol.events import Event, RoundBegan
from protocol.words import CHANCE, Act, Ask, Seat
from terminal_client.local.accounts import (
    Host,
    house_busted,
    how_it_stands,
    out_of_money,
    outcome,
    what_it_came_to,
)
from terminal_client.local.answers import Answer, Misunderstood, Question, understood
from terminal_client.local.asking import asked_for, choice
from terminal_client.local.conversation import Outside, Said, Talk
from terminal_client.local.language import Cents, Fact, Language
from terminal_client.local.settings import Busted
from terminal_client.local.sight import TableSeen, seen
from terminal_client.local.telling import HandTeller, Sentence, began

UNHURRIED: Final = Manners(dict.fromkeys(SECONDS, 0.0))
"""Nobody's turn runs out, and chance is asked at once."""


@dataclass
class Evening:
    """An evening of 21 at one table. `cut_off`: it was found in the journal, and goes on."""

    host: Host
    options: Options
    begins_with: int
    limit: int
    languages: Mapping[Seat, Language]
    outside: Outside
    cut_off: bool = False
    waiting: Sequence[RoundEffect] = ()
    """What a hand that was found wants done first."""
    quitting: frozenset[Seat] = frozenset()
    greeting: Sequence[Sentence] = ()

    def __post_init__(self) -> None:
        self._teller = HandTeller({})
        self._said: list[Event] = []
        self._asked: Seat | None = None
        self._last: dict[Seat, int] = {}
        self._ended = False
        self._unsettled: bool | None = None

    # -- the evening ---------------------------------------------------------------------

    def play(self) -> Talk:
        """The whole of it, from the first sentence to the last."""
        yield from self._all_of(self.greeting)
        if self.cut_off:
            yield from self._pick_up()
        else:
            for seat, place in self.host.seats.items():
                yield from self._say("start.has", seat, name=place.name, balance=Cents(place.chips))
        while self.host.seats and not self._ended:
            yield from self._hand()
        yield from self._end()

    def cut(self) -> Iterator[Said]:
        """What is said when somebody ends it from outside, Ctrl-C or the end of the input."""
        if self.unsettled:
            yield from self._say("end.cut", None)
            yield from self._say("end.cut_hand", None)
        else:
            yield from self._fame()
            yield from self._say("end.cut", None)

    @property
    def unsettled(self) -> bool:
        """Whether a hand has begun whose balances are not kept yet: only the journal has it."""
        # An evening that was found is marked as such after it is made.
        return self.cut_off if self._unsettled is None else self._unsettled

    def _pick_up(self) -> Talk:
        """Go on where the journal ends."""
        if self.waiting:
            yield from self._say("start.resumed", None)
            self._said = [event for _, event in self.host.transcript(None)]
            for event in self._said:
                self._teller = began(event) if isinstance(event, RoundBegan) else self._teller
                for _ in self._teller.tell(event):
                    pass
            yield from self._how_it_stands()
            yield from self._perform(self.waiting)
            yield from self._play_out()
        else:
            yield from self._say("start.resumed_between", None)
            yield from self._settled(again=True)

    def _hand(self) -> Talk:
        if self.host.options != self.options:
            # The settings were changed while a hand waited: the next one is played by them.
            if self.host.options.decks != self.options.decks:
                self.host.carry = None
            self.host.options = self.options
        yield from self._perform(self.host.begin(self.outside.now()))
        yield from self._play_out()

    def _play_out(self) -> Talk:
        while (playing := self.host.round) is not None:
            seat = min(seat for seat in playing.open if seat >= 0)
            yield from self._ask(seat, playing.open[seat].ask)
        yield from self._settled()

    def _end(self) -> Talk:
        if not self.host.seats:
            yield from self._say("end.nobody", None)
        yield from self._fame()
        yield from self._say("end.bye", None)

    def _fame(self) -> Iterator[Said]:
        fame = self.outside.hall_of_fame()
        yield from self._say("end.list" if fame else "end.none", None)
        for one in fame:
            facts: dict[str, Fact] = {"date": one.day, "amount": Cents(one.amount)}
            yield from self._say("end.row", None, name=one.name, **facts)

    # -- a hand --------------------------------------------------------------------------

    def _perform(self, effects: Iterable[RoundEffect]) -> Iterator[Said]:
        """Do what the table wants done, in its order: what is written first is told after it."""
        to_do = deque(effects)
        while to_do:
            match to_do.popleft():
                case WriteRow(row):
                    self._unsettled = self.unsettled or isinstance(row, ActDone)
                    self.outside.write(row)
                case TellSeats(seats, _, events) if None in seats:
                    for event in events:
                        yield from self._tell(event)
                case Draw() as asked:
                    act = Act("draw", drawn=self.outside.draw(asked))
                    now = self.outside.now()
                    to_do.extend(self.host.act(CHANCE, asked.turn, act, now, CHANCE_DREW))
                case RefuseSeat(why=why):
                    raise why

    def _tell(self, event: Event) -> Iterator[Said]:
        if isinstance(event, RoundBegan):
            self._teller, self._said = began(event), [event]
            yield from self._say("hand.begins", None, number=event.round)
            return
        self._said.append(event)
        yield from self._all_of(self._teller.tell(event))

    def _ask(self, seat: Seat, ask: Ask) -> Talk:
        """Put a question until it is answered, and do what was answered."""
        if ask.option("deal") is not None:
            # The bet lies there; only the word that it is all is missing.
            yield from self._act(seat, Act("deal"))
            return
        language, stack = (
            self.languages[seat],
            self.host.round.stacks[seat] if self.host.round else 0,
        )
        question = asked_for(
            seat,
            ask,
            self._teller.names[seat],
            stack,
            self._last.get(seat, 0),
            self._said,
            language,
        )
        answer = yield from self._answer(question)
        if question.kind != "bet":
            verb = {"yes": "insure", "no": "decline"}.get(answer.verb, answer.verb)
            option = ask.option(verb)
            yield from self._act(seat, Act(verb, option.low if option else 0))
            return
        if answer.verb == "quit":
            self.outside.write(LeaveMarked(seat, True, millis(self.outside.now())))
            self.quitting |= {seat}
        if answer.amount:
            self._last[seat] = answer.amount
        bet = Act("bet", answer.amount) if answer.amount else Act("sit_out")
        yield from self._act(seat, bet)

    def _answer(self, question: Question) -> Generator[Said | Question, str, Answer]:
        language = self.languages[question.seat]
        self._asked = question.seat
        try:
            while True:
                typed = yield question
                try:
                    answer = understood(question, typed, language)
                except Misunderstood as wrong:
                    yield from self._say(wrong.key, question.seat, **wrong.facts)
                    continue
                if answer.verb == "help":
                    yield self._text(question.help, "help", question.seat)
                    yield from self._say("help.all", question.seat)
                elif answer.verb == "table":
                    yield from self._how_it_stands()
                else:
                    return answer
        finally:
            self._asked = None

    def _act(self, seat: Seat, act: Act) -> Iterator[Said]:
        assert self.host.round is not None
        turn = self.host.round.open[seat].turn
        yield from self._perform(self.host.act(seat, turn, act, self.outside.now()))

    def _how_it_stands(self) -> Iterator[Said]:
        """The table in sentences: for who comes back, and for who asks."""
        yield from self._all_of(how_it_stands(seen(self._said)))

    # -- after a hand --------------------------------------------------------------------

    def _settled(self, again: bool = False) -> Talk:
        """What the hand came to: money, who is out of it, who has busted the house, who goes on.

        It is kept before it is said. After a crash it is said `again`, and nobody is listed twice.
        """
        places, now = self.host.seats, self.outside.now()
        came = outcome(self.host, self.limit)
        busted = [Busted.at(places[seat].name, places[seat].chips, now) for seat in came.rich]
        known = self.outside.hall_of_fame() if again else ()
        self._keep([one for one in busted if one not in known], {one.name for one in busted})
        self._unsettled = False
        yield from self._all_of(what_it_came_to(came, places))
        for seat in came.broke:
            name = places[seat].name
            self.outside.write(SeatVacated(seat, millis(now)))
            del places[seat]
            yield from self._all_of(out_of_money(seat, name, self.begins_with))
        for seat in came.rich:
            # It ends the game of all.
            yield from self._all_of(house_busted(seat, places[seat], self.limit, self.begins_with))
            self._ended = True
        if not self._ended:
            yield from self._who_goes_on()

    def _who_goes_on(self) -> Talk:
        for seat in sorted(self.host.seats):
            place = self.host.seats[seat]
            if seat not in self.quitting:
                language = self.languages[seat]
                text = language.say("ask.again", name=place.name)
                answer = yield from self._answer(
                    choice(seat, "again", text, ("play", "quit"), language)
                )
                if answer.verb == "play":
                    continue
            self.outside.write(SeatVacated(seat, millis(self.outside.now())))
            self.host.seats.free(seat)
            yield from self._say("end.quits", seat, name=place.name, balance=Cents(place.chips))

    def _keep(self, busted: Sequence[Busted], gone: set[str]) -> None:
        balances = {
            place.name: 0 if place.name in gone else place.chips
            for place in self.host.seats.values()
        }
        self.outside.keep(balances, busted)

    # -- how it is said ------------------------------------------------------------------

    def _all_of(self, sentences: Iterable[Sentence]) -> Iterator[Said]:
        for one in sentences:
            yield from self._say(one.key, one.seat, **one.facts)

    def _say(self, key: str, seat: Seat | None, **facts: Fact) -> Iterator[Said]:
        """In the language of whose matter it is; else in each that is spoken at the table."""
        if seat is not None:
            yield self._text(self.languages[seat].say(key, **facts), key, seat)
            return
        here = sorted(self.host.seats) or sorted(self.languages)
        for language in {self.languages[one].code: self.languages[one] for one in here}.values():
            yield self._text(language.say(key, **facts), key, None)

    def _text(self, text: str, key: str, seat: Seat | None) -> Said:
        return Said(text, key, seat, self.table())

    def table(self) -> TableSeen:
        """The table as everybody sees it."""
        table = seen(self._said, self._asked)
        out = {at: replace(one, out=at not in self.host.seats) for at, one in table.seats.items()}
        return replace(table, seats=out)

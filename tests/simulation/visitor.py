"""Somebody who spends the evening in the house, and does whatever comes to mind."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from game_server.bank.cards import BankCard
from game_server.bots.random_player import choose
from game_server.net.connection import ClientConnection
from protocol import messages
from protocol.codec import FROM_SERVER, decode, encode
from protocol.endings import Ending
from protocol.events import Event
from protocol.messages import VERSION, Message, Seen
from protocol.phrases import PHRASES
from protocol.words import Seat
from tests.cards import typed

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

KEPT = 6


class Wire:
    """One line of a visitor; what comes after it broke, or after another took over, is lost."""

    def __init__(self, owner: "Visitor", address: str, now: float) -> None:
        self.owner, self.alive = owner, True
        self.line = ClientConnection(self, owner.evening.context, address, now)

    def write(self, *data: bytes) -> None:
        for frame in data:
            if self.alive and self.owner.wire is self:
                self.owner.hear(frame)

    def end(self, ending: Ending, reason: str = "") -> None:
        if self.alive:
            self.alive = False
            self.owner.evening.clock.callLater(0, self.gone, ending.name)
            if self.owner.wire is self:
                self.owner.drop()

    def gone(self, why: str) -> None:
        """It has ended, and forgets who was at its other end, as a transport does."""
        self.line.gone(why)
        del self.line


class Visitor:
    """Knows the protocol alone. `card`: comes by bank card, to play for money."""

    def __init__(self, evening: "Evening", name: str, card: BankCard | None) -> None:
        self.evening, self.name, self.card = evening, name, card
        self.wire: Wire | None = None
        self.lines = 0
        self.token = ""
        self.player = ""
        self.came_in = False
        self.rounds: dict[str, int] = {}
        self.told: dict[str, list[Event]] = {}
        self.again: set[str] = set()
        """Tables that may tell again what they told."""
        self.asked: dict[str, messages.Asked] = {}
        self.offers: dict[str, messages.Offer] = {}
        self.seats: dict[str, messages.Seats] = {}
        self.last: deque[Message] = deque(maxlen=KEPT)

    @property
    def random(self) -> Callable[[int], int]:
        return self.evening.dice.randrange

    # -- the line ----------------------------------------------------------------------------

    def connect(self) -> None:
        """A new line; one that was there stays until the house ends it."""
        self.lines += 1
        address = f"192.0.{self.lines % 250}.{self.evening.visitors.index(self)}"
        context, now = self.evening.context, self.evening.clock.seconds()
        context.admission.enter(address, now)
        self.came_in = False
        self.asked, self.offers = {}, {}
        self.wire = Wire(self, address, now)
        self.send(messages.Hello(VERSION, VERSION, client="sim"))
        number = self.evening.number()
        if self.token:
            seen = tuple(
                Seen(table, self.rounds[table], len(events)) for table, events in self.told.items()
            )
            self.send(messages.Resume(number, self.token, seen[:8]))
        elif self.card is not None:
            card = self.card
            self.send(messages.LoginByCard(number, self.name, *typed(card)))
        else:
            self.send(messages.Guest(number, self.name))

    def lose(self) -> None:
        """The line breaks, and the house notices."""
        wire = self.wire
        self.drop()
        if wire is not None and wire.alive:
            wire.alive = False
            wire.gone("lost")

    def drop(self) -> None:
        self.wire = None
        self.came_in = False
        self.asked, self.offers = {}, {}

    def send(self, message: Message) -> None:
        if self.wire is None:
            return
        number = getattr(message, "id", 0)
        if number and number not in self.evening.sent:
            self.evening.sent[number] = (self, message)
        self.evening.inputs += 1
        self.wire.line.heard(encode(message), self.evening.clock.seconds())

    def ask(self, kind: Callable[..., Message], *args: object) -> None:
        message = kind(self.evening.number(), *args)
        if isinstance(message, messages.Answer | messages.Sit | messages.Buy):
            self.last.append(message)
        self.send(message)

    # -- what is heard -----------------------------------------------------------------------

    def hear(self, frame: bytes) -> None:
        message = decode(frame, FROM_SERVER)
        self.evening.heard(self, message, frame)
        match message:
            case messages.Session():
                self.token, self.came_in = message.token, True
                self.player = self.evening.id_of(message.name)
                # What happens before the room knows of the new line comes there live as well.
                self.again |= set(message.tables)
                for table in self.told.keys() - set(message.tables):
                    self._forget(table)
            case messages.Joined():
                self._forget(message.room.table)
            case messages.Left():
                self._forget(message.table)
            case messages.Notice(code="resumed"):
                self.again.add(message.table)
            case messages.Goodbye(code="logout"):
                self.token = ""
            case messages.Seats():
                self.seats[message.table] = message
            case messages.Offer():
                self.offers[message.table] = message
            case messages.Asked():
                self.asked[message.table] = message
            case messages.Told():
                self._told(message)
            case messages.Refused() if message.code.startswith("session_"):
                self.token = ""

    def _told(self, one: messages.Told) -> None:
        if self.rounds.get(one.table) != one.round:
            self.asked.pop(one.table, None)
        events = self.told.setdefault(one.table, [])
        if self.rounds.get(one.table) != one.round:
            events.clear()
        self.rounds[one.table] = one.round
        if one.after > len(events):
            return  # The rest follows: the house looked at it before.
        del events[one.after :]
        events += one.events

    def _forget(self, table: str) -> None:
        for mine in (self.told, self.rounds, self.asked, self.offers, self.seats):
            mine.pop(table, None)
        self.again.discard(table)

    # -- what is done ------------------------------------------------------------------------

    def act(self) -> None:
        """One input, of whatever kind."""
        dice = self.evening.dice
        if self.wire is None:
            self.connect()
        elif not self.came_in:
            if dice.random() < 0.2:
                self.lose()
        elif self.asked and dice.random() < 0.75:
            self._answer(dice.choice(sorted(self.asked)))
        elif self.offers and dice.random() < 0.8:
            self._sit(dice.choice(sorted(self.offers)))
        elif dice.random() < 0.7 and self._unready(self.home):
            self.ask(messages.Ready, self.home)
        else:
            self._whim()

    def _answer(self, table: str) -> None:
        asked = self.asked.pop(table)
        try:
            act = choose(self.told[table], asked.ask, self.random)
        except (KeyError, StopIteration) as wrong:
            self.evening.wrong(f"{self.name} is asked at {table} without a round: {wrong!r}")
            return
        self.ask(
            messages.Answer, table, asked.turn, act.verb, act.amount, act.cards, act.on, act.stands
        )

    def _sit(self, table: str) -> None:
        offer = self.offers.pop(table)
        least = max(offer.least_buy_in, 2_000)
        amount = self.evening.dice.choice((least, least * 2, 20_000, 40_000))
        if offer.most_buy_in:
            amount = min(amount, offer.most_buy_in)
        key = offer.key if self.random(12) else "no such key"
        self.ask(messages.Sit, table, key, amount // 1_000 * 1_000)

    def _seated(self) -> list[str]:
        return sorted(table for table, seats in self.seats.items() if seats.you is not None)

    @property
    def home(self) -> str:
        """Where this visitor likes to play."""
        tables = self.evening.tables
        if self.card is not None:
            return tables[0]
        return tables[1 + self.evening.visitors.index(self) % 2]

    def _unready(self, table: str) -> bool:
        seats = self.seats.get(table)
        if table not in self.evening.waits_for_all or seats is None or seats.you is None:
            return False
        return not seats.seats[seats.you].ready

    def _whim(self) -> None:
        dice = self.evening.dice
        anywhere = self.home if self.random(4) else dice.choice(self.evening.tables)
        seated = self._seated()
        table = dice.choice(seated) if seated and self.random(8) else anywhere
        kind = dice.random()
        if not seated and kind < 0.6:
            if anywhere in self.seats:
                self.ask(messages.Queue, anywhere)
            else:
                self.ask(messages.Join, anywhere)
        elif kind < 0.6 and self._unready(table):
            self.ask(messages.Ready, table)
        elif table in self.evening.waits_for_all and dice.random() < 0.2:
            seat = dice.choice((None, 0, 1, 2))
            if seat is None or self.random(2):
                self.ask(messages.SeatBot, table)
            else:
                self.ask(messages.DismissBots, table, Seat(seat))
        elif kind < 0.36:
            self.ask(messages.Buy, table, dice.choice((1_000, 2_000, 5_000, 333)))
        elif kind < 0.44:
            self.ask(messages.Say, table, "Nice hand.")
        elif kind < 0.48:
            self.ask(messages.Phrase, table, dice.choice(sorted(PHRASES)))
        elif kind < 0.56:
            self._rubbish(table)
        elif kind < 0.64 and self.last:
            # Sent again: the number was used, and does nothing new.
            self.send(dice.choice(list(self.last)))
        elif kind < 0.70:
            self.ask(
                messages.Leave, table, dice.choice(("now", "after_round", "after_round", "never"))
            )
        elif kind < 0.75:
            self.ask(messages.SitOut, table, self.random(3) == 0)
        elif kind < 0.80 and table in self.told:
            self.again.add(table)
            seen = self.random(len(self.told[table]) + 1)
            self.ask(messages.Resync, Seen(table, self.rounds[table], seen))
        elif kind < 0.88:
            self.lose()
        elif kind < 0.92:
            # Another device: the house moves the player there.
            self.connect()
        elif kind < 0.94:
            self.ask(messages.Lobby)
        elif kind < 0.96:
            self.ask(messages.Bank)
        elif kind < 0.965 and self.card is not None:
            self.ask(messages.Logout)
        elif kind < 0.975 and self.card is None:
            self._alone()
        else:
            self.ask(messages.Queue, table)

    def _alone(self) -> None:
        """A room of one's own against bots, in which one is seated soon and whose end is near."""
        game, preset = self.evening.dice.choice((("sabacc", "house"), ("holdem", "casino")))
        bots = self.evening.dice.choice((1, 2))
        self.send(messages.OpenRoom(self.evening.number(), game, preset, bots=bots))

    def _rubbish(self, table: str) -> None:
        dice = self.evening.dice
        asked = self.asked.get(table)
        turn = dice.choice((0, 1, asked.turn if asked else 7, self.random(200)))
        verb = dice.choice(("raise", "bet", "fold", "draw", "play", "leave", "dance"))
        amount, on = dice.choice((0, 1, 10**12)), dice.choice(("", "red", "nowhere"))
        self.ask(messages.Answer, table, turn, verb, amount, (), on)

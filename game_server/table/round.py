"""One round in play: the state of the rules, what was said, and which questions are open."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from game_server.rules.core import C, Rules, S, Step
from game_server.table import journal
from protocol import games
from protocol.events import Acted, Event, LeftGame, Moved, RoundBegan
from protocol.frozen import frozen
from protocol.words import CHANCE, Act, Ask, Seat, Secret

Given = Callable[[Ask], float]
"""For how long a question is open."""


@frozen
class Question:
    """An open ask, the turn that an answer must name, and when silence answers it."""

    turn: int
    ask: Ask
    until: float


@dataclass
class Round(Generic[S, C]):
    """`turn` counts the questions, `said` holds every event: its place plus one is its seq.

    `open` is never changed, but replaced: views of the round share it.
    """

    number: int
    rules: Rules[S, C]
    state: S
    said: list[Event] = field(default_factory=list)
    open: Mapping[Seat, Question] = field(default_factory=dict)
    turn: int = 0
    gone: set[Seat] = field(default_factory=set)
    leaving: set[Seat] = field(default_factory=set)
    deadlines: dict[str, float] = field(default_factory=dict)
    stacks: dict[Seat, int] = field(default_factory=dict)
    dealt: frozenset[Seat] = frozenset()
    names: Mapping[Seat, str] = field(default_factory=dict)
    out: set[Seat] = field(default_factory=set)
    """Seats that gave up or left: how the round ends is no decision of theirs."""
    gives_up: frozenset[str] = frozenset()
    """Verbs after which a seat has no more to do with this round."""
    drew: str = ""
    """The pace of what chance was asked since a player was asked."""

    _known: tuple[S, tuple[Seat, Act, str], tuple[Step[S], bytes]] | None = field(
        default=None, repr=False, compare=False
    )

    def outcome(self, seat: Seat, act: Act, by: str) -> tuple[Step[S], bytes]:
        """What this act leads to now by the rules, and the digest of the events. The rules are
        pure: asked again, for the row that was written of it, the answer is the same and is not
        worked out twice."""
        known, asked = self._known, (seat, act, by)
        if known is not None and known[0] is self.state and known[1] == asked:
            return known[2]
        leaves = by == journal.LEFT
        rules = self.rules
        step = rules.leave(self.state, seat) if leaves else rules.apply(self.state, seat, act)
        outcome = (step, journal.digest(step.events))
        self._known = (self.state, asked, outcome)
        return outcome

    def take(self, step: Step[S]) -> None:
        """Enter a step: its state, its events, its money."""
        self.state = step.state
        self.say(step.events)

    def say(self, events: tuple[Event, ...]) -> None:
        self.said.extend(events)
        for event in events:
            if type(event) is Moved:
                self.stacks[event.src] = self.stacks.get(event.src, 0) - event.amount
                self.stacks[event.dst] = self.stacks.get(event.dst, 0) + event.amount
            elif type(event) is Acted:
                if event.verb in self.gives_up:
                    self.out.add(event.seat)
            elif type(event) is RoundBegan:
                self.stacks.update(event.stacks)
                self.dealt, self.names = frozenset(event.stacks), event.names
                self.gives_up = games.sight(event.game).gives_up
            elif type(event) is LeftGame:
                self.out.add(event.seat)

    def moved(self) -> tuple[Moved, ...]:
        return tuple(event for event in self.said if isinstance(event, Moved))

    def asks_next(self, now: float, given: Given, hurried: Callable[[], bool]) -> None:
        """Open the questions of this state; in a hurried round chance takes no time.

        A question in a window that is open keeps its turn number and its deadline, so that a
        second tap in the same window is not late; everything else gets a new number.
        """
        before = self.open
        now_open: dict[Seat, Question] = {}
        for ask in self.rules.asks(self.state):
            old = before.get(ask.who)
            if old is not None and ask.window and old.ask.window == ask.window:
                now_open[ask.who] = Question(old.turn, ask, old.until)
                continue
            self.turn += 1
            if ask.who != CHANCE:
                self.drew = ""
            elif given(ask):
                # Cards that come without a pause belong to what was drawn before them.
                self.drew = ask.pace
            wait = 0 if ask.who == CHANCE and hurried() else given(ask)
            now_open[ask.who] = self._question(self.turn, ask, now + wait)
        self.open = now_open

    def extend(self, seat: Seat, until: float) -> None:
        """Move the deadline of an open question, and of the window that it stands in."""
        question = self.open[seat]
        if question.ask.window:
            self.deadlines[question.ask.window] = until
        self.open = {**self.open, seat: Question(question.turn, question.ask, until)}

    def _question(self, turn: int, ask: Ask, until: float) -> Question:
        if ask.window:
            until = self.deadlines.setdefault(ask.window, until)
        return Question(turn, ask, until)

    def afresh(self, now: float, given: Given) -> None:
        """Give every open question its whole time again, as after a restart."""
        self.deadlines.clear()
        self.open = {
            seat: self._question(one.turn, one.ask, now + given(one.ask))
            for seat, one in self.open.items()
        }


def owners(event: Event) -> set[Seat]:
    """The seats that are told something by this event which others are not."""
    return {
        value.owner for name in event.secrets if isinstance(value := getattr(event, name), Secret)
    }

"""The contract that every game keeps, and the validation that every act passes."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from game_server.rules import choices
from game_server.rules.choices import Choice
from protocol import buy_ins
from protocol.choices import RuleChoice
from protocol.events import Event
from protocol.words import Act, Ask, Illegal, Seat, chips

MOST_BET: Final = buy_ins.MOST_BROUGHT
"""What one seat may put at risk against the house in a round, where its rules name no maximum:
what the house pays for it stays a sum that can be written down."""

Opt = TypeVar("Opt", bound="Options")
S = TypeVar("S")
C = TypeVar("C")


Manners = Mapping[str, bool | int | float | str]
"""How a table is run where that is not how all are: fields of its configuration by name."""


class Span(NamedTuple):
    """A range of cents: from, to, and in steps of."""

    least: int
    most: int
    step: int


class Step(NamedTuple, Generic[S]):
    """A step of a game: a state, and the events that led to it."""

    state: S
    events: tuple[Event, ...]


class Options(Protocol):
    """Options of a game: what every game's frozen options say of themselves."""

    @property
    def unit(self) -> int:
        """Cents of an odd chip: what a pot that does not divide is dealt out in."""

    @property
    def least(self) -> int:
        """The fewest seats that can play."""

    @property
    def most(self) -> int:
        """The most."""


class Rules(Protocol[S, C]):
    """One game under one set of options.

    Pure: the same state and act give the same step for ever; a state is never changed. Rules may
    remember what they reckoned from a state, as long as nobody can tell. Money
    moves by `Moved` events alone, which sum to zero; POT is empty when the round is over. A
    carry of None is a table that never played: what it lacks is asked of chance.
    """

    def open(self, stacks: Mapping[Seat, int], carry: C | None) -> Step[S]:
        """Begin a round with these seats and chips: antes, blinds, what is inherited."""

    def asks(self, state: S) -> tuple[Ask, ...]:
        """The open questions, one a seat at most; none means that the round is over.

        Chance is asked alone, or first beside a window of seats for which it does not wait.
        """

    def apply(self, state: S, seat: Seat, act: Act) -> Step[S]:
        """Do an act that was offered; Illegal only for a choice of cards, with the reason."""

    def leave(self, state: S, seat: Seat) -> Step[S]:
        """The seat is gone: what that means now. It may still be asked; the table answers then."""

    def carry(self, state: S) -> C:
        """What the next round inherits from one that is over."""

    def announced(self, state: S, viewer: Seat | None) -> Hashable:
        """The facts about hidden cards that the rules have announced to this viewer by now."""


@dataclass(frozen=True)
class Game(Generic[Opt, S, C]):
    """A game as the catalogue has it: its rules, its presets by name, what its rounds inherit.

    `choices` are the options that a room may choose, `fixed` the others, each with the reason.
    `entry` is the least that a seat must hold for the next round to deal it in, `depth` how many
    stakes are brought at least to a room that a player opens: where stakes double, less is gone
    in a round. `first` is what a
    first round inherits that begins at that seat; None leaves the beginning to the rules.
    `newcomer` is what is inherited once somebody else sits at a seat. `older` is what a round
    leaves to the next one without what houses did not write of it once: their journals are replayed
    too. `inherited` is what everybody may know of what a round inherits. `busts` are the presets in
    which a player may bust the house. `dice` and `wheel` are the sides of its dice and the slots of
    its wheel, where it has any. `needs_all`: a round is nothing without one of its seats. Rules
    like that go on asking a seat that has left, and a bot answers for it. `window_bets`: bets are
    laid in a window, and a seat without one has no part in the round.

    `manners` are how tables of a preset are run, where that is not how all are; `balances` what
    bots bring to a table of one's own, at the usual stake, where nothing else was wished.
    """

    name: str
    rules: Callable[[Opt], Rules[S, C]]
    presets: Mapping[str, Opt]
    carry: type[C]
    choices: Mapping[str, Choice]
    fixed: Mapping[str, str]
    entry: Callable[[Opt], int] = lambda _: 1
    depth: int = 1
    first: Callable[[Opt, Seat], C | None] = lambda _, __: None
    newcomer: Callable[[C, Seat], C] = lambda carry, _: carry
    older: Callable[[C], C] = lambda carry: carry
    busts: frozenset[str] = frozenset()
    inherited: Callable[[Opt, C | None], Mapping[str, int]] = lambda _, __: {}
    dice: int = 0
    wheel: int = 0
    needs_all: bool = False
    window_bets: bool = False
    manners: Mapping[str, Manners] = field(default_factory=dict)
    balances: Mapping[str, Span] = field(default_factory=dict)

    def offered(self, preset: str) -> tuple[RuleChoice, ...]:
        """What a room of this preset may choose."""
        return choices.offered(type(self.presets[preset]), self.choices, preset)


def check_rules(demands: Iterable[tuple[bool, str]]) -> None:
    """ValueError at the first demand on some options that they do not meet."""
    for kept, right in demands:
        if not kept:
            raise ValueError(f"These rules cannot be played: {right}.")


def check_seats(options: Options, stacks: Mapping[Seat, int], entry: int) -> None:
    """ValueError if a round cannot begin with so many seats, or with what one of them holds."""
    least, most = options.least, options.most
    if not least <= len(stacks) <= most:
        takes = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"{len(stacks)} seats cannot play; it takes {takes}.")
    poor = sorted(seat for seat, held in stacks.items() if held < entry)
    if poor:
        raise ValueError(f"Seats {poor} hold too little; to be dealt in takes {chips(entry)}.")


def play(rules: Rules[S, C], state: S, seat: Seat, act: Act) -> Step[S]:
    """Apply an act from anywhere: whatever was not offered is refused and changes nothing."""
    for ask in rules.asks(state):
        if ask.who == seat:
            refused = ask.refusal(act)
            if refused is not None:
                raise refused
            return rules.apply(state, seat, act)
    raise Illegal("not_your_turn", "It is not your turn; wait until you are asked.")

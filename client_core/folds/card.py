"""The card of a game: all that it says of itself to every client.

A client reads what it needs of a game here and nowhere else; what a card leaves out is as in most
games. So a new game is one card, and no list of games, presets or verbs stands in other modules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from client_core.folds.leaving import Given, of_a_pot
from client_core.folds.voice import SILENT, Voice
from client_core.round import NO_FACTS, Facts, HandFacts, Round
from client_core.text import Say, Words
from client_core.verbs import ALL_IN, Verb
from protocol import chips
from protocol.chips import Chip
from protocol.events import Event
from protocol.games.doudizhu import Reading
from protocol.words import Ask, Cards, Seat

if TYPE_CHECKING:
    from client_core.acts import Acts
    from client_core.views import TableView

LEVELS: Final = ("easy", "medium", "hard", "master")
"""How good a bot is, where its game has more than one."""
SHALLOW: Final = (5, 10, 20, 50, 100)
"""What to bring, in stakes."""
NO_HAND: Final = HandFacts()
Moment = Callable[["TableView", "Acts"], bool]
"""When a tip makes sense."""
StakeKind = Literal["stake", "blinds", "min_bet", "none"]
"""What the stake of a room is: what all play for, the big blind, the least that may be bet; with
none a room has no stake to choose."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """What a game says of itself to every client: rules, bots, seats, chips, and how it is told.

    `solo` are the rules under which it can be played alone against bots, the usual ones first, and
    `usual_bots` how many of these there are at first; none where one plays against the house.
    """

    game: str
    presets: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    least_seats: int = 2
    most_seats: int = 2
    solo: tuple[str, ...] = ()
    usual_bots: int = 1
    chips: tuple[Chip, ...] = chips.EPS

    stake: StakeKind = "stake"
    pot: bool = False
    """Whether chips go from a pot to a winner; elsewhere each seat has a result of its own."""
    counted: bool = False
    """Whether one may wish to look up which cards are gone."""
    depths: tuple[int, ...] = SHALLOW
    """What to bring to a table of one's own, in stakes."""
    for_two: frozenset[str] = frozenset()
    """Rules for two players only."""
    drawn: frozenset[str] = frozenset()
    """Rules under which chance says what opponents bring."""
    tips: tuple[tuple[str, Moment], ...] = ()
    """What newcomers are told, each at its moment, in this order; the last one ends them."""
    called: tuple[str, ...] = ()
    """What players call the game besides its own name, as they type it."""
    queue_reads: frozenset[str] = frozenset()
    """Rules under which those who wait for a seat only read the chat."""
    idle: Mapping[str, tuple[str, int | str | bool]] = field(default_factory=dict)
    """Options that mean nothing where another one has this value."""

    emblem: str = "diamond"
    cloth: str = "graphite"
    """The icon and the ground of its tile, by the names that every client has for them."""
    hands: bool = False
    """Whether its rules have a list of hands."""
    puzzles: bool = False
    """Whether there are puzzles of it."""
    busters: bool = False
    """Whether one can look up who busted the house."""
    shuffles: bool = False
    """Whether a pack is shuffled before each round."""
    shuffled: tuple[type, ...] = ()
    """Events that tell that cards are shuffled within a round."""
    music: str = "play"
    """The piece at its tables; "" goes with how far a round is."""
    under_way: Callable[[Facts], bool] = lambda _: True
    """Whether all is found that a round begins with, for music that goes with that."""
    turns: Callable[[Facts], bool] = lambda _: False
    """Whether a wheel turns."""
    voice: Voice = SILENT
    """What is said aloud at its tables."""

    verbs: Mapping[str, Verb] = field(default_factory=dict)
    """What is done at its tables, and how each is typed, sounds and looks. A verb that another game
    has too is described as there."""
    usual: tuple[str, ...] = ()
    """The usual offer is the first of these verbs that is offered."""
    advised: Callable[[Round, Ask], Sequence[str]] | None = None
    """The usual offers where they depend on what one holds; none of them where it is in doubt."""
    free: str = ""
    """The verb that stays in the round and costs nothing."""
    keeps: str = ""
    """The verb that keeps a hand at no cost where one may give it up, if that is not `free`."""
    gives_up: tuple[str, ...] = ()
    """Verbs that give up a hand."""
    declines: tuple[str, ...] = ()
    """Verbs that want nothing of what is offered, and give up nothing."""
    takes_back: tuple[str, ...] = ()
    """Verbs that take back what was laid."""
    more: tuple[str, ...] = ()
    """Verbs that go on: a bet, a raise, a play, a card."""
    lays: str = ""
    """The verb that lays chips before the cards are dealt or the wheel is spun."""
    laid: str = ""
    """The verb that says that all of them lie there."""
    lays_again: str = ""
    """The verb that lays those of the last round once more."""
    in_stakes: frozenset[str] = frozenset()
    """Verbs whose amounts players name in stakes, not in chips."""
    read: tuple[str, ...] = ()
    """Verbs that are read out before all others, in this order."""
    while_dealt: frozenset[str] = frozenset()
    """Verbs of a question that goes with the deal, clock or none."""
    dealing: Callable[[Facts], bool] = lambda _: False
    """Whether hands are still being dealt, while a seat may be asked already."""
    tie: Callable[[Facts], Say | None] = lambda _: None
    """Why one of two hands wins that are equally good at first sight."""
    begin: Callable[[Round], Facts] = lambda _: NO_FACTS
    """The facts a round begins with."""
    fold: Callable[[Round, Round, Event], Round] = lambda _, after, __: after
    """What an event changes beyond what all games share: the round before it, the round after it,
    the event."""
    hand: Callable[[Round, Seat, int], HandFacts] = lambda *_: NO_HAND
    """What is known of one hand."""
    pre_acts: tuple[str, str, str] | None = None
    """What may be chosen before one's turn: the verbs that give up, check and call."""
    beats: tuple[str, str] | None = None
    """The verbs that play cards which beat others, and pass."""
    ordered: Callable[[Ask, Sequence[Event], Sequence[Cards]], tuple[Cards, ...]] = (
        lambda _, __, found: tuple(found)
    )
    """The sets of cards that a seat could name, in the order in which a hint shows them."""
    amiss: Callable[[Sequence[Event], Ask, Cards, Words], Say | None] = lambda *_: None
    """Why cards cannot be named, as far as one who was told this can know."""
    readings: Callable[[Sequence[Event], Ask, Cards], tuple[Reading, ...]] = lambda *_: ()
    """Every play that cards with wild ones among them could be, the strongest first."""
    times: Callable[[Round, str], int] = lambda *_: 0
    """By how much an act of that verb multiplies the stakes; 0 is nothing to say of it."""
    leaving: Callable[[Round, Seat], Given | None] = of_a_pot
    """What a seat gives up that leaves now; None is nothing."""
    lies: Callable[[Round, Seat], int] = lambda *_: 0
    """The chips of a seat that lie on the table and are still told as its stack."""
    outcome: Callable[[Round], Say | None] = lambda _: None
    """What has decided the round for all who play against the house."""

    def place(self, verb: str) -> int:
        """Where a thumb finds an offer, from left to right; what is not named is in the middle."""
        groups = ((*self.gives_up, *self.declines), self.takes_back, (), self.more, (ALL_IN,))
        return next((place for place, verbs in enumerate(groups) if verb in verbs), 2)

    @property
    def keeping(self) -> str:
        """The verb beside which a hand is given up for nothing."""
        return self.keeps or self.free

    @property
    def speaks(self) -> bool:
        """Whether anything is said aloud."""
        return self.voice != SILENT

    @property
    def needs_all(self) -> bool:
        """There is no round without one of its seats: who comes is seated at once, and a round
        begins when all are ready."""
        return bool(self.game) and self.least_seats == self.most_seats


PLAIN: Final = GameCard("")
"""A game of the house that this client does not know: what all games share is shown of it."""

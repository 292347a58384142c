"""Roulette: what lies on the board, where the ball fell, what it paid."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from client_core.folds import moments
from client_core.folds.card import GameCard
from client_core.folds.leaving import Given
from client_core.round import Facts, Round
from client_core.text import Say
from client_core.verbs import Verb
from protocol import chips
from protocol.events import Acted, Event, LeftGame
from protocol.games.roulette import BetPaid, Closed, Spun, payouts
from protocol.words import Seat

if TYPE_CHECKING:
    from client_core.acts import Acts
    from client_core.views import TableView

Places = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RouletteFacts(Facts):
    """The facts of a round of roulette. `bets` lie on the board and still count in the stacks;
    after the spin `lay` is what lay there, and `paid` what a seat won with its places. `pays` is
    what each place pays for one chip under the rules of this table."""

    bets: Mapping[Seat, Places] = field(default_factory=dict)
    lay: Mapping[Seat, Places] = field(default_factory=dict)
    ready: frozenset[Seat] = frozenset()
    closed: bool = False
    number: int | None = None
    colour: str = ""
    paid: Mapping[Seat, Places] = field(default_factory=dict)
    pays: Places = field(default_factory=dict)

    def on_board(self, seat: Seat) -> int:
        """All chips of a seat on the board."""
        return sum(self.bets.get(seat, {}).values())


def leaving(now: Round, seat: Seat) -> Given | None:
    """What lies on the board, while the ball has not fallen."""
    facts = now.facts
    lost = facts.on_board(seat) if isinstance(facts, RouletteFacts) else 0
    return Given("bets", lost, now.stacks[seat] - lost) if lost else None


def lies(now: Round, seat: Seat) -> int:
    """What is on the board, and after the spin until it was settled."""
    facts = now.facts
    if not isinstance(facts, RouletteFacts):
        return 0
    if facts.number is None:
        return facts.on_board(seat)
    settled = now.over or now.results.get(seat)
    return 0 if settled else sum(facts.lay.get(seat, {}).values())


def outcome(now: Round) -> Say | None:
    """Where the ball fell."""
    facts = now.facts
    if not isinstance(facts, RouletteFacts) or facts.number is None:
        return None
    return Say("history.fell", {"number": facts.number, "colour": facts.colour})


def begin(now: Round) -> RouletteFacts:
    """The facts of the game when a round begins."""
    corner, half = now.option("corner_pays"), now.option("half_pays")
    return RouletteFacts(pays=payouts(corner or 8, half or 1))


def fold(before: Round, now: Round, event: Event) -> Round:
    """The round after one event more, with the facts of the game."""
    facts = now.facts
    return replace(now, facts=_told(facts, event)) if isinstance(facts, RouletteFacts) else now


def _told(facts: RouletteFacts, event: Event) -> RouletteFacts:
    match event:
        case Acted(seat=seat, verb="bet", amount=amount, on=place):
            return _laid(facts, seat, place, amount)
        case Acted(seat=seat, verb="take", amount=amount, on=place):
            return _laid(facts, seat, place, -amount)
        case Acted(seat=seat, verb="clear") | LeftGame(seat=seat):
            bets = {other: places for other, places in facts.bets.items() if other != seat}
            return replace(facts, bets=bets)
        case Acted(seat=seat, verb="spin"):
            return replace(facts, ready=facts.ready | {seat})
        case Closed():
            return replace(facts, closed=True)
        case Spun(number=number, colour=colour):
            return replace(facts, number=number, colour=colour, lay=facts.bets, bets={})
        case BetPaid(seat=seat, on=place, amount=amount):
            mine = {**facts.paid.get(seat, {}), place: amount}
            return replace(facts, paid={**facts.paid, seat: mine})
    return facts


def _laid(facts: RouletteFacts, seat: Seat, place: str, amount: int) -> RouletteFacts:
    mine = dict(facts.bets.get(seat, {}))
    mine[place] = mine.get(place, 0) + amount
    if not mine[place]:
        del mine[place]
    bets = {other: places for other, places in facts.bets.items() if other != seat}
    return replace(facts, bets={**bets, seat: mine} if mine else bets)


def _lies_there(view: "TableView", acts: "Acts") -> bool:
    facts = view.facts
    return (
        isinstance(facts, RouletteFacts)
        and view.me is not None
        and facts.on_board(view.me) > 0
        and not facts.closed
    )


def _turns(facts: Facts) -> bool:
    """From the last bet until what it brings is paid."""
    return isinstance(facts, RouletteFacts) and facts.closed


def _spins(view: "TableView", acts: "Acts") -> bool:
    return view.live and _turns(view.facts)


PRESETS: Final = ("standard", "house")
VERBS: Final = {
    "bet": Verb("br", ("raise",), "chip"),
    "take": Verb("t", sound="chip"),
    "clear": Verb("x", sound="chip"),
    "undo": Verb("u"),
    "rebet": Verb("re"),
    "double": Verb("d", ("dbl",)),
    "spin": Verb("g", ("ready", "go")),
}
CARD: Final = GameCard(
    "roulette",
    PRESETS,
    (),
    1,
    7,
    PRESETS,
    0,
    chips.TWENTY_ONE,
    stake="none",
    tips=(
        ("bet", moments.may("bet")),
        ("laid", _lies_there),
        ("spin", _spins),
        ("over", moments.over),
    ),
    emblem="wheel",
    cloth="bronze",
    music="roulette",
    turns=_turns,
    verbs=VERBS,
    usual=("spin", "bet"),
    takes_back=("take", "clear", "undo"),
    more=("bet",),
    lays="bet",
    laid="spin",
    lays_again="rebet",
    begin=begin,
    fold=fold,
    leaving=leaving,
    lies=lies,
    outcome=outcome,
)

"""Hold'em: the blinds, what shown hands are worth, which cards of the board make the best one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from client_core.folds import moments
from client_core.folds.card import LEVELS, GameCard
from client_core.round import Facts, HandFacts, HandName, HeldCards, Round, known
from client_core.verbs import Verb
from protocol.cards import rank
from protocol.events import Acted, Dealt, Event, Moved
from protocol.games.holdem import (
    CATEGORIES,
    HighCard,
    Ranked,
    best_five,
    category,
    ranks_of,
    strength,
)
from protocol.words import BOARD, Cards, Seat

if TYPE_CHECKING:
    from client_core.acts import Acts
    from client_core.views import TableView


@dataclass(frozen=True, slots=True)
class HoldemFacts(Facts):
    """The facts of a hand of hold'em. `ranked` are the hands that were shown; `drawing`: the cards
    that lie at the seats were drawn for the first button."""

    small_blind: int = 0
    big_blind: int = 0
    street: str = "before_flop"
    ranked: Mapping[Seat, HandName] = field(default_factory=dict)
    high_cards: Mapping[Seat, Cards] = field(default_factory=dict)
    drawing: bool = False
    blinds: Mapping[Seat, str] = field(default_factory=dict)
    """Who posted `small_blind` and `big_blind`."""

    @property
    def best(self) -> tuple[Seat, ...]:
        """Who has shown the best hand: one, or several with equal hands."""
        worth = {seat: (CATEGORIES.index(one.category), one.ranks)
                 for seat, one in self.ranked.items()}  # fmt: skip
        most = max(worth.values(), default=None)
        return tuple(sorted(seat for seat, one in worth.items() if one == most))


STREETS: Final = {0: "before_flop", 3: "flop", 4: "turn", 5: "river"}


def begin(now: Round) -> HoldemFacts:
    """The facts of the game when a round begins."""
    return HoldemFacts(now.option("small_blind"), now.option("big_blind"))


def fold(before: Round, now: Round, event: Event) -> Round:
    """The round after one event more, with the facts of the game."""
    facts = now.facts
    if not isinstance(facts, HoldemFacts):
        return now
    match event:
        case Dealt(to=to) if to == BOARD:
            return replace(now, facts=replace(facts, street=STREETS.get(len(now.board), "river")))
        case Ranked(seat=seat, category=kind, ranks=ranks, cards=cards):
            ranked = {**facts.ranked, seat: HandName(kind, ranks, cards)}
            return replace(now, facts=replace(facts, ranked=ranked))
        case Dealt(to=to, cards=cards) if to >= 0 and facts.drawing:
            # The drawn cards are back in the pack.
            held = now.hand(to, 0)
            fresh = replace(held, cards=held.cards[len(facts.high_cards.get(to, ())) :], open=False)
            facts = replace(facts, drawing=False)
            return replace(now, hands={to: {0: fresh}}, facts=facts)
        case HighCard(seat=seat, cards=cards):
            drawn = replace(facts, high_cards={**facts.high_cards, seat: cards}, drawing=True)
            return replace(now.with_hand(seat, 0, HeldCards(cards, open=True)), facts=drawn)
        case Moved(src=src, why="small_blind" | "big_blind" as why):
            return replace(now, facts=replace(facts, blinds={**facts.blinds, src: why}))
        case Acted(verb="muck", seat=seat):
            # Mucked cards are not seen again, not even as backs.
            hands = {other: held for other, held in now.hands.items() if other != seat}
            return replace(now, hands=hands)
    return now


def hand(now: Round, seat: Seat, number: int) -> HandFacts:
    """What the cards of a seat make with the board, as far as they are seen."""
    facts = now.facts
    if isinstance(facts, HoldemFacts) and seat in facts.ranked:
        return HandFacts(facts.ranked[seat])
    cards = known(now.hand(seat, number).cards)
    if len(cards) != 2:
        return HandFacts()
    whole = cards + now.board
    if len(whole) < 5:
        return HandFacts(_pocket(cards))
    value = strength(whole)
    return HandFacts(HandName(CATEGORIES[category(value)], ranks_of(value), best_five(whole)))


def _pocket(cards: Cards) -> HandName:
    """Two cards alone: a pair, or the higher one."""
    low, high = sorted(rank(card) for card in cards)
    if low == high:
        return HandName("pair", (high,), cards)
    return HandName("high_card", (high, low), cards)


def _own(view: "TableView", acts: "Acts") -> bool:
    """Cards that I alone see: those that are drawn for the dealer lie open, and so do all once
    everybody is all-in."""
    drawing = isinstance(view.facts, HoldemFacts) and view.facts.drawing
    me = view.at(view.me) if view.me is not None else None
    open_ = me is not None and any(hand.open for hand in me.hands)
    return moments.mine(view, acts) and not (drawing or open_)


def _blinds_alone(view: "TableView", acts: "Acts") -> bool:
    """Nobody has put in more than the blinds ask for."""
    facts = view.facts
    if not isinstance(facts, HoldemFacts) or not facts.blinds or facts.street != "before_flop":
        return False
    return all(seat.bet <= facts.big_blind for seat in view.seats)


def _bet_upon(view: "TableView", acts: "Acts") -> bool:
    return not _blinds_alone(view, acts)


VERBS: Final = {
    "fold": Verb("f", sound="fold", tone="out", out=True, of_pot=True),
    "check": Verb("c", ("call",), "check", "calm", of_pot=True),
    "call": Verb("cl", ("match",), tone="calm"),
    "bet": Verb("br", ("raise",), "chip"),
    "raise": Verb("rb", ("bet",)),
    "show": Verb("w"),
    "muck": Verb("m", ("fold",), "fold", "quiet", out=True),
}
CARD: Final = GameCard(
    "holdem",
    ("standard", "eps", "heads_up", "casino"),
    ("house", *LEVELS),
    2,
    7,
    ("casino", "standard", "heads_up"),
    3,
    stake="blinds",
    pot=True,
    depths=(20, 50, 100, 200, 500),
    for_two=frozenset({"heads_up"}),
    drawn=frozenset({"casino"}),
    tips=(
        ("cards", _own),
        ("blinds", moments.may("call", so=_blinds_alone)),
        ("face", moments.may("call", so=_bet_upon)),
        ("free", moments.may("check")),
        ("flop", moments.board(3)),
        ("ranks", moments.board(4)),
        ("over", moments.over),
    ),
    called=("poker", "texas", "hold'em", "扑克"),
    queue_reads=frozenset({"eps"}),
    idle={"small_blind_left_of_dealer_heads_up": ("small_blind", 0)},
    emblem="spade",
    cloth="emerald",
    hands=True,
    shuffles=True,
    verbs=VERBS,
    # Who is asked whether to show has lost.
    usual=("check", "call", "bet", "muck"),
    free="check",
    gives_up=("fold", "muck"),
    more=("bet", "raise"),
    begin=begin,
    fold=fold,
    hand=hand,
    pre_acts=("fold", "check", "call"),
)

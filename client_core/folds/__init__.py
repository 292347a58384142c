"""What each game shows beyond what all games show: one fold a game, registered here.

A game that is not here is shown by what all games share.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from client_core import round as common
from client_core.folds import (
    blackjack,
    doudizhu,
    doudizhu_hints,
    holdem,
    roulette,
    sabacc,
)
from client_core.folds.leaving import Given, of_a_pot, of_the_house
from client_core.round import NO_FACTS, Facts, HandFacts, Round
from client_core.text import Say, Words
from protocol.events import Event, RoundBegan
from protocol.games.doudizhu import Reading
from protocol.words import Ask, Cards, Seat

NO_HAND: Final = HandFacts()


class Game(NamedTuple):
    """How a game is folded: the facts a round begins with, and what an event changes in the round
    beyond what all games share (the round before it, the round after it, the event); what is
    known of one hand."""

    begin: Callable[[Round], Facts]
    fold: Callable[[Round, Round, Event], Round]
    hand: Callable[[Round, Seat, int], HandFacts] = lambda *_: NO_HAND
    pre_acts: tuple[str, str, str] | None = None
    """What may be chosen before one's turn: the verbs that give up, check and call."""
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


FOLDS: Final[Mapping[str, Game]] = {
    "holdem": Game(holdem.begin, holdem.fold, holdem.hand, ("fold", "check", "call")),
    "doudizhu": Game(
        doudizhu.begin,
        doudizhu.fold,
        ordered=doudizhu_hints.ordered,
        amiss=doudizhu_hints.amiss,
        readings=doudizhu_hints.readings,
        times=doudizhu.times,
        leaving=doudizhu.leaving,
    ),
    "blackjack": Game(
        blackjack.begin,
        blackjack.fold,
        blackjack.hand,
        leaving=of_the_house,
        outcome=blackjack.outcome,
    ),
    "roulette": Game(
        roulette.begin,
        roulette.fold,
        leaving=roulette.leaving,
        lies=roulette.lies,
        outcome=roulette.outcome,
    ),
    "sabacc": Game(sabacc.begin, sabacc.fold, sabacc.hand),
}
_PLAIN: Final = Game(lambda _: NO_FACTS, lambda _, after, __: after)


def game(name: str) -> Game:
    """How that game is shown."""
    return FOLDS.get(name, _PLAIN)


def fold(now: Round | None, event: Event) -> Round | None:
    """The round after one event more; there is none before the first RoundBegan."""
    if isinstance(event, RoundBegan):
        begun = common.begun(event)
        facts = game(event.game).begin(begun)
        return replace(begun, facts=facts)
    if now is None:
        return None
    return game(now.game).fold(now, common.fold(now, event), event)

"""The order of a round of blackjack, from the bets to the last settlement: what follows by
itself."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from game_server.rules.blackjack.betting import premium
from game_server.rules.blackjack.options import Options
from game_server.rules.blackjack.settle import (
    compare,
    settle,
    settle_insurance,
    settle_naturals,
    sweep,
)
from game_server.rules.blackjack.state import Hand, Phase, Stage, State
from game_server.rules.blackjack.verdict import FIVE_HITS, dealer_hits, dealer_made, made
from game_server.rules.core import Step
from protocol.cards import Card, rank
from protocol.events import Dealt, Event, Shown
from protocol.games.blackjack import (
    ACE,
    TENS,
    Busted,
    DealerStood,
    Peeked,
    Playing,
    Shuffled,
    is_natural,
    score,
)
from protocol.words import HOUSE, Cards, Secret

Turn = Callable[[Options, State], Step[State] | None]
"""What happens next in a phase; None: somebody is asked first."""


def go_on(options: Options, state: State, *events: Event) -> Step[State]:
    """Everything that follows until somebody, or chance, is asked or the round is over."""
    told = list(events)
    while True:
        step = _shuffle(options, state) if state.owed else NEXT[state.phase](options, state)
        if step is None:
            return Step(state, tuple(told))
        state = step.state
        told.extend(step.events)


def _shuffle(options: Options, state: State) -> Step[State] | None:
    """When cards are owed and the marker is reached, all that is not in play is shuffled."""
    if len(state.left) > max(state.marker, 0):
        return None
    left = state.not_in_play(options.decks)
    state = replace(
        state,
        left=left,
        shuffles=state.shuffles + 1,
        shoe=state.shoe + (not options.fresh_pack),
        marker=0 if options.fresh_pack else -1,
    )
    return Step(state, (Shuffled(len(left)),))


def give(options: Options, state: State, cards: Cards, left: Cards) -> Step[State]:
    """Lay the cards drawn where they are owed, one after another."""
    events: list[Event] = []
    for card, (seat, number) in zip(cards, state.owed, strict=False):
        if seat == HOUSE:
            hidden = state.phase is Phase.DEAL and len(state.dealer) == hole_place(options)
            events.append(Dealt(HOUSE, Secret(HOUSE, (card,)) if hidden else (card,)))
            state = replace(state, dealer=(*state.dealer, card))
        else:
            events.append(Dealt(seat, (card,), number))
            place = state.place(seat, number)
            hand = state.hands[place]
            state = state.with_hand(place, replace(hand, cards=(*hand.cards, card)))
    return Step(replace(state, owed=state.owed[len(cards) :], left=left), tuple(events))


def hole_place(options: Options) -> int:
    """Which of the dealer's two cards lies face down."""
    return 0 if options.hole_card == "first" else 1


def up_card(options: Options, state: State) -> Card:
    """The dealer's card that lies open."""
    return state.dealer[1 - hole_place(options)]


def dealer_could(options: Options, state: State) -> bool:
    """Might the hole card still make a natural, for all that the table knows?"""
    return not state.peeked and rank(up_card(options, state)) in (ACE, *TENS)


def turn_over(options: Options, state: State) -> Step[State]:
    hole = state.dealer[hole_place(options)]
    return Step(replace(state, shown=True), (Shown(HOUSE, (hole,)),))


def _over(state: State) -> State:
    return replace(state, phase=Phase.OVER, turn=-1)


def _bets(options: Options, state: State) -> Step[State] | None:
    """The window closes when nobody is undecided; two cards each if anybody bet."""
    if state.deciding:
        return None
    seats = sorted(seat for seat, bet in state.bets.items() if bet)
    if not seats:
        return Step(_over(replace(state, bets={})), ())
    lap = (*((seat, 0) for seat in seats), (HOUSE, 0))
    hands = tuple(Hand(seat, 0, state.bets[seat]) for seat in seats)
    return Step(replace(state, phase=Phase.DEAL, bets={}, hands=hands, owed=lap + lap), ())


def _deal(options: Options, state: State) -> Step[State]:
    """The cards lie; who can pay for it is offered insurance against an ace."""
    deciding = frozenset(
        hand.seat
        for hand in state.hands
        if hand.stage is Stage.OPEN and 0 < premium(state, hand.seat) <= state.stacks[hand.seat]
    )
    if not options.insurance or rank(up_card(options, state)) != ACE:
        deciding = frozenset()
    return Step(replace(state, phase=Phase.INSURANCE, deciding=deciding), ())


def _insurance(options: Options, state: State) -> Step[State] | None:
    return None if state.deciding else Step(replace(state, phase=Phase.PEEK), ())


def _peek(options: Options, state: State) -> Step[State]:
    """An ace or a ten up: the dealer looks; a natural ends the round at once."""
    on = replace(state, phase=Phase.NATURALS)
    if not options.peek or not options.natural_pays or not dealer_could(options, state):
        return Step(on, ())
    natural = made(options, state.dealer).natural
    looked = Peeked(natural)
    on = replace(on, peeked=True)
    if not natural:
        after, moves = settle_insurance(on, won=False)
        return Step(after, (looked, *moves))
    after, shown = turn_over(options, on)
    after, insured = settle_insurance(after, won=True)
    after, settled = compare(options, after)
    return Step(_over(after), (looked, *shown, *insured, *settled))


def _naturals(options: Options, state: State) -> Step[State]:
    """The first scoring: naturals are paid, unless the dealer may still have one too."""
    places = [
        place
        for place, hand in enumerate(state.hands)
        if hand.stage is Stage.OPEN and made(options, hand.cards).natural
    ]
    state = replace(state, phase=Phase.PLAY)
    if places and options.natural_sweeps:
        return _sweep(options, state, places)
    if dealer_could(options, state):
        return Step(state, ())
    return settle_naturals(options, state, places)


def _sweep(options: Options, state: State, places: list[int]) -> Step[State]:
    """A natural makes all others lose; a dealer who could have one too must show it now."""
    shown: tuple[Event, ...] = ()
    insured: tuple[Event, ...] = ()
    if dealer_could(options, state):
        state, shown = turn_over(options, state)
        natural = made(options, state.dealer).natural
        state, insured = settle_insurance(state, won=natural)
        if natural:
            state, settled = compare(options, state)
            return Step(_over(state), (*shown, *insured, *settled))
    state, paid = settle_naturals(options, state, places)
    state, lost = sweep(options, state)
    return Step(_over(state), (*shown, *insured, *paid, *lost))


def _play(options: Options, state: State) -> Step[State] | None:
    """Hand after hand, until each has stood or is settled."""
    place = next((at for at, hand in enumerate(state.hands) if hand.stage is Stage.OPEN), None)
    if place is None:
        return Step(replace(state, phase=Phase.DEALER, turn=-1), ())
    hand = state.hands[place]
    points = score(hand.cards)
    if points > 21:
        state, moves = settle(options, state, place, "bust")
        return Step(state, (Busted(hand.seat, hand.number, points), *moves))
    if options.five_hit_bonus and hand.hits >= FIVE_HITS:
        return settle(options, state, place, "five_hits")
    if points == 21 or hand.last:
        return Step(state.with_hand(place, replace(hand, stage=Stage.STOOD)), ())
    if place == state.turn:
        return None
    playing = Playing(hand.seat, hand.number, hand.cards)
    return Step(replace(state, turn=place), (playing,) if hand.from_split else ())


def _dealer(options: Options, state: State) -> Step[State]:
    """The hole card first, then card after card; not at all if nobody waits for it."""
    waiting = [hand for hand in state.hands if hand.stage is not Stage.DONE]
    if not waiting and not state.insured:
        return Step(_over(state), ())
    if not state.shown:
        return turn_over(options, state)
    if state.insured:
        natural = is_natural(state.dealer, options.natural_faces_only)
        return settle_insurance(state, won=natural)
    drawn_for = any(not made(options, hand.cards, hand.from_split).natural for hand in waiting)
    if drawn_for and dealer_hits(options, state.dealer):
        return Step(replace(state, owed=((HOUSE, 0),)), ())
    stood = (DealerStood(dealer_made(options, state.dealer).points),) if waiting else ()
    state, settled = compare(options, state)
    return Step(_over(state), (*stood, *settled))


def _nothing(options: Options, state: State) -> None:
    return None


NEXT: Final[Mapping[Phase, Turn]] = {
    Phase.BETS: _bets,
    Phase.DEAL: _deal,
    Phase.INSURANCE: _insurance,
    Phase.PEEK: _peek,
    Phase.NATURALS: _naturals,
    Phase.PLAY: _play,
    Phase.DEALER: _dealer,
    Phase.OVER: _nothing,
}

"""The settlement of blackjack: every movement of money after the bets are down."""

from collections.abc import Iterable
from dataclasses import replace

from game_server.rules.blackjack.options import Options
from game_server.rules.blackjack.state import Stage, State
from game_server.rules.blackjack.verdict import LOSING, Verdict, dealer_made, gain, made, verdict
from game_server.rules.core import Step
from protocol.events import Event, Moved
from protocol.games.blackjack import Compared, Lost, Natural, Swept
from protocol.words import HOUSE, POT, Seat


def moved(state: State, *moves: Moved) -> Step[State]:
    """These movements of chips, done; a movement of nothing is none."""
    stacks = dict(state.stacks)
    real = tuple(move for move in moves if move.amount)
    for move in real:
        for seat, change in ((move.src, -move.amount), (move.dst, move.amount)):
            if seat in stacks:
                stacks[seat] += change
    return Step(replace(state, stacks=stacks), real)


def settle(options: Options, state: State, place: int, verdict: Verdict) -> Step[State]:
    """Pay or take the bet of a hand, whose cards are out of play then."""
    hand = state.hands[place]
    seat, bet = hand.seat, hand.bet
    back = bet // 2
    said: tuple[Event, ...] = ()
    if verdict in LOSING:
        said = (Lost(seat, "bet", bet),)
        moves = [Moved(POT, HOUSE, bet, verdict)]
    elif verdict == "push":
        moves = [Moved(POT, seat, bet, verdict)]
    elif verdict == "surrender":
        moves = [
            Moved(POT, HOUSE, bet - back, verdict),
            Moved(POT, seat, back, "surrender_back"),
        ]
    else:
        won = gain(options, verdict, bet)
        moves = [Moved(POT, seat, bet, "stake"), Moved(HOUSE, seat, won, verdict)]
    state, paid = moved(state.with_hand(place, replace(hand, stage=Stage.DONE)), *moves)
    return Step(state, (*said, *paid))


def settle_insurance(state: State, won: bool) -> Step[State]:
    """Insurance pays 2:1 on the side bet if the dealer has a natural."""
    events: list[Event] = []
    for seat, bet in state.insured.items():
        if won:
            moves = [
                Moved(POT, seat, bet, "insurance_stake"),
                Moved(HOUSE, seat, 2 * bet, "insurance_win"),
            ]
        else:
            events.append(Lost(seat, "insurance", bet))
            moves = [Moved(POT, HOUSE, bet, "insurance_lost")]
        state, paid = moved(state, *moves)
        events.extend(paid)
    return Step(replace(state, insured={}), tuple(events))


def settle_naturals(options: Options, state: State, places: Iterable[int]) -> Step[State]:
    """Naturals that the dealer can no longer equal are paid at once."""
    events: list[Event] = []
    for place in places:
        events.append(Natural(state.hands[place].seat))
        state, moves = settle(options, state, place, "natural")
        events.extend(moves)
    return Step(state, tuple(events))


def sweep(options: Options, state: State) -> Step[State]:
    """All that a natural leaves over loses."""
    events: list[Event] = []
    for place, hand in enumerate(state.hands):
        if hand.stage is not Stage.DONE:
            events.append(Swept(hand.seat, hand.number))
            state, moves = settle(options, state, place, "swept")
            events.extend(moves)
    return Step(state, tuple(events))


def compare(options: Options, state: State) -> Step[State]:
    """Hold every hand that is left against the dealer's."""
    events: list[Event] = []
    dealer = dealer_made(options, state.dealer)
    for place, hand in enumerate(state.hands):
        if hand.stage is not Stage.DONE:
            mine = made(options, hand.cards, hand.from_split)
            if mine.natural:
                events.append(Natural(hand.seat))
            events.append(Compared(hand.seat, hand.number, mine.points, dealer.points))
            state, moves = settle(options, state, place, verdict(options, mine, dealer))
            events.extend(moves)
    return Step(state, tuple(events))


def forfeit(state: State, seat: Seat) -> Step[State]:
    """A seat that is gone leaves to the house whatever it has on the table."""
    lost = state.bets.get(seat, 0) + state.insured.get(seat, 0)
    hands = []
    for hand in state.hands:
        if hand.seat == seat and hand.stage is not Stage.DONE:
            lost += hand.bet
            hand = replace(hand, stage=Stage.DONE)
        hands.append(hand)
    state = replace(
        state,
        hands=tuple(hands),
        bets={other: bet for other, bet in state.bets.items() if other != seat},
        insured={other: bet for other, bet in state.insured.items() if other != seat},
    )
    return moved(state, Moved(POT, HOUSE, lost, "forfeit"))

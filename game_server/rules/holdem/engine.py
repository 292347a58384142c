"""Hold'em from the button and the blind seats to the last pot."""

from collections.abc import Hashable, Mapping
from dataclasses import replace

from game_server.rules.core import Step, check_seats
from game_server.rules.holdem import betting, showdown
from game_server.rules.holdem.hand import (
    BET,
    BUTTON,
    DEAL,
    NEXT_ON_BOARD,
    OVER,
    SHOW,
    WHOLE_BOARD,
    Carry,
    Hand,
    Street,
)
from game_server.rules.holdem.options import Options
from protocol.cards import PACK, Card
from protocol.events import FOR_ALL, Button, Dealt, Event, LeftGame, Moved
from protocol.games.holdem import HighCard
from protocol.pots import seats_after
from protocol.words import (
    BOARD,
    POT,
    Act,
    Ask,
    Seat,
    Secret,
    draw,
    drawn_from,
    numbers,
)


class Holdem:
    """No-limit hold'em under one set of options."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._asked: tuple[Hand | None, tuple[Ask, ...]] = (None, ())

    def open(self, stacks: Mapping[Seat, int], carry: Carry | None) -> Step[Hand]:
        seats = tuple(sorted(stacks))
        check_seats(self.options, stacks, entry=1)
        nothing = dict.fromkeys(seats, 0)
        hand = Hand(
            round=carry.round + 1 if carry else 1,
            seats=seats,
            button=seats[0],
            stage=BUTTON,
            left=PACK,
            stacks=dict(stacks),
            paid=nothing,
            live=seats,
            street=Street(bets=nothing, level=0, raise_by=0, answered={}, queue=()),
        )
        if carry:
            given = not (carry.round and self.options.button_moves)
            stays = given and carry.button in seats
            return self._begin(hand, carry.button if stays else seats_after(carry.button, seats)[0])
        if self.options.first_button == "lowest_seat":
            return self._begin(hand, seats[0])
        return Step(hand, ())

    def asks(self, state: Hand) -> tuple[Ask, ...]:
        # An act is checked against the very questions that were just asked: keep the last ones.
        if self._asked[0] is not state:
            self._asked = (state, self._asks(state))
        return self._asked[1]

    def _asks(self, state: Hand) -> tuple[Ask, ...]:
        match state.stage:
            case "bet":
                return (betting.ask(self.options, state),)
            case "deal":
                return (self._ask_for_cards(state),)
            case "show":
                return (showdown.ask(state),)
            case "button":
                return (self._ask_for_button(state),)
        return ()

    def apply(self, state: Hand, seat: Seat, act: Act) -> Step[Hand]:
        if seat != state.asked():
            raise ValueError(f"Seat {seat} cannot act; the question is to {state.asked()}.")
        match state.stage:
            case "bet":
                hand, events = betting.act(self.options, state, seat, act)
                return self._after_act(hand, events)
            case "deal" if state.holes:
                return self._deal_board(state, act.drawn)
            case "deal":
                return self._deal_holes(state, act.drawn)
            case "show":
                return showdown.answer(self.options, state, act.verb, [])
            case "button":
                return self._give_button(state, act.drawn)
        raise ValueError(f"Nobody can {act.verb}; the hand is over.")

    def leave(self, state: Hand, seat: Seat) -> Step[Hand]:
        """Who has chips behind and something to decide folds; all others stay to the showdown."""
        if seat in state.gone or seat not in state.seats:
            return Step(state, ())
        events: list[Event] = [LeftGame(seat)]
        hand = replace(state, gone=state.gone | {seat})
        if hand.stage == SHOW and hand.showing[0] == seat:
            return showdown.answer(self.options, hand, "muck", events)
        if hand.decided() or seat not in hand.live or not hand.stacks[seat]:
            return Step(hand, tuple(events))
        hand = betting.fold(hand, seat)
        if hand.stage == BUTTON:
            return Step(hand, tuple(events))
        return self._after_act(hand, events)

    def carry(self, state: Hand) -> Carry:
        return Carry(state.round, state.button)

    def announced(self, state: Hand, viewer: Seat | None) -> Hashable:
        """Who cannot win: these seats were asked whether to show."""
        return state.beaten

    # The button and the blinds

    def _ask_for_button(self, hand: Hand) -> Ask:
        source = f"round:{hand.round}.button"
        count = len(hand.seats)
        if self.options.first_button == "high_card":
            return draw(source, PACK, count, "button")
        return numbers(source, (count,), "button")

    def _give_button(self, hand: Hand, drawn: tuple[int, ...]) -> Step[Hand]:
        if self.options.first_button != "high_card":
            return self._begin(hand, hand.seats[drawn[0]])
        cards, _ = drawn_from(PACK, drawn)
        events = [HighCard(seat, (card,)) for seat, card in zip(hand.seats, cards, strict=True)]
        # Cards are numbered rank by rank and clubs to spades within: the highest is one alone.
        begun = self._begin(replace(hand, drawn=True), hand.seats[cards.index(max(cards))])
        return Step(begun.state, (*events, *begun.events))

    def _begin(self, hand: Hand, button: Seat) -> Step[Hand]:
        hand = replace(hand, button=button, stage=DEAL)
        events: list[Event] = [Button(button)]
        if len(hand.live) < 2:
            return self._end(hand, events)
        hand, antes = self._antes(hand)
        hand, blinds = self._blinds(hand)
        return Step(hand, (*events, *antes, *blinds))

    def _antes(self, hand: Hand) -> tuple[Hand, list[Event]]:
        """Before the blinds: what a seat has, if that is less than the ante."""
        due, dead = self.options.ante, self.options.ante_from == "big_blind"
        if not due:
            return hand, []
        payers = self._blind_seats(hand)[1:] if dead else seats_after(hand.button, hand.live)
        put = {seat: min(due, hand.stacks[seat]) for seat in payers}
        stacks = {seat: chips - put.get(seat, 0) for seat, chips in hand.stacks.items()}
        why = FOR_ALL if dead else "ante"
        events: list[Event] = [Moved(seat, POT, chips, why) for seat, chips in put.items()]
        if dead:
            return replace(hand, stacks=stacks, dead=sum(put.values())), events
        return replace(hand, stacks=stacks, paid={**hand.paid, **put}), events

    def _blinds(self, hand: Hand) -> tuple[Hand, list[Event]]:
        """What a seat has, if that is less than the blind."""
        small, big = self._blind_seats(hand)
        blinds = (
            (small, self.options.small_blind, "small_blind"),
            (big, self.options.big_blind, "big_blind"),
        )
        bets = dict.fromkeys(hand.seats, 0)
        events: list[Event] = []
        for seat, due, why in blinds:
            bets[seat] = min(due, hand.stacks[seat])
            if bets[seat]:
                events.append(Moved(seat, POT, bets[seat], why))
        stacks = {seat: chips - bets[seat] for seat, chips in hand.stacks.items()}
        paid = {seat: chips + bets[seat] for seat, chips in hand.paid.items()}
        hand = replace(hand, stacks=stacks, paid=paid)
        level = self.options.big_blind
        street = Street(bets, level, level, {}, seats_after(big, hand.can_act()))
        return replace(hand, street=street), events

    def _blind_seats(self, hand: Hand) -> tuple[Seat, Seat]:
        """The blind seats, small and big; the button of two may be the small one."""
        order = seats_after(hand.button, hand.live)
        left = self.options.small_blind_left_of_dealer_heads_up
        if len(order) == 2 and order[1] == hand.button and not left:
            return order[1], order[0]
        return order[0], order[1]

    # The cards

    def _ask_for_cards(self, hand: Hand) -> Ask:
        source = f"round:{hand.round}"
        if not hand.holes:
            return draw(source, hand.left, 2 * len(hand.live), "drawn" if hand.drawn else "deal")
        pace = "street" if hand.decided() else "deal"
        return draw(source, hand.left, NEXT_ON_BOARD[len(hand.board)], pace)

    def _deal_holes(self, hand: Hand, drawn: tuple[int, ...]) -> Step[Hand]:
        """One card each from the left of the button, and once more."""
        cards, left = drawn_from(hand.left, drawn)
        order = seats_after(hand.button, hand.live)
        events: list[Event] = []
        held: dict[Seat, tuple[Card, ...]] = dict.fromkeys(order, ())
        for seat, card in zip(order * 2, cards, strict=True):
            held[seat] += (card,)
            events.append(Dealt(seat, Secret(seat, (card,))))
        hand = replace(hand, left=left, holes=held)
        if not self.options.preflop_betting:
            return Step(hand, tuple(events))
        return self._after_act(replace(hand, stage=BET), events)

    def _deal_board(self, hand: Hand, drawn: tuple[int, ...]) -> Step[Hand]:
        cards, left = drawn_from(hand.left, drawn)
        events: list[Event] = [Dealt(BOARD, cards)]
        board = hand.board + cards
        if hand.decided():
            return self._next(replace(hand, left=left, board=board), events)
        street = betting.open_street(self.options, hand)
        hand = replace(hand, stage=BET, left=left, board=board, street=street)
        return Step(hand, tuple(events))

    # What follows

    def _after_act(self, hand: Hand, events: list[Event]) -> Step[Hand]:
        if len(hand.live) < 2:
            return self._end(hand, events)
        if hand.stage != BET or not betting.is_closed(hand):
            return Step(hand, tuple(events))
        hand, back = showdown.give_back(self.options, hand)
        return self._next(hand, events + back)

    def _next(self, hand: Hand, events: list[Event]) -> Step[Hand]:
        """The street is over: the next cards, or the showdown."""
        if len(hand.board) < WHOLE_BOARD:
            hand = replace(hand, stage=DEAL)
            if self.options.all_in_shows and hand.decided() and not hand.face_up:
                hand, shown = showdown.turn_up(hand)
                events += shown
            return Step(hand, tuple(events))
        step = showdown.begin(self.options, hand)
        return Step(step.state, (*events, *step.events))

    def _end(self, hand: Hand, events: list[Event]) -> Step[Hand]:
        step = showdown.unopposed(self.options, replace(hand, stage=OVER))
        return Step(step.state, (*events, *step.events))

"""Dou Dizhu: three seats, one landlord; whoever is out of cards first wins for the own side.

Nothing moves before the end, and nobody risks more than the own stack.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from game_server.rules.core import Step, check_seats
from game_server.rules.doudizhu import calling, dealing, doubling, opening
from game_server.rules.doudizhu.options import Options
from game_server.rules.doudizhu.reckoning import each, reckon, shown, staked
from game_server.rules.doudizhu.state import Carry, Stage, State
from protocol.cards import Card, label
from protocol.events import Acted, Dealt, Event, Laid, LeftGame
from protocol.games.doudizhu import (
    BLASTS,
    CATEGORIES,
    FOR,
    RANK_NAMES,
    ROCKET,
    Amiss,
    Doubled,
    FirstBidder,
    Kickers,
    Landlord,
    NoGame,
    Pattern,
    Played,
    Reading,
    Redealt,
    Unshuffled,
    Wild,
    classify,
    in_order,
    read,
)
from protocol.words import (
    BOARD,
    CHANCE,
    Act,
    Ask,
    Cards,
    Illegal,
    Option,
    Seat,
    Secret,
    draw,
    drawn_from,
    numbers,
)

HIGHEST_BID: Final = 3

PASS: Final = Option("pass")
PASSED: Final = Act("pass")


class DouDizhu:
    """The engine of Dou Dizhu under one set of options."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.kickers = Kickers(options.online, options.jokers_as_kickers)
        self.ranks = FOR if options.wild else 0

    def open(self, stacks: Mapping[Seat, int], carry: Carry | None) -> Step[State]:
        """Three seats, from the highest to the lowest: the numbers rise clockwise."""
        check_seats(self.options, stacks, self.options.unit)
        order = tuple(sorted(stacks, reverse=True))
        begun = State(carry.round + 1 if carry else 1, order, dict(stacks))
        if not self.options.no_shuffle or carry is None or not carry.gathered:
            return Step(begun, ())
        return Step(replace(begun, left=carry.gathered, unshuffled=True), (Unshuffled(),))

    def asks(self, state: State) -> tuple[Ask, ...]:
        match state.stage:
            case "deal" if self.options.open_hands:
                return opening.asks(state)
            case "deal":
                return (dealing.ask(state, parts=False),)
            case "wild":
                return (numbers(f"{state.source}.wild", (FOR,), "button"),)
            case "lot":
                return (numbers(f"{state.source}.lot", (3,), "button"),)
            case "bid":
                return (Ask(state.turn, (self._bids(state), PASS), PASSED),)
            case "call":
                return (calling.ask(state),)
            case "kitty":
                return (draw(state.source, state.left, dealing.KITTY),)
            case "double":
                return doubling.asks(state)
            case "play":
                hand = state.hands[state.turn]
                if state.to_beat is None:
                    opens = self.options.open_hands and self._may_open(state)
                    return (_to_lead(state.turn, len(hand), hand[0], opens, self.ranks),)
                return (_to_follow(state.turn, len(hand), self.ranks),)
        return ()

    def apply(self, state: State, seat: Seat, act: Act) -> Step[State]:
        return STAGES[state.stage](self, state, seat, act)

    def leave(self, state: State, seat: Seat) -> Step[State]:
        """The cards and the stake stay in the game, and whoever answers for the seat plays on."""
        if seat in state.gone:
            return Step(state, ())
        return Step(replace(state, gone=state.gone | {seat}), (LeftGame(seat),))

    def carry(self, state: State) -> Carry:
        return Carry(state.round, dealing.gathered(state) if self.options.no_shuffle else ())

    def announced(self, state: State, viewer: Seat | None) -> Hashable:
        """The rules announce nothing about hidden cards."""
        return ()

    def _bids(self, state: State) -> Option:
        stake = self.options.stake
        return Option("bid", (state.bid + 1) * stake, HIGHEST_BID * stake, stake)

    def _may_open(self, state: State) -> bool:
        """The landlord, before the first play of the game."""
        return not state.landlord_plays and state.turn not in state.openers

    def _deal(self, state: State, seat: Seat, act: Act) -> Step[State]:
        """Seventeen cards a seat; in parts where hands may be opened between."""
        if seat != CHANCE:
            return opening.answered(self.options, state, seat, act)
        dealt, left = dealing.dealt(state, act.drawn)
        hands = {one: in_order(state.hands.get(one, ()) + cards) for one, cards in dealt.items()}
        events = tuple(
            Dealt(one, cards if one in state.openers else Secret(one, cards))
            for one, cards in dealt.items()
        )
        after = replace(state, left=left, hands=hands)
        if len(left) > dealing.KITTY:
            return Step(after, events)
        if self.options.wild:
            return Step(replace(after, stage="wild"), events)
        step = self._dealt(after)
        return Step(step.state, events + step.events)

    def _wild(self, state: State, _: Seat, act: Act) -> Step[State]:
        """Chance names the rank that is wild, before anybody says a word."""
        rank = act.drawn[0]
        step = self._dealt(replace(state, wild=rank))
        return Step(step.state, (Wild(rank, RANK_NAMES[rank].en), *step.events))

    def _dealt(self, state: State) -> Step[State]:
        """Who is asked first, or is the landlord, is drawn unless a hand lies open."""
        if not state.opened or self.options.landlord == "random":
            return Step(replace(state, stage="lot"), ())
        return self._begun(state, state.openers[0])

    def _lot(self, state: State, _: Seat, act: Act) -> Step[State]:
        """Chance names the landlord, or who is asked first."""
        seat = state.order[act.drawn[0]]
        if self.options.landlord == "random":
            return self._crown(replace(state, bid=1, landlord=seat))
        return self._begun(state, seat)

    def _begun(self, state: State, first: Seat) -> Step[State]:
        if self.options.landlord == "call":
            return Step(calling.begun(state, first), (FirstBidder(first, calls=True),))
        return Step(replace(state, stage="bid", turn=first), (FirstBidder(first),))

    def _call(self, state: State, _: Seat, act: Act) -> Step[State]:
        step = calling.answered(self.options, state, act)
        called = step.state
        if called.waiting:
            return step
        then = self._crown(called) if called.caller is not None else self._thrown_in(called)
        return Step(then.state, step.events + then.events)

    def _bid(self, state: State, seat: Seat, act: Act) -> Step[State]:
        """Each seat has one call; the highest bid is the landlord's, and three stakes end it."""
        said = Acted(seat, act.verb, act.amount)
        called = replace(state, calls=state.calls + 1, turn=state.after(seat))
        if act.verb == "bid":
            called = replace(called, bid=act.amount // self.options.stake, landlord=seat)
        if called.bid < HIGHEST_BID and called.calls < 3:
            return Step(called, (said,))
        step = self._crown(called) if called.bid else self._thrown_in(called)
        return Step(step.state, (said, *step.events))

    def _crown(self, state: State) -> Step[State]:
        if state.landlord is None:
            raise ValueError("Nobody plays before there is a landlord.")
        event = Landlord(state.landlord, each(self.options, state))
        return Step(replace(state, stage="kitty", turn=state.landlord), (event,))

    def _thrown_in(self, state: State) -> Step[State]:
        """All passed: a new shuffle, and no game at all after so many of them.

        Who has opened the cards first must take the game then.
        """
        if state.opened:
            return self._crown(replace(state, bid=1, landlord=state.openers[0]))
        if state.shuffle == self.options.deals:
            return Step(replace(state, stage="over"), (NoGame(),))
        fresh = State(
            state.round, state.order, state.stacks, shuffle=state.shuffle + 1, gone=state.gone
        )
        return Step(fresh, (Redealt(),))

    def _kitty(self, state: State, _: Seat, act: Act) -> Step[State]:
        """The last cards are shown to all before the landlord takes them up and leads."""
        cards, left = drawn_from(state.left, act.drawn)
        landlord = state.turn
        hands = {**state.hands, landlord: in_order(state.hands[landlord] + cards)}
        events = (Dealt(BOARD, cards), Laid(BOARD, landlord, cards))
        stage: Stage = "double" if self.options.doubles else "play"
        return Step(replace(state, stage=stage, left=left, hands=hands), events)

    def _double(self, state: State, seat: Seat, act: Act) -> Step[State]:
        return doubling.answered(self.options, state, seat, act)

    def _play(self, state: State, seat: Seat, act: Act) -> Step[State]:
        if act.verb == "pass":
            return _passed(state)
        if act.verb == "open":
            return opening.opened(self.options, state, seat, opening.AS_LANDLORD)
        hand = state.hands[seat]
        pattern, stands = self._checked(state, hand, act)
        cards = in_order(act.cards)
        rest = tuple(card for card in hand if card not in cards)
        doubles = pattern.category in BLASTS
        leads = seat == state.landlord
        after = replace(
            state,
            hands={**state.hands, seat: rest},
            turn=state.after(seat),
            played=state.played + cards,
            to_beat=pattern,
            passes=0,
            bombs=state.bombs + doubles,
            landlord_plays=state.landlord_plays + leads,
            peasant_plays=state.peasant_plays + (not leads),
        )
        events: tuple[Event, ...] = (
            Acted(seat, "play"),
            Laid(seat, BOARD, cards),
            Played(seat, *pattern, left=len(rest), says=str(pattern), stands=stands),
        )
        if doubles:
            why = "rocket" if pattern == ROCKET else "bomb"
            events += (Doubled(why, each(self.options, after)),)
            events += staked(self.options, after)
        if rest and pattern.category == "rocket" and self.options.rocket_wins:
            return _unbeaten(after, seat, events)
        if rest:
            return Step(after, events)
        step = reckon(self.options, after, seat)
        left = shown(after) if self.options.shows_rest else ()
        return Step(step.state, events + left + step.events)

    def _checked(self, state: State, hand: Cards, act: Act) -> Reading:
        """What the cards are; Illegal with the reason if they may not be played."""
        for card in act.cards:
            if card not in hand:
                text = f"You do not hold {label(card)}; choose from your own cards."
                raise Illegal("not_in_hand", text, card=label(card))
        found = self._read(state, act)
        if isinstance(found, Amiss):
            raise Illegal(found.code, found.text)
        if state.to_beat is not None and not found.pattern.beats(state.to_beat):
            raise _too_low(found.pattern, state.to_beat)
        return found

    def _read(self, state: State, act: Act) -> Reading | Amiss:
        if state.wild is not None:
            return read(act.cards, state.wild, act.stands, self.kickers, state.to_beat)
        pattern = classify(act.cards, self.kickers, state.to_beat)
        return pattern if isinstance(pattern, Amiss) else Reading(pattern, ())


@lru_cache(maxsize=4096)
def _to_lead(seat: Seat, held: int, lowest: Card, opens: bool, ranks: int) -> Ask:
    """What the cards are is seen when they are named; silence plays the lowest."""
    offered = (Option("play", hand=(1, held), ranks=ranks), *((opening.OPEN,) if opens else ()))
    return Ask(seat, offered, Act("play", cards=(lowest,)))


@lru_cache(maxsize=4096)
def _to_follow(seat: Seat, held: int, ranks: int) -> Ask:
    return Ask(seat, (Option("play", hand=(1, held), ranks=ranks), PASS), PASSED)


STAGES: Final[Mapping[Stage, Callable[[DouDizhu, State, Seat, Act], Step[State]]]] = {
    "deal": DouDizhu._deal,
    "wild": DouDizhu._wild,
    "lot": DouDizhu._lot,
    "bid": DouDizhu._bid,
    "call": DouDizhu._call,
    "kitty": DouDizhu._kitty,
    "double": DouDizhu._double,
    "play": DouDizhu._play,
}
"""What an act is in each stage."""


def _passed(state: State) -> Step[State]:
    """After the second pass the seat whose play nobody beat leads anything."""
    turn = state.after(state.turn)
    if state.passes:
        after = replace(state, turn=turn, passes=0, to_beat=None)
    else:
        after = replace(state, turn=turn, passes=1)
    return Step(after, (Acted(state.turn, "pass"),))


def _unbeaten(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    """Both others pass what nothing beats, without being asked, and the seat leads again."""
    passes = (Acted(state.turn, "pass"), Acted(state.after(state.turn), "pass"))
    return Step(replace(state, turn=seat, passes=0, to_beat=None), events + passes)


def _too_low(pattern: Pattern, to_beat: Pattern) -> Illegal:
    if to_beat == ROCKET:
        right = "nothing beats it, so pass"
    elif to_beat.category in BLASTS:
        right = "play a higher bomb or the rocket, or pass"
    else:
        size = f" of {to_beat.length} ranks" if CATEGORIES[to_beat.category].chain else ""
        name = CATEGORIES[to_beat.category].name.en
        right = f"play a higher {name}{size}, a bomb or the rocket, or pass"
    played = str(pattern)
    text = f"{played[0].upper()}{played[1:]} does not beat {to_beat}; {right}."
    return Illegal("does_not_beat", text, category=pattern.category, to_beat=to_beat.category)

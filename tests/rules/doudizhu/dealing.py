"""Hands in short, and games of Dou Dizhu that begin where a test wants them to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random

import pytest

from game_server.bots import Bot
from game_server.rules.core import Step, play
from game_server.rules.doudizhu import GAME, Carry, DouDizhu, Options, State
from protocol.cards import PACK_WITH_JOKERS
from protocol.events import Event, RoundBegan, told
from protocol.games.doudizhu import RANK_OF, Amiss, Kickers, Pattern, classify, held, in_order
from protocol.words import CHANCE, Act, Ask, Cards, Illegal, Seat

LETTERS = "3456789TJQKA2xX"
"""The ranks; x is the black-and-white joker, X the coloured one."""
HOUSE = GAME.presets["house"]
STANDARD = GAME.presets["standard"]
CLASSIC = GAME.presets["classic"]
NO_SHUFFLE = GAME.presets["no_shuffle"]
WILD = GAME.presets["wild"]
A, B, C = Seat(2), Seat(1), Seat(0)
"""In playing order: seat numbers rise clockwise."""
MOST_EVENTS = 1_000
"""More than any game has."""
RICH = {A: 10_000_00, B: 10_000_00, C: 10_000_00}


def of(text: str) -> Cards:
    """`33x` are two threes and a joker, the lowest suits first."""
    pack = held(PACK_WITH_JOKERS).cards
    used = dict.fromkeys(LETTERS, 0)
    cards = []
    for letter in text.replace(" ", ""):
        cards.append(pack[LETTERS.index(letter)][used[letter]])
        used[letter] += 1
    return tuple(cards)


def ranks(cards: Iterable[int]) -> str:
    """The letters of the cards' ranks, rising: what makes two plays equal."""
    return "".join(LETTERS[rank] for rank in sorted(RANK_OF[card] for card in cards))


def pattern(text: str, kickers: Kickers | None = None) -> Pattern:
    found = classify(of(text), kickers or Kickers())
    assert isinstance(found, Pattern), f"{text}: {found}"
    return found


def amiss(text: str, kickers: Kickers | None = None) -> Amiss:
    found = classify(of(text), kickers or Kickers())
    assert isinstance(found, Amiss), f"{text}: {found}"
    return found


class Round:
    """A round that a test plays act by act."""

    def __init__(
        self,
        options: Options,
        stacks: Mapping[Seat, int] | None = None,
        carry: Carry | None = None,
    ) -> None:
        self.rules = DouDizhu(options)
        self.events: list[Event] = []
        self.state = self._took(self.rules.open(stacks or RICH, carry))

    def _took(self, step: Step[State]) -> State:
        self.events += step.events
        return step.state

    @property
    def ask(self) -> Ask:
        """The one question that is open."""
        (ask,) = self.rules.asks(self.state)
        return ask

    @property
    def dealing(self) -> Ask:
        """What chance is asked, beside the seats that may open their cards."""
        return self.rules.asks(self.state)[0]

    @property
    def over(self) -> bool:
        return not self.rules.asks(self.state)

    def does(self, seat: Seat, act: Act) -> tuple[Event, ...]:
        step = play(self.rules, self.state, seat, act)
        self.state = self._took(step)
        return step.events

    def leaves(self, seat: Seat) -> tuple[Event, ...]:
        step = self.rules.leave(self.state, seat)
        self.state = self._took(step)
        return step.events

    def plays(self, seat: Seat, text: str) -> tuple[Event, ...]:
        """Cards of these ranks, the first of each that the seat holds."""
        held = list(self.state.hands[seat])
        cards = []
        for letter in text:
            card = next(one for one in held if ranks([one]) == letter)
            held.remove(card)
            cards.append(card)
        return self.does(seat, Act("play", cards=tuple(cards)))

    def passes(self, *seats: Seat) -> None:
        for seat in seats:
            self.does(seat, Act("pass"))

    def bids(self, seat: Seat, stakes: int) -> tuple[Event, ...]:
        return self.does(seat, Act("bid", amount=stakes * self.rules.options.stake))

    def draws(self, below: Callable[[int], int] = lambda bound: 0) -> tuple[Event, ...]:
        """Chance answers, each number chosen below its bound."""
        bounds = self.dealing.options[0].bounds
        return self.does(CHANCE, Act("draw", drawn=tuple(below(bound) for bound in bounds)))

    def said(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]


def refused(game: Round, seat: Seat, act: Act) -> Illegal:
    before = game.state
    with pytest.raises(Illegal) as caught:
        game.does(seat, act)
    assert game.state == before
    return caught.value


def leading(
    hands: Mapping[Seat, str],
    landlord: Seat = A,
    options: Options = HOUSE,
    stacks: Mapping[Seat, int] | None = None,
    bid: int = 1,
    wild: int | None = None,
) -> Round:
    """The landlord is to lead, and the seats hold these cards only."""
    begun = Round(options, stacks)
    begun.state = replace(
        begun.state,
        stage="play",
        left=(),
        hands={seat: in_order(of(text)) for seat, text in hands.items()},
        turn=landlord,
        landlord=landlord,
        bid=bid,
        wild=wild,
    )
    return begun


def whole_game(
    options: Options,
    deal: Random,
    seating: Callable[[Seat, State], Bot],
    chance: Random,
    carry: Carry | None = None,
) -> Round:
    """Bots play a round; `seating` says who answers for a seat."""
    game = Round(options, carry=carry)
    shown = {name: getattr(options, name) for name in Options.__dataclass_fields__}
    names = {seat: f"Seat {seat}" for seat in RICH}
    heard: dict[Seat, list[Event]] = {
        seat: [RoundBegan("doudizhu", "", 1, names, RICH, shown)] for seat in RICH
    }
    known = 0
    while not game.over:
        assert len(game.events) < MOST_EVENTS, "the game does not end"
        for seat, so_far in heard.items():
            so_far.extend(told(event, seat) for event in game.events[known:])
        known = len(game.events)
        asks = game.rules.asks(game.state)
        ask = asks[chance.randrange(len(asks))] if len(asks) > 1 else asks[0]
        if ask.who == CHANCE:
            game.draws(deal.randrange)
        else:
            bot = seating(ask.who, game.state)
            game.does(ask.who, bot(heard[ask.who], ask, chance.randrange))
    return game

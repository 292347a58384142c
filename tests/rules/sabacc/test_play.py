"""Whole games by players who know nothing of the engine, judged by a second reckoning."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from game_server.bots import Bot, Chance, bots
from game_server.bots.sabacc import CHANCES, FAR, chosen, edge, raises_in_100
from game_server.rules.core import Step, play
from game_server.rules.sabacc.state import Carry, State
from protocol.cards import SABACC_PACK, parse, sabacc_value
from protocol.events import Acted, Dealt, Event, Moved, RoundBegan, Shown, told
from protocol.games.sabacc import Rolled, pile, sabacc_pot
from protocol.words import (
    CHANCE,
    DISCARD,
    HOUSE,
    JACKPOT,
    POT,
    Act,
    Ask,
    Cards,
    Option,
    Seat,
)
from tests.rules.sabacc.table import RULES, A, B


class Game:
    """A game that is played out; it keeps all that was said."""

    def __init__(self, stacks: dict[Seat, int], carry: Carry | None) -> None:
        names = {seat: f"P{seat}" for seat in stacks}
        self.begun = stacks
        self.said: list[Event] = [RoundBegan("sabacc", "house", 1, names, stacks, {})]
        self.money = defaultdict[Seat, int](int, stacks)
        self.money[JACKPOT] = 0 if carry is None else carry.jackpot
        self._take(RULES.open(stacks, carry))

    def _take(self, step: Step[State]) -> None:
        self.state = step.state
        self.said += step.events
        for one in step.events:
            if isinstance(one, Moved):
                self.money[one.src] -= one.amount
                self.money[one.dst] += one.amount
        assert {seat: self.money[seat] for seat in self.begun} == self.state.stacks
        assert min(self.state.stacks.values()) >= 0
        assert self.money[JACKPOT] == self.state.jackpot == sabacc_pot(self.said)
        assert self.money[POT] == sum(self.state.paid.values())
        everywhere = [*self.state.left, *self.state.discards]
        everywhere += [card for hand in self.state.hands.values() for card in hand]
        assert sorted(everywhere) == list(SABACC_PACK)
        assert pile(self.said) == self.state.discards

    def play(
        self, players: Mapping[Seat, Bot], chance: Random, leaving: float = 0, small: bool = False
    ) -> None:
        """To the end; sometimes a seat leaves; `small`: mostly small cards come, so hands tie."""
        while asks := RULES.asks(self.state):
            (ask,) = asks
            if chance.random() < leaving:
                self._take(RULES.leave(self.state, chance.choice(list(self.begun))))
                continue
            if ask.who == CHANCE:
                act = drawn(ask, chance, small)
            else:
                heard = [told(one, ask.who) for one in self.said]
                act = players[ask.who](heard, ask, chance.randrange)
            self._take(play(RULES, self.state, ask.who, act))
        assert self.money[POT] == 0

    def staked(self) -> Counter[Seat]:
        """Chips in the pot by seat just before it was paid out."""
        staked = Counter[Seat]()
        for one in self.said:
            if isinstance(one, Moved) and one.dst == POT:
                staked[one.src] += one.amount // 100
            if isinstance(one, Moved) and one.why == "uncalled":
                staked[one.dst] -= one.amount // 100
        return staked


def drawn(ask: Ask, chance: Random, small: bool) -> Act:
    left, numbers = list(ask.left), []
    for bound in ask.options[0].bounds:
        near = [place for place, card in enumerate(left) if abs(sabacc_value(card)) < 2]
        number = chance.choice(near) if small and near else chance.randrange(bound)
        numbers.append(number)
        del left[number : number + 1]
    return Act("draw", drawn=tuple(numbers))


def stays(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Anything but junk."""
    options = tuple(option for option in ask.options if option.verb != "junk")
    return PLAYERS["random"](heard, replace(ask, options=options), chance)


PLAYERS = {**bots("sabacc"), "stays": stays}


def ahead(one: Cards, other: Cards) -> bool:
    """The rulings in their own order."""
    first, second = (sum(map(sabacc_value, hand)) for hand in (one, other))
    if abs(first) != abs(second):
        return abs(first) < abs(second)
    if first != second:
        return first > second
    return len(one) > len(other)


def winners(hands: Mapping[Seat, Cards], able: frozenset[Seat]) -> list[Seat]:
    return [
        seat for seat in sorted(able) if not any(ahead(hands[other], hands[seat]) for other in able)
    ]


def reckoned(staked: Counter[Seat], hands: Mapping[Seat, Cards], sabacc: int) -> Counter[Seat]:
    """Who gets how many chips: every chip of every stake goes to those who put in as many."""
    pots = Counter[frozenset[Seat]]()
    last = frozenset(hands)
    for height in range(max(staked.values(), default=0)):
        able = frozenset(seat for seat in hands if staked[seat] > height) or last
        last = able
        pots[able] += sum(chips > height for chips in staked.values())
    best = winners(hands, frozenset(hands))
    if sum(map(sabacc_value, hands[best[0]])) == 0:
        pots[frozenset(best)] += 0
    won = Counter[Seat]()
    for able, chips in pots.items():
        shared = winners(hands, able)
        for place, seat in enumerate(shared):
            won[seat] += chips // len(shared) + (place < chips % len(shared))
    if sum(map(sabacc_value, hands[best[0]])) == 0:
        for place, seat in enumerate(best):
            won[seat] += sabacc // len(best) + (place < sabacc % len(best))
    return won


@pytest.mark.parametrize(
    ("name", "leaving", "small"),
    [("random", 0, False), ("opponent", 0, False), ("random", 0.03, False), ("stays", 0.005, True)],
)
@pytest.mark.req("C-5.24", "C-5.25")
def test_any_game_ends_and_pays_what_a_second_reckoning_says(
    name: str, leaving: float, small: bool
) -> None:
    chance = Random(f"{name} {leaving}")
    carry: Carry | None = None
    ties = 0
    for number in range(150):
        seats = chance.sample([Seat(n) for n in range(4)], 2 + number % 3)
        stacks = {seat: 5000 + 100 * chance.randrange(chance.choice([40, 400])) for seat in seats}
        game = Game(stacks, carry)
        game.play(dict.fromkeys(seats, PLAYERS[name]), chance, leaving, small)
        carry = RULES.carry(game.state)
        hands = {one.seat: one.cards for one in game.said if isinstance(one, Shown)}
        won = Counter[Seat]()
        paid_out = [one for one in game.said if isinstance(one, Moved)]
        for one in paid_out:
            if one.why in ("pot", "side_pot", "sabacc"):
                won[one.dst] += one.amount // 100
        taken = sum(one.amount for one in paid_out if one.why == "sabacc") // 100
        assert won == +reckoned(game.staked(), hands, taken)
        assert taken == 0 or game.state.jackpot == 0
        ties += len(winners(hands, frozenset(hands))) > 1
    assert ties >= 8 or not small


@pytest.mark.req("C-5.24")
def test_no_chip_is_made_or_lost_over_many_games() -> None:
    chance = Random(7)
    stacks = {Seat(n): 50_000 for n in range(4)}
    carry: Carry | None = None
    house = 0
    for _ in range(40):
        playing = {seat: chips for seat, chips in stacks.items() if chips >= 5000}
        if len(playing) < 2:
            break
        game = Game(playing, carry)
        game.play(dict.fromkeys(playing, bots("sabacc")["opponent"]), chance)
        carry = RULES.carry(game.state)
        stacks |= game.state.stacks
        house += game.money[HOUSE]
        assert sum(stacks.values()) + carry.jackpot + house == 200_000
    assert house <= -5000


HANDS = ["+1c -1s", "+1c 0", "+2c 0", "+1c +2s", "+4s 0", "+2c +3s", "+6c 0", "+3s +4s"]
HANDS += ["+8t 0", "+4c +5s", "+9s +1s", "+9s +3s", "+9s +9c"]
BET = Ask(B, (Option("match", 500, 500), Option("raise", 600, 40_600, 100)), Act("match", 500))


def first_then_most(number: int) -> Chance:
    """Chance that says this number, and then always the greatest it can."""
    answers = iter([number])
    return lambda bound: next(answers, bound - 1)


def bets(hand: str) -> list[int]:
    """What the opponent bets on this hand for each of 100 moods, with its boldest size."""
    heard: list[Event] = [
        RoundBegan("sabacc", "house", 1, {}, {A: 50_000, B: 50_000}, {}),
        Dealt(B, parse(hand)),
        Dealt(DISCARD, parse("-9t")),
    ]
    amounts = []
    for mood in range(100):
        act = bots("sabacc")["opponent"](heard, BET, first_then_most(mood))
        assert BET.refusal(act) is None
        amounts.append(act.amount)
    return amounts


@pytest.mark.req("C-5.15")
def test_the_opponent_raises_more_often_and_higher_the_closer_its_hand_is_to_zero() -> None:
    often = [sum(amount > 500 for amount in bets(hand)) for hand in HANDS]
    highest = [max(bets(hand)) for hand in HANDS]
    assert often == sorted(often, reverse=True)
    assert highest == sorted(highest, reverse=True)
    assert often[0] == 60
    assert len(set(often)) == len(set(highest)) == 11
    assert often[-1] == raises_in_100(-1, 18) > 0
    assert bets("-1s -2s") == bets("+1s +2s")


@pytest.mark.req("C-5.15")
def test_the_opponent_matches_or_bets_all_it_has_when_it_does_not_raise() -> None:
    short = Ask(B, (Option("all_in", 300, 300),), Act("all_in", 300), "short")
    heard: list[Event] = [Dealt(B, parse("0 0"))]
    assert bots("sabacc")["opponent"](heard, short, lambda _: 0) == Act("all_in", 300)
    assert bots("sabacc")["opponent"](heard, BET, lambda bound: bound - 1) == Act("match", 500)


BEGAN = RoundBegan("sabacc", "house", 1, {}, {A: 50_000, B: 50_000}, {})
MANY = RoundBegan("sabacc", "house", 1, {}, {Seat(n): 50_000 for n in range(4)}, {})
ANTES = [Moved(Seat(n), JACKPOT, 5_000, "ante") for n in range(4)]
ONE = (1, 1)
PLAY = Ask(
    B, (Option("stand"), Option("draw"), Option("swap", hand=ONE), Option("junk")), Act("stand")
)
RELEASE = Ask(B, (Option("keep"), Option("release", hand=ONE)), Act("keep"))


@pytest.mark.parametrize(
    ("hand", "top", "act"),
    [
        ("+4c -4s", "-9t", Act("stand")),
        ("+9c -4s", "+4t", Act("swap", cards=parse("+9c"))),
        ("+9c +8s", "-9t", Act("swap", cards=parse("+8s"))),
        ("+3c 0", "+9t", Act("draw")),
    ],
)
def test_the_opponent_stands_on_zero_swaps_to_zero_and_else_draws(
    hand: str, top: str, act: Act
) -> None:
    heard: list[Event] = [BEGAN, *ANTES[:2], Dealt(B, parse(hand)), Dealt(DISCARD, parse(top))]
    assert bots("sabacc")["opponent"](heard, PLAY, lambda _: 0) == act


@pytest.mark.parametrize(
    ("laps", "hand", "pot", "verb"),
    [
        # Far from zero with one draw to come: what lies there decides.
        (2, "+9c +8s", 0, "junk"),
        (2, "+9c +8s", 100_000, "draw"),
        (2, "+9c -9s", 0, "stand"),
        # With three laps to come no hand is lost.
        (0, "+9c +8s", 0, "draw"),
    ],
)
def test_the_opponent_gives_up_where_staying_costs_more_than_it_may_win(
    laps: int, hand: str, pot: int, verb: str
) -> None:
    heard: list[Event] = [MANY, *ANTES[:1], Dealt(B, parse(hand)), Dealt(DISCARD, parse("+9t"))]
    heard += [Moved(A, POT, pot, "stake")] * (pot > 0) + [Rolled(1, 2)] * laps
    assert bots("sabacc")["opponent"](heard, PLAY, lambda _: 0).verb == verb


def test_the_fewer_are_in_and_the_later_it_is_the_more_a_sabacc_may_risk() -> None:
    junked = [Acted(Seat(2), "junk"), Acted(Seat(3), "junk")]
    told: list[list[Event]] = [[MANY], [MANY, *junked], [MANY, *junked, Rolled(1, 2), Rolled(1, 2)]]
    assert [edge(one, 0) for one in told] == sorted(edge(one, 0) for one in told)
    assert edge([BEGAN], 0) == edge([MANY, *junked], 0) > 0
    assert edge([BEGAN, Rolled(1, 2), Rolled(1, 2)], 5) < 0


def test_a_draw_never_loses_to_standing_since_what_was_drawn_may_go() -> None:
    chances = CHANCES[2][2]
    for hand in ((1, 0), (3, -1), (9, -4)):
        # All that comes is far too much.
        drawn = chosen(hand, 10, [10] * 5, chances)
        assert drawn.wins == chances[sum(hand)]


def test_hands_of_all_who_are_in_win_once_and_never_more_from_farther_away() -> None:
    for seats, laps in CHANCES.items():
        for row in laps:
            assert len(row) == FAR + 1
            assert list(row) == sorted(row, reverse=True)
            assert row[0] > 1 / seats > row[-1]


@pytest.mark.parametrize(
    ("hand", "act"),
    [
        ("+4c -4s +9c", Act("release", cards=parse("+9c"))),
        ("+1c +2c -3s", Act("keep")),
        ("+1c -2c +3s", Act("release", cards=parse("+1c"))),
    ],
)
def test_the_opponent_releases_what_leaves_the_best_hand(hand: str, act: Act) -> None:
    heard: list[Event] = [Dealt(B, parse(hand)), Dealt(DISCARD, parse("-9t"))]
    assert bots("sabacc")["opponent"](heard, RELEASE, lambda _: 0) == act


def test_the_opponent_is_the_default_and_beats_a_player_without_a_plan() -> None:
    assert next(iter(bots("sabacc"))) == "opponent"
    chance = Random(11)
    won = 0
    for _ in range(150):
        game = Game({A: 50_000, B: 50_000}, Carry(1, 0))
        game.play({A: bots("sabacc")["opponent"], B: bots("sabacc")["random"]}, chance)
        won += game.money[A] - game.money[B] > 0
    assert won > 95

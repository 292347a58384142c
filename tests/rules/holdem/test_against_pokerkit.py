"""Random hands, played in step with PokerKit: who acts, what is legal, who ends with what.

What PokerKit does otherwise, and how these hands stay clear of it:
  - it gives all odd chips to one winner: every amount is a multiple of the small blind, which is
    a multiple of 420, so that every pot divides;
  - it lets a raise of less than a big blind over the big blind, and an opening bet of less than a
    big blind, reopen the betting; at a table neither does. In the hands of `EVEN` every amount is
    a multiple of the big blind, so that neither can be; in those of `UNEVEN` the right to raise
    is not compared on such a street;
  - it forgets short all-ins once they add up to a full raise, so that one more does not reopen;
    that street is not compared either;
  - it asks a seat that owes nothing while all others are all-in; here nobody is asked.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import pokerkit
import pytest

from game_server.rules.core import play
from game_server.rules.holdem import GAME, Carry, Hand
from game_server.rules.holdem.engine import Holdem
from game_server.rules.holdem.hand import BET
from protocol.cards import LABELS, PACK, Card
from protocol.words import CHANCE, Act, Ask, Seat

HANDS = 1800
"""Of each kind."""
UNIT = 420


@dataclass
class Kind:
    small_blind: int
    big_blind: int
    grid: int
    ante: int = 0
    for_all: bool = False
    """The big blind pays the ante for all."""


EVEN = Kind(UNIT, 2 * UNIT, 2 * UNIT)
UNEVEN = Kind(UNIT, 2 * UNIT, UNIT)
ANTES = Kind(UNIT, 2 * UNIT, 2 * UNIT, ante=2 * UNIT)
FOR_ALL = Kind(UNIT, 2 * UNIT, 2 * UNIT, ante=4 * UNIT, for_all=True)


class Pair:
    """One hand in both engines. A place is PokerKit's index; the last of them has the button."""

    def __init__(self, kind: Kind, random: Random) -> None:
        self.random = random
        self.places = random.randint(2, 10 if kind.ante else 7)
        most = random.choice((3, 12, 60))
        self.stacks = [
            kind.ante + kind.big_blind + kind.grid * random.randint(0, most)
            for _ in range(self.places)
        ]
        if kind.ante and self.places > 2 and random.random() < 0.5:
            # Some have no more than the ante, or a part of it.
            self.stacks[random.randrange(2, self.places)] = random.choice((1, 2)) * UNIT
        options = replace(
            GAME.presets["standard"],
            small_blind=kind.small_blind,
            big_blind=kind.big_blind,
            grid=kind.grid,
            ante=kind.ante,
            ante_from="big_blind" if kind.for_all else "all",
            most=10,
            unit=1,
            losers_may_muck=False,
        )
        self.rules = Holdem(options)
        opened = self.rules.open(
            {Seat(place): chips for place, chips in enumerate(self.stacks)},
            Carry(1, Seat(self.places - 2)),
        )
        self.hand: Hand = opened.state
        self.deck = random.sample(PACK, len(PACK))
        self.theirs = self._theirs(kind)
        self.lax_street = False
        """PokerKit's idea of who may raise is known to be another one on this street."""
        self.forgotten = False
        """PokerKit has forgotten short all-ins since the last full raise."""
        self.seen: Counter[str] = Counter()

    def _theirs(self, kind: Kind) -> Any:
        a = pokerkit.Automation
        automations = (
            a.ANTE_POSTING,
            a.BET_COLLECTION,
            a.BLIND_OR_STRADDLE_POSTING,
            a.HOLE_CARDS_SHOWING_OR_MUCKING,
            a.HAND_KILLING,
            a.CHIPS_PUSHING,
            a.CHIPS_PULLING,
        )
        return pokerkit.NoLimitTexasHoldem.create_state(
            automations,
            not kind.for_all,
            (0, kind.ante) if kind.for_all else kind.ante,
            (kind.small_blind, kind.big_blind),
            kind.big_blind,
            tuple(self.stacks),
            self.places,
            mode=pokerkit.Mode.TOURNAMENT,
        )

    def play(self) -> None:
        while asks := self.rules.asks(self.hand):
            (ask,) = asks
            if ask.who == CHANCE:
                self._deal(ask)
            else:
                self._compare(ask)
                self._act(ask)
            self._catch_up()
        assert not self.theirs.status
        ours = [self.hand.stacks[Seat(place)] for place in range(self.places)]
        assert ours == list(self.theirs.stacks)
        self.seen["hands"] += 1
        self.seen["showdowns"] += bool(self.hand.shown)
        self.seen["all-ins of different size"] += len({*self._all_ins()}) > 1

    def _all_ins(self) -> list[int]:
        hand = self.hand
        return [hand.paid[seat] for seat in hand.shown if hand.paid[seat] == self.stacks[seat]]

    def _deal(self, ask: Ask) -> None:
        cards, self.deck = (
            self.deck[: len(ask.options[0].bounds)],
            self.deck[len(ask.options[0].bounds) :],
        )
        left = list(ask.left)
        drawn = []
        for card in cards:
            drawn.append(left.index(card))
            left.remove(card)
        self.hand = play(self.rules, self.hand, CHANCE, Act("draw", drawn=tuple(drawn))).state
        self.lax_street = self.forgotten = False
        if self.hand.board:
            self.theirs.burn_card("??")
            self.theirs.deal_board(_text(cards))
        else:
            for place in range(self.places):
                self.theirs.deal_hole(_text(self.hand.holes[Seat(place)]))

    def _compare(self, ask: Ask) -> None:
        theirs = self.theirs
        assert ask.who == theirs.actor_index
        call = ask.option("call")
        all_in = ask.option("all_in")
        raised = ask.option("bet") or ask.option("raise")
        stack = self.hand.stacks[ask.who]
        owed = theirs.checking_or_calling_amount
        if owed == 0:
            assert ask.option("check")
            assert call is None
        elif owed < stack:
            assert call is not None
            assert call.low == owed
        else:
            assert call is None
            assert all_in is not None
            assert all_in.low == owed
        assert theirs.can_fold() == (owed > 0)
        least = theirs.min_completion_betting_or_raising_to_amount
        if self.lax_street:
            self.seen["rights to raise not compared"] += 1
            return
        answered = self.hand.street.answered.get(ask.who)
        self.seen["not reopened"] += answered is not None and all_in is None
        if least is None:
            assert raised is None
            assert all_in is None or owed == stack
            return
        assert all_in is not None
        put = self.hand.street.bets[ask.who]
        assert theirs.max_completion_betting_or_raising_to_amount == put + stack
        if raised is None:
            assert least == put + stack
        else:
            assert (raised.low, raised.high) == (least, put + stack)

    def _act(self, ask: Ask) -> None:
        verbs = [option.verb for option in ask.options]
        likely = {"check": 6, "call": 6, "fold": 2 if "check" not in verbs else 0, "all_in": 3}
        option = self.random.choices(ask.options, [likely.get(verb, 5) for verb in verbs])[0]
        steps = (option.high - option.low) // option.step
        act = Act(
            option.verb,
            option.low + option.step * min(steps, self.random.choice((0, 0, 1, 2, steps))),
        )
        before = self.hand.street
        total = {"call": 0, "check": 0, "fold": 0, "all_in": before.bets[ask.who] + act.amount}
        self._tell(act, total.get(act.verb, act.amount), before.level)
        self.hand = play(self.rules, self.hand, ask.who, act).state

    def _tell(self, act: Act, total: int, level: int) -> None:
        if act.verb == "fold":
            self.theirs.fold()
        elif total <= level:
            self.theirs.check_or_call()
        else:
            self._tell_raise(total, total - level)

    def _tell_raise(self, total: int, added: int) -> None:
        short = added < self.hand.street.raise_by
        self.lax_street |= short and (added < self.rules.options.big_blind or self.forgotten)
        if not self.theirs.can_complete_bet_or_raise_to(total):
            assert self.lax_street
            raise Unlike
        self.theirs.complete_bet_or_raise_to(total)
        self.seen["short raises"] += short
        self.forgotten = short and not self.theirs.consecutive_short_all_in_amounts
        self.seen["short raises that add up"] += self.forgotten

    def _catch_up(self) -> None:
        """PokerKit asks on where there is nothing to decide."""
        theirs = self.theirs
        while theirs.actor_index is not None and self.hand.stage != BET:
            assert theirs.checking_or_calling_amount == 0
            assert theirs.min_completion_betting_or_raising_to_amount is None
            theirs.check_or_call()


class Unlike(Exception):
    """A raise that PokerKit is known to refuse."""


@pytest.fixture(autouse=True)
def _remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """PokerKit tries all five of the same seven cards six times in a hand; here it remembers the
    best."""
    best = lru_cache(maxsize=256)(pokerkit.StandardHighHand.from_game)

    def from_game(hole: Iterable[Any], board: Iterable[Any] = ()) -> object:
        return best(tuple(hole), tuple(board))

    monkeypatch.setattr(pokerkit.StandardHighHand, "from_game", from_game)


def _text(cards: list[Card] | tuple[Card, ...]) -> str:
    return "".join(LABELS[card] for card in cards)


@pytest.mark.req("E-RF-BR-006", "E-RF-BR-008", "E-RF-BR-011", "E-RF-BR-012", "E-RF-GR-007")
@pytest.mark.parametrize(
    "kind", [EVEN, UNEVEN, ANTES, FOR_ALL], ids=["even", "uneven", "antes", "ante-for-all"]
)
def test_hands_go_as_in_pokerkit(kind: Kind) -> None:
    seen: Counter[str] = Counter()
    hands = HANDS // 3 if kind.ante else HANDS
    for seed in range(hands):
        pair = Pair(kind, Random(seed))
        try:
            pair.play()
        except Unlike:
            seen["given up"] += 1
        except Exception as wrong:
            raise AssertionError(f"hand {seed} of {kind}: {pair.hand}") from wrong
        seen += pair.seen
    assert seen["hands"] > hands - 20
    assert seen["showdowns"] > hands / 2
    assert seen["all-ins of different size"] > hands / 3
    assert min(seen["short raises"], seen["not reopened"]) > hands / 26

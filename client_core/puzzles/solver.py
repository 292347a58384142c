"""Which side wins an endgame with open cards, exactly: every line is followed or proved needless.

A hand is an integer of four bits a rank, so that cards are taken from it by a subtraction. What a
hand may play are those plays of the hand it came from that it still holds the cards of: whether
cards are a play depends on nothing but themselves.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from client_core.puzzles.position import LANDLORD, PASS, Position, with_ranks
from protocol.games.doudizhu import RANK_OF, RANKS, Amiss, Pattern, classify, plays
from protocol.words import Cards

SPARE: Final = sum(8 << 4 * rank for rank in RANKS)
"""A bit above the count of each rank: it is gone where too many cards were taken."""
LEAD: Final = -1
"""The number of no pattern: who is to move leads."""
STRONG: Final = frozenset({"bomb", "rocket", "four_solos", "four_pairs"})
"""What is tried after all else."""


class TooLong(Exception):
    """The solver gave up: it was given so many positions to look at, and needs more."""


class _Play(NamedTuple):
    takes: int
    pattern: int
    size: int


_PASS: Final = _Play(0, LEAD, 0)
_Hands = tuple[int, ...]
_State = tuple[int, _Hands, int, int]
"""Whose turn it is, the hands, the number of the pattern to beat, and the passes since."""


class Solver:
    """Solves a position and all that can come of it; what it has found it keeps.

    `most` is how many positions it looks at before it gives up; 0 is as many as it takes.
    """

    def __init__(self, position: Position, most: int = 0) -> None:
        self.most = most
        self.looked_at = 0
        self._roots = tuple(packed(hand) for hand in position.hands)
        self._patterns: dict[Pattern, int] = {}
        self._plays: dict[int, tuple[_Play, ...]] = {}
        for hand in position.hands:
            self._plays[packed(hand)] = tuple(self._sorted_plays(hand))
        if position.to_beat is not None:
            self._number(position.to_beat)
        self._beaten_by = [
            frozenset(number for one, number in self._patterns.items() if one.beats(beaten))
            for beaten in self._patterns
        ]
        self._follows: dict[tuple[int, int], tuple[tuple[_Play, ...], int]] = {}
        self._same: dict[tuple[int, tuple[_Play, ...]], int] = {}
        self._won: dict[tuple[int, _Hands, int, int], bool] = {}
        self._refuted: dict[tuple[int, int], _Play] = {}
        self._bounds: dict[_State, tuple[int, int]] = {}

    # -- what is asked -----------------------------------------------------------------------

    def landlord_wins(self, position: Position) -> bool:
        """Whether the landlord wins with the best play of all."""
        over = position.winner
        return self._wins(*self._state(position)) if over is None else over

    def wins(self, position: Position) -> bool:
        """Whether the side to move wins, however the other side plays."""
        return self.landlord_wins(position) == (position.turn == LANDLORD)

    def choices(self, position: Position) -> tuple[Cards, ...]:
        """Every choice there is, PASS last."""
        return tuple(self._cards(position, play) for play, _ in self._next(self._state(position)))

    def winning(self, position: Position) -> tuple[Cards, ...]:
        """Every choice with which the side to move keeps a won position won."""
        state = self._state(position)
        mine = position.turn == LANDLORD
        found = [play for play, after in self._next(state) if self._won_by(after) == mine]
        return tuple(self._cards(position, play) for play in found)

    def turns(self, position: Position) -> int:
        """How many turns, passes too, until the winners are out: they take as few as they can,
        the losers hold out as long as they can."""
        return self._turns(self._state(position))

    def line(self, position: Position) -> tuple[Cards, ...]:
        """The turns of such a line, PASS for a pass."""
        found: list[Cards] = []
        while position.winner is None:
            cards = self.best(position)
            found.append(cards)
            position = position.after(cards)
        return tuple(found)

    def best(self, position: Position) -> Cards:
        """What wins soonest; in a lost position what loses latest, and of those what leaves the
        other side the fewest right answers."""
        state = self._state(position)
        lord = self._won_by(state)
        mine = position.turn == LANDLORD
        left = self._turns(state)
        found = [
            (self._right_answers(after) if lord != mine else 0, place, play)
            for place, (play, after) in enumerate(self._next(state))
            if self._won_by(after) == lord and self._turns(after) == left - 1
        ]
        return self._cards(position, min(found)[2])

    # -- positions as numbers ----------------------------------------------------------------

    def _number(self, pattern: Pattern) -> int:
        return self._patterns.setdefault(pattern, len(self._patterns))

    def _sorted_plays(self, hand: Cards) -> list[_Play]:
        """All plays of a hand: the longest first, of those the lowest, bombs and such last."""
        found: list[tuple[tuple[bool, int, int], _Play]] = []
        for cards in plays(hand):
            pattern = classify(cards)
            if isinstance(pattern, Amiss):
                raise ValueError(pattern.text)
            sense = (pattern.category in STRONG, -len(cards), pattern.low)
            found.append((sense, _Play(packed(cards), self._number(pattern), len(cards))))
        return [play for _, play in sorted(found, key=lambda one: one[0])]

    def _state(self, position: Position) -> _State:
        hands = tuple(packed(hand) for hand in position.hands)
        for hand, root in zip(hands, self._roots, strict=True):
            if not _holds(root, hand):
                raise ValueError("Another position was to be solved: these cards were not in it.")
            self._of(hand, root)
        beat = LEAD if position.to_beat is None else self._patterns[position.to_beat]
        return position.turn, hands, beat, position.passes

    def _cards(self, position: Position, play: _Play) -> Cards:
        wanted = [rank for rank in RANKS for _ in range(play.takes >> 4 * rank & 7)]
        return with_ranks(position.hands[position.turn], wanted) if wanted else PASS

    def _of(self, hand: int, parent: int) -> tuple[_Play, ...]:
        """All plays of a hand that was once this one."""
        found = self._plays.get(hand)
        if found is None:
            spare = hand | SPARE
            kept = [one for one in self._plays[parent] if spare - one.takes & SPARE == SPARE]
            found = self._plays[hand] = tuple(kept)
        return found

    def _able(self, hand: int, beat: int) -> tuple[tuple[_Play, ...], int]:
        """What the hand can play on that, and the first pattern for which that is the same."""
        found = self._follows.get((hand, beat))
        if found is None:
            beaten_by = self._beaten_by[beat]
            able = tuple([one for one in self._plays[hand] if one.pattern in beaten_by])
            found = self._follows[hand, beat] = (able, self._same.setdefault((hand, able), beat))
        return found

    def _next(self, state: _State) -> Iterator[tuple[_Play, _State]]:
        """Every choice of who is to move, with what comes of it."""
        turn, hands, beat, passes = state
        after, hand = (turn + 1) % len(hands), hands[turn]
        for play in self._plays[hand] if beat == LEAD else self._able(hand, beat)[0]:
            rest = hand - play.takes
            self._of(rest, hand)
            yield play, (after, (*hands[:turn], rest, *hands[turn + 1 :]), play.pattern, 0)
        if beat != LEAD:
            leads = passes + 2 == len(hands)
            yield _PASS, (after, hands, LEAD, 0) if leads else (after, hands, beat, passes + 1)

    # -- who wins ----------------------------------------------------------------------------

    def _won_by(self, state: _State) -> bool:
        """Whether the landlord wins, or has won."""
        hands = state[1]
        if not all(hands):
            return not hands[LANDLORD]
        return self._wins(*state)

    def _wins(self, turn: int, hands: _Hands, beat: int, passes: int) -> bool:
        """Whether the landlord wins. What comes next is written out: here all the time goes."""
        seats = len(hands)
        hand = hands[turn]
        if beat == LEAD:
            able, same, other = self._plays[hand], LEAD, LEAD
        else:
            able, same = self._able(hand, beat)
            while not able:
                turn, passes = (turn + 1) % seats, passes + 1
                hand = hands[turn]
                if passes + 1 == seats:
                    passes, beat, same, able = 0, LEAD, LEAD, self._plays[hand]
                else:
                    able, same = self._able(hand, beat)
            # What lies there matters as far as those can beat it who still have a say.
            last = beat == LEAD or passes + 2 == seats
            other = LEAD if last else self._able(hands[(turn + 1) % seats], beat)[1]
        key = (turn, hands, same, other)
        known = self._won.get(key)
        if known is not None:
            return known
        self.looked_at += 1
        if self.looked_at == self.most:
            raise TooLong(f"More than {self.most} positions would have to be looked at.")
        mine = turn == LANDLORD
        for play in able:
            if play.takes == hand:
                self._won[key] = mine
                return mine
        first = self._refuted.get((hand, same))
        if first is not None:
            able = (first, *able)
        after, before, behind = (turn + 1) % seats, hands[:turn], hands[turn + 1 :]
        for play in able:
            rest = hand - play.takes
            if rest not in self._plays:
                self._of(rest, hand)
            if self._wins(after, (*before, rest, *behind), play.pattern, 0) == mine:
                self._refuted[hand, same] = play
                self._won[key] = mine
                return mine
        found = not mine
        if beat != LEAD:
            leads = passes + 2 == seats
            found = self._wins(after, hands, LEAD if leads else beat, 0 if leads else passes + 1)
        self._won[key] = found
        return found

    def _right_answers(self, state: _State) -> int:
        lord = self._won_by(state)
        return sum(self._won_by(after) == lord for _, after in self._next(state))

    # -- how soon ----------------------------------------------------------------------------

    def _turns(self, state: _State) -> int:
        if not all(state[1]):
            return 0
        lord = self._won_by(state)
        turns = max(1, self._bounds.get(state, (0, 0))[0] + 1)
        while not self._within(state, turns, lord):
            turns += 1
        return turns

    def _within(self, state: _State, turns: int, lord: bool) -> bool:
        """Whether the side that wins is out in so many turns at most.

        `_bounds` keeps for how many it is not, and for how many it is.
        """
        turn, hands, _, _ = state
        if not all(hands):
            return True
        if turns <= 0:
            return False
        no, yes = self._bounds.get(state, (0, 1 << 30))
        if turns <= no or turns >= yes:
            return turns >= yes
        if (turn == LANDLORD) == lord:
            found = any(
                self._won_by(after) == lord and self._within(after, turns - 1, lord)
                for _, after in self._next(state)
            )
        else:
            found = all(self._within(after, turns - 1, lord) for _, after in self._next(state))
        no, yes = self._bounds.get(state, (0, 1 << 30))
        self._bounds[state] = (no, turns) if found else (turns, yes)
        return found


def packed(cards: Cards) -> int:
    return sum(1 << 4 * RANK_OF[card] for card in cards)


def _holds(hand: int, cards: int) -> bool:
    return (hand | SPARE) - cards & SPARE == SPARE

"""The bets that the blueprint knows: a small tree of heads-up hold'em at one depth of stacks.

Amounts are thousandths of a big blind. Player 0 has the button and the small blind, and acts first
before the flop; player 1 acts first after it. Every decision has its numbers in one long table: one
for each bucket of its street and each choice, then those of what follows its choices in turn.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

BLIND: Final = 1000
FOLD: Final = "fold"
CALL: Final = "call"
"""A check, where nothing is owed."""
RAISE: Final = "raise"
ALL_IN: Final = "all_in"

BUCKETS: Final = (169, 120, 120, 70)
"""How many kinds of hands are told apart on each street."""

BEFORE_FLOP: Final = ((0.75, 1.5), (1.0,), (0.8,))
"""Raises by how many there were, as shares of the pot after a call."""
OVER_LIMP: Final = (1.0,)
BETS: Final = ((), (0.33, 0.75), (0.33, 0.75, 1.5), (0.33, 0.75, 1.5))
"""First bets by street."""
RAISES: Final = ((0.4, 1.0), (1.0,))
TOO_LITTLE: Final = 0.3
"""Who would keep less than this share of the pot goes all-in."""


class BettingState(NamedTuple):
    """The state of the betting in the blueprint's tree."""

    street: int
    paid: tuple[int, int]
    """What each has put in during the whole hand."""
    player: int
    raises: int
    """Bets and raises on this street."""
    last: int
    """What the last bet or raise added."""
    closes: bool
    """Whether a check or call ends the street."""

    @property
    def theirs(self) -> int:
        """What the other player has put in."""
        return self.paid[1 - self.player]


class TreeAct(NamedTuple):
    """One act, and where the player stands after it, in thousandths of a big blind."""

    kind: str
    total: int


OPENING: Final = BettingState(0, (BLIND // 2, BLIND), 0, 0, BLIND, False)


@cache
def choices(state: BettingState, depth: int) -> tuple[TreeAct, ...]:
    """What may be done here with stacks of `depth`."""
    mine, theirs = state.paid[state.player], state.theirs
    found = [TreeAct(FOLD, mine)] if theirs > mine else []
    found.append(TreeAct(CALL, theirs))
    if theirs >= depth:
        return tuple(found)
    totals: list[int] = []
    for size in _sizes(state):
        total = theirs + max(round(size * 2 * theirs), state.last, BLIND)
        if depth - total >= TOO_LITTLE * 2 * total and total not in totals:
            totals.append(total)
    found += [TreeAct(RAISE, total) for total in totals]
    return (*found, TreeAct(ALL_IN, depth))


def _sizes(state: BettingState) -> Sequence[float]:
    if state.street == 0:
        if state.raises == 0 and state.player == 1:
            return OVER_LIMP
        return BEFORE_FLOP[state.raises] if state.raises < len(BEFORE_FLOP) else ()
    if state.raises == 0:
        return BETS[state.street]
    return RAISES[state.raises - 1] if state.raises <= len(RAISES) else ()


def after(state: BettingState, choice: TreeAct, depth: int) -> BettingState | None:
    """What follows the choice; None when nothing is left to decide."""
    if choice.kind == FOLD:
        return None
    paid = (choice.total, state.paid[1]) if state.player == 0 else (state.paid[0], choice.total)
    if choice.kind == CALL:
        if not state.closes:
            return BettingState(
                state.street, paid, 1 - state.player, state.raises, state.last, True
            )
        if state.street == 3 or choice.total >= depth:
            return None
        return BettingState(state.street + 1, paid, 1, 0, 0, False)
    added = choice.total - state.theirs
    return BettingState(state.street, paid, 1 - state.player, state.raises + 1, added, True)


@cache
def numbers(state: BettingState, depth: int) -> int:
    """How many numbers the table has for this decision and all that follow."""
    found = choices(state, depth)
    return BUCKETS[state.street] * len(found) + sum(
        numbers(following, depth)
        for choice in found
        if (following := after(state, choice, depth)) is not None
    )


def followers(
    state: BettingState, first: int, depth: int
) -> Iterator[tuple[BettingState | None, int]]:
    """What follows each choice of a decision with numbers from `first`, and where its own begin."""
    found = choices(state, depth)
    first += BUCKETS[state.street] * len(found)
    for choice in found:
        following = after(state, choice, depth)
        yield following, first
        if following is not None:
            first += numbers(following, depth)

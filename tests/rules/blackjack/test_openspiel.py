"""Against OpenSpiel (one deck, s17, no bonus, ties push): the same cards, the same end."""

from random import Random

import pyspiel

from protocol.cards import LABELS, Card, parse
from tests.rules.blackjack.dealt import Table, rules

HANDS = 2500
OPTIONS = rules("casino", dealer="s17")
RANKS, SUITS = "A23456789TJQK", "CDHS"
NUMBER = {parse(RANKS[n % 13] + SUITS[n // 13])[0]: n for n in range(52)}
"""OpenSpiel's number of each card: suit by suit, from the aces."""
HIT, STAND = 0, 1
BET = 1000


def ours(pack: list[Card], hits: int) -> tuple[float, int, list[Card]]:
    """A hand that hits so often if it may: what it won in bets, its hits, the dealer's cards."""
    one, two, hole, up, *rest = pack
    deal = " ".join(LABELS[card] for card in (one, hole, two, up, *rest))
    table = Table(OPTIONS, deal, bets={0: BET})
    taken = 0
    while table.ask(0) is not None:
        table.do(0, "hit" if taken < hits else "stand")
        taken += taken < hits
    assert table.over
    return (table.stacks[0] - 100_000) / BET, taken, list(table.state.dealer)


def theirs(pack: list[Card], hits: int) -> tuple[float, int]:
    """The same in OpenSpiel, which deals the player both cards before the dealer's."""
    state = pyspiel.load_game("blackjack").new_initial_state()
    cards = iter(pack)
    taken = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(NUMBER[next(cards)])
        elif taken < hits:
            taken += 1
            state.apply_action(HIT)
        else:
            state.apply_action(STAND)
    return state.returns()[0], taken


def test_random_hands_end_as_in_openspiel() -> None:
    random = Random(21)
    ends = {-1.0: 0, 0.0: 0, 1.0: 0}
    for _ in range(HANDS):
        pack = list(NUMBER)
        random.shuffle(pack)
        won, taken, _ = ours(pack, hits=random.choice((0, 0, 1, 1, 2, 3, 8)))
        # At 21 we stand without being asked; so many hits there too, then.
        assert theirs(pack, taken) == (won, taken), " ".join(LABELS[card] for card in pack[:12])
        ends[won] += 1
    assert min(ends.values()) > HANDS / 50

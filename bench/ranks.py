"""Seven-card rankings a second: ours in pure Python, treys, and two libraries in C."""

from importlib.util import find_spec, module_from_spec
from random import Random
from types import ModuleType

import eval7
import phevaluator
import treys

from bench.measure import Racer, number, peer, race, table, times
from protocol.cards import LABELS, PACK, Card
from protocol.games.holdem import ranks

HANDS = 20_000
Hand = tuple[Card, ...]


def hands(count: int, seed: int = 7) -> list[Hand]:
    """Random hands of seven cards, the board first."""
    random = Random(seed)
    return [tuple(random.sample(PACK, 7)) for _ in range(count)]


def fresh() -> ModuleType:
    """Our ranks as a new process has them: nothing remembered yet."""
    spec = find_spec(ranks.__name__)
    assert spec is not None  # it was imported above
    assert spec.loader is not None
    copy = module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy


def racers(count: int) -> list[Racer]:
    """Each ranks the same hands, given in the form that it takes fastest."""
    dealt = hands(count)
    of_treys = {card: treys.Card.new(name) for card, name in LABELS.items() if card in PACK}
    of_eval7 = {card: eval7.Card(name) for card, name in LABELS.items() if card in PACK}
    # phevaluator numbers the cards as we do: rank by rank from the deuces, clubs to spades.
    in_treys = [[of_treys[card] for card in hand] for hand in dealt]
    for_treys = [(hand[:5], hand[5:]) for hand in in_treys]
    for_eval7 = [[of_eval7[card] for card in hand] for hand in dealt]
    evaluate = treys.Evaluator().evaluate

    def ours() -> int:
        strength = ranks.strength
        for hand in dealt:
            strength(hand)
        return count

    def ours_cold() -> int:
        strength = fresh().strength
        for hand in dealt:
            strength(hand)
        return count

    def by_treys() -> int:
        for board, hole in for_treys:
            evaluate(board, hole)
        return count

    def by_phevaluator() -> int:
        rank = phevaluator.evaluate_cards
        for hand in dealt:
            rank(*hand)
        return count

    def by_eval7() -> int:
        rank = eval7.evaluate
        for hand in for_eval7:
            rank(hand)
        return count

    return [
        Racer("ours, Python", ours, count),
        Racer("ours, nothing remembered yet", ours_cold, count),
        Racer(f"{peer('treys')}, Python", by_treys, count),
        Racer(f"{peer('phevaluator')}, C", by_phevaluator, count),
        Racer(f"{peer('eval7')}, C", by_eval7, count),
    ]


def main(seconds: float = 2.0) -> int:
    paces = race(racers(HANDS if seconds else 50), seconds)
    ours = paces[0].games
    rows = [(pace.name, number(pace.games), times(ours, pace.games)) for pace in paces]
    print(table(("seven-card hands", "ranked a second", "ours is"), rows))
    return 0

"""How likely a hand so far from zero wins of all others, after the play of each lap: the table
`CHANCES` of the sabacc player, by games that it plays against itself with the table before.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from game_server.bots.sabacc import CHANCES, FAR, SabaccChoice, chosen, kept
from protocol.cards import SABACC_PACK, sabacc_value

GAMES: Final = 30_000
TIMES: Final = 2
LAPS: Final = 3
VALUES: Final = tuple(map(sabacc_value, SABACC_PACK))

Hand = list[int]
Chances = Sequence[Sequence[float]]


def game(chances: Chances, seats: int, random: Random) -> list[tuple[int, int, float]]:
    """Lap, distance and what was won (a share of a tie), for each hand after each play."""
    pack = list(VALUES)
    random.shuffle(pack)
    hands = [[pack.pop(), pack.pop()] for _ in range(seats)]
    pile = [pack.pop()]
    stood: list[list[int]] = [[] for _ in hands]
    for lap in range(LAPS):
        for seat, hand in enumerate(hands):
            _play(hand, pile, pack, chances[lap])
            stood[seat].append(min(FAR, abs(sum(hand))))
        if random.randrange(6) == 0:
            for hand in hands:
                pile.extend(hand)
                hand[:] = [pack.pop() for _ in hand]
    merits = [_merit(hand) for hand in hands]
    ends = [(one == max(merits)) / merits.count(one) for one in merits]
    return [(lap, stood[seat][lap], end) for seat, end in enumerate(ends) for lap in range(LAPS)]


def _play(hand: Hand, pile: Hand, pack: Hand, chances: Sequence[float]) -> None:
    unseen = sorted(pack)
    choice: SabaccChoice = chosen(tuple(hand), pile[-1], unseen, chances)
    if choice.verb == "swap":
        hand.remove(choice.value)
        hand.append(pile.pop())
        pile.append(choice.value)
    elif choice.verb == "draw":
        hand.append(pack.pop())
        released = kept(hand)
        if released is not None:
            hand.remove(released)
            pile.append(released)


def _merit(hand: Hand) -> tuple[int, int, int]:
    return -abs(sum(hand)), sum(hand), len(hand)


def table(chances: Chances, seats: int, games: int, seed: int) -> list[list[float]]:
    """The share that was won, by lap and distance; never more from farther away."""
    random = Random(seed)
    won = [[0.0] * (FAR + 1) for _ in range(LAPS)]
    seen = [[0] * (FAR + 1) for _ in range(LAPS)]
    for _ in range(games):
        for lap, distance, end in game(chances, seats, random):
            won[lap][distance] += end
            seen[lap][distance] += 1
    found = []
    for lap in range(LAPS):
        row: list[float] = []
        for wins, count in zip(won[lap], seen[lap], strict=True):
            share = wins / count if count > 200 else row[-1]
            row.append(min(share, row[-1]) if row else share)
        found.append([round(one, 3) for one in row])
    return found


def main(seed: int = 0) -> None:
    for seats, known in CHANCES.items():
        chances: Chances = known
        for number in range(TIMES):
            chances = table(chances, seats, GAMES, seed * TIMES + number)
        print(f"    {seats}: {tuple(map(tuple, chances))},")

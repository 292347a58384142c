"""The games a player can choose, in the order in which they are shown, and how they are opened.

What a house really offers comes from its lobby; this is what a client can ask for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from protocol import chips
from protocol.chips import Chip


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game: its rules by name, the bots that play it, its seats, its chips.

    `solo` are the rules under which it can be played alone against bots, the usual ones first.
    """

    game: str
    presets: tuple[str, ...]
    bots: tuple[str, ...]
    least_seats: int
    most_seats: int
    solo: tuple[str, ...] = ()
    usual_bots: int = 1
    chips: tuple[Chip, ...] = chips.EPS

    @property
    def needs_all(self) -> bool:
        """There is no round without one of its seats: who comes is seated at once, and a round
        begins when all are ready."""
        return self.least_seats == self.most_seats


@dataclass(frozen=True, slots=True)
class Solo:
    """What can be chosen for a table of one's own: how many opponents, which bots (none: mixed),
    and what to bring, in cents."""

    opponents: tuple[int, ...]
    usual: int
    bots: tuple[str, ...]
    buy_ins: tuple[int, ...]


GAMES: Final[Mapping[str, GameCard]] = {
    card.game: card
    for card in (
        GameCard(
            "holdem",
            ("standard", "eps", "heads_up", "casino"),
            ("house", "easy", "medium", "hard"),
            2,
            7,
            ("casino", "standard", "heads_up"),
            3,
        ),
        GameCard("doudizhu", ("house", "standard"), (), 3, 3, ("house", "standard"), 2),
        GameCard("blackjack", ("standard", "twenty_one", "casino"), (), 1, 8,
                 ("standard", "twenty_one", "casino"), 1, chips.TWENTY_ONE),
        GameCard("roulette", ("standard", "house"), (), 1, 7, ("standard", "house"), 1,
                 chips.TWENTY_ONE),
        GameCard("sabacc", ("house",), (), 2, 4, ("house",), 1),
    )
}  # fmt: skip
STAKES: Final = (10_000, 20_000, 50_000, 100_000)
"""What to bring to a table of one's own, from 100 chips up to the whole of a new purse."""
TWO: Final = frozenset({"heads_up"})
"""Rules for two players only."""


def solo(game: str, preset: str, purse: int) -> Solo:
    """The choices for a table of one's own, within what the purse holds."""
    card = GAMES[game]
    most = (2 if preset in TWO else card.most_seats) - 1
    least = max(1, card.least_seats - 1)
    able = tuple(amount for amount in STAKES if amount <= purse) or (purse,)
    return Solo(
        tuple(range(least, most + 1)), min(most, max(least, card.usual_bots)), card.bots, able
    )

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

    `solo` are the rules under which it can be played alone against bots, the usual ones first, and
    `usual_bots` how many of these there are at first; none where one plays against the house.
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
    the stakes, what to bring, and what a bot brings, in cents, where 0 is as chance has it.

    `stake`, `buy_in` and `bot_buy_in` are what is proposed.
    """

    opponents: tuple[int, ...]
    usual: int
    bots: tuple[str, ...]
    stakes: tuple[int, ...]
    stake: int
    buy_ins: tuple[int, ...]
    buy_in: int
    bot_buy_ins: tuple[int, ...]
    bot_buy_in: int


LEVELS: Final = ("easy", "medium", "hard", "master")
"""How good a bot is, where its game has more than one."""
DOUDIZHU: Final = ("house", "standard", "classic", "no_shuffle", "wild")
"""The rules of Dou Dizhu, the usual first."""
GAMES: Final[Mapping[str, GameCard]] = {
    card.game: card
    for card in (
        GameCard(
            "holdem",
            ("standard", "eps", "heads_up", "casino"),
            ("house", *LEVELS),
            2,
            7,
            ("casino", "standard", "heads_up"),
            3,
        ),
        GameCard("doudizhu", DOUDIZHU, LEVELS, 3, 3, DOUDIZHU, 2),
        GameCard("blackjack", ("standard", "twenty_one", "casino"), (), 1, 8,
                 ("standard", "twenty_one", "casino"), 0, chips.TWENTY_ONE),
        GameCard("roulette", ("standard", "house"), (), 1, 7, ("standard", "house"), 0,
                 chips.TWENTY_ONE),
        GameCard("sabacc", ("house",), (), 2, 4, ("house",), 1),
    )
}  # fmt: skip
BUY_INS: Final = (10_000, 20_000, 50_000, 100_000)
"""What to bring to a table of one's own without a stake, from 100 chips up to the whole of a new
purse."""
STAKES: Final = (200, 1_000, 5_000)
"""Stakes to choose from for a room of others, besides the usual one."""
WITHOUT_STAKE: Final = frozenset({"roulette"})
"""Games of which a room has no stake to choose."""
COUNTED: Final = frozenset({"doudizhu"})
"""Games in which one may wish to look up which cards are gone."""
BIG_BLINDS: Final = (200, 400, 1_000, 2_000, 5_000, 10_000)
"""What to choose from where the stake is the big blind, at a table of one's own."""
TIMES: Final = (1, 5, 10, 25, 50)
"""Other stakes to choose from, in fifths of the usual one."""
DEPTHS: Final[Mapping[str, tuple[int, ...]]] = {
    "holdem": (20, 50, 100, 200, 500),
    "doudizhu": (20, 50, 100, 200),
}
SHALLOW: Final = (5, 10, 20, 50, 100)
"""What to bring, in stakes."""
BLINDS: Final = frozenset({"holdem"})
"""Games whose stakes are big blinds."""
DEEP: Final = 100
"""So many stakes are brought if the purse holds as much twice."""
TWO: Final = frozenset({"heads_up"})
"""Rules for two players only."""
DRAWN: Final = frozenset({("holdem", "casino"), ("sabacc", "house")})
"""Rules under which chance says what opponents bring."""


def solo(
    game: str, preset: str, purse: int, usual: int = 0, stake: int = 0, buy_in: int = 0
) -> Solo:
    """The choices for a table of one's own, within what the purse holds. `usual` is the stake of
    the rules; `stake` and `buy_in` are what is chosen so far."""
    card = GAMES[game]
    most = (2 if preset in TWO else card.most_seats) - 1
    least = card.least_seats - 1
    stakes = _stakes(game, usual, purse)
    proposed = stake if stake in stakes else _proposed(game, usual, stakes, purse)
    able = _buy_ins(game, proposed, purse)
    own = (
        buy_in if buy_in in able else _affordable(able, min(purse // 2, DEEP * (proposed or purse)))
    )
    drawn = (game, preset) in DRAWN
    of_bots = (*((0,) if drawn else ()), *(amount for amount in able if amount <= own))
    return Solo(
        tuple(range(least, most + 1)),
        min(most, max(least, card.usual_bots)),
        card.bots,
        stakes,
        proposed,
        able,
        own,
        of_bots,
        0 if drawn else own,
    )


def _depths(game: str) -> tuple[int, ...]:
    return DEPTHS.get(game, SHALLOW)


def _stakes(game: str, usual: int, purse: int) -> tuple[int, ...]:
    if not usual:
        return ()
    least = _depths(game)[0]
    there = {*BIG_BLINDS} if game in BLINDS else {usual * one // 5 for one in TIMES}
    round_ones = {one for one in there | {usual} if one % 100 == 0 and one * least <= purse}
    return tuple(sorted(round_ones)) or (usual,)


def _proposed(game: str, usual: int, stakes: tuple[int, ...], purse: int) -> int:
    """The usual stake, unless it would take the better part of the purse."""
    if game not in BLINDS or not stakes:
        return usual
    able = [one for one in stakes if one <= usual and 2 * DEEP * one <= purse]
    return max(able, default=stakes[0])


def _buy_ins(game: str, stake: int, purse: int) -> tuple[int, ...]:
    amounts = tuple(stake * one for one in _depths(game)) if stake else BUY_INS
    return tuple(one for one in amounts if one <= purse) or (purse,)


def _affordable(amounts: tuple[int, ...], most: int) -> int:
    """The largest that is not above `most`, or the least there is."""
    return max((one for one in amounts if one <= most), default=amounts[0])

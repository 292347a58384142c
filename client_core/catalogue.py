"""The games a player can choose, in the order in which they are shown, and how they are opened.

What a house really offers comes from its lobby; this is what a client can ask for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from client_core.folds import GAMES, card_of
from client_core.folds.card import LEVELS, GameCard
from client_core.text import CHIP, Cash, Words


@dataclass(frozen=True, slots=True)
class Solo:
    """The choices for a table of one's own: how many opponents, which bots (none: mixed),
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


STAKED: Final[Mapping[str, str]] = {"stake": "table.stake", "blinds": "table.blinds"}
"""What a stake is called by its kind; else it is the least bet."""
BUY_INS: Final = (10_000, 20_000, 50_000, 100_000)
"""What to bring to a table of one's own without a stake, from 100 chips up to the whole of a new
purse."""
STAKES: Final = (200, 1_000, 5_000)
"""Stakes to choose from for a room of others, besides the usual one."""
BIG_BLINDS: Final = (200, 400, 1_000, 2_000, 5_000, 10_000)
"""What to choose from where the stake is the big blind, at a table of one's own."""
TIMES: Final = (1, 5, 10, 25, 50)
"""Other stakes to choose from, in fifths of the usual one."""
DEEP: Final = 100
"""So many stakes are brought if the purse holds as much twice."""


def solo(
    game: str, preset: str, purse: int, usual: int = 0, stake: int = 0, buy_in: int = 0
) -> Solo:
    """The choices for a table of one's own, within what the purse holds. `usual` is the stake of
    the rules; `stake` and `buy_in` are what is chosen so far."""
    card = GAMES[game]
    most = (2 if preset in card.for_two else card.most_seats) - 1
    least = card.least_seats - 1
    stakes = _stakes(card, usual, purse)
    proposed = stake if stake in stakes else _proposed(card, usual, stakes, purse)
    able = _buy_ins(card, proposed, purse)
    own = (
        buy_in if buy_in in able else _affordable(able, min(purse // 2, DEEP * (proposed or purse)))
    )
    drawn = preset in card.drawn
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


def _stakes(card: GameCard, usual: int, purse: int) -> tuple[int, ...]:
    if not usual:
        return ()
    least = card.depths[0]
    there = {*BIG_BLINDS} if card.stake == "blinds" else {usual * one // 5 for one in TIMES}
    round_ones = sorted(one for one in there | {usual} if one % CHIP == 0)
    able = tuple(one for one in round_ones if one * least <= purse)
    # Who has little plays for the least.
    return able or tuple(round_ones[:1]) or (usual,)


def _proposed(card: GameCard, usual: int, stakes: tuple[int, ...], purse: int) -> int:
    """The usual stake, unless it would take the better part of the purse."""
    if not stakes:
        return usual
    spare = 2 * DEEP if card.stake == "blinds" else 0
    able = [one for one in stakes if one <= usual and spare * one <= purse]
    return max(able, default=stakes[0])


def _buy_ins(card: GameCard, stake: int, purse: int) -> tuple[int, ...]:
    amounts = tuple(stake * one for one in card.depths) if stake else BUY_INS
    able = tuple(one for one in amounts if one <= purse) or (purse,)
    whole = purse - purse % (stake or CHIP)
    # Who has enough for one of them only may bring everything instead.
    return (*able, whole) if len(able) == 1 and whole > able[0] else able


def _affordable(amounts: tuple[int, ...], most: int) -> int:
    """The largest that is not above `most`, or the least there is."""
    return max((one for one in amounts if one <= most), default=amounts[0])


def stake_name(words: Words, game: str, amount: int) -> str:
    """`10`; where it is the big blind, `5/10`."""
    said = (amount // 2, amount) if card_of(game).stake == "blinds" else (amount,)
    return "/".join(words.money(Cash(one) if isinstance(amount, Cash) else one) for one in said)


def stake_line(words: Words, game: str, amount: int) -> str:
    """`blinds 5/10`, `stake 10`, `min bet 5`; nothing where there is none."""
    key = STAKED.get(card_of(game).stake, "table.min_bet")
    return words.say(key, stake=stake_name(words, game, amount)) if amount else ""


__all__ = [
    "GAMES",
    "LEVELS",
    "STAKES",
    "GameCard",
    "Solo",
    "card_of",
    "solo",
    "stake_line",
    "stake_name",
]

"""The worths of plays as sense counts them, in tenths of a rank.

`python -m tools.doudizhu tune` found the numbers by games of sense against itself.
"""

from typing import Final, NamedTuple


class Worths(NamedTuple):
    """The weights of sense. A card is worth ten for each rank above a 3, less `base`: the rank is
    what helps to the lead, and each play costs a turn."""

    base: int
    ace: int
    two: int
    small: int
    big: int
    pair: int
    trio: int
    """How much more than their rank the highest cards, pairs and trios are worth."""
    chain: int
    pair_chain: int
    airplane: int
    bomb: int
    """What such a play is worth beside its highest rank."""
    rocket: int
    dear: int
    """From this rank on a card is no kicker."""
    risk: int
    risk_low: int
    """What it costs to lead what an enemy could go out on, and less of it for each rank."""
    late_few: int
    late_more: int
    given: tuple[tuple[int, int], ...]
    """With so few cards at an enemy, so much of the own hand is given for a trick, by place."""
    lead_size: tuple[int, ...]
    lead_low: tuple[int, ...]
    """What each card and each rank of a lead count for, by place."""
    blast_left: int
    blast_turns: int
    """A bomb that breaks a hand is played at an enemy with fewer cards, with fewer plays left."""
    help_low: int
    help_high: int
    help_slack: int
    """A fellow's play that ends below the first is covered up to the second, and what that may
    cost."""


WORTHS: Final = Worths(
    base=136,
    ace=-4,
    two=0,
    small=13,
    big=17,
    pair=10,
    trio=12,
    chain=-133,
    pair_chain=-135,
    airplane=-131,
    bomb=90,
    rocket=64,
    dear=11,
    risk=542,
    risk_low=30,
    late_few=9,
    late_more=19,
    given=((135, 30), (160, 67), (150, 59)),
    lead_size=(7, 8, 14),
    lead_low=(-2, -7, 3),
    blast_left=6,
    blast_turns=2,
    help_low=11,
    help_high=13,
    help_slack=-7,
)

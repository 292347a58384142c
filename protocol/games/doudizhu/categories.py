"""Ranks and categories of Dou Dizhu, their names, and which play beats which."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from protocol.cards import PACK_WITH_JOKERS, Card
from protocol.words import Cards

TEN, JACK, KING, ACE, TWO, SMALL, BIG = 7, 8, 10, 11, 12, 13, 14
"""Ranks count from 0 for a 3; SMALL is the black-and-white joker, BIG the coloured one."""
RANKS: Final = range(15)
RANK_OF: Final[tuple[int, ...]] = tuple(
    SMALL + card - 52 if card >= 52 else ((card >> 2) - 1) % 13 for card in PACK_WITH_JOKERS
)
"""The rank of every card: suits do not matter."""


class Name(NamedTuple):
    """What a player calls it, in English and in Chinese."""

    en: str
    zh: str


RANK_NAMES: Final[tuple[Name, ...]] = (
    *(Name(str(number), str(number)) for number in range(3, 11)),
    Name("J", "钩"),
    Name("Q", "圈"),
    Name("K", "K"),
    Name("A", "尖"),
    Name("2", "2"),
    Name("black-and-white joker", "小王"),
    Name("coloured joker", "大王"),
)


class Category(NamedTuple):
    """What a play is made of: `shortest` or more primals of so many `copies`, and their kickers.

    Every primal has `kickers` of `kicker` cards each. What needs one primal only is no chain.
    """

    name: Name
    copies: int
    shortest: int = 1
    kickers: int = 0
    kicker: int = 0

    @property
    def chain(self) -> bool:
        return self.shortest > 1


CATEGORIES: Final[Mapping[str, Category]] = {
    "solo": Category(Name("solo", "单牌"), 1),
    "chain": Category(Name("chain", "顺子"), 1, 5),
    "pair": Category(Name("pair", "一对"), 2),
    "pair_chain": Category(Name("pair chain", "连对"), 2, 3),
    "trio": Category(Name("trio", "三张"), 3),
    "airplane": Category(Name("airplane", "飞机"), 3, 2),
    "trio_solo": Category(Name("trio with a solo", "三带一"), 3, 1, 1, 1),
    "airplane_solos": Category(Name("airplane with solos", "飞机带小翼"), 3, 2, 1, 1),
    "trio_pair": Category(Name("trio with a pair", "三带二"), 3, 1, 1, 2),
    "airplane_pairs": Category(Name("airplane with pairs", "飞机带大翼"), 3, 2, 1, 2),
    "bomb": Category(Name("bomb", "炸弹"), 4),
    "four_solos": Category(Name("four with two solos", "四带二"), 4, 1, 2, 1),
    "four_pairs": Category(Name("four with two pairs", "四带两对"), 4, 1, 2, 2),
    "rocket": Category(Name("rocket", "王炸"), 1, 2),
}
"""Every category there is, by its code."""


KINDS: Final[Mapping[str, Category]] = {
    **CATEGORIES,
    "soft_bomb": Category(Name("soft bomb", "软炸"), 4),
    "wild_bomb": Category(Name("wild bomb", "癞子炸弹"), 4),
}
"""The same, and what there is only where a rank is wild."""
BLASTS: Final[Mapping[str, int]] = {"soft_bomb": 1, "bomb": 2, "wild_bomb": 3, "rocket": 4}
"""What doubles the stakes, and which of it beats which; all else is below."""


class Pattern(NamedTuple):
    """A play as far as it is compared: kickers are left out. `low` is the lowest primal's rank."""

    category: str
    length: int
    low: int

    @property
    def high(self) -> int:
        return self.low + self.length - 1

    def beats(self, other: "Pattern") -> bool:
        """Higher of the same category and length; a bomb over all else; the rocket over all."""
        if self.category == other.category:
            return self.length == other.length and self.low > other.low
        return BLASTS.get(self.category, 0) > BLASTS.get(other.category, 0)

    def __str__(self) -> str:
        """`a pair of 9s`, `an airplane with solos from 3 to 4`"""
        kind = KINDS[self.category]
        low, high = RANK_NAMES[self.low].en, RANK_NAMES[self.high].en
        if self.category == "rocket":
            return "the rocket"
        if self.category == "solo":
            return f"the {low}" if self.low >= SMALL else f"a solo {low}"
        if kind.chain:
            article = "an" if kind.name.en.startswith("a") else "a"
            return f"{article} {kind.name.en} from {low} to {high}"
        if self.category in ("soft_bomb", "wild_bomb"):
            return (
                f"a {kind.name.en} of {low}s" if self.category == "soft_bomb" else "the wild bomb"
            )
        noun, _, rest = kind.name.en.partition(" ")
        return f"a {noun} of {low}s" + (f" {rest}" if rest else "")


ROCKET: Final = Pattern("rocket", 2, SMALL)


class Kickers(NamedTuple):
    """Which solos may go together as kickers; of a primal's rank they never are.

    `equal`: what large online rooms allow, the same rank again, beside an airplane three or all
    four of it too. `both_jokers`: both jokers as two solos.
    """

    equal: bool = False
    both_jokers: bool = False


STRICT: Final = Kickers()
"""Kickers of different ranks, never both jokers."""


_PLACE: Final = tuple(RANK_OF[card] * 4 + card % 4 for card in PACK_WITH_JOKERS)


def in_order(cards: Iterable[Card]) -> Cards:
    """A hand as it is held: from the lowest rank to the highest."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))

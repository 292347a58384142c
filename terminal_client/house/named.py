"""Cards as a player types them: by rank at Dou Dizhu, by name or place in the hand elsewhere."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from protocol.cards import BIG_JOKER, SMALL_JOKER, Card, parse
from protocol.words import Cards

RANKS: Final[Mapping[str, int]] = {
    **{str(number): number - 3 for number in range(3, 11)},
    "t": 7, "j": 8, "q": 9, "k": 10, "a": 11, "2": 12,
}  # fmt: skip
"""Ranks of Dou Dizhu, 0 being a 3, by what is typed."""
JOKERS: Final[Mapping[str, Card]] = {
    "sj": SMALL_JOKER, "x": SMALL_JOKER, "xb": SMALL_JOKER, "small": SMALL_JOKER,
    "小王": SMALL_JOKER, "小": SMALL_JOKER,
    "bj": BIG_JOKER, "y": BIG_JOKER, "xc": BIG_JOKER, "big": BIG_JOKER,
    "大王": BIG_JOKER, "大": BIG_JOKER,
}  # fmt: skip
ROCKET: Final = frozenset({"rocket", "王炸", "火箭", "jokers"})
_SUITED: Final = re.compile(r"(10|[2-9tjqka])[cdhs♣♦♥♠]")
_PIECE: Final = re.compile(r"10|小王|大王|小|大|sj|bj|xb|xc|[2-9tjqkaxy]")
_SIGNS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "●": "c", "■": "s", "▲": "t"}


class NotHeld(Exception):
    """The typed word is no card, or none that is in the hand; `word` is what is wrong. `fewer`: the
    hand has some, and not so many."""

    def __init__(self, word: str, fewer: bool = False) -> None:
        super().__init__(word)
        self.word, self.fewer = word, fewer


def by_rank(typed: str, hand: Sequence[Card], rank_of: Sequence[int]) -> Cards:
    """The cards of these ranks out of a hand: `3 3 3 4`, `34567`, `10 J Q K A`, `sj bj`."""
    left = list(hand)
    found: list[Card] = []
    for word in _ranks(typed):
        card = _one(word, left, rank_of)
        if card is None:
            raise NotHeld(word, fewer=_one(word, hand, rank_of) is not None)
        left.remove(card)
        found.append(card)
    return tuple(found)


def _one(word: str, left: Sequence[Card], rank_of: Sequence[int]) -> Card | None:
    if word in JOKERS:
        return JOKERS[word] if JOKERS[word] in left else None
    if _SUITED.fullmatch(word):
        card = _card(word)
        return card if card in left else None
    return next((card for card in left if rank_of[card] == RANKS[word]), None)


def _ranks(typed: str) -> list[str]:
    found: list[str] = []
    for word in typed.casefold().replace(",", " ").replace("，", " ").split():
        if word in ROCKET:
            found += ["sj", "bj"]
        elif word in JOKERS or _SUITED.fullmatch(word):
            found.append(word)
        else:
            pieces = _PIECE.findall(word)
            if "".join(pieces) != word:
                raise NotHeld(word)
            found += pieces
    return found


def by_place(typed: str, hand: Sequence[Card]) -> Cards:
    """The card that is named, or that lies at that place of a hand, the first being 1."""
    words = typed.casefold().split()
    found = []
    for word in words:
        if word.isdecimal() and 1 <= int(word) <= len(hand):
            found.append(hand[int(word) - 1])
            continue
        card = _card(word)
        if card is None or card not in hand:
            raise NotHeld(word)
        found.append(card)
    return tuple(found)


def _card(word: str) -> Card | None:
    name = "".join(_SIGNS.get(sign, sign) for sign in word).replace("−", "-")
    try:
        return parse(name)[0]
    except (ValueError, IndexError):
        return None

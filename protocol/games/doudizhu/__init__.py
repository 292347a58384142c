"""Dou Dizhu as both sides know it: categories and their names, plays, what is told."""

from protocol.games.doudizhu.categories import (
    CATEGORIES,
    RANK_NAMES,
    RANK_OF,
    RANKS,
    ROCKET,
    STRICT,
    Category,
    Kickers,
    Name,
    Pattern,
    in_order,
)
from protocol.games.doudizhu.classify import Amiss, classify
from protocol.games.doudizhu.events import (
    TEXT,
    Doubled,
    FirstBidder,
    Landlord,
    NoGame,
    Played,
    Reckoned,
    Redealt,
)
from protocol.games.doudizhu.plays import Held, held, kicker_sets, plays, primals
from protocol.games.doudizhu.seen import choices, hand, kickers, landlord, last_play, to_beat
from protocol.games.doudizhu.sight import SIGHT

__all__ = [
    "CATEGORIES",
    "RANKS",
    "RANK_NAMES",
    "RANK_OF",
    "ROCKET",
    "SIGHT",
    "STRICT",
    "TEXT",
    "Amiss",
    "Category",
    "Doubled",
    "FirstBidder",
    "Held",
    "Kickers",
    "Landlord",
    "Name",
    "NoGame",
    "Pattern",
    "Played",
    "Reckoned",
    "Redealt",
    "choices",
    "classify",
    "hand",
    "held",
    "in_order",
    "kicker_sets",
    "kickers",
    "landlord",
    "last_play",
    "plays",
    "primals",
    "to_beat",
]

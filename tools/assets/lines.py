"""What the voices say at a table of Dou Dizhu: every line by its name, in each of its wordings.

A line has several takes: it is said in other words, or in the same ones at another pitch and pace.
Chinese is written as it is read and spelt in pinyin, with the tones as they are spoken.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from protocol.games.doudizhu import CATEGORIES, RANKS


class Line(NamedTuple):
    """What is said: as it is written, and as it is spelt for the speaker if that differs."""

    text: str
    spelt: str = ""


Takes = tuple[Line, ...]

RANKED: Final = ("solo", "pair", "trio")
"""Categories that are called by their rank."""
_JOKERS: Final = RANKS[-2:]
_PINYIN: Final = (
    *("san1", "si4", "wu3", "liu4", "qi1", "ba1", "jiu3", "shi2"),
    *("gou1", "quan1", "kei1", "ei1", "er4", "xiao3 wang2", "da4 wang2"),
)
_WRITTEN: Final = (*(str(number) for number in range(3, 11)), *"JQKA2", "小王", "大王")
_ENGLISH: Final = (
    *("three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace", "two", "small joker", "big joker"),
)

CHINESE: Final[Mapping[str, Takes]] = {
    "chain": (Line("顺子", "shun4 zi5"),) * 2,
    "pair_chain": (Line("连对", "lian2 dui4"),) * 2,
    "airplane": (Line("飞机", "fei1 ji1"),) * 2,
    "trio_solo": (Line("三带一", "san1 dai4 yi1"),) * 3,
    "trio_pair": (
        Line("三带二", "san1 dai4 er4"),
        Line("三带一对", "san1 dai4 yi2 dui4"),
        Line("三带二", "san1 dai4 er4"),
    ),
    "airplane_solos": (
        Line("飞机带小翼", "fei1 ji1 dai4 xiao3 yi4"),
        Line("飞机带翅膀", "fei1 ji1 dai4 chi4 bang3"),
    ),
    "airplane_pairs": (
        Line("飞机带大翼", "fei1 ji1 dai4 da4 yi4"),
        Line("飞机带翅膀", "fei1 ji1 dai4 chi4 bang3"),
    ),
    "four_solos": (Line("四带二", "si4 dai4 er4"),) * 2,
    "four_pairs": (Line("四带两对", "si4 dai4 liang3 dui4"),) * 2,
    "bomb": (Line("炸弹!", "zha4 dan4"),) * 3,
    "soft_bomb": (Line("软炸!", "ruan3 zha4"),) * 2,
    "wild_bomb": (
        Line("癞子炸弹!", "lai4 zi5 zha4 dan4"),
        Line("癞子炸!", "lai4 zi5 zha4"),
    ),
    "rocket": (Line("王炸!", "wang2 zha4"),) * 2,
    "beat": (
        Line("大你", "da4 ni3"),
        Line("管上", "guan3 shang4"),
        Line("压死", "ya1 si3"),
        Line("大你", "da4 ni3"),
    ),
    "pass": (
        Line("不要", "bu2 yao4"),
        Line("要不起", "yao4 bu4 qi3"),
        Line("过", "guo4"),
        Line("不要", "bu2 yao4"),
    ),
    "call": (Line("叫地主", "jiao4 di4 zhu3"),) * 2,
    "no_call": (Line("不叫", "bu2 jiao4"),) * 3,
    "rob": (Line("抢地主", "qiang3 di4 zhu3"), Line("我抢", "wo2 qiang3")),
    "no_rob": (Line("不抢", "bu4 qiang3"),) * 2,
    "double": (Line("加倍", "jia1 bei4"),) * 2,
    "super_double": (Line("超级加倍", "chao1 ji2 jia1 bei4"),) * 2,
    "no_double": (Line("不加倍", "bu4 jia1 bei4"),) * 2,
    "open": (Line("明牌", "ming2 pai2"),) * 2,
    "bid_1": (Line("一分", "yi4 fen1"),) * 2,
    "bid_2": (Line("两分", "liang3 fen1"),) * 2,
    "bid_3": (Line("三分", "san1 fen1"),) * 2,
    "landlord": (Line("他是地主", "ta1 shi4 di4 zhu3"),) * 2,
    "my_landlord": (Line("你是地主", "ni3 shi4 di4 zhu3"),) * 2,
    "one_left": (
        Line("我就剩一张牌了", "wo3 jiu4 sheng4 yi4 zhang1 pai2 le5"),
        Line("只剩一张了", "zhi3 sheng4 yi4 zhang1 le5"),
    ),
    "two_left": (
        Line("我就剩两张牌了", "wo3 jiu4 sheng4 liang3 zhang1 pai2 le5"),
        Line("只剩两张了", "zhi3 sheng4 liang3 zhang1 le5"),
    ),
    "redeal": (Line("重新发牌", "chong2 xin1 fa1 pai2"),),
    "spring": (Line("春天!", "chun1 tian1"),),
    "anti-spring": (Line("反春天!", "fan3 chun1 tian1"),),
    "win": (Line("你赢了", "ni3 ying2 le5"),) * 2,
    "lose": (Line("你输了", "ni3 shu1 le5"),) * 2,
}


def _english(*takes: str) -> Takes:
    return tuple(Line(text) for text in takes)


ENGLISH: Final[Mapping[str, Takes]] = {
    "chain": _english("chain", "chain"),
    "pair_chain": _english("pair chain", "pair chain"),
    "airplane": _english("airplane", "airplane"),
    "trio_solo": _english("trio with a solo", "three with one"),
    "trio_pair": _english("trio with a pair", "three with a pair"),
    "airplane_solos": _english("airplane with solos", "airplane with wings"),
    "airplane_pairs": _english("airplane with pairs", "airplane with wings"),
    "four_solos": _english("four with two solos", "four with two"),
    "four_pairs": _english("four with two pairs", "four with two pairs"),
    "bomb": _english("bomb!", "bomb!", "a bomb!"),
    "soft_bomb": _english("soft bomb!", "a soft bomb!"),
    "wild_bomb": _english("wild bomb!", "the wild bomb!"),
    "rocket": _english("rocket!", "the rocket!"),
    "beat": _english("higher", "I beat that", "over you", "higher"),
    "pass": _english("pass", "no", "I pass", "not me"),
    "call": _english("I call", "I'll be landlord"),
    "no_call": _english("no call", "not me", "no call"),
    "rob": _english("I rob", "rob the landlord"),
    "no_rob": _english("no rob", "I don't rob"),
    "double": _english("double", "I double"),
    "super_double": _english("super double", "super double"),
    "no_double": _english("no double", "I don't double"),
    "open": _english("open cards", "cards open"),
    "bid_1": _english("one", "I bid one"),
    "bid_2": _english("two", "I bid two"),
    "bid_3": _english("three", "I bid three"),
    "landlord": _english("here is the landlord", "there is the landlord"),
    "my_landlord": _english("you are the landlord", "you are the landlord"),
    "one_left": _english("one card left", "my last card"),
    "two_left": _english("two cards left", "only two left"),
    "redeal": _english("the cards are dealt again"),
    "spring": _english("spring!"),
    "anti-spring": _english("anti spring!"),
    "win": _english("you win", "you win"),
    "lose": _english("you lose", "you lose"),
}


def lines(language: str) -> dict[str, Takes]:
    """Every line of a language by its name: `bomb`, `pair_0` for a pair of threes, `bid_2`."""
    chinese = language == "zh"
    found = dict(CHINESE if chinese else ENGLISH)
    for code in RANKED:
        for rank in RANKS if code == "solo" else RANKS[:-2]:
            found[f"{code}_{rank}"] = (_chinese if chinese else _spoken)(code, rank)
    return found


def _chinese(code: str, rank: int) -> Takes:
    name, spelt = _WRITTEN[rank], _PINYIN[rank]
    match code:
        case "solo":
            return (Line(name, spelt),) * 2
        case "pair":
            return (Line(f"对{name}", f"dui4 {spelt}"),) * 2
    return Line(f"三个{name}", f"san1 ge4 {spelt}"), Line(f"三张{name}", f"san1 zhang1 {spelt}")


def _spoken(code: str, rank: int) -> Takes:
    name = _ENGLISH[rank]
    many = "sixes" if name == "six" else f"{name}s"
    match code:
        case "solo":
            return _english(name, name if rank in _JOKERS else f"solo {name}")
        case "pair":
            return _english(f"pair of {many}", f"a pair of {many}")
    return _english(f"{CATEGORIES[code].name.en} of {many}", f"three {many}")

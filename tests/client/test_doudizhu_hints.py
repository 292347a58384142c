"""Hints of Dou Dizhu are exactly what the rules would take; why they would not is said in words."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import product
from random import Random

import pytest

from client_core import folds
from client_core.folds import doudizhu_hints
from client_core.text import LANGUAGES, Words
from game_server.rules.doudizhu import GAME, DouDizhu, Options, State
from protocol import games
from protocol.cards import PACK_WITH_JOKERS, parse
from protocol.events import Dealt, Event, RoundBegan
from protocol.games.doudizhu import (
    RANK_OF,
    Kickers,
    Pattern,
    Played,
    classify,
    in_order,
    plays,
)
from protocol.words import Act, Ask, Cards, Illegal, Option, Seat
from tests.rules.doudizhu.dealing import pattern

ME, LEFT, RIGHT = Seat(0), Seat(1), Seat(2)
ROOMS = {
    "strict": GAME.presets["house"],
    "jokers": replace(GAME.presets["house"], jokers_as_kickers=True),
    "online": replace(GAME.presets["standard"], online=True),
    "online_jokers": replace(GAME.presets["standard"], online=True, jokers_as_kickers=True),
}
POSITIONS = 2_500
"""In each room."""
LARGEST = 160
"""So many choices of ranks a hand may have, that all of them can be tried."""
PLAY = Option("play", hand=(1, 20))
Position = tuple[Cards, Pattern | None]


def ranked(hand: Cards) -> list[Cards]:
    """The cards of each rank that is held, the lowest suits first."""
    cards = in_order(hand)
    return [tuple(card for card in cards if RANK_OF[card] == rank)
            for rank in dict.fromkeys(RANK_OF[card] for card in cards)]  # fmt: skip


def selections(hand: Cards) -> Iterator[Cards]:
    """Every choice of ranks from a hand, each once, with the lowest suits."""
    groups = ranked(hand)
    for counts in product(*(range(len(group) + 1) for group in groups)):
        yield tuple(card for group, count in zip(groups, counts, strict=True)
                    for card in group[:count])  # fmt: skip


def choices_of(hand: Cards) -> int:
    found = 1
    for group in ranked(hand):
        found *= len(group) + 1
    return found


def hands(random: Random) -> Iterator[Cards]:
    """Hands of up to twenty cards, poor in single ranks or all of neighbours."""
    while True:
        ranks = random.sample(range(15), random.randint(1, 5))
        if random.random() < 0.6:
            low = random.randrange(11)
            ranks = [*range(low, min(low + random.randint(2, 7), 12)), *ranks[:2]]
        pool = [card for card in PACK_WITH_JOKERS if RANK_OF[card] in ranks]
        pool = random.sample(pool, random.randint(1, min(20, len(pool))))
        while choices_of(tuple(pool)) > LARGEST:
            pool.pop()
        yield in_order(pool)


def positions(kickers: Kickers, count: int) -> Iterator[Position]:
    """One leads, another follows a play of any category that somebody else may have laid."""
    random = Random(f"{kickers}")
    source = hands(random)
    for place in range(count):
        mine = next(source)
        if place % 4 == 0:
            yield mine, None
            continue
        theirs = plays(next(source), None, kickers)
        if place % 2:
            # Something that these cards may well beat: one of their own plays, brought lower.
            theirs = plays(mine, None, kickers)
        laid = classify(random.choice(theirs), kickers)
        assert isinstance(laid, Pattern)
        drop = random.randint(0, 3) if laid.category != "rocket" else 0
        yield mine, laid._replace(low=max(0, laid.low - drop))


def taken(rules: DouDizhu, hand: Cards, before: Pattern | None) -> set[Cards]:
    """Every choice of cards that the rules let a seat play, tried one after the other."""
    spare = tuple(card for card in PACK_WITH_JOKERS if card not in hand)[:1]
    state = State(1, (ME, RIGHT, LEFT), dict.fromkeys((ME, LEFT, RIGHT), 10_000), "play",
                  hands={ME: hand + spare, LEFT: (), RIGHT: ()}, turn=ME, bid=1,
                  landlord=ME, to_beat=before)  # fmt: skip
    found = set()
    for cards in selections(hand):
        try:
            rules.apply(state, ME, Act("play", cards=cards))
        except Illegal:
            continue
        found.add(tuple(sorted(cards)))
    return found


def told(options: Options, hand: Cards, before: Pattern | None) -> list[Event]:
    """What the seat has heard when it is asked."""
    stacks = dict.fromkeys((ME, LEFT, RIGHT), 10_000)
    names = {seat: f"Seat {seat}" for seat in stacks}
    began = RoundBegan("doudizhu", "", 1, names, stacks, asdict(options))
    heard: list[Event] = [began, Dealt(ME, hand)]
    if before is not None:
        heard.append(Played(RIGHT, *before, left=10, says=str(before)))
    return heard


def asked(before: Pattern | None) -> Ask:
    passing = () if before is None else (Option("pass"),)
    return Ask(ME, (PLAY, *passing), Act("pass") if passing else Act("play"))


def hints(heard: Sequence[Event], ask: Ask) -> tuple[Cards, ...]:
    return folds.card_of("doudizhu").ordered(
        ask, heard, games.choices("doudizhu", heard, ask, PLAY)
    )


@pytest.mark.req("D-S2.1", "D-U5")
@pytest.mark.parametrize("room", ROOMS)
def test_hints_are_exactly_what_the_rules_take_in_2500_positions(room: str) -> None:
    options = ROOMS[room]
    rules = DouDizhu(options)
    beaten = led = 0
    for hand, before in positions(rules.kickers, POSITIONS):
        found = hints(told(options, hand, before), asked(before))
        listed = {tuple(sorted(cards)) for cards in found}
        assert len(listed) == len(found), "a hint is shown twice"
        assert listed == taken(rules, hand, before), (hand, before)
        beaten += bool(before and found)
        led += before is None
    assert led == POSITIONS // 4
    assert beaten > POSITIONS // 4, "there is something to beat it with"


def of(text: str) -> Cards:
    return parse(text)


def shown(hand: str, before: Pattern | None = None) -> list[str]:
    from protocol.cards import label

    found = hints(told(ROOMS["strict"], of(hand), before), asked(before))
    return ["".join(label(card)[0] for card in cards) for cards in found]


def test_hints_come_from_the_smallest_to_bombs_and_the_rocket_last() -> None:
    hand = "6c 9c 9d Jh Jc Jd Js 2c Xb Xc"
    assert shown(hand, Pattern("solo", 1, 2)) == ["6", "9", "2", "J", "X", "X", "JJJJ", "XX"]
    assert shown(hand, Pattern("pair", 1, 5)) == ["99", "JJ", "JJJJ", "XX"]
    assert shown(hand, Pattern("rocket", 2, 13)) == []


def test_of_equal_plays_the_one_with_kickers_that_tear_nothing_comes_first() -> None:
    hand = "8c 8d 8h 4c 4d 5c Kc"
    assert shown(hand, Pattern("trio_solo", 1, 2))[:3] == ["8885", "888K", "8884"]


def test_a_lead_begins_with_the_longest_play_of_the_lowest_rank() -> None:
    assert shown("3c 4c 5c 6c 7c 9d 9h")[:2] == ["34567", "3"]


def test_a_lead_begins_with_low_cards_as_they_lie_and_breaks_bombs_last() -> None:
    hand = "Ac Ad Kc Kd Qc Jc Jd Tc 9c 8c 8d 7c 5c 5d 4c 4d 4h 4s 3c 3d"
    hints = shown(hand)
    assert hints[:10] == ["33", "55", "7", "88", "9", "T", "JJ", "Q", "KK", "AA"]
    assert hints[-1] == "4444"
    broken = [one for one in hints if "4" in one]
    assert hints[-len(broken) :] == broken, "nothing that costs a bomb comes before what costs none"


LAID = {
    "a lower solo": ("4c", Pattern("solo", 1, 5)),
    "another category": ("4c 4d", Pattern("solo", 1, 0)),
    "a shorter chain": ("4c 5c 6c 7c 8c", Pattern("chain", 6, 0)),
    "a lower bomb": ("4c 4d 4h 4s", Pattern("bomb", 1, 5)),
    "the rocket": ("4c 4d 4h 4s", Pattern("rocket", 2, 13)),
    "no play": ("4c 5d", None),
    "both jokers": ("4c 4d 4h 4s Xb Xc", None),
}


@pytest.mark.req("D-U5")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("laid", LAID)
def test_why_cards_cannot_be_played_is_said_in_words(laid: str, language: str) -> None:
    text, before = LAID[laid]
    words = Words(language)
    heard = told(ROOMS["strict"], of(text), before)
    say = folds.card_of("doudizhu").amiss(heard, asked(before), of(text), words)
    assert say is not None
    assert words.has(say.key)
    assert "{" not in words.say(say.key, **say.holes)


WHY = {
    "two unlike cards that lead": ("Ac 3c", None, "Two cards must be a pair or the rocket"),
    "two cards against a solo": (
        "9c 6c",
        Pattern("solo", 1, 0),
        "It takes a solo above the three, or a bomb",
    ),
    "none against a solo": (
        "",
        Pattern("solo", 1, 10),
        "It takes a solo above the king, or a bomb",
    ),
    "none that lead": ("", None, "Choose cards first."),
    "a chain with a gap": (
        "4c 5c 6c 7c 9c",
        Pattern("chain", 5, 0),
        "A rank of the chain is missing.",
    ),
    "unlike cards against a trio with a solo": (
        "4c 5c 7c 9c",
        Pattern("trio_solo", 1, 0),
        "It takes three with a solo above threes, or a bomb",
    ),
    "three unlike cards that lead": ("3c 9c Ac", None, "The chain is too short."),
}


@pytest.mark.parametrize("case", WHY)
def test_it_is_said_what_would_be_right_where_the_cards_are_nothing_of_the_kind(case: str) -> None:
    text, before, wanted = WHY[case]
    heard = told(ROOMS["strict"], of("3c"), before)
    say = folds.card_of("doudizhu").amiss(heard, asked(before), of(text), Words("en"))
    assert say is not None
    assert Words("en").say(say.key, **say.holes) == wanted


def test_cards_that_may_be_played_are_not_objected_to() -> None:
    for hand, before in positions(Kickers(), 300):
        heard, ask = told(ROOMS["strict"], hand, before), asked(before)
        for cards in hints(heard, ask)[:20]:
            assert folds.card_of("doudizhu").amiss(heard, ask, cards, Words("en")) is None


@pytest.mark.parametrize(
    ("played", "said"),
    [
        ("55", "需出比对5大的对子，或炸弹"),
        ("K", "需出比单张K大的单张，或炸弹"),
        ("x", "需出比小王大的单张，或炸弹"),
        ("334455", "需出更大的三连对，或炸弹"),
        ("34567", "需出更大的五张顺子，或炸弹"),
        ("333444", "需出更大的两连飞机，或炸弹"),
        ("33344456", "需出更大的两连飞机带小翼，或炸弹"),
        ("5556", "需出比三张5大的三带一，或炸弹"),
        ("555567", "需出比四张5大的四带二，或炸弹"),
        ("8888", "需出比四张8大的炸弹，或王炸"),
        ("xX", "王炸最大，要不起"),
    ],
)
def test_what_it_takes_is_said_as_players_say_it(played: str, said: str) -> None:
    words = Words("zh")
    told = doudizhu_hints.wrong(of("3c"), pattern(played), words)
    assert told is not None
    assert words.say(told.key, **told.holes) == said

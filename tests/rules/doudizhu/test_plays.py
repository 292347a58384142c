"""Every legal play of a hand: compared with itself, and with what others find."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from types import SimpleNamespace
from typing import Literal

import pytest
from rlcard.games.base import Card as TheirCard
from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.utils import ACTION_2_ID, get_gt_cards

from game_server.bots import Bot, Chance, random_player
from game_server.rules.doudizhu import State
from protocol import games
from protocol.cards import BIG_JOKER, PACK_WITH_JOKERS, SMALL_JOKER
from protocol.events import Event
from protocol.games.doudizhu import RANK_OF, Kickers, Pattern, classify, plays
from protocol.words import Act, Ask, Cards
from tests.rules.doudizhu.dealing import HOUSE, of, pattern, ranks, whole_game

ONLINE = Kickers(equal=True)
THEIR = str.maketrans("xX", "BR")
"""They call the jokers B and R."""
OURS = str.maketrans("BR", "xX")
ORDER = "3456789TJQKA2BR"


def theirs(cards: Cards) -> str:
    return ranks(cards).translate(THEIR)


def positions(seed: int, count: int) -> Iterator[tuple[Cards, Cards | None]]:
    """Hands of all sizes, and a play that another hand could have laid before, or none."""
    random = Random(seed)
    for place in range(count):
        pack = random.sample(PACK_WITH_JOKERS, 40)
        if place % 3 == 0:  # many equal cards: airplanes, bombs, kickers to choose from
            some = random.sample(range(13), 6)
            rich = [card for card in PACK_WITH_JOKERS if card >= 52 or card // 4 in some]
            pack = random.sample(rich, len(rich)) + pack
        mine = tuple(pack[: random.randint(1, 20)])
        other = tuple(card for card in PACK_WITH_JOKERS if card not in mine)
        other = tuple(random.sample(other, 20))
        laid = None
        if place % 4:
            by_size: dict[int, list[Cards]] = {}
            for cards in plays(other, None, ONLINE):
                by_size.setdefault(len(cards), []).append(cards)
            laid = random.choice(by_size[random.choice(list(by_size))])
        yield mine, laid


def their_plays(mine: Cards, laid: Cards | None) -> set[str]:
    hand = theirs(mine)
    if laid is None:
        return set(DoudizhuJudger.playable_cards_from_hand(hand))
    held = [
        TheirCard("BJ" if one == "B" else "RJ", "") if one in "BR" else TheirCard("S", one)
        for one in hand
    ]
    before = SimpleNamespace(played_cards=theirs(laid))
    return set(get_gt_cards(SimpleNamespace(current_hand=held), before)) - {"pass"}


def winged(hand: str, length: int, jokers: bool) -> dict[str, int]:
    """Airplanes of so many trios as DouZero's generator lists them, each with its highest low:
    every choice of other cards than those of the trios' ranks is kickers."""
    found: dict[str, int] = {}
    for low in range(len(ORDER) - 3 - length + 1):
        run = ORDER[low : low + length]
        if all(hand.count(rank) >= 3 for rank in run):
            rest = [card for card in hand if card not in run]
            for more in {"".join(some) for some in combinations(rest, length)}:
                if jokers or not {"B", "R"} <= set(more):
                    cards = "".join(sorted(run * 3 + more, key=ORDER.index))
                    found[cards] = low
    return found


def rlcard_takes(cards: str) -> bool:
    """rlcard has no kickers that are all four of a rank, or that make the airplane longer."""
    return cards in ACTION_2_ID


@pytest.mark.parametrize("jokers", [False, True])
def test_online_has_the_airplanes_of_douzeros_generator(jokers: bool) -> None:
    kickers = Kickers(equal=True, both_jokers=jokers)
    random = Random(4)
    seen = fours = trios = 0
    for place in range(200):
        first = random.randrange(8)
        near = [card for card in PACK_WITH_JOKERS if RANK_OF[card] in range(first, first + 6)]
        mine = tuple(random.sample([*near, SMALL_JOKER, BIG_JOKER], random.randint(12, 20)))
        before = None
        if place % 2:
            before = Pattern("airplane_solos", random.randint(2, 4), random.randrange(first + 3))
        listed: dict[str, int] = {}
        for length in (before.length,) if before else range(2, 6):
            for cards, low in winged(theirs(mine), length, jokers).items():
                # Four trios in a row that lead are an airplane of four.
                if low > before.low if before else not is_whole(cards):
                    listed[cards] = low
        all_plays = plays(mine, before, kickers)
        assert len({theirs(cards) for cards in all_plays}) == len(all_plays), "equal plays"
        ours = {
            theirs(cards): found.low
            for cards in all_plays
            if isinstance(found := classify(cards, kickers, before), Pattern)
            and found.category == "airplane_solos"
        }
        assert ours == listed, (ranks(mine), before)
        seen += len(ours)
        fours += sum(4 in map(cards.count, cards) for cards in ours)
        trios += sum(not rlcard_takes(cards) and 4 not in map(cards.count, cards) for cards in ours)
    assert seen > 2_500
    assert fours > 5
    assert trios > 5


def is_whole(cards: str) -> bool:
    run = "".join(dict.fromkeys(cards))
    return len(cards) == 3 * len(run) and run in ORDER[:12]


def test_the_patterns_online_are_those_of_rlcard_and_those_airplanes() -> None:
    ours = {theirs(some) for some in plays(PACK_WITH_JOKERS, None, ONLINE) if len(some) <= 20}
    assert ours >= set(ACTION_2_ID) - {"pass"}
    for cards in ours - set(ACTION_2_ID):
        found = classify(of(cards.translate(OURS)), ONLINE)
        assert isinstance(found, Pattern)
        assert found.category == "airplane_solos"


def test_the_legal_plays_of_2400_positions_are_those_of_rlcard() -> None:
    beaten = 0
    for mine, laid in positions(seed=1, count=2_400):
        if laid and not rlcard_takes(theirs(laid)):
            continue
        before = classify(laid, ONLINE) if laid else None
        assert before is None or isinstance(before, Pattern)
        ours = [theirs(cards) for cards in plays(mine, before, ONLINE)]
        assert len(ours) == len(set(ours)), "equal plays"
        known = {cards for cards in ours if rlcard_takes(cards)}
        found = their_plays(mine, laid)
        if before is not None and before.category == "airplane_solos" and before.length == 3:
            # They hold four trios in a row for nothing but an airplane of four.
            known = {cards for cards in known if not is_whole(cards)}
        assert known == found, (ranks(mine), laid and ranks(laid))
        beaten += bool(laid and ours)
    assert beaten > 500


@pytest.mark.parametrize("kickers", [Kickers(), Kickers(both_jokers=True), ONLINE])
def test_a_play_that_beats_is_a_lead_that_beats(kickers: Kickers) -> None:
    for mine, laid in positions(seed=2, count=400):
        leads = plays(mine, None, kickers)
        for cards in leads:
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(mine)
        before = classify(laid, kickers) if laid else None
        if isinstance(before, Pattern):
            beating = [cards for cards in leads if _beats(cards, before, kickers)]
            found = plays(mine, before, kickers)
            assert len(found) == len(set(found))
            assert {tuple(sorted(cards)) for cards in found} == {
                tuple(sorted(cards)) for cards in beating
            }


def _beats(cards: Cards, before: Pattern, kickers: Kickers) -> bool:
    found = classify(cards, kickers, before)
    assert isinstance(found, Pattern)
    return found.beats(before)


def test_the_house_plays_are_those_online_whose_kickers_differ() -> None:
    for mine, _ in positions(seed=3, count=400):
        ours = {ranks(cards) for cards in plays(mine)}
        online = {
            ranks(cards)
            for cards in plays(mine, None, ONLINE)
            if isinstance(classify(cards), Pattern)
        }
        assert ours == online


def test_plays_that_look_alike_are_listed_once_with_the_lowest_suits() -> None:
    assert plays(of("33")) == [of("3"), of("33")]
    assert [ranks(cards) for cards in plays(of("3334"))] == ["3", "4", "33", "333", "3334"]


def test_only_what_beats_the_last_play_is_listed() -> None:
    hand = of("34455556xX")
    listed = [ranks(cards) for cards in plays(hand, pattern("33"))]
    assert listed == ["44", "55", "5555", "xX"]
    assert [ranks(cards) for cards in plays(hand, pattern("6666"))] == ["xX"]
    assert plays(hand, pattern("xX")) == []


@pytest.mark.parametrize("landlord", ["random", "bid"])
def test_choices_follow_from_what_the_seat_was_told(landlord: Literal["random", "bid"]) -> None:
    checked = dealt_again = 0

    def knowing(state: State) -> Bot:
        def choose(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
            nonlocal checked
            option = ask.option("play")
            if option:
                listed = games.choices("doudizhu", told, ask, option)
                assert list(listed) == plays(state.hands[ask.who], state.to_beat, ONLINE)
                checked += 1
            return random_player.choose(told, ask, chance)

        return choose

    options = replace(HOUSE, online=True, landlord=landlord)
    for seed in range(30):
        game = whole_game(options, Random(seed), lambda _, state: knowing(state), Random(seed))
        dealt_again += len(game.said("doudizhu.redealt"))
    assert checked > 1_000
    assert (dealt_again > 0) == (landlord == "bid")

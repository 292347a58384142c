"""Easy, medium and hard: legal, honest, the same for a seed, and each as good as it should be."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

import pytest

from bench.bots_doudizhu import play_match, rule_agent
from bench.strength import Run
from game_server.bots import Bot, Chance, bots, random_player
from game_server.bots.choosing import names
from game_server.bots.doudizhu.levels import DoudizhuLevel, play
from game_server.bots.doudizhu.packed import pack, size, unpack
from game_server.bots.doudizhu.situation import read
from game_server.bots.doudizhu.wild import settled
from game_server.bots.doudizhu.worlds import imagined
from game_server.rules.doudizhu import GAME, Options, State
from protocol.cards import PACK_WITH_JOKERS
from protocol.events import Dealt, Event, Laid, told
from protocol.games import doudizhu
from protocol.games.doudizhu import (
    RANKS,
    Amiss,
    Landlord,
    classify,
    in_order,
    kickers,
    to_beat,
    wild,
)
from protocol.words import BOARD, Act, Ask, Cards, Seat, Secret
from tests.playing import began
from tests.rules.doudizhu.dealing import (
    CLASSIC,
    HOUSE,
    NO_SHUFFLE,
    RICH,
    STANDARD,
    WILD,
    A,
    B,
    C,
    Round,
    leading,
    whole_game,
)

LEVELS: Final = ("easy", "medium", "hard", "master")
BOTS: Final = bots("doudizhu")
PRESETS: Final = {
    "house": HOUSE,
    "standard": STANDARD,
    "online": replace(STANDARD, online=True),
    "jokers": replace(HOUSE, jokers_as_kickers=True),
    "classic": CLASSIC,
    "no_shuffle": NO_SHUFFLE,
    "wild": WILD,
}


SYMBOLS: Final = "3456789TJQKA2bB"


def thinking(budget: int) -> Bot:
    """The hard player in a hurry."""
    return partial(play, DoudizhuLevel(budget=budget, net=True, opened=budget))


QUICK: Final[dict[str, Bot]] = {
    **BOTS,
    "hard": thinking(60),
    "master": partial(play, DoudizhuLevel(net=True, opened=60)),
}


def test_the_lobby_lists_the_levels_and_medium_is_the_usual_one() -> None:
    assert names("doudizhu") == ("medium", "easy", "hard", "master", "random")


# -- the rules ----------------------------------------------------------------------------


def refusal(act: Act, heard: Sequence[Event], ask: Ask, hand: Cards) -> str:
    """What is wrong with an act; "" if nothing is."""
    refused = ask.refusal(act)
    if refused:
        return refused.text
    if act.verb != "play":
        return ""
    if not set(act.cards) <= set(hand):
        return "not held"
    before, rank = to_beat(heard, ask), wild(heard)
    if rank is not None:
        found = doudizhu.read(act.cards, rank, act.stands, kickers(heard), before)
        pattern = found if isinstance(found, Amiss) else found.pattern
    else:
        pattern = classify(act.cards, kickers(heard))
    if isinstance(pattern, Amiss):
        return pattern.text
    return "" if before is None or pattern.beats(before) else f"{pattern} does not beat {before}"


@pytest.mark.parametrize("options", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize(
    ("level", "positions"), [("easy", 1200), ("medium", 1200), ("hard", 200), ("master", 300)]
)
def test_every_act_is_legal_wherever_a_random_game_leads(
    level: str, positions: int, options: Options
) -> None:
    asked = seed = 0

    def asking(seat: Seat, state: State) -> Bot:
        def choose(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
            nonlocal asked
            asked += 1
            act = QUICK[level](heard, ask, chance)
            assert refusal(act, heard, ask, state.hands.get(seat, ())) == "", act
            return random_player.choose(heard, ask, chance)

        return choose

    while asked < positions:
        seed += 1
        whole_game(options, Random(f"{level} {seed}"), asking, Random(seed))


@pytest.mark.parametrize("options", PRESETS.values(), ids=PRESETS)
def test_the_levels_play_whole_games_with_each_other(options: Options) -> None:
    for seed in range(6):
        levels = dict(zip(RICH, LEVELS[seed % 4 :] + LEVELS[: seed % 4], strict=False))

        def seating(seat: Seat, _: State, levels: Mapping[Seat, str] = levels) -> Bot:
            return QUICK[levels[seat]]

        assert whole_game(options, Random(seed), seating, Random(seed)).over


# -- what a seat may know -----------------------------------------------------------------


def world(hands: Mapping[Seat, Cards], acts: Sequence[tuple[Seat, Act]]) -> Round:
    """A game in which A is the landlord and took up its last three cards, so many acts on."""
    kitty = hands[A][-3:]
    game = leading(dict.fromkeys(hands, ""))
    game.state = replace(game.state, hands={seat: in_order(hand) for seat, hand in hands.items()})
    game.events = [
        *(Dealt(seat, Secret(seat, hand[:17])) for seat, hand in hands.items()),
        Landlord(A, HOUSE.stake),
        Dealt(BOARD, kitty),
        Laid(BOARD, A, kitty),
    ]
    for seat, act in acts:
        game.does(seat, act)
    return game


def heard_in(game: Round) -> list[Event]:
    """What the seat that is asked was told."""
    return [began(GAME, HOUSE, RICH), *(told(event, game.ask.who) for event in game.events)]


def some_turns_on(random: Random) -> tuple[dict[Seat, Cards], list[tuple[Seat, Act]]]:
    pack = random.sample(PACK_WITH_JOKERS, 54)
    hands = {A: tuple(pack[:20]), B: tuple(pack[20:37]), C: tuple(pack[37:])}
    acts: list[tuple[Seat, Act]] = []
    for _ in range(random.randrange(12)):
        game = world(hands, acts)
        act = BOTS["easy"](heard_in(game), game.ask, random.randrange)
        if len(act.cards) == len(game.state.hands[game.ask.who]):
            break
        acts.append((game.ask.who, act))
    return hands, acts


def dealt_otherwise(
    hands: Mapping[Seat, Cards], acts: Sequence[tuple[Seat, Act]], me: Seat, random: Random
) -> dict[Seat, Cards]:
    """What the other two have not shown changes hands between them."""
    shown = {card for _, act in acts for card in act.cards} | set(hands[A][-3:])
    others = [seat for seat in hands if seat != me]
    hidden = [card for seat in others for card in hands[seat] if card not in shown]
    random.shuffle(hidden)
    again = {
        seat: tuple(card if card in shown else hidden.pop() for card in hands[seat])
        for seat in others
    }
    return {seat: again.get(seat, hand) for seat, hand in hands.items()}


@pytest.mark.parametrize("level", LEVELS)
def test_cards_that_were_not_shown_change_nothing(level: str) -> None:
    for seed in range(30):
        random = Random(seed)
        hands, acts = some_turns_on(random)
        game = world(hands, acts)
        other = world(dealt_otherwise(hands, acts, game.ask.who, random), acts)
        assert other.ask == game.ask
        assert other.state.hands != game.state.hands or len(acts) > 8
        choices = [
            QUICK[level](heard_in(one), one.ask, Random(seed).randrange) for one in (game, other)
        ]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_question_with_the_same_chance_has_the_same_answer(level: str) -> None:
    for seed in range(10):
        game = world(*some_turns_on(Random(seed)))
        heard = heard_in(game)
        choices = [QUICK[level](heard, game.ask, Random(7).randrange) for _ in range(2)]
        assert choices[0] == choices[1]


def test_imagined_hands_are_as_many_as_were_counted_and_the_shown_cards_stay() -> None:
    for seed in range(40):
        random = Random(seed)
        hands, acts = some_turns_on(random)
        game = world(hands, acts)
        me = game.ask.who
        now = read(heard_in(game), game.ask)
        assert (A, B, C)[now.spot.place] == me
        assert unpack(now.spot.hand, now.hand) == in_order(now.hand) == game.state.hands[me]
        assert list(now.spot.left) == [len(game.state.hands[seat]) for seat in (A, B, C)]
        assert now.spot.unseen == pack(
            card for seat, hand in game.state.hands.items() if seat != me for card in hand
        )
        dealt = imagined(now.spot, now.known, random.randrange)
        assert [size(hand) for hand in dealt] == list(now.spot.left)
        assert sum(dealt) == now.spot.hand + now.spot.unseen
        assert dealt[now.spot.place] == now.spot.hand
        kept = pack(card for card in hands[A][-3:] if card in game.state.hands[A])
        mine = now.spot.place
        assert now.known == tuple(kept if place == 0 != mine else 0 for place in range(3))
        assert all(dealt[0] >> 4 * rank & 15 >= kept >> 4 * rank & 15 for rank in RANKS)


def test_a_hand_that_lies_open_is_imagined_as_it_is() -> None:
    seen = 0

    def asking(seat: Seat, state: State) -> Bot:
        def choose(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
            nonlocal seen
            others = set(state.openers) - {seat}
            if ask.option("play") and state.landlord is not None and others:
                now = read(heard, ask)
                dealt = imagined(now.spot, now.known, chance)
                order = state.order
                for one in others:
                    place = (order.index(one) - order.index(state.landlord)) % 3
                    assert dealt[place] == pack(state.hands[one])
                    seen += 1
            return random_player.choose(heard, ask, chance)

        return choose

    for seed in range(12):
        whole_game(CLASSIC, Random(f"open {seed}"), asking, Random(seed))
    assert seen > 50


# -- how good they are --------------------------------------------------------------------


def test_a_player_is_exactly_as_good_as_itself() -> None:
    # Who plays by sense alone asks no chance: each deck is won and lost once.
    won, points = play_match(BOTS["medium"], BOTS["medium"], Run(), 6)
    assert (won.mean, won.within, points.mean) == (50, 0, 0)


def test_fifty_decks_against_the_rule_agent_show_what_each_level_is_worth() -> None:
    easy, medium = (play_match(BOTS[level], rule_agent, Run(), 50) for level in LEVELS[:2])
    assert 35 < easy[0].mean < 65 < medium[0].mean
    assert medium[1].mean > 1 > easy[1].mean


def test_thinking_wins_from_slips() -> None:
    # Few decks and little thought, so that only the sign is sure.
    assert play_match(thinking(100), BOTS["easy"], Run(), 10)[0].mean > 50


def test_the_network_wins_from_sense() -> None:
    assert play_match(BOTS["master"], BOTS["medium"], Run(seed=3), 40)[0].mean > 52


# -- where a rank is wild -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "settles"),
    [("34562", "34567"), ("KK2", "KKK"), ("33344422", "33334444"), ("3bB", "3bB")],
)
def test_a_wild_card_is_imagined_as_what_the_hand_lacks_most(hand: str, settles: str) -> None:
    before, after = (sum(1 << 4 * SYMBOLS.index(card) for card in one) for one in (hand, settles))
    assert settled(before, SYMBOLS.index("2")) == after


def test_where_a_rank_is_wild_hard_and_master_think_and_medium_does_not() -> None:
    asked: dict[str, int] = dict.fromkeys(QUICK, 0)

    def asking(seat: Seat, state: State) -> Bot:
        def choose(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
            if ask.option("play") and ask.option("pass"):
                for level, bot in QUICK.items():

                    def counted(bound: int, level: str = level) -> int:
                        asked[level] += 1
                        return chance(bound)

                    bot(heard, ask, counted)
            return random_player.choose(heard, ask, chance)

        return choose

    whole_game(WILD, Random(4), asking, Random(4))
    assert asked["medium"] == 0
    assert min(asked["hard"], asked["master"]) > 50

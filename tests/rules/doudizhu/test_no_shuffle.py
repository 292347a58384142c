"""The cards of the last game are cut and not shuffled: whole evenings against a second writing."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from game_server.bots import bots, random_player
from game_server.rules.doudizhu import Carry, Options
from protocol.cards import PACK_WITH_JOKERS
from protocol.events import Dealt, Event, told
from protocol.games.doudizhu import RANK_OF, Unshuffled
from protocol.words import BOARD, CHANCE, Act, Cards, Hidden, Seat, Secret
from tests.rules.doudizhu import cutting
from tests.rules.doudizhu.dealing import CLASSIC, NO_SHUFFLE, A, B, C, Round, whole_game
from tests.rules.doudizhu.test_classic import compared

ORDER = (A, B, C)
CLOSED = replace(NO_SHUFFLE, open_hands=False)
"""Dealt in one go, as nobody may open a hand meanwhile."""
PLAYERS = {"anything": random_player.choose, "medium": bots("doudizhu")["medium"]}
LYING = Carry(7, PACK_WITH_JOKERS[7:] + PACK_WITH_JOKERS[:7])
"""Seven games were played, and the cards lie so."""


def draws(game: Round, random: Random) -> list[int]:
    """All that chance says until the hands are dealt."""
    said: list[int] = []
    while game.state.stage == "deal":
        drawn = tuple(random.randrange(bound) for bound in game.dealing.options[0].bounds)
        game.does(CHANCE, Act("draw", drawn=drawn))
        said += drawn
    return said


def hands(events: Sequence[Event]) -> dict[Seat, list[int]]:
    """What was dealt to each seat, in this order."""
    found: dict[Seat, list[int]] = {seat: [] for seat in ORDER}
    for event in events:
        if isinstance(event, Dealt) and event.to in found:
            assert isinstance(event.cards, Secret)
            found[event.to] += event.cards.cards
    return found


@pytest.mark.parametrize("style", PLAYERS)
@pytest.mark.parametrize("options", [NO_SHUFFLE, CLOSED], ids=["in parts", "at once"])
def test_an_evening_is_dealt_and_reckoned_as_the_second_writing_says(
    options: Options, style: str
) -> None:
    carry, played = None, 0
    for seed in range(12):
        game = whole_game(options, Random(seed), lambda *_: PLAYERS[style], Random(seed), carry)
        again = compared(options, game)
        carry = game.rules.carry(game.state)
        if again == "nobody":
            assert carry.gathered == ()
            continue
        played += 1
        pile = cutting.pile(game.events, game.state.hands, ORDER)
        assert sorted(pile) == sorted(PACK_WITH_JOKERS)
        following = Round(options, carry=carry)
        assert following.events == [Unshuffled()]
        given, rest = cutting.hands(pile, draws(following, Random(f"cut {seed}")), ORDER)
        dealt = hands(following.events)
        assert {seat: set(cards) for seat, cards in dealt.items()} == given
        assert {len(cards) for cards in dealt.values()} == {17}
        assert set(following.state.left) == rest
        assert len(rest) == 3
    assert played > 8


def test_the_first_game_is_shuffled_and_so_is_one_that_is_dealt_again() -> None:
    game = Round(CLOSED)
    assert not game.said("doudizhu.unshuffled")
    assert game.dealing.left == PACK_WITH_JOKERS
    game = Round(CLOSED, carry=LYING)
    assert game.dealing.left == ()
    for _ in range(CLOSED.deals):
        while game.state.stage in ("deal", "lot"):
            game.draws()
        for _ in ORDER:
            game.does(game.ask.who, Act("no_call"))
        if not game.over:
            assert game.dealing.left == PACK_WITH_JOKERS
            assert game.dealing.source.startswith("round:8.")
    carry = game.rules.carry(game.state)
    assert carry == Carry(8), "nobody played a card, so nothing lies as it was played"
    assert not Round(CLOSED, carry=carry).state.unshuffled


def test_other_rules_keep_nothing_of_the_last_game() -> None:
    game = whole_game(CLASSIC, Random(3), lambda *_: PLAYERS["medium"], Random(3))
    assert game.said("doudizhu.reckoned")
    assert game.rules.carry(game.state) == Carry(1)
    assert not Round(CLASSIC, carry=LYING).state.unshuffled


@pytest.mark.parametrize("options", [NO_SHUFFLE, CLOSED], ids=["in parts", "at once"])
def test_how_the_cards_lie_tells_no_card_to_come(options: Options) -> None:
    """What is left is cut before each part, so any card may come first in it."""
    first: set[int] = set()
    last: set[int] = set()
    for seed in range(400):
        game = Round(options, carry=LYING)
        draws(game, Random(seed))
        dealt = hands(game.events)[A]
        first.add(dealt[0])
        last.add(dealt[-1])
    assert len(first) > 45
    assert len(last) > 45


def exchanged(cards: Cards, dealt: Round, viewer: Seat, random: Random) -> Cards:
    """The same pile, but for the cards that did not come to the viewer: they change places."""
    mine = set(dealt.state.hands[viewer])
    others = [card for card in cards if card not in mine]
    random.shuffle(others)
    return tuple(card if card in mine else others.pop() for card in cards)


@pytest.mark.parametrize("options", [NO_SHUFFLE, CLOSED], ids=["in parts", "at once"])
def test_no_word_to_a_seat_depends_on_how_the_cards_of_others_lay(options: Options) -> None:
    for seed in range(30):
        viewer = ORDER[seed % 3]
        game, random = Round(options, carry=LYING), Random(seed)
        draws(game, Random(seed))
        pile = exchanged(LYING.gathered, game, viewer, random)
        other = Round(options, carry=Carry(LYING.round, pile))
        draws(other, Random(seed))
        assert other.state.hands != game.state.hands
        assert [told(event, viewer) for event in other.events] == [
            told(event, viewer) for event in game.events
        ]
        hidden = [told(event, None) for event in game.events if isinstance(event, Dealt)]
        assert all(isinstance(one, Dealt) and isinstance(one.cards, Hidden) for one in hidden)


def test_bombs_stay_together_that_were_played() -> None:
    """Where bombs and threes with kickers were thrown, hands have more bombs than of a shuffle."""
    bot = PLAYERS["medium"]
    carry, bombs = None, {True: 0, False: 0}
    for seed in range(20):
        game = whole_game(CLOSED, Random(seed), lambda *_: bot, Random(seed), carry)
        carry = game.rules.carry(game.state)
        for lies, before in ((True, carry), (False, None)):
            for again in range(10):
                begun = Round(CLOSED, carry=before)
                draws(begun, Random(f"{seed} {again}"))
                bombs[lies] += sum(_bombs(begun.state.hands[seat]) for seat in ORDER)
    assert bombs[True] > 1.5 * bombs[False]


def _bombs(hand: Cards) -> int:
    ranks = [RANK_OF[card] for card in hand]
    return sum(ranks.count(rank) == 4 for rank in set(ranks))


def test_the_board_gets_the_three_that_are_left() -> None:
    game = Round(CLOSED, carry=LYING)
    draws(game, Random(5))
    left = set(game.state.left)
    while game.state.stage != "kitty":
        if game.ask.who == CHANCE:
            game.draws()
        else:
            game.does(game.ask.who, Act("call" if game.ask.option("call") else "no_rob"))
    game.draws()
    shown = next(one for one in game.events if isinstance(one, Dealt) and one.to == BOARD)
    assert set(shown.cards) == left  # type: ignore[arg-type]  # it lies open

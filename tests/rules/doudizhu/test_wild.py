"""One rank is wild: whole games against the second writings, and what is told and refused."""

from dataclasses import replace
from random import Random

import pytest

from game_server.bots import bots, random_player
from protocol.events import Event, Laid
from protocol.games.doudizhu import RANK_OF, Kickers, Pattern, Played, Reckoned, Wild
from protocol.words import BOARD, Act
from tests.playing import steered
from tests.rules.doudizhu import again, standing
from tests.rules.doudizhu.dealing import (
    STANDARD,
    WILD,
    A,
    B,
    C,
    Round,
    leading,
    of,
    refused,
    whole_game,
)
from tests.rules.doudizhu.test_classic import compared

SIX = 3
PLAYERS = {
    "anything": random_player.choose,
    "few passes": steered(avoid=("pass", "no_call", "no_rob")),
    "medium": bots("doudizhu")["medium"],
    "easy": bots("doudizhu")["easy"],
}
VARIANTS = {"wild": WILD, "bid": replace(STANDARD, wild=True)}
ONLINE = Kickers(equal=True)


def followed(events: list[Event], kickers: Kickers) -> set[str]:
    """Every play is one that the second writing allows on what lay there; their categories."""
    before: Pattern | None = None
    last = None
    found = set()
    (wild,) = [one.rank for one in events if isinstance(one, Wild)]
    laid = [one for one in events if isinstance(one, Laid) and one.dst == BOARD]
    played = [one for one in events if isinstance(one, Played)]
    for cards, one in zip(laid, played, strict=True):
        if last == one.seat:
            before = None
        ranks = [RANK_OF[card] for card in cards.cards]
        own = tuple(rank for rank in ranks if rank != wild)
        pattern = Pattern(one.category, one.length, one.low)
        could = standing.stood(own, len(ranks) - len(own), wild, kickers, before)
        assert pattern in could, (ranks, wild, before, pattern)
        assert len(one.stands) == len(ranks) - len(own)
        whole = tuple(sorted((*own, *one.stands)))
        as_said = standing.named(whole, kickers, before)
        assert as_said is not None
        assert as_said[1:] == pattern[1:]
        before, last = pattern, one.seat
        found.add(one.category)
    return found


@pytest.mark.parametrize("style", PLAYERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_are_as_the_second_writings_say(variant: str, style: str) -> None:
    options, player = VARIANTS[variant], PLAYERS[style]
    ends: set[str] = set()
    kinds: set[str] = set()
    for seed in range(14):
        game = whole_game(options, Random(f"{variant} {seed}"), lambda *_: player, Random(seed))
        ends.add(compared(options, game))
        if game.said("doudizhu.reckoned"):
            deal = again.last_deal(game.events)
            kinds |= followed(deal, Kickers(options.online))
    assert {"won", "lost"} <= ends
    assert "soft_bomb" in kinds or style in ("easy", "anything"), kinds


def test_the_wild_rank_is_drawn_and_told_once_the_cards_are_dealt() -> None:
    game = Round(replace(WILD, open_hands=False))
    assert game.ask.left
    game.draws()
    assert game.ask.options[0].bounds == (13,)
    assert game.ask.source == "round:1.wild"
    events = game.draws(lambda bound: 7)
    assert events == (Wild(7, "10"),)
    assert game.state.stage == "lot"
    game.draws()
    for seat in (A, B, C):
        assert game.ask.who == seat
        game.does(seat, Act("no_call"))
    assert game.state.wild is None, "another deal has another wild rank"
    game.draws()
    assert game.draws(lambda bound: 2) == (Wild(2, "5"),)


def test_who_does_not_say_which_play_is_refused_and_asked_again() -> None:
    game = leading({A: "446678", B: "99996xX", C: "JJJJQQ"}, options=WILD, wild=SIX)
    wrong = refused(game, A, Act("play", cards=of("4466")))
    assert wrong.code == "which_play"
    assert "soft bomb of 4s" in wrong.text
    assert refused(game, A, Act("play", cards=of("4466"), stands=(1,))).code == "stands_count"
    assert refused(game, A, Act("play", cards=of("66"), stands=(1, 1))).code == "wild_alone"
    wrong = refused(game, A, Act("play", cards=of("44"), stands=(13,)))
    assert wrong.code == "stands_unknown"
    game.does(A, Act("play", cards=of("4466"), stands=(1, 1)))
    (played,) = game.said("doudizhu.played")
    assert isinstance(played, Played)
    assert (played.category, played.low, played.stands) == ("soft_bomb", 1, (1, 1))
    assert played.says == "a soft bomb of 4s"
    assert [one.each for one in game.said("doudizhu.doubled")] == [2 * WILD.stake]  # type: ignore[attr-defined]
    game.does(B, Act("play", cards=of("9999")))
    game.passes(C)
    assert refused(game, A, Act("play", cards=of("78"))).code == "chain_short"
    game.passes(A)
    game.does(B, Act("play", cards=of("6")))
    game.passes(C, A)
    game.does(B, Act("play", cards=of("xX")))
    (reckoned,) = game.said("doudizhu.reckoned")
    assert isinstance(reckoned, Reckoned)
    assert reckoned.bombs == 3
    due = dict.fromkeys((B, C), 8 * WILD.stake * 2)
    assert {seat: reckoned.results[seat] for seat in (B, C)} == due, "an anti-spring too"


def test_cards_without_a_wild_one_need_no_word() -> None:
    game = leading({A: "3345", B: "6789", C: "TJQK"}, options=WILD, wild=SIX)
    game.does(A, Act("play", cards=of("33")))
    assert refused(game, B, Act("play", cards=of("78"))).code == "chain_short"
    assert refused(game, B, Act("play", cards=of("678"))).code == "wild_none"
    game.does(B, Act("play", cards=of("69"), stands=(6,)))
    (_, played) = game.said("doudizhu.played")
    assert isinstance(played, Played)
    assert (played.category, played.low) == ("pair", 6)


def test_where_no_rank_is_wild_nothing_may_stand_for_another() -> None:
    game = leading({A: "3346", B: "6789", C: "TJQK"})
    wrong = refused(game, A, Act("play", cards=of("36"), stands=(0,)))
    assert wrong.code == "stands_unknown"
    assert "no card is wild" in wrong.text

"""Hard against bets that may be anything: it keeps enough hands, and no more than pay."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from game_server.bots import Bot, bots
from game_server.bots.holdem.after_flop import must_keep
from game_server.bots.holdem.levels import HARD, play
from game_server.bots.holdem.situation import read
from game_server.rules.holdem import GAME
from protocol.cards import PACK, label
from protocol.words import Seat
from tests.bots.test_holdem_levels import heard_at
from tests.rules.holdem.tables import Table

BY_THOUGHT: Bot = partial(play, replace(HARD, book=0.0))
PLAYERS: dict[str, Bot] = {"hard": bots(GAME.name)["hard"], "by thought": BY_THOUGHT}
CHECKED = ("call", "check")


def folds(bot: Bot, *said: str, deals: int = 40) -> float:
    """How often the bot folds what it was dealt at random, where these acts lead."""
    gone = 0
    for number in range(deals):
        cards = [label(card) for card in Random(f"{said} {number}").sample(PACK, 9)]
        hole, theirs, board = (" ".join(cards[a:b]) for a, b in ((0, 2), (2, 4), (4, 9)))
        table = Table("standard", [1000] * 2, cards={0: hole, 1: theirs}, board=board)
        table.acts(*said)
        assert table.ask is not None
        assert table.ask.who == 0
        gone += bot(heard_at(table, 0), table.ask, Random(number).randrange).verb == "fold"
    return gone / deals


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    ("said", "most"),
    [
        (("bet 13",), 0.5),
        (("check", "check", "bet 13"), 0.5),
        (("check", "check", "check", "check", "bet 20"), 0.6),
    ],
)
def test_a_bet_with_any_two_cards_does_not_win_too_often_at_once(
    name: str, said: tuple[str, ...], most: float
) -> None:
    assert folds(PLAYERS[name], *CHECKED, *said) <= most


@pytest.mark.parametrize("name", PLAYERS)
def test_a_raise_of_every_raise_does_not_either(name: str) -> None:
    bot = PLAYERS[name]
    opened = gone = 0
    for number in range(100):
        cards = [label(card) for card in Random(number).sample(PACK, 4)]
        hole, theirs = " ".join(cards[:2]), " ".join(cards[2:])
        table = Table("standard", [1000] * 2, cards={0: hole, 1: theirs})
        assert table.ask is not None
        act = bot(heard_at(table, 0), table.ask, Random(number).randrange)
        if act.verb == "raise":
            opened += 1
            table.act("raise", act.amount // 100).act("raise", 3 * act.amount // 100)
            gone += bot(heard_at(table, 0), table.ask, Random(number).randrange).verb == "fold"
    assert gone <= 0.6 * opened


@pytest.mark.parametrize("name", PLAYERS)
def test_more_is_folded_to_more_and_nothing_is_called_for_its_own_sake(name: str) -> None:
    bot = PLAYERS[name]
    river = (*CHECKED, *["check"] * 4)
    little, much = folds(bot, *river, "bet 10"), folds(bot, *river, "bet 990")
    assert little + 0.2 < much
    assert little < 0.4
    assert much > 0.8


def test_few_hands_call_many_pots_whoever_else_is_there() -> None:
    """Three players, a bet of 33 pots on the river: no book knows it."""
    gone = 0
    for number in range(40):
        cards = [label(card) for card in Random(f"three {number}").sample(PACK, 11)]
        holes = {seat: " ".join(cards[2 * seat : 2 * seat + 2]) for seat in range(3)}
        table = Table("standard", [1000] * 3, cards=holes, board=" ".join(cards[6:]))
        table.acts("call", "call", "check", *["check"] * 6, "bet 990")
        assert table.ask is not None
        act = BY_THOUGHT(heard_at(table, table.ask.who), table.ask, Random(number).randrange)
        gone += act.verb == "fold"
    assert 30 <= gone < 40


def test_its_own_range_keeps_hands_that_the_price_alone_gives_up() -> None:
    barrels = ("call", "raise 30", "call", "bet 40", "call", "bet 90", "call", "bet 200")
    by_price = partial(play, replace(HARD, book=0.0, defends=0.0))
    assert folds(BY_THOUGHT, *barrels) < folds(by_price, *barrels)


def test_the_share_to_keep_follows_the_price_and_is_divided_among_those_behind() -> None:
    def facing(seats: int, *said: str) -> float:
        table = Table("standard", [1000] * seats, board="Ah Kd 9s 5c Jd").acts(*said)
        assert table.ask is not None
        return must_keep(read(heard_at(table, Seat(table.ask.who)), table.ask))

    assert facing(2, *CHECKED, "bet 20") == pytest.approx(1 / 2)
    assert facing(2, *CHECKED, "bet 10") == pytest.approx(2 / 3)
    assert facing(2, *CHECKED, "check", "bet 40") == pytest.approx(1 / 3)
    assert facing(2, *CHECKED, "bet 20", "raise 80") == pytest.approx(40 / 120)
    assert facing(3, "call", "call", "check", "bet 30") == pytest.approx(1 - 0.5**0.5)

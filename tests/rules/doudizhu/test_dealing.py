"""The deal, and who becomes the landlord."""

from dataclasses import replace
from random import Random

import pytest

from game_server.rules.doudizhu import GAME, Carry, DouDizhu, Options
from protocol.cards import PACK_WITH_JOKERS, Card
from protocol.events import Dealt, Laid, RoundBegan, told
from protocol.games.doudizhu import (
    FirstBidder,
    Landlord,
    NoGame,
    Redealt,
    hand,
)
from protocol.words import BOARD, CHANCE, Act, Cards, Hidden, Seat, Secret
from tests.rules.doudizhu.dealing import HOUSE, RICH, STANDARD, A, B, C, Round, refused


def dealt(game: Round) -> dict[Seat, Cards]:
    """Who was dealt what, as only the server knows it."""
    hands: dict[Seat, Cards] = {}
    for event in game.events:
        if isinstance(event, Dealt) and isinstance(event.cards, Secret):
            hands[event.to] = event.cards.cards
    return hands


# The deal


@pytest.mark.req("D-R9")
def test_each_seat_is_dealt_17_cards_and_the_landlord_takes_up_3_that_all_see() -> None:
    game = Round(HOUSE)
    game.draws()
    assert {seat: len(cards) for seat, cards in game.state.hands.items()} == {A: 17, B: 17, C: 17}
    game.draws()
    kitty = game.state.left
    shown = game.draws()
    assert shown == (Dealt(BOARD, kitty), Laid(BOARD, A, kitty))
    assert [len(game.state.hands[seat]) for seat in (A, B, C)] == [20, 17, 17]
    assert set(kitty) <= set(game.state.hands[A])
    everything = [card for cards in game.state.hands.values() for card in cards]
    assert sorted(everything) == list(PACK_WITH_JOKERS)


@pytest.mark.req("D-S0.2", "D-U1")
@pytest.mark.parametrize("seed", range(5))
def test_the_engine_deals_by_chance_alone(seed: int) -> None:
    """No seat is asked for anything, and each place of the shuffle goes to its seat."""
    game = Round(HOUSE)
    random = Random(seed)
    assert game.ask.who == CHANCE
    assert game.ask.source == "round:1"
    assert game.ask.left == PACK_WITH_JOKERS
    assert game.ask.options[0].bounds == tuple(range(54, 3, -1))
    shuffle: list[Card] = []
    left = list(PACK_WITH_JOKERS)

    def number(bound: int) -> int:
        drawn = random.randrange(bound)
        shuffle.append(left.pop(drawn))
        return drawn

    game.draws(number)
    assert dealt(game) == {
        A: tuple(shuffle[0::3]),
        B: tuple(shuffle[1::3]),
        C: tuple(shuffle[2::3]),
    }
    assert game.ask.who == CHANCE


def test_a_hand_is_told_to_its_own_seat_only() -> None:
    game = Round(HOUSE)
    for event in game.draws(Random(1).randrange):
        assert isinstance(event, Dealt)
        for viewer in (A, B, C, None):
            known = told(event, viewer)
            assert isinstance(known, Dealt)
            assert (known.cards == Hidden(17)) == (viewer != event.to)


def test_the_next_round_has_the_next_number() -> None:
    rules = DouDizhu(HOUSE)
    state = rules.open(RICH, Carry(40)).state
    assert rules.asks(state)[0].source == "round:41"
    assert rules.carry(state) == Carry(41)


@pytest.mark.parametrize("seats", [2, 4])
def test_dou_dizhu_is_for_three(seats: int) -> None:
    for options in GAME.presets.values():
        assert (options.least, options.most) == (3, 3)
    with pytest.raises(ValueError, match=f"{seats} seats cannot play; it takes 3"):
        DouDizhu(HOUSE).open({Seat(seat): 10_00 for seat in range(seats)}, None)


# The landlord


@pytest.mark.req("D-U2", "D-S0.3")
@pytest.mark.parametrize(("number", "landlord"), [(0, A), (1, B), (2, C)])
def test_in_the_house_chance_names_the_landlord_each_seat_alike(
    number: int, landlord: Seat
) -> None:
    game = Round(HOUSE)
    game.draws()
    assert game.ask.who == CHANCE
    assert game.ask.options[0].bounds == (3,)
    assert game.ask.source == "round:1.lot"
    assert game.draws(lambda bound: number) == (Landlord(landlord, HOUSE.stake),)
    game.draws()
    assert game.ask.who == landlord
    assert game.ask.option("pass") is None


def bidding(first: int = 0) -> Round:
    game = Round(STANDARD)
    game.draws(Random(3).randrange)
    game.draws(lambda bound: first)
    return game


@pytest.mark.req("D-R1")
def test_in_standard_the_highest_bidder_is_the_landlord() -> None:
    game = bidding(first=1)
    assert game.said("doudizhu.first") == [FirstBidder(B)]
    game.bids(B, 1)
    game.bids(C, 2)
    game.passes(A)
    assert game.events[-1] == Landlord(C, each=2 * STANDARD.stake)
    game.draws()
    assert game.ask.who == C
    assert len(game.state.hands[C]) == 20


@pytest.mark.req("D-R1")
def test_three_stakes_end_the_bidding_at_once() -> None:
    game = bidding()
    game.bids(A, 3)
    assert game.events[-1] == Landlord(A, each=3 * STANDARD.stake)
    assert game.ask.who == CHANCE


def test_each_bid_must_exceed_the_last() -> None:
    game = bidding()
    game.bids(A, 2)
    low = refused(game, B, Act("bid", amount=2 * STANDARD.stake))
    assert (low.code, low.text) == ("amount_low", "You named 20 to bid; the least is 30.")
    assert refused(game, B, Act("bid", amount=4 * STANDARD.stake)).code == "amount_high"
    assert refused(bidding(), A, Act("bid", amount=15_00)).code == "amount_step"
    game.passes(B, C)
    assert game.said("doudizhu.landlord") == [Landlord(A, each=2 * STANDARD.stake)]


def test_a_silent_seat_passes_the_bid() -> None:
    game = bidding()
    assert game.ask.default == Act("pass")
    assert game.ask.must


def test_when_all_pass_the_cards_are_dealt_again_from_a_new_shuffle() -> None:
    game = bidding()
    first = dealt(game)
    game.leaves(B)
    game.passes(A, B, C)
    assert game.events[-1] == Redealt()
    assert game.ask.source == "round:1.2"
    assert game.ask.left == PACK_WITH_JOKERS
    game.draws(Random(4).randrange)
    assert game.ask.source == "round:1.2.lot"
    game.draws()
    assert dealt(game) != first
    heard = [RoundBegan("doudizhu", "", 1, {}, RICH, {}), *(told(e, A) for e in game.events)]
    assert hand(A, heard) == dealt(game)[A], "the hand of the first deal is gone"
    assert game.leaves(B) == (), "who has left is still gone"
    game.bids(A, 1)


@pytest.mark.parametrize("deals", [1, 2, 3])
def test_after_so_many_deals_that_nobody_wants_the_round_is_over_without_a_payment(
    deals: int,
) -> None:
    game = Round(replace(STANDARD, deals=deals))
    while not game.over:
        ask = game.ask
        if ask.who == CHANCE:
            game.draws()
        else:
            game.does(ask.who, ask.default)
    assert game.events[-1] == NoGame()
    assert len(game.said("doudizhu.redealt")) == deals - 1
    assert not game.said("moved")


def test_a_deal_that_nobody_wants_is_made_three_times_in_standard() -> None:
    assert STANDARD.deals == 3


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ({"least": 2}, "there are 3 seats"),
        ({"most": 4}, "there are 3 seats"),
        ({"unit": 0}, "unit is 0; it is at least a cent"),
        ({"stake": 0}, "stake is 0; it is at least one unit"),
        ({"stake": 250}, "stake is 250; it is a whole number of units"),
        ({"deals": 0}, "deals is 0; the cards are dealt at least once"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(wrong: dict[str, int], right: str) -> None:
    with pytest.raises(ValueError, match=f"These rules cannot be played: {right}"):
        Options(**wrong)  # type: ignore[arg-type]  # flags of many types

"""Rounds of every game, booked: what the ledger holds is what the players hold."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game_server.bank import bookings
from game_server.bank.bookings import GIFT, settle
from game_server.bank.entries import (
    MOST,
    SUSPENSE,
    Entry,
    Transfer,
    escrow,
    house,
    jackpot,
    pot,
    purse_of,
)
from game_server.rules.catalogue import GAMES
from game_server.rules.core import Game
from game_server.store import ledger, ledger_check
from protocol.events import Moved, net_of, nets_of
from protocol.words import HOUSE, JACKPOT, Seat
from tests.playing import EVERY_PRESET, random_round
from tests.store.in_memory import in_memory

PLAY, CASH = purse_of(7, "play"), purse_of(7, "cash")


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_after_every_round_of_every_game_escrow_is_the_stack(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    conn = in_memory()
    played = random_round(game, preset, seed, leaving=seed % 5)
    holders = {seat: f"bot{seat}" for seat in played.stacks}
    for seat, stack in played.stacks.items():
        if stack:
            ledger.book(conn, bookings.seat_bot(f"sit{seat}", holders[seat], "t", stack, "play", 1))
    moved = [event for event in played.events if isinstance(event, Moved)]
    if before := -min(0, _lowest(moved)):
        # What earlier rounds have left in the jackpot.
        gift = Transfer(house("play"), jackpot("t", "play"), before, "earlier")
        ledger.book(conn, Entry("earlier", "play", 1, "earlier", (gift,)))
    ledger.book(conn, settle("t", 1, moved, holders, "play", 2))
    after = played.stacks_after()
    for seat in played.stacks:
        assert ledger.balance(conn, escrow("t", holders[seat], "play")) == after[seat]
        assert net_of(moved, seat) == after[seat] - played.stacks[seat]
        assert net_of(moved, seat) == nets_of(moved).get(seat, 0)
    assert ledger.balance(conn, pot("t", "play")) == 0
    assert ledger.balance(conn, house("play")) + before == after.get(HOUSE, 0)
    assert ledger_check.whole_faults(conn) == ()
    conn.close()


def _lowest(moved: list[Moved]) -> int:
    """The least that the jackpot holds on the way, if it begins with nothing."""
    lowest = now = 0
    for one in moved:
        now += one.amount * ((one.dst == JACKPOT) - (one.src == JACKPOT))
        lowest = min(lowest, now)
    return lowest


@pytest.mark.req("C-1.1")
def test_one_balance_of_1000_chips_goes_from_game_to_game() -> None:
    conn = in_memory()
    ann, me = 7, Seat(0)
    ledger.book(conn, bookings.opening_gift(ann, 1))
    assert ledger.balance(conn, PLAY) == 1_000 * 100
    net = {}
    for name, preset in (
        ("holdem", "casino"),
        ("blackjack", "casino"),
        ("roulette", "house"),
        ("sabacc", "house"),
    ):
        before = ledger.balance(conn, PLAY)
        played = random_round(GAMES[name], preset, 2)
        stack = played.stacks[me]
        ledger.book(conn, bookings.buy_in(f"in:{name}", ann, name, stack, "play", 2))
        for seat in played.stacks.keys() - {me}:
            amount = played.stacks[seat]
            key = f"in:{name}:{seat}"
            ledger.book(conn, bookings.seat_bot(key, f"bot{seat}", name, amount, "play", 2))
        moved = [event for event in played.events if isinstance(event, Moved)]
        holders = {seat: ann if seat == me else f"bot{seat}" for seat in played.stacks}
        ledger.book(conn, settle(name, 1, moved, holders, "play", 3))
        left = played.stacks_after()[me]
        if left:
            ledger.book(conn, bookings.cash_out(f"out:{name}", ann, name, left, "play", 4))
        net[name] = left - stack
        assert ledger.balance(conn, PLAY) == before + net[name]
    assert any(net.values())
    assert ledger.balance(conn, PLAY) == GIFT + sum(net.values())
    assert ledger.balance(conn, CASH) == 0
    assert ledger.balance(conn, SUSPENSE) == 0


def test_what_is_more_than_a_transfer_may_be_of_is_booked_in_several() -> None:
    conn = in_memory()
    fortune = 3 * MOST + 5
    ledger.book(conn, bookings.seat_bot("sit", "bot", "t", fortune, "play", 1))
    assert ledger.balance(conn, escrow("t", "bot", "play")) == fortune
    round_ = settle("t", 1, [Moved(Seat(0), HOUSE, fortune, "lost")], {Seat(0): "bot"}, "play", 2)
    assert [one.amount for one in round_.transfers] == 2 * [MOST, MOST, MOST, 5]
    ledger.book(conn, round_)
    assert not ledger.book(conn, round_).fresh
    assert ledger.balance(conn, escrow("t", "bot", "play")) == 0
    assert ledger.balance(conn, house("play")) == fortune
    assert ledger_check.whole_faults(conn) == ()
    conn.close()

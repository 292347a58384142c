"""Cash goes back to the card that paid it; what is won goes to one card, and to a new one late."""

import pytest

from game_server.bank.cards import BankCard
from game_server.bank.entries import SUSPENSE, Entry, Transfer, escrow
from game_server.bank.payout import split
from game_server.store import cards, ledger, measures, payments
from game_server.store.cards import ProvedCard
from game_server.store.direct import CommitFault
from tests.bank.world import HOLD_MS, TABLE, World, card

HOLD_S = HOLD_MS / 1000


def proved(number: int, good: int | None = None, ended: bool = False) -> ProvedCard:
    return ProvedCard(number, 1, b"h" * 32, "debit", "token", "1234", 0, good, ended)


def shared(
    amount: int, owed: dict[int, int], *known: ProvedCard, home: ProvedCard | None = None
) -> list[tuple[int, int, int]]:
    parts = split(amount, owed, known, home, at=1_000)
    return [(part.card.id, part.amount, part.due) for part in parts]


def test_what_a_card_paid_goes_back_to_it_and_the_rest_home() -> None:
    a, b = proved(1, good=0), proved(2)
    assert shared(700, {2: 300, 1: 200}, a, b, home=a) == [(2, 300, 1_000), (1, 400, 1_000)]
    assert shared(250, {2: 300, 1: 200}, a, b, home=a) == [(2, 250, 1_000)]
    assert shared(400, {2: -50, 1: 0}, a, b, home=a) == [(1, 400, 1_000)]


def test_what_is_won_is_held_for_a_new_card_and_what_it_paid_is_not() -> None:
    a, b = proved(1), proved(2, good=9_000)
    assert shared(700, {2: 300, 1: 200}, a, b, home=b) == [
        (2, 300, 1_000),
        (1, 200, 1_000),
        (2, 200, 9_000),
    ]


def test_a_card_whose_authorization_has_ended_is_left_out_and_no_card_takes_nothing() -> None:
    a, b = proved(1, good=0), proved(2, ended=True)
    assert shared(700, {2: 300, 1: 200}, a, b, home=a) == [(1, 700, 1_000)]
    assert shared(700, {2: 300}, b, home=None) == []


@pytest.fixture
def world() -> World:
    """Player 1 has bought $50 and won $30 of player 2, who has bought $50 too."""
    made = World(each=20_000)
    for player in made.players:
        made.give_card(player)
        made.sit(player)
        made.advance(1)
        made.buy(player, 5_000)
    made.advance(1)
    wins(made, 3_000)
    return made


def wins(world: World, amount: int) -> None:
    winner, loser = world.players
    src, dst = escrow(TABLE, loser, "cash"), escrow(TABLE, winner, "cash")
    moved = (Transfer(src, dst, amount, "round"),)
    key = f"won:{world.new_key()}"
    ledger.book(world.conn, Entry(key, "cash", world.now(), "round", moved))


def other_card(world: World, number: int = 30) -> BankCard:
    other = card(number)
    world.books.open_account(other, 10_000)
    return other


def out(world: World) -> list[tuple[int, str, str, bool]]:
    """The cash-outs of player 1, the oldest first: how much, to which card, how far, held?"""
    made = [one for one in world.all_payments() if one.player == world.players[0]]
    return [
        (one.amount, one.digits, one.state, one.held(world.now()))
        for one in sorted(made, key=lambda one: one.id)
        if one.way == "cash_out"
    ]


@pytest.mark.req("E-RF-PG-002")
def test_winnings_go_to_the_card_that_paid_at_once(world: World) -> None:
    player = world.players[0]
    world.leave(player)
    world.advance(2)
    assert world.books.held(card(0)) == 23_000
    assert out(world) == [(8_000, card(0).digits, "done", False)]


def test_nothing_goes_to_a_card_that_was_shown_and_not_confirmed(world: World) -> None:
    player, other = world.players[0], other_card(world)
    world.give_card(player, other)
    world.advance(1)
    world.buy(player, 2_000)
    world.advance(1)
    assert world.books.held(other) == 8_000, "it pays"
    world.leave(player)
    world.advance(2 * HOLD_S)
    assert (world.books.held(other), world.books.held(card(0))) == (10_000, 23_000)


def test_winnings_go_to_a_confirmed_card_when_the_hold_is_over_by_themselves(world: World) -> None:
    player, other = world.players[0], other_card(world)
    world.give_card(player, other, confirmed=True)
    world.advance(1)
    world.buy(player, 2_000)
    world.advance(1)
    world.leave(player)
    world.advance(2)
    assert out(world) == [
        (2_000, other.digits, "done", False),
        (5_000, card(0).digits, "done", False),
        (3_000, other.digits, "pending", True),
    ]
    assert ledger.balance(world.conn, SUSPENSE) == 3_000
    assert world.books.held(other) == 10_000
    world.check_books()
    world.advance(HOLD_S)
    assert out(world)[-1] == (3_000, other.digits, "done", False)
    assert world.books.held(other) == 13_000
    assert ledger.balance(world.conn, SUSPENSE) == 0


def test_what_is_held_keeps_no_house_from_closing(world: World) -> None:
    player, other = world.players[0], other_card(world)
    world.give_card(player, other, confirmed=True)
    world.advance(1)
    world.leave(player)
    world.advance(5)
    listed = world.keep(world.store.read(payments.not_over))
    waits = world.keep(world.cashier.at_the_bank())
    world.advance(1)
    assert waits == [False]
    (rows,) = listed
    assert isinstance(rows, tuple)
    assert [one.amount for one in rows] == [3_000], "the operator sees it"


@pytest.mark.parametrize("ending", ["crash", "restart"])
def test_what_is_held_is_paid_after_a_restart_too_once_and_not_early(
    world: World, ending: str
) -> None:
    player, other = world.players[0], other_card(world)
    world.give_card(player, other, confirmed=True)
    world.advance(1)
    world.leave(player)
    world.advance(2)
    for _ in range(3):
        getattr(world, ending)()
        world.advance(5)
        (key,) = [one.key for one in world.all_payments() if one.held(world.now())]
        world.cashier.ask_now(key)
        world.advance(5)
        assert world.books.held(other) == 10_000
    world.advance(HOLD_S)
    getattr(world, ending)()
    world.advance(60)
    assert world.books.held(other) == 13_000
    assert world.all_payments()[0].tries == 0


@pytest.mark.parametrize("disk", CommitFault)
@pytest.mark.parametrize("when", range(1, 9))
def test_a_crash_at_any_commit_of_a_shared_cash_out_pays_each_part_once(
    world: World, disk: CommitFault, when: int
) -> None:
    player, other = world.players[0], other_card(world)
    world.give_card(player, other, confirmed=True)
    world.advance(1)
    world.buy(player, 2_000)
    world.advance(1)
    world.strike = (world.commits + when, disk)
    world.leave(player)
    for _ in range(8):
        world.advance(10)
        world.check_books()
    world.leave(player)
    world.advance(HOLD_S + 5)
    assert (world.books.held(other), world.books.held(card(0))) == (13_000, 20_000)
    assert (world.purse(player), world.chips(player)) == (0, 0)


def test_what_is_held_is_not_paid_while_the_house_bars_its_player(world: World) -> None:
    player, other = world.players[0], other_card(world)
    world.give_card(player, other, confirmed=True)
    world.advance(1)
    world.leave(player)
    world.advance(5)
    measures.take(
        world.conn, player=player, kind="barred", at=world.now(), until=None, reason="r", who="ann"
    )
    world.advance(HOLD_S + 3 * 3_600)
    assert world.books.held(other) == 10_000
    (key,) = [one.key for one in world.all_payments() if one.state == "pending"]
    world.cashier.ask_now(key)
    world.restart()
    world.advance(60)
    assert world.books.held(other) == 10_000
    world.check_books()
    measures.lift(world.conn, player, "barred", world.now())
    world.advance(3_600)
    assert world.books.held(other) == 13_000


def test_the_owner_who_takes_the_old_card_back_in_time_is_paid_there(world: World) -> None:
    player, other = world.players[0], other_card(world)
    world.give_card(player, other, confirmed=True)
    world.advance(1)
    world.leave(player)
    world.advance(5)
    assert out(world)[-1] == (3_000, other.digits, "pending", True)
    world.give_card(player, confirmed=True)
    world.advance(5)
    told = [one for one in world.tables.told_all if one.code == "card_changed"]
    assert [(one.state, one.amount) for one in told] == [("refused", 3_000)]
    # To take a card back is to change it: its winnings wait as well.
    assert out(world)[-1] == (3_000, card(0).digits, "pending", True)
    world.advance(HOLD_S)
    assert (world.books.held(other), world.books.held(card(0))) == (10_000, 23_000)
    assert ledger.balance(world.conn, SUSPENSE) == 0


def test_another_card_of_the_same_owner_needs_no_confirmation_and_waits(world: World) -> None:
    player = world.players[0]
    second = card(31)
    world.books.open_card(second, beside=card(0))
    world.give_card(player, second)
    world.advance(1)
    world.leave(player)
    world.advance(5)
    assert out(world) == [
        (5_000, card(0).digits, "done", False),
        (3_000, second.digits, "pending", True),
    ]
    world.advance(HOLD_S)
    assert world.books.held(card(0)) == 23_000, "one account stands behind both"


def test_cash_that_was_refused_goes_to_no_card_that_was_not_confirmed(world: World) -> None:
    player, other = world.players[0], other_card(world)
    world.books.end_authorizations()
    world.leave(player)
    world.advance(5)
    assert world.purse(player) == 8_000
    world.give_card(player, other)
    world.advance(5)
    assert (world.purse(player), world.books.held(other)) == (8_000, 10_000)
    world.give_card(player)
    world.advance(5)
    assert (world.purse(player), world.books.held(card(0))) == (0, 23_000)


def test_a_card_trusted_once_is_not_any_more_when_another_owners_takes_its_place(
    world: World,
) -> None:
    player, other = world.players[0], other_card(world)
    world.give_card(player, other, confirmed=True)
    world.advance(1)
    first, second = cards.of_player(world.conn, player)
    assert (first.good, second.good) == (None, second.proved + HOLD_MS)

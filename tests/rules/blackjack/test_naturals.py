"""Naturals: what they pay, the dealer's look at the hole card, and whom they sweep away."""

import pytest

from game_server.rules.blackjack.options import Options
from protocol.cards import parse
from protocol.events import Acted, Moved, Shown
from protocol.games.blackjack import Lost, Natural, Peeked, Swept
from protocol.words import HOUSE, POT, Act, Option, Seat
from tests.rules.blackjack.dealt import Table, rules

NO_SWEEP = rules("twenty_one", natural_sweeps=False)
SWEEP = rules("twenty_one", insurance=False)
NO_PEEK = rules("twenty_one", natural_sweeps=False, peek=False)
NO_PEEK_SWEEP = rules("twenty_one", insurance=False, peek=False)


@pytest.mark.req("B-O4", "B-4.4.1", "B-6.2.5")
def test_a_natural_wins_half_as_much_again_at_once_and_cents_are_kept() -> None:
    table = Table(NO_SWEEP, "Ac 2c 9d Kc 3c 7d", bets={0: 500, 1: 500})
    assert table.said(Natural) == [Natural(Seat(0))]
    assert table.stacks == {0: 100_750, 1: 99_500}
    assert not table.over
    assert table.ask(0) is None
    assert table.ask(1) is not None


@pytest.mark.req("B-4.4.1")
def test_a_natural_on_a_bet_with_odd_cents_is_rounded_down() -> None:
    table = Table(rules("standard"), "Ac 5h Kd 9h", bets={0: 375}, stacks={0: 375})
    assert table.paid()[1:] == [("stake", 375), ("natural", 562)]
    assert table.stacks == {0: 375 + 562}


@pytest.mark.req("C-3.10")
def test_the_casino_pays_no_bonus_for_a_natural() -> None:
    table = Table(rules("casino"), "Ac 9d Kc 8d 2h", bets={0: 2500})
    assert table.said(Natural) == []
    assert table.stacks == {0: 102_500}


def test_in_the_casino_a_natural_and_21_of_three_cards_tie() -> None:
    table = Table(rules("casino"), "Ac 9d Kc 7d 5h", bets={0: 2500})
    assert table.paid()[-1] == ("push", 2500)


def test_elsewhere_a_natural_beats_21_of_three_cards_on_either_side() -> None:
    table = Table(NO_PEEK, "Ac 7d Kc Td 4h", bets={0: 500})
    assert table.paid()[-1] == ("natural", 750)
    table = Table(NO_PEEK, "7c Ad 7h Kd", bets={0: 500})
    table.cards = list(parse("7d"))
    table.do(0, "hit")
    assert table.paid()[-1] == ("lose", 500)


@pytest.mark.parametrize(("faces_only", "paid"), [(False, ("natural", 750)), (True, ("win", 500))])
def test_an_ace_with_a_ten_is_a_natural_unless_only_faces_count(
    faces_only: bool, paid: tuple[str, int]
) -> None:
    table = Table(rules("twenty_one", natural_faces_only=faces_only), "Ac 9d Tc 9h", bets={0: 500})
    assert table.paid()[-1] == paid


@pytest.mark.req("B-6.2.3")
@pytest.mark.parametrize(
    ("up", "looks"), [("Ah", 1), ("Th", 1), ("Jh", 1), ("Kh", 1), ("9h", 0), ("2h", 0)]
)
def test_the_dealer_looks_for_a_natural_under_an_ace_or_a_ten_value(up: str, looks: int) -> None:
    table = Table(SWEEP, f"2c 9d 3c {up}", bets={0: 500})
    assert table.said(Peeked) == [Peeked(False)] * looks
    assert not table.said(Shown)
    assert table.rules.announced(table.state, None) == (False if looks else ())


def test_without_the_peek_the_dealer_does_not_look() -> None:
    table = Table(NO_PEEK, "2c Ad 3c Kh", bets={0: 500})
    assert not table.said(Peeked)
    assert table.ask(0) is not None
    assert table.rules.announced(table.state, None) == ()


@pytest.mark.req("B-6.2.3", "B-6.2.6")
def test_a_dealers_natural_ends_the_hand_at_once_and_everyone_else_loses() -> None:
    table = Table(SWEEP, "9c 2c Ad 9h 3c Kh", bets={0: 500, 1: 500})
    assert table.over
    assert table.said(Peeked) == [Peeked(True)]
    assert table.said(Shown) == [Shown(HOUSE, parse("Ad"))]
    assert table.stacks == {0: 99_500, 1: 99_500}
    assert not table.said(Acted)[4:]


@pytest.mark.req("B-6.2.6", "B-O3")
@pytest.mark.parametrize("options", [NO_SWEEP, SWEEP, NO_PEEK_SWEEP])
def test_two_naturals_push_and_the_others_lose(options: Options) -> None:
    table = Table(options, "Ac 2c Ad Kc 3c Kh", bets={0: 500, 1: 500})
    if not table.over:
        table.do(1, "stand")
    assert table.over
    assert table.stacks == {0: 100_000, 1: 99_500}
    assert ("natural", 750) not in table.paid()


def test_two_naturals_lose_where_ties_are_the_dealers() -> None:
    table = Table(rules("standard", tie="dealer"), "Ac Kd Kc Ah", bets={0: 500})
    assert table.paid()[-1] == ("lose", 500)


@pytest.mark.req("B-6.2.4", "B-6.2.5")
@pytest.mark.parametrize("up", ["7d", "Kd"])
@pytest.mark.parametrize("peek", [True, False])
def test_one_natural_makes_all_others_lose_at_once(up: str, peek: bool) -> None:
    options = rules("twenty_one", peek=peek)
    table = Table(options, f"Ac 9c 9d Kc Kh {up}", bets={0: 500, 1: 500})
    assert table.over
    assert table.said(Natural) == [Natural(Seat(0))]
    assert table.said(Swept) == [Swept(Seat(1), 0)]
    assert table.stacks == {0: 100_750, 1: 99_500}


def test_naturals_do_not_sweep_each_other() -> None:
    table = Table(rules("twenty_one"), "Ac Ah 2c 9d Kc Kh 3c 7d", bets={0: 500, 1: 500, 2: 500})
    assert table.stacks == {0: 100_750, 1: 100_750, 2: 99_500}


@pytest.mark.parametrize("preset", ["standard", "casino"])
def test_nobody_is_swept_away_elsewhere(preset: str) -> None:
    table = Table(rules(preset), "Ac 9c 9d Kc Kh 7d", bets={0: 500, 1: 500})
    assert table.ask(1) is not None


@pytest.mark.req("B-6.1.5", "B-P2.3")
def test_insurance_is_offered_to_all_after_the_deal_when_the_dealer_shows_an_ace() -> None:
    table = Table(NO_SWEEP, "2c 3c 9h 4c 5c Ah", bets={0: 500, 1: 1000})
    asks = table.rules.asks(table.state)
    assert [(ask.who, ask.window, ask.default, ask.must) for ask in asks] == [
        (0, "insurance", Act("decline"), False),
        (1, "insurance", Act("decline"), False),
    ]
    assert [ask.options[0] for ask in asks] == [
        Option("insure", 250, 250),
        Option("insure", 500, 500),
    ]
    assert not table.said(Peeked)


@pytest.mark.req("B-P2.3")
def test_no_insurance_against_a_ten_or_when_the_table_has_none() -> None:
    assert Table(NO_SWEEP, "2c 9h 4c Kh", bets={0: 500}).verbs(0)[0] == "hit"
    assert Table(SWEEP, "2c 9h 4c Ah", bets={0: 500}).verbs(0)[0] == "hit"
    assert "insure" not in Table(NO_SWEEP, "2c 9h 4c Ah", bets={0: 500}, stacks={0: 500}).verbs(0)


@pytest.mark.req("B-P2.3")
@pytest.mark.parametrize("options", [NO_SWEEP, NO_PEEK])
def test_insurance_pays_two_to_one_when_the_dealer_has_a_natural(options: Options) -> None:
    table = Table(options, "2c 3c Kh 4c 5c Ah", bets={0: 500, 1: 500})
    table.do(0, "insure")
    assert table.stacks[0] == 99_250
    table.do(1, "decline")
    for seat in (0, 1):
        if table.ask(seat):
            table.do(seat, "stand")
    assert table.over
    assert table.stacks == {0: 100_000, 1: 99_500}


@pytest.mark.req("B-P2.3")
def test_insurance_is_lost_at_the_peek_when_there_is_no_natural() -> None:
    table = Table(NO_SWEEP, "Kc 9h 9c Ah", bets={0: 500})
    told = table.do(0, "insure")
    assert told == (
        Acted(Seat(0), "insure", 250),
        Moved(Seat(0), POT, 250, "insurance"),
        Peeked(False),
        Lost(Seat(0), "insurance", 250),
        Moved(POT, HOUSE, 250, "insurance_lost"),
    )
    table.do(0, "stand")
    assert table.stacks == {0: 99_250}


def test_without_a_peek_insurance_is_settled_even_when_every_player_has_busted() -> None:
    table = Table(NO_PEEK, "Kc Kh 9c Ah", bets={0: 500})
    table.do(0, "insure")
    table.cards = list(parse("5d"))
    table.do(0, "hit")
    assert table.over
    assert table.stacks == {0: 100_000}
    assert table.paid()[-1] == ("insurance_win", 500)


@pytest.mark.req("B-P2.3")
@pytest.mark.parametrize("insured", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize(
    ("hole", "premium", "bets"), [("Kh", 500, (0, -500)), ("9h", -250, (750, -500))]
)
def test_where_a_natural_sweeps_without_a_peek_every_insurance_is_settled_first(
    insured: tuple[int, ...], hole: str, premium: int, bets: tuple[int, int]
) -> None:
    """Seat 0 has a natural against the dealer's ace."""
    table = Table(rules("twenty_one", peek=False), f"Ac 9c {hole} Kc 8c Ah", bets={0: 500, 1: 500})
    for seat in (0, 1):
        table.do(seat, "insure" if seat in insured else "decline")
    assert table.over
    assert table.stacks == {
        seat: 100_000 + bets[seat] + premium * (seat in insured) for seat in (0, 1)
    }


def test_a_dealer_draws_nothing_against_naturals_alone() -> None:
    table = Table(NO_PEEK, "Ac 2h Kc Kh", bets={0: 500})
    assert table.over
    assert len(table.state.dealer) == 2
    assert table.paid()[-1] == ("natural", 750)

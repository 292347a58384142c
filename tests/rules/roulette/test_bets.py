"""The betting window: who may bet what, take it back, and what leaving costs."""

from collections.abc import Callable

import pytest

from game_server.rules.core import play
from game_server.rules.roulette import GAME
from game_server.rules.roulette.engine import Carry, Roulette, State
from game_server.rules.roulette.options import Options
from protocol.events import Acted, Event, LeftGame, Moved
from protocol.games.roulette import ALL_PLACES, BetPaid, Closed, Spun, bets_of
from protocol.words import CHANCE, HOUSE, Act, Illegal, Option, Seat

ANN, BEN, CAT = Seat(0), Seat(2), Seat(5)
HOUSE_ODDS = Roulette(GAME.presets["house"])
STANDARD = Roulette(GAME.presets["standard"])


class Table:
    """One round that remembers what was said."""

    def __init__(self, rules: Roulette, carry: Carry | None = None, **stacks: int) -> None:
        seats = {"ann": ANN, "ben": BEN, "cat": CAT}
        self.rules = rules
        self.state, said = rules.open({seats[who]: cents for who, cents in stacks.items()}, carry)
        self.said: list[Event] = list(said)

    def do(self, seat: Seat, verb: str, amount: int = 0, on: str = "") -> tuple[Event, ...]:
        return self._went(lambda: play(self.rules, self.state, seat, Act(verb, amount, on=on)))

    def ball(self, number: int) -> tuple[Event, ...]:
        return self._went(
            lambda: play(self.rules, self.state, CHANCE, Act("draw", drawn=(number,)))
        )

    def leave(self, seat: Seat) -> tuple[Event, ...]:
        return self._went(lambda: self.rules.leave(self.state, seat))

    def _went(self, step: Callable[[], tuple[State, tuple[Event, ...]]]) -> tuple[Event, ...]:
        self.state, said = step()
        self.said += said
        return said

    def offers(self, seat: Seat, verb: str) -> list[Option]:
        asks = [ask for ask in self.rules.asks(self.state) if ask.who == seat]
        return [one for ask in asks for one in ask.options if one.verb == verb]

    @property
    def asked(self) -> list[Seat]:
        return [ask.who for ask in self.rules.asks(self.state)]


def test_all_seats_bet_in_one_window_that_closes_when_the_last_is_ready() -> None:
    table = Table(STANDARD, ann=5000, ben=5000)
    asks = STANDARD.asks(table.state)
    assert [(ask.who, ask.window, ask.pace, ask.must) for ask in asks] == [
        (ANN, "bets", "bets", False),
        (BEN, "bets", "bets", False),
    ]
    assert {ask.default for ask in asks} == {Act("spin")}
    table.do(BEN, "spin")
    assert table.asked == [ANN]
    table.do(ANN, "bet", 500, "red")
    assert table.do(ANN, "spin") == (Acted(ANN, "spin"), Closed())
    assert table.asked == [CHANCE]
    (wheel,) = STANDARD.asks(table.state)
    assert (wheel.pace, wheel.source, wheel.options[0].bounds) == ("wheel", "round:1.wheel", (37,))
    table.ball(1)
    assert table.asked == []


@pytest.mark.req("C-4.2")
def test_a_placed_chip_is_deducted_only_when_the_bet_has_lost() -> None:
    table = Table(STANDARD, ann=5000)
    table.do(ANN, "bet", 3000, "red")
    table.do(ANN, "spin")
    assert not [one for one in table.said if isinstance(one, Moved)]
    assert table.state.stacks[ANN] == 5000
    assert Moved(ANN, HOUSE, 3000, "lost") in table.ball(2)
    assert table.state.stacks[ANN] == 2000


@pytest.mark.req("C-4.2")
def test_open_bets_never_exceed_the_balance() -> None:
    table = Table(STANDARD, ann=1050)
    assert [one.high for one in table.offers(ANN, "bet")] == [1000]
    table.do(ANN, "bet", 700, "red")
    table.do(ANN, "bet", 200, "straight:0")
    assert [one.high for one in table.offers(ANN, "bet")] == [100]
    with pytest.raises(Illegal) as refused:
        table.do(ANN, "bet", 200, "black")
    assert refused.value.code == "amount_high"
    table.do(ANN, "bet", 100, "black")
    assert table.offers(ANN, "bet") == []


def test_a_house_table_takes_100_chips_a_spin_and_no_seat_can_use_up_anothers_share() -> None:
    alone = Table(HOUSE_ODDS, ann=1_000_000)
    assert [one.high for one in alone.offers(ANN, "bet")] == [10_000]
    three = Table(HOUSE_ODDS, ann=1_000_000, ben=1_000_000, cat=1_000_000)
    assert [one.high for one in three.offers(BEN, "bet")] == [3300]
    three.do(BEN, "bet", 3300, "low")
    assert three.offers(BEN, "bet") == []
    assert [one.high for one in three.offers(CAT, "bet")] == [3300]
    assert [one.high for one in Table(STANDARD, ann=1_000_000).offers(ANN, "bet")] == [1_000_000]


def test_house_results_count_for_no_leaderboard_and_the_house_takes_no_first_four() -> None:
    assert not GAME.presets["house"].counts
    assert GAME.presets["standard"].counts
    with pytest.raises(Illegal) as refused:
        Table(HOUSE_ODDS, ann=5000).do(ANN, "bet", 100, "first_four")
    assert refused.value.code == "place_unknown"
    Table(STANDARD, ann=5000).do(ANN, "bet", 100, "first_four")


def test_bets_can_be_raised_changed_and_taken_back_until_the_seat_is_ready() -> None:
    table = Table(STANDARD, ann=5000)
    table.do(ANN, "bet", 300, "red")
    table.do(ANN, "bet", 200, "red")
    table.do(ANN, "bet", 400, "column:2")
    assert table.state.bets[ANN] == {"red": 500, "column:2": 400}
    with pytest.raises(Illegal):
        table.do(ANN, "take", 500, "column:2")
    with pytest.raises(Illegal):
        table.do(ANN, "take", 100, "black")
    table.do(ANN, "take", 100, "red")
    table.do(ANN, "take", 400, "column:2")
    assert table.state.bets[ANN] == {"red": 400}
    assert bets_of(table.said) == {ANN: {"red": 400}}
    assert [one.high for one in table.offers(ANN, "bet")] == [4600]
    assert table.do(ANN, "clear") == (Acted(ANN, "clear", 400),)
    assert bets_of(table.said) == {}
    assert table.offers(ANN, "clear") == table.offers(ANN, "take") == []
    table.do(ANN, "spin")
    with pytest.raises(Illegal) as refused:
        table.do(ANN, "bet", 100, "red")
    assert refused.value.code == "not_your_turn"


def test_bets_are_whole_chips_on_places_that_exist() -> None:
    table = Table(STANDARD, ann=5000)
    for amount, on, code in (
        (150, "red", "amount_step"),
        (0, "red", "amount_low"),
        (-100, "red", "amount_low"),
        (100, "split:1-3", "place_unknown"),
        (100, "", "place_unknown"),
    ):
        with pytest.raises(Illegal) as refused:
            table.do(ANN, "bet", amount, on)
        assert refused.value.code == code
    assert table.state.bets == {}


@pytest.mark.req("C-4.18")
def test_leaving_before_the_spin_forfeits_everything_on_the_board() -> None:
    table = Table(STANDARD, ann=5000, ben=5000)
    table.do(ANN, "bet", 300, "red")
    table.do(ANN, "bet", 200, "straight:8")
    table.do(BEN, "bet", 100, "red")
    assert table.leave(ANN) == (LeftGame(ANN), Moved(ANN, HOUSE, 500, "forfeit"))
    assert table.state.stacks[ANN] == 4500
    assert bets_of(table.said) == {BEN: {"red": 100}}
    assert table.leave(ANN) == ()
    assert table.asked == [BEN]
    table.do(BEN, "spin")
    assert not [one for one in table.ball(8) if isinstance(one, BetPaid)]
    assert table.state.stacks == {ANN: 4500, BEN: 4900}


@pytest.mark.req("C-4.18")
def test_leaving_while_the_wheel_spins_forfeits_even_a_bet_that_would_win() -> None:
    table = Table(STANDARD, ann=5000, ben=5000)
    table.do(ANN, "bet", 300, "red")
    table.do(BEN, "bet", 300, "red")
    table.do(ANN, "spin")
    table.do(BEN, "spin")
    assert table.leave(ANN) == (LeftGame(ANN), Moved(ANN, HOUSE, 300, "forfeit"))
    table.ball(1)
    assert table.state.stacks == {ANN: 4700, BEN: 5300}


@pytest.mark.req("C-4.18")
def test_leaving_after_the_spin_costs_nothing_and_the_next_board_is_empty() -> None:
    table = Table(STANDARD, ann=5000)
    table.do(ANN, "bet", 300, "red")
    table.do(ANN, "spin")
    table.ball(1)
    assert table.leave(ANN) == (LeftGame(ANN),)
    assert table.state.stacks == {ANN: 5300}
    carry = STANDARD.carry(table.state)
    following = Table(STANDARD, carry=carry, ann=5300)
    assert (carry, following.state.round, following.state.bets) == (Carry(1), 2, {})
    following.do(ANN, "spin")
    assert STANDARD.asks(following.state)[0].source == "round:2.wheel"


def test_the_last_who_is_not_ready_leaves_and_the_wheel_spins_for_the_others() -> None:
    table = Table(STANDARD, ann=5000, ben=5000)
    table.do(ANN, "spin")
    assert table.leave(BEN) == (LeftGame(BEN), Closed())
    assert table.asked == [CHANCE]


def test_the_wheel_does_not_spin_for_an_empty_table() -> None:
    table = Table(STANDARD, ann=5000, ben=5000)
    table.do(ANN, "bet", 100, "red")
    table.leave(BEN)
    table.leave(ANN)
    assert table.asked == []
    assert not [one for one in table.said if isinstance(one, Closed | Spun)]
    assert table.state.stacks == {ANN: 4900, BEN: 5000}


def test_the_places_of_an_offer_are_built_once() -> None:
    table = Table(STANDARD, ann=5000, ben=5000)
    first, second = (table.offers(seat, "bet")[0].on for seat in (ANN, BEN))
    assert first is second is ALL_PLACES


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ({"least": 0}, "seats go from 1 to 7"),
        ({"most": 8}, "seats go from 1 to 7"),
        ({"unit": 0}, "unit is 0; it is at least a cent"),
        ({"corner_pays": 0}, "corner_pays is 0; it is at least 1"),
        ({"half_pays": 0}, "half_pays is 0; it is at least 1"),
        ({"table_cap": 699}, "table_cap is 699; it is 0 or, for one unit a seat, at least 700"),
        ({"table_cap": -1}, "table_cap is -1"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(wrong: dict[str, int], right: str) -> None:
    with pytest.raises(ValueError, match=f"These rules cannot be played: {right}"):
        Options(**wrong)  # type: ignore[arg-type]  # flags of two types


def test_at_the_least_cap_every_seat_of_a_full_table_may_bet_one_unit() -> None:
    rules = Roulette(Options(table_cap=700))
    state, _ = rules.open({Seat(seat): 5000 for seat in range(7)}, None)
    for ask in rules.asks(state):
        bet = ask.option("bet")
        assert bet is not None
        assert (bet.low, bet.high) == (100, 100)

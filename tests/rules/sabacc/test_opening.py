"""Antes, the sabacc pot, the deal, and who sees what."""

from dataclasses import replace

import pytest

from game_server.rules.core import play
from game_server.rules.sabacc import GAME
from game_server.rules.sabacc.engine import Sabacc
from game_server.rules.sabacc.options import Options
from game_server.rules.sabacc.state import Carry
from protocol.cards import SABACC_PACK, labels, parse
from protocol.events import Dealt, Moved, RoundBegan, hand_of, told
from protocol.games.sabacc import LapBegan, PotHolds, Rolled, face_up, pile, sabacc_pot
from protocol.words import CHANCE, DISCARD, HOUSE, JACKPOT, Act, Hidden, Seat, Secret
from tests.rules.sabacc.table import RULES, A, B, C, D, Table


@pytest.mark.req("C-5.7")
def test_a_new_table_begins_with_a_sabacc_pot_of_50_to_500_all_multiples_alike() -> None:
    begun, _ = RULES.open({A: 10_000, B: 10_000}, None)
    (ask,) = RULES.asks(begun)
    assert (ask.who, ask.source, ask.options[0].bounds) == (CHANCE, "round:1.sabacc_pot", (10,))
    amounts = []
    for number in range(10):
        state, said = play(RULES, begun, CHANCE, Act("draw", drawn=(number,)))
        (moved,) = said
        assert isinstance(moved, Moved)
        assert (moved.src, moved.dst, moved.why) == (HOUSE, JACKPOT, "sabacc_pot")
        assert state.jackpot == moved.amount + 2 * 5000
        amounts.append(moved.amount // 100)
    assert amounts == list(range(50, 501, 50))


@pytest.mark.req("C-5.6")
def test_everybody_pays_50_chips_into_the_sabacc_pot_and_none_of_it_is_stake() -> None:
    table = Table(100, 0, 30, jackpot=250)
    antes = [Moved(seat, JACKPOT, 5000, "ante") for seat in (A, B, C)]
    assert table.said == [PotHolds(25_000), *antes]
    assert table.chips == [100, 0, 30]
    assert (table.state.jackpot, sum(table.state.paid.values())) == (40_000, 0)


@pytest.mark.req("C-5.8")
def test_two_cards_each_in_playing_order_and_one_face_up() -> None:
    table = Table(100, 100, 100)
    (ask,) = table.asks
    assert (ask.source, ask.pace, ask.left) == ("round:7", "deal", SABACC_PACK)
    assert ask.options[0].bounds == (62, 61, 60, 59, 58, 57, 56)
    said = table.draw("+1c +2c -1s -2s +3t 0 -9c")
    assert [(one.to, one.cards) for one in said if isinstance(one, Dealt)][-1] == (
        DISCARD,
        table.state.discards,
    )
    assert [table.hand(seat) for seat in (A, B, C)] == ["+1c +2c", "-1s -2s", "+3t 0"]
    assert table.top == "-9c"
    assert len(table.state.left) == 55


@pytest.mark.req("C-5.1")
def test_a_seat_sees_its_own_cards_and_counts_those_of_others() -> None:
    table = Table(100, 100, hands="+1c +2c -1s -2s", top="-9c")
    table.do(A, "draw")
    said = table.draw("+8t")
    assert said == (Dealt(A, Secret(A, table.state.hands[A][-1:])),)
    for viewer, seen in ((A, "+1c +2c +8t"), (B, ""), (None, "")):
        heard = [told(one, viewer) for one in table.said]
        assert labels(hand_of(A, heard)) == seen
        assert labels(pile(heard)) == "-9c"
    counts = [told(one, B) for one in table.said if isinstance(one, Dealt)]
    assert [one.cards for one in counts if isinstance(one, Dealt) and one.to == A] == [
        Hidden(2),
        Hidden(1),
    ]


@pytest.mark.req("C-5.1")
def test_the_dice_and_the_sabacc_pot_are_told_to_everybody_at_all_times() -> None:
    table = Table(100, 100, hands="+1c +2c -1s -2s", jackpot=150)
    said = table.lap(2, 5)
    assert Rolled(2, 5) in said
    for viewer in (A, B, None):
        heard = [told(one, viewer) for one in table.said]
        assert Rolled(2, 5) in heard
        assert sabacc_pot(heard) == table.state.jackpot == 25_000


@pytest.mark.req("C-5.1")
def test_a_card_taken_from_the_discard_pile_lies_open_until_a_shift_covers_all() -> None:
    table = Table(100, 100, hands="+1c +2c -1s -2s", top="-9c")
    table.do(A, "swap", cards="+1c")
    for viewer in (A, B, None):
        heard = [told(one, viewer) for one in table.said]
        assert labels(face_up(A, heard)) == "-9c"
        assert labels(pile(heard)) == "+1c"
    table.lap(4, 4)
    dealt = table.draw("+5s +6s +7s +8s")
    assert face_up(A, table.said) == face_up(B, table.said) == ()
    assert [told(one, A) for one in dealt] == [
        Dealt(A, parse("+5s +6s")),
        Dealt(B, Hidden(2)),
        LapBegan(2),
    ]


@pytest.mark.req("C-5.10")
def test_all_laps_of_all_games_go_in_seat_order_without_the_absent() -> None:
    state, _ = RULES.open({D: 20_000, B: 20_000, A: 20_000}, Carry(1, 0))
    state, _ = RULES.apply(state, CHANCE, Act("draw", drawn=(0,) * 7))
    order: list[Seat] = []
    while asks := RULES.asks(state):
        (ask,) = asks
        if ask.who != CHANCE:
            order.append(ask.who)
        act = Act("draw", drawn=(0, 1)) if ask.who == CHANCE else ask.default
        state, _ = play(RULES, state, ask.who, act)
    assert order == [A, B, D] * 6


@pytest.mark.req("C-5.10")
@pytest.mark.parametrize(
    ("people", "turns"), [(0b0001, (B, D, A)), (0b0010, (D, A, B)), (0b1000, (A, B, D)),
                          (0b1010, (A, B, D)), (0b0100, (A, B, D))]
)  # fmt: skip
def test_the_person_plays_last_wherever_that_seat_is(people: int, turns: tuple[Seat, ...]) -> None:
    rules = Sabacc(replace(GAME.presets["house"], people=people))
    state, _ = rules.open({D: 20_000, B: 20_000, A: 20_000}, Carry(1, 0))
    order: list[Seat] = []
    while asks := rules.asks(state):
        (ask,) = asks
        if ask.who == CHANCE:
            drawn = tuple(0 for _ in ask.options[0].bounds)
            drawn = (0, 1) if ask.pace == "dice" else drawn
            act = Act("draw", drawn=drawn)
        else:
            order.append(ask.who)
            act = ask.default
        state, _ = play(rules, state, ask.who, act)
    assert tuple(order) == turns * 6


def test_the_next_game_inherits_the_sabacc_pot_and_its_number() -> None:
    table = Table(100, 100, hands="+1c +2c -1s -2s", jackpot=150)
    table.to_showdown()
    assert RULES.carry(table.state) == Carry(7, 25_000)


def test_who_cannot_pay_the_ante_is_not_dealt_in() -> None:
    assert GAME.entry(GAME.presets["house"]) == 5000


def test_the_helpers_of_the_client_begin_anew_with_every_round() -> None:
    table = Table(100, 100, hands="+1c +2c -1s -2s")
    table.do(A, "swap", cards="+1c")
    began = RoundBegan("sabacc", "house", 8, {}, {}, {})
    assert pile([*table.said, began]) == face_up(A, [*table.said, began]) == ()


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ({"least": 1}, "seats go from 2 to 4"),
        ({"most": 5}, "seats go from 2 to 4"),
        ({"unit": 0}, "unit is 0; it is at least a cent"),
        ({"ante": 0}, "ante is 0; it is at least a cent"),
        ({"pot_least": 0}, "pot_least is 0; it is at least a cent"),
        ({"pot_step": 0}, "pot_step is 0; it is at least a cent"),
        ({"pot_most": 4_000}, "pot_most is 4000; it is 5000 or some steps of 5000 above"),
        ({"pot_most": 12_000}, "pot_most is 12000; it is 5000 or some steps of 5000 above"),
        ({"laps": 0}, "laps is 0; the pack allows 1 to 13"),
        ({"laps": 14}, "laps is 14; the pack allows 1 to 13"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(wrong: dict[str, int], right: str) -> None:
    with pytest.raises(ValueError, match=f"These rules cannot be played: {right}"):
        Options(**wrong)


def test_in_the_longest_game_there_is_a_card_for_everybody_who_draws() -> None:
    rules = Sabacc(Options(laps=13))
    state = rules.open(dict.fromkeys((A, B, C, D), 20_000), Carry(1, 0)).state
    while asks := rules.asks(state):
        (ask,) = asks
        act = Act("draw") if ask.option("draw") else ask.default
        if ask.who == CHANCE:
            # Never doubles, and so no shift: the hands only grow.
            dice = ask.pace == "dice"
            act = Act("draw", drawn=(0, 1) if dice else (0,) * len(ask.options[0].bounds))
            assert act.drawn
        state, _ = play(rules, state, ask.who, act)
    assert [len(hand) for hand in state.hands.values()] == [15] * 4

"""The dice, the shift, and a deck that is never dry."""

from collections import Counter
from fractions import Fraction

import pytest

from game_server.rules.core import play
from game_server.rules.sabacc.state import Carry, State
from protocol.cards import SABACC_PACK, parse
from protocol.events import Dealt, Event, Laid
from protocol.games.sabacc import Reshuffled, Rolled, Shifted, pile
from protocol.words import CHANCE, DISCARD, Act, Secret
from tests.rules.sabacc.table import RULES, SEATS, A, B, Table


def to_dice(state: State) -> State:
    """All are silent until the dice are asked, or until it is over; new cards are the first."""
    while asks := RULES.asks(state):
        (ask,) = asks
        if ask.pace == "dice":
            return state
        zeros = (0,) * len(ask.options[0].bounds)
        act = Act("draw", drawn=zeros) if ask.who == CHANCE else ask.default
        state, _ = play(RULES, state, ask.who, act)
    return state


def by_shift(state: State) -> tuple[dict[bool, int], dict[bool, State]]:
    """How many of the 36 rolls shift or do not, and what each kind leads to."""
    count, leads = Counter[bool](), dict[bool, State]()
    for first in range(6):
        for second in range(6):
            after, said = play(RULES, state, CHANCE, Act("draw", drawn=(first, second)))
            assert said[0] == Rolled(first + 1, second + 1)
            shifts = any(isinstance(one, Shifted) for one in said)
            count[shifts] += 1
            leads[shifts] = after
    return count, leads


def shifts(state: State) -> Counter[int]:
    """Of all ways the dice can fall until the end, how many have so many shifts."""
    state = to_dice(state)
    if not RULES.asks(state):
        return Counter({0: 1})
    count, leads = by_shift(state)
    found = Counter[int]()
    for shifted, many in count.items():
        for later, ways in shifts(leads[shifted]).items():
            found[later + shifted] += many * ways
    return found


@pytest.mark.req("C-5.19", "C-5.20")
def test_a_game_rolls_two_dice_three_times_and_shifts_as_often_as_dice_show_doubles() -> None:
    state, _ = RULES.open({A: 20_000, B: 20_000}, Carry(1, 0))
    ways = shifts(state)
    assert ways.total() == 36**3
    assert Fraction(ways[0], ways.total()) == Fraction(125, 216)
    assert Fraction(ways[3], ways.total()) == Fraction(1, 216)


@pytest.mark.req("C-5.19")
def test_the_dice_are_rolled_after_the_betting_of_every_round() -> None:
    table = Table(100, 100, hands="+1c +2c -1s -2s", top="-9c")
    rolls = []
    while not table.over:
        if table.ask.pace == "dice":
            rolls.append(table.ask.source)
            assert table.ask.options[0].bounds == (6, 6)
            table.dice(2, 3)
        else:
            table.all_do(table.ask.default.verb)
    assert rolls == ["round:7.dice1", "round:7.dice2", "round:7.dice3"]


@pytest.mark.req("C-5.20")
def test_doubles_throw_all_hands_in_and_deal_as_many_cards_anew_in_playing_order() -> None:
    table = Table(100, 100, 100, hands="+1c +2c -1s -2s +3t 0", top="-9c")
    table.all_do("stand", "draw")
    table.draw("+8t")
    table.all_do("keep", "junk", "check", "check")
    said = table.dice(5, 5)
    assert said == (
        Rolled(5, 5),
        Shifted(),
        Laid(A, DISCARD, parse("+1c +2c")),
        Laid(B, DISCARD, parse("-1s -2s +8t")),
    )
    (ask,) = table.asks
    assert len(ask.options[0].bounds) == 5
    thrown = parse("+1c +2c -1s -2s +8t -9c +3t 0")
    rest = Counter(SABACC_PACK)
    rest.subtract(thrown)
    assert Counter(ask.left) == +rest
    said = table.draw("+1s +1t -3c -4c -5c")
    assert said[:2] == (
        Dealt(A, Secret(A, parse("+1s +1t"))),
        Dealt(B, Secret(B, parse("-3c -4c -5c"))),
    )
    assert set(table.state.hands) == {A, B}


@pytest.mark.req("C-5.20")
def test_a_shift_after_the_last_round_decides_the_game() -> None:
    table = Table(100, 100, hands="+1c -1s +9c +9s", top="-9c")
    table.lap()
    table.lap()
    table.lap(6, 6)
    table.draw("+9t +8t 0 +1t")
    assert table.over
    assert (table.hand(A), table.hand(B)) == ("+9t +8t", "0 +1t")


def thirstiest(players: int) -> tuple[int, int]:
    """Everybody draws and keeps, every roll is a double: cards drawn, and shuffles begun."""
    state, _ = RULES.open(dict.fromkeys(SEATS[:players], 20_000), Carry(1, 0))
    drawn, said_all = 0, list[Event]()
    while asks := RULES.asks(state):
        (ask,) = asks
        act = ask.default
        if ask.pace == "dice":
            act = Act("draw", drawn=(0, 0))
        elif ask.who == CHANCE:
            bounds = ask.options[0].bounds
            assert 0 < len(bounds) <= len(ask.left)
            drawn += len(bounds)
            act = Act("draw", drawn=tuple(bound - 1 for bound in bounds))
        elif ask.option("draw"):
            act = Act("draw")
        state, said = play(RULES, state, ask.who, act)
        said_all += said
        everywhere = Counter([*state.left, *state.discards])
        for hand in state.hands.values():
            everywhere.update(hand)
        assert everywhere == Counter(SABACC_PACK)
        assert pile(said_all) == state.discards
    return drawn, state.shuffles


@pytest.mark.req("C-5.11", "C-5.20")
def test_the_thirstiest_game_draws_35_52_or_69_cards_and_only_the_last_shuffles_again() -> None:
    assert [thirstiest(players) for players in (2, 3, 4)] == [(35, 1), (52, 1), (69, 2)]


@pytest.mark.req("C-5.20")
def test_an_empty_draw_pile_is_the_discards_shuffled_without_their_top_card() -> None:
    table = Table(100, 100, 100, 100, hands="+1c +2c +3c +4c +5c +6c +7c +8c", top="+9c")
    while len(table.state.left) != 13 or table.ask.pace != "dice":
        if table.ask.pace == "dice":
            table.dice(4, 4)
        elif table.ask.who == CHANCE:
            table.draw_first()
        else:
            table.all_do("draw" if table.ask.option("draw") else table.ask.default.verb)
    table.dice(4, 4)
    assert table.ask.source == "round:7"
    assert len(table.ask.options[0].bounds) == 13
    top, thrown = table.state.discards[-1], table.state.discards[:-1]
    assert table.draw_first()[-1] == Reshuffled(48)
    assert [len(hand) for hand in table.state.hands.values()] == [5, 5, 3, 0]
    assert table.ask.source == "round:7.2"
    assert table.ask.left == tuple(sorted(thrown))
    assert table.state.discards == (top,)
    assert len(table.ask.options[0].bounds) == 7
    table.draw_first()
    assert [len(hand) for hand in table.state.hands.values()] == [5, 5, 5, 5]

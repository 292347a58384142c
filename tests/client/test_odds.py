"""The odds of an all-in: exact, of what is known alone, and counted without holding anybody up."""

from collections.abc import Generator
from itertools import combinations
from random import Random
from typing import TypeVar

import pytest

from client_core import odds
from client_core.odds import Counting, Odds
from protocol import messages
from protocol.cards import PACK, Card, parse
from protocol.events import Acted, Dealt, Moved, RoundEnded, Shown
from protocol.games.holdem import strength
from protocol.words import BOARD, POT, Cards, Seat
from tests.client.device import Device
from tests.client.test_table import ANN, BEGAN, BLINDS, BO, ME, at_table

T = TypeVar("T")


def ended(counting: Generator[None, None, T]) -> tuple[T, int]:
    """What was counted, and in how many pieces."""
    pieces = 0
    while True:
        try:
            next(counting)
        except StopIteration as over:
            return over.value, pieces
        pieces += 1


def done(counting: Counting) -> tuple[Odds, int]:
    return ended(counting)


def hands(*texts: str) -> dict[Seat, Cards]:
    return {Seat(place): parse(text) for place, text in enumerate(texts)}


@pytest.mark.parametrize(
    ("held", "board", "expected"),
    [
        # Aces against kings of other suits, of the same suits; a pair against two higher cards;
        # the same two ranks; three hands.
        (("As Ah", "Kd Kc"), "", (813, 187)),
        (("As Ah", "Ks Kh"), "", (826, 174)),
        (("Ah Kh", "Qs Qd"), "", (462, 538)),
        (("As Kd", "Ad Ks"), "", (500, 500)),
        (("Ah Kh", "2s 2d", "9h 8h"), "", (420, 291, 289)),
        (("As Ah", "Kd Kc"), "2s 7d 9h", (916, 84)),
        (("Ah Kh", "2s 2d"), "2c Qh Jh 3s", (227, 773)),
        (("As Ks", "Ad Kd"), "2c 7c 9h Jc", (500, 500)),
    ],
)
def test_odds_are_those_that_players_know(
    held: tuple[str, ...], board: str, expected: tuple[int, ...]
) -> None:
    found, _ = done(odds.odds(hands(*held), parse(board)))
    assert tuple(found.values()) == expected


@pytest.mark.parametrize("seed", range(12))
def test_counting_kinds_of_boards_is_counting_boards(seed: int) -> None:
    random = Random(seed)
    cards = random.sample(PACK, 12)
    held = tuple((cards[2 * at], cards[2 * at + 1]) for at in range(2 + seed % 2))
    # With few cards left every board can be looked at one by one.
    left = tuple(random.sample([card for card in PACK if card not in cards], 16))
    parts = [0] * len(held)
    for board in combinations(left, 5):
        values = [strength((*hand, *board)) for hand in held]
        best = [at for at, value in enumerate(values) if value == max(values)]
        for at in best:
            parts[at] += 420 // len(best)
    assert ended(odds._from_the_start(held, left))[0] == parts


def test_what_is_known_to_be_elsewhere_does_not_come() -> None:
    open_, board = hands("Ah Kh", "2s 2d"), parse("2c Qh Jh 3s")
    free, _ = done(odds.odds(open_, board))
    fewer, _ = done(odds.odds(open_, board, parse("4h 5h 6h 7h 8h 9h Th")))
    assert fewer[Seat(0)] < free[Seat(0)]


def test_nothing_is_counted_in_one_go() -> None:
    _, pieces = done(odds.odds(hands("Ah Kh", "Qs Js"), ()))
    assert pieces > 100
    _, pieces = done(odds.odds(hands("Ah Kh", "Qs Js"), parse("2c 3d 4s")))
    assert pieces > 3


# -- at a table ------------------------------------------------------------------------------------


def all_in() -> Device:
    """Ann and I are all-in, Bo has folded."""
    one = at_table(BEGAN, *BLINDS)
    one.tell(
        Acted(BO, "fold"),
        Acted(ANN, "all_in", 20_000), Moved(ANN, POT, 20_000, "all_in"),
        Acted(ME, "all_in", 19_800), Moved(ME, POT, 19_800, "all_in"), after=_seq(one),
    )  # fmt: skip
    return one


def _seq(one: Device) -> int:
    return one.client._state.tables.by_name["t"].seq


def shows(one: Device, seat: Seat, cards: str) -> None:
    one.tell(Shown(seat, parse(cards)), after=_seq(one))


def test_a_race_begins_when_the_hands_that_can_win_lie_open() -> None:
    one = all_in()
    assert one.client.tables.race("t") is None, "of the other hand nothing is known"
    shows(one, ANN, "Qs Qd")
    race = one.client.tables.race("t")
    assert race is not None
    mine = parse("Ks Kd")
    assert race.hands == {ANN: parse("Qs Qd"), ME: mine}
    found, _ = done(race.counting())
    assert found[ME] > 800
    one.tell(Dealt(BOARD, parse("2c 3d Qh")), after=_seq(one))
    after = one.client.tables.race("t")
    assert after is not None
    assert after != race
    found, _ = done(after.counting())
    assert found[ME] < 150
    one.tell(Dealt(BOARD, parse("4c")), Dealt(BOARD, parse("5s")), after=_seq(one))
    last = one.client.tables.race("t")
    assert last is not None
    assert done(last.counting())[0] == {ANN: 1000, ME: 0}
    one.tell(RoundEnded(), after=_seq(one))
    assert one.client.tables.race("t") is None


def test_my_own_cards_alone_are_no_race() -> None:
    one = all_in()
    assert one.client.tables.race("t") is None
    other = at_table(BEGAN, *BLINDS)
    other.house(messages.Waiting("t", 2, (ANN,), 9_000, 15_000))
    assert other.client.tables.race("t") is None


def test_where_two_can_still_bet_there_is_no_race() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.tell(Acted(BO, "fold"), after=_seq(one))
    shows(one, ANN, "Qs Qd")
    assert one.client.tables.race("t") is None


def test_cards_that_i_have_folded_are_known_not_to_come() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.tell(Acted(ME, "fold"), Moved(ANN, POT, 20_000, "all_in"), after=_seq(one))
    shows(one, ANN, "Qs Qd")
    shows(one, BO, "As Ah")
    race = one.client.tables.race("t")
    assert race is not None
    assert set(race.hands) == {ANN, BO}
    dead: tuple[Card, ...] = race.dead
    assert dead == parse("Ks Kd")


def test_with_a_hand_that_nobody_has_seen_there_are_no_odds() -> None:
    one = at_table(BEGAN, *BLINDS)
    for seat, amount in ((ANN, 20_000), (BO, 19_900), (ME, 19_800)):
        one.tell(Acted(seat, "all_in", amount), Moved(seat, POT, amount, "all_in"), after=_seq(one))
    shows(one, ANN, "Qs Qd")
    assert one.client.tables.race("t") is None, "Bo's cards are hidden still"
    shows(one, BO, "As Ah")
    assert one.client.tables.race("t") is not None

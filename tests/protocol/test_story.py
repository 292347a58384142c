"""What happened, in sentences."""

from dataclasses import replace

from protocol.cards import parse
from protocol.events import Acted, Dealt, Laid, LeftGame, Moved, RoundBegan, RoundEnded, Shown
from protocol.games.sabacc import Best
from protocol.story import tell
from protocol.words import BOARD, DISCARD, HOUSE, JACKPOT, POT, Hidden, Seat

AMBER, BIRCH, CORAL = Seat(0), Seat(1), Seat(2)
BEGAN = RoundBegan(
    "none", "house", 7, {AMBER: "Amber", BIRCH: "Birch"}, {AMBER: 100_000, BIRCH: 750}, {}
)


def test_a_table_that_knows_no_game_still_tells_what_happens() -> None:
    said = [
        BEGAN,
        Dealt(AMBER, parse("As Kd")),
        Dealt(BIRCH, Hidden(1)),
        Dealt(BOARD, parse("7c")),
        Dealt(HOUSE, Hidden(2)),
        Acted(AMBER, "bet", 250),
        Acted(BIRCH, "check"),
        Acted(BIRCH, "bet", 100, "red"),
        Moved(AMBER, POT, 250, "bet"),
        Moved(POT, JACKPOT, 250, "tax"),
        Laid(AMBER, DISCARD, parse("As")),
        Shown(BIRCH, parse("2c")),
        LeftGame(BIRCH),
        RoundEnded(),
    ]
    assert list(tell(said)) == [
        "Round 7 of none, house: Amber 1000, Birch 7.50",
        "Amber is dealt As Kd",
        "Birch is dealt a card",
        "The board: 7c",
        "The dealer draws 2 cards",
        "Amber: bet 2.50",
        "Birch: check",
        "Birch: bet 1 on red",
        "Amber pays the pot 2.50",
        "the pot pays the jackpot 2.50",
        "Amber discards As",
        "Birch shows 2c",
        "Birch has left",
    ]


def test_a_clients_own_words_go_before_ours() -> None:
    said = [BEGAN, Acted(AMBER, "check"), Acted(BIRCH, "bet", 100)]
    own = {
        "began": "",
        "acted.check": "{seat} 过牌",
        "acted.bet.amount": "{seat} 下注 {amount:chips}",
    }
    assert list(tell(said, own)) == ["Amber 过牌", "Birch 下注 1"]


def test_a_game_writes_its_own_places_and_several_names_are_a_list() -> None:
    roulette = replace(BEGAN, game="roulette")
    said = [roulette, Acted(AMBER, "bet", 100, "dozen:2")]
    assert list(tell(said))[1:] == ["Amber bets 1 on the second dozen"]
    sabacc = replace(BEGAN, game="sabacc", names={**BEGAN.names, CORAL: "Coral"})
    for seats, names in (((AMBER,), "Amber"), ((AMBER, BIRCH), "Amber and Birch")):
        assert list(tell([sabacc, Best(seats, 0, 2)]))[1].endswith(f": {names}")
    three = Best((AMBER, BIRCH, CORAL), 0, 2)
    assert list(tell([sabacc, three]))[1].endswith(": Amber, Birch and Coral")


def test_a_remark_between_the_events_stays_as_it_is() -> None:
    assert list(tell(["Before", BEGAN, "After"]))[::2] == ["Before", "After"]

"""A game that nothing but its own files names is played in a window, by touch, at a real house."""

from collections.abc import Callable
from pathlib import Path

from client_core.client import TableView
from tests.e2e.player import Player, chair, players
from tests.house.process import free_port, house

ROUNDS = 3


def my_turn(view: TableView) -> bool:
    return view.live and view.turn is not None and view.turn.me


def over(number: int) -> Callable[[TableView], bool]:
    return lambda view: view.over and view.round == number


def test_rounds_of_high_card_are_played_to_their_end(display: str, tmp_path: Path) -> None:
    demo = {"CARDROOM_BANK_DEMO_PORT": str(free_port())}
    with house(tmp_path, "", demo, program="tests.toy_game.house") as running:
        one = Player("Juno", running.url, tmp_path, program="tests.toy_game.handheld", coach=False)
        with players(one):
            one.comes_in()
            one.tap("High card")
            one.tap("Play solo")
            one.tap("Sit down")
            played, had = 0, 0
            while played < ROUNDS:
                view = one.until_table(my_turn, "my turn")
                whole = sum(seat.stack for seat in view.seats) + view.total
                assert had in (0, whole), "no chip is lost or made"
                had, me = whole, chair(view)
                card = me.hands[0].cards
                assert len(card) == 1
                assert None not in card, "my own card is mine to see"
                others = [hand for seat in view.seats if not seat.me for hand in seat.hands]
                assert {face for hand in others for face in hand.cards} == {None}
                one.tap("Fold" if played == 1 else "Double")
                view = one.until_table(over(view.round), "the end")
                assert view.winners
                assert view.total == 0
                if played == 1:
                    assert me.seat not in view.winners
                    assert chair(view).stack == me.stack
                played += 1

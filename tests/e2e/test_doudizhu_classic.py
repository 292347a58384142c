"""A game of Dou Dizhu as the large apps play it: three windows, one real house."""

from pathlib import Path

from protocol.words import Seat
from tests.e2e.game import Game, facts
from tests.e2e.gathering import gathered

SPRING = Game.of(
    lord="5c 5d  2c 2d 2h 2s  3c 4c 5h 6c 7c 8c 9c Tc Jc Qc Kc Ac  Xb Xc",
    third="9d 9h  3d 3h 4d 4h 6d 6h 8d 8h Td Th Jd Jh Qd Qh Kd",
    kitty="3c Kc Xb",
)
ANN, BO, CY = 0, 1, 2
STAKE = 1_000
EACH = STAKE * 5 * 2 * 2 * 2 * 2 * 2 * 2
"""Times 5 for open cards, 2 for each of two robs, the bomb, the rocket, spring and BO's double."""


def test_three_open_call_rob_double_and_trust_and_every_window_shows_what_it_comes_to(
    display: str, tmp_path: Path
) -> None:
    deal = SPRING.deal(BO)
    with gathered(tmp_path, "Classic", deal, passes=True) as three:
        three.ready()
        three.says(BO, "Open hand")
        for seat in (ANN, CY):
            three.at[seat].shown("Open hand")
            three.says(seat, "Stay closed")
        three.begins(deal, SPRING.kitty, lord=None)
        three.state.opened, three.state.turn = {BO}, BO
        three.agree("the deal, of which BO's hand lies open")

        three.says(BO, "Call")
        three.state.turn = ANN
        three.agree("ANN may rob")
        three.says(ANN, "Rob")
        three.state.turn = CY
        three.agree("CY may rob")
        three.says(CY, "Don't rob")
        three.state.turn = BO
        three.agree("BO may rob back")
        three.says(BO, "Rob")

        for seat in (ANN, CY, BO):
            three.at[seat].shown("Super double")
        three.says(ANN, "Super double")
        three.says(CY, "Don't double")
        three.at[BO].shown("Super double")
        three.says(BO, "Double")
        three.state.crowned(BO)
        three.agree("BO leads")

        # A bot plays on for CY, and ANN holds nothing that beats four twos.
        three.trusts(CY)
        three.plays(BO, "2c 2d 2h 2s")
        three.passes(ANN, CY, by_itself=True)
        three.takes_over(CY)
        three.plays(BO, "3c 4c 5h 6c 7c 8c 9c Tc Jc Qc Kc Ac")
        three.passes(ANN, CY, by_itself=True)
        three.trusts(ANN)
        three.plays(BO, "Xb Xc")
        three.plays(BO, "5c 5d")

        left = three.state.hands[ANN] | three.state.hands[CY]
        results = set[tuple[int, ...]]()
        for seat, player in three.at.items():
            view = player.until_table(lambda view: view.over, "the reckoning")
            told = facts(view).reckoned
            assert told is not None
            assert told.each == EACH
            assert told.amounts == {Seat(ANN): 4 * EACH, Seat(CY): EACH}
            results.add(tuple(told.results[Seat(one)] for one in (ANN, BO, CY)))
            assert {card for one in view.seats for hand in one.hands for card in hand.cards} == left
            player.shown("Victory" if seat == BO else "Defeat")
            for factor in ("Open hand ×5", "Robs ×4", "Bombs ×4", "Spring ×2", "Landlord ×2"):
                player.shown(factor)
            player.shown("Double ×4")
        (result,) = results
        assert sum(result) == 0
        assert result[BO] > 0 > result[ANN]
        three.agrees_with_the_books()

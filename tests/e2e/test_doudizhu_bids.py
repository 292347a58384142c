"""An evening of Dou Dizhu with bidding: three windows, one real house."""

from pathlib import Path

import pytest

from tests.e2e.game import Game
from tests.e2e.gathering import gathered

SPRING = Game.of(
    lord="3c 3d  4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 3h  2c 2d 2h 2s  Xb Xc",
    third="3s 4d 4h 5d 5h 6d 6h 7d 7h 8d 8h 9d 9h Td Th Jd Jh",
    kitty="3h Xb 7c",
)
COVERED = Game.of(
    lord="2c 2d 2h 2s  5c 5d  3c 4c 5h 6c 7c 8c 9c Tc Jc Qc  Ac  Xb Xc  Kc",
    third="9d 9h  4d 3d 3h 4h 6d 6h 8d 8h Td Th Jd Jh Qd Qh Kd",
    kitty="3c Kc Xb",
)
ANN, BO, CY = 0, 1, 2


@pytest.mark.req("D-S0.1", "D-S2.3")
def test_three_play_with_bids_and_a_bot_plays_for_the_one_whose_handheld_died(
    display: str, tmp_path: Path
) -> None:
    deals = (SPRING.deal(ANN, lot=BO), SPRING.deal(ANN, lot=CY), COVERED.deal(BO))
    with gathered(tmp_path, "With bidding", *deals, grace=0.5) as three:
        three.ready()
        three.begins(deals[0], SPRING.kitty, lord=None)
        three.agree("the first deal")
        three.bids(BO, 0)
        three.bids(ANN, 0)
        three.at[CY].tap("No bid")
        # All have passed: the cards are dealt again.
        three.begins(deals[1], SPRING.kitty, lord=None)
        three.agree("the second deal")
        three.bids(CY, 1)
        three.bids(BO, 2)
        three.bids(ANN, 3)
        three.plays(ANN, "3c 3d")
        three.passes(CY, BO)
        three.plays(ANN, "2c 2d 2h 2s")
        three.passes(CY, BO)
        three.plays(ANN, "3h 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac")
        three.passes(CY, BO)
        three.plays(ANN, "Xb Xc")
        three.results(winners=(ANN,), each=24_000)
        three.agrees_with_the_books()

        three.again()
        three.begins(deals[2], COVERED.kitty, lord=None)
        three.agree("the third deal")
        three.bids(BO, 3)
        three.dies(CY)
        three.plays(BO, "2c 2d 2h 2s")
        three.passes(ANN, CY)
        three.revives(CY)
        three.plays(BO, "5c 5d")
        three.passes(ANN)
        three.plays(CY, "9d 9h")
        three.passes(BO, ANN)
        three.plays(CY, "4d")
        three.plays(BO, "Ac")
        three.passes(ANN, CY)
        three.plays(BO, "3c 4c 5h 6c 7c 8c 9c Tc Jc Qc")
        three.passes(ANN, CY)
        three.plays(BO, "Xb Xc")
        three.plays(BO, "Kc")
        three.results(winners=(BO,), each=12_000)
        three.agrees_with_the_books()

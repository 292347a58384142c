"""An evening of Dou Dizhu by the rules of the house: three windows, one real house."""

from pathlib import Path

import pytest

from protocol.cards import parse
from tests.e2e.game import Game
from tests.e2e.gathering import gathered

WINGS = Game.of(
    lord="3c 3d 3h 4c 4d 4h 5c 6c  7c 8c 9c Tc Jc  Kc Kd Kh Ks  Qc Ac 2c",
    third="Xb Xc  3s 4s 5d 6d 7d 8h 9h Th Jh Qh  Ad Ah As 2d 2h",
    kitty="5c Qc 2c",
)
LEFT = Game.of(
    lord="5c 5d  2c 2d 2h 2s  3c 4c 5h 6c 7c 8c 9c Tc Jc Qc Kc Ac  Xb Xc",
    third="9d 9h  3d 3h 4d 4h 6d 6h 8d 8h Td Th Jd Jh Qd Qh Kd",
    kitty="3c Kc Xb",
)
ANN, BO, CY = 0, 1, 2


@pytest.mark.req("D-S0.1", "D-S0.4", "D-S0.5", "D-S1.2", "D-S1.6", "D-S2.3")
def test_three_play_by_the_rules_of_the_house(display: str, tmp_path: Path) -> None:
    deals = (WINGS.deal(BO), LEFT.deal(ANN), LEFT.deal(CY))
    with gathered(tmp_path, "House rules", *deals) as three:
        three.ready()
        three.lies(BO, True)
        three.begins(deals[0], WINGS.kitty, lord=BO)
        three.agree("the deal")
        three.plays(BO, "3c 3d 3h 4c 4d 4h 5c 6c")
        three.passes(ANN, CY)
        three.plays(BO, "7c 8c 9c Tc Jc")
        three.plays(ANN, "8d 9d Td Jd Qd")
        three.passes(CY)
        three.plays(BO, "Kc Kd Kh Ks")
        three.passes(ANN)
        three.plays(CY, "Xb Xc")
        three.plays(CY, "3s 4s 5d 6d 7d 8h 9h Th Jh Qh")
        three.passes(BO, ANN)
        three.plays(CY, "Ad Ah As 2d 2h")
        three.results(winners=(ANN, CY), each=4_000)
        three.agrees_with_the_books()
        # What is left of a hand has no room beside the reckoning while the phone lies.
        ace = parse("Ac")[0]
        assert ace not in three.at[BO].look().painted.faces
        three.lies(BO, False)
        assert ace in three.at[BO].look().painted.faces

        # Again, with the same people. One is cut off when it is nearly his turn.
        three.again()
        three.begins(deals[1], LEFT.kitty, lord=ANN)
        three.agree("the second deal")
        three.cut_off(BO)
        three.plays(ANN, "5c 5d")
        three.plays(CY, "7d 7h")
        three.back(BO)
        three.plays(BO, "9d 9h")
        three.plays(ANN, "2c 2d 2h 2s")
        three.passes(CY)
        three.leaves(BO)
        three.plays(ANN, "3c 4c 5h 6c 7c 8c 9c Tc Jc Qc Kc Ac")
        three.passes(CY, BO)
        three.plays(ANN, "Xb Xc")
        three.reads(BO, "a bot has lost 40 for you. You took 380 with you.")
        three.results(winners=(ANN,), each=4_000)
        three.agrees_with_the_books()

        # A bot on request, and the game goes on with it.
        three.people[ANN].tap("Add bots")
        three.people[ANN].tap("Medium")
        three.joins_bot(BO)
        three.again()
        three.begins(deals[2], LEFT.kitty, lord=CY)
        three.agree("the third deal")
        three.plays(CY, "3c 4c 5h 6c 7c 8c 9c Tc Jc Qc Kc Ac")
        three.passes(BO, ANN)
        three.plays(CY, "2c 2d 2h 2s")
        three.passes(BO, ANN)
        three.plays(CY, "Xb Xc")
        three.plays(CY, "5c 5d")
        three.results(winners=(CY,), each=4_000)
        three.agrees_with_the_books()

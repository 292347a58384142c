"""The hats of Dou Dizhu: the landlord's and a peasant's."""

from typing import Final

from mobile_client.ui import theme
from mobile_client.ui.pen import Pen
from mobile_client.ui.theme import faded, rgb

STRAW, WEAVE, RIBBON = rgb("E8C878"), rgb("B98F3E"), rgb("8C3B2A")
SILK, BROCADE, BEAD = rgb("20222C"), rgb("F2C25B"), rgb("D3313F")


def paint_landlord(pen: Pen) -> None:
    """A skullcap of silk with a golden band and a red bead."""
    pen.fill("M16,52 C14,16 34,10 50,10 C66,10 86,16 84,52 Z", SILK)
    # It is seen on dark ground too.
    pen.line("M16,52 C14,16 34,10 50,10 C66,10 86,16 84,52", faded(theme.WHITE, 0.45), 2.5)
    pen.line("M50,12 L50,44", faded(theme.WHITE, 0.22), 2)
    pen.line("M33,18 C28,26 27,36 27,44", faded(theme.WHITE, 0.16), 2)
    pen.line("M67,18 C72,26 73,36 73,44", faded(theme.WHITE, 0.16), 2)
    pen.fill("M12,46 C30,40 70,40 88,46 L88,60 C70,54 30,54 12,60 Z", BROCADE)
    pen.oval(50, 51, 6, 6, rgb("1F8A5B"))
    pen.oval(50, 8, 6.5, 6.5, BEAD)


def paint_peasant(pen: Pen) -> None:
    """A hat of straw."""
    pen.fill("M0,54 C14,36 86,36 100,54 C84,68 16,68 0,54 Z", STRAW)
    pen.line("M8,54 C22,46 78,46 92,54", faded(WEAVE, 0.7), 2)
    pen.fill("M24,48 C26,16 40,10 50,10 C60,10 74,16 76,48 C62,54 38,54 24,48 Z", STRAW)
    pen.line("M36,16 C33,26 32,34 32,42", faded(WEAVE, 0.7), 2)
    pen.line("M64,16 C67,26 68,34 68,42", faded(WEAVE, 0.7), 2)
    pen.fill("M24,42 C38,49 62,49 76,42 L76,49 C62,56 38,56 24,49 Z", RIBBON)


HATS: Final = {"landlord": paint_landlord, "peasant": paint_peasant}
HAT_HIGH: Final = 68
"""How high a hat is drawn, where it is 100 wide."""

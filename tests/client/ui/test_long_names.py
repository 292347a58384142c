"""Names as long and as wide as a house takes them, wherever they stand: nothing is cut by the edge
of a screen, set too small to be read, or painted over."""

from typing import Final

import pytest

from game_server.players.names import LONGEST
from protocol import messages
from tests.client.ui import pages, scenes
from tests.client.ui.ink import painted
from tests.client.ui.looked_over import faults
from tests.client.ui.moments import MOMENTS
from tests.client.ui.sights import SIGHTS, resized

WIDE: Final = tuple("W" * (LONGEST - 1) + letter for letter in "ABCDEFGHIJ")
CHINESE: Final = tuple(
    "春眠不觉晓处处闻啼鸟夜来风雨声花落知多少"[:LONGEST] + one for one in "甲乙丙丁戊己庚辛壬癸"
)
SEEN: Final = (
    "holdem-ten-end",
    "holdem-draw-equal",
    "holdem-away",
    "doudizhu-double",
    "doudizhu-seen",
    "doudizhu-listed",
    "doudizhu-dear",
    "blackjack-insured",
    "blackjack-insurance-won",
    "roulette-end",
    "sabacc-end",
    "history",
    "busters",
)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("names", [WIDE, CHINESE], ids=["wide", "chinese"])
@pytest.mark.parametrize("size", ["small", "small-lying"])
def test_long_names_can_be_read_and_lie_over_nothing(
    size: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (scenes, pages):
        monkeypatch.setattr(module, "NAMES", names)
    for sight in SEEN:
        shown = SIGHTS[sight].make("zh" if names is CHINESE else "en")
        resized(shown, size)
        assert faults(shown) == [], sight
        shown.screen.gone()
        shown.close()


@pytest.mark.usefixtures("blank")
def test_a_name_that_is_wider_than_a_toast_stays_in_it() -> None:
    scene = MOMENTS["holdem_flop"]("en")
    shown = scene.stage()
    facts: dict[str, int | str] = {"winners": WIDE[0], "amount": 11_400, "chips": 12_000}
    scene.device.house(messages.Notice("won_by", "", "t", facts))
    resized(shown, "small")
    scene.screen._refresh()
    texts = [ink.text for ink in painted(scene.screen.top_bar) if ink.kind == "text"]
    assert texts[0].startswith("WWWW")
    assert texts[0].endswith("…")
    assert faults(shown) == []
    shown.screen.gone()
    shown.close()

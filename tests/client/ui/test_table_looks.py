"""How the table looks: nothing is cut or hidden, and a change of looks is seen."""

from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from mobile_client.ui.look import look, px
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets import drawn
from mobile_client.ui.widgets.buttons import Pressed
from tests.client.ui.moments import MOMENTS
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Picture, Stage

PICTURES: Final = Path(__file__).parent / "pictures"
LOOKED_AT: Final = (
    "holdem_preflop",
    "holdem_river",
    "holdem_showdown",
    "holdem_wait",
    "blackjack_play",
    "roulette_bet",
    "sabacc_bet",
    "doudizhu_follow",
)
READABLE: Final = 0.62
"""A text may be set smaller to fit, but not smaller than this part of its size."""
GRAIN: Final = 8
FAR: Final = 3.0
"""How far the mean colour of a picture, and SPOT that of a spot of it, may be away, of 255."""
SPOT: Final = 30.0


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, float]]:
    """Every text that is drawn with a width to keep to: the text, its kind, how much it shrank."""
    found: list[tuple[str, str, float]] = []
    plain = drawn.glyphs

    def measured(text: str, kind: str, widest: float = 0) -> Any:
        texture = plain(text, kind, widest)
        if widest and text:
            whole = plain(text, kind).width
            if texture.width > widest + 1:
                found.append((text, f"{kind}: cut", widest / texture.width))
            elif whole > widest:
                found.append((text, kind, widest / whole))
        return texture

    for name in ("drawn", "buttons"):
        monkeypatch.setattr(f"mobile_client.ui.widgets.{name}.glyphs", measured)
    return found


def shown(scene: Scene, stage: Stage, size: tuple[int, int]) -> Scene:
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in size]
    stage.show(whole)
    stage.frames(3)
    return scene


def drawn_again(scene: Scene, stage: Stage, texts: list[tuple[str, str, float]]) -> Scene:
    """Only what is drawn where it stays counts."""
    texts.clear()
    for one in scene.screen.walk():
        if isinstance(one, drawn.Drawn):
            one.stale()
    stage.frames(2)
    return scene


def away(scene: Scene) -> None:
    scene.screen.gone()
    scene.shown.close()


def controls(scene: Scene) -> list[Widget]:
    return [one for one in scene.screen.walk() if isinstance(one, Pressed) and one.opacity]


def overlap(one: Widget, other: Widget) -> bool:
    return bool(
        one.x + 1 < other.right
        and other.x + 1 < one.right
        and one.y + 1 < other.top
        and other.y + 1 < one.top
    )


@pytest.mark.req("E-RNF-002")
@pytest.mark.parametrize(
    ("size", "language"), [((360, 640), "en"), ((640, 360), "zh")], ids=["upright", "lying"]
)
def test_no_text_is_cut_and_no_control_is_covered_or_too_small(
    stage: Stage, texts: list[tuple[str, str, float]], language: str, size: tuple[int, int]
) -> None:
    for moment in LOOKED_AT:
        scene = drawn_again(shown(MOMENTS[moment](language), stage, size), stage, texts)
        buttons = controls(scene)
        whole = scene.shown
        for nth, one in enumerate(buttons):
            assert one.width + 1 >= px(TOUCH), (moment, one)
            assert one.height + 1 >= px(TOUCH), (moment, one)
            assert whole.x - 1 <= one.x, (moment, one)
            assert one.right <= whole.right + 1, (moment, one)
            assert not any(overlap(one, other) for other in buttons[nth + 1 :]), (moment, one)
        hand = scene.screen.felt.hand
        if hand.views:
            covered = [one for one in buttons if any(overlap(one, card) for card in hand.views)]
            assert not covered, (moment, covered)
        plates = [plate for plate in scene.screen.felt.plates if not plate.look.free]
        for nth, plate in enumerate(plates):
            assert plate.x >= whole.x - 1, (moment, plate.look.name)
            assert plate.right <= whole.right + 1, (moment, plate.look.name)
            mates = [other for other in plates[nth + 1 :] if overlap(plate, other)]
            assert not mates, (moment, plate.look.name, mates)
        assert [one for one in texts if one[2] < READABLE] == [], moment
        away(scene)


def test_large_texts_stay_within_their_plates(
    stage: Stage, texts: list[tuple[str, str, float]]
) -> None:
    look.big_text = True
    for moment in ("holdem_river", "blackjack_play", "doudizhu_lead"):
        away(drawn_again(shown(MOMENTS[moment]("en"), stage, (360, 640)), stage, texts))
    assert [one for one in texts if one[2] < READABLE * 0.8] == []


def grainy(picture: Picture) -> NDArray[np.float64]:
    """The picture in coarse spots, so that a hair's breadth is no change."""
    high, wide = (side // GRAIN * GRAIN for side in picture.pixels.shape[:2])
    rgb = picture.pixels[:high, :wide, :3].astype(np.float64)
    blocks = rgb.reshape(high // GRAIN, GRAIN, wide // GRAIN, GRAIN, 3)
    mean: NDArray[np.float64] = blocks.mean(axis=(1, 3))
    return mean


@pytest.mark.parametrize("moment", ["holdem_showdown", "doudizhu_end", "roulette_end"])
def test_the_table_looks_as_it_did(stage: Stage, moment: str) -> None:
    scene = shown(MOMENTS[moment]("en"), stage, (360, 640))
    seen = grainy(stage.look(scene.shown))
    away(scene)
    kept = PICTURES / f"{moment}.npy"
    known = np.load(kept).astype(np.float64)
    assert seen.shape == known.shape
    far = np.abs(seen - known)
    assert far.mean() < FAR, f"{moment} looks different; if it should, make {kept.name} anew"
    assert np.quantile(far.max(axis=2), 0.99) < SPOT

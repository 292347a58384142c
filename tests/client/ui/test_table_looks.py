"""How a table of every game looks: a change is seen.

What is seen is compared with the pictures beside this file. Where a change is meant, `make looks`
takes them anew; look at them before they are kept.
"""

import os
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from mobile_client.ui.look import px
from mobile_client.ui.screens.table import TableScreen
from tests.client.ui.sights import SIGHTS, resized
from tests.client.ui.stage import Stage, grounded

PICTURES: Final = Path(__file__).parent / "pictures"
ANEW: Final = os.environ.get("LOOKS") == "anew"
"""The pictures are taken, not compared."""
LOOKED_AT: Final = (
    "holdem-showdown",
    "doudizhu-won",
    "blackjack-end",
    "roulette-end",
    "sabacc-end",
)
QUALITY: Final = 85
GRAIN: Final = 8
FAR: Final = 22.0
"""How far, of 255, the mean colour of a spot of so many pixels may be from what it was."""
FEW: Final = 6
"""In so many spots it may be farther: a ring that runs, a letter that is drawn otherwise."""

Pixels = NDArray[np.float64]


def seen(stage: Stage, sight: str) -> tuple[Image.Image, TableScreen]:
    """The table on a small phone."""
    shown = SIGHTS[sight].make("en")
    resized(shown, "small")
    stage.show(shown)
    screen = shown.screen
    assert isinstance(screen, TableScreen)
    return photographed(stage, screen), screen


def photographed(stage: Stage, screen: TableScreen) -> Image.Image:
    with grounded(screen.stage) as shown:
        pixels = stage.look(shown).pixels[:, :, :3].astype(np.uint8)
    return Image.fromarray(pixels)


def away(screen: TableScreen) -> None:
    screen.gone()
    screen.stage.close()


def changed(picture: Image.Image, kept: Image.Image) -> int:
    """In how many spots one is not like the other."""
    assert picture.size == kept.size
    far = np.abs(_grainy(picture) - _grainy(kept)).max(axis=2)
    return int((far > FAR).sum())


def _grainy(picture: Image.Image) -> Pixels:
    rgb = np.asarray(picture.convert("RGB"), np.float64)
    high, wide = (side // GRAIN * GRAIN for side in rgb.shape[:2])
    blocks = rgb[:high, :wide].reshape(high // GRAIN, GRAIN, wide // GRAIN, GRAIN, 3)
    mean: Pixels = blocks.mean(axis=(1, 3))
    return mean


@pytest.mark.parametrize("sight", LOOKED_AT)
def test_the_table_looks_as_it_did(stage: Stage, sight: str, tmp_path: Path) -> None:
    picture, screen = seen(stage, sight)
    away(screen)
    kept = PICTURES / f"{sight}.jpg"
    if ANEW:
        picture.save(kept, quality=QUALITY)
    now = tmp_path / f"{sight}.png"
    picture.save(now)
    spots = changed(picture, Image.open(kept))
    assert spots <= FEW, f"{sight} has changed in {spots} spots: {now} is not {kept} (make looks)"


def test_a_seat_that_moved_a_little_is_seen_and_softer_letters_are_not(stage: Stage) -> None:
    picture, screen = seen(stage, "holdem-showdown")
    softer = picture.filter(ImageFilter.GaussianBlur(0.6))
    assert changed(softer, picture) <= FEW
    screen.felt.plates[1].y += px(5)
    assert changed(photographed(stage, screen), picture) > FEW
    away(screen)

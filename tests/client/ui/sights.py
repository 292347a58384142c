"""Every screen and every table as a player may find it: what is photographed and looked over."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kivy.clock import Clock

from mobile_client.ui.look import px
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.stage import Stage
from tests.client.ui.ink import everything
from tests.client.ui.pages import PAGES
from tests.client.ui.table_sights import Maker
from tests.client.ui.tables import TABLES

Size = tuple[int, int]
SIZES: Final[MappingProxyType[str, Size]] = MappingProxyType(
    {
        "small": (360, 640),
        "small-lying": (640, 360),
        "phone": (411, 915),
        "phone-lying": (915, 411),
        "tablet": (800, 1280),
        "tablet-lying": (1280, 800),
    }
)
"""In dp."""
INSETS: Final[MappingProxyType[str, tuple[int, int, int, int]]] = MappingProxyType(
    {
        "phone": (0, 32, 0, 20),
        "phone-lying": (36, 0, 36, 16),
        "tablet": (0, 24, 0, 20),
        "tablet-lying": (0, 24, 0, 20),
    }
)
"""What a camera and the device's own bars take in dp: left, top, right, bottom. Small phones are
old and have none."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Something to be seen: `group` is the game, or "" for what is no table."""

    name: str
    group: str
    caption: str
    make: Maker


def _sights() -> dict[str, Sight]:
    pages = {name: Sight(name, "", caption, make) for name, (caption, make) in PAGES.items()}
    tables = {
        name: Sight(name, name.partition("-")[0], caption, make)
        for name, (caption, make) in TABLES.items()
    }
    return pages | tables


SIGHTS: Final[MappingProxyType[str, Sight]] = MappingProxyType(_sights())


MOST: Final = 40
"""Looks within which every layout has come to rest."""


def resized(shown: Stage, size: str, insets: bool = True) -> None:
    """A sight in one of the sizes, come to rest, between what the device takes of the edges."""
    taken = INSETS.get(size, (0, 0, 0, 0)) if insets else (0, 0, 0, 0)
    shown.size_hint = (None, None)
    shown.insets = [px(side) for side in taken]
    shown.size = [px(side) for side in SIZES[size]]
    laid_out(shown)


@contextmanager
def table_of(sight: str, size: str = "phone", language: str = "en") -> Iterator[TableScreen]:
    """The table of a sight, on a window that nothing is drawn in."""
    shown = SIGHTS[sight].make(language)
    resized(shown, size, insets=False)
    screen = shown.screen
    assert isinstance(screen, TableScreen)
    yield screen
    screen.gone()
    shown.close()


def laid_out(shown: Stage) -> None:
    """Waits until what follows from a layout is laid out too. Nothing is drawn meanwhile."""
    before = None
    for _ in range(MOST):
        _ticks(2)
        at = [(*one.pos, *one.size) for one in everything(shown)]
        if at == before:
            _ticks(1)
            return
        before = at
    raise AssertionError("It never comes to rest.")


def _ticks(count: int) -> None:
    for _ in range(count):
        # Without the pause that keeps to so many frames a second.
        Clock.pre_idle()
        Clock.post_idle(Clock.time(), Clock.time())

"""Writes what the page draws with, from the app's own drawings.

`KIVY_LOG_MODE=PYTHON KIVY_NO_CONFIG=1 python -m tools.web.drawings`

Cards, faces, chips and signs become SVG, the theme becomes variables of CSS. A test asks whether
they are as the app has them now.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from client_core.felts.faces import ROBOT
from game_server.table.bot_names import NAMES
from mobile_client.ui import icons
from mobile_client.ui.paths import star
from mobile_client.ui.pen import Pen
from mobile_client.ui.shapes import HEART, SPADE
from mobile_client.ui.theme import (
    BACKS,
    BLACK,
    CHIPS,
    FELTS,
    FRONTS,
    GILT,
    INK_BLACK,
    INK_RED,
    PAPER,
    mixed,
)
from mobile_client.ui.widgets import avatars, chips, emotes, faces
from mobile_client.ui.widgets.faces import HIGH, MARKS, WIDE, Face
from mobile_client.ui.widgets.hats import HAT_HIGH, HATS
from protocol.cards import LABELS, RANKS, Card
from protocol.words import BOT_NAME
from tools.web.svg_pen import Items, SvgPen, document
from tools.web.theme_css import theme_css

PAGE: Final = Path(__file__).resolve().parents[2] / "web_client" / "page"
FOLDERS: Final = ("cards", "icons", "faces", "emotes", "hats", "chips")
"""They hold drawings and nothing else."""
SIZES: Final = tuple(MARKS)
"""What a card is drawn for: each has its index elsewhere."""
WILD: Final = "wild"

Paint = Callable[[Pen], None]


def drawn(high: float, paint: Paint) -> Items:
    pen = SvgPen(high)
    paint(pen)
    return pen.items


def one_look(wide: float, high: float, paint: Paint) -> str:
    return document(wide, high, {"usual": drawn(high, paint)})


def card(card: Card, size: str) -> str:
    """A card on every paper, in two colours and in four: `#ivory-4` is one of the looks."""
    looks = {
        f"{front}-{4 if four else 2}": drawn(
            HIGH,
            partial(faces.paint_flat, face=Face(card, size, four_colours=four, front=front)),
        )
        for front in FRONTS
        for four in ((False, True) if card < 52 else (False,))
    }
    return document(WIDE, HIGH, looks)


def mark(rank: str, size: str) -> str:
    """What lies over a wild card: its frame, and the rank that it stands for."""
    face = Face(None, size, mark="*" if rank == WILD else rank)
    return one_look(WIDE, HIGH, partial(faces.paint_mark, face=face))


def paint_emblem(pen: Pen) -> None:
    """The app's icon: two cards on the cloth, and a star."""
    felt = FELTS["emerald"]
    pen.rect(0, 0, 100, 100, felt.rim, 21)
    pen.oval(50, 46, 47, 47, felt.middle)
    for shape, ink, turn in ((HEART, INK_RED, 18), (SPADE, INK_BLACK, -16)):
        with pen.turned(50, 94, turn):
            pen.rect(26.5, 14, 47, 65, PAPER, 5.6)
            pen.frame(29.3, 16.8, 41.4, 59.4, GILT, 0.9, 3.8)
            pen.fill(shape, ink, 50 - 17.4, 46.5 - 17.4, 0.348)
    pen.oval(50, 81, 11, 11, mixed(GILT, BLACK, 0.45))
    pen.oval(50, 81, 9.5, 9.5, GILT)
    pen.fill([star(50, 81, 6.7, 2.8)], BLACK)


def drawings() -> Iterator[tuple[str, str]]:
    """Every file with its name."""
    for size in SIZES:
        for number, label in LABELS.items():
            yield f"cards/{size}/{label}.svg", card(number, size)
        for rank in (*RANKS, WILD):
            yield f"cards/{size}/mark-{rank}.svg", mark(rank.replace("T", "10"), size)
    for back in BACKS:
        paint = partial(faces.paint_flat, face=Face(None, back=back))
        yield f"cards/back-{back}.svg", one_look(WIDE, HIGH, paint)
    for name in icons.ICONS:
        paint = partial(icons.paint_icon, name=name)
        yield f"icons/{name}.svg", one_look(icons.SQUARE, icons.SQUARE, paint)
    for name in avatars.AVATARS:
        yield f"faces/{name}.svg", one_look(100, 100, partial(avatars.paint_avatar, name=name))
    for name in NAMES:
        paint = partial(avatars.paint_avatar, name=f"{ROBOT}{BOT_NAME}{name}")
        yield f"faces/{ROBOT}{name}.svg", one_look(100, 100, paint)
    for name in emotes.FACES:
        yield f"emotes/{name}.svg", one_look(100, 100, partial(emotes.paint_emote, name=name))
    for name, draw in HATS.items():
        yield f"hats/{name}.svg", one_look(100, HAT_HIGH, draw)
    for colour in CHIPS:
        paint = partial(chips.paint_chip, colour=colour)
        yield f"chips/{colour}.svg", one_look(chips.WIDE, chips.HIGH, paint)
    yield "icon.svg", one_look(100, 100, paint_emblem)
    yield "theme.css", theme_css()


def there() -> dict[str, str]:
    """The drawings that lie in the page's folder now."""
    paths = [path for folder in FOLDERS for path in (PAGE / folder).rglob("*.svg")]
    paths += [PAGE / "icon.svg", PAGE / "theme.css"]
    return {
        path.relative_to(PAGE).as_posix(): path.read_text("utf-8")
        for path in paths
        if path.exists()
    }


def main() -> None:
    files = dict(drawings())
    for name in there().keys() - files.keys():
        (PAGE / name).unlink()
    for name, text in files.items():
        path = PAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"{len(files)} drawings, {sum(map(len, files.values())) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()

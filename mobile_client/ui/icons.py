"""Signs in lines on a square of 24 units, white, so that they take any colour."""

from types import MappingProxyType
from typing import Final

from kivy.graphics.texture import Texture

from mobile_client.ui.paths import contours, ring, star
from mobile_client.ui.pen import Pen
from mobile_client.ui.plates import plate
from mobile_client.ui.shapes import CROWN, SUIT_SHAPES
from mobile_client.ui.theme import WHITE

LINES: Final = MappingProxyType(
    {
        "back": ("M15,5 L8,12 L15,19",),
        "forward": ("M9,5 L16,12 L9,19",),
        "down": ("M5,9 L12,16 L19,9",),
        "up": ("M5,15 L12,8 L19,15",),
        "close": ("M6,6 L18,18", "M18,6 L6,18"),
        "menu": ("M4,7 L20,7", "M4,12 L20,12", "M4,17 L20,17"),
        "plus": ("M12,5 L12,19", "M5,12 L19,12"),
        "list": (
            "M9,6 L20,6",
            "M9,12 L20,12",
            "M9,18 L20,18",
            "M4,6 L4.4,6",
            "M4,12 L4.4,12",
            "M4,18 L4.4,18",
        ),
        "minus": ("M5,12 L19,12",),
        "check": ("M5,12.5 L10,17.5 L19.5,6.5",),
        "erase": ("M9,5 L21,5 L21,19 L9,19 L3,12 Z", "M11,9 L17,15", "M17,9 L11,15"),
        "chat": ("M4,5 L20,5 L20,16 L12,16 L7,20.5 L7,16 L4,16 Z",),
        "smile": ("M8,14 Q12,18.5 16,14", "M9,9.2 L9,9.6", "M15,9.2 L15,9.6"),
        "send": ("M3.5,12 L20.5,4 L15,20.5 L11.5,13.5 Z", "M11.5,13.5 L20.5,4"),
        "sound": (
            "M4,9.5 L8,9.5 L13,5 L13,19 L8,14.5 L4,14.5 Z",
            "M16.5,8.5 Q19,12 16.5,15.5",
            "M19,6 Q23,12 19,18",
        ),
        "music": ("M9,17.5 L9,5.5 L19,3.5 L19,15.5",),
        "info": ("M12,11 L12,17", "M12,7 L12,7.2"),
        "help": ("M9,9.3 C9,5.4 15.2,5.6 15.2,9.4 C15.2,11.8 12,12 12,14.2", "M12,17.4 L12,17.6"),
        "history": ("M12,7 L12,12 L15.5,14",),
        "search": ("M15,15 L20.5,20.5",),
        "share": ("M12,15 L12,3.5", "M7.5,8 L12,3.5 L16.5,8", "M5,12 L5,20.5 L19,20.5 L19,12"),
        "leave": ("M13,4 L5,4 L5,20 L13,20", "M10,12 L21,12", "M17,8 L21,12 L17,16"),
        "card": ("M3,6 L21,6 L21,18 L3,18 Z", "M3,10 L21,10", "M6,14.5 L10,14.5"),
        "trick": (
            "M9,6.5 L15,6.5 L15,19 L9,19 Z",
            "M6,8.4 L2.6,9.6 L6,19.6",
            "M18,8.4 L21.4,9.6 L18,19.6",
        ),
        "people": ("M3,19.5 Q3,13.5 9,13.5 Q15,13.5 15,19.5", "M16.5,13.8 Q21,14.4 21,19.5"),
        "person": ("M4.5,20 Q4.5,13.5 12,13.5 Q19.5,13.5 19.5,20",),
        "lock": ("M5,11 L19,11 L19,20.5 L5,20.5 Z", "M8,11 L8,8 C8,2.8 16,2.8 16,8 L16,11"),
        "unlocked": ("M5,11 L19,11 L19,20.5 L5,20.5 Z", "M8,11 L8,6 C8,0.8 16,0.8 16,6"),
        "eye": ("M2.5,12 Q12,2.5 21.5,12 Q12,21.5 2.5,12 Z",),
        "bulb": (
            "M9,17 C9,14.5 5.6,13 5.6,9.2 C5.6,1.8 18.4,1.8 18.4,9.2 C18.4,13 15,14.5 15,17 Z",
            "M10,20.5 L14,20.5",
        ),
        "clock": ("M12,7.5 L12,13 L15,15",),
        "again": (
            "M19,9 C17,5 13,3.5 9.5,4.8 C4.5,6.6 3,12.5 5.5,16.5 C8.5,21 15.5,21 18.5,16",
            "M19.5,4 L19.5,9.3 L14.2,9.3",
        ),
        "copy": ("M9,9 L20,9 L20,20 L9,20 Z", "M15,9 L15,4 L4,4 L4,15 L9,15"),
        "house": (
            "M3,11.5 L12,4 L21,11.5",
            "M6,9.5 L6,20 L18,20 L18,9.5",
            "M10,20 L10,14 L14,14 L14,20",
        ),
        "globe": ("M3,12 L21,12", "M12,3 Q5,12 12,21", "M12,3 Q19,12 12,21"),
        "bell": (
            "M5,17.5 C6.8,15.6 6.6,13.4 6.6,11 C6.6,2.6 17.4,2.6 17.4,11 "
            "C17.4,13.4 17.2,15.6 19,17.5 Z",
            "M10,20.8 L14,20.8",
        ),
    }
)
ROUNDS: Final = MappingProxyType(
    {
        "smile": ((12, 12, 9),),
        "info": ((12, 12, 9),),
        "help": ((12, 12, 9.4),),
        "history": ((12, 12, 9),),
        "clock": ((12, 12, 9),),
        "search": ((10, 10, 6.2),),
        "music": ((6.6, 17.6, 2.5), (16.6, 15.6, 2.5)),
        "people": ((9, 8, 3.6), (16.6, 8.6, 2.7)),
        "person": ((12, 7.6, 4.2),),
        "globe": ((12, 12, 9),),
        "eye": ((12, 12, 3),),
    }
)
FULL: Final = (
    "club",
    "diamond",
    "heart",
    "spade",
    "crown",
    "star",
    "gear",
    "chips",
    "wheel",
    "sabacc",
    "bot",
    "keys",
    "more",
)
ICONS: Final = (*LINES, *FULL)
SQUARE: Final = 24
WIDTH: Final = 2.1


def _full(pen: Pen, name: str) -> None:
    if name in FULL[:4]:
        pen.fill(SUIT_SHAPES[FULL.index(name)], WHITE, 1, 1, 0.22)
    elif name == "crown":
        pen.fill(CROWN, WHITE, 1, 0.5, 0.22)
    elif name == "star":
        pen.fill([star(12, 12.5, 10.5, 4.6)], WHITE)
    elif name == "gear":
        pen.fill([star(12, 12, 10.6, 7.6, 8), ring(12, 12, 3.4)], WHITE)
    elif name == "chips":
        for y in (17, 12.5, 8):
            pen.rect(3, y - 1.6, 18, 3.4, WHITE, 1.7)
    elif name == "wheel":
        pen.circle(12, 12, 9.6, WHITE, 1.8)
        pen.circle(12, 12, 4.4, WHITE, 1.4)
        for step in range(8):
            with pen.turned(12, 12, 45 * step):
                pen.line("M12,2.6 L12,7.6", WHITE, 1.4)
    elif name == "sabacc":
        pen.line("M12,2 L21,7 L21,17 L12,22 L3,17 L3,7 Z", WHITE, 1.8, close=True)
        pen.line("M12,7.4 L16.6,15 L7.4,15 Z", WHITE, 1.6, close=True)
    elif name == "keys":
        for y in (5.5, 12, 18.5):
            for x in (5.5, 12, 18.5):
                pen.rect(x - 2, y - 2, 4, 4, WHITE, 1)
    elif name == "more":
        for y in (5, 12, 19):
            pen.oval(12, y, 1.9, 1.9, WHITE)
    else:
        box = contours(
            "M6,8 L18,8 Q20,8 20,10 L20,18 Q20,20 18,20 L6,20 Q4,20 4,18 L4,10 Q4,8 6,8 Z"
        )
        pen.fill([*box, ring(9, 13.4, 1.7, 24), ring(15, 13.4, 1.7, 24)], WHITE)
        pen.line("M12,8 L12,4.4", WHITE, 1.6)
        pen.oval(12, 3.6, 1.8, 1.8, WHITE)


def paint_icon(pen: Pen, name: str) -> None:
    if name in FULL:
        _full(pen, name)
        return
    for path in LINES[name]:
        pen.line(path, WHITE, WIDTH, close=path.endswith("Z"))
    for x, y, r in ROUNDS.get(name, ()):
        pen.circle(x, y, r, WHITE, WIDTH)


def icon(name: str, side: float) -> Texture:
    """An icon as a plate of so many pixels."""
    if name not in ICONS:
        raise ValueError(f"There is no icon {name!r}; there are {', '.join(ICONS)}.")
    return plate(
        ("icon", name), (side, side), SQUARE, lambda pen: paint_icon(pen, name), edge=WHITE
    )

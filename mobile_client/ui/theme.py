"""The theme: the only place of colours, type, spacing, radii and motion.

Lengths are dp and text sizes sp; colours are red, green, blue, alpha from 0 to 1.
Plain values without a window, so that every pair of colours can be checked by a test.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

Colour = tuple[float, float, float, float]
T = TypeVar("T")


def rgb(code: str, alpha: float = 1.0) -> Colour:
    """The colour of six hexadecimal digits."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, alpha


def faded(colour: Colour, alpha: float) -> Colour:
    return (*colour[:3], alpha)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with so much of `other` stirred in."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


def luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """From 1 (the same) to 21 (black on white); text needs 4.5."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# The room: light on dark.
TEXT: Final = rgb("F3F5FA")
DANGER: Final = rgb("C8323E")
ON_DANGER: Final = rgb("FFFFFF")
WARM: Final = rgb("FF8A80")
GOOD: Final = rgb("57D39B")
ON_GOOD: Final = rgb("04210F")
INFO: Final = rgb("7DB8FF")
WHITE: Final = rgb("FFFFFF")
BLACK: Final = rgb("000000")
CLEAR: Final = rgb("000000", 0.0)
GILT: Final = rgb("F2C25B")
"""Gold that is gold in every room: on cards and chips."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of menus and screens: grounds from the darkest up, edges, soft text, and the
    colour of what matters most with what is written on it."""

    sunken: Colour
    night: Colour
    surface: Colour
    raised: Colour
    edge: Colour
    soft: Colour
    gold: Colour
    on_gold: Colour


def _scheme(*codes: str) -> Scheme:
    return Scheme(*map(rgb, codes))


SCHEMES: Final = MappingProxyType(
    {
        "night": _scheme("0A0F1A", "0D1320", "172033", "212C44", "34425F", "B3BED3", "F2C25B",
                         "221603"),
        "forest": _scheme("07120D", "0A1812", "12261D", "1B3529", "2F5241", "B4CDBF", "E5C76B",
                          "1D1703"),
        "wine": _scheme("14070C", "1B0B12", "2A121C", "3A1B28", "5B3042", "D6BAC4", "F0B98A",
                        "2A1004"),
        "violet": _scheme("0E0A1A", "130E22", "1F1836", "2C234A", "483B70", "C4BBDD", "D9B3FF",
                          "1B0B30"),
        "ocean": _scheme("04121A", "071A24", "0E2835", "163747", "2B566A", "AFCBD6", "6FE0E6",
                         "03201F"),
        "coal": _scheme("0B0B0C", "111113", "1C1C1F", "29292D", "47474D", "C4C4CA", "FFB454",
                        "241400"),
        "contrast": _scheme("000000", "000000", "0B0B0B", "1C1C1C", "8A8A8A", "E6E6E6", "FFE14A",
                            "000000"),
    }
)  # fmt: skip
"""The rooms that a player can choose, by the name that the settings keep."""

NIGHT: Colour
SURFACE: Colour
RAISED: Colour
SUNKEN: Colour
EDGE: Colour
SOFT: Colour
GOLD: Colour
ON_GOLD: Colour
# They are those of the scheme that is worn: looked up whenever they are asked for, so a colour that
# is kept when a module is loaded would be of the first scheme for ever. Tables of them are `Worn`.
_worn: Final = ["night"]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Colour:
        if name.isupper() and name.lower() in Scheme.__slots__:
            return getattr(SCHEMES[_worn[0]], name.lower())
        raise AttributeError(f"The theme has no {name}.")


def wear(scheme: str) -> None:
    """From now on the room has the colours of this scheme."""
    if scheme not in SCHEMES:
        raise ValueError(f"There is no scheme {scheme!r}; there are {', '.join(SCHEMES)}.")
    _worn[0] = scheme


class Worn(Mapping[str, T]):
    """A table with colours of the room: made anew whenever another scheme is worn."""

    def __init__(self, made: Callable[[], Mapping[str, T]]) -> None:
        self._made = made
        self._now = made()
        self._of = _worn[0]

    def _table(self) -> Mapping[str, T]:
        if self._of != _worn[0]:
            self._now, self._of = self._made(), _worn[0]
        return self._now

    def __getitem__(self, key: str) -> T:
        return self._table()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now)

    def __len__(self) -> int:
        return len(self._now)


@dataclass(frozen=True, slots=True)
class FeltColours:
    """The colours of a table: light in the middle, dark towards the rail."""

    middle: Colour
    rim: Colour
    rail: Colour
    rail_light: Colour
    line: Colour
    text: Colour = TEXT


FELTS: Final = MappingProxyType(
    {
        "emerald": FeltColours(
            rgb("1C7A55"), rgb("08382A"), rgb("2E1D14"), rgb("6B4630"), rgb("E9D9A0", 0.30)
        ),
        "midnight": FeltColours(
            rgb("2A579C"), rgb("0C1E42"), rgb("1B2233"), rgb("4A5875"), rgb("BFD4FF", 0.28)
        ),
        "burgundy": FeltColours(
            rgb("8C2C42"), rgb("370C19"), rgb("24160F"), rgb("5E4130"), rgb("FFD9B8", 0.28)
        ),
        "graphite": FeltColours(
            rgb("515C6B"), rgb("1D232C"), rgb("15181D"), rgb("414955"), rgb("F2C25B", 0.30)
        ),
        "bronze": FeltColours(
            rgb("8A5A22"), rgb("35200B"), rgb("24160F"), rgb("5E4130"), rgb("FFE3B0", 0.28)
        ),
        "violet": FeltColours(
            rgb("65409A"), rgb("221239"), rgb("1B1629"), rgb("4A4170"), rgb("DCC8FF", 0.28)
        ),
    }
)
"""The cloths of tables, and the grounds of games in the lobby."""

# Cards.
PAPER: Final = rgb("FDFBF5")
PAPER_SHADE: Final = rgb("EFE9DA")
PAPER_EDGE: Final = rgb("CFC8B8")
INK_BLACK: Final = rgb("16181F")
INK_RED: Final = rgb("C4162A")
INK_BLUE: Final = rgb("1550B5")
INK_GREEN: Final = rgb("0B6B35")
TWO_COLOURS: Final = (INK_BLACK, INK_RED, INK_RED, INK_BLACK)
FOUR_COLOURS: Final = (INK_GREEN, INK_BLUE, INK_RED, INK_BLACK)
"""The inks of clubs, diamonds, hearts and spades."""


@dataclass(frozen=True, slots=True)
class Front:
    """The paper of cards, what lies behind a figure, its edge, and the inks of clubs, diamonds,
    hearts and spades in two colours and in four."""

    paper: Colour
    shade: Colour
    edge: Colour
    two: tuple[Colour, ...]
    four: tuple[Colour, ...]


FRONTS: Final = MappingProxyType(
    {
        "white": Front(PAPER, PAPER_SHADE, PAPER_EDGE, TWO_COLOURS, FOUR_COLOURS),
        "ivory": Front(
            rgb("F6E7C6"), rgb("EAD7AE"), rgb("BFA878"),
            (rgb("2A1B10"), rgb("A31A1F"), rgb("A31A1F"), rgb("2A1B10")),
            (rgb("14532D"), rgb("1B4A9C"), rgb("A31A1F"), rgb("2A1B10")),
        ),
        "dark": Front(
            rgb("1B1E27"), rgb("272B37"), rgb("4C5468"),
            (rgb("E9ECF4"), rgb("FF8089"), rgb("FF8089"), rgb("E9ECF4")),
            (rgb("7BDDA0"), rgb("86B8FF"), rgb("FF8089"), rgb("E9ECF4")),
        ),
    }
)  # fmt: skip
"""The fronts of cards by the name that the settings keep."""
OWN: Final = "own"
"""The name of a picture of the player's own, among felts, backs and fronts."""
DIMMED: Final = rgb("8C93A3")
CHOSEN: Final = rgb("FFE9A8")
"""What is laid over a card that is chosen where it cannot stand out far."""
"""What a card that does not count is multiplied with."""


@dataclass(frozen=True, slots=True)
class Back:
    """The colours of a card back."""

    ground: Colour
    line: Colour
    mark: Colour


BACKS: Final = MappingProxyType(
    {
        "royal": Back(rgb("17387A"), rgb("5F86D6"), rgb("F2D48A")),
        "ruby": Back(rgb("7E1526"), rgb("D0637A"), rgb("F6D9A5")),
        "ebony": Back(rgb("1B1F2A"), rgb("8C7540"), rgb("E9C46A")),
        "jade": Back(rgb("0E5A41"), rgb("5FB894"), rgb("F2E3B0")),
        "plum": Back(rgb("4A2170"), rgb("A57FD0"), rgb("F3D9A6")),
    }
)


@dataclass(frozen=True, slots=True)
class ChipColours:
    """The colours of a chip."""

    body: Colour
    edge: Colour
    spots: Colour
    text: Colour


CHIPS: Final = MappingProxyType(
    {
        "white": ChipColours(rgb("F4F1E8"), rgb("BDB7A6"), rgb("3C5A9A"), rgb("1D2430")),
        "red": ChipColours(rgb("C3202F"), rgb("7D101B"), rgb("FFF3E2"), rgb("FFFFFF")),
        "green": ChipColours(rgb("177A43"), rgb("0B4626"), rgb("F3F7E6"), rgb("FFFFFF")),
        "black": ChipColours(rgb("23262E"), rgb("07080B"), rgb("E6C46E"), rgb("FFFFFF")),
        "purple": ChipColours(rgb("6B2FA0"), rgb("3C1661"), rgb("F5E9FF"), rgb("FFFFFF")),
    }
)
"""Chips by the name of their colour in `protocol.chips`."""

# What stands on what. Every pair must be told apart at 4.5:1.
ON: Final[tuple[tuple[str, Colour, Colour], ...]] = (
    *(
        (f"{name} on {ground} of {scheme}", text, behind)
        for scheme, room in SCHEMES.items()
        for name, text in (
            ("text", TEXT),
            ("soft", room.soft),
            ("gold", room.gold),
            ("warm", WARM),
            ("good", GOOD),
            ("info", INFO),
        )
        for ground, behind in (
            ("night", room.night),
            ("surface", room.surface),
            ("raised", room.raised),
            ("sunken", room.sunken),
        )
    ),
    *((f"primary button of {scheme}", room.on_gold, room.gold) for scheme, room in SCHEMES.items()),
    ("danger button", ON_DANGER, DANGER),
    ("good banner", ON_GOOD, GOOD),
    *((f"text on {name} felt", felt.text, felt.middle) for name, felt in FELTS.items()),
    *((f"text on {name} felt's rim", felt.text, felt.rim) for name, felt in FELTS.items()),
    *(
        (f"{ground} of {name} {index} ink", ink, behind)
        for name, front in FRONTS.items()
        for index, ink in enumerate((*front.two, *front.four))
        for ground, behind in (("paper", front.paper), ("shade", front.shade))
    ),
    *((f"{name} chip", chip.text, chip.body) for name, chip in CHIPS.items()),
)


ROOMS: Final = ((0, 1.0), (560, 1.3), (760, 1.6))
"""From which shorter side of the screen on, in dp, a table is how much larger than on a phone."""
MOST: Final = ROOMS[-1][1]
BESIDE: Final = 1.3
"""How much larger than on a phone what lies beside a table may become: a thumb does not grow."""


@dataclass(frozen=True, slots=True)
class Role:
    """The type of a kind of text: size in sp, heavy or not, and the space of a line."""

    size: float
    bold: bool = False
    line: float = 1.2
    grows: float = 1.0
    """It lies on a table, and grows with it, at most to so many times its size."""


TYPE: Final = MappingProxyType(
    {
        "display": Role(34, True, 1.1),
        "title": Role(24, True, 1.15),
        "heading": Role(19, True),
        "body": Role(16),
        "strong": Role(16, True),
        "button": Role(17, True, 1.1),
        "act": Role(17, True, 1.1, grows=BESIDE),
        "act_note": Role(13, grows=BESIDE),
        "table_name": Role(16, True, grows=BESIDE),
        "label": Role(14, True),
        "small": Role(13),
        "money": Role(15, True, 1.0, grows=MOST),
        "seat": Role(13, grows=MOST),
        "tag": Role(14, True, grows=MOST),
        "lead": Role(17, True, grows=MOST),
        "ribbon": Role(24, True, 1.1, grows=MOST),
        "fallen": Role(34, True, 1.0, grows=MOST),
        "key": Role(24, True, 1.0),
    }
)
BIG_TEXT: Final = 1.25
"""How much larger texts are when the player asks for big ones."""

SPACE: Final = MappingProxyType(
    {"hair": 2, "tight": 4, "small": 8, "normal": 12, "wide": 16, "loose": 24, "vast": 32}
)
RADIUS: Final = MappingProxyType({"small": 8, "normal": 12, "large": 18, "sheet": 24})
TOUCH: Final = 48
"""The least side of anything that a thumb hits."""


@dataclass(frozen=True, slots=True)
class Motion:
    """Seconds; nothing that a player decides ever waits for them."""

    quick: float
    normal: float
    slow: float
    deal: float
    collect: float


MOTION: Final = MappingProxyType(
    {
        "normal": Motion(0.12, 0.22, 0.40, 0.28, 0.45),
        "fast": Motion(0.06, 0.11, 0.20, 0.12, 0.20),
        "off": Motion(0.0, 0.0, 0.0, 0.0, 0.0),
    }
)

CARD_SIZES: Final = MappingProxyType(
    {"small": (40, 56), "medium": (58, 81), "large": (75, 105), "fan": (60, 84)}
)
"""Width and height of a card in dp; `fan` is for many that overlap."""
CARD_RAISE: Final = 0.16
"""How far a chosen card stands out, in card heights."""
HURRY: Final = 5.0
"""Seconds before the end at which the ring of a turn becomes a warning."""

"""The faces of bots: each of its own, and each plainly a machine's."""

from typing import Final

from mobile_client.ui.theme import Colour, mixed, rgb

Part = tuple[Colour, float, float, float, float] | tuple[Colour, str]

GROUNDS: Final = tuple(map(rgb, ("34495E", "5B3A5E", "2F5D50", "6B4A2B", "3E4C8A", "6A2F3B")))
SKINS: Final = tuple(map(rgb, ("C9D4E2", "E8C9A0", "B9DDC8", "D9C3E6", "F0B7A4", "A9C7E8")))
EYES: Final = tuple(map(rgb, ("5CE0D8", "FFD75E", "FF8A7A", "9BE05C", "F3F5FA")))
DARK, STEEL, LAMP = rgb("1B2740"), rgb("7E8DA3"), rgb("F2C25B")
HEADS: Final = (
    "M26,27 L74,27 Q84,27 84,37 L84,72 Q84,82 74,82 L26,82 Q16,82 16,72 L16,37 Q16,27 26,27 Z",
    "M50,24 C78,24 86,40 84,58 C82,76 70,84 50,84 C30,84 18,76 16,58 C14,40 22,24 50,24 Z",
    "M30,25 L70,25 L86,44 L80,80 L20,80 L14,44 Z",
)
VISOR: Final = (
    "M28,38 L72,38 Q77,38 77,43 L77,58 Q77,63 72,63 L28,63 Q23,63 23,58 L23,43 Q23,38 28,38 Z"
)
MOUTHS: Final = (
    "M36,70 L64,70 L64,75 L36,75 Z",
    "M36,69 Q50,80 64,69 Q50,75 36,69 Z",
    "M42,69 L58,69 L58,76 L42,76 Z",
    "M38,74 Q50,67 62,74 L62,76 Q50,70 38,76 Z",
)


def paint_of(name: str) -> tuple[Colour, tuple[Part, ...]]:
    """The ground and the parts of the face of a bot, always the same for its name."""
    number = 7
    for letter in name:
        number = (number * 31 + ord(letter)) % 1_000_003

    def one_of(count: int) -> int:
        nonlocal number
        number, chosen = number * 131 % 1_000_003, number % count
        return chosen

    ground, skin = GROUNDS[one_of(len(GROUNDS))], SKINS[one_of(len(SKINS))]
    light, head = EYES[one_of(len(EYES))], HEADS[one_of(len(HEADS))]
    mouth = MOUTHS[one_of(len(MOUTHS))]
    return ground, (
        *_antenna(one_of(3)),
        (STEEL, 14, 54, 6, 11),
        (STEEL, 86, 54, 6, 11),
        (skin, head),
        (DARK, VISOR),
        *_eyes(one_of(4), light),
        (mixed(skin, DARK, 0.55), mouth),
    )


def _antenna(kind: int) -> tuple[Part, ...]:
    if kind == 0:
        return ((LAMP, 50, 13, 5.5, 5.5), (STEEL, "M48,16 L52,16 L52,28 L48,28 Z"))
    if kind == 1:
        return (
            (STEEL, "M32,14 L35,13 L41,28 L37,28 Z"), (STEEL, "M68,14 L65,13 L59,28 L63,28 Z"),
            (LAMP, 33, 12, 4.5, 4.5), (LAMP, 67, 12, 4.5, 4.5),
        )  # fmt: skip
    return ((STEEL, "M38,16 Q50,8 62,16 L62,28 L38,28 Z"), (LAMP, 50, 18, 3.5, 3.5))


def _eyes(kind: int, light: Colour) -> tuple[Part, ...]:
    if kind == 0:
        return ((light, 37, 50.5, 6.5, 6.5), (light, 63, 50.5, 6.5, 6.5))
    if kind == 1:
        return ((light, "M30,47 L44,47 L44,54 L30,54 Z"), (light, "M56,47 L70,47 L70,54 L56,54 Z"))
    if kind == 2:
        return ((light, 50, 50.5, 8, 8), (DARK, 50, 50.5, 3, 3))
    return (
        (light, "M29,53 Q37,42 45,53 L42,55 Q37,48 32,55 Z"),
        (light, "M55,53 Q63,42 71,53 L68,55 Q63,48 58,55 Z"),
    )

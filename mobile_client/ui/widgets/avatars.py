"""A dozen faces to play under, drawn on a disc of 100 units."""

from types import MappingProxyType
from typing import Final

from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, StringProperty

from client_core.felts.faces import ROBOT
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.pen import Pen
from mobile_client.ui.plates import plate
from mobile_client.ui.theme import Colour, rgb
from mobile_client.ui.widgets.drawn import Drawn, disc, picture, write
from mobile_client.ui.widgets.robots import paint_of

INK: Final = rgb("22202A")
SHINE: Final = rgb("FFFFFF")

Oval = tuple[Colour, float, float, float, float]
Shape = tuple[Colour, str]
Part = Oval | Shape


def _both(colour: Colour, x: float, y: float, rx: float, ry: float) -> tuple[Oval, Oval]:
    """An oval and its mirror image."""
    return (colour, x, y, rx, ry), (colour, 100 - x, y, rx, ry)


def _eyes(x: float, y: float, r: float = 4.6) -> tuple[Part, ...]:
    return (
        *_both(INK, x, y, r, r * 1.12),
        (SHINE, x + 1.5, y - 1.8, r * 0.34, r * 0.34),
        (SHINE, 101.5 - x, y - 1.8, r * 0.34, r * 0.34),
    )


ORANGE, CREAM, PINK = rgb("EE8237"), rgb("FFF3E0"), rgb("F2A0A8")
BROWN, DARK = rgb("8B5A3C"), rgb("5A3825")

FACES: Final[MappingProxyType[str, tuple[Colour, tuple[Part, ...]]]] = MappingProxyType(
    {
        "fox": (
            rgb("2F6F73"),
            (
                (ORANGE, "M18,18 L42,34 L24,56 Z"),
                (ORANGE, "M82,18 L58,34 L76,56 Z"),
                (INK, "M21,23 L33,31 L25,42 Z"),
                (INK, "M79,23 L67,31 L75,42 Z"),
                (
                    ORANGE,
                    "M50,28 C74,28 86,46 84,58 C76,70 62,76 50,88 C38,76 24,70 16,58 "
                    "C14,46 26,28 50,28 Z",
                ),
                (
                    CREAM,
                    "M50,56 C58,50 74,52 84,58 C76,70 62,76 50,88 C38,76 24,70 16,58 "
                    "C26,52 42,50 50,56 Z",
                ),
                *_eyes(35, 54),
                (INK, 50, 82, 6.2, 4.6),
            ),
        ),
        "owl": (
            rgb("463A78"),
            (
                (BROWN, "M20,16 Q38,22 50,30 Q62,22 80,16 C88,40 88,90 50,92 C12,90 12,40 20,16 Z"),
                (rgb("C79A6B"), "M50,54 C66,54 72,74 66,91 L34,91 C28,74 34,54 50,54 Z"),
                *_both(CREAM, 35, 48, 16, 16),
                *_both(rgb("F5B93C"), 35, 48, 11.5, 11.5),
                *_eyes(35, 48, 6.6),
                (rgb("F09A2E"), "M50,53 L57,61 L50,71 L43,61 Z"),
                (DARK, "M20,16 Q38,22 50,34 Q36,32 22,34 Z"),
                (DARK, "M80,16 Q62,22 50,34 Q64,32 78,34 Z"),
            ),
        ),
        "cat": (
            rgb("B0466A"),
            (
                (rgb("5C6577"), "M17,16 L42,32 L20,58 Z"),
                (rgb("5C6577"), "M83,16 L58,32 L80,58 Z"),
                (PINK, "M22,24 L34,32 L24,44 Z"),
                (PINK, "M78,24 L66,32 L76,44 Z"),
                (rgb("5C6577"), 50, 57, 34, 30),
                (CREAM, 50, 71, 18, 13),
                *_both(rgb("C9E265"), 35, 53, 8, 8.6),
                *_both(INK, 35, 53, 3.2, 8),
                (SHINE, 37, 49, 1.8, 1.8),
                (SHINE, 67, 49, 1.8, 1.8),
                (PINK, "M45,64 L55,64 L50,70 Z"),
                (
                    INK,
                    "M49.3,70 L50.7,70 L50.7,74 C54,78 58,76 60,74 C58,79 53,80 50,76 "
                    "C47,80 42,79 40,74 C42,76 46,78 49.3,74 Z",
                ),
            ),
        ),
        "bear": (
            rgb("3E7A4C"),
            (
                *_both(BROWN, 24, 30, 13, 13),
                *_both(rgb("C48F68"), 24, 30, 7, 7),
                (BROWN, 50, 54, 35, 33),
                (rgb("DDB48F"), 50, 68, 18, 15),
                *_eyes(35, 48),
                (INK, 50, 61, 7, 5),
                (
                    INK,
                    "M49.2,64 L50.8,64 L50.8,70 Q56,76 60,71 Q56,79 50,74 "
                    "Q44,79 40,71 Q44,76 49.2,70 Z",
                ),
            ),
        ),
        "panda": (
            rgb("5BA08C"),
            (
                *_both(INK, 23, 28, 13.5, 13.5),
                (rgb("FAFAF7"), 50, 55, 36, 33),
                (INK, "M40,42 C46,50 42,64 32,66 C22,66 20,54 28,46 C32,41 37,39 40,42 Z"),
                (INK, "M60,42 C54,50 58,64 68,66 C78,66 80,54 72,46 C68,41 63,39 60,42 Z"),
                *_both(SHINE, 34, 53, 4.4, 4.8),
                *_both(INK, 34.6, 53.4, 2.8, 3.1),
                (INK, 50, 66, 6, 4.2),
                (
                    INK,
                    "M49.3,69 L50.7,69 L50.7,73 Q55,78 59,74 Q55,80 50,76 "
                    "Q45,80 41,74 Q45,78 49.3,73 Z",
                ),
            ),
        ),
        "rabbit": (
            rgb("5C7FC4"),
            (
                (CREAM, "M30,44 C18,26 20,4 29,4 C39,4 44,26 43,42 Z"),
                (CREAM, "M70,44 C82,26 80,4 71,4 C61,4 56,26 57,42 Z"),
                (PINK, "M32,38 C25,26 26,11 30,11 C35,11 39,26 38,38 Z"),
                (PINK, "M68,38 C75,26 74,11 70,11 C65,11 61,26 62,38 Z"),
                (CREAM, 50, 62, 32, 29),
                *_both(rgb("F7CBB8"), 28, 69, 6.5, 4.6),
                *_eyes(37, 57),
                (PINK, "M45,65 L55,65 L50,70.5 Z"),
                (SHINE, "M44,75 L56,75 L55,84 L45,84 Z"),
                (rgb("C9BBA8"), "M49.5,75 L50.5,75 L50.5,84 L49.5,84 Z"),
                (
                    INK,
                    "M50,70 C54,76 60,75 63,72 C60,79 53,78.6 50,75 C47,78.6 40,79 37,72 "
                    "C40,75 46,76 50,70 Z",
                ),
            ),
        ),
        "penguin": (
            rgb("6FB7D6"),
            (
                (rgb("27314A"), 50, 56, 36, 38),
                (
                    SHINE,
                    "M50,42 C58,30 78,34 78,54 C78,80 64,92 50,92 C36,92 22,80 22,54 "
                    "C22,34 42,30 50,42 Z",
                ),
                *_eyes(37, 52),
                *_both(rgb("FFD4CC"), 30, 64, 6, 4),
                (rgb("F5A623"), "M40,61 Q50,55 60,61 Q56,72 50,73 Q44,72 40,61 Z"),
                (rgb("D9861A"), "M40,61 Q50,65 60,61 Q56,72 50,73 Q44,72 40,61 Z"),
            ),
        ),
        "frog": (
            rgb("E2B84A"),
            (
                *_both(rgb("55A845"), 30, 32, 15, 15),
                (rgb("55A845"), 50, 60, 38, 30),
                (rgb("BFE08A"), 50, 74, 26, 14),
                *_both(SHINE, 30, 31, 10, 10),
                *_eyes(31, 32, 5.6),
                *_both(rgb("3F8434"), 45, 56, 1.8, 1.4),
                *_both(rgb("F09A8C"), 23, 64, 6, 4),
                (rgb("275C22"), "M24,64 Q50,88 76,64 Q50,80 24,64 Z"),
            ),
        ),
        "tiger": (
            rgb("24516B"),
            (
                *_both(ORANGE, 23, 30, 13, 13),
                *_both(CREAM, 23, 31, 7, 7),
                (ORANGE, 50, 55, 36, 33),
                *_both(CREAM, 33, 46, 9, 9),
                (CREAM, 50, 71, 21, 15),
                (INK, "M46,22 L54,22 L50,40 Z"),
                (INK, "M34,25 L41,23 L41,34 Z"),
                (INK, "M66,25 L59,23 L59,34 Z"),
                (INK, "M14,52 L28,56 L15,60 Z"),
                (INK, "M86,52 L72,56 L85,60 Z"),
                (INK, "M17,66 L30,66 L20,73 Z"),
                (INK, "M83,66 L70,66 L80,73 Z"),
                *_eyes(35, 50),
                (rgb("D9705C"), "M43,62 L57,62 L50,70 Z"),
                (
                    INK,
                    "M49.3,69 L50.7,69 L50.7,73 Q56,79 61,74 Q56,82 50,76 Q44,82 39,74 "
                    "Q44,79 49.3,73 Z",
                ),
            ),
        ),
        "koala": (
            rgb("8A5FA8"),
            (
                *_both(rgb("8E99A8"), 22, 40, 17, 17),
                *_both(rgb("EBC3C6"), 23, 42, 10, 9.5),
                (rgb("A4AFBD"), 50, 56, 33, 32),
                *_eyes(34, 50),
                (rgb("3A3F4C"), 50, 60, 8.5, 12),
                (rgb("6B7383"), 47.5, 54, 2.4, 3.6),
                (INK, "M40,76 Q50,83 60,76 Q50,80 40,76 Z"),
            ),
        ),
        "lion": (
            rgb("8A2F3C"),
            (
                *(
                    (rgb("A85A1E"), 50 + 34 * x, 54 + 34 * y, 13, 13)
                    for x, y in (
                        (0, -1),
                        (0.5, -0.87),
                        (0.87, -0.5),
                        (1, 0),
                        (0.87, 0.5),
                        (0.5, 0.87),
                        (0, 1),
                        (-0.5, 0.87),
                        (-0.87, 0.5),
                        (-1, 0),
                        (-0.87, -0.5),
                        (-0.5, -0.87),
                    )
                ),
                (rgb("A85A1E"), 50, 54, 36, 36),
                (rgb("F0B860"), 50, 55, 28, 28),
                (CREAM, 50, 69, 14.5, 11),
                *_eyes(39, 50),
                (rgb("8A4A2E"), "M43,59 L57,59 L50,66.5 Z"),
                (
                    INK,
                    "M49.3,66 L50.7,66 L50.7,70 Q55,75 59,71 Q55,77 50,73 Q45,77 41,71 "
                    "Q45,75 49.3,70 Z",
                ),
            ),
        ),
        "robot": (
            rgb("34495E"),
            (
                (rgb("F2C25B"), 50, 13, 5.5, 5.5),
                (rgb("AEBBCB"), "M48,16 L52,16 L52,28 L48,28 Z"),
                *_both(rgb("7E8DA3"), 14, 54, 6, 11),
                (
                    rgb("C9D4E2"),
                    "M26,27 L74,27 Q84,27 84,37 L84,72 Q84,82 74,82 L26,82 Q16,82 16,72 "
                    "L16,37 Q16,27 26,27 Z",
                ),
                (
                    rgb("1B2740"),
                    "M28,38 L72,38 Q77,38 77,43 L77,58 Q77,63 72,63 L28,63 Q23,63 23,58 "
                    "L23,43 Q23,38 28,38 Z",
                ),
                *_both(rgb("5CE0D8"), 37, 50.5, 6.5, 6.5),
                *_both(SHINE, 39, 48.5, 1.9, 1.9),
                (rgb("7E8DA3"), "M36,70 L64,70 L64,75 L36,75 Z"),
                (rgb("C9D4E2"), "M45,70 L46.6,70 L46.6,75 L45,75 Z"),
                (rgb("C9D4E2"), "M53.4,70 L55,70 L55,75 L53.4,75 Z"),
            ),
        ),
    }
)
AVATARS: Final = tuple(FACES)
"""The names that the settings keep."""


def paint_avatar(pen: Pen, name: str) -> None:
    ground, parts = _face(name)
    pen.oval(50, 50, 50, 50, ground)
    pen.oval(50, 44, 42, 42, theme.mixed(ground, theme.WHITE, 0.14))
    for part in parts:
        if len(part) == 2:
            pen.fill(part[1], part[0])
        else:
            pen.oval(*part[1:], part[0])


def _face(name: str) -> tuple[Colour, tuple[Part, ...]]:
    return paint_of(name.removeprefix(ROBOT)) if name.startswith(ROBOT) else FACES[name]


def avatar(name: str, side: float) -> Texture:
    """The face as a plate; a name that is none is the robot. `robot.Amber` is the face of the bot
    of that name."""
    known = name if name in FACES or name.startswith(ROBOT) else "robot"
    return plate(
        ("avatar", known),
        (side, side),
        100,
        lambda pen: paint_avatar(pen, known),
        edge=_face(known)[0],
    )


class Avatar(Drawn):
    """A face on a disc; grey for who is away, with a word across it."""

    name = StringProperty("robot")
    away = BooleanProperty(False)
    mine = BooleanProperty(False)
    word = StringProperty("")

    WATCHED = ("name", "away", "mine", "word")

    def paint(self) -> None:
        side = min(self.size)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        disc(self.center_x, self.center_y, side / 2, theme.GOLD if self.mine else theme.EDGE)
        inner = side - 2 * px(2)
        picture(
            avatar(self.name, round(inner)),
            x + px(2),
            y + px(2),
            inner,
            inner,
            theme.DIMMED if self.away else theme.WHITE,
        )
        if self.word:
            disc(self.center_x, self.center_y, inner / 2, theme.faded(theme.NIGHT, 0.6))
            write(self.word, "label", theme.TEXT, self.center_x, self.center_y, widest=inner * 0.9)

"""The theme as the player has set it: what widgets watch, and sizes in pixels."""

from typing import Final

from kivy.event import EventDispatcher
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty

from mobile_client.ui import plates, theme
from mobile_client.ui.own import Own
from mobile_client.ui.own_pictures import pictures
from mobile_client.ui.theme import (
    BACKS,
    BESIDE,
    BIG_TEXT,
    FELTS,
    FRONTS,
    MOTION,
    OWN,
    ROOMS,
    SCHEMES,
    TYPE,
    FeltColours,
    Motion,
    Role,
)

OWN_FELT: Final = "graphite"


class Look(EventDispatcher):
    """The looks that the player has chosen. A widget that draws watches all of them at once."""

    scheme = OptionProperty("night", options=list(SCHEMES))
    felt = OptionProperty("emerald", options=[*FELTS, OWN])
    back = OptionProperty("royal", options=[*BACKS, OWN])
    front = OptionProperty("white", options=[*FRONTS, OWN])
    four_colours = BooleanProperty(False)
    big_text = BooleanProperty(False)
    motion = OptionProperty("normal", options=list(MOTION))
    card_scale = NumericProperty(1.0)
    """How much larger than usual cards are: a setting."""
    room = NumericProperty(1.0)
    """How much larger than on a phone everything on a table is: a tablet's room."""
    painted = NumericProperty(0)
    """Counts up when every plate has to be painted again."""

    WATCHED: Final = (
        "scheme", "felt", "back", "front", "four_colours", "big_text", "card_scale", "room",
        "painted",
    )  # fmt: skip


look: Final = Look()


def _painted_again() -> None:
    pictures.forget()
    look.painted += 1


plates.when_forgotten(_painted_again)


def felt() -> FeltColours:
    """The colours of the table; about a picture of the player's own they are dark and quiet."""
    return FELTS[OWN_FELT if look.felt == OWN else look.felt]


def wear(scheme: str) -> None:
    """Menus and screens have these colours from now on."""
    if scheme == look.scheme:
        return
    theme.wear(scheme)
    look.scheme = scheme
    # Some of what was painted once has colours of the room in it.
    plates.forget()


def use(found: Own) -> None:
    """The player's own pictures."""
    pictures.use(found)
    plates.forget()


def motion() -> Motion:
    return MOTION[look.motion]


def role(name: str) -> Role:
    return TYPE[name]


def text_px(name: str) -> float:
    """The size of a kind of text in pixels."""
    kind = TYPE[name]
    return float(sp(kind.size * (BIG_TEXT if look.big_text else 1) * min(look.room, kind.grows)))


def px(length: float) -> float:
    """A length in dp as pixels."""
    return float(dp(length))


def table_px(length: float) -> float:
    """A length of what lies on a table, in dp on a phone, as pixels on this screen."""
    return float(dp(length) * look.room)


def bar_px(length: float) -> float:
    """A length of what lies beside a table under the thumb, in dp on a phone, as pixels."""
    return float(dp(length) * min(look.room, BESIDE))


def make_room(shorter: float) -> None:
    """The shorter side of the screen has so many pixels: a table grows with it."""
    dps = shorter / px(1)
    look.room = max(scale for least, scale in ROOMS if dps >= least)

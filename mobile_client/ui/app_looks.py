"""Looks of the app, set from the words of the settings."""

from typing import Final

from kivy.core.window import Window

from client_core.client import Settings
from mobile_client.ui import theme
from mobile_client.ui.look import look, wear
from mobile_client.ui.own_pictures import pictures
from mobile_client.ui.theme import OWN

FELTS: Final = {
    "green": "emerald",
    "blue": "midnight",
    "red": "burgundy",
    "grey": "graphite",
    "bronze": "bronze",
    "violet": "violet",
    OWN: OWN,
}
SCHEMES: Final = {name: name for name in theme.SCHEMES}
BACKS: Final = {
    "blue": "royal", "red": "ruby", "black": "ebony", "green": "jade", "violet": "plum", OWN: OWN,
}  # fmt: skip
FRONTS: Final = {name: name for name in (*theme.FRONTS, OWN)}
CARD_SCALES: Final = {"small": 0.88, "normal": 1.0, "large": 1.14}


def dress(settings: Settings) -> None:
    """Looks as the player has chosen them; a picture that is no longer there is as usual."""
    wear(SCHEMES[settings.room_colours])
    Window.clearcolor = theme.NIGHT
    felt, back, front = settings.table_colour, settings.card_back, settings.card_front
    look.felt = FELTS[felt if felt != OWN or pictures.own.table else "green"]
    look.back = BACKS[back if back != OWN or pictures.own.back else "blue"]
    look.front = FRONTS[front if front != OWN or pictures.own.fronts else "white"]
    look.four_colours = settings.four_colours
    look.big_text = settings.big_text
    look.motion = settings.animation
    look.card_scale = CARD_SCALES[settings.card_size]

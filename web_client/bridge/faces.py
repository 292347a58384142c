"""The drawing of each face."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from client_core.client import Words
from client_core.felts.faces import ROBOT
from protocol.words import BOT_NAME

CALLED: Final = "bot_name."
"""The text that says what a bot is called has a key that begins so."""


def picture_of(face: str, language: str) -> str:
    """The drawing of a face; a bot's bears the name that the house gave it, however it is called in
    that language. A bot of another name has the face of any machine."""
    if not face.startswith(ROBOT):
        return face
    name = face.removeprefix(ROBOT).removeprefix(BOT_NAME)
    drawn = _bots(language).get(name)
    return f"{ROBOT}{drawn}" if drawn else "robot"


@cache
def _bots(language: str) -> Mapping[str, str]:
    """The name that the house gave each bot, by what it is called in that language."""
    words = Words(language)
    names = [key.removeprefix(CALLED) for key in words.keys if key.startswith(CALLED)]
    return {words.say(CALLED + name): name for name in names}

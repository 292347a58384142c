"""Settings of this device, kept over restarts, with defaults for all that was not chosen."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Final

from client_core.catalogue import LEVELS
from client_core.text import LANGUAGES

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one device. Volumes are percent; `language` "" is that of the device."""

    language: str = ""
    sound: bool = True
    music: bool = True
    sound_volume: int = 80
    music_volume: int = 50
    voices: bool = True
    voices_volume: int = 80
    speaker: str = "woman"
    """Whose voice says what is played."""
    vibration: bool = True
    animation: str = "normal"
    four_colours: bool = False
    card_size: str = "normal"
    table_colour: str = "green"
    room_colours: str = "night"
    card_back: str = "blue"
    card_front: str = "white"
    left_handed: bool = False
    big_text: bool = False
    confirm_all_in: bool = True
    confirm_free_fold: bool = True
    pass_beaten: bool = True
    """Where nothing in my hand can be played, I pass by myself after a moment."""
    coach: bool = True
    """Tips at the first table of each game."""
    coached: str = ""
    """The games whose tips were seen or skipped, separated by spaces."""
    puzzles: str = ""
    """The stars of the puzzles that were solved: `3:2 12:3`."""
    bots_talk: bool = True
    name: str = ""
    avatar: str = ""
    game: str = ""
    """The game that was sat down to last."""
    rivals: str = ""
    """Who is dealt in to plays against bots of this level, or "" with whoever is there."""
    url: str = ""
    offline: bool = False
    """Whether the player was last seen at the house inside this client, and goes on there."""
    wishes: str = ""
    """Tables of one's own as they were wished last."""
    urls: str = ""
    """Addresses that were used, the last first, one a line."""
    warned: str = ""
    """Addresses of which it was said that others can read what is said there, one a line."""


CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("", *LANGUAGES),
    "rivals": ("", "house", *LEVELS),
    "speaker": ("woman", "man"),
    "animation": ("normal", "fast", "off"),
    "card_size": ("small", "normal", "large"),
    "table_colour": ("green", "blue", "red", "grey", "bronze", "violet", "own"),
    "room_colours": ("night", "forest", "wine", "violet", "ocean", "coal", "contrast"),
    "card_back": ("blue", "red", "black", "green", "violet", "own"),
    "card_front": ("white", "ivory", "dark", "own"),
}
_PERCENT: Final = ("sound_volume", "music_volume", "voices_volume")
_KINDS: Final = {one.name: type(getattr(Settings(), one.name)) for one in fields(Settings)}


def changed(settings: Settings, changes: Mapping[str, Value]) -> Settings:
    """With these; ValueError for a name or a value that is none."""
    for name, value in changes.items():
        wrong = _wrong(name, value)
        if wrong:
            raise ValueError(wrong)
    return replace(settings, **changes)  # type: ignore[arg-type]  # _wrong knows their types


def _wrong(name: str, value: Value) -> str:
    kind = _KINDS.get(name)
    if kind is None:
        return f"There is no setting {name!r}; there are {', '.join(_KINDS)}."
    if type(value) is not kind:
        return f"{name} is {value!r}; it is {kind.__name__}."
    if name in CHOICES and value not in CHOICES[name]:
        return f"{name} is {value!r}; it is one of {', '.join(map(repr, CHOICES[name]))}."
    if name in _PERCENT and not 0 <= int(value) <= 100:
        return f"{name} is {value}; it goes from 0 to 100."
    return ""


def serialised(settings: Settings) -> str:
    """As text, to be kept."""
    return json.dumps(asdict(settings))


def read(text: str) -> Settings:
    """As it was kept; what cannot be used is as usual."""
    settings = Settings()
    try:
        found = json.loads(text)
    except ValueError:
        return settings
    if not isinstance(found, dict):
        return settings
    # Voices once were as loud as sounds are, and off with them.
    were = {
        f"voices{end}": found[f"sound{end}"] for end in ("", "_volume") if f"sound{end}" in found
    }
    for name, value in (were | found).items():
        if not _wrong(name, value):
            settings = changed(settings, {name: value})
    return settings

"""What is heard at a table: sounds of what moves, my turn, an offer, a line of the chat."""

from typing import Final

from client_core.client import Ear, Motion
from web_client.bridge.table_sight import Sight

BUZZ: Final = {"turn": 60, "offer": 250, "win": 180, "hurry": 60}
"""How long a device shakes, in milliseconds."""


def ear_of(at: Sight) -> Ear:
    """The ear at this table; one that comes there has heard nothing of what was before."""
    return at.local.ear or Ear.at(at.view, at.client.chat.view(at.table), at.acts.turn, ())


def moved(at: Sight, motions: tuple[Motion, ...]) -> None:
    """What has moved is heard."""
    ear, heard = ear_of(at).moved(motions, at.view)
    at.change(ear=ear)
    for name in heard.sounds:
        play(at, name)


def chatted(at: Sight) -> None:
    """Somebody else has said something."""
    ear, told = ear_of(at).chatted(at.client.chat.view(at.table))
    if ear is not at.local.ear:
        at.change(ear=ear)
    if told and not at.view.syncing:
        play(at, "message")


def play(at: Sight, name: str) -> None:
    """A sound, where the player wants any."""
    if at.client.settings.sound:
        at.visit.cue(f"sound:{name}.mp3")


def buzz(at: Sight, what: str) -> None:
    """A shake, where the player wants any."""
    if at.client.settings.vibration:
        at.visit.cue(f"vibrate:{BUZZ[what]}")

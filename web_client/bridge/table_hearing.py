"""What is heard at a table: sounds and voices of what moves, my turn, an offer, little time, a
line of the chat, and what goes on there all the while."""

from dataclasses import dataclass
from typing import Final

from client_core.client import ChatLine, Ear, Motion, music_at, wheel_turns
from web_client.bridge.table_sight import Sight
from web_client.bridge.visit import Visit

BUZZ: Final = {"turn": 60, "offer": 250, "win": 180, "hurry": 120, "bomb": 200, "rocket": 350}
"""How long a device shakes, in milliseconds."""
MOST_DEALS: Final = 8
"""Cards that are dealt are heard one by one, up to so many."""
HURRY_S: Final = 5.0
HURRY_SHARE: Final = 0.4
"""When little of a turn is left: so many seconds, or that share of a short one."""


@dataclass(frozen=True, slots=True)
class HumView:
    """What sounds over and over: a piece of music, and a sound; "" is none."""

    music: str = ""
    held: str = ""


def hum_view(visit: Visit) -> HumView:
    """The music of where the player is, and a wheel that turns; where another tab has the session,
    that one sounds."""
    client = visit.client
    if visit.elsewhere:
        return HumView()
    view = client.tables.view(client.screen.table) if client.screen.name == "table" else None
    return HumView(music_at(view), "spin.mp3" if wheel_turns(view) else "")


def ear_of(at: Sight) -> Ear:
    """The ear at this table; one that comes there has heard nothing of what was before."""
    return at.local.ear or Ear.at(at.view, at.client.chat.view(at.table), at.acts.turn, ())


def moved(at: Sight, motions: tuple[Motion, ...]) -> None:
    """What has moved is heard."""
    ear, heard = ear_of(at).moved(motions, at.view)
    at.change(ear=ear)
    for name in heard.sounds:
        play(at, name)
        if name in BUZZ:
            buzz(at, name)
    settings = at.client.settings
    more = min(heard.dealt, MOST_DEALS) - 1
    if more > 0 and settings.sound and settings.animation == "normal":
        at.visit.cue(f"deals:{more}")
    if settings.voices:
        for line in heard.voices:
            at.visit.cue(f"voice:{at.client.words.language}/{settings.speaker}/{line}")


def hurries_at(at: Sight) -> float:
    """When little of my turn will be left; 0: it was said, or nobody asks me."""
    acts = at.acts
    asks = acts.buttons and acts.clock and not acts.sent
    if not asks or at.local.hurried == acts.turn:
        return 0.0
    return acts.deadline - min(HURRY_S, acts.of * HURRY_SHARE)


def hurry(at: Sight) -> None:
    """Knock when little of my turn is left."""
    due = hurries_at(at)
    if due and at.client.now() >= due:
        at.change(hurried=at.acts.turn)
        play(at, "hurry")
        buzz(at, "hurry")


def chatted(at: Sight) -> tuple[ChatLine, ...]:
    """What others have said since; that they have is heard."""
    ear, said = ear_of(at).chatted(at.client.chat.view(at.table))
    if ear is not at.local.ear:
        at.change(ear=ear)
    if not said or at.view.syncing:
        return ()
    play(at, "message")
    return said


def play(at: Sight, name: str) -> None:
    """A sound, where the player wants any."""
    if at.client.settings.sound:
        at.visit.cue(f"sound:{name}.mp3")


def buzz(at: Sight, what: str) -> None:
    """A shake, where the player wants any."""
    if at.client.settings.vibration:
        at.visit.cue(f"vibrate:{BUZZ[what]}")

"""What is said aloud at Dou Dizhu: bids, plays as players call them, and how the game ended."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from client_core.folds.doudizhu_facts import DoudizhuFacts
from client_core.folds.voice import Spoken
from protocol.events import Acted, Event
from protocol.games.doudizhu import Doubled, Landlord, Played, Reckoned, Redealt

if TYPE_CHECKING:
    from client_core.motions import Motion
    from client_core.views import TableView

LOUD: Final[Mapping[str, str]] = {
    "soft_bomb": "bomb",
    "bomb": "bomb",
    "wild_bomb": "bomb",
    "rocket": "rocket",
}
"""Plays that have a sound beside their voice."""
SAID: Final = frozenset(
    {"call", "no_call", "rob", "no_rob", "double", "super_double", "no_double", "open"}
)
"""What a seat says beside its plays."""
RANKED: Final = ("solo", "pair", "trio")
"""Plays that are called by their rank."""
LEFT: Final[Mapping[int, str]] = {1: "one_left", 2: "two_left"}


@dataclass(frozen=True, slots=True)
class DoudizhuVoice:
    """The voice of a game of Dou Dizhu: the category that has to be beaten, how many have passed
    it, whether there is a landlord."""

    led: str = ""
    passes: int = 0
    landlord: bool = False

    def at(self, view: "TableView") -> "DoudizhuVoice":
        """The voice of a table to which one comes."""
        facts = view.facts
        if not isinstance(facts, DoudizhuFacts):
            return self
        voice = replace(self, landlord=facts.landlord is not None)
        if facts.trick is None:
            return voice
        pattern = facts.trick[1].pattern
        return replace(voice, led=pattern.category if pattern else "", passes=facts.passes)

    def hears(self, motion: "Motion", view: "TableView") -> Spoken:
        """What is said of a motion, and the voice after it."""
        voice = self._told(motion)
        voices = tuple(voice._of(motion.event, view))
        sounds = tuple(LOUD[one] for one in voices if one in LOUD)
        if isinstance(motion.event, Played):
            voice = replace(voice, led=motion.event.category, passes=0)
        return Spoken(voice, voices, sounds)

    def _told(self, motion: "Motion") -> "DoudizhuVoice":
        if motion.kind == "began":
            return DoudizhuVoice()
        match motion.event:
            case Redealt():
                return replace(self, landlord=False)
            case Landlord():
                return DoudizhuVoice(landlord=True)
            case Acted(verb="pass"):
                # After the second pass whoever has won the trick leads.
                return replace(self, led="" if self.passes else self.led, passes=1 - self.passes)
        return self

    def _of(self, event: Event, view: "TableView") -> list[str]:
        facts = view.facts
        if not isinstance(facts, DoudizhuFacts):
            return []
        match event:
            case Acted(verb="bid", amount=amount):
                times = amount // facts.stake if facts.stake else 0
                return [f"bid_{times}" if times in (1, 2, 3) else "call"]
            case Acted(verb=verb) if verb in SAID:
                return [verb]
            case Acted(verb="pass"):
                return ["pass" if self.landlord else "no_call"]
            case Landlord(seat=seat):
                return ["my_landlord" if seat == view.me else "landlord"]
            case Redealt():
                return ["redeal"]
            case Played(category=category, low=low, left=left):
                play = _play(category, low, self.led)
                return [play, LEFT[left]] if left in LEFT else [play]
            case Doubled(why=why) if why not in LOUD:
                return [why]
            case Reckoned(winners=winners, results=results) if view.me in results:
                return ["win" if view.me in winners else "lose"]
        return []


def _play(category: str, low: int, led: str) -> str:
    """What a play is called: by its rank, or by its category, which needs no saying where it is
    the one that has to be beaten."""
    if category in RANKED:
        return f"{category}_{low}"
    return "beat" if category == led and category not in LOUD else category

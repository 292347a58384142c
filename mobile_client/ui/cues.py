"""Cues of a table: the sounds, voices and music that belong to what happens there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from client_core.client import (
    ChatView,
    DoudizhuFacts,
    Motion,
    RouletteFacts,
    TableView,
)
from mobile_client.ui.games import look_of
from protocol.events import Acted, Event
from protocol.games import blackjack, sabacc
from protocol.games.doudizhu import Doubled, Landlord, Played, Reckoned, Redealt

KINDS: Final[Mapping[str, str]] = {
    "deal": "deal",
    "lay": "deal",
    "show": "flip",
    "bet": "chip",
    "collect": "chip",
    "pay": "chip",
    "win": "pot",
    "back": "chip",
    "roll": "dice",
    "fall": "drop",
}
VERBS: Final[Mapping[str, str]] = {
    "check": "check",
    "keep": "check",
    "stand": "check",
    "fold": "fold",
    "muck": "fold",
    "junk": "fold",
    "surrender": "fold",
    # At the wheel chips only lie there: nothing has moved when they are laid or taken back.
    "bet": "chip",
    "take": "chip",
    "clear": "chip",
}
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
"""What a seat of Dou Dizhu says beside its plays."""
RANKED: Final = ("solo", "pair", "trio")
"""Plays that are called by their rank."""
LEFT: Final[Mapping[int, str]] = {1: "one_left", 2: "two_left"}


@dataclass(frozen=True, slots=True)
class Cues:
    """Cues to be heard now: sounds, each once, voices one after another, and how many cards
    are dealt."""

    sounds: tuple[str, ...] = ()
    voices: tuple[str, ...] = ()
    dealt: int = 0


@dataclass(frozen=True, slots=True)
class Ear:
    """The memory of an ear at a table: the last motion that it heard, what has to be beaten,
    whether there is a landlord, whether my round is decided, which turn, offer and chat line it
    heard of last."""

    last: Motion | None = None
    led: str = ""
    """The category of the last play of Dou Dizhu that has to be beaten."""
    passes: int = 0
    landlord: bool = False
    decided: bool = False
    turn: int = -1
    offer: str = ""
    line: int = 0

    def moved(self, motions: tuple[Motion, ...], view: TableView) -> tuple["Ear", Cues]:
        """What is heard of these motions; those that were heard before are not heard again."""
        fresh = _after(self.last, motions)
        if not fresh:
            return self, Cues()
        ear = replace(self, last=fresh[-1])
        if view.syncing:
            return ear, Cues()
        sounds: list[str] = []
        voices: list[str] = []
        dealt = 0
        for motion in fresh:
            ear = ear._told(motion)
            dealt += len(motion.cards) if motion.kind == "deal" else 0
            mine = motion.kind == "win" and motion.dst == view.me and view.me is not None
            if motion.kind == "ended" or mine:
                sounds.append(KINDS.get(motion.kind, ""))
                verdict = "" if ear.decided else _verdict(motion, view)
                ear = replace(ear, decided=ear.decided or bool(verdict))
                sounds.append(verdict)
            if _shuffles(motion, view):
                sounds.append("shuffle")
            sounds.append(KINDS.get(motion.kind) or _act(motion))
            said = ear._said(motion.event, view)
            ear = ear._follows(motion.event)
            voices += said
            sounds += [LOUD[one] for one in said if one in LOUD]
        heard = tuple(one for one in dict.fromkeys(sounds) if one)
        return ear, Cues(heard, tuple(voices), dealt)

    def _told(self, motion: Motion) -> "Ear":
        match motion:
            case Motion(kind="began"):
                return replace(self, landlord=False, decided=False, led="", passes=0)
            case Motion(event=Redealt()):
                return replace(self, landlord=False)
            case Motion(event=Landlord()):
                return replace(self, landlord=True, led="", passes=0)
            case Motion(event=Acted(verb="pass")):
                # After the second pass whoever has won the trick leads.
                return replace(self, led="" if self.passes else self.led, passes=1 - self.passes)
        return self

    def _follows(self, event: Event) -> "Ear":
        return replace(self, led=event.category, passes=0) if isinstance(event, Played) else self

    def _said(self, event: Event, view: TableView) -> list[str]:
        """The voices of an event of Dou Dizhu."""
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

    def asked(self, turn: int) -> "Ear":
        return replace(self, turn=turn)

    def offered(self, key: str) -> "Ear":
        return replace(self, offer=key)

    def chatted(self, chat: ChatView) -> tuple["Ear", bool]:
        """Whether another player has said something."""
        fresh = [line for line in chat.lines if line.n > self.line]
        if not fresh:
            return self, False
        told = any(line.until and not line.mine for line in fresh)
        return replace(self, line=fresh[-1].n), told


def listen(view: TableView | None, chat: ChatView, turn: int, motions: Iterable[Motion]) -> Ear:
    """An ear that comes to a table: what was before is not heard."""
    last = max((line.n for line in chat.lines), default=0)
    key = view.offer.key if view is not None and view.offer is not None else ""
    facts = view.facts if view is not None else None
    lord = isinstance(facts, DoudizhuFacts) and facts.landlord is not None
    heard = tuple(motions)
    ear = Ear(heard[-1] if heard else None, landlord=lord, turn=turn, offer=key, line=last)
    if not isinstance(facts, DoudizhuFacts) or facts.trick is None:
        return ear
    pattern = facts.trick[1].pattern
    return replace(ear, led=pattern.category if pattern else "", passes=facts.passes)


def _play(category: str, low: int, led: str) -> str:
    """What a play is called: by its rank, or by its category, which needs no saying where it is
    the one that has to be beaten."""
    if category in RANKED:
        return f"{category}_{low}"
    return "beat" if category == led and category not in LOUD else category


def _after(last: Motion | None, motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    """Those after the last that was heard. It is looked for by what it is, not by what it says:
    two motions may be equal; and whoever animates them takes them away."""
    for place in range(len(motions) - 1, -1, -1):
        if motions[place] is last:
            return motions[place + 1 :]
    return motions


def _shuffles(motion: Motion, view: TableView) -> bool:
    """Whether a pack is shuffled: before each round, but where a shoe or a wheel is played from."""
    if isinstance(motion.event, blackjack.Shuffled | sabacc.Reshuffled | sabacc.Shifted):
        return True
    return motion.kind == "began" and look_of(view.game).shuffles


def _act(motion: Motion) -> str:
    return VERBS.get(motion.verb, "") if motion.kind == "act" else ""


def _verdict(motion: Motion, view: TableView) -> str:
    """Won, or lost by one who stayed to the end."""
    mine = view.at(view.me) if view.me is not None else None
    if motion.kind == "win":
        # Who gets back what was put in has won nothing.
        return "win" if mine is not None and mine.net > 0 else ""
    if mine is None or not mine.results:
        return ""
    if mine.results > 0:
        return "win"
    return "" if mine.folded or mine.gone else "lose"


def music(view: TableView | None) -> str:
    """The piece that fits a table: by game, in Dou Dizhu by how far the game is."""
    if view is None:
        return "room"
    if piece := look_of(view.game).music:
        return piece
    facts = view.facts
    if view.live:
        found = isinstance(facts, DoudizhuFacts) and facts.landlord is not None
        return "play" if found else "deal"
    mine = view.at(view.me) if view.me is not None else None
    return "win" if mine is not None and (mine.results or 0) > 0 else "room"


def spins(view: TableView | None) -> bool:
    """Whether the wheel turns: from the last bet until what it brings is paid."""
    facts = view.facts if view is not None and view.live else None
    return isinstance(facts, RouletteFacts) and facts.closed

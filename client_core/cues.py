"""Cues of a table: the sounds, voices and music that belong to what happens there.

Nothing here knows a game: which acts are heard, what is said aloud and which music is played stands
on its card. The names are those of the files that every client plays.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from client_core.chat import ChatLine
from client_core.folds import card_of
from client_core.folds.voice import Voice
from client_core.motions import Motion
from client_core.verbs import verb_of
from client_core.views import ChatView, TableView

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
"""The sound of each kind of motion."""


@dataclass(frozen=True, slots=True)
class Cues:
    """Cues to be heard now: sounds, each once, voices one after another, and how many cards
    are dealt."""

    sounds: tuple[str, ...] = ()
    voices: tuple[str, ...] = ()
    dealt: int = 0


@dataclass(frozen=True, slots=True)
class Ear:
    """The memory of an ear at a table: the last motion that it heard, what the voice of the game
    has to know, whether my round is decided, which turn, offer and chat line it heard of last."""

    last: Motion | None = None
    voice: Voice | None = None
    decided: bool = False
    turn: int = -1
    offer: str = ""
    line: int = 0

    @classmethod
    def at(
        cls, view: TableView | None, chat: ChatView, turn: int, motions: Iterable[Motion]
    ) -> "Ear":
        """An ear that comes to a table: what was before is not heard."""
        heard = tuple(motions)
        return cls(
            heard[-1] if heard else None,
            card_of(view.game).voice.at(view) if view is not None else None,
            turn=turn,
            offer=view.offer.key if view is not None and view.offer is not None else "",
            line=max((line.n for line in chat.lines), default=0),
        )

    def moved(self, motions: tuple[Motion, ...], view: TableView) -> tuple["Ear", Cues]:
        """What is heard of these motions; those that were heard before are not heard again."""
        fresh = _after(self.last, motions)
        if not fresh:
            return self, Cues()
        ear = replace(self, last=fresh[-1])
        if view.syncing:
            return ear, Cues()
        voice = ear.voice or card_of(view.game).voice
        decided = ear.decided
        sounds: list[str] = []
        voices: list[str] = []
        dealt = 0
        for motion in fresh:
            decided = decided and motion.kind != "began"
            dealt += len(motion.cards) if motion.kind == "deal" else 0
            mine = motion.kind == "win" and motion.dst == view.me and view.me is not None
            if motion.kind == "ended" or mine:
                sounds.append(KINDS.get(motion.kind, ""))
                verdict = "" if decided else _verdict(motion, view)
                decided = decided or bool(verdict)
                sounds.append(verdict)
            if _shuffles(motion, view):
                sounds.append("shuffle")
            sounds.append(KINDS.get(motion.kind) or _act(motion))
            voice, said, loud = voice.hears(motion, view)
            voices += said
            sounds += loud
        heard = tuple(one for one in dict.fromkeys(sounds) if one)
        return replace(ear, voice=voice, decided=decided), Cues(heard, tuple(voices), dealt)

    def asked(self, turn: int) -> "Ear":
        """The ear after a question of that turn."""
        return replace(self, turn=turn)

    def offered(self, key: str) -> "Ear":
        """The ear after the offer of a seat."""
        return replace(self, offer=key)

    def chatted(self, chat: ChatView) -> tuple["Ear", tuple[ChatLine, ...]]:
        """What other players have said since."""
        fresh = [line for line in chat.lines if line.n > self.line]
        if not fresh:
            return self, ()
        said = tuple([line for line in fresh if line.until and not line.mine])
        return replace(self, line=fresh[-1].n), said


def _after(last: Motion | None, motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    """Those after the last that was heard. It is looked for by what it is, not by what it says:
    two motions may be equal; and whoever animates them takes them away."""
    for place in range(len(motions) - 1, -1, -1):
        if motions[place] is last:
            return motions[place + 1 :]
    return motions


def _shuffles(motion: Motion, view: TableView) -> bool:
    """Whether a pack is shuffled: before each round, but where a shoe or a wheel is played from."""
    card = card_of(view.game)
    if isinstance(motion.event, card.shuffled):
        return True
    return motion.kind == "began" and card.shuffles


def _act(motion: Motion) -> str:
    return verb_of(motion.verb).sound if motion.kind == "act" else ""


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


def music_at(view: TableView | None) -> str:
    """The piece that fits a table: by game, or by how far its round is; away from all of them that
    of the rooms."""
    if view is None:
        return "room"
    card = card_of(view.game)
    if card.music:
        return card.music
    if view.live:
        return "play" if card.under_way(view.facts) else "deal"
    mine = view.at(view.me) if view.me is not None else None
    return "win" if mine is not None and (mine.results or 0) > 0 else "room"


def wheel_turns(view: TableView | None) -> bool:
    """Whether a wheel turns, which is heard all the while."""
    return view is not None and view.live and card_of(view.game).turns(view.facts)

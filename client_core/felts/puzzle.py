"""What a player of a puzzle can do now, and how it stands, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from client_core.client import MOST_STARS, Client, Playing, Say
from client_core.felts.choices import Choice
from protocol.games.doudizhu import Pattern, classify
from protocol.words import Cards

MINE: Final = 0
"""The place of the player's hand among all hands."""
Ink = Literal["soft", "gold", "warm"]


@dataclass(frozen=True, slots=True)
class PuzzleSight:
    """A puzzle as its player sees it. `line` is what is still to come of the solution; `note` is
    what there is to say of the last thing that was pressed."""

    playing: Playing
    chosen: Cards = ()
    line: tuple[Cards, ...] = ()
    note: Say | None = None
    ink: Ink = "gold"
    """The note's."""

    @property
    def may_choose(self) -> bool:
        """Whether it is the player's turn."""
        return self.playing.mine and not self.playing.shown

    @property
    def waits(self) -> bool:
        """Whether a farmer is to answer."""
        playing = self.playing
        return not (playing.mine or playing.shown) and playing.position.winner is None

    @property
    def beats_nothing(self) -> bool:
        """Whether a pass is all that is left."""
        return not any(self.playing.position.choices)


def amiss(client: Client, sight: PuzzleSight) -> Say | None:
    """Why the chosen cards cannot be played; None: they can."""
    return client.puzzles.amiss(sight.playing.position, sight.chosen)


def choices(client: Client, sight: PuzzleSight) -> tuple[Choice, ...]:
    """Everything that can be done now."""
    say, playing = client.say, sight.playing
    if playing.shown:
        if not sight.line:
            return (Choice("puzzle.again", say("puzzle.try"), kind="primary"),)
        step = Choice("puzzle.next", say("puzzle.step"), kind="primary")
        return Choice("puzzle.again", say("puzzle.try")), step
    if playing.won:
        again = Choice("puzzle.again", say("puzzle.again"))
        last = playing.puzzle.number == client.puzzles.all[-1].number
        on = Choice("puzzle.next", say("puzzle.next"), kind="primary")
        return (again,) if last else (again, on)
    if playing.lost:
        return (
            Choice("puzzle.undo", say("puzzle.undo")),
            Choice("puzzle.line", say("puzzle.line")),
            Choice("puzzle.again", say("puzzle.again"), kind="primary"),
        )
    return tuple(_turn(client, sight)) if playing.mine else ()


def _turn(client: Client, sight: PuzzleSight) -> Iterator[Choice]:
    """What can be done when it is the player's turn."""
    say, playing = client.say, sight.playing
    if playing.can_undo:
        yield Choice("puzzle.undo", say("puzzle.undo"))
    if sight.beats_nothing:
        yield Choice("puzzle.pass", say("act.pass"), kind="primary")
        return
    yield Choice("puzzle.hint", say("table.hint"))
    if playing.position.to_beat is not None:
        yield Choice("puzzle.pass", say("act.pass"))
    able = bool(sight.chosen) and amiss(client, sight) is None
    yield Choice("puzzle.play", say("act.play"), kind="primary" if able else "dim")


def status(client: Client, sight: PuzzleSight) -> tuple[str, Ink]:
    """The one line that matters most now."""
    say, playing = client.say, sight.playing
    if sight.note is not None:
        return say(sight.note), sight.ink
    if playing.won and playing.shown:
        return say("puzzle.line_over"), "gold"
    if playing.won:
        return say("puzzle.won", stars=playing.stars, most=MOST_STARS), "gold"
    if playing.shown:
        return say("puzzle.line_goes_on", left=len(sight.line)), "gold"
    if playing.lost:
        return say("puzzle.lost"), "warm"
    if not playing.mine:
        return say("puzzle.thinks"), "soft"
    if sight.beats_nothing:
        return say("table.beats_nothing"), "gold"
    if not sight.chosen:
        return say("puzzle.your_turn"), "gold"
    wrong = amiss(client, sight)
    return (say(wrong) if wrong is not None else play_name(client, sight.chosen)), "gold"


def side_name(client: Client, playing: Playing, at: int) -> str:
    """Who plays the hand at this place."""
    if at == MINE:
        return client.say("puzzle.you")
    two = len(playing.position.hands) == 2
    return client.say("puzzle.farmer" if two else f"puzzle.farmer.{at}")


def play_name(client: Client, cards: Cards) -> str:
    """What these cards are as a play; a pass is said, and nothing where they are no play."""
    if not cards:
        return client.say("act.pass")
    pattern = classify(cards)
    return client.texts.pattern_name(pattern) if isinstance(pattern, Pattern) else ""

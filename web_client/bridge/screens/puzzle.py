"""One puzzle: the player is the landlord, and the solver answers for the farmers.

The solver works in slices, each of them between two messages: the page is told first that it
thinks, and whatever is pressed meanwhile is heard.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

from client_core.client import Playing, Say, Solver, TooLong, begun
from client_core.felts.puzzle import amiss, choices, status
from protocol.words import Cards
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.puzzle_board import told
from web_client.bridge.puzzle_local import (
    PAGE,
    PuzzleLocal,
    Thought,
    change,
    keep,
    local_of,
    opened,
)
from web_client.bridge.shapes import Press, Sheet
from web_client.bridge.visit import Part, Visit, page_of

PAUSES: Final = {"normal": 0.8, "fast": 0.4}
"""The others answer after so many seconds, or at once where nothing moves."""
SLICE: Final = 4_000
"""So many positions are looked at between two messages."""
BREATH: Final = 0.005
"""The seconds between two slices."""


def sheet(visit: Visit) -> Sheet:
    """The head of the page; the puzzle lies below it."""
    say, now = visit.say, local_of(visit)
    line = Press(say("puzzle.line"), ("puzzle.do", "puzzle.line"), "plain", icon="eye", bare=True)
    again = Press(
        say("puzzle.again"), ("puzzle.do", "puzzle.again"), "plain", icon="again", bare=True
    )
    return page_of(visit, say("puzzle.title", number=now.puzzle.number), actions=(line, again))


# -- how it goes on ----------------------------------------------------------------------------


def _goes(visit: Visit, playing: Playing) -> None:
    """It stands like this now; the others answer once that was seen."""
    now = replace(local_of(visit), playing=playing, picked=(), note=None, thinks="")
    if playing.stars:
        visit.client.puzzles.solved(now.puzzle.number, playing.stars)
    keep(visit, now)
    if now.sight.waits:
        _think(visit, "answer", PAUSES.get(visit.client.settings.animation, 0.0))
    elif playing.past:
        visit.live(status(visit.client, now.sight)[0])


def _plays(visit: Visit, cards: Cards) -> None:
    """Whoever is to move plays these cards, or passes."""
    now = local_of(visit)
    visit.live(told(visit, now, cards))
    _goes(visit, now.playing.after(cards))


def _play(visit: Visit) -> None:
    now = local_of(visit)
    wrong = amiss(visit.client, now.sight)
    if wrong is not None:
        change(visit, note=wrong, ink="warm")
        return
    visit.cue("sound:tap.mp3")
    _plays(visit, now.chosen)


def _pass(visit: Visit) -> None:
    _plays(visit, ())


def _undo(visit: Visit) -> None:
    _goes(visit, local_of(visit).playing.undone())


def _again(visit: Visit) -> None:
    """From the beginning, with all stars to be won."""
    change(visit, line=())
    _goes(visit, begun(local_of(visit).puzzle))


def _hint(visit: Visit) -> None:
    change(visit, note=Say("puzzle.looking"), ink="gold")
    _think(visit, "hint")


def _line(visit: Visit) -> None:
    """The shortest line that wins, play by play; this try gives no stars any more."""
    _goes(visit, begun(local_of(visit).puzzle, shown=True))
    change(visit, note=Say("puzzle.looking"), ink="gold", line=())
    _think(visit, "line")


def _next(visit: Visit) -> None:
    """The next play of the solution, or the next puzzle."""
    now = local_of(visit)
    if now.playing.shown:
        change(visit, line=now.line[1:])
        _plays(visit, now.line[0])
    else:
        keep(visit, opened(visit, now.puzzle.number + 1))


# -- the solver ----------------------------------------------------------------------------------


def _think(visit: Visit, about: Thought, pause: float = 0.0) -> None:
    """Ask the solver; what was asked before is forgotten."""
    change(visit, thinks=about, due=visit.client.now() + pause)


def _woken(visit: Visit) -> None:
    """The solver goes on with what it was asked."""
    now = local_of(visit)
    if not now.thinks or visit.client.now() < now.due:
        return
    solver = now.solver or Solver(now.puzzle.position)
    solver.most = solver.looked_at + SLICE
    try:
        _THOUGHTS[now.thinks](visit, replace(now, thinks="", solver=solver), solver)
    except TooLong:
        # What it has found it keeps, so the next slice begins where this one has ended.
        change(visit, solver=solver, due=visit.client.now() + BREATH)


def _answered(visit: Visit, now: PuzzleLocal, solver: Solver) -> None:
    cards = solver.best(now.playing.position)
    keep(visit, now)
    _plays(visit, cards)


def _hinted(visit: Visit, now: PuzzleLocal, solver: Solver) -> None:
    """What wins soonest; where all is lost already, that."""
    position = now.playing.position
    if not solver.wins(position):
        now = replace(now, note=Say("puzzle.lost_here"), ink="warm")
        visit.live(status(visit.client, now.sight)[0])
        keep(visit, now)
        return
    cards = solver.best(position)
    picked = tuple(place for place, card in enumerate(now.hand) if card in cards)
    note = None if cards else Say("puzzle.hint_pass")
    now = replace(now, playing=now.playing.hinted(), picked=picked, note=note, ink="gold")
    visit.live(status(visit.client, now.sight)[0])
    keep(visit, now)


def _lined(visit: Visit, now: PuzzleLocal, solver: Solver) -> None:
    line = solver.line(now.puzzle.position)
    keep(visit, replace(now, line=line, note=None))


_THOUGHTS: Final[Mapping[str, Callable[[Visit, PuzzleLocal, Solver], None]]] = {
    "answer": _answered,
    "hint": _hinted,
    "line": _lined,
}


# -- taps ----------------------------------------------------------------------------------------


def _pick(visit: Visit, args: Args, value: Plain) -> None:
    _choose(visit, (int(args[0]),))


def _slide(visit: Visit, args: Args, value: Plain) -> None:
    """All cards that a finger went over change."""
    if isinstance(value, list):
        _choose(visit, [int(one) for one in value if isinstance(one, int)])


def _choose(visit: Visit, places: Collection[int]) -> None:
    now = local_of(visit)
    if now.sight.may_choose:
        found = {one for one in places if 0 <= one < len(now.hand)}
        change(visit, picked=tuple(sorted(set(now.picked) ^ found)), note=None)


_DOES: Final[Mapping[str, Callable[[Visit], None]]] = {
    "puzzle.play": _play,
    "puzzle.pass": _pass,
    "puzzle.undo": _undo,
    "puzzle.again": _again,
    "puzzle.hint": _hint,
    "puzzle.line": _line,
    "puzzle.next": _next,
}
ALWAYS: Final = ("puzzle.again", "puzzle.line")
"""What stands in the head of the page."""


def _do(visit: Visit, args: Args, value: Plain) -> None:
    key = str(args[0])
    # A second tap on a button that is gone by now is none.
    if key in ALWAYS or key in [one.key for one in choices(visit.client, local_of(visit).sight)]:
        _DOES[key](visit)


PART: Final = Part(
    {PAGE: sheet},
    {"puzzle.pick": _pick, "puzzle.slide": _slide, "puzzle.do": _do},
    wakes={PAGE: _woken},
)

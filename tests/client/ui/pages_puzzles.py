"""Puzzles as a player may find them. No house was ever met."""

from collections.abc import Callable

from kivy.clock import Clock

from client_core.puzzles.collection import Puzzle, puzzles
from mobile_client.ui.screens.puzzle import PuzzleScreen
from mobile_client.ui.stage import Stage
from tests.client.ui.visits import Visit


def _ticks(count: int = 3) -> None:
    for _ in range(count):
        Clock.pre_idle()
        Clock.post_idle(Clock.time(), Clock.time())


def answered(screen: PuzzleScreen) -> None:
    """Until nobody thinks any more."""
    _ticks()
    while screen.thinking.busy:
        screen.thinking.wait()
        _ticks()


def listed(language: str) -> Stage:
    """Some are solved, with all the stars or fewer."""
    visit = Visit(language)
    for number in range(1, 24):
        visit.client.puzzles.solved(number, 1 + number % 3)
    return visit.page("puzzles")


def of(puzzle: Puzzle, language: str) -> Stage:
    return Visit(language).page("puzzle", number=puzzle.number)


def screen_of(stage: Stage) -> PuzzleScreen:
    screen = stage.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


def largest(hands: int) -> Puzzle:
    """The one with the most cards."""
    found = [one for one in puzzles() if len(one.position.hands) == hands]
    return max(found, key=lambda one: sum(map(len, one.position.hands)))


def begun(language: str) -> Stage:
    return of(largest(2), language)


def three(language: str) -> Stage:
    return of(largest(3), language)


def rightly(screen: PuzzleScreen) -> None:
    """Plays what wins, once."""
    screen.take("puzzle.hint")
    answered(screen)
    if screen.board.hand.picked:
        screen.take("puzzle.play")
    else:
        screen.take("puzzle.pass")
    answered(screen)


def wrongly(screen: PuzzleScreen) -> None:
    """Plays what loses, once; what is there to be played where all is lost."""
    playing, solver = screen.playing, screen.solver
    choices = solver.choices(playing.position)
    wrong = [one for one in choices if not solver.landlord_wins(playing.position.after(one))]
    screen._goes(playing.after(wrong[0]))
    answered(screen)


def _until(stage: Stage, play: Callable[[PuzzleScreen], None], turns: int) -> Stage:
    screen = screen_of(stage)
    for _ in range(turns):
        if screen.playing.mine:
            play(screen)
    return stage


def in_a_trick(language: str) -> Stage:
    """Something is to be beaten, and some of my cards are chosen that do not."""
    stage = three(language)
    screen = screen_of(stage)
    for _ in range(20):
        rightly(screen)
        position = screen.playing.position
        if position.to_beat is not None and any(position.choices):
            break
    screen.board.hand.choose(screen.playing.position.hands[0][:2])
    return stage


def won(language: str) -> Stage:
    return _until(begun(language), rightly, 40)


def lost(language: str) -> Stage:
    return _until(begun(language), wrongly, 40)


def line(language: str) -> Stage:
    stage = begun(language)
    screen = screen_of(stage)
    screen.show_line()
    answered(screen)
    for _ in range(3):
        screen.take("puzzle.next")
    return stage

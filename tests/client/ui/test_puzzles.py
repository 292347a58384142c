"""Puzzles in a real window: a finger or the keyboard solves one, and no house is there."""

from collections.abc import Callable, Iterator

import pytest
from kivy.core.window import Window

import mobile_client.ui.stage
from client_core.client import MOST_STARS
from client_core.puzzles.collection import Puzzle, puzzles
from client_core.puzzles.solver import Solver
from mobile_client.ui.keys import NAMES, Keys
from mobile_client.ui.look import px
from mobile_client.ui.screens.puzzle import PuzzleScreen
from mobile_client.ui.screens.puzzles import PuzzlesScreen, PuzzleTile
from mobile_client.ui.thinking import Thinking
from protocol.games.doudizhu import RANK_OF
from protocol.words import Cards
from tests.client.ui.finding import shows
from tests.client.ui.pages_puzzles import answered, rightly, screen_of, wrongly
from tests.client.ui.stage import Finger, Stage
from tests.client.ui.visits import Visit

FIRST = puzzles()[0]
CODES = {name: code for code, name in NAMES.items()}
PHONE = (393, 872)
Open = Callable[..., PuzzleScreen]


@pytest.fixture
def visit() -> Visit:
    """A client that has met no house."""
    return Visit()


@pytest.fixture
def shown(stage: Stage, visit: Visit) -> Iterator[mobile_client.ui.stage.Stage]:
    whole = visit.stage()
    whole.size_hint, whole.size = (None, None), [px(side) for side in PHONE]
    stage.show(whole)
    stage.frames(2)
    yield whole
    whole.screen.gone()
    whole.close()


@pytest.fixture
def screen(stage: Stage, shown: mobile_client.ui.stage.Stage) -> PuzzleScreen:
    shown.go("puzzle", number=FIRST.number)
    stage.frames(3)
    return screen_of(shown)


def press(stage: Stage, screen: PuzzleScreen, key: str) -> None:
    keys = [choice.key for choice in screen.bar._ordered()]
    assert f"puzzle.{key}" in keys, keys
    stage.tap(screen.bar.buttons[keys.index(f"puzzle.{key}")])


def choose(stage: Stage, screen: PuzzleScreen, cards: Cards) -> None:
    """Each card by a tap on what is seen of it."""
    screen.board.hand.choose(())
    for view in list(screen.board.hand.views):
        if view.card in cards:
            x, y = view.to_window(view.x + px(6), view.y + view.height * 0.3)
            finger = Finger(stage, x, y)
            finger.down()
            finger.lift()
            stage.frames(1)
    assert sorted(screen.board.hand.picked) == sorted(cards)


def offered(screen: PuzzleScreen) -> list[str]:
    return [choice.key.partition(".")[2] for choice in screen.bar.choices]


def test_a_puzzle_is_solved_by_touch_and_its_stars_are_kept(
    stage: Stage, visit: Visit, screen: PuzzleScreen
) -> None:
    for _ in range(40):
        if not screen.playing.mine:
            break
        right = screen.solver.best(screen.playing.position)
        if right:
            choose(stage, screen, right)
            press(stage, screen, "play")
        else:
            press(stage, screen, "pass")
        answered(screen)
        stage.frames(2)
    assert screen.playing.won
    assert visit.client.puzzles.stars == {FIRST.number: MOST_STARS}
    assert shows(screen, f"Solved: {MOST_STARS} of {MOST_STARS} stars")
    assert visit.device.restart().client.puzzles.stars == {FIRST.number: MOST_STARS}
    assert visit.device.sent == [], "no house was asked"
    press(stage, screen, "next")
    assert screen_of(screen.stage).puzzle.number == FIRST.number + 1


def test_cards_that_are_no_play_are_refused_with_the_reason(
    stage: Stage, screen: PuzzleScreen
) -> None:
    hand = screen.playing.position.hands[0]
    low, high = hand[0], hand[-1]
    choose(stage, screen, (low, high))
    press(stage, screen, "play")
    assert screen.playing.past == ()
    assert screen.note is not None
    assert shows(screen, screen.say(screen.note))


def test_a_finger_sweeps_over_cards(stage: Stage, screen: PuzzleScreen) -> None:
    first, *_, last = screen.board.hand.views
    finger = Finger(stage, *first.to_window(first.x + px(6), first.center_y))
    finger.down()
    finger.move(*last.to_window(last.x + px(6), last.center_y))
    finger.lift()
    assert len(screen.board.hand.picked) == len(screen.playing.position.hands[0])


def test_many_cards_lie_in_two_rows_and_no_rank_is_parted(
    stage: Stage, shown: mobile_client.ui.stage.Stage
) -> None:
    for puzzle in puzzles():
        if len(puzzle.position.hands[0]) < 12:
            continue
        shown.go("puzzle", number=puzzle.number)
        stage.frames(2)
        views = screen_of(shown).board.hand.views
        rows = {view.y: {RANK_OF[one.card] for one in views if one.y == view.y} for view in views}
        assert len(rows) == 2
        assert sum(map(len, rows.values())) == len(set().union(*rows.values()))
        shown.back()


def test_who_can_beat_nothing_is_told_so_and_can_but_pass(
    stage: Stage, shown: mobile_client.ui.stage.Stage
) -> None:
    puzzle = next(one for one in puzzles() if _stuck(one))
    shown.go("puzzle", number=puzzle.number)
    screen = screen_of(shown)
    rightly(screen)
    assert offered(screen) == ["undo", "pass"]
    assert shows(screen, "Nothing you hold beats this")
    keys = Keys(shown)
    type_(stage, "enter")
    keys.close()
    assert screen.playing.past[-1][1] == ()


def _stuck(puzzle: Puzzle) -> bool:
    """Whether what is answered to the right play cannot be beaten."""
    solver, position = Solver(puzzle.position), puzzle.position
    for _ in position.hands:
        position = position.after(solver.best(position))
    return position.turn == 0 and not any(position.choices)


def test_a_wrong_play_is_found_out_and_taken_back(
    stage: Stage, visit: Visit, screen: PuzzleScreen
) -> None:
    wrongly(screen)
    while "hint" not in offered(screen):
        press(stage, screen, "pass")
        answered(screen)
    press(stage, screen, "hint")
    answered(screen)
    assert shows(screen, "This can no longer be won: undo")
    assert screen.board.hand.picked == ()
    while screen.playing.can_undo:
        press(stage, screen, "undo")
    assert screen.playing.position == FIRST.position
    for _ in range(40):
        if screen.playing.mine:
            rightly(screen)
    assert screen.playing.won
    assert visit.client.puzzles.stars == {FIRST.number: 1}


def test_who_loses_sees_it_and_begins_again(stage: Stage, screen: PuzzleScreen) -> None:
    for _ in range(40):
        if screen.playing.mine:
            wrongly(screen)
    assert screen.playing.lost
    assert offered(screen) == ["undo", "line", "again"]
    press(stage, screen, "again")
    assert screen.playing.position == FIRST.position
    assert screen.playing.undos == 0


def test_the_line_is_shown_to_its_end_and_gives_nothing(
    stage: Stage, visit: Visit, screen: PuzzleScreen
) -> None:
    screen.show_line()
    answered(screen)
    while screen.line:
        press(stage, screen, "next")
    assert screen.playing.won
    assert visit.client.puzzles.stars == {}
    assert offered(screen) == ["again"]


def test_what_was_asked_for_when_one_looked_away_comes_when_one_is_back(
    stage: Stage, screen: PuzzleScreen
) -> None:
    screen.show_line()
    screen.gone()
    stage.frames(3)
    assert screen.line == ()
    screen.heard("", "")
    answered(screen)
    assert len(screen.line) > 1
    screen.again()
    right = screen.solver.best(screen.playing.position)
    choose(stage, screen, right)
    press(stage, screen, "play")
    screen.gone()
    stage.frames(3)
    assert not screen.playing.mine
    screen.heard("", "")
    answered(screen)
    assert screen.playing.mine


def test_the_window_goes_on_while_the_others_think(
    stage: Stage, screen: PuzzleScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is worked out where the window is drawn: it is asked for, and told in a frame."""
    asked: list[Callable[[], object]] = []
    told: list[Callable[[Cards], None]] = []

    def ask(_: Thinking, work: Callable[[], object], then: Callable[[Cards], None]) -> None:
        asked.append(work)
        told.append(then)

    monkeypatch.setattr(Thinking, "ask", ask)
    right = screen.solver.best(screen.playing.position)
    choose(stage, screen, right)
    press(stage, screen, "play")
    stage.frames(5)
    assert len(asked) == 1
    assert shows(screen, "The peasants are thinking")
    assert offered(screen) == []
    assert screen.board.hand.most == 0
    told[0](())
    assert [cards for _, cards in screen.playing.past] == [right, ()]


def test_what_was_asked_before_i_began_again_is_not_told(
    stage: Stage, screen: PuzzleScreen
) -> None:
    right = screen.solver.best(screen.playing.position)
    choose(stage, screen, right)
    press(stage, screen, "play")
    stage.frames(1)
    screen.again()
    screen.thinking.wait()
    stage.frames(5)
    assert screen.playing.position == FIRST.position


def test_a_puzzle_is_played_with_keys_alone(stage: Stage, screen: PuzzleScreen) -> None:
    keys = Keys(screen.stage)
    try:
        for _ in range(40):
            if not screen.playing.mine:
                break
            right = screen.solver.best(screen.playing.position)
            views = [view.card for view in screen.board.hand.views]
            screen.board.hand._ring.leave()
            for at in range(len(views)):
                type_(stage, "right")
                if views[at] in right:
                    type_(stage, "space")
            type_(stage, "enter" if right else "p")
            answered(screen)
            stage.frames(2)
        assert screen.playing.won
        assert dict(screen.keys())["Start over"] == "A"
    finally:
        keys.close()


def type_(stage: Stage, key: str) -> None:
    code = CODES.get(key) or ord(key)
    Window.dispatch("on_key_down", code, 0, key if len(key) == 1 else None, [])
    stage.frames(1)


def test_one_star_is_counted_as_one(
    stage: Stage, shown: mobile_client.ui.stage.Stage, visit: Visit
) -> None:
    visit.client.puzzles.solved(FIRST.number, 1)
    shown.go("puzzles")
    stage.frames(3)
    assert isinstance(shown.screen, PuzzlesScreen)
    assert shown.screen.done.text == f"1 of {len(puzzles())} solved, 1 star"


def test_the_list_goes_on_with_the_first_that_is_not_solved(
    stage: Stage, shown: mobile_client.ui.stage.Stage, visit: Visit
) -> None:
    visit.client.puzzles.solved(FIRST.number, 2)
    shown.go("puzzles")
    stage.frames(3)
    assert isinstance(shown.screen, PuzzlesScreen)
    tiles = {tile.number: tile for tile in shown.screen.tiles.children}
    assert (tiles[1].stars, tiles[2].stars) == (2, 0)
    assert [number for number, tile in tiles.items() if tile.next] == [2]
    assert shown.screen.done.text == f"1 of {len(puzzles())} solved, 2 stars"
    stage.tap(shown.screen.go)
    assert screen_of(shown).puzzle.number == 2
    shown.back()
    stage.frames(2)
    stage.tap(tile_of(shown, 3))
    assert screen_of(shown).puzzle.number == 3


def tile_of(shown: mobile_client.ui.stage.Stage, number: int) -> PuzzleTile:
    assert isinstance(shown.screen, PuzzlesScreen)
    tiles: list[PuzzleTile] = shown.screen.tiles.children
    return next(tile for tile in tiles if tile.number == number)


def test_every_grade_lists_its_own(stage: Stage, shown: mobile_client.ui.stage.Stage) -> None:
    shown.go("puzzles")
    page = shown.screen
    assert isinstance(page, PuzzlesScreen)
    listed: list[Puzzle] = []
    for grade, _ in page.grade.choices:
        page.grade.chosen = grade
        stage.frames(1)
        numbers = [tile.number for tile in page.tiles.children[::-1]]
        found = [one for one in puzzles() if one.number in numbers]
        assert {one.grade for one in found} == {grade}
        listed += found
    assert listed == list(puzzles())


def test_puzzles_are_a_tap_from_the_door_and_from_the_rooms_of_the_game(
    stage: Stage, shown: mobile_client.ui.stage.Stage
) -> None:
    stage.tap(shown.screen.puzzles)
    assert isinstance(shown.screen, PuzzlesScreen)
    inside = Visit().come_in()
    rooms = inside.page("rooms", game="doudizhu")
    assert rooms.screen.puzzles.parent is not None
    other = Visit().come_in().page("rooms", game="holdem")
    assert other.screen.puzzles.parent is None
    for one in (rooms, other):
        one.screen.gone()
        one.close()

"""Endgames of Dou Dizhu to be solved: all of them by difficulty, with the stars that they gave."""

from typing import Final

from client_core.client import MOST_STARS, Puzzle
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.shapes import Choice, Group, Paragraph, Pick, Press, PuzzleTile, Sheet
from web_client.bridge.visit import Part, Visit, page_of

MENU: Final = "puzzles"


def sheet(visit: Visit) -> Sheet:
    """What is solved so far, and the puzzles of one grade."""
    say, part = visit.say, visit.client.puzzles
    then, stars = following(visit), part.stars
    grade = visit.named(MENU).chosen.get("grade", then.grade)
    done = say("puzzles.done", done=len(stars), all=len(part.all), count=sum(stars.values()))
    go = Press(say("puzzles.go", number=then.number), ("go", "puzzle", then.number), icon="forward")
    grades = sorted({one.grade for one in part.all})
    picks = tuple(
        Pick(say(f"puzzles.grade.{one}"), ("puzzles.grade", one), one == grade) for one in grades
    )
    title = say("puzzles.title")
    tiles = tuple(_tile(visit, one, then) for one in part.all if one.grade == grade)
    return page_of(
        visit,
        title,
        (Group((Paragraph(done, "lead"), Paragraph(say("puzzles.how"), "soft"), go)),),
        (Choice(title, picks, quiet=True), Group(tiles, look="tiles")),
    )


def following(visit: Visit) -> Puzzle:
    """The first that was not solved; where all of them were, the last."""
    found, stars = visit.client.puzzles.all, visit.client.puzzles.stars
    return next((one for one in found if one.number not in stars), found[-1])


def _tile(visit: Visit, puzzle: Puzzle, then: Puzzle) -> PuzzleTile:
    say, stars = visit.say, visit.client.puzzles.stars.get(puzzle.number, 0)
    title = say("puzzle.title", number=puzzle.number)
    won = say("puzzle.won", stars=stars, most=MOST_STARS)
    return PuzzleTile(
        visit.client.texts.number(puzzle.number),
        say("list.comma").join((title, won)) if stars else title,
        stars,
        MOST_STARS,
        ("go", "puzzle", puzzle.number),
        puzzle is then,
    )


def _grade(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose(MENU, grade=int(args[0]))


PART: Final = Part({MENU: sheet}, {"puzzles.grade": _grade})

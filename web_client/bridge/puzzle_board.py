"""The felt of a puzzle: open hands, what was played last, the line that tells how it stands."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal

from client_core.client import MOST_STARS, Say
from client_core.felts.choices import Choice
from protocol.games.doudizhu import Pattern, classify
from protocol.words import Cards
from web_client.bridge.puzzle_local import MINE, PuzzleLocal, amiss, local_of
from web_client.bridge.puzzle_shapes import PuzzleSide, PuzzleView
from web_client.bridge.table_bar import lettered
from web_client.bridge.table_cards import cards_label, cards_view
from web_client.bridge.table_shapes import BarView, CardsView, ChoiceView, KeyView, Tag
from web_client.bridge.visit import Visit

Ink = Literal["text", "soft", "gold", "warm"]
MOST_DIGITS: Final = 9


def puzzle_view(visit: Visit) -> PuzzleView:
    """The puzzle in sight; wakes the page when the solver is to go on."""
    now = local_of(visit)
    if now.thinks:
        visit.wake_at(now.due)
    position = now.playing.position
    sides = [_side(visit, now, at) for at in range(len(position.hands))]
    shown = choices(visit, now)
    return PuzzleView(
        visit.say("puzzle.title", number=now.puzzle.number),
        replace(sides[MINE], hand=_mine(now, sides[MINE].hand)),
        tuple(sides[1:]),
        _bar(visit, now, shown),
        tuple(_keys(shown)),
        ("puzzle.slide",) if now.may_choose else (),
    )


# -- the hands -------------------------------------------------------------------------------------


def _side(visit: Visit, now: PuzzleLocal, at: int) -> PuzzleSide:
    playing = now.playing
    position = playing.position
    name = visit.say("puzzle.cards", name=name_of(visit, now, at), left=len(position.hands[at]))
    turn = position.winner is None and position.turn == at
    return PuzzleSide(
        Tag(name, "gold" if turn else "quiet"),
        cards_view(visit, position.hands[at][::-1], name=name),
        _play(visit, now, at),
    )


def name_of(visit: Visit, now: PuzzleLocal, at: int) -> str:
    """Who plays these cards."""
    if at == MINE:
        return visit.say("puzzle.you")
    two = len(now.playing.position.hands) == 2
    return visit.say("puzzle.farmer" if two else f"puzzle.farmer.{at}")


def _play(visit: Visit, now: PuzzleLocal, at: int) -> CardsView:
    """What a hand has laid last, and what that is called; a pass is said."""
    before = now.playing.before_each
    if at not in before:
        return CardsView()
    cards = before[at]
    if not cards:
        return CardsView(tag=Tag(visit.say("act.pass")))
    laid = [past.turn for past, played in now.playing.past if played]
    top = laid[-1] == at
    tag = Tag(named(visit, cards), "gold" if top else "quiet")
    dim = set() if top else set(range(len(cards)))
    return cards_view(visit, cards[::-1], dim=dim, tag=tag, name=name_of(visit, now, at))


def named(visit: Visit, cards: Cards) -> str:
    """What these cards are as a play."""
    pattern = classify(cards)
    return visit.client.texts.pattern_name(pattern) if isinstance(pattern, Pattern) else ""


def told(visit: Visit, now: PuzzleLocal, cards: Cards) -> str:
    """The play of whoever is to move, for those who listen."""
    who = name_of(visit, now, now.playing.position.turn)
    what = cards_label(visit.client, cards) if cards else visit.say("act.pass")
    return visit.say("list.comma").join((who, what))


def _mine(now: PuzzleLocal, hand: CardsView) -> CardsView:
    """My cards, which a touch chooses while it is my turn."""
    if not now.may_choose:
        return hand
    cards = tuple(
        replace(card, chosen=place in now.picked, tap=("puzzle.pick", place))
        for place, card in enumerate(hand.cards)
    )
    return replace(hand, cards=cards)


# -- the bar ---------------------------------------------------------------------------------------


def choices(visit: Visit, now: PuzzleLocal) -> tuple[Choice, ...]:
    """Everything that can be done now."""
    say, playing = visit.say, now.playing
    if playing.shown:
        if not now.line:
            return (Choice("puzzle.again", say("puzzle.try"), kind="primary"),)
        step = Choice("puzzle.next", say("puzzle.step"), kind="primary")
        return Choice("puzzle.again", say("puzzle.try")), step
    if playing.won:
        again = Choice("puzzle.again", say("puzzle.again"))
        last = now.puzzle is visit.client.puzzles.all[-1]
        on = Choice("puzzle.next", say("puzzle.next"), kind="primary")
        return (again,) if last else (again, on)
    if playing.lost:
        return (
            Choice("puzzle.undo", say("puzzle.undo")),
            Choice("puzzle.line", say("puzzle.line")),
            Choice("puzzle.again", say("puzzle.again"), kind="primary"),
        )
    return tuple(_turn(visit, now)) if playing.mine else ()


def _turn(visit: Visit, now: PuzzleLocal) -> Iterator[Choice]:
    """What can be done when it is mine to play."""
    say, playing = visit.say, now.playing
    if playing.can_undo:
        yield Choice("puzzle.undo", say("puzzle.undo"))
    if now.beats_nothing:
        yield Choice("puzzle.pass", say("act.pass"), kind="primary")
        return
    yield Choice("puzzle.hint", say("table.hint"))
    if playing.position.to_beat is not None:
        yield Choice("puzzle.pass", say("act.pass"))
    able = bool(now.picked) and amiss(visit, now) is None
    yield Choice("puzzle.play", say("act.play"), kind="primary" if able else "dim")


def status(visit: Visit, now: PuzzleLocal) -> tuple[str, Ink]:
    """The one line that matters most now."""
    say, playing = visit.say, now.playing
    if now.note is not None:
        return say(now.note), now.ink
    if playing.won and playing.shown:
        return say("puzzle.line_over"), "gold"
    if playing.won:
        return say("puzzle.won", stars=playing.stars, most=MOST_STARS), "gold"
    if playing.shown:
        return say("puzzle.line_goes_on", left=len(now.line)), "gold"
    if playing.lost:
        return say("puzzle.lost"), "warm"
    if not playing.mine:
        return say("puzzle.thinks"), "soft"
    if now.beats_nothing:
        return say("table.beats_nothing"), "gold"
    if not now.picked:
        return say("puzzle.your_turn"), "gold"
    wrong: Say | None = amiss(visit, now)
    return (say(wrong) if wrong is not None else named(visit, now.chosen)), "gold"


def _bar(visit: Visit, now: PuzzleLocal, shown: tuple[Choice, ...]) -> BarView:
    say, keys = visit.say, dict(lettered(shown))
    line, ink = status(visit, now)
    options = say("list.comma").join(one.text for one in shown)
    made = tuple(
        ChoiceView(
            one.key,
            one.text,
            "",
            one.kind,  # type: ignore[arg-type]  # one of ChoiceLook
            False,
            ("puzzle.do", one.key),
            hint=say("bar.key", key=keys[one.key].upper()) if one.key in keys else "",
        )
        for one in shown
    )
    turn = len(now.playing.past) + 1 if shown else 0
    asked = say("bar.asked", line=line, options=options) if shown else ""
    return BarView(line, ink, turn, asked, False, made, None)


def _keys(shown: tuple[Choice, ...]) -> Iterator[KeyView]:
    """A letter for each choice that has one, digits for all, Enter for the one that is lit."""
    for key, letter in lettered(shown):
        yield KeyView(letter, ("puzzle.do", key))
    for nth, one in enumerate(shown[:MOST_DIGITS], 1):
        yield KeyView(str(nth), ("puzzle.do", one.key))
    yield from (KeyView("enter", ("puzzle.do", one.key)) for one in shown if one.kind == "primary")
    yield KeyView("?", ("go", "keys"))
    yield KeyView("escape", ("back",))

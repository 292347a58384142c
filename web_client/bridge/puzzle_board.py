"""The felt of a puzzle: open hands, what was played last, the line that tells how it stands."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from client_core.felts.choices import Choice
from client_core.felts.puzzle import MINE, choices, play_name, side_name, status
from protocol.words import Cards
from web_client.bridge.puzzle_local import PuzzleLocal, local_of
from web_client.bridge.puzzle_shapes import PuzzleSide, PuzzleView
from web_client.bridge.table_bar import lettered
from web_client.bridge.table_cards import cards_label, cards_view
from web_client.bridge.table_shapes import BarView, CardsView, ChoiceView, KeyView, Tag
from web_client.bridge.visit import Visit

MOST_DIGITS: Final = 9


def puzzle_view(visit: Visit) -> PuzzleView:
    """The puzzle in sight; wakes the page when the solver is to go on."""
    now = local_of(visit)
    if now.thinks:
        visit.wake_at(now.due)
    position = now.playing.position
    sides = [_side(visit, now, at) for at in range(len(position.hands))]
    shown = choices(visit.client, now.sight)
    return PuzzleView(
        visit.say("puzzle.title", number=now.puzzle.number),
        replace(sides[MINE], hand=_mine(now, sides[MINE].hand)),
        tuple(sides[1:]),
        _bar(visit, now, shown),
        tuple(_keys(shown)),
        ("puzzle.slide",) if now.sight.may_choose else (),
    )


# -- the hands -------------------------------------------------------------------------------------


def _side(visit: Visit, now: PuzzleLocal, at: int) -> PuzzleSide:
    playing = now.playing
    position = playing.position
    who = side_name(visit.client, playing, at)
    name = visit.say("puzzle.cards", name=who, left=len(position.hands[at]))
    turn = position.winner is None and position.turn == at
    return PuzzleSide(
        Tag(name, "gold" if turn else "quiet"),
        cards_view(visit, position.hands[at][::-1], name=name),
        _play(visit, now, at),
    )


def _play(visit: Visit, now: PuzzleLocal, at: int) -> CardsView:
    """What a hand has laid last, and what that is called; a pass is said."""
    before = now.playing.before_each
    if at not in before:
        return CardsView()
    cards, named = before[at], play_name(visit.client, before[at])
    if not cards:
        return CardsView(tag=Tag(named))
    laid = [past.turn for past, played in now.playing.past if played]
    top = laid[-1] == at
    dim = set() if top else set(range(len(cards)))
    name = side_name(visit.client, now.playing, at)
    tag = Tag(named, "gold" if top else "quiet")
    return cards_view(visit, cards[::-1], dim=dim, tag=tag, name=name)


def told(visit: Visit, now: PuzzleLocal, cards: Cards) -> str:
    """The play of whoever is to move, for those who listen."""
    who = side_name(visit.client, now.playing, now.playing.position.turn)
    what = cards_label(visit.client, cards) if cards else visit.say("act.pass")
    return visit.say("list.comma").join((who, what))


def _mine(now: PuzzleLocal, hand: CardsView) -> CardsView:
    """My cards, which a touch chooses while it is my turn."""
    if not now.sight.may_choose:
        return hand
    cards = tuple(
        replace(card, chosen=place in now.picked, tap=("puzzle.pick", place))
        for place, card in enumerate(hand.cards)
    )
    return replace(hand, cards=cards)


# -- the bar ---------------------------------------------------------------------------------------


def _bar(visit: Visit, now: PuzzleLocal, shown: tuple[Choice, ...]) -> BarView:
    say, keys = visit.say, dict(lettered(shown))
    line, ink = status(visit.client, now.sight)
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

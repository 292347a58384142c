"""Roulette at a real house, by touch: chips are laid, undone, doubled, the wheel spins, the same is
laid again, and the books are right."""

from pathlib import Path

import pytest

from client_core.client import RouletteFacts, TableView
from tests.e2e.player import Player, chair, players
from tests.e2e.sight import Sight
from tests.house.process import free_port, house


def facts(view: TableView) -> RouletteFacts:
    assert isinstance(view.facts, RouletteFacts)
    return view.facts


def mine(view: TableView) -> dict[str, int]:
    """What lies there of mine."""
    return dict(facts(view).bets.get(chair(view).seat, {}))


def on_board(sight: Sight, text: str) -> tuple[float, float]:
    """The middle of what is written on the board: what stands farthest to the right of it."""
    found = [one.box for one in sight.painted.texts if one.text == text]
    assert found, text
    left, low, wide, high = min(found, key=lambda box: abs(box[1] - sight.size[1] / 2))
    return left + wide / 2, low + high / 2


def open_(view: TableView) -> bool:
    return view.live and not facts(view).closed and view.turn is not None and view.turn.me


@pytest.mark.req("C-4.3", "C-4.14", "C-4.17")
def test_bets_are_laid_undone_doubled_and_laid_again_and_the_wheel_pays(
    display: str, tmp_path: Path
) -> None:
    demo = {"CARDROOM_BANK_DEMO_PORT": str(free_port())}
    with house(tmp_path, "", demo) as running:
        one = Player("Juno", running.url, tmp_path, coach=False)
        with players(one):
            one.comes_in()
            one.tap("Roulette")
            one.tap("Play solo")
            one.tap("Sit down")
            view = one.until_table(open_, "bets")
            had = chair(view).stack
            one.touch(on_board(one.look(), "17"))
            view = one.until_table(lambda seen: mine(seen) != {}, "a chip")
            (place,) = mine(view)
            assert place == "straight:17", "the first tap bets the number"
            chip = mine(view)[place]
            one.touch(on_board(one.look(), "17"))
            one.until_table(lambda seen: mine(seen) == {place: 2 * chip}, "another one on it")
            one.tap("Undo")
            one.until_table(lambda seen: mine(seen) == {place: chip}, "one chip")
            one.touch(on_board(one.look(), "Red"))
            one.until_table(lambda seen: mine(seen) == {place: chip, "red": chip}, "red too")
            one.tap("Double")
            laid = {place: 2 * chip, "red": 2 * chip}
            one.until_table(lambda seen: mine(seen) == laid, "twice as much")
            one.tap("Spin")
            one.until_table(lambda seen: facts(seen).closed, "no more bets")
            view = one.until_table(lambda seen: seen.over, "the number")
            number, colour = facts(view).number, facts(view).colour
            won = 35 * 2 * chip if number == 17 else -2 * chip
            won += 2 * chip if colour == "red" else -2 * chip
            assert chair(view).stack == had + won
            view = one.until_table(lambda seen: open_(seen) and seen.round > 1, "the next round")
            assert chair(view).stack == had + won, "what was won is mine"
            assert mine(view) == {}
            one.tap("Rebet")
            one.until_table(lambda seen: mine(seen) == laid, "the same once more")
            one.tap("Clear")
            one.until_table(lambda seen: mine(seen) == {}, "nothing")

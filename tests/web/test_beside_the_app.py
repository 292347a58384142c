"""A page in a browser and the app in its window, at one table of a real house."""

import re
from pathlib import Path

from playwright.async_api import Page

from protocol.cards import labels
from tests.display import shown
from tests.e2e.player import Player, players
from tests.e2e.test_holdem_evening import CALM, my_turn, press
from tests.house.process import house
from tests.web.browser import IN_A_BROWSER, PHONE, built
from tests.web.conftest import HURRIED, LIMITS, Visiting, room
from tests.web.listener import answers, comes_in, heard, listens, sits
from tests.web.test_rounds import AMOUNT, MOST, NAME, a_round, named

pytestmark = IN_A_BROWSER
SUITS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c"})


async def play(one: Player, page: Page) -> tuple[str, str]:
    """A hand to its end, whoever is asked: what the page said of it, and the board that the app
    showed last."""
    board = ""
    for _ in range(MOST):
        if told := a_round(await heard(page), "Hold'em"):
            return told, board
        sight = one.look()
        if sight.table is not None and sight.table.round == 1:
            board = labels(sight.table.board)
        if my_turn(sight):
            press(one, next(says for says in CALM if says in sight.presses))
        elif "Muck" in sight.presses:
            # Whoever loses may show, and has a whole turn for it.
            one.tap("Muck")
        else:
            await answers(page)
    raise AssertionError(await heard(page))


def laid(told: str) -> str:
    """The board as the page has told it."""
    cards = " ".join(re.findall(r"On the board: (.*?)\.", told))
    return cards.replace("10", "T").translate(SUITS)


async def test_the_page_and_the_app_play_a_hand_against_each_other(
    visiting: Visiting, tmp_path: Path
) -> None:
    built()
    rooms = LIMITS + room("holdem", "holdem", "standard", 0)
    with shown(), house(tmp_path, rooms, program=HURRIED) as running:
        one = Player("Juno", running.url, tmp_path, confirm_all_in=False, coach=False)
        with players(one):
            page = await (await visiting(running, PHONE)).open("#table=holdem")
            await listens(page)
            one.comes_in()
            one.tap("Deal me in")
            one.until_table(lambda view: view.me is not None, "a seat")
            await comes_in(page, NAME)
            await sits(page)
            told, board = await play(one, page)
    assert told.startswith("Round 1 of Hold'em")
    assert named(told.partition(". ")[0], AMOUNT) == {NAME, "Juno"}
    assert laid(told).startswith(board), (told, board)

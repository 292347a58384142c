"""A whole round of every game against bots, by what is heard and by buttons' names alone."""

import re
from typing import Final

from playwright.async_api import Page

from tests.house.process import Running
from tests.web.browser import IN_A_BROWSER, PHONE
from tests.web.conftest import TABLES, Visiting
from tests.web.listener import answers, comes_in, heard, listens, seated, sits

pytestmark = IN_A_BROWSER
NAME: Final = "Nora"
AMOUNT: Final = r"\d(?:[\d,.]*\d)?"
MOST: Final = 200
"""So many questions has no round."""
PAID: Final = {
    "Hold'em": r" takes |No chips at stake",
    "Dou Dizhu": r"Won by ",
    "Blackjack": rf"{NAME} (wins|pushes|loses|surrenders|sits)",
    "Roulette": r"The ball falls on \d+, (red|black|green)",
    "Sabacc": r" takes |The best hand",
}
"""What is said at the end of every round of a game, whoever wins."""


def a_round(said: str, game: str) -> str:
    """What was said of the first round that I am dealt into, as soon as it is over; else nothing.

    Where it has brought nobody anything it ends with the beginning of the next.
    """
    _, *rounds = re.split(rf"(?=(?:Round|Game) \d+ of {game}, )", said)
    while rounds and not re.match(rf"\w+ \d.*?{NAME} {AMOUNT}", rounds[0]):
        rounds.pop(0)
    over = len(rounds) > 1 or (rounds and "In all: " in rounds[0])
    return rounds[0] if over else ""


def named(sentence: str, amount: str) -> set[str]:
    """Who is said to have or to get an amount."""
    return {name.strip() for name in re.findall(rf"(?:: |, )([^:,]+?) {amount}", sentence)}


async def plays(page: Page, game: str) -> tuple[str, set[str]]:
    """A round to its end: what was said of it, and the names that stood on the seats."""
    names: set[str] = set()
    for _ in range(MOST):
        if told := a_round(await heard(page), game):
            return told, names
        names |= await seated(page)
        await answers(page)
    raise AssertionError(f"A round of {game} has no end: {(await heard(page))[-1_000:]}")


async def test_a_round_of_every_game_is_played_to_what_it_brings_without_looking(
    web_house: Running, visiting: Visiting
) -> None:
    visitor = await visiting(web_house, PHONE)
    page = await visitor.open()
    await listens(page)
    await comes_in(page, NAME)
    for game, table in zip(PAID, TABLES, strict=True):
        await page.goto(f"{visitor.address}#table={table}")
        await sits(page)
        told, names = await plays(page, game)
        begun, brought = told.partition(".\n")[0].partition(". ")[0], told.partition("In all")[2]
        assert {NAME} < named(begun, AMOUNT) <= names, (told, names)
        assert named(brought, rf"[+−]{AMOUNT}") <= names, (told, names)
        assert re.search(PAID[game], told), told

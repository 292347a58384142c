"""The invitation to a room of friends as a QR code, in a terminal that shows pictures."""

import asyncio
import io
import sys
from dataclasses import replace

import pytest
import segno

from client_core.client import Client
from protocol import messages
from protocol.half_blocks import HALVES, half_blocks
from terminal_client.house.lines import PrintedVisit
from terminal_client.house.screen import HouseScreen
from terminal_client.page.ink import bare
from terminal_client.page.look import Look
from tests.client.device import Device
from tests.terminal.test_visits import BLACKJACK

LINK = "http://192.168.1.5:8770/#join=7KQ2M9"
DARK = {sign: dark for dark, sign in HALVES.items()}


@pytest.fixture
def one() -> Device:
    """Somebody in a room of friends, whose house says how it is reached."""
    one = Device()
    one.come_in()
    one.sit_down(room=replace(BLACKJACK, private=True, code="7KQ2M9"))
    one.client._state.runner.change(welcome=messages.Welcome(1, invite="http://192.168.1.5:8770/"))
    return one


def test_two_rows_of_a_picture_are_a_line() -> None:
    assert list(half_blocks([[1, 0, 1, 0], [0, 1, 1, 0], [1, 0, 0, 0]])) == ["▀▄█ ", "▀   "]


def read(lines: list[str]) -> list[list[bool]]:
    """What is dark in these lines; a last line may have a lower half too much."""
    rows = []
    for line in lines:
        rows += [[DARK[sign][half] for sign in line] for half in (0, 1)]
    return rows


def drawn(link: str = LINK) -> list[list[bool]]:
    rows = segno.make_qr(link, error="m").matrix_iter(border=2)
    found = [[bool(one) for one in row] for row in rows]
    return found + [[False] * len(found[0])] * (len(found) % 2)


def printed(client: Client, look: Look) -> list[str]:
    """What is printed when the link was asked for."""
    out = io.StringIO()
    visit = PrintedVisit(client, look, sys.stdin, out, "", None)
    visit.visit.go_on()
    out.seek(0)
    out.truncate()
    visit.visit.typed("invite")
    return out.getvalue().splitlines()


def test_a_terminal_with_colours_prints_the_code_below_the_link(one: Device) -> None:
    first, *lines = printed(one.client, Look(colours=True))
    assert LINK in bare(first)
    assert all(line.startswith("\x1b[30;107m") for line in lines)
    assert read([bare(line) for line in lines]) == drawn()


@pytest.mark.parametrize(
    "look",
    [Look(), Look(plain=True), Look(colours=True, signs=False), Look(colours=True, width=30)],
    ids=["no colours", "plain", "no signs", "narrow"],
)
def test_where_no_camera_could_read_it_the_link_stands_alone(one: Device, look: Look) -> None:
    said = printed(one.client, look)
    assert not DARK.keys() - {" "} & set("".join(said))
    assert "7KQ2M9" in bare(" ".join(said))


@pytest.mark.parametrize("high", [24, 18])
def test_the_screen_shows_the_code_until_something_else_is_typed(one: Device, high: int) -> None:
    def squares(screen: HouseScreen) -> list[str]:
        strips = screen.screen._compositor.render_strips()
        # Beside its edge; the bar that scrolls has blocks too.
        lines = ["".join(part.text for part in strip)[1 : 1 + wide] for strip in strips]
        return [line for line in lines if set(line) & {"▀", "▄"}]

    wide = len(drawn()[0])

    async def seen() -> tuple[list[str], list[str]]:
        screen = HouseScreen(one.client, Look(colours=True), "", None)
        async with screen.run_test(size=(80, high)) as pilot:
            found = []
            for word in ("invite", "?"):
                await pilot.press(*word, "enter")
                await pilot.pause()
                found.append(squares(screen))
            return found[0], found[1]

    shown, later = asyncio.run(seen())
    # Its first line and its last are margin alone, and have no sign of their own.
    assert read(shown) == (drawn()[2:-2] if high == 24 else [])
    assert later == []

"""Deep links: `#join=CODE` leads to a private room, `#table=NAME` to a table of the house, and
`#alone=NAME` back to one of the house inside the client."""

from typing import Final
from urllib.parse import unquote

from web_client.bridge.local import Link
from web_client.bridge.visit import Visit

HOUSE: Final = ("join", "table")
"""Ways that lead to the house that the page came from."""
ALONE: Final = "alone"
WAYS: Final = (*HOUSE, ALONE)
LONGEST: Final = 64


def leads(address: str) -> bool:
    """Whether it leads to a room of a house."""
    way, _, name = address.removeprefix("#").partition("=")
    return way in HOUSE and bool(name)


def follow(visit: Visit, address: str) -> None:
    """Go where the address bar leads, at once or as soon as one is in."""
    way, _, name = address.removeprefix("#").partition("=")
    name = unquote(name).strip()
    if way not in WAYS or not name or len(name) > LONGEST:
        return
    if way != "join" and visit.client.screen.table == name:
        return
    visit.change(link=Link(way, name))
    _go(visit)


def heard(visit: Visit, topic: str) -> None:
    """Something has changed that a link may have waited for."""
    if topic in ("me", "lobby", "table", "screen") and visit.local.link is not None:
        _go(visit)


def _go(visit: Visit) -> None:
    client, link = visit.client, visit.local.link
    if link is None or not client.account.me.inside:
        return
    if link.way != "join" and link.name in client.account.me.tables:
        visit.change(link=None)
        visit.home()
        client.show(link.name)
        return
    if not client.lobby.view.loaded:
        # Tables of before are joined again by themselves before the lobby is told.
        return
    visit.change(link=None)
    visit.home()
    if link.way == "join":
        client.lobby.join_code(link.name, invited=True)
    elif link.name in client.tables.names:
        client.show(link.name)
    elif link.way != ALONE:
        client.lobby.join(link.name)

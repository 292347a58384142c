"""The words above every screen: how the connection stands, and what a table below wants of me."""

import math
from collections.abc import Mapping
from typing import Final

from client_core.client import Client

DOTS: Final[Mapping[str, str]] = {
    "met": "on",
    "in": "on",
    "connecting": "coming",
    "greeting": "coming",
    "entering": "coming",
}
"""How a connection stands by its state; any other is "off"."""
WARNINGS: Final = frozenset({"closing", "house_closed", "house_closes"})
"""Codes of banners that tell of nothing wrong."""
HOUR_S: Final = 3600
"""Who waits longer is told no countdown."""


def dot_of(state: str) -> str:
    """How a connection of that state stands: on, coming or off."""
    return DOTS.get(state, "off")


def line_text(client: Client) -> str:
    """The connection in words, with the seconds until it is tried again."""
    now = client.connection.view
    if now.offline and now.state == "in":
        return client.say("connection.inside")
    left = now.retry_at - client.now()
    if now.state == "waiting" and 0 < left < HOUR_S:
        return client.say(f"connection.{'lost' if now.house else 'retry'}", left=math.ceil(left))
    return client.say("connection.readable" if now.readable else f"connection.{now.state}")


def call_text(client: Client, table: str) -> str:
    """What this table wants of me before a time is over, and how long that is; empty if nothing."""
    view, acts = client.tables.view(table), client.turn.acts(table)
    if view is None or client.connection.view.state != "in":
        return ""
    if view.offer is not None and not client.seat.sitting_down(table):
        left = client.texts.span(view.offer.until - client.now())
        return client.say("page.offer", left=left)
    turn = view.turn
    if turn is None or not (turn.me and turn.clock) or acts.sent or acts.held:
        return ""
    seconds = turn.deadline - client.now()
    left = client.texts.span(seconds if seconds > 0 else seconds + acts.bank)
    return client.say("page.turn", left=left)

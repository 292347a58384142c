"""The upper edge of every screen: the connection, the house's own words, a table that calls."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from client_core.client import Client
from web_client.bridge.shapes import Tap
from web_client.bridge.visit import Visit

DOTS: Final = {
    "met": "on",
    "in": "on",
    "connecting": "coming",
    "greeting": "coming",
    "entering": "coming",
}
"""Colours of a connection by its state; any other is off."""
KINDS: Final = {"closing": "warning", "house_closed": "warning", "house_closes": "warning"}
COMES_BACK: Final[Mapping[str, Tap]] = {"closed": ("reload",), "fault": ("connect",)}
"""What a tap on the banner does that brings the player back: to a session that has gone on in
another place, with what that place has kept."""
HOUR_S: Final = 3600


@dataclass(frozen=True, slots=True)
class StripView:
    """How the connection stands, and what stands above every screen; "" is nothing."""

    dot: str
    state: str
    text: str
    tap: Tap = ()
    banner: str = ""
    banner_kind: Literal["warning", "bad"] = "bad"
    banner_tap: Tap = ()
    call: str = ""
    call_tap: Tap = ()
    button: str = ""
    """What a tap on a connection that is lost does."""


def dot_of(state: str) -> str:
    """The colour of a connection, by its name."""
    return DOTS.get(state, "off")


def line_text(client: Client) -> str:
    """The connection in words, with the seconds until it is tried again."""
    now = client.connection.view
    left = now.retry_at - client.now()
    if now.state == "waiting" and 0 < left < HOUR_S:
        return client.say(f"connection.{'lost' if now.house else 'retry'}", left=math.ceil(left))
    return client.say(f"connection.{now.state}")


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


def strip_view(visit: Visit) -> StripView:
    """The upper edge as it is now."""
    client = visit.client
    now, banner = client.connection.view, client.notices.banner
    if visit.elsewhere:
        state, told = client.say(f"connection.{now.state}"), client.say("web.elsewhere")
        return StripView("off", state, "", banner=told, banner_tap=("reload",))
    dot = dot_of(now.state)
    if now.state == "waiting" and now.retry_at - client.now() < HOUR_S:
        # A countdown is told anew each second.
        visit.wake_at(client.now() + 1)
    waits = now.state == "waiting"
    there = banner is not None and banner.say.key != "banner.too_old"
    back = COMES_BACK.get(now.state, ()) if there else ()
    below = client.screen.table if client.screen.name == "table" and visit.local.pages else ""
    call = call_text(client, below) if below else ""
    if call:
        visit.wake_at(client.now() + 1)
    return StripView(
        dot,
        client.say(f"connection.{now.state}"),
        "" if dot == "on" or there else line_text(client),
        ("connect",) if waits else (),
        client.say(banner.say) if banner is not None and there else "",
        "warning" if banner is not None and banner.code in KINDS else "bad",
        back,
        call,
        ("home",) if call else (),
        client.say("too_old.again") if waits else "",
    )

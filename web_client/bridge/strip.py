"""The upper edge of every screen: the connection, the house's own words, a table that calls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from client_core.felts.strip import HOUR_S, WARNINGS, call_text, dot_of, line_text
from web_client.bridge.shapes import Tap
from web_client.bridge.visit import Visit

COMES_BACK: Final[Mapping[str, Tap]] = {"closed": ("reload",), "fault": ("connect",)}
"""What a tap on the banner does that brings the player back: to a session that has gone on in
another place, with what that place has kept."""


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
    mark: str = ""
    """Why an open lock stands where the connection is told: others can read what is said on it."""


def strip_view(visit: Visit) -> StripView:
    """The upper edge as it is now."""
    client = visit.client
    now, banner = client.connection.view, client.notices.banner
    if visit.elsewhere:
        state, told = client.say(f"connection.{now.state}"), client.say("web.elsewhere")
        return StripView(
            "off", state, "", banner=told, banner_kind="warning", banner_tap=("reload",)
        )
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
        "warning" if banner is not None and banner.code in WARNINGS else "bad",
        back,
        call,
        ("home",) if call else (),
        client.say("too_old.again") if waits else "",
        client.say("connection.readable") if now.readable else "",
    )

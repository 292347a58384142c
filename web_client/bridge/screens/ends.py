"""The pages at an end: of a stay at a table, of all chips, of a visit, of a client too old."""

import math
from collections.abc import Iterator
from typing import Final

from client_core.client import Ending, Say
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.screens.start import house_name
from web_client.bridge.shapes import Block, Brand, Group, Paragraph, Press, Sheet
from web_client.bridge.visit import Part, Visit

UNSAID: Final = ("refusal.code_wrong", "refusal.no_table")
"""Why there is no way back into a room with a code: no line is here that was typed in wrong."""


def too_old(visit: Visit) -> Sheet:
    """The page is older than the house: what that means, and what to do."""
    say = visit.say
    upper = (Brand(say("too_old.title"), house_name(visit) or say("app.name")),)
    lower = (
        Group((Paragraph(say("banner.too_old")), Paragraph(say("web.too_old"), "soft"))),
        Press(say("too_old.again"), ("reload",), "main", icon="again"),
    )
    return Sheet(say("too_old.title"), (upper, lower), headless=True, middle=True)


def farewell(visit: Visit) -> Sheet:
    """There are no chips left: why, and until when this is shown."""
    client, say = visit.client, visit.say
    last = client.notices.farewell
    left = 0
    if last is not None:
        left = max(0, math.ceil(last.until - client.now()))
        visit.wake_at(client.now() + 1)
    said: tuple[Block, ...] = (
        Paragraph(say(last.say) if last is not None else "", "soft"),
        Paragraph(say("web.farewell", left=left), "soft"),
        Press(say("farewell.leave"), ("quit.now",), "quiet"),
    )
    return Sheet(say("farewell.title"), ((Group(said),),), middle=True)


def ended(visit: Visit) -> Sheet:
    """The player has closed the app; the page can be opened again."""
    say = visit.say
    said = (
        Brand(say("app.name"), say("start.tagline")),
        Paragraph(say("web.ended"), "soft"),
        Press(say("web.open_again"), ("reload",), icon="again"),
    )
    return Sheet(say("app.name"), (said,), headless=True, middle=True)


def ending(visit: Visit) -> Sheet:
    """The end of a stay at a table: why, what one has now, and what leads on."""
    client, say = visit.client, visit.say
    over = client.ending.view
    if over is None:
        return Sheet(say("lobby.mine"), ((),))
    why = (Paragraph(client.words.sentences(over.says), "soft"),)
    return Sheet(
        say(over.title), (why, (*_have(visit, over), *_ways(visit, over))), back=("back",),
        back_text=say("web.back"), middle=True,
    )  # fmt: skip


def _have(visit: Visit, over: Ending) -> Iterator[Block]:
    client = visit.client
    me, cash = client.account.me, over.room.purse == "cash"
    without = None if cash or over.held else client.cashier.without_chips()
    have = client.texts.money(me.cash if cash else me.play, cash=cash)
    text = visit.say("ending.have_cash" if cash else "ending.have", amount=have)
    # Cash goes back to the card: that nothing is left beside it is no news.
    if not cash or me.cash:
        yield Group((Paragraph(visit.say(without) if without is not None else text),))


def _ways(visit: Visit, over: Ending) -> Iterator[Block]:
    client = visit.client
    busy = visit.waits
    for at, way in enumerate(client.ending.ways):
        key = f"ending.way_{way}"
        if way == "again" and over.kind == "broke":
            key = "ending.way_rebuy"
        buy_in = over.wish.buy_in if over.wish is not None else 0
        text = visit.say(
            key,
            game=client.texts.game_name(over.room.game),
            chips=client.texts.money(buy_in) if buy_in else "",
        )
        yield Press(text.strip(), ("ending", way), "quiet" if at else "main", not busy)


def _take(visit: Visit, args: Args, value: Plain) -> None:
    client, over = visit.client, visit.client.ending.view
    way = next((one for one in client.ending.ways if one == args[0]), None)
    if over is None or way is None:
        return
    if way in ("cashier", "busters"):
        visit.go(way)
    elif way == "choose":
        # Away from this page first: whatever lies over it goes with it.
        client.ending.read()
        alone = over.room.private and not over.room.code
        visit.go("solo" if alone else "rooms", over.room.game)
    else:
        visit.wait(client.ending.go_on(way))


def _answered(visit: Visit, refusal: Say | None) -> None:
    if refusal is not None and refusal.key in UNSAID:
        visit.client.notices.tell(refusal, "bad")


PART: Final = Part(
    {"ending": ending, "farewell": farewell, "too_old": too_old, "ended": ended},
    {"ending": _take},
    {"ending": _answered},
)

"""The rooms of a game, codes to come in by and to hand on, and bots to be dealt in with."""

from collections.abc import Iterator
from typing import Final

from client_core.client import Cash, RoomRow, Say, card_of, is_here
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.screens.lobby import capital
from web_client.bridge.shapes import (
    Block,
    Choice,
    Entry,
    Group,
    Item,
    Paragraph,
    Pick,
    Press,
    QrCode,
    Sheet,
)
from web_client.bridge.visit import Part, Visit, page_of, typed

FILTERS: Final = ("all", "free", "play", "cash")
ALONE: Final = FILTERS[:2]
"""Offline there is no table for money."""
LONGEST: Final = 16
"""Of a code as it may be typed."""


# -- the rooms of a game -------------------------------------------------------------------------


def rooms(visit: Visit) -> Sheet:
    """The rooms of one game, the way to a seat, and to rooms of one's own."""
    client, say = visit.client, visit.say
    page = visit.named("rooms")
    game = str(page.about[0]) if page.about else client.lobby.quick_game
    chosen = str(page.chosen.get("filter", "all"))
    found = [room for room in client.lobby.view.rooms if room.game == game]
    nobody = not found and chosen == "all"
    none, closing = client.cashier.without_chips(short=True), client.notices.closing
    ways: tuple[Block, ...] = (
        Press(
            say("lobby.deal"), ("rooms.deal", game), "quiet" if nobody else "main",
            client.lobby.may_deal_in, "chips", say(none) if none is not None else "",
        ),
        Group(
            (
                Press(say("rooms.open"), ("go", "open", game), "main" if nobody else "quiet",
                      not closing and not client.connection.view.offline, "plus"),
                Press(say("rooms.solo"), ("go", "solo", game), "quiet", not closing, "bot"),
            ),
            look="row",
        ),
        *_more(visit, game),
    )  # fmt: skip
    picks = tuple(
        Pick(say(f"rooms.{one}"), ("rooms.filter", one), one == chosen)
        for one in (ALONE if client.connection.view.offline else FILTERS)
    )
    name = client.texts.game_name(game)
    empty = say("rooms.nobody", game=name) if nobody else say("rooms.nothing")
    listed: Block = Group(tuple(_room(visit, one) for one in found), look="list")
    known = [card for card in client.opening.games if card.game == game]
    preset = known[0].presets[0] if known else "standard"
    return page_of(
        visit, name, ways,
        (Choice(say("web.filter"), picks, quiet=True),
         listed if found else Paragraph(empty, "soft")),
        actions=(
            Press(say("rules.title", game=name), ("go", "rules", game, preset), "plain",
                  icon="help", bare=True),
        ),
    )  # fmt: skip


def _more(visit: Visit, game: str) -> Iterator[Block]:
    """What else there is of a game: puzzles, who has busted the house, and what I have won."""
    if card_of(game).puzzles:
        yield Press(visit.say("puzzles.title"), ("go", "puzzles"), "quiet", icon="bulb")
    if card_of(game).busters:
        yield Press(visit.say("busters.title"), ("go", "busters"), "quiet", icon="crown")
    won = next((one.profit for one in visit.client.lobby.view.games if one.game == game), 0)
    if won:
        yield Paragraph(visit.say("rooms.profit", amount=won), "good" if won > 0 else "warm")


def _room(visit: Visit, row: RoomRow) -> Item:
    client, say = visit.client, visit.say
    stake = Cash(row.stake) if row.purse == "cash" else row.stake
    line = capital(client.texts.stake_line(row.game, stake)) or say("rooms.no_stake")
    sit = Press(say("rooms.sit"), ("rooms.sit", row.table), "quiet")
    return Item(
        client.texts.preset_name(row.game, row.preset),
        ("show", row.table) if row.mine else ("rooms.join", row.table),
        f"{line} · {client.lobby.brings(row)}",
        f"{row.taken}/{row.seats}",
        marks=tuple(_marks(visit, row)),
        here=row.mine,
        extra=(sit,) if client.lobby.may_sit(row) else (),
    )


def _marks(visit: Visit, row: RoomRow) -> Iterator[str]:
    """What is to be known of a room before one goes there."""
    say = visit.say
    if row.waiting:
        yield say("rooms.waiting", count=row.waiting)
    elif row.coming:
        yield say("rooms.bots_wait")
    elif row.full:
        yield say("rooms.full")
    marks = (
        (row.departs, "rooms.own_rules"), (row.testing, "rooms.testing"),
        (row.purse == "cash", "rooms.money"), (row.mine, "rooms.mine"),
    )  # fmt: skip
    yield from (say(key) for so, key in marks if so)


def _filter(visit: Visit) -> None:
    page = visit.named("rooms")
    chosen = str(page.chosen.get("filter", "all"))
    game = str(page.about[0]) if page.about else ""
    purse = chosen if chosen in ("play", "cash") else ""
    visit.client.lobby.filter_rooms(game, chosen == "free", purse)


def _choose_filter(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("rooms", filter=args[0])
    _filter(visit)


def _deal(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.lobby.quick_seat(str(args[0]))


def _join(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.lobby.join(str(args[0]))


def _sit(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.lobby.take_seat(str(args[0]))


# -- codes -----------------------------------------------------------------------------------------


def join(visit: Visit) -> Sheet:
    """Asks for the code of a private room."""
    say = visit.say
    form = Group(
        (
            Paragraph(say("join.text"), "soft"),
            Entry("code", say("join.code"), sort="letters", hint=say("join.hint"),
                  wrong=visit.local.wrong.get("code", ""), most=LONGEST),
            Press(say("join.go"), ("join.go",), able=not visit.waits, sends=True),
        ),
        form="join",
    )  # fmt: skip
    return page_of(visit, say("join.title"), (form,))


def _join_code(visit: Visit, args: Args, value: Plain) -> None:
    code = typed(value, "code").replace("-", "").strip()
    if not visit.wrong(code="" if code else visit.say("join.empty")):
        visit.wait(visit.client.lobby.join_code(code))


def _joined(visit: Visit, refusal: Say | None) -> None:
    if refusal is not None:
        visit.wrong(code=visit.say(refusal))
    elif visit.page is not None and visit.page.name == "join":
        visit.back()


def share(visit: Visit) -> Sheet:
    """The code of a room, and its link, to be handed on."""
    say, page = visit.say, visit.named("share")
    table = str(page.about[0]) if page.about else ""
    fresh = len(page.about) > 1
    view = visit.client.tables.view(table)
    code = view.code if view is not None else ""
    link, reached = _link(visit, code)
    parts: tuple[Block, ...] = (
        Paragraph(say("share.scan" if reached else "share.text"), "soft"),
        Paragraph(code, "code"),
        _square(link, say("web.qr")),
        Press(say("share.copy"), ("code.copied", code), icon="copy", copies=code),
        Press(say("web.copy_link"), ("link.copied",), "quiet", icon="copy", copies=link),
        Press(say("web.share"), (), "quiet", icon="share", shares=link),
        Press(say("share.done" if fresh else "share.back"), ("back",), "plain"),
    )
    return page_of(visit, say("share.title" if fresh else "table.invite"), (Group(parts),))


def _link(visit: Visit, code: str) -> tuple[str, bool]:
    """The link to the room of that code, and whether other machines are known to reach it. Where
    the page came from is good for others too, unless that is this very machine: then the house says
    how others reach it, if it knows."""
    own = f"{visit.browser.page}#join={code}"
    if not is_here(visit.browser.house):
        return own, True
    told = visit.client.connection.link(code)
    return told or own, bool(told)


def _square(link: str, label: str) -> QrCode:
    """The link as a friend's camera reads it."""
    # Nobody who hands nothing on waits for it.
    from segno import encoder

    rows = encoder.encode(link, error="m", micro=False).matrix
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, one in enumerate(row) if one)
    return QrCode("".join(dark), len(rows), label)


def _code_copied(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.notices.tell(Say("share.copied", {"code": str(args[0])}), "good")


def _link_copied(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.notices.tell(Say("credentials.copied"), "good")


# -- bots to be dealt in with ----------------------------------------------------------------------


def rivals(visit: Visit) -> Sheet:
    """Against whom one is dealt in: whoever is there, or bots at once; kept for the next time."""
    client, say = visit.client, visit.say
    picks = tuple(
        Pick(
            say(f"bot.{one}" if one else "rivals.anyone"), ("rivals", one),
            one == client.lobby.quick_level, say(f"bot.{one}.note") if one else "",
        )
        for one in ("", *client.lobby.levels(client.lobby.quick_game))
    )  # fmt: skip
    title = say("rivals.title")
    parts = (Paragraph(say("rivals.text"), "soft"), Choice(title, picks, "list", quiet=True))
    return page_of(visit, title, (Group(parts),))


def _rivals(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.set(rivals=str(args[0]))
    visit.back()


PART: Final = Part(
    {"rooms": rooms, "join": join, "share": share, "rivals": rivals},
    {
        "rooms.filter": _choose_filter,
        "rooms.deal": _deal,
        "rooms.join": _join,
        "rooms.sit": _sit,
        "join.go": _join_code,
        "code.copied": _code_copied,
        "link.copied": _link_copied,
        "rivals": _rivals,
    },
    {"join": _joined},
    {"rooms": _filter},
)

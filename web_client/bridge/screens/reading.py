"""Pages to read: the rules of a game, messages of before, who has busted the house."""

from typing import Final

from client_core.client import Toast, card_of, cards_name
from protocol.cards import parse
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.screens.account import when
from web_client.bridge.screens.looks import small_cards
from web_client.bridge.shapes import (
    Block,
    Cards,
    Choice,
    Group,
    Item,
    Paragraph,
    Pick,
    Sheet,
)
from web_client.bridge.visit import Part, Visit, page_of

MINUTE: Final = 60
MARKS: Final = {"info": "info", "good": "check", "bad": "close", "turn": "clock"}
HANDS: Final = (
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "9h 8h 7h 6h 5h"),
    ("four_of_a_kind", "Qs Qh Qd Qc 5d"),
    ("full_house", "Ks Kh Kd 8c 8s"),
    ("flush", "Ad Jd 8d 6d 3d"),
    ("straight", "Tc 9d 8s 7h 6c"),
    ("three_of_a_kind", "7s 7h 7d Kc 2d"),
    ("two_pair", "Jh Jc 4s 4d Ah"),
    ("pair", "Ts Th Ad 7c 4s"),
    ("high_card", "Ah Qd 9s 6c 3h"),
)
"""The best first."""


def rules(visit: Visit) -> Sheet:
    """The rules of a game, and what is so at a table, or with rules that one may choose."""
    client, say, page = visit.client, visit.say, visit.named("rules")
    game, preset, table = (*map(str, page.about), "", "", "")[:3]
    preset = str(page.chosen.get("preset") or preset)
    known = next((card.presets for card in client.opening.games if card.game == game), ())
    title = say("rules.title", game=client.texts.game_name(game))
    found = client.rules.view(game, preset, table)
    which: tuple[Block, ...] = ()
    if len(known) > 1:
        picks = tuple(
            Pick(client.texts.preset_name(game, one), ("rules.preset", one), one == preset)
            for one in known
        )
        which = (Choice(say("open.rules"), picks, quiet=True),)
    if found is None:
        return page_of(visit, title, (*which, Paragraph(say("rules.coming"), "soft")))
    lines = _lines(found.lines, say("rules.here" if found.here else "rules.these"))
    departs = (_lines(found.departs, say("rules.departs")),) if found.departs else ()
    how = Group(tuple(Paragraph(text) for text in found.how), say("rules.how"))
    hands = (_hands(visit),) if card_of(game).hands else ()
    return page_of(visit, title, (*which, *departs, how), (lines, *hands))


def _lines(lines: tuple[str, ...], heading: str) -> Group:
    return Group((Group(tuple(Paragraph(line) for line in lines), look="list"),), heading)


def _hands(visit: Visit) -> Group:
    """Which hand beats which, in pictures."""
    parts: list[Block] = []
    for name, cards in HANDS:
        told = visit.say(f"hand.kind.{name}")
        parts.append(Paragraph(told, "lead"))
        parts.append(
            Cards(small_cards(visit.client.settings, parse(cards)), cards_name(parse(cards)))
        )
    return Group(tuple(parts), visit.say("rules.hands"))


def _preset(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("rules", preset=str(args[0]))


# -- messages ----------------------------------------------------------------------------------


def inbox(visit: Visit) -> Sheet:
    """What was said in passing, the newest on top; what was missed is marked."""
    say, notices = visit.say, visit.client.notices
    fresh = visit.named("inbox").chosen.get("fresh", frozenset())
    missed = notices.missed | (fresh if isinstance(fresh, frozenset) else frozenset())
    rows = tuple(_message(visit, said, said.id in missed) for said in notices.inbox)
    body: Block = Group(rows, look="list") if rows else Paragraph(say("inbox.nothing"), "soft")
    return page_of(visit, say("inbox.title"), (body,))


def _message(visit: Visit, said: Toast, fresh: bool) -> Item:
    say, client = visit.say, visit.client
    minutes = int(client.now() - said.at) // MINUTE
    ago = say("inbox.ago", count=minutes) if minutes else say("inbox.now")
    # When it was said stands below it: seconds that it tells of are those of then.
    text = client.say(said.says(said.at))
    note = f"{say('inbox.missed')} · {ago}" if fresh else ago
    return Item(toast_text(visit, said, text), note=note, icon=MARKS[said.kind], calls=fresh)


def toast_text(visit: Visit, said: Toast, text: str) -> str:
    """What is said of a table that is not looked at begins with its game."""
    client = visit.client
    view = client.tables.view(said.table)
    if view is None or not view.game or said.table == client.screen.table:
        return text
    return client.say("toast.at", game=client.texts.game_name(view.game), text=text)


def _read(visit: Visit) -> None:
    """Looking at it is reading it; what was new stays marked while the page is open."""
    visit.choose("inbox", fresh=visit.client.notices.missed)
    visit.client.notices.read_inbox()


# -- who has busted the house ------------------------------------------------------------------


def busters(visit: Visit) -> Sheet:
    """The ten who last busted the house, and what it takes to be here."""
    client, say = visit.client, visit.say
    rows = tuple(
        Item(one.name, note=when(visit, one.at), value=client.texts.money(one.amount), icon="crown")
        for one in client.lobby.busters
    )
    empty = Paragraph(say("busters.wait" if visit.waits else "busters.nothing"), "soft")
    body: Block = Group(rows, look="list") if rows else empty
    return page_of(visit, say("busters.title"), (body, Paragraph(say("busters.how"), "soft")))


def _ask_busters(visit: Visit) -> None:
    visit.wait(visit.client.lobby.ask_busters())


PART: Final = Part(
    {"rules": rules, "inbox": inbox, "busters": busters},
    {"rules.preset": _preset},
    opens={"inbox": _read, "busters": _ask_busters},
)

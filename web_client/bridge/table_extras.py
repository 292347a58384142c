"""What stands about the felt: the upper bar, the menu, the chat, the tip, the round so far."""

from typing import Final

from client_core.client import HoldemFacts, card_of
from client_core.felts.choices import AND
from web_client.bridge.shapes import Tap
from web_client.bridge.table_shapes import (
    MenuItem,
    MenuView,
    PhraseView,
    SaidLine,
    SideView,
    TalkView,
    TipView,
    TopView,
)
from web_client.bridge.table_sight import Sight

KEPT: Final = 60
"""So many lines of the chat are shown."""


def top_view(at: Sight) -> TopView:
    """The upper bar."""
    client, view, say = at.client, at.view, at.client.say
    preset = client.texts.preset_name(view.game, view.preset)
    others = view.others_watching
    people = say("table.watchers", count=others) if others else ""
    closing = client.texts.of_game(view.game, "table.closing") if view.closing else ""
    own = say("rooms.own_rules") if view.room and view.room.departs else ""
    blind = view.facts.big_blind if isinstance(view.facts, HoldemFacts) else 0
    stake = client.texts.stake_line(view.game, view.worth(blind or view.stake))
    parts = (own or preset, stake, preset if own else "", people)
    note = closing or AND.join(one for one in parts if one)
    badge = len(client.notices.missed)
    if client.coach.tip(at.table) is not None:
        # Beside a tip the menu is what leads to the chat.
        badge += client.chat.view(at.table).unread
    return TopView(
        client.texts.game_name(view.game),
        note,
        _news(at),
        at.tap("away"),
        say("leave.look" if view.me is not None else "keys.back"),
        ("go", "rules", view.game, view.preset, at.table),
        say("table.rules"),
        at.tap("chat", not client.chat.view(at.table).open),
        at.tap("menu", True),
        say("table.menu"),
        str(badge) if badge else "",
    )


def _news(at: Sight) -> str:
    """What is told of this table in passing."""
    told = [one for one in at.client.notices.toasts[:1] if one.table == at.table]
    return at.client.say(told[0].say) if told and told[0].say.key.startswith("news.") else ""


def tip_view(at: Sight) -> TipView | None:
    """A tip for newcomers, when nothing moves."""
    tip, say = at.client.coach.tip(at.table), at.client.say
    if tip is None or at.client.pace.unseen(at.table):
        return None
    return TipView(
        say(tip.say),
        f"{say('coach.next')} · {tip.number}/{tip.of}",
        at.tap("tip", True),
        say("coach.skip"),
        at.tap("tip", False),
    )


def side_view(at: Sight) -> SideView:
    """The round so far."""
    return SideView(at.client.texts.of_game(at.view.game, "side.round"), at.local.log)


# -- the menu ----------------------------------------------------------------------------------


def menu_view(at: Sight) -> MenuView | None:
    """The menu, while it is open."""
    if not at.local.menu:
        return None
    say = at.client.say
    items = (*_seat_items(at), *_page_items(at))
    return MenuView(say("table.menu"), items, at.tap("menu", False), say("keys.back"))


def _seat_items(at: Sight) -> tuple[MenuItem, ...]:
    """What one may do about the seat."""
    view, say, of_game = at.view, at.client.say, at.client.texts.of_game
    if view.me is None:
        return (_item(at, "leave", say("table.leave"), "leave"),)
    out = (_item(at, "sit_out", say("table.sit_out"), "clock"),) if view.may_sit_out else ()
    if view.sit_out:
        out = (_item(at, "back_in", say("table.back_in"), "check"),)
    after = _item(at, "leave_after", of_game(view.game, "table.leave_after"), "leave")
    if view.leaving == "after_round":
        after = _item(at, "stay", say("table.stay"), "check")
    trust = (_item(at, "stand_in", say("doudizhu.trust"), "bot"),) if view.may_trust else ()
    leave = _item(at, "leave", say("table.leave_now"), "leave")
    return *out, after, *trust, leave


def _page_items(at: Sight) -> tuple[MenuItem, ...]:
    """What leads to other pages."""
    view, client, say = at.view, at.client, at.client.say
    missed = len(client.notices.missed)
    found = [
        _page("cashier", say("table.buy"), "card", at.table),
        _page("rules", say("table.rules"), "help", view.game, view.preset, at.table),
        _page("history", say("table.history"), "history", at.table),
        _item(at, "coach", say("table.coach"), "info"),
        _page("inbox", say("inbox.some", count=missed) if missed else say("inbox.title"), "bell"),
        _page("settings", say("table.settings"), "gear"),
    ]
    if client.coach.tip(at.table) is not None:
        # A tip stands where else the sign for it is.
        found.insert(0, MenuItem("chat", _chat_text(at), "chat", at.tap("chat", True)))
    if card_of(view.game).busters:
        found.insert(3, _page("busters", say("busters.title"), "crown"))
    if view.purse == "cash":
        card = client.cashier.view
        paid = say("table.no_card")
        if card.card:
            paid = f"{say(f'card.{card.card}')} •••• {card.digits}"
        found.insert(1, _page("card", paid, "card", "change"))
    if view.code:
        found.append(_page("share", say("table.code", code=view.code), "share", at.table))
        if not all(seat.taken for seat in view.seats):
            found.append(_item(at, "bot", say("table.add_bot"), "bot"))
        if view.may_dismiss_bots:
            found.append(_item(at, "no_bots", say("room.bots_out"), "bot"))
    return tuple(found)


def _chat_text(at: Sight) -> str:
    """What leads to the chat, with how many lines were not read."""
    unread = at.client.chat.view(at.table).unread
    return at.client.say("chat.title") + (f" ({unread})" if unread else "")


def _item(at: Sight, name: str, text: str, icon: str) -> MenuItem:
    return MenuItem(name, text, icon, at.tap("do", name))


def _page(name: str, text: str, icon: str, *about: str) -> MenuItem:
    tap: Tap = ("go", name, *about)
    return MenuItem(name, text, icon, tap)


# -- the chat ----------------------------------------------------------------------------------


def talk_view(at: Sight) -> TalkView:
    """What was said, and what can be said."""
    client, say = at.client, at.client.say
    said = client.chat.view(at.table)
    lines = tuple(
        SaidLine(
            one.n,
            one.name,
            client.chat.line_text(one),
            one.mine,
            one.phrase if one.phrase in client.chat.emotes else "",
            at.tap("person", one.who, one.n) if one.who and not one.mine else (),
        )
        for one in (said.lines[-KEPT:] if said.open else said.lines[-1:])
    )
    return TalkView(
        say("chat.title"),
        said.open,
        str(said.unread) if said.unread else "",
        lines,
        say("chat.nothing" if said.may_write else "chat.silent"),
        said.may_write,
        say("chat.hint"),
        say("chat.closed"),
        at.tap("say"),
        say("chat.send"),
        _phrases(at) if said.open and said.may_write else (),
        at.tap("chat", not said.open),
        say("keys.back"),
    )


def _phrases(at: Sight) -> tuple[PhraseView, ...]:
    say = at.client.say
    words = (
        PhraseView(say(f"phrase.{one}"), at.tap("phrase", one)) for one in at.client.chat.phrases
    )
    faces = (
        PhraseView(say(f"phrase.{one}"), at.tap("phrase", one), one)
        for one in at.client.chat.emotes
    )
    return (*faces, *words)

"""The main menu: who one is and what one has, one tap to a seat, all games, one's own tables."""

from collections.abc import Iterator
from typing import Final

from client_core.client import Cash, Client, GameTile, TableView, card_of
from protocol.avatars import usual
from web_client.bridge.encode import Plain
from web_client.bridge.local import Answer, Args
from web_client.bridge.screens.start import house_name
from web_client.bridge.shapes import (
    Block,
    Fact,
    Group,
    Item,
    PlayerCard,
    Press,
    Sheet,
    Tile,
)
from web_client.bridge.visit import Part, Visit


def sheet(visit: Visit) -> Sheet:
    """The main menu."""
    client, say = visit.client, visit.say
    tiles = client.lobby.view.games
    first, *others = (_tile(visit, one, at == 0) for at, one in enumerate(tiles))
    games: tuple[Block, ...] = (first, Group(tuple(others), look="grid"))
    missed = len(client.notices.missed)
    return Sheet(
        house_name(visit) or say("app.name"),
        ((player_card(visit), *_quick(visit), *_mine(visit), *_results(client)), games),
        (
            Press(
                say("inbox.title"), ("go", "inbox"), "plain", icon="bell", bare=True,
                badge=str(missed) if missed else "",
            ),
            Press(say("settings.title"), ("go", "settings"), "plain", icon="gear", bare=True),
            Press(say("quit.go"), ("quit",), "plain", icon="leave", bare=True),
        ),
    )  # fmt: skip


def player_card(visit: Visit) -> PlayerCard:
    """The player, with the chips beside the tables and what was won so far."""
    client, say = visit.client, visit.say
    me = client.account.me
    won = sum(tile.profit for tile in client.lobby.view.games)
    cash = client.texts.money(me.cash, cash=True) if me.cash else ""
    new = client.cashier.without_chips(short=True)
    return PlayerCard(
        me.name,
        face_of(visit),
        client.texts.money(me.play),
        ("go", "profile"),
        " · ".join(filter(None, (say(new) if new is not None else "", cash))),
        say("lobby.profit", amount=won),
        "good" if won > 0 else "bad" if won < 0 else "",
        say("profile.title"),
    )


def face_of(visit: Visit) -> str:
    """The face of the player."""
    me = visit.client.account.me
    return me.avatar or visit.client.settings.avatar or usual(me.name)


def _quick(visit: Visit) -> Iterator[Block]:
    client, say = visit.client, visit.say
    able, closing = client.lobby.may_deal_in, client.notices.closing
    none, game = client.cashier.without_chips(short=True), client.lobby.quick_game
    note = client.texts.game_name(game) if none is None else say(none)
    level, levels = client.lobby.quick_level, client.lobby.levels(game)
    rivals = say(f"bot.{level}" if level else "rivals.anyone")
    against = say("rivals.bots", level=rivals) if level else rivals
    yield Group(
        (
            Press(say("lobby.deal"), ("lobby.deal",), able=able, icon="chips", note=note),
            Press(
                say("rivals.button"), ("go", "rivals"), "quiet", not closing and bool(levels),
                "bot" if level else "people", against,
            ),
            _cashier(visit),
        ),
        look="row",
    )  # fmt: skip
    doors = (("plus", "lobby.open", "open"), ("lock", "lobby.code", "join"),
             ("bot", "lobby.solo", "solo"))  # fmt: skip
    offline = client.connection.view.offline
    yield Group(
        tuple(
            Press(
                say(text),
                ("go", page),
                "quiet",
                not closing and (page == "solo" or not offline),
                icon,
            )
            for icon, text, page in doors
        ),
        look="row",
    )


def _cashier(visit: Visit) -> Press:
    """Offline there is no cashier and nobody to open a table for, but a way to the house."""
    if visit.client.connection.view.offline:
        return Press(visit.say("offline.house"), ("online",), "quiet", icon="globe")
    return Press(visit.say("lobby.cashier"), ("go", "cashier"), "quiet", icon="card")


def _tile(visit: Visit, tile: GameTile, large: bool) -> Tile:
    client, say = visit.client, visit.say
    card = card_of(tile.game)
    closing = client.notices.closing
    return Tile(
        client.texts.game_name(tile.game),
        ("go", "rooms", tile.game),
        card.emblem,
        card.cloth,
        say("lobby.players", count=tile.players) if tile.players else "",
        tuple(_live(visit, tile, closing)),
        large,
        closing,
    )


def _live(visit: Visit, tile: GameTile, closing: bool) -> Iterator[str]:
    """What goes on at the tables of a game, the most telling first."""
    say = visit.say
    if tile.most_stake:
        yield _stakes(visit.client, tile)
    if tile.tables:
        yield say("lobby.tables", count=tile.tables)
    if tile.waiting:
        yield say("lobby.waiting", count=tile.waiting)
    if not (tile.most_stake or tile.tables or tile.waiting):
        # Nobody opens a table in a house that closes.
        yield say("lobby.closing" if closing else "lobby.nobody")


def _stakes(client: Client, tile: GameTile) -> str:
    line = client.texts.stake_line(tile.game, tile.least_stake)
    if tile.least_stake < tile.most_stake:
        line = f"{line}–{client.texts.stake(tile.game, tile.most_stake)}"
    return capital(line)


def capital(line: str) -> str:
    """The line with a capital letter in front."""
    return line[:1].upper() + line[1:]


def _results(client: Client) -> Iterator[Block]:
    facts = tuple(
        Fact(
            client.texts.game_name(tile.game),
            client.texts.money(tile.profit, sign=True),
            "good" if tile.profit > 0 else "warm",
        )
        for tile in client.lobby.view.games
        if tile.profit
    )
    if facts:
        yield Group(facts, client.say("lobby.results"))


def _mine(visit: Visit) -> Iterator[Block]:
    """The tables that one is at: the first thing to go to."""
    client = visit.client
    views = [view for name in client.tables.names if (view := client.tables.view(name)) is not None]
    if views:
        yield Group(tuple(_own(visit, view) for view in views), visit.say("lobby.mine"), "list")


def _own(visit: Visit, view: TableView) -> Item:
    client, say = visit.client, visit.say
    calls = bool(client.turn.acts(view.table).buttons)
    own = view.room is not None and view.room.departs
    rules = "" if own else client.texts.preset_name(view.game, view.preset)
    title = f"{client.texts.game_name(view.game)} · {rules or say('rooms.own_rules')}"
    copy = Press(
        say("share.copy"), ("code.copied", view.code), "plain", icon="copy", bare=True,
        copies=view.code,
    )  # fmt: skip
    return Item(
        title,
        ("show", view.table),
        _facts(visit, view, calls),
        icon="chips",
        marks=(say("lobby.its_code", code=view.code),) if view.code else (),
        calls=calls,
        extra=(copy,) if view.code else (),
    )


def _facts(visit: Visit, view: TableView, calls: bool) -> str:
    """What tells a table from another: for what, and with how much."""
    client, say = visit.client, visit.say
    me = view.at(view.me) if view.me is not None else None
    stack = view.worth(me.stack) if me is not None else 0
    chips = client.texts.money(stack) if isinstance(stack, Cash) else ""
    facts = (
        say("lobby.turn") if calls else "",
        say("table.sits_out") if view.sit_out else "",
        capital(client.texts.stake_line(view.game, view.worth(view.stake))),
        (chips or say("lobby.chips", amount=stack)) if stack else "",
    )
    return " · ".join(filter(None, facts))


def _deal(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.lobby.deal_in()


def _quit(visit: Visit, args: Args, value: Plain) -> None:
    say = visit.say
    visit.ask(
        say("quit.title"),
        say("quit.text" if visit.client.tables.names else "quit.safe"),
        Answer(say("quit.stay")),
        Answer(say("quit.go"), "main", ("quit.now",)),
    )


def _quit_now(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.notices.enough()


PART: Final = Part({"lobby": sheet}, {"lobby.deal": _deal, "quit": _quit, "quit.now": _quit_now})

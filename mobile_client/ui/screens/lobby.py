"""The main menu: who I am and what I have, one tap to a seat, all games as tiles."""

from functools import partial
from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from client_core.client import Client, GameTile, TableView
from mobile_client.ui.look import px
from mobile_client.ui.screens.address import house_text
from mobile_client.ui.screens.joining import CodeSheet
from mobile_client.ui.screens.levels import RivalsSheet, rivals
from mobile_client.ui.screens.lobby_room import tile_heights
from mobile_client.ui.screens.menu_tiles import (
    GameButton,
    IconTile,
    PlayerCard,
    ResultRow,
    TableRow,
)
from mobile_client.ui.screens.parts import (
    Header,
    Split,
    Surface,
    alike,
    push,
    row,
    sign,
    stack,
    then,
)
from mobile_client.ui.screens.share import copy_code
from mobile_client.ui.stage import Screen, Stage
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.words import Words

WIDEST = 840
BOTH = 1_400
"""A column, and two of them, are never wider than this, in dp."""
PLAYER, DEAL, DOORS = (88, 32), (76, 64), (84, 76)
"""How high the player, the way to a seat and the small doors are, and how much higher they become
beside the tiles of a tablet, in dp."""
BESIDE: Final = 76
"""How wide the small doors beside the way to a seat are, in dp."""


class LobbyScreen(Screen):
    """The main menu: the first thing that a player sees inside."""

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage)
        say = client.say
        self.inbox = sign("bell", lambda: stage.go("inbox"))
        self.header = Header(
            house_text(client),
            None,
            self.inbox,
            sign("gear", lambda: stage.go("settings")),
            sign("leave", self._quit),
        )
        self.player = PlayerCard(height=px(PLAYER[0]))
        self.player.bind(on_release=lambda _: stage.go("profile"))
        self.deal = push(say("lobby.deal"), client.lobby.deal_in, icon="chips")
        self.deal.grows = True
        self.deal.size_hint_y = 1
        self.rivals = IconTile(icon="people", text=say("rivals.button"))
        self.rivals.bind(on_release=lambda _: stage.open(RivalsSheet(client)))
        self.cashier = IconTile()
        self.cashier.bind(on_release=then(self._cashier))
        for one in (self.rivals, self.cashier):
            one.size_hint_x, one.width = None, px(BESIDE)
        self.mine = stack(gap="small")
        self.tiles = {tile.game: self._tile(tile.game) for tile in client.lobby.view.games}
        self.grid = GridLayout(cols=2, spacing=px(SPACE["normal"]), size_hint_y=None)
        self.grid.bind(minimum_height=self.grid.setter("height"))
        first, *others = self.tiles.values()
        first.large = True
        for tile in others:
            self.grid.add_widget(tile)
        self.seat = row(self.deal, self.rivals, self.cashier, height=DEAL[0])
        self.doors = self._doors()
        self.results = Surface(heading=say("lobby.results"), spacing=px(SPACE["small"]))
        self.upper = stack(self.player, self.seat, self.doors)
        self.split = Split(self.upper, stack(first, self.grid), widest=WIDEST, both=BOTH)
        self.box = BoxLayout(orientation="vertical")
        self.box.add_widget(self.header)
        self.box.add_widget(self.split)
        self.add_widget(self.box)
        for one in (self.split, self.mine, self.results):
            one.fbind("height", self._stretch)
        self.arrange()

    def _stretch(self, *_: object) -> None:
        """All share what is left of the height: the tiles, and beside them the other column."""
        rows = 1 + -(-(len(self.tiles) - 1) // self.grid.cols)
        # Less a hair: what fits is nothing to scroll.
        seen = self.split.height / px(1) - SPACE["small"] - 1
        beside = self._grow(seen - SPACE["loose"])
        above = 0 if self.wide else beside + SPACE["normal"]
        large, low = tile_heights(seen - above, rows)
        for tile in self.tiles.values():
            tile.height = px(large if tile.large else low)

    def _grow(self, room: float) -> float:
        """Gives what is left beside the tiles to what stands there, and to my results; how high
        all of it is then, in dp."""
        gap, parts = SPACE["normal"], (PLAYER, DEAL, DOORS)
        mine = self.mine.height / px(1) + gap if self.mine.parent is not None else 0
        needed: float = sum(least for least, _ in parts) + 2 * gap + mine
        share = max(0.0, min(1.0, (room - needed) / sum(more for _, more in parts)))
        share = share if self.wide else 0.0
        for one, (least, more) in zip((self.player, self.seat, self.doors), parts, strict=True):
            one.height = px(least + more * share)
            needed += more * share
        told = gap + self.results.height / px(1)
        there = self.wide and len(self.results.children) > 1 and needed + told <= room
        if there != (self.results.parent is not None):
            if there:
                self.upper.add_widget(self.results)
            else:
                self.upper.remove_widget(self.results)
        return needed + (told if there else 0)

    def _doors(self) -> Widget:
        say, stage = self.say, self.stage
        self.door_of: dict[str, IconTile] = {}
        doors = BoxLayout(size_hint_y=None, height=px(DOORS[0]), spacing=px(SPACE["small"]))
        for name, text, act in (
            ("plus", "lobby.open", lambda: stage.go("open")),
            ("lock", "lobby.code", lambda: stage.open(CodeSheet(self.client))),
            ("bot", "lobby.solo", lambda: stage.go("solo")),
        ):
            door = self.door_of[name] = IconTile(icon=name, text=say(text))
            door.bind(on_release=then(act))
            doors.add_widget(door)
        alike(*doors.children)
        return doors

    def _tile(self, game: str) -> GameButton:
        tile = GameButton(game, self.client.texts.game_name(game))
        tile.bind(on_release=lambda _: self.stage.go("rooms", game=game))
        return tile

    @property
    def beside(self) -> float:
        """Toasts lie over the tiles, and not over my tables."""
        return self.split.left_of(self.width)

    def arrange(self) -> None:
        self.split.arrange(self.wide)
        self._stretch()

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "lobby"):
            self._games()
        if topic in ("settings", "cashier", "table"):
            self._quick()
        if topic in ("", "me", "cashier", "lobby", "settings", "table"):
            self._me()
        if topic in ("", "screen", "ask", "table"):
            self._tables()
        if topic in ("", "connection"):
            self.header.title = house_text(self.client)
            self._where()
        if topic in ("", "toasts"):
            self.inbox.marks = len(self.client.notices.missed)
        if topic in ("", "banner"):
            self._where()
            self.rivals.disabled = self.client.notices.closing
            for tile in self.tiles.values():
                tile.dim = self.client.notices.closing
            self._games()

    def _where(self) -> None:
        """Offline there is no cashier and nobody to open a table for, but a way to a house."""
        offline, closing = self.client.connection.view.offline, self.client.notices.closing
        self.cashier.icon = "globe" if offline else "card"
        self.cashier.text = self.say("offline.house" if offline else "lobby.cashier")
        for name, door in self.door_of.items():
            door.disabled = closing or (offline and name != "bot")

    def _cashier(self) -> None:
        if self.client.connection.view.offline:
            self.client.connection.go_online()
        else:
            self.stage.go("cashier")

    def _games(self) -> None:
        say = self.say
        # Nobody opens a table in a house that closes.
        nobody = say("lobby.closing" if self.client.notices.closing else "lobby.nobody")
        for tile in self.client.lobby.view.games:
            button = self.tiles.get(tile.game)
            if button is None:
                continue
            live = [self._stakes(tile)] if tile.most_stake else []
            if tile.tables:
                live.append(say("lobby.tables", count=tile.tables))
            if tile.waiting:
                live.append(say("lobby.waiting", count=tile.waiting))
            button.live = live or [nobody]
            button.players = say("lobby.players", count=tile.players) if tile.players else ""
        self._quick()
        self._results()

    def _quick(self) -> None:
        """To which game one is dealt in, and against whom."""
        client, game = self.client, self.client.lobby.quick_game
        none = client.cashier.without_chips(short=True)
        self.deal.note = client.texts.game_name(game) if none is None else self.say(none)
        self.deal.disabled = not client.lobby.may_deal_in
        level, able = client.lobby.quick_level, client.lobby.levels(game)
        self.rivals.note = rivals(client, level)
        self.rivals.icon = "bot" if level else "people"
        self.rivals.disabled = client.notices.closing or not able
        alike(self.rivals, self.cashier)

    def _stakes(self, tile: GameTile) -> str:
        client, game = self.client, tile.game
        line = client.texts.stake_line(game, tile.least_stake)
        if tile.least_stake < tile.most_stake:
            line = f"{line}–{client.texts.stake(game, tile.most_stake)}"
        return line[:1].upper() + line[1:]

    def _results(self) -> None:
        client, heading = self.client, self.results.children[-1]
        self.results.clear_widgets()
        self.results.add_widget(heading)
        for tile in client.lobby.view.games:
            if tile.profit:
                text, amount = (
                    client.texts.game_name(tile.game),
                    client.texts.money(tile.profit, sign=True),
                )
                self.results.add_widget(ResultRow(text=text, amount=amount, lost=tile.profit < 0))

    def _me(self) -> None:
        me = self.client.account.me
        card = self.player
        card.name = me.name
        card.face = me.avatar or self.client.settings.avatar
        card.chips = self.client.texts.money(me.play)
        won = sum(tile.profit for tile in self.client.lobby.view.games)
        # Without its words a nought says nothing.
        bare = self.client.texts.money(won, sign=True) if won else ""
        card.profit = [self.say("lobby.profit", amount=won), bare]
        card.won = won
        cash = self.client.texts.money(me.cash, cash=True) if me.cash else ""
        new = self.client.cashier.without_chips(short=True)
        card.note = " · ".join(filter(None, (self.say(new) if new is not None else "", cash)))

    def _tables(self) -> None:
        """The tables that I am at, each with its code if it has one: the first thing to go to."""
        client = self.client
        self.mine.clear_widgets()
        self.upper.remove_widget(self.mine)
        if client.tables.names:
            self.mine.add_widget(Words(text=self.say("lobby.mine"), kind="label", ink="gold"))
            self.upper.add_widget(self.mine, index=len(self.upper.children) - 1)
        for name in client.tables.names:
            view = client.tables.view(name)
            if view is None:
                continue
            calls = bool(client.turn.acts(name).buttons)
            own = view.room is not None and view.room.departs
            rules = "" if own else client.texts.preset_name(view.game, view.preset)
            names = client.texts.game_name(view.game), rules or self.say("rooms.own_rules")
            goes = TableRow(title=" · ".join(names), note=self._facts(view, calls), calls=calls)
            goes.code = self.say("lobby.its_code", code=view.code) if view.code else ""
            goes.bind(on_release=then(partial(client.show, name)))
            if view.code:
                goes.add_widget(sign("copy", partial(copy_code, self.stage, view.code)))
            self.mine.add_widget(goes)

    def _facts(self, view: TableView, calls: bool) -> str:
        """What tells a table from another: for what, and with how much."""
        say, client = self.say, self.client
        me = view.at(view.me) if view.me is not None else None
        stack = view.worth(me.stack) if me is not None else 0
        stakes = client.texts.stake_line(view.game, view.worth(view.stake))
        cash = view.purse == "cash"
        facts = (
            say("lobby.turn") if calls else "",
            stakes[:1].upper() + stakes[1:],
            (client.texts.money(stack) if cash else say("lobby.chips", amount=stack))
            if stack
            else "",
        )
        return " · ".join(filter(None, facts))

    def _quit(self) -> None:
        say, client = self.say, self.client
        self.stage.ask(
            say("quit.title"),
            say("quit.text" if client.tables.names else "quit.safe"),
            [
                (say("quit.stay"), "quiet", lambda: None),
                (say("quit.go"), "primary", client.notices.enough),
            ],
        )

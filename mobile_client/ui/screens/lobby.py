"""The main menu: who I am and what I have, one tap to a seat, all games as tiles."""

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from mobile_client.core.client import Client
from mobile_client.ui.look import px
from mobile_client.ui.screens.joining import CodeSheet
from mobile_client.ui.screens.menu_tiles import GameButton, IconTile, PlayerCard, TableRow
from mobile_client.ui.screens.parts import Header, Split, push, row, sign, stack
from mobile_client.ui.screens.share import copy_code
from mobile_client.ui.stage import Screen, Stage
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.words import Words

QUICK = "holdem"
WIDEST = 840
BOTH = 1_400
"""A column, and two of them, are never wider than this, in dp."""
LOW, LARGE = 132, 148
"""How high a tile is at least, and the first one, in dp."""
GROWS = 150
"""How much higher tiles become where there is room, in dp."""


class LobbyScreen(Screen):
    """The first thing that a player sees inside."""

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage)
        say = client.say
        self.header = Header(
            client.connection.house or say("app.name"),
            None,
            sign("gear", lambda: stage.go("settings")),
            sign("leave", self._quit),
        )
        self.player = PlayerCard()
        self.player.bind(on_release=lambda _: stage.go("profile"))
        self.deal = push(say("lobby.deal"), lambda: client.quick_seat(QUICK), icon="chips")
        self.deal.note = client.game_name(QUICK)
        self.deal.size_hint_y = 1
        self.cashier = IconTile(icon="card", text=say("lobby.cashier"))
        self.cashier.size_hint_x, self.cashier.width = None, px(104)
        self.cashier.bind(on_release=lambda _: stage.go("cashier"))
        self.mine = stack(gap="small")
        self.tiles = {tile.game: self._tile(tile.game) for tile in client.lobby.games}
        self.grid = GridLayout(cols=2, spacing=px(SPACE["normal"]), size_hint_y=None)
        self.grid.bind(minimum_height=self.grid.setter("height"))
        first, *others = self.tiles.values()
        first.large = True
        for tile in others:
            self.grid.add_widget(tile)
        self.upper = stack(
            self.player,
            row(self.deal, self.cashier, height=76),
            self._doors(),
        )
        self.split = Split(self.upper, stack(first, self.grid), widest=WIDEST, both=BOTH)
        self.box = BoxLayout(orientation="vertical")
        self.box.add_widget(self.header)
        self.box.add_widget(self.split)
        self.add_widget(self.box)
        for one in (self.split, self.upper):
            one.fbind("height", self._stretch)
        self.arrange()

    def _stretch(self, *_: object) -> None:
        """The tiles share what is left of the height."""
        rows = 1 + -(-(len(self.tiles) - 1) // self.grid.cols)
        needed = px(LARGE + (rows - 1) * (LOW + SPACE["normal"]) + SPACE["small"] + SPACE["loose"])
        if not self.wide:
            needed += self.upper.height + px(SPACE["normal"])
        more = max(0, min(px(GROWS), (self.split.height - needed) / rows))
        for tile in self.tiles.values():
            tile.height = px(LARGE if tile.large else LOW) + more

    def _doors(self) -> Widget:
        say, stage = self.say, self.stage
        doors = BoxLayout(size_hint_y=None, height=px(84), spacing=px(SPACE["small"]))
        for name, text, act in (
            ("plus", "lobby.open", lambda: stage.go("open")),
            ("lock", "lobby.code", lambda: stage.open(CodeSheet(self.client))),
            ("bot", "lobby.solo", lambda: stage.go("solo")),
        ):
            door = IconTile(icon=name, text=say(text))
            door.bind(on_release=_does(act))
            doors.add_widget(door)
        return doors

    def _tile(self, game: str) -> GameButton:
        tile = GameButton(game, self.client.game_name(game))
        tile.bind(on_release=lambda _: self.stage.go("rooms", game=game))
        return tile

    def arrange(self) -> None:
        self.split.arrange(self.wide)
        self._stretch()

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "lobby"):
            self._games()
        if topic in ("", "me", "cashier", "settings"):
            self._me()
        if topic in ("", "screen", "ask", "table"):
            self._tables()
        if topic in ("", "connection"):
            self.header.title = self.client.connection.house or self.say("app.name")

    def _games(self) -> None:
        say = self.say
        for tile in self.client.lobby.games:
            button = self.tiles.get(tile.game)
            if button is None:
                continue
            live = [say("lobby.tables", count=tile.tables)] if tile.tables else []
            if tile.most_stake:
                live.append(self._stakes(tile.game, tile.least_stake, tile.most_stake))
            if tile.waiting:
                live.append(say("lobby.waiting", count=tile.waiting))
            button.live = live or [say("lobby.nobody")]
            button.players = say("lobby.players", count=tile.players) if tile.players else ""

    def _stakes(self, game: str, least: int, most: int) -> str:
        line = self.client.stake_line(game, most)
        return f"{self.client.stake_line(game, least)}–{self.client.stake(game, most)}" if (
            0 < least < most) else line  # fmt: skip

    def _me(self) -> None:
        me = self.client.me
        card = self.player
        card.name = me.name
        card.face = me.avatar or self.client.settings.avatar
        card.chips = self.client.money(me.play)
        card.note = self.client.money(me.cash, cash=True) if me.cash else ""

    def _tables(self) -> None:
        """The tables that I am at, each with its code if it has one: the first thing to go to."""
        client = self.client
        self.mine.clear_widgets()
        self.upper.remove_widget(self.mine)
        if client.tables:
            self.mine.add_widget(Words(text=self.say("lobby.mine"), kind="label", ink="gold"))
            self.upper.add_widget(self.mine, index=len(self.upper.children) - 1)
        for name in client.tables:
            view = client.table(name)
            if view is None:
                continue
            line = BoxLayout(size_hint_y=None, height=px(60), spacing=px(SPACE["tight"]))
            calls = bool(client.acts(name).buttons)
            facts = (client.preset_name(view.game, view.preset), view.code)
            note = self.say("lobby.turn") if calls else " · ".join(filter(None, facts))
            goes = TableRow(title=client.game_name(view.game), note=note, calls=calls)
            goes.bind(on_release=_does(partial(client.show, name)))
            line.add_widget(goes)
            if view.code:
                copy = sign("copy", partial(copy_code, self.stage, view.code))
                copy.pos_hint = {"center_y": 0.5}
                line.add_widget(copy)
            self.mine.add_widget(line)

    def _quit(self) -> None:
        say, client = self.say, self.client
        self.stage.ask(
            say("quit.title"),
            say("quit.text"),
            [
                (say("quit.stay"), "quiet", lambda: None),
                (say("quit.go"), "danger", client.enough),
            ],
        )


def _does(act: Callable[[], object]) -> Callable[[object], None]:
    def done(_: object) -> None:
        act()

    return done

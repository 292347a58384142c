"""Commands of the terminal in the lobby: the games, the rooms, a room of one's own, the code of a
friend's."""

from functools import partial

from client_core.client import RoomRow, Say, is_link
from terminal_client.house import situation
from terminal_client.house.asking import Field, Form
from terminal_client.house.opening import Opening
from terminal_client.house.talk import Command, Talk


class Hall:
    """The words typed in the lobby; from a table too."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client
        self._opening = Opening(talk)

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("games", lambda _: self.arrive()),
            Command("rooms", self._rooms),
            Command("deal", self._deal),
            Command("join", self.join),
            Command("solo", self._opening.solo),
            Command("open", self._opening.open),
            Command("lobby", lambda _: self._lobby()),
            Command("offline", lambda _: self.client.connection.play_offline()),
            Command("online", lambda _: self.client.connection.go_online()),
        )

    def _lobby(self) -> None:
        """To the lobby; whoever is there reads once more what there is."""
        if self.client.screen.name == "lobby":
            self.arrive()
        else:
            self.client.show()

    def arrive(self) -> None:
        """The games, with who plays them."""
        say, client = self.client.say, self.client
        self.talk.say("terminal.hall", "title", amount=client.account.me.play)
        items = []
        for name in client.tables.names:
            view = client.tables.view(name)
            if view is not None and view.room is not None:
                text = say("terminal.my_table", what=situation.title(client, view))
                items.append((text, partial(client.show, name)))
        for tile in client.lobby.view.games:
            text = say(
                "terminal.game",
                game=client.texts.game_name(tile.game),
                players=say("lobby.players", count=tile.players),
                tables=say("lobby.tables", count=tile.tables),
            )
            items.append((text, partial(self._rooms, tile.game)))
        self.talk.list(items, stays=True)
        alone = "_alone" if client.connection.view.offline else ""
        self.talk.say(f"terminal.hall_hint{alone}", "ask")

    # -- rooms ---------------------------------------------------------------------------------

    def _rooms(self, typed: str) -> None:
        game = self.talk.game(typed) if typed else ""
        if typed and not game:
            self.talk.say("terminal.no_game", "bad", typed=typed, games=self._names())
            return
        self.client.lobby.filter_rooms(game)
        rooms = self.client.lobby.view.rooms
        self.talk.list(
            [(self._room(room), partial(self._enter, room)) for room in rooms], stays=True
        )
        if rooms:
            self.talk.say("terminal.rooms_hint", "ask")
        elif game:
            self.talk.say("rooms.nobody", game=self.client.texts.game_name(game))
        else:
            self.talk.say("lobby.nobody")

    def _names(self) -> str:
        return self.client.texts.listed(
            tuple(self.client.texts.game_name(one.game) for one in self.client.opening.games)
        )

    def _room(self, room: RoomRow) -> str:
        say, client = self.client.say, self.client
        cash = room.purse == "cash"
        parts = [
            client.texts.game_name(room.game),
            client.texts.preset_name(room.game, room.preset),
        ]
        if cash:
            parts.append(say("rooms.money"))
        stake = client.texts.stake_line(room.game, room.stake)
        parts += [stake] if stake else []
        parts.append(client.lobby.brings(room))
        parts.append(say("terminal.taken", taken=room.taken, seats=room.seats))
        if room.waiting:
            parts.append(say("rooms.waiting", count=room.waiting))
        if room.coming and not room.waiting:
            parts.append(say("rooms.bots_wait"))
        if room.mine:
            parts.append(say("rooms.mine"))
        game, preset, *facts = parts
        return say("terminal.clause").join((game, preset, *situation.within(*facts)))

    def _enter(self, room: RoomRow) -> None:
        if room.table == self.client.screen.table:
            self.talk.tell(self.talk.sentence(Say("rooms.mine")), "reply")
        elif room.mine:
            self.client.show(room.table)
        else:
            self.client.lobby.join(room.table)

    def join(self, code: str) -> None:
        """To the room of a code, or of an invitation."""
        if is_link(code):
            if (wrong := self.client.connection.go_to(code)) is not None:
                self.talk.wrong(wrong)
            return
        if code:
            self.talk.wait(self.client.lobby.join_code(code), says=True)
            return
        question = Field("code", Say("terminal.ask.room_code"))
        self.talk.ask(
            Form(lambda answers: None if answers else question, lambda a: self.join(a["code"]))
        )

    def _deal(self, typed: str) -> None:
        """A seat at once: at a game if one is typed, against bots if their level is."""
        named, _, word = typed.rpartition(" ")
        among = self.talk.game(named) if named else self.client.lobby.quick_game
        level = self.talk.level(among, word)
        game = self.talk.game(typed) if typed else self.client.lobby.quick_game
        if level and not (game and typed):
            self.client.lobby.play_against(level, among)
        elif game:
            self.client.lobby.quick_seat(game)
        else:
            self.talk.say("terminal.no_game", "bad", typed=typed, games=self._names())

"""In the hall: the games, the rooms, a room of one's own, the code of a friend's."""

from functools import partial

from client_core.client import GameCard, RoomRow, Say
from terminal_client.house import situation
from terminal_client.house.asking import Answers, Form, Question
from terminal_client.house.talk import Command, Talk

CHIP = 100
STAKES = (2 * CHIP, 10 * CHIP, 50 * CHIP)
WITHOUT_STAKE = frozenset({"roulette"})


class Hall:
    """What can be typed in the lobby; from a table too."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("games", lambda _: self.arrive()),
            Command("rooms", self._rooms),
            Command("deal", self._deal),
            Command("join", self.join),
            Command("solo", self._solo),
            Command("open", self._open),
        )

    def arrive(self) -> None:
        """The games, with who plays them."""
        say, client = self.client.say, self.client
        self.talk.say("terminal.hall", "title", amount=client.me.play)
        items = []
        for name in client.tables:
            view = client.table(name)
            if view is not None and view.room is not None:
                text = say("terminal.my_table", what=situation.title(client, view))
                items.append((text, partial(client.show, name)))
        for tile in client.lobby.games:
            text = say(
                "terminal.game",
                game=client.game_name(tile.game),
                players=say("lobby.players", count=tile.players),
                tables=say("lobby.tables", count=tile.tables),
            )
            items.append((text, partial(self._rooms, tile.game)))
        self.talk.list(items)
        self.talk.say("terminal.hall_hint", "ask")

    # -- rooms ---------------------------------------------------------------------------------

    def _rooms(self, typed: str) -> None:
        game = self.talk.game(typed) if typed else ""
        if typed and not game:
            self.talk.say("terminal.no_game", "bad", typed=typed, games=self._names())
            return
        self.client.filter_rooms(game)
        rooms = self.client.lobby.rooms
        self.talk.list([(self._room(room), partial(self._enter, room)) for room in rooms])
        if rooms:
            self.talk.say("terminal.rooms_hint", "ask")
        elif game:
            self.talk.say("rooms.nobody", game=self.client.game_name(game))
        else:
            self.talk.say("lobby.nobody")

    def _names(self) -> str:
        return self.client.listed(
            tuple(self.client.game_name(one.game) for one in self.client.games)
        )

    def _room(self, room: RoomRow) -> str:
        say, client = self.client.say, self.client
        cash = room.purse == "cash"
        parts = [client.game_name(room.game), client.preset_name(room.game, room.preset)]
        if cash:
            parts.append(say("rooms.money"))
        stake = client.stake_line(room.game, room.stake)
        parts += [stake] if stake else []
        if room.least_buy_in:
            least = client.money(room.least_buy_in, cash=cash)
            most = client.money(room.most_buy_in, cash=cash)
            key = "rooms.brings" if room.most_buy_in > room.least_buy_in else "rooms.brings_just"
            parts.append(say(key, least=least, most=most))
        parts.append(say("terminal.taken", taken=room.taken, seats=room.seats))
        if room.waiting:
            parts.append(say("rooms.waiting", count=room.waiting))
        if room.mine:
            parts.append(say("rooms.mine"))
        return say("list.comma").join(parts)

    def _enter(self, room: RoomRow) -> None:
        if room.mine:
            self.client.show(room.table)
        else:
            self.client.join(room.table)

    def join(self, code: str) -> None:
        """To the room of a code."""
        if code:
            self.talk.wait(self.client.join_code(code))
            return
        question = Question("code", Say("terminal.ask.room_code"))
        self.talk.ask(
            Form(lambda answers: None if answers else question, lambda a: self.join(a["code"]))
        )

    def _deal(self, typed: str) -> None:
        game = self.talk.game(typed) if typed else self.client.quick_game
        if not game:
            self.talk.say("terminal.no_game", "bad", typed=typed, games=self._names())
            return
        self.client.quick_seat(game)

    # -- a room of one's own -------------------------------------------------------------------

    def _card(self, answers: Answers, game: str) -> GameCard:
        named = answers.get("game", game)
        return next(card for card in self.client.games if card.game == named)

    def _game_question(self) -> Question:
        games = tuple((one.game, self.client.game_name(one.game)) for one in self.client.games)
        return Question("game", Say("terminal.ask.game"), choices=games)

    def _preset_question(self, game: str, presets: tuple[str, ...]) -> Question:
        names = tuple((one, self.client.preset_name(game, one)) for one in presets)
        return Question("preset", Say("terminal.ask.preset"), choices=names, usual=presets[0])

    def _open(self, typed: str) -> None:
        """A room for friends with its code, or for all."""
        named = self.talk.game(typed) if typed else ""

        def next(answers: Answers) -> Question | None:
            if "game" not in answers and not named:
                return self._game_question()
            card = self._card(answers, named)
            if "preset" not in answers:
                return self._preset_question(card.game, card.presets)
            if "who" not in answers:
                ways = (
                    ("private", self.client.say("open.private")),
                    ("public", self.client.say("open.public")),
                )
                return Question("who", Say("terminal.ask.who"), choices=ways, usual="private")
            if "stake" not in answers and card.game not in WITHOUT_STAKE:
                return self._stake_question(card.game, answers["preset"])
            return None

        def done(answers: Answers) -> None:
            game = answers.get("game", named)
            stake = int(answers.get("stake", 0))
            private = answers["who"] == "private"
            self.client.open_room(game, answers["preset"], stake, private)

        self.talk.ask(Form(next, done))

    def _stake_question(self, game: str, preset: str) -> Question:
        usual = self.client.usual_stake(game, preset) or 0
        amounts = sorted({*STAKES, usual} - {0})
        named = tuple(
            (str(0 if one == usual else one), self.client.stake(game, one)) for one in amounts
        )
        return Question("stake", Say("terminal.ask.stake"), choices=named, usual="0")

    def _solo(self, typed: str) -> None:
        """A table of one's own against bots."""
        named = self.talk.game(typed) if typed else ""

        def next(answers: Answers) -> Question | None:
            if "game" not in answers and not named:
                return self._game_question()
            card = self._card(answers, named)
            if "preset" not in answers and len(card.solo) > 1:
                return self._preset_question(card.game, card.solo)
            choices = self.client.solo_choices(card.game, answers.get("preset", card.solo[0]))
            if "bots" not in answers:
                counts = tuple((str(one), str(one)) for one in choices.opponents)
                usual = str(choices.usual)
                if len(counts) > 1:
                    return Question(
                        "bots",
                        Say("terminal.ask.bots", {"least": counts[0][0], "most": counts[-1][0]}),
                        usual=usual,
                        check=lambda text: _among(text, counts),
                    )
            if "level" not in answers and choices.bots:
                levels = (
                    ("-", self.client.say("solo.mixed")),
                    *((one, self.client.say(f"bot.{one}")) for one in choices.bots),
                )
                return Question("level", Say("terminal.ask.level"), choices=levels, usual="-")
            if "chips" not in answers and len(choices.buy_ins) > 1:
                chips = tuple((str(one), self.client.money(one)) for one in choices.buy_ins)
                usual = chips[len(chips) // 2][0]
                return Question("chips", Say("terminal.ask.chips"), choices=chips, usual=usual)
            return None

        def done(answers: Answers) -> None:
            card = self._card(answers, named)
            preset = answers.get("preset", card.solo[0])
            choices = self.client.solo_choices(card.game, preset)
            bots = int(answers.get("bots", choices.usual))
            level = answers.get("level", "-")
            chips = int(answers.get("chips", choices.buy_ins[0]))
            bot = "" if level == "-" else level
            self.client.play_solo(card.game, preset, bots, bot, chips)

        self.talk.ask(Form(next, done))


def _among(typed: str, counts: tuple[tuple[str, str], ...]) -> Say | None:
    if typed in {value for value, _ in counts}:
        return None
    holes = {"least": counts[0][0], "most": counts[-1][0]}
    return Say("terminal.ask.bots", holes)

"""In the hall: rooms to be found and opened, their rules, words and numbers, settings."""

from dataclasses import replace

from client_core import cashier, catalogue, lobby, names, room_options, wishes
from client_core import rules as ruling
from client_core.bringing import ToBring, to_bring
from client_core.busters import BusterRow
from client_core.catalogue import GameCard, Solo
from client_core.facade.door import Door
from client_core.lobby import Filter, LobbyView, RoomRow
from client_core.room_options import OptionGroup
from client_core.round import HandName, LastAct
from client_core.rules import RulesView
from client_core.settings import Settings
from client_core.text import Say, Value
from client_core.wishes import RoomKind, Wish
from protocol import buy_ins, messages, stakes
from protocol.choices import Chosen
from protocol.games.doudizhu import Pattern


class Hall(Door):
    """Finding a table, and what is written on the walls."""

    # -- rooms ---------------------------------------------------------------------------------

    @property
    def lobby(self) -> LobbyView:
        """The games, and the rooms that fit the filter."""
        model = self._model
        return lobby.view(model.lobby, frozenset(model.tables), model.cashier.profit)

    def without_chips(self, short: bool = False) -> Say | None:
        """That I have no chips at all, and when the house gives new ones; None while I have any.
        `short`: in a few words."""
        return self._model.without_chips(short)

    def filter_rooms(self, game: str = "", free: bool = False, purse: str = "") -> None:
        """Show these rooms only."""
        model = self._model
        model.lobby = replace(model.lobby, chosen=Filter(game, free, purse))
        model.touch("lobby")
        model.settle()

    @property
    def games(self) -> tuple[GameCard, ...]:
        """What can be opened."""
        return tuple(catalogue.GAMES.values())

    def solo_choices(self, game: str, preset: str, stake: int = 0, buy_in: int = 0) -> Solo:
        """What can be chosen for a table of one's own, with this stake and buy-in so far."""
        usual = self.usual_stake(game, preset) or 0
        return catalogue.solo(game, preset, self._model.cashier.play, usual, stake, buy_in)

    def room_options(
        self, game: str, preset: str, stake: int, chosen: Chosen
    ) -> tuple[OptionGroup, ...]:
        """Which options a room of these rules may choose; none while the house has not said."""
        rules = self._rules(game, preset)
        if rules is None:
            return ()
        return room_options.groups(rules, stake, chosen, self.words)

    def departures(self, game: str, preset: str, stake: int, chosen: Chosen) -> Chosen:
        """What of these choices is otherwise than the rules have it."""
        rules = self._rules(game, preset)
        return room_options.differing(rules, stake, chosen) if rules is not None else {}

    def last_wish(self, kind: RoomKind, game: str = "", preset: str = "") -> Wish | None:
        """What was chosen the last time, for any table, for a game, or for its rules."""
        return wishes.last(self._model.settings.wishes, kind, game, preset)

    def open(self, kind: RoomKind, wish: Wish) -> int:
        """Open a table like this, and propose it the next time."""
        model = self._model
        model.choose(wishes=wishes.remembered(model.settings.wishes, kind, wish))
        return self._request(
            lambda mine: messages.OpenRoom(
                mine,
                wish.game,
                wish.preset,
                wish.stake,
                wish.private,
                wish.buy_in,
                wish.bots,
                wish.bot,
                wish.bot_buy_in,
                wish.counter,
                wish.options,
                wish.unhurried and kind == "solo",
            )
        )

    def open_room(
        self,
        game: str,
        preset: str,
        stake: int = 0,
        private: bool = True,
        buy_in: int = 0,
        counter: bool = False,
        options: Chosen | None = None,
    ) -> int:
        """Open a room for friends with its code, or for all, and look at it."""
        wish = Wish(game, preset, stake, private, buy_in, counter=counter, options=options or {})
        return self.open("open", wish)

    def to_bring(self, game: str, preset: str, stake: int = 0) -> ToBring | None:
        """What one brings to a room that one opens with this stake, 0 being the usual one of the
        rules. None: not known yet."""
        played = stake or self.usual_stake(game, preset)
        known = self._model.cashier
        if played is None or not known.counted:
            return None
        least, most = buy_ins.usual(played)
        return to_bring(least, most, played, cashier.UNIT, known.play)

    def play_solo(
        self,
        game: str,
        preset: str,
        bots: int,
        bot: str = "",
        buy_in: int = 0,
        bot_buy_in: int = 0,
        counter: bool = False,
        stake: int = 0,
        options: Chosen | None = None,
        unhurried: bool = True,
    ) -> int:
        """Play alone against bots; `unhurried`: without a clock."""
        wish = Wish(
            game, preset, stake, True, buy_in, bots, bot, bot_buy_in, counter, options or {},
            unhurried,
        )  # fmt: skip
        return self.open("solo", wish)

    def join(self, table: str) -> int:
        """Go to a table and watch."""
        return self._request(lambda mine: messages.Join(mine, table))

    def take_seat(self, table: str) -> int:
        """Go to a table and sit down there, with the usual chips, as soon as a seat is free."""
        number = self.join(table)
        if number:
            self._model.sits.add(number)
        return number

    def may_sit(self, row: RoomRow) -> bool:
        """Whether there is nothing to choose before one sits down in that room: a seat is free,
        and it takes play chips of which one has the least."""
        have = self._model.cashier
        free = not row.full and not row.mine and row.purse == "play" and not self.closing
        return free and have.counted and row.least_buy_in <= have.play

    def join_code(self, code: str) -> int:
        """Go to the private room of this code."""
        return self._request(lambda mine: messages.Join(mine, code="".join(code.split()).upper()))

    @property
    def quick_game(self) -> str:
        """What one is dealt in to: the game of last time, if the house has a table of it or bots
        are to be played against; else the first that there is a table of."""
        last, rooms = self._model.settings.game, self._model.lobby.rooms.values()
        there = {room.game for room in rooms if room.purse == "play" and not room.private}
        if last in there or self._model.settings.rivals in self.levels(last):
            return last
        return next(
            (game for game in catalogue.GAMES if game in there), next(iter(catalogue.GAMES))
        )

    @property
    def quick_level(self) -> str:
        """Against bots of which level one is dealt in; "": with whoever is there."""
        level = self._model.settings.rivals
        return level if level in self.levels(self.quick_game) else ""

    def levels(self, game: str) -> tuple[str, ...]:
        """How good the bots of a game can be; none where all of them are alike."""
        card = catalogue.GAMES.get(game)
        return card.bots if card is not None else ()

    def deal_in(self) -> int:
        """Deal me in, to a table for everybody or to one of my own against bots, as it is set."""
        level = self.quick_level
        return self.play_against(level) if level else self.quick_seat(self.quick_game)

    def play_against(self, level: str, game: str = "") -> int:
        """A table against bots of this level, for the rest as it was wished last."""
        game = game or self.quick_game
        wish = self.last_wish("solo", game) or Wish(game, catalogue.GAMES[game].solo[0])
        if self.usual_stake(game, wish.preset) is not None:
            able = self.solo_choices(game, wish.preset, wish.stake, wish.buy_in)
            theirs = wish.bot_buy_in
            theirs = theirs if wish.bots and theirs in able.bot_buy_ins else able.bot_buy_in
            wish = replace(wish, stake=able.stake, buy_in=able.buy_in, bot_buy_in=theirs)
        bots = wish.bots or catalogue.GAMES[game].usual_bots
        return self.open("solo", replace(wish, bots=bots, bot=level))

    def quick_seat(self, game: str, preset: str = "") -> int:
        """Deal me in."""
        return self._request(lambda mine: messages.QuickSeat(mine, game, preset))

    def rules(self, game: str, preset: str, table: str = "") -> RulesView | None:
        """The rules in words, as they are at a table if one is named that has them; None: they
        were asked for, and come with the topic "rules"."""
        model = self._model
        found = self._rules(game, preset)
        if found is None:
            return None
        at = model.tables.get(table)
        room = at.room if at is not None else None
        if at is None or room is None or (room.game, room.preset) != (game, preset):
            return ruling.view(game, preset, found.options, model.words)
        # A house may have rules of its own there: a round says which.
        own = at.round.options if at.round is not None and at.round.preset == preset else {}
        options = {**ruling.at_stake(found.options, room.stake), **room.options, **own}
        departs = room_options.departures(game, room.options, model.words)
        return ruling.view(game, preset, options, model.words, here=True, departs=departs)

    @property
    def busters(self) -> tuple[BusterRow, ...]:
        """Who has busted the house last, as it said when it was asked last; the newest first."""
        return tuple(BusterRow(one.name, one.at, one.amount) for one in self._model.busters)

    def ask_busters(self) -> int:
        """Ask who has busted the house last."""
        return self._request(messages.Busters)

    def _rules(self, game: str, preset: str) -> messages.TheRules | None:
        """What the house has said of them; it is asked if it has said nothing."""
        model = self._model
        found = model.rules.get((game, preset))
        asked = any(
            isinstance(one.message, messages.RulesOf)
            and (one.message.game, one.message.preset) == (game, preset)
            for one in model.session.box.open.values()
        )
        if found is None and not asked and model.session.token:
            self._request(lambda mine: messages.RulesOf(mine, game, preset))
        return found

    # -- words ---------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        return self._model.settings

    def say(self, what: str | Say, /, **holes: Value) -> str:
        """A text in the player's language."""
        return self.words.say(what, **holes)

    def money(self, cents: int, short: bool = False, sign: bool = False, cash: bool = False) -> str:
        return self.words.money(cents, short, sign, cash)

    def number(self, value: int) -> str:
        return self.words.number(value)

    def span(self, seconds: float) -> str:
        """What remains, as on a clock: `0:07`."""
        return self.words.span(seconds)

    def clock_text(self, unix: int, offset: int) -> str:
        """The time of day at so many seconds east of UTC."""
        return self.words.time(unix, offset)

    def day_text(self, unix: int, now: float, offset: int) -> str:
        """When something was, by the days since then: `yesterday, 17:05`."""
        return self.words.day(unix, now, offset)

    def until_text(self, unix: int, now: float, offset: int) -> str:
        """When something will be, by the days until then: `tomorrow, 17:05`."""
        return self.words.until(unix, now, offset)

    def game_name(self, game: str) -> str:
        return names.game_name(self.words, game)

    def preset_name(self, game: str, preset: str) -> str:
        return names.preset_name(self.words, game, preset)

    def preset_note(self, game: str, preset: str) -> str:
        """What these rules are, in a sentence."""
        return names.preset_note(self.words, game, preset)

    def stake(self, game: str, amount: int) -> str:
        """A stake as it is called in that game: `10`, or `5/10`."""
        return catalogue.stake_name(self.words, game, amount)

    def stake_line(self, game: str, amount: int) -> str:
        """The same with its name: `stake 10`, `blinds 5/10`; empty where there is none."""
        return catalogue.stake_line(self.words, game, amount)

    def brings(self, row: RoomRow) -> str:
        """With how much one sits down in that room."""
        cash = row.purse == "cash"
        least, most = (self.money(sum, cash=cash) for sum in (row.least_buy_in, row.most_buy_in))
        if not row.most_buy_in:
            key = "rooms.brings_from" if row.least_buy_in else "rooms.brings_free"
        else:
            key = "rooms.brings" if least != most else "rooms.brings_just"
        return self.say(key, least=least, most=most)

    def usual_stake(self, game: str, preset: str) -> int | None:
        """The stake of rules where none is named; None: not known yet, and asked for."""
        rules = self._rules(game, preset)
        return stakes.stake(rules.options) if rules is not None else None

    def of_game(self, game: str, key: str) -> str:
        return names.of_game(self.words, game, key)

    def of_rounds(self, game: str, key: str, /, **holes: Value) -> str:
        return names.of_rounds(self.words, game, key, **holes)

    def verb(self, game: str, verb: str) -> str:
        return names.verb(self.words, game, verb)

    def listed(self, names: tuple[str, ...]) -> str:
        """`Ann, Bo and Cy`"""
        return self.words.listed(names)

    def hand_name(self, name: HandName) -> str:
        return names.hand_name(self.words, name)

    def pattern_name(self, pattern: Pattern) -> str:
        return names.pattern_name(self.words, pattern)

    def place_name(self, place: str) -> str:
        return names.place_name(self.words, place)

    def act_word(self, game: str, act: LastAct) -> str:
        """What a seat has just done, for its place at the table."""
        return names.act_word(self.words, game, act)

"""The lobby: tables to be found, watched and joined, and the list of busters."""

from dataclasses import replace

from client_core import catalogue, lobby
from client_core.busters import BusterRow
from client_core.facade.notices import NoticesPart
from client_core.facade.opening import OpeningPart
from client_core.facade.requests import RequestsPart
from client_core.facade.texts import TextsPart
from client_core.lobby import Filter, LobbyView, RoomRow
from client_core.state.changes import Topic
from client_core.state.client_state import ClientState
from client_core.wishes import Wish
from protocol import messages


class LobbyPart:
    """The lobby as screens call it: tables of others, and the quick ways to a seat."""

    def __init__(
        self,
        state: ClientState,
        notices: NoticesPart,
        opening: OpeningPart,
        requests: RequestsPart,
        texts: TextsPart,
    ) -> None:
        self._state = state
        self._notices = notices
        self._opening = opening
        self._requests = requests
        self._texts = texts
        self._meant: tuple[str, str] | None = None
        """The level and the game of bots that one is to be dealt in against."""
        state.changes.observe(self._heard)

    @property
    def view(self) -> LobbyView:
        """The games, and the rooms that fit the filter."""
        state = self._state
        return lobby.view(
            state.facts.lobby, frozenset(state.tables.by_name), state.purse.cashier.profit
        )

    def filter_rooms(self, game: str = "", free: bool = False, purse: str = "") -> None:
        """Show these rooms only."""
        state = self._state
        state.facts.filter_rooms(Filter(game, free, purse))
        state.settle()

    def join(self, table: str) -> int:
        """Go to a table and watch."""
        return self._requests.ask(lambda mine: messages.Join(mine, table))

    def take_seat(self, table: str) -> int:
        """Go to a table and sit down there, with the usual chips, as soon as a seat is free."""
        number = self.join(table)
        if number:
            self._state.arrivals.sits.add(number)
        return number

    def may_sit(self, row: RoomRow) -> bool:
        """Whether there is nothing to choose before one sits down in that room: a seat is free,
        and it takes play chips of which one has the least."""
        have = self._state.purse.cashier
        free = not row.full and not row.mine and row.purse == "play" and not self._notices.closing
        return free and have.counted and max(row.least_buy_in, 1) <= have.play

    @property
    def may_deal_in(self) -> bool:
        """Whether somebody like me is dealt in at all: the house opens tables, and I have chips."""
        return not self._notices.closing and self._state.purse.without_chips() is None

    def join_code(self, code: str, invited: bool = False) -> int:
        """Go to the private room of this code; no screen waits for one that a link has `invited`,
        so a toast says why not."""
        number = self._requests.ask(
            lambda mine: messages.Join(mine, code="".join(code.split()).upper())
        )
        if number and invited:
            self._state.arrivals.followed.add(number)
        return number

    @property
    def quick_game(self) -> str:
        """What one is dealt in to: the game of last time, if the house has a table of it or bots
        are to be played against; else the first that there is a table of."""
        last, rooms = self._state.settings.game, self._state.facts.lobby.rooms.values()
        there = {room.game for room in rooms if room.purse == "play" and not room.private}
        if last in there or self._state.settings.rivals in self.levels(last):
            return last
        return next(
            (game for game in catalogue.GAMES if game in there), next(iter(catalogue.GAMES))
        )

    @property
    def quick_level(self) -> str:
        """Against bots of which level one is dealt in; "": with whoever is there."""
        level = self._state.settings.rivals
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
        """A table against bots of this level, for the rest as it was wished last: at once, or as
        soon as the house has said the rules, from which follows how much one brings."""
        game = game or self.quick_game
        wish = self._opening.last_wish("solo", game) or Wish(game, catalogue.GAMES[game].solo[0])
        unknown = self._opening.usual_stake(game, wish.preset) is None
        if unknown and self._state.runner.session.token:
            self._meant = level, game
            return 0
        able = self._opening.solo_choices(game, wish.preset, wish.stake, wish.buy_in)
        theirs = wish.bot_buy_in
        theirs = theirs if wish.bots and theirs in able.bot_buy_ins else able.bot_buy_in
        wish = replace(wish, stake=able.stake, buy_in=able.buy_in, bot_buy_in=theirs)
        bots = wish.bots or catalogue.GAMES[game].usual_bots
        return self._opening.open("solo", replace(wish, bots=bots, bot=level))

    def _heard(self, topic: Topic, table: str) -> None:
        """What is meant waits for the rules, unless one goes elsewhere."""
        if self._meant is None or topic not in ("rules", "screen"):
            return
        meant, self._meant = self._meant, None
        if topic == "rules":
            self.play_against(*meant)

    def quick_seat(self, game: str, preset: str = "") -> int:
        """Deal me in."""
        return self._requests.ask(lambda mine: messages.QuickSeat(mine, game, preset))

    def brings(self, row: RoomRow) -> str:
        """With how much one sits down in that room."""
        cash = row.purse == "cash"
        least, most = (
            self._texts.money(sum, cash=cash) for sum in (row.least_buy_in, row.most_buy_in)
        )
        if not row.most_buy_in:
            key = "rooms.brings_from" if row.least_buy_in else "rooms.brings_free"
        else:
            key = "rooms.brings" if least != most else "rooms.brings_just"
        return self._state.words.say(key, least=least, most=most)

    @property
    def busters(self) -> tuple[BusterRow, ...]:
        """Who has busted the house last, as it said when it was asked last; the newest first."""
        return tuple(BusterRow(one.name, one.at, one.amount) for one in self._state.facts.busters)

    def ask_busters(self) -> int:
        """Ask who has busted the house last."""
        return self._requests.ask(messages.Busters)

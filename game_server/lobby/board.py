"""The board in the hall: the tables that everybody may see, and who has subscribed to it."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from game_server.clock import Clock
from game_server.lobby.elsewhere import Elsewhere, open_to_all
from game_server.lobby.table_runner import TableRunner
from game_server.rules.catalogue import GAMES
from game_server.table.view import TableView
from protocol.codec import encode
from protocol.messages import Room, Rooms
from protocol.words import Refusal, chips

SHOWN: Final = 200
TOLD_EVERY_S: Final = 0.25
TOLD_AT_ONCE: Final = 100
"""Watchers who are told in one turn of the loop."""


SoonerFirst = tuple[bool, bool, bool, int, int, bool]


class Listed(Protocol):
    """A table of this node or another, as far as it is listed."""

    @property
    def table_id(self) -> str: ...

    @property
    def listing(self) -> Room: ...


class Board:
    """Lists the tables of `runners`, and those elsewhere, that are not private; `post` sends
    messages to a player."""

    def __init__(
        self,
        runners: Mapping[str, TableRunner],
        elsewhere: Elsewhere,
        clock: Clock,
        post: Callable[[Mapping[str, Sequence[bytes]]], None],
    ) -> None:
        self._keepers, self._elsewhere = runners, elsewhere
        self._clock, self._post = clock, post
        elsewhere.changed = self.changed
        self._watching: dict[int, str] = {}
        self._dirty: dict[str, Listed] = {}
        self._pages: dict[str, Sequence[bytes]] = {}
        """The tables of a game as they are said to one who has seen none."""
        self._due: deque[tuple[int, str]] = deque()
        """Who has not heard the last changes yet, and of which game."""
        self._telling = False
        """Whether changes are told soon, or just now."""

    def public(self, game: str = "") -> list[Room]:
        """The tables of this node that everybody may see."""
        return [
            one.listing
            for one in self._keepers.values()
            if not (one.config.private or one.quarantined) and game in ("", one.config.game)
        ]

    def _listed(self, game: str) -> list[Room]:
        """The tables of all nodes that everybody may see."""
        others = (one.listing for one in open_to_all(self._elsewhere.tables))
        return [
            *self.public(game),
            *(one for one in others if game in ("", one.game) and one.table not in self._keepers),
        ]

    def soonest(
        self,
        game: str,
        preset: str,
        player: str,
        purse: int,
        crowded: Callable[[TableView], bool] = lambda view: False,
    ) -> TableRunner:
        """The table with a seat soonest for a player with so many play chips; of those that are as
        good the one with most people, and of these one of the house. Refusal if nobody plays
        that, or for more chips alone."""
        fit = [
            one
            for one in self.public(game)
            if (preset == one.preset) or (not preset and one.purse == "play")
        ]
        if not fit:
            raise Refusal("no_room", "Nobody plays that here now; look at the lobby, or open one.")
        runners = self._keepers
        # Whoever sits there has brought the chips already.
        able = [
            one
            for one in fit
            if one.purse == "cash"
            or runners[one.table].view.least <= purse
            or runners[one.table].view.sits(player)
        ]
        if not able:
            least = min(runners[one.table].view.least for one in fit)
            text = f"You have {chips(purse)} chips; the least that is played with here is "
            raise Refusal("purse_short", f"{text}{chips(least)}.", have=purse, amount=least)
        # Where no more are let in is better than nowhere: the refusal says why.
        open_to = [one for one in able if not crowded(runners[one.table].view)] or able
        return runners[min(open_to, key=self._soonest).table]

    def _soonest(self, room: Room) -> SoonerFirst:
        runner = self._keepers[room.table]
        return sooner_first(room, runner.view.round is not None, runner.owner.isdecimal())

    def has_seats_like(self, runner: TableRunner) -> bool:
        """Whether another table like this one has seats."""
        mine = runner.listing
        return any(
            (one.preset, one.stake, one.purse, one.options)
            == (mine.preset, mine.stake, mine.purse, mine.options)
            and has_seats(one)
            for one in self.public(mine.game)
        )

    # -- those who watch it ----------------------------------------------------------------

    def watch(self, player: int, game: str) -> None:
        """Subscribe a player to the tables of a game, or of all: all now, every change later."""
        self._watching[player] = game
        self.show(player, game)

    def unwatch(self, player: int) -> None:
        """Show no more changes."""
        self._watching.pop(player, None)

    def show(self, player: int, game: str) -> None:
        """Show the tables once, as they are or were within the last quarter of a second: what all
        who ask are told is written down once. What has changed since is told to all who watch."""
        pages = self._pages.get(game)
        if pages is None:
            pages = _pages(self._listed(game))
            if not game or game in GAMES:
                self._pages[game] = pages
        self._post({str(player): pages})

    def changed(self, table: Listed) -> None:
        """A table is listed otherwise than before, or no more; watchers hear it soon."""
        self._dirty[table.table_id] = table
        self._tell_soon()

    def _tell_soon(self) -> None:
        if self._dirty and not self._telling:
            self._telling = True
            self._clock.callLater(TOLD_EVERY_S, self._tell_watchers)

    def _tell_watchers(self) -> None:
        dirty, self._dirty = self._dirty, {}
        self._pages.clear()
        changed = [one for one in dirty.values() if not one.listing.private]
        news = {game: self._news(changed, game) for game in set(self._watching.values())}
        # Most changes are of private tables: nobody is gone through for those.
        self._due.extend(one for one in self._watching.items() if news[one[1]])
        self._tell_some(news)

    def _tell_some(self, news: Mapping[str, Sequence[bytes]]) -> None:
        """Tell as many as one turn of the loop bears, and the others in the next turns."""
        for _ in range(min(TOLD_AT_ONCE, len(self._due))):
            player, game = self._due.popleft()
            if news[game] and self._watching.get(player) == game:
                self._post({str(player): news[game]})
        if self._due:
            self._clock.callLater(0, self._tell_some, news)
            return
        self._telling = False
        self._tell_soon()

    def _news(self, changed: Sequence[Listed], game: str) -> Sequence[bytes]:
        """What has changed for those who watch that game, as it is said to each of them."""
        mine = [one for one in changed if game in ("", one.listing.game)]
        rooms = {one.table_id: self._room(one.table_id) for one in mine}
        there = [room for room in rooms.values() if room is not None]
        gone = [name for name, room in rooms.items() if room is None]
        return [
            encode(Rooms(tuple(there[start : start + SHOWN]), tuple(gone[start : start + SHOWN])))
            for start in range(0, max(len(there), len(gone)), SHOWN)
        ]

    def _room(self, name: str) -> Room | None:
        """The table as it is listed now; None if it is not."""
        table = self._keepers.get(name) or self._elsewhere.tables.get(name)
        return None if table is None or table.quarantined else table.listing


def sooner_first(room: Room, in_round: bool, of_player: bool) -> SoonerFirst:
    """The order in which tables are good for one who wants to be dealt in, and has looked at no
    rules: where a player has changed them comes last. A bot that plays gives its seat up when its
    round is over."""
    here = people(room)
    plays_on = room.taken >= room.seats and in_round
    changed = of_player and bool(room.options)
    return changed, here >= room.seats, plays_on, room.waiting, -here, of_player


def _pages(listed: Sequence[Room]) -> Sequence[bytes]:
    """All tables, as they are said to one who has seen none."""
    return [
        encode(Rooms(tuple(listed[start : start + SHOWN]), whole=start == 0))
        for start in range(0, max(1, len(listed)), SHOWN)
    ]


def people(room: Room) -> int:
    """Seats that a newcomer cannot have."""
    return room.taken - room.bots


def has_seats(room: Room) -> bool:
    """Whether a newcomer can have a seat."""
    return people(room) < room.seats

"""The board in the hall: the tables that everybody may see, and who has subscribed to it."""

from collections.abc import Callable, Mapping
from typing import Final

from game_server.clock import Clock
from game_server.lobby.table_runner import TableRunner
from protocol.messages import Room, Rooms
from protocol.words import Refusal, chips

SHOWN: Final = 200
TOLD_EVERY_S: Final = 0.25


class Board:
    """Lists the tables of `runners` that are not private; `tell` shows them to a player."""

    def __init__(
        self, runners: Mapping[str, TableRunner], clock: Clock, tell: Callable[[int, Rooms], None]
    ) -> None:
        self._keepers, self._clock, self._tell = runners, clock, tell
        self._watching: dict[int, str] = {}
        self._dirty: dict[str, TableRunner] = {}
        self._told_soon = False

    def public(self, game: str = "") -> list[Room]:
        """The tables that everybody may see."""
        return [
            one.listing
            for one in self._keepers.values()
            if not (one.config.private or one.quarantined) and game in ("", one.config.game)
        ]

    def soonest(self, game: str, preset: str, player: str, purse: int) -> TableRunner:
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
        return runners[min(able, key=self._soonest).table]

    def _soonest(self, room: Room) -> tuple[bool, bool, bool, int, int, bool]:
        """The order in which tables are good for one who wants to be dealt in, and has looked at no
        rules: where a player has changed them comes last. A bot that plays gives its seat up when
        its round is over."""
        here = people(room)
        runner = self._keepers[room.table]
        plays_on = room.taken >= room.seats and runner.view.round is not None
        players = runner.owner.isdecimal()
        changed = players and bool(room.options)
        return changed, here >= room.seats, plays_on, room.waiting, -here, players

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
        """Show the tables once."""
        listed = self.public(game)
        for start in range(0, max(1, len(listed)), SHOWN):
            page = tuple(listed[start : start + SHOWN])
            self._tell(player, Rooms(page, whole=start == 0))

    def _tell_watchers(self) -> None:
        self._told_soon = False
        dirty, self._dirty = self._dirty, {}
        changed = [one for one in dirty.values() if not one.config.private]
        for player, game in list(self._watching.items()):
            mine = [one for one in changed if game in ("", one.config.game)]
            there = tuple(one.listing for one in mine if self._is_there(one))[:SHOWN]
            gone = tuple(one.table_id for one in mine if not self._is_there(one))[:SHOWN]
            if there or gone:
                self._tell(player, Rooms(there, gone))

    def _is_there(self, runner: TableRunner) -> bool:
        return runner.table_id in self._keepers and not runner.quarantined

    def changed(self, runner: TableRunner) -> None:
        """A table is listed otherwise than before, or no more; watchers hear it soon."""
        self._dirty[runner.table_id] = runner
        if not self._told_soon:
            self._told_soon = True
            self._clock.callLater(TOLD_EVERY_S, self._tell_watchers)


def people(room: Room) -> int:
    """Seats that a newcomer cannot have."""
    return room.taken - room.bots


def has_seats(room: Room) -> bool:
    """Whether a newcomer can have a seat."""
    return people(room) < room.seats

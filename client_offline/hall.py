"""The hall of a house inside the client: which tables there are, and how one gets to them."""

from collections.abc import Iterator
from typing import Final, Protocol

from client_offline import rooms
from client_offline.purse import Purse
from client_offline.saved import SavedHouse, SavedTable
from client_offline.table_run import PLAYER, AnyTable, Around, TableRun
from game_server.bots.choosing import names
from game_server.rules.catalogue import GAMES
from game_server.rules.core import Span
from game_server.table import bot_names, room_wishes
from game_server.table.orders import Order
from game_server.table.seats import BOT
from protocol.messages import OpenRoom, Room, Rooms
from protocol.words import Refusal, chips

MOST_TABLES: Final = 8
"""One is in so many tables at most, and back in all of them after a break."""
FAILED: Final = "The table has failed; what was at stake in this round is back."


class Told(Around, Protocol):
    """What the hall needs of its house."""

    def say_rooms(self, listed: Rooms) -> None:
        """Show a change of the rooms, if the player watches them."""


class Hall:
    """The tables that are open, and the rooms that stand open until somebody comes."""

    def __init__(self, saved: SavedHouse, purse: Purse, told: Told) -> None:
        self._saved, self._purse, self._told = saved, purse, told
        self.runs: dict[str, TableRun] = {}
        self._standing = rooms.standing()
        self._empty = {table: self._listing(table) for table in self._standing}
        """How each room that stands open is listed while nobody is there."""
        self._shown: dict[str, Room] = {}

    # -- life ------------------------------------------------------------------------------------

    def resume(self, void: bool) -> bool:
        """Let all tables go on from their journals; whether one of them could not, or what its
        seats hold is not what the books say. `void`: the rounds in play cannot go on."""
        lost = False
        for name, kept in list(self._saved.tables.items()):
            try:
                config = room_wishes.deserialised(kept.config)
                run = TableRun(config, self._told, kept.rows)
                self.runs[name] = run
                run.resume(FAILED if void else "")
                if not run.over and self._uneven(run):
                    raise ValueError(f"Table {name} holds other chips than the books say.")
            except Exception:
                # Of an older or newer client, or damaged: its chips go back as the books have them.
                lost = True
                self._gone(name)
                continue
            if run.table.view().seat(PLAYER) is None and not run.over:
                self._gone(name)
        return lost

    def _uneven(self, run: TableRun) -> bool:
        view = run.table.view()
        held = {player: chips for player, chips in view.holdings().items() if chips}
        return held != self._purse.books.escrows(run.config.table)

    def _gone(self, name: str) -> None:
        self.runs.pop(name, None)
        self._saved.tables.pop(name, None)
        self._purse.books.close(name)

    def shut(self, run: TableRun) -> None:
        """A table is over."""
        self._gone(run.config.table)

    def save(self) -> None:
        """Put the journals that have changed where they are kept."""
        for name, run in self.runs.items():
            if run.changed or name not in self._saved.tables:
                config = room_wishes.serialised(run.config)
                self._saved.tables[name] = SavedTable(config, run.rows)
                run.changed = False

    # -- the list --------------------------------------------------------------------------------

    def listed(self, game: str = "") -> dict[str, Room]:
        """The rooms that stand open, by their tables."""
        found: dict[str, Room] = {}
        for table, empty in self._empty.items():
            if game in ("", empty.game):
                run = self.runs.get(table)
                here = run is not None and run.table.view().seat(PLAYER) is not None
                found[table] = rooms.listed(empty, here, empty.coming)
        return found

    def show(self, game: str) -> None:
        """List the rooms, all of them."""
        self._shown = self.listed()
        listed = tuple(one for one in self._shown.values() if game in ("", one.game))
        self._told.say_rooms(Rooms(listed, whole=True))

    def show_changes(self, game: str) -> None:
        """List the rooms that are otherwise than they were shown."""
        before, self._shown = self._shown, self.listed()
        changed = tuple(
            one
            for table, one in self._shown.items()
            if before.get(table) != one and game in ("", one.game)
        )
        if changed:
            self._told.say_rooms(Rooms(changed))

    def _listing(self, table: str) -> Room:
        wish = self._standing[table]
        config, bots = rooms.made(wish, table)
        return rooms.listed(TableRun(config, self._told).table.listing(), False, len(bots))

    # -- finding ---------------------------------------------------------------------------------

    def find(self, table: str) -> TableRun:
        """The table of that name; Refusal if there is none."""
        run = self.runs.get(table)
        if run is None:
            raise Refusal("no_table", f"There is no table {table!r}; look at the list of tables.")
        return run

    def mine(self) -> Iterator[TableRun]:
        """The tables that the player is in."""
        return (run for run in list(self.runs.values()) if PLAYER in run.table.view().people)

    def join(self, table: str) -> TableRun:
        """The table of that name, opened if it is a room that stands open."""
        if table not in self.runs and table in self._standing:
            return self._open(self._standing[table], table)
        return self.find(table)

    def quick(self, game: str, preset: str) -> TableRun:
        """The room of this game where one is dealt in."""
        fit = [
            table
            for table, wish in self._standing.items()
            if wish.game == game and preset in ("", wish.preset)
        ]
        if not fit:
            raise Refusal("no_room", "Nobody plays that here now; look at the lobby, or open one.")
        run = self.join(fit[0])
        least = run.table.view().least
        if self._purse.chips < least and not run.table.view().sits(PLAYER):
            text = f"You have {chips(self._purse.chips)} chips; the least that is played with here"
            have = self._purse.chips
            text = f"{text} is {chips(least)}."
            raise Refusal("purse_short", text, have=have, amount=least)
        return run

    def open(self, wish: OpenRoom) -> TableRun:
        """A room as it is wished, with its bots."""
        if wish.game not in GAMES:
            raise Refusal(
                "no_game", f"There is no game {wish.game!r}; there are {', '.join(GAMES)}."
            )
        return self._open(wish, f"{wish.game}-{self._told.below(2**40):x}")

    def _open(self, wish: OpenRoom, table: str) -> TableRun:
        inside = sum(1 for _ in self.mine())
        if inside >= MOST_TABLES:
            text = f"You are in {inside} rooms; leave one before you join another."
            raise Refusal("tables_many", text, most=MOST_TABLES)
        config, bots = rooms.made(wish, table)
        run = self.runs[table] = TableRun(config, self._told)
        for bot, span in bots:
            self._seat(run, bot, span)
        return run

    def fill(self, run: TableRun, count: int, bot: str) -> None:
        """Seat so many bots more, with what a bot usually brings there."""
        chips = room_wishes.usual_chips(run.config)
        for _ in range(count):
            self._seat(run, bot or names(run.config.game)[0], Span(chips, chips, 1))

    def _seat(self, run: TableRun, bot: str, span: Span) -> None:
        """Seat a bot with chips of the house."""
        below = self._told.below
        amount = room_wishes.drawn(span, below(room_wishes.choices(span)))
        self._saved.bots += 1
        who = f"{BOT}{run.config.table}.{self._saved.bots}"

        def seat(table: AnyTable, now: float) -> list[Order]:
            name = bot_names.free(table.names(), below, self._saved.bots)
            return table.seat_bot(who, name, "", bot, amount, now)

        self._purse.brings(run.config.table, who, amount)
        run.ask(seat)

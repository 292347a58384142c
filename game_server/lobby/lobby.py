"""The tables of a house: opened, found, closed, and another one where many wait."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final, Protocol

from twisted.internet.defer import Deferred, FirstError, gatherResults, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.lobby import opening, room_rows
from game_server.lobby.board import Board, has_seats
from game_server.lobby.bot_seating import BotSeating
from game_server.lobby.departure import TableDeparture
from game_server.lobby.elsewhere import Elsewhere
from game_server.lobby.inputs import Work
from game_server.lobby.overflow_tables import OverflowTables
from game_server.lobby.ports import AnyTable, HouseOrder, Means
from game_server.lobby.quarantine import Quarantine
from game_server.lobby.settle_quarantined import SettledQuarantine
from game_server.lobby.table_index import TableIndex
from game_server.lobby.table_runner import TableRunner
from game_server.refusals import HouseCloses, NoCashHere
from game_server.rules.core import Span
from game_server.store import quarantine, rooms
from game_server.store.payments import Payment
from game_server.store.transaction import Transaction
from game_server.table import room_wishes
from game_server.table.config import TableConfig
from game_server.table.orders import Alarm, Crowded, NeedBots, Order, Shut
from game_server.table.view import TableView
from protocol.codec import encode
from protocol.messages import Notice, OpenRoom
from protocol.words import Refusal, Seat

HOUSE: Final = "house"
"""Owns the tables that the house has opened beside those of its settings."""
MOST_OPENED: Final = 5
SETTLED: Final = "A table that had failed is settled; your chips are back."
CODE: Final = 6
COMES_S: Final = 60.0
"""So long a room that came from another node waits for somebody."""


class PlayersPort(Protocol):
    """The players, as the lobby reaches them."""

    def post(self, said: Mapping[str, Sequence[bytes]]) -> None:
        """Send to each of these players what is said there, in one piece; nothing where no
        connection is."""

    def moved(self, players: Collection[int], payments: Sequence[Payment]) -> None:
        """Chips have moved to or from a table, and payments have begun, on disk."""

    def recovered(self) -> None:
        """A table came back from a failed commit: payments on disk may be unheard of."""


class Lobby:
    """The tables of a house and their runners."""

    _log: ClassVar[Logger] = Logger()

    def __init__(self, means: Means, players_port: PlayersPort) -> None:
        self.runners: dict[str, TableRunner] = {}
        self.waiting: set[str] = set()
        """Tables for cash that wait on disk, whole, for a start at which cards can be shown."""
        self.closing = ""
        self._means, self._players_port = means, players_port
        self.post = players_port.post
        self.elsewhere = Elsewhere()
        self.board = Board(self.runners, self.elsewhere, means.clock, self.post)
        self.changed = self.board.changed
        self.index = TableIndex(self.runners, self.elsewhere)
        self.find, self.by_code = self.index.find, self.index.by_code
        self.of_player, self.sits = self.index.of_player, self.index.sits
        self.going_on = self.index.going_on
        self.came_or_went = self.index.whereabouts.look
        self.bots = BotSeating(means)
        self._quarantine = Quarantine(means)
        self._crowds = OverflowTables(self._like, self._tell)
        self._closed: Deferred[None] | None = None

    # -- opening and closing ---------------------------------------------------------------

    def start(self, configs: Sequence[TableConfig]) -> Deferred[None]:
        """Open these tables and those that players had opened; fires when all go on. What was
        closed can be started again."""
        self.begin()
        found = self._means.store.read(
            lambda conn: (rooms.still_open(conn), quarantine.tables(conn))
        )
        return found.addCallback(lambda kept: self._start(configs, *kept))

    def begin(self) -> None:
        """There are no tables, and some may come."""
        self.closing, self._closed = "", None
        self.waiting.clear()
        # Tables that were quarantined when the house closed are there still.
        self.stop()
        self.runners.clear()
        self.index.whereabouts.clear()

    def _start(
        self,
        configs: Sequence[TableConfig],
        kept: Sequence[rooms.OpenedRoom],
        held_back: Mapping[str, str],
    ) -> Deferred[None]:
        owned = [*((config, "") for config in configs), *self.opened(kept)]
        begun = self.adopt(owned, held_back)
        # Tables of settings that are no more: their chips go back like those of any such table.
        for table in held_back.keys() - self.runners.keys() - self.waiting:
            self._quarantine.end(table)
        return begun.addCallback(lambda _: None)

    def opened(self, kept: Sequence[rooms.OpenedRoom]) -> Sequence[tuple[TableConfig, str]]:
        """Rooms that were opened, as they are set and by whom."""
        owned = []
        for one in kept:
            try:
                config = room_wishes.deserialised(one.config)
            except Exception:
                # One table that no longer can be keeps no house shut; its chips go back.
                self._log.failure("Table {table} cannot be opened again.", table=one.name)
                over = partial(rooms.close, name=one.name, at=self._means.now())
                self._means.store.write(over).addErrback(self._fault)
                continue
            # It may have been opened by a house that was testing.
            testing = config.testing and self._means.rig is not None
            owned.append((replace(config, testing=testing), one.owner))
        return owned

    def adopt(
        self,
        owned: Sequence[tuple[TableConfig, str]],
        held_back: Mapping[str, str],
        up: Callable[[TableRunner], object] = lambda runner: None,
        comes: Callable[[TableRunner], object] = lambda runner: None,
    ) -> Deferred[Sequence[TableRunner]]:
        """Go on with these tables, each with its owner; fires with them when all go on. Those of
        `held_back` are quarantined. `comes` hears of each before it begins, and `up` of each that
        goes on before it writes anything."""
        adopted = []
        there = {one.table_id for one in self.index.all()}
        for config, owner in owned:
            if config.table in there:
                continue
            if config.purse == "cash" and not self._means.takes_cards:
                self.waiting.add(config.table)
                continue
            why = held_back.get(config.table, "")
            runner = TableRunner(config, self._means, self, owner, why)
            self.runners[config.table] = runner
            there.add(config.table)
            adopted.append(runner)
            if why:
                self._quarantine.alarm(config.table, why)

        def begin(runner: TableRunner) -> Deferred[object]:
            comes(runner)
            return runner.start().addCallback(lambda _: up(runner))

        begun = gatherResults([begin(runner) for runner in adopted])
        return begun.addCallback(lambda _: self._are_up(adopted))

    def _are_up(self, adopted: Sequence[TableRunner]) -> Sequence[TableRunner]:
        if self._means.node:
            for runner in adopted:
                self.changed(runner)
            # Whoever was there at another node may come here.
            self._means.clock.callLater(COMES_S, self._close_empty, adopted)
        else:
            self._close_empty(adopted)
        return adopted

    def release(self, table: str, gone: Callable[[], object]) -> None:
        """Let a table go to another node, between two rounds; `gone` is called when this one writes
        nothing more of it."""
        runner = self.runners[table]

        def left() -> None:
            if self.runners.get(table) is runner:
                self._gone(runner)
            gone()

        TableDeparture(runner, self._means.clock, left)

    def _close_empty(self, adopted: Sequence[TableRunner]) -> None:
        """A table that was opened and in which nobody sits was left before the restart."""
        for runner in adopted:
            if runner.quarantined or runner.closed:
                continue
            if not (runner.config.stays or runner.view.people):
                self._tell(runner, lambda table, now: table.close("empty", now))

    def mark_first_seats(self, adopted: Sequence[TableRunner] | None = None) -> Deferred[None]:
        """At each table where nobody sits, or each of those, draw the first seat to be filled at
        random."""
        below = self._means.chance.below
        marked = []
        for runner in self.going_on() if adopted is None else adopted:
            if runner.quarantined:
                continue
            seat = Seat(below(room_wishes.seats(runner.config)))

            def mark(table: AnyTable, now: float, seat: Seat = seat) -> list[Order]:
                return table.mark_first(seat, now)

            # A table that is empty closes meanwhile: that keeps no house shut.
            marked.append(runner.ask(mark, retry=True).addErrback(self._fault))
        return gatherResults(marked).addCallback(lambda _: None)

    def open(self, owner: int, wish: OpenRoom, home: str = "") -> Deferred[TableRunner]:
        """Open the table that a player wants; it is on disk, with its bots, when this fires. The
        request's reply is on disk with it. `home` is the address that it counts against."""
        if self.closing:
            raise HouseCloses
        names = self._means.thinkers.names(wish.game)
        name, code = f"{wish.game}-{self._word(CODE).lower()}", self._word(CODE)
        config = room_wishes.wished(wish, name, code, names, self._means.untimed)
        bots = room_wishes.opponents(config, wish, names)
        made = self._open(config, str(owner), (owner, wish), home)
        return made.addCallback(lambda runner: self._fill(runner, bots))

    def create(self, config: TableConfig) -> Deferred[TableRunner]:
        """Open a table of the house, which is there after every restart until it is closed."""
        if self.closing:
            raise HouseCloses
        if config.purse == "cash" and not self._means.takes_cards:
            raise NoCashHere
        return self._open(config, HOUSE)

    def _open(
        self,
        config: TableConfig,
        owner: str,
        asked: tuple[int, OpenRoom] | None = None,
        home: str = "",
    ) -> Deferred[TableRunner]:
        runner = TableRunner(config, self._means, self, owner)
        runner.home = home
        at, node = self._means.now(), self._means.node

        def keep(tx: Transaction) -> None:
            room_rows.write_opened(tx, config, owner, node, at)
            if asked is not None:
                player, wish = asked
                room_rows.write_reply(tx, player, wish, runner.listing, at)

        self.index.coming.append(runner)
        opened = self._means.store.write(keep)

        def written(result: Failure | None) -> Failure | None:
            self.index.coming.remove(runner)
            if isinstance(result, Failure):
                runner.end()
            return result

        def start(_: None) -> Deferred[TableRunner]:
            self.runners[config.table] = runner
            return runner.start().addCallback(lambda _: begun())

        def begun() -> TableRunner:
            self.changed(runner)
            if self.closing:
                self._tell(runner, lambda table, now: table.close(self.closing, now))
            return runner

        return opened.addBoth(written).addCallback(start)

    def _fill(self, runner: TableRunner, bots: Sequence[tuple[str, Span]]) -> Deferred[TableRunner]:
        below = self._means.chance.below
        seated = [
            self.bots.seat(
                runner, bot, room_wishes.drawn(span, below(room_wishes.choices(span))), retry=True
            )
            for bot, span in bots
        ]

        def without(failure: Failure) -> Failure:
            """A table without its bots is none."""
            self._tell(runner, lambda table, now: table.close("empty", now))
            first = failure.value
            return first.subFailure if isinstance(first, FirstError) else failure

        filled = gatherResults(seated, consumeErrors=True).addErrback(without)
        return filled.addCallback(lambda _: runner)

    def close(self, reason: str) -> Deferred[None]:
        """No new rounds anywhere; fires when every table is over and everybody cashed out."""
        if self._closed is None:
            self._closed = Deferred()
            self.closing = reason
            for runner in self.going_on():
                closing = runner.ask(lambda table, now: table.close(reason, now), retry=True)
                closing.addErrback(self._not_closed, runner)
            self._look_closed()
        waiter: Deferred[None] = Deferred()
        self._closed.addCallback(lambda _: waiter.callback(None))
        return waiter

    def _not_closed(self, failure: Failure, runner: TableRunner) -> None:
        """A table that fails at closing must not keep the house open."""
        if getattr(failure.value, "code", "") == "not_again":
            runner.quarantine("It failed at closing.")
        else:
            self._fault(failure)

    def stop(self) -> None:
        """The process ends; the tables go on at the next start."""
        for runner in self.runners.values():
            runner.stop()

    # -- finding a table --------------------------------------------------------------------

    def quick(
        self,
        game: str,
        preset: str,
        player: str,
        purse: int,
        crowded: Callable[[TableView], bool],
    ) -> Deferred[TableRunner]:
        """The public table with a seat soonest for so many chips, of those that are not crowded if
        there are such. Where bots keep seats warm
        nobody waits for people: another table opens."""
        runner = self.board.soonest(game, preset, player, purse, crowded)
        config = runner.config
        if config.bots and config.second_table and not has_seats(runner.listing):
            return self._crowds.another(runner)
        return succeed(runner)

    # -- what table runners call -----------------------------------------------------------

    def moved(self, players: Collection[int], payments: Sequence[Payment]) -> None:
        self._players_port.moved(players, payments)

    def recovered(self) -> None:
        self._players_port.recovered()

    def wants(self, runner: TableRunner, wish: HouseOrder) -> None:
        match wish:
            case NeedBots(count, bot):
                for _ in range(count):
                    self.bots.seat(runner, bot, called=True).addErrback(self._no_bot)
            case Crowded():
                if not (self.closing or self.board.has_seats_like(runner)):
                    self._crowds.second(runner)
            case Alarm(code, text):
                self._log.critical("{code}: {text}", code=code, text=text, alarm=code)
            case Shut():
                self._shut(runner)

    def _shut(self, runner: TableRunner) -> None:
        runner.end()
        self._gone(runner)
        self._look_closed()
        if runner.config.stays and not (
            runner.owner == HOUSE and runner.view.closing == "table_closes"
        ):
            return
        config, at, node = runner.config, self._means.now(), self._means.node

        def over(tx: Transaction) -> None:
            room_rows.write_closed(tx, config, node, at)

        self._means.store.write(over).addErrback(self._fault)

    def _gone(self, runner: TableRunner) -> None:
        self.runners.pop(runner.table_id, None)
        self.index.whereabouts.forget(runner)
        self.changed(runner)

    def _look_closed(self) -> None:
        if self._closed is not None and not self.going_on() and not self._closed.called:
            self._closed.callback(None)

    # -- tables that keep failing ----------------------------------------------------------

    def quarantined(self, runner: TableRunner) -> None:
        """Nobody waits for this table any more, over restarts too, until it is settled."""
        self._quarantine.begin(runner)
        self.changed(runner)
        self._look_closed()

    def settle(self, table: str) -> Deferred[SettledQuarantine]:
        """Give everybody back what is at a table that is quarantined, and close it; fires with what
        went back. Refusal when the table goes on."""
        runner = self.find(table)

        def over(settled: SettledQuarantine) -> SettledQuarantine:
            runner.end()
            self._gone(runner)
            self.moved(settled.players, settled.payments)
            word = encode(Notice("settled", SETTLED))
            self.post({str(player): (word,) for player in settled.players})
            return settled

        return self._quarantine.settle(runner).addCallback(over)

    # -- how -------------------------------------------------------------------------------

    def _like(self, config: TableConfig) -> Deferred[TableRunner]:
        return self._open(opening.like(config, f"{config.game}-{self._word(CODE).lower()}"), "")

    def _tell(self, runner: TableRunner, work: Work) -> None:
        runner.ask(work, retry=True).addErrback(self._fault)

    def _word(self, letters: int) -> str:
        below = self._means.chance.below
        return "".join(opening.LETTERS[below(len(opening.LETTERS))] for _ in range(letters))

    def _no_bot(self, failure: Failure) -> None:
        if not failure.check(Refusal):
            self._fault(failure)

    def _fault(self, failure: Failure) -> None:
        if not failure.check(Refusal):
            self._log.failure("The lobby has a fault.", failure)

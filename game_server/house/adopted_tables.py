"""The tables of a node that shares a house: they come and go while it runs.

A table is adopted as a house opens one after a crash: its rows are replayed, chips that no seat has
go back to their owners, and where nobody sits the first seat is drawn. The unit of cash brings the
cashier's work with it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Final

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank.cashier import Cashier
from game_server.house.escrow import put_right_at
from game_server.house.faults import log_fault
from game_server.house.hours import Hours
from game_server.lobby.guests import Guests, announced_of, guests_of, read, written
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.lobby.room_rows import unit_of
from game_server.lobby.table_runner import TableRunner
from game_server.players.player_account import account_of
from game_server.refusals import TableElsewhere, TableSuspended
from game_server.store import accounts, placements, quarantine, rooms
from game_server.store.placements import CASH, Placement
from game_server.store.ports import CannotRead, CommitFailed
from game_server.store.transaction import Transaction
from game_server.table.config import TableConfig
from game_server.table.seats import Attendee
from protocol.words import Refusal

LOOK_S: Final = 60.0
"""So often the node that carries the payments looks for some that others have begun."""


class AdoptedTables:
    """The tables that are placed on this node. `placed` tells it where all of them are."""

    _log = Logger()

    def __init__(self, means: Means, lobby: Lobby, hours: Hours, cashier: Cashier) -> None:
        self._means, self._lobby, self._hours, self._cashier = means, lobby, hours, cashier
        self._here: set[str] = set()
        self._coming: set[str] = set()
        """Those of them that are being adopted."""
        self._left: dict[str, str] = {}
        """Guests of units that have gone from here, until that is written."""
        self._unknown: set[str] = set()
        """Units that neither the settings of this node nor the rooms know."""
        self._where: Mapping[str, Placement] = {}
        lobby.index.where = self._elsewhere
        cashier.rest()

    @property
    def here(self) -> Set[str]:
        """The units that run here, or begin to."""
        return self._here

    @property
    def takes(self) -> bool:
        """Whether the house is open on this node."""
        if self._hours.state != "open":
            # It will begin without any.
            self._here.clear()
            return False
        return True

    def can(self, unit: str) -> bool:
        """Whether this node knows how to run it, as far as it knows."""
        return unit not in self._unknown

    def idle(self, unit: str) -> bool:
        """Whether nobody is at it, and no round in play; payments are never idle, and rooms of
        players neither: somebody is about to come in."""
        runner = self._lobby.runners.get(unit)
        if runner is None or not runner.config.stays:
            return False
        return not runner.view.people and runner.between_rounds

    def attended(self, unit: str) -> bool:
        """Whether somebody is at it."""
        runner = self._lobby.runners.get(unit)
        return runner is not None and not runner.down and bool(runner.view.people)

    def guests(self, unit: str) -> str:
        """Who was at it without a seat when it went, as it is written for whoever takes it."""
        return self._left.get(unit, "")

    def can_go(self, unit: str) -> bool:
        """Whether it may be released: not while it is coming."""
        return unit not in self._coming and not self._lobby.index.is_coming(unit)

    def units(self, tx: Transaction) -> Sequence[str]:
        """The tables of the settings and the rooms that are open, and the cashier's work."""
        return [CASH, *{unit_of(config): None for config, _ in self._all(rooms.still_open(tx))}]

    def placed(self, where: Mapping[str, Placement]) -> None:
        """Where every unit is now."""
        self._where, me = where, self._means.node
        self._here = {unit for unit in self._here if unit in where and where[unit].node == me}

    def number(self, table: str) -> int:
        """The number of a table's placement as it is known here; 0 if it is not yet."""
        found = self._where.get(self._unit(table))
        return 0 if found is None else found.number

    # -- coming ----------------------------------------------------------------------------

    def adopt(self, units: Sequence[str]) -> None:
        """Let these run here from now on."""
        self._here |= set(units)
        self._coming |= set(units)
        for unit in units:
            self._left.pop(unit, None)
        coming = Deferred.fromCoroutine(self._adopt(frozenset(units)))
        coming.addErrback(self._not_adopted, units).addCallback(
            lambda _: self._coming.difference_update(units)
        )

    async def _adopt(self, units: frozenset[str]) -> None:
        began = self._means.clock.seconds()
        kept, held_back, left = await self._means.store.read(
            lambda tx: (
                rooms.still_open(tx),
                quarantine.tables(tx),
                placements.guests(tx, units),
            )
        )
        owned = [one for one in self._all(kept) if unit_of(one[0]) in units]
        await self._refuse(units - {unit_of(config) for config, _ in owned} - {CASH})
        expected = await self._expected([config.table for config, _ in owned], left.values())
        runners = await self._lobby.adopt(owned, held_back, self._put_right, expected)
        if left:
            await self._means.store.write(lambda tx: placements.forget_guests(tx, left))
        await self._lobby.mark_first_seats(runners)
        if CASH in units:
            await self._cashier.take_up()
            self._means.clock.callLater(LOOK_S, self._look_for_payments)
        self._log.info(
            "{tables} tables came to this node and are up after {seconds} s, {rounds} rounds of"
            " before go on.",
            tables=len(runners),
            seconds=f"{self._means.clock.seconds() - began:.2f}",
            rounds=sum(one.view.round is not None for one in runners),
        )

    async def _expected(
        self, tables: Sequence[str], left: Iterable[str]
    ) -> Callable[[TableRunner], None]:
        """Lets a table begin with its guests: as the node that gave it up has written them, and as
        one that is gone has announced them."""
        elsewhere = self._lobby.elsewhere.tables
        known = {name: announced_of(elsewhere.get(name)) for name in tables}
        for text in left:
            known.update(read(text))
        numbers = {int(key) for one in known.values() for key in one.people}
        found = await self._means.store.read(lambda tx: accounts.of(tx, sorted(numbers)))
        people = {
            str(one.id): Attendee(one.name, one.avatar, here=False)
            for one in found
            if account_of(one).may("enter")
        }

        def expect(runner: TableRunner) -> None:
            guests = known[runner.table_id]
            there = {key: replace(people[key]) for key in guests.people if key in people}
            runner.expect(there, [key for key in guests.queue if key in there])

        return expect

    def _all(self, kept: Sequence[rooms.OpenedRoom]) -> Sequence[tuple[TableConfig, str]]:
        return [*((config, "") for config in self._hours.tables), *self._lobby.opened(kept)]

    async def _refuse(self, unknown: Set[str]) -> None:
        """These are for a node with other settings, or are over."""
        if not unknown:
            return
        self._unknown |= unknown
        self._here -= unknown
        me, units = self._means.node, sorted(unknown)
        text = "Tables {tables} are in no settings of this node, and are left to others."
        self._log.warn(text, tables=", ".join(units[:10]))

        def leave(tx: Transaction) -> None:
            placements.forget_closed(tx)
            placements.give_up(tx, units, me, None)

        await self._means.store.write(leave)

    def _look_for_payments(self) -> None:
        """Go on with those that other nodes have begun: a card that was changed there."""
        if CASH in self._here and not self._cashier.rests:
            self._cashier.start().addErrback(log_fault, self._log, "Payments have a fault.")
            self._means.clock.callLater(LOOK_S, self._look_for_payments)

    def _put_right(self, runner: TableRunner) -> None:
        """Asked for at once: what the table writes from now on is written after it."""
        if runner.quarantined:
            return
        held, config, at = runner.view.holdings(), runner.config, self._means.now()
        work = partial(put_right_at, table=config.table, purse=config.purse, seats=held, at=at)
        righted = self._means.store.write(work)
        righted.addCallbacks(self._righted, self._not_righted)

    def _righted(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._log.warn("{line}", line=line)

    def _not_righted(self, failure: Failure) -> None:
        # The table has lost that commit too, or its next one, and reads its rows again.
        if not failure.check(CommitFailed):
            log_fault(failure, self._log, "Chips without a seat could not be looked for.")

    def _not_adopted(self, failure: Failure, units: Sequence[str]) -> None:
        """The next look tries it again."""
        self._here -= set(units)
        if not failure.check(CannotRead, CommitFailed):
            log_fault(failure, self._log, "Tables could not be adopted.")

    # -- going -----------------------------------------------------------------------------

    def release(self, unit: str, gone: Callable[[], None]) -> None:
        """Let it go between two rounds; `gone` is called when nothing more of it is written."""
        if unit == CASH:
            self._cashier.rest()
        running = self._lobby.runners
        tables = {name: one for name, one in running.items() if unit_of(one.config) == unit}
        left, guests = set(tables), dict[str, Guests]()

        def went(table: str) -> None:
            left.discard(table)
            if table:
                guests[table] = guests_of(tables[table].view)
            if not left:
                self._left[unit] = written(guests)
                self._here.discard(unit)
                gone()

        if not tables:
            went("")
        for table in tables:
            self._lobby.release(table, partial(went, table))

    def _elsewhere(self, table: str) -> Refusal | None:
        """Why a table is not here that there is."""
        found = self._where.get(self._unit(table))
        if found is None:
            return None
        if found.node is None or found.node == self._means.node:
            return TableSuspended()
        return TableElsewhere.on(found.node)

    def _unit(self, table: str) -> str:
        runner = self._lobby.runners.get(table)
        if runner is not None:
            return unit_of(runner.config)
        found = next((one for one in self._hours.tables if one.table == table), None)
        return table if found is None else unit_of(found)

"""One run: players play, the house is struck as planned, all is well again, everybody has an
answer, and what was said, told, written and paid is a history."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from socket import create_connection
from typing import Final

from tests.house.test_killed import CARDS, ROOM, TABLES
from tests.nemesis.cluster import Cluster, NemesisNode
from tests.nemesis.history import History, Struck
from tests.nemesis.plan import LINES, ROLES, Plan, Strike
from tests.nemesis.reading import paid, read
from tests.nemesis.witness import Witness
from tools.nats import LocalNats
from tools.postgresql import LocalPostgres

PATIENCE_S: Final = 60.0
"""So long it may take, on a machine that has much else to do, until all is well again."""
CHIPS: Final = 50_000
LOOK_S: Final = 0.05
AGAIN_S: Final = 0.3
"""So soon a node that has ended by itself is started again."""
PATIENT_S: Final = (1.0, 1.0, 30.0)
"""How long players bear a silence."""
LEFT_OUT: Final = ("queue", "join", "ready")
"""Requests that a player may ask again, and need not have an answer at the end."""


class Night:
    """A run of that plan, over a database that nobody else uses."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        dsn: str,
        server: LocalPostgres,
        fenced: bool = True,
        patience: float = PATIENCE_S,
    ) -> None:
        rooms = "".join(ROOM.format(table=one, **TABLES[one]._asdict()) for one in plan.tables)
        self.history = History(plan.seed)
        self.cluster = Cluster(folder, dsn, rooms, fenced)
        self.witnesses: list[Witness] = []
        self._plan, self._dsn, self._server = plan, dsn, server
        self._random, self._patience = Random(plan.seed), patience
        self._down = set[str]()
        """Nodes that are to stay as they are for a while."""

    async def play(self) -> History:
        """All of it."""
        self.cluster.folder.mkdir(parents=True, exist_ok=True)
        beside: list[asyncio.Task[None]] = []
        try:
            await self._open()
            beside = [asyncio.create_task(one.live()) for one in self.witnesses]
            beside.append(asyncio.create_task(self._mind_nodes()))
            beside.append(asyncio.create_task(self._buy()))
            await self._until(self._all_seated, "a player who never got a seat")
            if self._plan.bank and self.cluster.bank is not None:
                await asyncio.to_thread(self.cluster.bank.faults, *self._plan.bank)
            for strike in self._plan.strikes:
                await self._strike(strike)
            await self._calm()
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            for one in self.witnesses:
                await one.done_for()
            await self.cluster.close()
        bank = self.cluster.bank
        self.history.books = read(self._dsn, bank.file if bank is not None else None)
        return self.history

    # -- before ----------------------------------------------------------------------------------

    async def _open(self) -> None:
        """The bank, the nodes, and the players, who come in as soon as they can."""
        plan = self._plan
        self._note(f"{plan.shape}: {', '.join(plan.tables)}; clocks {plan.clocks}")
        if any(TABLES[table].purse == "cash" for table in self._plan.tables):
            self.cluster.open_bank()
        if self._plan.shape != "standby":
            self.cluster.open_nats()
        roles = ROLES[self._plan.shape]
        for number, ahead in enumerate(self._plan.clocks):
            node = await self.cluster.add(f"node {'abc'[number]}", ahead, roles[number])
            node.start()
            if not number:
                await self._until(partial(_reached, node), f"{node.name} does not open")
                assert not self.history.stuck, node.log()
        doors = {node.name: node.url for node in self.cluster.nodes if node.front}
        for table in self._plan.tables:
            for number in range(TABLES[table].players):
                self.witnesses.append(self._witness(table, number, doors))

    def _witness(self, table: str, number: int, doors: dict[str, str]) -> Witness:
        seed = len(self.witnesses) + 1
        patient = self._random.choice(PATIENT_S)
        one = Witness(f"{table} {number}", seed, doors, self.history, patient)
        one.table, one.chips, one.buy_in[table] = table, CHIPS, CHIPS
        if TABLES[table].purse == "cash":
            one.entry = {"t": "login_by_card", "name": f"Card {number}", **CARDS[number]}
        return one

    def _all_seated(self) -> bool:
        return all(one.seat.get(one.table) is not None for one in self.witnesses)

    # -- what goes on ----------------------------------------------------------------------------

    async def _mind_nodes(self) -> None:
        """A node that has ended by itself is started again, as systemd would."""
        while True:
            for node in self.cluster.nodes:
                if not node.runs and node.name not in self._down:
                    await asyncio.sleep(AGAIN_S)
                    if not node.runs and node.name not in self._down:
                        self._note(f"{node.name} has ended, and starts again: {node.last_words()}")
                        node.kill()
                        node.start()
            await asyncio.sleep(LOOK_S)

    async def _buy(self) -> None:
        """Now and then somebody brings a chip more."""
        while True:
            await asyncio.sleep(self._random.uniform(0.2, 0.6))
            one = self._random.choice(self.witnesses)
            waits = {request["t"] for request in one.unanswered.values()}
            if one.seat.get(one.table) is not None and "buy" not in waits:
                cash = TABLES[one.table].purse == "cash"
                await one.ask("buy", table=one.table, amount=1_000 if cash else 100)

    # -- what strikes ----------------------------------------------------------------------------

    async def _strike(self, strike: Strike) -> None:
        node = self._target(strike.owner)
        self._note(f"{strike.kind} {node.name} for {strike.lasts:.1f} s")
        if strike.kind == "restart":
            await self._restart(self._server, strike.lasts)
        elif strike.kind == "words" and self.cluster.nats is not None:
            await self._restart(self.cluster.nats, strike.lasts)
        elif strike.kind in LINES:
            await self._part(node, strike)
        elif strike.kind == "stop":
            node.stop()
            await asyncio.sleep(strike.lasts)
            node.go_on()
        else:
            self._down.add(node.name)
            node.kill()
            await asyncio.sleep(min(strike.lasts, 1.0))
            node.start()
            self._down.discard(node.name)
        self._note("it is over")
        await asyncio.sleep(strike.rest)

    def _target(self, owner: bool) -> NemesisNode:
        """The node where most players are, or another."""
        open_ones = [one.at for one in self.witnesses if one.at]
        there = max(self.cluster.nodes, key=lambda node: open_ones.count(node.url))
        others = [node for node in self.cluster.nodes if node is not there]
        return there if owner or not others else self._random.choice(others)

    async def _part(self, node: NemesisNode, strike: Strike) -> None:
        lines = [line for _, line in sorted(node.lines.items())]
        # One of them, or all at once.
        which = strike.line % (len(lines) + 1)
        for line in lines if which == len(lines) else [lines[which]]:
            if strike.kind == "cut":
                line.cut()
            else:
                line.hold(strike.kind != "hold_back", strike.kind != "hold_there")
        await asyncio.sleep(strike.lasts)
        for line in lines:
            line.heal()

    async def _restart(self, server: LocalPostgres | LocalNats, lasts: float) -> None:
        ends = server.kill if isinstance(server, LocalPostgres) else server.halt
        await asyncio.to_thread(ends)
        await asyncio.sleep(min(lasts, 1.0))
        await asyncio.to_thread(server.start)

    # -- after -----------------------------------------------------------------------------------

    async def _calm(self) -> None:
        """All is well again: every table goes on, every request has its answer, all hear once more
        what they were told, and who plays for cash goes home with it."""
        self._note("all is well")
        if self.cluster.bank is not None:
            await asyncio.to_thread(self.cluster.bank.faults)
        before = {table: self._taken(table) for table in self._plan.tables}
        for table, acts in before.items():
            await self._until(
                lambda table=table, acts=acts: self._taken(table) > acts,  # type: ignore[misc]
                f"{table} does not go on",
            )
        for one in self.witnesses:
            one.plays = one.wants_seat = False
            for table in one.heard.round:
                with suppress(OSError):
                    await one.tell_again_all(table)
            if TABLES[one.table].purse == "cash":
                await one.ask("leave", table=one.table, when="now")
        for one in self.witnesses:
            await self._until(
                partial(_answered, one), f"requests of {one.name} have no answer", one
            )
        await self._until(partial(paid, self._dsn), "a payment is not over")

    def _taken(self, table: str) -> int:
        """How many acts at that table the house said it had taken."""
        return sum(len(one.done("act")) for one in self.witnesses if one.table == table)

    async def _until(self, done: Callable[[], object], what: str, who: object = None) -> None:
        # One thing that hangs is enough: nobody waits long for the next.
        end = time.monotonic() + (1.0 if self.history.stuck else self._patience)
        while not done():
            if time.monotonic() > end:
                told = who.state() if isinstance(who, Witness) else ""
                self.history.stuck.append(f"{what} {told}".strip())
                return
            await asyncio.sleep(LOOK_S)

    def _note(self, what: str) -> None:
        self.history.struck.append(Struck(time.monotonic(), what))


def _answered(one: Witness) -> bool:
    return all(request["t"] in LEFT_OUT for request in one.unanswered.values())


def _reached(node: NemesisNode) -> bool:
    """Whether a node has opened its house."""
    with suppress(OSError), create_connection(("127.0.0.1", node.port), 0.2):
        return True
    return False

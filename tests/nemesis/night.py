"""Runs in one house, one after another: players play, the house is struck as planned, all is well
again, everybody has an answer, and what was said, told, written and paid is a history."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from pathlib import Path
from random import Random
from socket import create_connection
from typing import Final

from tests.house.test_killed import CARDS, ROOM, TABLES
from tests.nemesis.cluster import PATIENCE_S, Cluster, NemesisNode
from tests.nemesis.history import History, Late, Struck
from tests.nemesis.plan import ROLES, SLOW, Plan
from tests.nemesis.reading import paid, read
from tests.nemesis.strikes import Strikes
from tests.nemesis.witness import Witness
from tools.postgresql import LocalPostgres

CHIPS: Final = 50_000
CASH_CHIPS: Final = 10_000
"""Who is broke brings as many again, and has the bank pay for them twenty times."""
LOOK_S: Final = 0.05
AGAIN_S: Final = 0.3
"""So soon a node that has ended by itself is started again."""
LATE_S: Final = 0.02
"""What is later than this is noted."""
PATIENT_S: Final = (1.0, 1.0, 30.0)
"""How long players bear a silence."""
TWICE: Final = 0.3
"""So many purchases are asked for once more, before there is an answer."""
LEFT_OUT: Final = ("queue", "join", "ready")
"""Requests that a player may ask again, and need not have an answer at the end."""


def nobody(history: History) -> None:
    """Looks at a history before the last run is over."""


class Night:
    """Runs of these plans, over a database that nobody else uses. The first says of which nodes
    and tables the house is."""

    def __init__(
        self,
        plans: Sequence[Plan],
        folder: Path,
        dsn: str,
        server: LocalPostgres,
        fenced: bool = True,
        patience: float = PATIENCE_S,
        hurry: float = 2.0,
    ) -> None:
        """`hurry`: how fast players act."""
        self._house = plans[0]
        rooms = (ROOM.format(table=one, **TABLES[one]._asdict()) for one in self._house.tables)
        self.history = History(self._house.seed)
        self.cluster = Cluster(folder, dsn, "".join(rooms), fenced)
        self.witnesses: list[Witness] = []
        self._plans, self._dsn = plans, dsn
        self._random, self._patience, self._hurry = Random(self._house.seed), patience, hurry
        self._strikes = Strikes(self.cluster, server, self.history, self._random)

    async def play(self, judge: Callable[[History], None] = nobody) -> History:
        """All of them; the history so far is shown to the judge after each."""
        self.cluster.folder.mkdir(parents=True, exist_ok=True)
        beside: list[asyncio.Task[None]] = []
        try:
            await self._open()
            beside = [asyncio.create_task(one.live()) for one in self.witnesses]
            for work in (self._mind_nodes(), self._buy(), self._beat()):
                beside.append(asyncio.create_task(work))
            await self._until(self._all_seated, "a player who never got a seat")
            for plan in self._plans[:-1]:
                await self._run(plan)
                await self._rest(last=False)
                judge(await self._seen())
                for one in self.witnesses:
                    one.play_on()
            await self._run(self._plans[-1])
            await self._rest(last=True)
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            for one in self.witnesses:
                await one.done_for()
            await self.cluster.close()
        seen = await self._seen()
        judge(seen)
        return seen

    async def _seen(self) -> History:
        """The history so far, with the books of this moment."""
        # What is told from now on may not be in the books that are read.
        seen = copy(self.history)
        seen.frames = list(self.history.frames)
        bank = self.cluster.bank
        seen.books = await asyncio.to_thread(read, self._dsn, bank.file if bank else None)
        return seen

    # -- before ----------------------------------------------------------------------------------

    async def _open(self) -> None:
        """The bank, the nodes, and the players, who come in as soon as they can."""
        house = self._house
        self._note(f"{house.shape}: {', '.join(house.tables)}; clocks {house.clocks}")
        if any(TABLES[table].purse == "cash" for table in house.tables):
            self.cluster.open_bank()
        if house.shape != "standby":
            self.cluster.open_nats()
        roles = ROLES[house.shape]
        for number, ahead in enumerate(house.clocks):
            node = await self.cluster.add(f"node {'abcd'[number]}", ahead, roles[number])
            node.start()
            if not number:
                await self._until(partial(_reached, node), f"{node.name} does not open")
                assert not self.history.stuck, node.log()
        doors = {node.name: node.url for node in self.cluster.nodes if node.front}
        for table in house.tables:
            for number in range(TABLES[table].players):
                self.witnesses.append(self._witness(table, number, doors))

    def _witness(self, table: str, number: int, doors: dict[str, str]) -> Witness:
        seed = len(self.witnesses) + 1
        patient = self._random.choice(PATIENT_S)
        one = Witness(f"{table} {number}", seed, doors, self.history, patient, self._hurry)
        cash = TABLES[table].purse == "cash"
        one.table, one.chips = table, CASH_CHIPS if cash else CHIPS
        one.buy_in[table] = one.chips
        if cash:
            one.entry = {"t": "login_by_card", "name": f"Card {number}", **CARDS[number]}
        return one

    def _all_seated(self) -> bool:
        return all(one.seat.get(one.table) is not None for one in self.witnesses)

    # -- what goes on ----------------------------------------------------------------------------

    async def _mind_nodes(self) -> None:
        """A node that has ended by itself is started again, as systemd would."""
        while True:
            for node in self.cluster.nodes:
                if not node.runs and node.name not in self._strikes.down:
                    await asyncio.sleep(AGAIN_S)
                    if not node.runs and node.name not in self._strikes.down:
                        self._note(f"{node.name} has ended, and starts again: {node.last_words()}")
                        node.kill()
                        node.start()
            await asyncio.sleep(LOOK_S)

    async def _buy(self) -> None:
        """Now and then somebody brings a chip more, and may say so twice."""
        while True:
            await asyncio.sleep(self._random.uniform(0.2, 0.6))
            one = self._random.choice(self.witnesses)
            waits = {request["t"] for request in one.unanswered.values()}
            if one.plays and one.seat.get(one.table) is not None and "buy" not in waits:
                cash = TABLES[one.table].purse == "cash"
                bought = await one.ask("buy", table=one.table, amount=1_000 if cash else 100)
                if self._random.random() < TWICE:
                    await one.say_again(bought)

    async def _beat(self) -> None:
        """Note how late this process is: as late may any other be."""
        while True:
            due = time.monotonic() + LOOK_S
            await asyncio.sleep(LOOK_S)
            late = time.monotonic() - due
            if late > LATE_S:
                self.history.late.append(Late(due, late))

    # -- a run -----------------------------------------------------------------------------------

    async def _run(self, plan: Plan) -> None:
        """What strikes in it, until every table goes on."""
        began = time.monotonic()
        self._note(f"run {plan.seed}")
        if plan.bank and self.cluster.bank is not None:
            await asyncio.to_thread(self.cluster.bank.faults, *plan.bank)
        for strike in plan.strikes:
            await self._strikes.strike(strike, self.witnesses)
        self._note("all is well")
        if self.cluster.bank is not None:
            await asyncio.to_thread(self.cluster.bank.faults)
        last = plan is self._plans[-1]
        # A wheel takes its time: there it is enough to see at the end that it has gone on.
        tables = [one for one in self._house.tables if last or one not in SLOW]
        before = {table: self._taken(table) for table in tables}
        for table, acts in before.items():
            await self._until(partial(self._has_gone_on, table, acts), f"{table} does not go on")
        self.history.played.append((began, time.monotonic()))

    async def _rest(self, last: bool) -> None:
        """Every request has its answer, and all hear once more what they were told; after the last
        run who plays for cash goes home with it."""
        for one in self.witnesses:
            one.plays = False
            one.wants_seat = not last
            for table in one.heard.round:
                with suppress(OSError):
                    await one.tell_again_all(table)
            if last and TABLES[one.table].purse == "cash":
                await one.ask("leave", table=one.table, when="now")
        for one in self.witnesses:
            await self._until(
                partial(_answered, one), f"requests of {one.name} have no answer", one
            )
        await self._until(partial(paid, self._dsn), "a payment is not over")

    def _has_gone_on(self, table: str, acts: int) -> bool:
        return self._taken(table) > acts

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

"""What strikes a house: processes are killed and stopped, servers end, lines are cut or held."""

import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.nemesis.cluster import Cluster, NemesisNode
from tests.nemesis.history import History, Struck, Trouble
from tests.nemesis.plan import LINES, Strike
from tests.nemesis.witness import Witness
from tools.nats import LocalNats
from tools.postgresql import LocalPostgres

DOWN_S: Final = 1.0
"""What was killed is started again after so long at most."""


class Strikes:
    """Strikes one house, and writes down what was struck from when to when."""

    def __init__(
        self, cluster: Cluster, server: LocalPostgres, history: History, random: Random
    ) -> None:
        self.down = set[str]()
        """Nodes that are to stay as they are for a while."""
        self._cluster, self._server, self._history = cluster, server, history
        self._random = random

    async def strike(self, strike: Strike, witnesses: Sequence[Witness]) -> None:
        """Strike once, and wait until that is over and the rest of it has passed."""
        began, node = time.monotonic(), self._target(strike, witnesses)
        what = f"{strike.kind} {node.name}"
        lines = self._parted(node, strike)
        if strike.kind in LINES:
            what = f"{strike.kind} {node.name} and {' and '.join(lines)}"
        self._note(f"{what} for {strike.lasts:.1f} s")
        if strike.kind == "restart":
            await self._restart(self._server, strike.lasts)
        elif strike.kind == "words" and self._cluster.nats is not None:
            await self._restart(self._cluster.nats, strike.lasts)
        elif strike.kind in LINES:
            await self._part(node, lines, strike)
        elif strike.kind == "stop":
            node.stop()
            await asyncio.sleep(strike.lasts)
            node.go_on()
        else:
            self.down.add(node.name)
            node.kill()
            await asyncio.sleep(min(strike.lasts, DOWN_S))
            node.start()
            self.down.discard(node.name)
        self._note("it is over")
        mute = self._is_mute(node, strike, lines)
        trouble = Trouble(began, time.monotonic(), strike.kind, mute)
        self._history.troubles.append(trouble)
        await asyncio.sleep(strike.rest)

    def _target(self, strike: Strike, witnesses: Sequence[Witness]) -> NemesisNode:
        """Who is struck: the node where most players are, another, or one of that role."""
        nodes = self._cluster.nodes
        if strike.whom not in ("owner", "another"):
            return self._random.choice([node for node in nodes if strike.whom in node.roles])
        open_ones = [one.at for one in witnesses if one.at]
        there = max(nodes, key=lambda node: open_ones.count(node.url))
        others = [node for node in nodes if node is not there]
        return there if strike.whom == "owner" or not others else self._random.choice(others)

    def _parted(self, node: NemesisNode, strike: Strike) -> list[str]:
        """The lines of the node that are struck; a house of one owner has but that to
        PostgreSQL."""
        return [strike.line] if strike.line in node.lines else sorted(node.lines)

    def _is_mute(self, node: NemesisNode, strike: Strike, lines: Sequence[str]) -> bool:
        if strike.kind in ("restart", "words"):
            return strike.kind == "words"
        fronts = sum(one.front for one in self._cluster.nodes)
        if not node.front:
            return False
        # Who has the house alone learns from PostgreSQL that another has it now.
        parted = strike.kind in LINES and ("nats" in lines or self._cluster.nats is None)
        return strike.kind == "stop" or fronts == 1 or parted

    async def _part(self, node: NemesisNode, lines: Sequence[str], strike: Strike) -> None:
        for name in lines:
            if strike.kind == "cut":
                node.lines[name].cut()
            else:
                there, back = strike.kind != "hold_back", strike.kind != "hold_there"
                node.lines[name].hold(there, back)
        await asyncio.sleep(strike.lasts)
        for line in node.lines.values():
            line.heal()

    async def _restart(self, server: LocalPostgres | LocalNats, lasts: float) -> None:
        ends = server.kill if isinstance(server, LocalPostgres) else server.halt
        await asyncio.to_thread(ends)
        await asyncio.sleep(min(lasts, DOWN_S))
        await asyncio.to_thread(server.start)

    def _note(self, what: str) -> None:
        self._history.struck.append(Struck(time.monotonic(), what))

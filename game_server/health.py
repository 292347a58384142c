"""How a house is at this moment: whether it is ready, what it counts, and what goes wrong."""

import shutil
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from twisted.logger import Logger

from game_server import monitoring
from game_server.alarms import Alarms
from game_server.clock import Clock
from game_server.clock_watch import ClockWatch
from game_server.cluster.node import NodeState
from game_server.cluster_metrics import ClusterStatus
from game_server.copy_watch import CopyWatch, FolderLook
from game_server.gc_schedule import GcSchedule
from game_server.house.house import House
from game_server.net.listener import Listener
from game_server.readiness import TableReadiness, why_not_ready
from game_server.store import ledger, payments
from game_server.store.heads import HeadSigner
from game_server.store.transaction import Transaction

LOOK_S: Final = 10.0
REFUSED: Final = "refused_"
"""How the net counts what it refused itself, among the ways that lines have ended."""


class HouseHealth:
    """Tells operators how the house is, and looks now and then at what nobody asks for: money,
    clock and garbage. The ends of the hash chains are signed then too."""

    _log = Logger()

    def __init__(
        self,
        house: House,
        net: Listener,
        signer: HeadSigner,
        data: Path,
        alarms: Alarms,
        clock: Clock,
        copy: str,
    ) -> None:
        """`copy` is the folder of the continuous copy, or empty."""
        self._house, self._net, self._signer = house, net, signer
        self._data, self._alarms, self._clock = data, alarms, clock
        self._lag = monitoring.ReactorLag(clock)
        counts = house.means.counts
        self._gc_schedule = GcSchedule(lambda: counts.commits, lambda: net.open)
        self._clock_watch = ClockWatch(house.means.time, time.time)
        self._copy_watch: CopyWatch | None = None
        if copy:
            look = FolderLook(data, Path(copy))
            self._copy_watch = CopyWatch(house.means.store, clock, house.means.now, look)
        self._money = (0, 0, 0, 0)
        self._listens = self._ended = False
        self.drained: Callable[[], bool] = lambda: False
        """Whether this node is a front that is to become empty."""
        self.cluster: Callable[[], ClusterStatus | None] = lambda: None
        """How this node is among the others, where several share the house."""

    def begin(self, newest_ms: int | None) -> None:
        """The house starts; the newest entry of its ledger is of that moment."""
        self._clock_watch.begin(newest_ms)

    def opened(self) -> None:
        """Players can connect."""
        self._listens = True
        self._gc_schedule.begin()
        self._look()
        if self._copy_watch is not None:
            self._copy_watch.start()

    def end(self) -> None:
        """The house is no longer there."""
        self._ended = True
        if self._copy_watch is not None:
            self._copy_watch.stop()

    def state(self) -> monitoring.HouseStatus:
        """How the house is now."""
        runners = tuple(self._house.lobby.runners.values())
        counts = self._house.means.counts
        imbalance, waiting, unknown, held = self._money
        refused, ended = Counter(counts.refused), Counter[str]()
        for code, times in self._net.counts.items():
            if code.startswith(REFUSED):
                refused[code.removeprefix(REFUSED)] += times
            else:
                ended[code] += times
        free = free_bytes(self._data)
        return monitoring.HouseStatus(
            unready=why_not_ready(
                self._house.hours.state,
                listens=self._listens,
                ends=self._ended,
                tables=[
                    TableReadiness(not one.down, one.cannot_write and not one.quarantined)
                    for one in runners
                ],
                free=free,
                drained=self.drained(),
            ),
            lines=self._net.open,
            players=len(self._house.online.own),
            tables=len(runners),
            quarantined=sum(1 for runner in runners if runner.quarantined),
            paused=sum(1 for runner in runners if runner.cannot_write and not runner.quarantined),
            rounds=sum(1 for runner in runners if runner.view.round is not None),
            acts=counts.acts,
            commits=counts.commits,
            commits_failed=counts.failed,
            commit_seconds=max(counts.slow, default=0.0),
            alarms=self._alarms.total,
            raised=self._alarms.raised(),
            imbalance=imbalance,
            payments_open=waiting,
            payments_unknown=unknown,
            payments_held=held,
            lag_seconds=self._lag.seconds,
            refused=refused,
            bots=dict(counts.bots),
            lines_ended=ended,
            disk_free=free,
            copy_age=None if self._copy_watch is None else self._copy_watch.age,
            node=self._house.means.node,
            cluster=self.cluster(),
        )

    def node_state(self) -> NodeState:
        """What a node says of itself to the others."""
        return NodeState(
            self._net.open,
            round(self._lag.seconds * 1000),
            round(time.time() * 1000),
            self._house.hours.state,
        )

    def _look(self) -> None:
        """The money is read beside the commits."""
        if self._ended:
            return
        self._gc_schedule.run()
        self._clock_watch.look()
        at = self._house.means.now()
        looking = self._house.means.store.read(lambda conn: self._look_at(conn, at))
        looking.addCallbacks(self._looked, lambda failure: None)
        self._clock.callLater(LOOK_S, self._look)

    def _look_at(self, conn: Transaction, at: int) -> tuple[int, int, int, int]:
        """The money; and the ends of the chains are signed."""
        self._signer.look(conn)
        return _money(conn, at)

    def _looked(self, money: tuple[int, int, int, int]) -> None:
        self._money = money
        if money[0]:
            text = "The ledger is out by {cents} cents."
            self._log.critical(text, cents=money[0], alarm="ledger")


def free_bytes(folder: Path) -> int | None:
    """The room that is left on the disk of a folder; None if that cannot be known."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def _money(conn: Transaction, at: int) -> tuple[int, int, int, int]:
    """What the ledger is out by; payments that the bank is asked about, that it has not answered,
    and that are held."""
    return ledger.imbalance(conn), *payments.counts(conn, at)

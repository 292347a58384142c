"""Another table like one at which many wait."""

from collections.abc import Callable

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.lobby.inputs import Work
from game_server.lobby.table_runner import TableRunner
from game_server.table.config import TableConfig
from protocol.words import Refusal


class OverflowTables:
    """Opens such tables by `like`, one at a time for each crowd, and says so by `tell`."""

    _log = Logger()

    def __init__(
        self,
        like: Callable[[TableConfig], Deferred[TableRunner]],
        tell: Callable[[TableRunner, Work], None],
    ) -> None:
        self._like, self._tell = like, tell
        self._opening: dict[str, list[Deferred[TableRunner]]] = {}
        """Tables whose crowd is getting another one, and who wait for it."""

    def second(self, runner: TableRunner) -> None:
        """Open another table for those who wait, and tell them where."""
        if runner.table_id in self._opening:
            return

        def say(other: TableRunner) -> None:
            waiting = runner.view.queue
            there = other.table_id
            self._tell(runner, lambda table, now: table.point_to(waiting, there, now))

        self.another(runner).addCallback(say).addErrback(self._fault)

    def another(self, runner: TableRunner) -> Deferred[TableRunner]:
        """A table like that one, or the one that is being opened."""
        crowded, asking = runner.table_id, Deferred[TableRunner]()
        if crowded in self._opening:
            self._opening[crowded].append(asking)
            return asking
        self._opening[crowded] = [asking]

        def opened(what: TableRunner | Failure) -> None:
            for one in self._opening.pop(crowded):
                one.callback(what) if isinstance(what, TableRunner) else one.errback(what)

        self._like(runner.config).addBoth(opened)
        return asking

    def _fault(self, failure: Failure) -> None:
        if not failure.check(Refusal):
            self._log.failure("No second table could be opened.", failure)

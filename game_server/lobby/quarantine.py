"""Where tables are that keep failing, until somebody settles them."""

from typing import ClassVar

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.lobby.ports import Means
from game_server.lobby.settle_quarantined import SettledQuarantine, settle
from game_server.lobby.table_runner import TableRunner
from game_server.store import quarantine
from protocol.words import Refusal


class Quarantine:
    """Writes down which they are, and says so to whoever runs the house."""

    _log: ClassVar[Logger] = Logger()

    def __init__(self, means: Means) -> None:
        self._means = means

    def begin(self, runner: TableRunner) -> None:
        """This table keeps failing from now on, over restarts too."""
        table, why, at = runner.table_id, runner.quarantined, self._means.now()
        self.alarm(table, why)
        kept = self._means.store.write(lambda conn: quarantine.keep(conn, table, why, at))
        # What the disk does not take now, the next start finds out again.
        kept.addErrback(self._fault)

    def end(self, table: str) -> None:
        """There is no such table any more."""
        ending = self._means.store.write(lambda conn: quarantine.lift(conn, table))
        ending.addErrback(self._fault)

    def alarm(self, table: str, why: str) -> None:
        """Say what is to be done."""
        text = "The table {table} is quarantined: {why} Settle it: `table void {table}`."
        self._log.critical(text, table=table, why=why, alarm="quarantined")

    def settle(self, runner: TableRunner) -> Deferred[SettledQuarantine]:
        """Give everybody back what is there; Refusal when the table goes on."""
        if not runner.quarantined:
            text = f"The table {runner.table_id} is not quarantined; `table close` ends it."
            raise Refusal("not_quarantined", text)
        config, at = runner.config, self._means.now()
        return self._means.store.write(lambda conn: settle(conn, config, at))

    def _fault(self, failure: Failure) -> None:
        self._log.failure("A quarantine could not be written down.", failure)

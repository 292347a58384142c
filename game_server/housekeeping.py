"""Housekeeping: what a house does by itself while it is open, little at a time, so that years of
play leave it as it was."""

from game_server.config import Config
from game_server.house.archivist import Archivist, Turn
from game_server.house.house import House
from game_server.house.ledger_watch import LedgerWatch
from game_server.house.retention import RetentionSweep
from game_server.planning import retention
from game_server.store.long_reads import LongReads


class Housekeeping:
    """Checks the ledger, packs old rounds, and forgets what was kept long enough, from `start`
    until `stop`."""

    def __init__(
        self, house: House, aside: LongReads, config: Config, turn: Turn | None = None
    ) -> None:
        """`turn` is taken before rounds are packed, where several nodes share the house."""
        means = house.means
        self._ledger_watch = LedgerWatch(means.store, means.clock, means.now)
        self._archivist = Archivist(
            means.store, aside, means.clock, means.now, config.house.journal_days, turn
        )
        self._retention = RetentionSweep(
            means, house.lobby, house.online, retention(config.security)
        )

    def start(self) -> None:
        """Begin with all of it."""
        self._ledger_watch.start()
        self._archivist.start()
        self._retention.start()

    def renew(self, config: Config) -> None:
        """Keep for as long as these settings say."""
        self._retention.retention = retention(config.security)

    def stop(self) -> None:
        """End all of it; what is left is done after the next start."""
        self._ledger_watch.stop()
        self._archivist.stop()
        self._retention.stop()

"""A store whose commits fail at what they write: each kind of commit has its turn."""

from collections import Counter
from typing import Final

from game_server.clock import Clock
from game_server.store.direct import CommitFault, DirectStore
from game_server.store.sqlite import SqliteConnection
from game_server.table.journal import (
    ActDone,
    RoundClosed,
    RoundOpened,
    Row,
    SeatTaken,
    SeatVacated,
    from_bytes,
)

ROWS: Final[dict[type[Row], str]] = {
    RoundOpened: "round begins",
    ActDone: "act",
    RoundClosed: "round end",
    SeatTaken: "sitting",
    SeatVacated: "leaving",
}
ENTRIES: Final = {
    "seat_bot": "bots",
    "unseat_bot": "bots leave",
    "cash_out": "cash-out",
    "round": "settlement",
    "buy_in": "buying in",
    "top_up": "buying",
    "depositing": "bringing to the bank",
}
KINDS: Final = (*ROWS.values(), *ENTRIES.values(), "opening", "shutting", "closing")


class Strikes:
    """What is to befall commits of an evening: how many of a kind pass first, and the fault."""

    def __init__(self, plan: dict[str, tuple[int, CommitFault]]) -> None:
        self.plan = dict(plan)
        self.struck: Counter[str] = Counter()
        self.on = True

    def of(self, kinds: set[str]) -> CommitFault | None:
        """What befalls a commit of these kinds."""
        for kind in sorted(kinds & self.plan.keys()):
            left, fault = self.plan[kind]
            if left > 0:
                self.plan[kind] = (left - 1, fault)
                continue
            del self.plan[kind]
            self.struck[kind] += 1
            return fault
        return None


class StrikingStore(DirectStore):
    """Looks at each commit before it is done, as long as there is something planned."""

    def __init__(self, conn: SqliteConnection, clock: Clock, strikes: Strikes) -> None:
        super().__init__(conn, clock)
        self._strikes = strikes
        self._seen = self._last()

    def _strike(self, before: bool) -> None:
        if before and self._strikes.on and self._strikes.plan:
            kinds = self._kinds()
            if self.fault is None:
                self.fault = self._strikes.of(kinds)
        super()._strike(before)
        if not before and self._strikes.plan:
            self._seen = self._last()

    def _last(self) -> tuple[int, int, int, int]:
        row: tuple[int, int, int, int] = self._conn.execute(
            "SELECT (SELECT coalesce(max(id), 0) FROM journal),"
            " (SELECT coalesce(max(id), 0) FROM entries),"
            " (SELECT count(*) FROM rooms), (SELECT count(closed) FROM rooms)"
        ).fetchone()
        return row

    def _kinds(self) -> set[str]:
        """What the commit that is about to be done writes."""
        rows, entries, opened, closed = self._seen
        now = self._last()
        kinds = set()
        if now[2] > opened:
            kinds.add("opening")
        if now[3] > closed:
            kinds.add("closing")
        if now[0] > rows:
            found = self._conn.execute("SELECT data FROM journal WHERE id > ?", (rows,))
            written = [from_bytes(data) for (data,) in found]
            kinds |= {ROWS[type(row)] for row in written if type(row) in ROWS}
            # Bots go together with the one whom they played.
            if sum(isinstance(row, SeatVacated) for row in written) > 1:
                kinds.add("shutting")
        if now[1] > entries:
            whys = self._conn.execute("SELECT why FROM entries WHERE id > ?", (entries,))
            kinds |= {ENTRIES[why] for (why,) in whys if why in ENTRIES}
        return kinds

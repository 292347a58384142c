"""The security log: one line for each thing that somebody who looks into a theft wants to know.

Each line goes to the log and, a moment later, to the database, where it stays for a set time. A
flood fills neither: of the same thing from the same place a few lines a minute are written, and
what is more is one line that says how often. Nothing here waits for the disk.
"""

import json
from collections import Counter, deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from game_server.clock import Clock
from game_server.players.disk_errors import read_or_refuse, run, write_or_refuse
from game_server.store import security
from game_server.store.ports import CommitFailed, Store
from game_server.store.security import MOST, OK, SecurityRow

What = Literal[
    "connect",
    "guest",
    "register",
    "login",
    "login_by_card",
    "resume",
    "offline",
    "logout",
    "logout_everywhere",
    "session_ended",
    "password",
    "second_factor",
    "delete_account",
    "profile",
    "card",
    "buy",
    "cash_out",
]
DAY_MS: Final = 24 * 60 * 60 * 1000
WINDOW_S: Final = 60.0
FEW: Final = 5
"""Lines of the same thing from the same place in a window; more are counted."""
OF_STRANGERS: Final = 100
OF_PLAYERS: Final = 1_000
"""Lines of one kind in a window, whatever the place."""
FLUSH_S: Final = 0.5
AGAIN_S: Final = 5.0
AT_ONCE: Final = 100
MOST_WAITING: Final = 5_000
"""Lines that wait for a disk that takes none; the log has those beyond."""
LONGEST: Final = 60
_as_json: Final = json.JSONEncoder(ensure_ascii=False).encode
"""Made once: to make one for each line takes longer than the line."""

Key = tuple[What, str, int | None, str]


class SecurityLog:
    """Notes what happens at the door. It is handed no password, PIN, token or card number."""

    _log = Logger()

    def __init__(
        self, store: Store, clock: Clock, now: Callable[[], int], keep_days: int = 90
    ) -> None:
        self._store, self._clock, self._now = store, clock, now
        self.keep(keep_days)
        self._waiting: deque[SecurityRow] = deque()
        self._flushing = self._counting = self._over = False
        self._seen = Counter[Key]()
        self._kinds = Counter[tuple[What, bool]]()
        self._more = Counter[Key]()

    def note(
        self,
        what: What,
        result: str = OK,
        *,
        player: int | None = None,
        address: str = "",
        name: str = "",
        device: str = "",
        digits: str = "",
        amount: int = 0,
        payment: int = 0,
    ) -> None:
        """One line. `result` is `ok` or the code of a refusal; `name` is one that all may see,
        `digits` the last four of a card, `amount` cents, `payment` its number."""
        facts: dict[str, int | str] = {
            "name": name[:LONGEST],
            "device": device[:LONGEST],
            "digits": digits[-4:],
            "amount_cents": amount,
            "payment": payment,
        }
        key: Key = (what, result, player, address)
        if self._counted(key):
            some = {name: fact for name, fact in facts.items() if fact}
            told = _as_json(some)
            self._write(SecurityRow(self._now(), what, result, player, address, told), some)

    def keep(self, days: int) -> None:
        """Keep lines for so many days from the next sweep on."""
        self._keep_ms = days * DAY_MS

    def stop(self) -> None:
        """Hand what waits to the disk, and take no more."""
        self._count_up()
        self._over = True
        while self._waiting:
            self._hand_over()

    def sweep(self) -> Deferred[int]:
        """Forget what is older than the house keeps it; how many lines they were."""
        return run(self._sweep())

    # -- a few of each -------------------------------------------------------------------------

    def _counted(self, key: Key) -> bool:
        """Whether it gets a line of its own; else it is counted."""
        if not self._counting:
            self._counting = True
            self._clock.callLater(WINDOW_S, self._count_up)
        what, _, player, _ = key
        kind = (what, player is not None)
        most = OF_STRANGERS if player is None else OF_PLAYERS
        few = 1 if what == "connect" else FEW
        if key not in self._seen and self._kinds[kind] >= most:
            # Too many places to keep a count of each.
            self._more[what, key[1], None, ""] += 1
            return False
        if self._seen[key] >= few:
            self._more[key] += 1
            return False
        self._seen[key] += 1
        self._kinds[kind] += 1
        return True

    def _count_up(self) -> None:
        """A window is over: what was counted in it is written, and counting begins anew."""
        at = self._now()
        more, self._more = self._more, Counter()
        self._seen.clear()
        self._kinds.clear()
        self._counting = False
        for (what, result, player, address), times in more.items():
            self._write(SecurityRow(at, what, result, player, address, times=times), {})

    # -- to the log and to the disk ------------------------------------------------------------

    def _write(self, row: SecurityRow, facts: Mapping[str, int | str]) -> None:
        if self._over:
            return
        told = {
            "event": row.what,
            "result": row.result,
            "player": row.player,
            "address": row.address,
            **facts,
            **({"times": row.times} if row.times > 1 else {}),
        }
        # Both are codes: to fill them into a text with braces takes a fifth of the whole line.
        self._log.info(f"{row.what} {row.result}", security=told)
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(row)
        self._soon(FLUSH_S)

    def _soon(self, seconds: float) -> None:
        if not self._flushing:
            self._flushing = True
            self._clock.callLater(seconds, self._flush)

    def _flush(self) -> None:
        self._flushing = False
        if self._waiting and not self._over:
            self._hand_over()

    def _hand_over(self) -> None:
        rows = tuple(self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting))))
        self._flushing = True

        def done(_: None) -> None:
            self._flushing = False
            if self._waiting:
                self._soon(FLUSH_S)

        def failed(wrong: BaseException) -> None:
            self._flushing = False
            if isinstance(wrong, CommitFailed) and not self._over:
                room = max(0, MOST_WAITING - len(self._waiting))
                self._waiting.extendleft(reversed(rows[:room]))
                self._soon(AGAIN_S)

        self._store.post(lambda conn: security.add(conn, rows), done, failed)

    async def _sweep(self) -> int:
        before, gone = self._now() - self._keep_ms, 0
        while True:
            some = await write_or_refuse(self._store, lambda conn: security.forget(conn, before))
            gone += some
            if some < security.CHUNK:
                break
            await self._pause()
        while True:
            # Beside the commits: it may look at a million rows.
            many = await read_or_refuse(self._store, lambda conn: security.beyond(conn, MOST))
            if not many:
                return gone
            dropping = partial(security.drop, numbers=many)
            gone += await write_or_refuse(self._store, dropping)
            await self._pause()

    def _pause(self) -> Deferred[None]:
        over: Deferred[None] = Deferred()
        self._clock.callLater(FLUSH_S, over.callback, None)
        return over

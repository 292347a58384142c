"""The retry of a bank call or a write: until the bank or the disk has answered.

`Cashier` asks the bank again after each silence, under the same key, so that nothing is paid twice.
`saga.pause` says how long it waits before (1 s, 2 s, 4 s ... 1 min), and `RetrySchedule` is the
wait, which somebody can cut short. A write is tried again each second: what the bank has done is
kept.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol, TypeVar, cast

from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger

from game_server.clock import Clock
from game_server.store.ports import CannotRead, CommitFailed, Store
from game_server.store.transaction import Transaction

T = TypeVar("T")
DISK_PAUSE_S: Final = 1.0


class _Alarm(Protocol):
    def cancel(self) -> None: ...


class _Pause(NamedTuple):
    woken: Deferred[None]
    alarm: _Alarm
    bank: bool
    """Whether it is the bank that will be asked again, and not the disk."""


class RetrySchedule:
    """The pauses of payments, by their keys: each has one at most."""

    _log = Logger()

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._pauses: dict[str, _Pause] = {}
        self.over = False
        """Once true, nothing is tried any more: what waits is cancelled."""

    def for_bank(self, key: str, seconds: float) -> Deferred[None]:
        """Until the bank is asked again about this payment; `cut_short` ends it."""
        return self._pause(key, seconds, bank=True)

    def for_time(self, key: str, seconds: float) -> Deferred[None]:
        """Until a payment may be made; `cut_short` lets it look again."""
        return self._pause(key, seconds, bank=False)

    def waits_for_bank(self, key: str) -> bool:
        """Whether the payment waits until the bank is asked again."""
        pause = self._pauses.get(key)
        return pause is not None and pause.bank

    def cut_short(self, key: str) -> None:
        """Go on at once; nothing, when nothing waits."""
        pause = self._pauses.get(key)
        if pause is not None:
            pause.alarm.cancel()
            self._wake(key)

    def forget(self, key: str) -> None:
        """The payment is carried no further."""
        self._pauses.pop(key, None)

    async def write(self, work: Callable[[Transaction], T], key: str) -> T:
        """Write to the store, again and again until the disk takes it."""
        return await self.until_written(lambda: self._store.write(work), key)

    async def read(self, work: Callable[[Transaction], T], key: str) -> T:
        """Read from the store, again and again until it can be reached."""
        return await self.until_written(lambda: self._store.read(work), key)

    async def until_written(self, begin: Callable[[], Deferred[T]], key: str) -> T:
        """Again and again until the disk takes it: what the bank has done cannot be refused."""
        while True:
            if self.over:
                raise CancelledError
            try:
                return await begin()
            except (CommitFailed, CannotRead):
                self._log.error("The disk refuses payment {key}; it is tried again.", key=key)
            await self._pause(key, DISK_PAUSE_S, bank=False)

    def _pause(self, key: str, seconds: float, bank: bool) -> Deferred[None]:
        alarm = cast(_Alarm, self._clock.callLater(max(0.0, seconds), self._wake, key))
        woken: Deferred[None] = Deferred(lambda _: alarm.cancel())
        self._pauses[key] = _Pause(woken, alarm, bank)
        return woken

    def _wake(self, key: str) -> None:
        self._pauses.pop(key).woken.callback(None)

"""What is kept for a time, and is looked for while the house runs: addresses, lines of the chat,
and guests who never come back. Each look is beside the commits, and little goes in one commit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.house.online_players import OnlinePlayers
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.lobby.table_runner import TableRunner
from game_server.store import addresses, guests
from game_server.store.transaction import Transaction
from protocol.words import Refusal

HOUR_S: Final = 60 * 60
DAY_MS: Final = 24 * HOUR_S * 1000
FIRST_S: Final = 30.0
"""The house opens first."""
REST_S: Final = 60 * 60.0
STEP_S: Final = 0.05
"""Between two steps: the disk and the processor are the tables'."""
Step = Callable[[Transaction, Sequence[int]], object]
"""What is done to rows of these numbers in one commit."""


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days an address is kept, and for how many hours a line of the chat."""

    address_days: int = 90
    chat_hours: int = 24


USUAL_RETENTION: Final = Retention()


class RetentionSweep:
    """Looks once an hour for what has been kept long enough, from `start` until `stop`."""

    _log = Logger()

    def __init__(
        self,
        means: Means,
        lobby: Lobby,
        online: OnlinePlayers,
        retention: Retention = USUAL_RETENTION,
    ) -> None:
        self._means, self._lobby, self._online = means, lobby, online
        self.retention = retention
        self._stopped = False

    def start(self) -> None:
        """Begin, and go on until `stop`."""
        self._means.clock.callLater(FIRST_S, self._step)

    def stop(self) -> None:
        """Forget no more; what is left goes after the next start."""
        self._stopped = True

    def _step(self) -> None:
        if not self._stopped:
            Deferred.fromCoroutine(self.once()).addErrback(self._failed).addCallback(self._rest)

    def _rest(self, _: object) -> None:
        if not self._stopped:
            self._means.clock.callLater(REST_S, self._step)

    def _failed(self, failure: Failure) -> None:
        # Of a disk that takes nothing, or a store that is closed, others tell.
        if not self._stopped:
            text = "What is old enough is not forgotten now: {why}"
            self._log.error(text, why=failure.getErrorMessage())

    async def once(self) -> None:
        """Forget all that has been kept long enough by now."""
        self._chat()
        await self._addresses()
        await self._guests()

    # -- the chat -----------------------------------------------------------------------------

    def _chat(self) -> None:
        """A table that is down has its lines a while longer: nobody waits for it."""
        before = self._means.now() // 1000 - self.retention.chat_hours * HOUR_S
        for runner in list(self._lobby.runners.values()):
            lines = runner.view.chat
            if lines and lines[0].at < before:
                _forget_lines(runner, before)

    # -- addresses ----------------------------------------------------------------------------

    async def _addresses(self) -> None:
        before, after = self._means.now() - self.retention.address_days * DAY_MS, 0
        store = self._means.store
        while not self._stopped:
            found, after = await store.read(partial(addresses.in_log, after=after, before=before))
            await self._in_steps(found, addresses.AT_ONCE, addresses.blank_in_log)
            if not after:
                break
            await self._pause()
        known = await store.read(partial(addresses.of_sessions, before=before))
        await self._in_steps(known, addresses.AT_ONCE, addresses.blank_of_sessions)

    # -- guests -------------------------------------------------------------------------------

    async def _guests(self) -> None:
        """Those without a session by now cannot come back. Who came in the last day may be about to
        have one."""
        store, at, after = self._means.store, self._means.now(), 0
        remove = partial(guests.remove, before=at - DAY_MS, at=at)
        while not self._stopped:
            page = await store.read(partial(guests.never_back, after=after, before=at - DAY_MS))
            found = [one for one in page.guests if not self._is_here(one)]
            await self._in_steps(found, guests.AT_ONCE, remove)
            after = page.last
            if not after:
                return
            await self._pause()

    def _is_here(self, guest: int) -> bool:
        """Whether a table or a connection knows the guest still."""
        return self._online.of(guest) is not None or any(self._lobby.of_player(str(guest)))

    # -- steps --------------------------------------------------------------------------------

    async def _in_steps(self, numbers: Sequence[int], most: int, work: Step) -> None:
        for start in range(0, len(numbers), most):
            if self._stopped:
                return
            some = numbers[start : start + most]
            await self._means.store.write(partial(_done_to, some, work))
            await self._pause()

    def _pause(self) -> Deferred[None]:
        over: Deferred[None] = Deferred()
        self._means.clock.callLater(STEP_S, over.callback, None)
        return over


def _done_to(numbers: Sequence[int], work: Step, conn: Transaction) -> None:
    work(conn, numbers)


def _forget_lines(runner: TableRunner, before: int) -> None:
    done = runner.ask(lambda table, now: table.forget_lines(before, now), who="chat")
    done.addErrback(lambda failure: failure.trap(Refusal))

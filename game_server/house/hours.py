"""The hours of the house: opening, letting players in, closing, and sending everybody home."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from twisted.internet.defer import Deferred, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank.cashier import Cashier
from game_server.house.escrow import put_right
from game_server.house.faults import log_fault
from game_server.house.online_players import OnlinePlayers, PlayerConnection
from game_server.house.purses import Purses
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.refusals import HouseCloses
from game_server.table.config import TableConfig
from protocol.messages import Goodbye, Notice
from protocol.words import Refusal

HouseState = Literal["closed", "opening", "open", "closing"]
NEXT: Final[dict[tuple[HouseState, str], HouseState]] = {
    ("closed", "open"): "opening",
    ("opening", "opened"): "open",
    ("opening", "failed"): "closed",
    ("open", "close"): "closing",
    ("closing", "closed"): "closed",
}
OPENS: Final = "The house is open; you can log in."
CLOSING: Final = "The house will be turned off at the end of the current game."
FAREWELL: Final = "The house has closed; see you soon."
PAYS_S: Final = 10.0
"""The time that a closing house waits for the bank; what is open then goes on by itself."""


class Hours:
    """Opens and closes the house, any number of times. While it is closed there are no tables:
    what was in play when the program stopped waits on disk, whole, until the house opens."""

    _log = Logger()

    def __init__(
        self,
        means: Means,
        lobby: Lobby,
        cashier: Cashier,
        online: OnlinePlayers,
        purses: Purses,
    ) -> None:
        self.tables: Sequence[TableConfig] = ()
        self.state: HouseState = "closed"
        self.changed: Callable[[HouseState], None] = lambda _: None
        """Told of each new state."""
        self._means, self._lobby, self._cashier, self._online = means, lobby, cashier, online
        self._purses = purses
        self._outside: dict[PlayerConnection, None] = {}
        """Connections that have not logged in."""
        self._closed: list[Deferred[None]] = []

    def refuse_if_closed(self) -> None:
        """Refusal when nobody is let in."""
        if self.state == "closing":
            raise HouseCloses
        if self.state != "open":
            raise Refusal("house_closed", "The house is not open; you are told when it opens.")

    # -- those who wait outside --------------------------------------------------------------

    def met(self, connection: PlayerConnection) -> None:
        """Somebody has connected, and is not in yet."""
        self._outside[connection] = None

    def gone(self, connection: PlayerConnection) -> None:
        """Somebody is there no more, or is in."""
        self._outside.pop(connection, None)

    # -- opening -----------------------------------------------------------------------------

    def open(self) -> Deferred[None]:
        """Open the tables, with every round that was in play, and let players in; fires when
        they can come. Only a closed house is opened."""
        self._go("open")
        opening = Deferred.fromCoroutine(self._open())
        return opening.addErrback(self._not_opened)

    async def _open(self) -> None:
        if self._means.node:
            # Tables and payments come as they are placed.
            self._lobby.begin()
        else:
            await self._open_all()
        self._go("opened")
        for connection in tuple(self._outside):
            connection.send(Notice("open", OPENS))
        if self._closed:
            self._begin_to_close()

    async def _open_all(self) -> None:
        """Every table goes on, and every payment."""
        began = self._means.clock.seconds()
        await self._lobby.start(self.tables)
        self._say_recovered(self._means.clock.seconds() - began)
        at = self._means.now()
        held = {one.table_id: one.view.holdings() for one in self._lobby.going_on()}
        others = (self._lobby.runners.keys() - held.keys()) | self._lobby.waiting
        back = await self._means.store.write(lambda conn: put_right(conn, held, others, at))
        for put in back:
            self._log.warn("{line}", line=put)
        await self._lobby.mark_first_seats()
        # Money goes on by itself: neither a bank nor a table that is slow keeps the door shut.
        self._cashier.start().addErrback(self._fault)

    def _say_recovered(self, seconds: float) -> None:
        """For the log: what of the time before goes on."""
        runners = tuple(self._lobby.runners.values())
        self._log.info(
            "{tables} tables are up after {seconds} s, {rounds} rounds of before go on;"
            " {quarantined} tables are quarantined.",
            tables=len(runners),
            seconds=f"{seconds:.2f}",
            rounds=sum(one.view.round is not None for one in runners),
            quarantined=sum(bool(one.quarantined) for one in runners),
        )

    def _not_opened(self, failure: Failure) -> Failure:
        self._lobby.stop()
        self._lobby.runners.clear()
        self._go("failed")
        self._all_home()
        return failure

    # -- closing -----------------------------------------------------------------------------

    def close(self) -> Deferred[None]:
        """No new rounds; fires when everybody is cashed out and logged off."""
        if self.state == "closed":
            return succeed(None)
        closed: Deferred[None] = Deferred()
        self._closed.append(closed)
        if self.state == "open":
            self._begin_to_close()
        return closed

    def _begin_to_close(self) -> None:
        self._go("close")
        notice = Notice("closing", CLOSING)
        for player in self._online.own:
            player.say(notice)
        for connection in tuple(self._outside):
            connection.send(notice)
        closing = Deferred.fromCoroutine(self._close())
        closing.addErrback(self._fault).addCallback(lambda _: self._is_closed())

    async def _close(self) -> None:
        await self._lobby.close("house_closes")
        while self._lobby.elsewhere.up:
            # Who has a line here may play there.
            await self._pause(0.1)
        left = PAYS_S
        while left > 0 and await self._cashier.at_the_bank():
            await self._pause(0.1)
            left -= 0.1
        # What came back from the tables is read before the line goes.
        await self._purses.show(*self._online)

    def _is_closed(self) -> None:
        self._go("closed")
        for player in self._online:
            player.connection.close(Goodbye("house_closes", FAREWELL))
        self._all_home()

    def _all_home(self) -> None:
        waiting, self._closed = self._closed, []
        for closed in waiting:
            closed.callback(None)

    # -- how ---------------------------------------------------------------------------------

    def _go(self, what: str) -> None:
        self.state = NEXT[self.state, what]
        self._log.info("The house is {state}.", state=self.state)
        self.changed(self.state)

    def _pause(self, seconds: float) -> Deferred[None]:
        over: Deferred[None] = Deferred()
        self._means.clock.callLater(seconds, over.callback, None)
        return over

    def _fault(self, failure: Failure) -> None:
        log_fault(failure, self._log, "Opening or closing has a fault.")

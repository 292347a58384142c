"""Another table like one at which many wait."""

from collections.abc import Callable

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.lobby.inputs import Work
from game_server.lobby.keeper import Keeper
from game_server.lobby.ports import AnyRoom
from game_server.table.config import RoomConfig
from game_server.table.orders import Order
from protocol.words import Refusal


class Crowds:
    """Opens such tables by `like`, one at a time for each crowd, and says so by `tell`."""

    _log = Logger()

    def __init__(
        self,
        like: Callable[[RoomConfig], Deferred[Keeper]],
        tell: Callable[[Keeper, Work], None],
    ) -> None:
        self._like, self._tell = like, tell
        self._opening: dict[str, list[Deferred[Keeper]]] = {}
        """Tables whose crowd is getting another one, and who wait for it."""

    def second(self, keeper: Keeper) -> None:
        """Open another table for those who wait, and tell them where."""
        if keeper.table in self._opening:
            return

        def say(other: Keeper) -> None:
            waiting = list(keeper.room.queue.order)
            text = "Another table like this one has opened; there are seats."

            def tell(room: AnyRoom, now: float) -> list[Order]:
                for player in waiting:
                    room.notice(player, "second_table", text, other=other.table)
                return room.done(now)

            self._tell(keeper, tell)

        self.another(keeper).addCallback(say).addErrback(self._fault)

    def another(self, keeper: Keeper) -> Deferred[Keeper]:
        """A table like that one, or the one that is being opened."""
        crowded, asking = keeper.table, Deferred[Keeper]()
        if crowded in self._opening:
            self._opening[crowded].append(asking)
            return asking
        self._opening[crowded] = [asking]

        def opened(what: Keeper | Failure) -> None:
            for one in self._opening.pop(crowded):
                one.callback(what) if isinstance(what, Keeper) else one.errback(what)

        self._like(keeper.config).addBoth(opened)
        return asking

    def _fault(self, failure: Failure) -> None:
        if not failure.check(Refusal):
            self._log.failure("No second table could be opened.", failure)

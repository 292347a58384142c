"""The desk that a command works at: the house as it is wired, who asks, and the connection to
answer on."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from game_server.admin.menu.words import Answer, Json, Role
from game_server.alarms import Alarms
from game_server.clock import Clock
from game_server.cluster.errands import Errands
from game_server.cluster.looks import Looks
from game_server.config import Config
from game_server.house.house import House
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.monitoring import HouseStatus
from game_server.players.passwords import Passwords
from game_server.store.long_reads import LongReads
from game_server.store.ports import Store


@dataclass(frozen=True)
class Administrator:
    """An administrator: somebody who gives commands, with a role."""

    id: int
    name: str
    role: Role


@dataclass(frozen=True)
class Desk:
    """The parts of the house that commands work on, as app has wired them."""

    house: House
    lobby: Lobby
    store: Store
    means: Means
    config: Config
    clock: Clock
    passwords: Passwords
    aside: LongReads
    """Opens looks that take long."""
    version: str
    started: int
    """When the process began, in milliseconds."""
    state: Callable[[], HouseStatus]
    """How the house is now."""
    alarms: Alarms
    end: Callable[[], None]
    """End the process, once what was said has reached everybody."""
    looking: list[tuple[str, Callable[[], None]]] = field(default_factory=list)
    """Those who look at tables just now, and what ends that."""
    errands: Errands | None = None
    """What other nodes do for this one, where nodes talk."""
    looks: Looks | None = None
    """What they show it."""

    @property
    def node(self) -> str:
        """The name of this node; empty in a house of one."""
        return "" if self.errands is None else self.errands.here


class Outlet(Protocol):
    """The connection that an answer goes out on."""

    def say(self, kind: "Said", body: Mapping[str, Json]) -> None:
        """Send it; nothing if the connection has ended."""

    @property
    def slow(self) -> bool:
        """Whether what was sent is not being read fast enough."""


Said = str
"""`progress` or `item`."""


@dataclass(frozen=True, eq=False)
class Call:
    """A command as an administrator gives it. What it returns is the answer; a refusal is
    raised."""

    desk: Desk
    who: Administrator
    outlet: Outlet
    after: list[Callable[[], None]] = field(default_factory=list)
    """What is to be done when the answer is on its way."""
    handed: bool = False
    """Whether another node has asked this one for its part: nobody else is asked."""

    def progress(self, said: str, **facts: Json) -> None:
        """Say how far it is."""
        self.outlet.say("progress", {"said": said, **facts})

    def item(self, item: Mapping[str, Json]) -> None:
        """Send one more of what is asked for."""
        self.outlet.say("item", item)

    @property
    def slow(self) -> bool:
        """Whether the one who watches does not keep up: leave something out."""
        return self.outlet.slow


def pause(call: Call, seconds: float) -> Deferred[None]:
    """Fires when so much time has passed."""
    over: Deferred[None] = Deferred()
    call.desk.clock.callLater(seconds, over.callback, None)
    return over


Steps = Coroutine[Deferred[Any], Any, Answer]
Does = Callable[..., Steps]
"""Takes the call, and the parameters of the command by name."""

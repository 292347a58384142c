"""The lines of administrators without sockets: an office in a `World`, and somebody who talks."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, execute
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import StringTransport
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure

from game_server.admin.connections import AdminConnection, AdminConnections
from game_server.admin.desk import Desk, Does
from game_server.admin.office import Office
from game_server.admin.subjects import DOES
from game_server.alarms import Alarms
from game_server.cluster.member import Member
from game_server.config import Config, HouseSettings
from game_server.players.passwords import Passwords
from game_server.players.pool import DirectPool
from game_server.store import admins, audit
from game_server.store.long_reads import LongRead, LongReads
from game_server.store.transaction import Transaction
from tests.house.test_serving import STATE
from tests.house.world import CHEAP, World

T = TypeVar("T")
PASSWORDS = {
    "ann": "the password of ann",
    "olga": "the password of olga",
    "vic": "the password of vic",
    "cleo": "the password of cleo",
}
ROLES = {"ann": "owner", "olga": "operator", "vic": "viewer", "cleo": "cards"}


class DirectRead(LongRead):
    """A look at the connection of a world, at once."""

    def __init__(self, conn: Transaction) -> None:
        self._conn = conn

    def at(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        return execute(work, self._conn)


class DirectReads(LongReads):
    """Looks of a world, which has no thread beside it."""

    def __init__(self, conn: Transaction) -> None:
        self._conn = conn

    @contextmanager
    def look(self) -> Iterator[LongRead]:
        yield DirectRead(self._conn)


class Floor:
    """A house with an administrator of each role, and lines to it."""

    def __init__(
        self,
        world: World | None = None,
        more: Mapping[str, Does] | None = None,
        member: Member | None = None,
        staffed: bool = True,
    ) -> None:
        """`member` is for a node that talks with others. Not `staffed`: on the same disk somebody
        else has made the administrators."""
        self.world = world or World()
        self.ended = 0
        passwords = Passwords(DirectPool(self.world.clock), CHEAP)
        self.desk = Desk(
            house=self.world.house,
            lobby=self.world.house.lobby,
            store=self.world.store,
            means=self.world.house.means,
            config=Config(HouseSettings(testing=self.world.testing)),
            clock=self.world.clock,
            passwords=passwords,
            aside=DirectReads(self.world.conn),
            version="1.2.3",
            started=self.world.house.means.now(),
            state=lambda: STATE,
            alarms=Alarms(self.world.house.means.now),
            end=self._end,
            errands=None if member is None else member.errands,
            looks=None if member is None else member.looks,
        )
        for name, password in PASSWORDS.items() if staffed else ():
            kept = self.world.wait(passwords.hash(password))
            admins.add(self.world.conn, name=name, role=ROLES[name], password=kept, at=1)
        self.lines = AdminConnections(Office(self.desk, {**DOES, **(more or {})}), self.world.clock)

    def _end(self) -> None:
        self.ended += 1

    def line(self) -> "Talk":
        return Talk(self)

    def enter(self, name: str) -> "Talk":
        """A line on which that administrator has logged in."""
        talk = self.line()
        talk.ask("login", name=name, password=PASSWORDS[name])
        return talk

    def audit(self) -> list[tuple[str, str, str]]:
        """Who did what with which result, the oldest first."""
        rows = audit.rows(self.world.conn, count=1_000)
        return [(row.asked.who, row.asked.what, row.result) for row in reversed(rows)]


class Talk:
    """Somebody at a line."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.transport = StringTransport()
        self.line: AdminConnection = floor.lines.buildProtocol(None)
        self._wire: LineOnlyReceiver = self.line
        self._wire.makeConnection(self.transport)  # type: ignore[no-untyped-call]  # Twisted's
        self.heard: list[dict[str, Any]] = []
        self.number = 0

    def send(self, data: bytes) -> None:
        """Bytes as they come, and what is due at once."""
        self._wire.dataReceived(data)
        self.listen()

    def listen(self, seconds: float = 0.5) -> None:
        """Let time pass, and hear what was said."""
        clock = self.floor.world.clock
        for _ in range(10):
            clock.advance(seconds / 10)
        lines = self.transport.value().splitlines()
        self.transport.clear()
        self.heard += [json.loads(line) for line in lines]

    def begin(self, do: str, **given: object) -> int:
        """Ask, and wait for nothing."""
        self.number += 1
        self.send(json.dumps({"id": self.number, "do": do, "with": given}).encode() + b"\n")
        return self.number

    def ask(self, do: str, **given: object) -> Any:
        """Ask, and the answer."""
        return self.answer(self.begin(do, **given))

    def answer(self, number: int) -> Any:
        for said in self.heard:
            if said["id"] == number and "ok" in said:
                return said["ok"]
        raise AssertionError(f"no answer to {number}: {self.heard}")

    def refusal(self, do: str, **given: object) -> str:
        """Ask what is refused; the code."""
        number = self.begin(do, **given)
        (said,) = [one for one in self.heard if one["id"] == number and "progress" not in one]
        assert said["no"]["text"].endswith(".")
        return str(said["no"]["code"])

    @property
    def over(self) -> bool:
        """Whether the house has ended the line."""
        return bool(self.transport.disconnecting)

    def lose(self) -> None:
        """The line breaks."""
        self.line.connectionLost(Failure(ConnectionDone()))

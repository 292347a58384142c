"""Lines that other nodes hold, at the node that has the tables: to the house they are connections
like any other, and what is sent to one goes to its front.

A front says that a line has come (`come`), what its player says (`said`), and that it is gone
(`left`). The player's account is read from the database here; of the lines of a player the one with
the highest number counts.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final, NamedTuple

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.cluster.links import Item, pages
from game_server.house.arrival import blocked_by
from game_server.house.faults import log_fault
from game_server.house.house import House
from game_server.house.logins import MOVED
from game_server.house.online_players import Mutes, OnlinePlayer
from game_server.lobby.inputs import refusal
from game_server.players.player_account import PlayerAccount, account_of
from game_server.players.sessions import LiveSession
from game_server.refusals import NotWritten, TableSuspended
from game_server.store import accounts, idempotency
from game_server.store.transaction import Transaction
from game_server.table.seats import Attendee
from protocol.codec import FROM_CLIENT, decode, encode
from protocol.messages import IN, Goodbye, Message, Seen, State
from protocol.words import Refusal

OF_THE_NODE: Final = ("house_closes", "going_away")
"""Goodbyes of a node that ends: the line is another's, and stays."""
SESSION: Final = 0
"""Its front knows the session."""


class RemoteLine:
    """A line of a player at another node."""

    remote: Final = True

    def __init__(
        self, front: str, player: int, number: int, address: str, say: Callable[[str, Item], None]
    ) -> None:
        self.front, self.player_id, self.number, self.address = front, player, number, address
        self._say = say
        self._ended = ""
        self.opened = self.delay = 0.0
        self.state: State = IN
        self.player: object = None
        self.muted: tuple[str, ...] = ()
        self.waiting: list[Callable[[], None]] | None = []
        """What is done when the account is read; None when it is."""
        self.asked: list[Message] = []
        """What its player has asked for meanwhile."""

    @property
    def ended(self) -> str:
        """Why nothing goes there any more; empty while it does."""
        return self._ended

    def came_in(self, member: bool) -> None:
        """Its front has let it in."""

    def send(self, message: Message) -> None:
        """Say it; nothing if the line has ended."""
        self.send_bytes(encode(message))

    def send_bytes(self, *data: bytes) -> None:
        """Say what is encoded already, in one piece."""
        if not self._ended:
            # An item goes in one envelope, and a frame is a part of that at most.
            for some in pages(data, len):
                self._say(self.front, ["say", self.player_id, self.number, some])

    def in_one_piece(self) -> AbstractContextManager[None]:
        """What is said goes out as it is said: its front may send it together."""
        return nullcontext()

    def close(self, goodbye: Goodbye) -> None:
        """Let its front say goodbye and end it; one that a closing node says ends no line."""
        if not self._ended:
            self._ended = goodbye.code
            if goodbye.code not in OF_THE_NODE:
                farewell = encode(goodbye)
                self._say(self.front, ["end", self.player_id, self.number, farewell])

    def end(self) -> None:
        """Its front has ended it."""
        self._ended = self._ended or "closed"


class _Known(NamedTuple):
    account: PlayerAccount
    kept: int
    blocked: frozenset[str]


class RemoteLines:
    """The lines of other nodes whose players are at tables of this one."""

    _log = Logger()

    def __init__(self, house: House, say: Callable[[str, Item], None]) -> None:
        self._house, self._say = house, say
        self._lines: dict[int, RemoteLine] = {}

    # -- what fronts say -------------------------------------------------------------------------

    def come(
        self,
        front: str,
        player: int,
        number: int,
        address: str,
        tables: Collection[str] | None,
        seen: Sequence[Sequence[Any]],
        muted: Sequence[str],
    ) -> None:
        """A line is there. Its player is back at these tables, or None: at all, if at any, and then
        has `seen` so much of them."""
        line = self._lines.get(player)
        if line is not None and line.number > number:
            return
        if line is None or (line.number, line.front) != (number, front):
            here = any(True for _ in self._house.lobby.of_player(str(player)))
            if tables is None and not here:
                self._forget(player)
                return
            line = RemoteLine(front, player, number, address, self._say)
            self._lines[player] = line
            reading = self._house.means.store.read(partial(_read, player=player))
            reading.addCallbacks(partial(self._entered, line), partial(self._not_read, line))
            reading.addErrback(self._fault)
        line.muted = tuple(muted)
        known = {table: Seen(table, round, seq) for table, round, seq in seen}
        self._when_in(line, lambda: self._back(player, tables, known))

    def said(self, front: str, player: int, number: int, frame: bytes, delay: float) -> None:
        """A player says that of a table."""
        line = self._lines.get(player)
        if line is not None and (line.number, line.front) == (number, front):
            line.delay = delay
            message = decode(frame, FROM_CLIENT)
            if line.waiting is not None:
                line.asked.append(message)
            self._when_in(line, lambda: self._heard(line, message))

    def left(self, front: str, player: int, number: int) -> None:
        """A line is gone: that is no leave."""
        line = self._lines.get(player)
        if line is not None and (line.number, line.front) == (number, front):
            self._forget(player)

    def gone(self, front: str) -> None:
        """A front is gone, and its lines with it."""
        for player in [one.player_id for one in self._lines.values() if one.front == front]:
            self._forget(player)

    def unheard(self, player: int, other: str, silent: bool, blocked: bool) -> None:
        """A player hears another no more, or again: muted for now, or blocked for good."""
        known = self._house.online.of(player)
        if known is None:
            if not blocked:
                self._house.online.muted_at_another(player, other, silent)
            return
        group = known.blocked if blocked else known.muted
        (group.add if silent else group.discard)(other)
        quiet, key = other in known.unheard, known.key
        for runner in self._house.lobby.of_player(key):
            asking = runner.ask(lambda table, now: table.mute(key, other, quiet, now))
            asking.addErrback(self._fault)

    def guests(self, table: str, people: Iterable[Sequence[str]], queue: Sequence[str]) -> None:
        """A front says which of its players watched or waited at a table that has come here."""
        runner = self._house.lobby.runners.get(table)
        if runner is not None:
            there = {key: Attendee(name, avatar, here=False) for key, name, avatar in people}
            asking = runner.ask(lambda table, now: table.expect(there, queue, now))
            asking.addErrback(self._fault)

    def mutes(self, told: Iterable[Sequence[Any]]) -> None:
        """Another node says whom players have muted, as far as it knows."""
        for player, here, muted in told:
            self._house.online.learn(Mutes(player, here, tuple(muted)))

    def leave_all(self, player: int, number: int) -> None:
        """A player logs out, and leaves every table."""
        known = self._of(player)
        if known is not None and known.line == number:
            leaving = Deferred.fromCoroutine(self._house.requests.leave_all(known))
            leaving.addErrback(self._fault)

    def deleted(self, player: int) -> None:
        """The account of a player is deleted: out of the queues, and what was said is not read."""
        key = str(player)
        for runner in tuple(self._house.lobby.runners.values()):
            asking = runner.ask(lambda table, now: table.forget(key, now), who=f"{key} forget")
            asking.addErrback(self._fault)

    def account(self, player: int) -> None:
        """The account of a player is another than before."""
        if self._of(player) is not None:
            reading = self._house.means.store.read(partial(_read, player=player))
            reading.addCallbacks(partial(self._is_now, player), self._fault)

    def queue_for_cash(self, player: int, number: int) -> None:
        """A player came in by bank card: into the queue of a table for money."""
        line = self._lines.get(player)
        if line is not None and line.number == number:
            self._when_in(line, lambda: self._queue_for_cash(player))

    # -- how -------------------------------------------------------------------------------------

    def _of(self, player: int) -> OnlinePlayer | None:
        known = self._house.online.of(player)
        return known if known is not None and known.connection is self._lines.get(player) else None

    def _when_in(self, line: RemoteLine, do: Callable[[], None]) -> None:
        if line.waiting is None:
            do()
        else:
            line.waiting.append(do)

    def _entered(self, line: RemoteLine, known: _Known) -> None:
        player = line.player_id
        if self._lines.get(player) is not line:
            return
        account = known.account
        here = OnlinePlayer(
            line, account, LiveSession(account, SESSION, ""), unconfirmed=False, line=line.number
        )
        here.kept = known.kept
        before = self._house.online.enter(here)
        here.muted, here.blocked = set(line.muted), set(known.blocked)
        if before is not None:
            before.connection.close(MOVED)
            if isinstance(before.connection, RemoteLine):
                # The two know each other: what holds itself would wait for the garbage collector.
                before.connection.player = None
        self._do_waiting(line)

    def _not_read(self, line: RemoteLine, failure: Failure) -> None:
        """The database is away: its player may ask again."""
        if self._lines.get(line.player_id) is line:
            del self._lines[line.player_id]
            for message in line.asked:
                line.send(refusal(getattr(message, "id", 0), NotWritten()))
            line.end()
            # Nor does one at which the player was before come back.
            before = self._house.online.of(line.player_id)
            if before is not None and isinstance(before.connection, RemoteLine):
                self._is_out(before)
        self._fault(failure)

    def _do_waiting(self, line: RemoteLine) -> None:
        waiting, line.waiting = line.waiting or [], None
        for do in waiting:
            do()

    def _back(self, player: int, tables: Collection[str] | None, seen: dict[str, Seen]) -> None:
        known = self._of(player)
        if known is None:
            return
        lobby = self._house.lobby
        there = tuple(lobby.of_player(known.key))
        if tables is not None:
            # Whoever is not at one of them any more is told so.
            there = tuple(lobby.runners[name] for name in tables if name in lobby.runners)
        for runner in there:
            self._house.requests.back(runner, known, seen.get(runner.table_id))

    def _heard(self, line: RemoteLine, message: Message) -> None:
        table = table_of(message)
        if table and table not in self._house.lobby.runners:
            # It has gone to another node meanwhile, of which its front hears soon.
            line.send(refusal(getattr(message, "id", 0), TableSuspended()))
        elif line.player is not None:
            self._house.heard(line, message)

    def _queue_for_cash(self, player: int) -> None:
        known = self._of(player)
        if known is not None:
            queueing = Deferred.fromCoroutine(self._house.requests.queue_for_cash(known))
            queueing.addErrback(self._fault)

    def _is_now(self, player: int, known: _Known) -> None:
        here = self._of(player)
        if here is not None:
            here.account = known.account

    def _forget(self, player: int) -> None:
        line = self._lines.pop(player, None)
        if line is None:
            return
        line.end()
        if isinstance(line.player, OnlinePlayer):
            self._is_out(line.player)

    def _is_out(self, player: OnlinePlayer) -> None:
        player.connection.player = None
        if self._house.online.gone(player):
            for runner in self._house.lobby.of_player(player.key):
                self._house.requests.lost(runner, player.key)

    def _fault(self, failure: Failure) -> None:
        log_fault(failure, self._log, "A line of another node has a fault.", expected=Refusal)


def table_of(message: Message) -> str:
    """The table that a message names; empty if none."""
    seen = getattr(message, "seen", None)
    if isinstance(seen, Seen):
        return seen.table
    table = getattr(message, "table", "")
    return table if isinstance(table, str) else ""


def _read(conn: Transaction, player: int) -> _Known:
    return _Known(
        account_of(accounts.by_id(conn, player)),
        idempotency.newest(conn, player),
        frozenset(str(one.who) for one in blocked_by(conn, player)),
    )

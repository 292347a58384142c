"""A player of a run: plays as any stranger does, comes back by itself at whichever node lets it in,
and writes down every message that it says or hears. It judges nothing."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any, Final

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.house.stranger import Stranger
from tests.house.transcript import Map, Transcript
from tests.nemesis.history import Frame, History

REACH_S: Final = 1.5
"""So long a player waits for a node to let it in."""
AGAIN_S: Final = 0.1
WISH_S: Final = 1.5
"""So often it is asked for a seat again."""
PING_S: Final = 0.5
"""Whoever hears nothing for so long asks whether the house is there."""


class NotLetIn(Exception):
    """A node refuses to let this player in."""


GONE: Final = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError, NotLetIn)


class Loose(Transcript):
    """What was told last, whatever was told before: whether that may be is for the judge."""

    def take(self, said: Map, seat: int | None) -> bool:
        """Take it down; whether the round is over with it."""
        table, number, after = said["table"], said["round"], said["after"]
        known = self.told.setdefault((table, number), [])
        if after <= len(known):
            known[after:] = said["events"]
        self.round[table] = number
        return bool(known) and known[-1]["e"] == "ended"


class Witness(Stranger):
    """One player, over as many lines as it takes. Whoever is not `patient` looks for another node
    when the house has been silent for so many seconds."""

    def __init__(
        self,
        name: str,
        seed: int,
        doors: Mapping[str, str],
        history: History,
        patient: float,
        hurry: float = 2,
    ) -> None:
        """`doors`: where players come in, by the names of nodes."""
        super().__init__(name, seed, f"127.0.3.{seed}", hurry=hurry)
        self.heard: Loose = Loose()
        self.entry: Map = {"t": "guest"}
        self.table, self.chips = "", 0
        self.over = False
        self.left_open: list[ClientConnection] = []
        """Lines that were left without a word, as a telephone does in a tunnel."""
        self._doors, self._history, self._patient = doors, history, patient
        self._chance = Random(seed)
        self._line, self._door = 0, self._chance.randrange(len(doors))
        self._last = self._wished = 0.0
        self._in, self._entry, self._sent_to = False, "", ""
        """Whether this player is in, by which message, and the node where the table is, as another
        has said."""
        self.wants_seat, self.at = True, ""
        """Whether a seat is wanted, and at which node this player is now."""

    # -- lines -----------------------------------------------------------------------------------

    async def live(self) -> None:
        """Be in the house until it is over: whenever the line is gone, come back."""
        while not self.over:
            try:
                await self._come()
                await self._stay()
                self.at = ""
            except GONE:
                self._door += 1
                await asyncio.sleep(AGAIN_S)
            except Exception as wrong:
                # A fault of this player, or a house that says what makes no sense.
                self.wrong = self.wrong or wrong
                await asyncio.sleep(AGAIN_S)

    async def _come(self) -> None:
        names = list(self._doors)
        url = self._doors.get(self._sent_to) or self._doors[names[self._door % len(names)]]
        self._sent_to = ""
        self._line += 1
        async with asyncio.timeout(REACH_S):
            if self.token:
                await self.come_back(url)
                if self._chance.random() < 0.5:
                    for table in self.heard.round:
                        await self.tell_again(table)
            else:
                await self.come(url, **self.entry)
        self.at = url
        self._wished = 0.0
        await self._want_seat()

    async def _want_seat(self) -> None:
        """Into the room: a place in a queue may have been lost with a node."""
        waiting = {one["t"] for one in self.unanswered.values()}
        long_ago = self._last - self._wished > WISH_S
        if self.wants_seat and long_ago and not waiting & {"join", "queue", "sit"}:
            self._wished = self._last
            if self.seat.get(self.table) is None:
                await self.sit(self.table, self.chips)

    async def _stay(self) -> None:
        """Until the line is gone, or was silent for too long."""
        self._last = time.monotonic()
        while not self.over:
            reader = self._reader
            assert reader is not None
            await asyncio.wait([reader], timeout=PING_S)
            if reader.done():
                reader.result()
                return
            silent = time.monotonic() - self._last
            if silent > self._patient or self._sent_to:
                self._leave_line()
                return
            if silent > PING_S:
                await self._send({"t": "ping", "n": 1})
            await self._want_seat()

    def _leave_line(self) -> None:
        assert self._ws is not None
        assert self._reader is not None
        self._reader.cancel()
        if self._chance.random() < 0.5:
            self.left_open.append(self._ws)
        else:
            self._ws.transport.close()
        self._door += 1

    async def done_for(self) -> None:
        """End for good, without a word."""
        self.over = True
        for task in [*self._acting, self._reader]:
            if task is not None:
                task.cancel()
        for line in [*self.left_open, self._ws]:
            if line is not None:
                line.transport.abort()

    async def _enter(self, url: str, entry: Map) -> Map:
        self._in, self._entry = False, entry["t"]
        self._ws = await connect(url, local_addr=(self.address, 0), max_size=65_536)
        await self._send({"t": "hello", "low": 1, "high": 1, "client": "witness"})
        await self._hear()
        self.number += 1
        await self._send({"id": self.number, **entry})
        while True:
            session = await self._hear()
            if session["t"] == "session":
                self._in = True
                return session
            if session["t"] in ("refused", "goodbye", "upgrade_required"):
                raise NotLetIn(session)

    # -- what is written down --------------------------------------------------------------------

    async def _send(self, message: Map) -> None:
        if self._ws is None or not (self._in or message["t"] in ("hello", self._entry)):
            # It is said when this player is in again: whoever says anything has heard the answer.
            return
        self._note(True, message)
        with suppress(ConnectionClosed):
            await self._ws.send(msgpack.packb(message))

    async def _hear(self) -> Map:
        assert self._ws is not None
        data = await self._ws.recv()
        assert isinstance(data, bytes)
        message: Map = msgpack.unpackb(data, strict_map_key=False)
        self._last = time.monotonic()
        self._note(False, message)
        return message

    def _note(self, said: bool, message: Map) -> None:
        at = time.monotonic()
        self._history.frames.append(Frame(at, self.name, self._line, said, message))

    # -- how it plays ----------------------------------------------------------------------------

    async def _told(self, said: Map) -> None:
        table, before = said["table"], self.heard.round.get(said["table"])
        if said["after"] > len(self.heard.told.get((table, said["round"]), [])):
            await self.tell_again_all(table)
            return
        over = self.heard.take(said, self.seat.get(table))
        if said["round"] != before:
            self.asked.pop(table, None)
        if over:
            self.ended[table] += 1
            self._get_ready(table)

    async def say_again(self, number: int) -> None:
        """A request once more, as who does not know whether it was heard."""
        await self._send(self.requests[number])

    async def tell_again_all(self, table: str) -> None:
        """Something is missing: the round from its beginning."""
        seen = {"table": table, "round": self.heard.round.get(table, 0), "seq": 0}
        await self.ask("resync", seen=seen)

    def _get_ready(self, table: str) -> None:
        own = self.sitters.get(table, {}).get(self.seat.get(table))  # type: ignore[arg-type]
        if own is not None and table in self.rooms:
            super()._get_ready(table)

    async def _refused(self, said: Map) -> None:
        request = self.unanswered.get(said["id"])
        if said["code"] == "elsewhere":
            # Asked again there.
            self._sent_to = said.get("facts", {}).get("node", "")
            return
        if said["code"] in ("not_here", "not_seated"):
            # The seat was lost while there was no line to say so.
            self.seat.pop(self.table, None)
        if request is not None and request["t"] == "act" and said["code"] != "stale":
            turn = request["table"], request["turn"]
            if self.tried.get(turn, 0) > 2:
                # Whatever is wrong there, the judge will say it.
                self._answered(said)
                return
        await super()._refused(said)

    def play_on(self) -> None:
        """Play again after a rest: what was asked meanwhile is open still."""
        self.plays = True
        for table in self.asked:
            self._do(self._answer(table))
        for table in self.heard.round:
            self._get_ready(table)

    def _choose(self, table: str, turn: int, ask: Map) -> dict[str, Any]:
        return dict(super()._choose(table, turn, ask))

"""A client made from docs/protocol.md alone: a WebSocket, msgpack and maps.

It knows no game. It sits down, answers every question with something that was offered, and keeps
what it was told; it is wrong about nothing that the document promises, or it fails.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.house.transcript import Map, Transcript, hand_of, reckon

ACT_SECONDS = 0.1
"""So much between two acts is within the rates of the document, however long one plays."""
PATIENCE = 60.0
REFUSED: Map = {"t": "refused"}
LATER = ("too_fast", "paused", "not_written")
"""Refusals that mean: the same again in a moment."""
MOST_TRIES = 4
TEN = 1_000
"""A bank card pays for chips by tens."""
SELDOM = {"fold": 0.1, "junk": 0.1, "sit_out": 0.1, "raise": 0.3, "all_in": 0.02}
"""What ends a game before it has begun; it is tried now and then."""


class Stranger:
    """One player, over as many lines as it takes."""

    def __init__(self, name: str, seed: int, address: str = "127.0.0.1", hurry: float = 1) -> None:
        self.name, self.address, self.random = name, address, Random(seed)
        self.rest = ACT_SECONDS / hurry
        self.plays, self.enough = True, 0
        """Whether it plays, and after how many rounds it leaves; 0 is never."""
        self.buy_in: dict[str, int] = {}
        """The rooms that it wants to sit in, and the chips that it takes there."""

        self.token, self.tables, self.purse = "", (), dict[str, Any]()
        self.called = ""
        """Its name in the house."""
        self.heard = Transcript()
        self.rooms: dict[str, Map] = {}
        self.ended: Counter[str] = Counter()
        """The rounds that it played to the end."""
        self.seat: dict[str, int | None] = {}
        self.sitters: dict[str, dict[int, Map]] = {}
        self.asked: dict[str, Map] = {}
        self.tried: dict[tuple[str, int], int] = {}
        """How often a choice of cards was refused in a turn."""

        self.number = int(time.time() * 1000)
        self.requests: dict[int, Map] = {}
        self.unanswered: dict[int, Map] = {}
        self.answers: dict[int, Map] = {}
        self.asked_in: dict[int, int] = {}
        """The round in which each act answered."""
        self.notices: list[str] = []
        self.left: list[str] = []
        self.goodbye = ""

        self._ws: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._acting: set[asyncio.Task[Any]] = set()
        self.wrong: BaseException | None = None
        """What an answer on its way came to grief by."""
        self._free_at = 0.0

    # -- lines -------------------------------------------------------------------------------

    async def come(self, url: str, **entry: Any) -> None:
        """Open a line, say hello, and come in by this message."""
        session = await self._enter(url, entry)
        self.heard.new_line()
        self.asked.clear()
        self.goodbye, self.called = "", session["name"]
        self.token, self.tables = session["token"], tuple(session.get("tables", ()))
        self._reader = asyncio.create_task(self._read())

    async def _enter(self, url: str, entry: Map) -> Map:
        self._ws = await connect(url, local_addr=(self.address, 0), max_size=65_536)
        await self._send({"t": "hello", "low": 1, "high": 1, "client": "stranger"})
        welcome = await self._hear()
        assert (welcome["t"], welcome["version"]) == ("welcome", 1), welcome
        self.number += 1
        await self._send({"id": self.number, **entry})
        session = await self._hear()
        end = time.monotonic() + PATIENCE
        while session["t"] == "refused" and session["code"] in LATER and time.monotonic() < end:
            await asyncio.sleep(session.get("facts", {}).get("ms", 200) / 1000)
            await self._send({"id": self.number, **entry})
            session = await self._hear()
        assert (session["t"], session["id"]) == ("session", self.number), session
        return session

    async def lose_the_answer(self, url: str) -> None:
        """Come back, and the line is gone before the new token is read: it keeps the old one."""
        entry = {"t": "resume", "token": self.token, "seen": self.heard.seen()}
        await self._enter(url, entry)
        assert self._ws is not None
        self._ws.transport.abort()

    async def come_back(self, url: str) -> None:
        """Go on after a break: what was missed follows; what was not answered is asked again."""
        await self.come(url, t="resume", token=self.token, seen=self.heard.seen())
        for number, request in list(self.unanswered.items()):
            if request["t"] == "resync":
                self.heard.again(request["seen"]["table"], number)
            await self._send(request)

    async def end(self) -> None:
        """Until the line has ended, from wherever."""
        for task in self._acting:
            task.cancel()
        if self._reader is not None:
            await self._reader

    async def until(self, done: Callable[["Stranger"], object], what: str) -> None:
        """Wait for something that the house is to say; else say what was amiss."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if done(self):
                return
            self.check()
            await asyncio.sleep(0.01)
        raise AssertionError(f"{what}: {self.state()}")

    def state(self) -> str:
        """Where it stands, for whoever wonders why nothing happens."""
        asked = {table: one["turn"] for table, one in self.asked.items()}
        last = [(at, events[-1]["e"]) for at, events in list(self.heard.told.items())[-1:]]
        return (
            f"{self.name}: rounds {dict(self.ended)}, {last}, asked {asked},"
            f" unanswered {[*self.unanswered.values()]}, heard of {self.notices[-5:]}"
        )

    @property
    def heard_all(self) -> bool:
        """Whether what was to be told again was told."""
        return not any(one["t"] == "resync" for one in self.unanswered.values())

    def done(self, *kinds: str) -> list[int]:
        """The numbers of the requests of these kinds that were done."""
        return [
            number
            for number, one in self.requests.items()
            if one["t"] in kinds and self.answers.get(number, REFUSED)["t"] != "refused"
        ]

    def check(self) -> None:
        """Whatever was wrong, say so now."""
        if self.wrong is not None:
            raise self.wrong
        if self._reader is not None and self._reader.done():
            self._reader.result()

    # -- what a client says ------------------------------------------------------------------

    async def ask(self, t: str, **fields: Any) -> int:
        """A request; its answer will stand in `answers`."""
        self.number += 1
        request = {"t": t, "id": self.number, **fields}
        self.requests[self.number] = self.unanswered[self.number] = request
        await self._send(request)
        return self.number

    async def sit(self, table: str, buy_in: int) -> None:
        """Into a room and its queue; a seat is taken when it is offered."""
        self.buy_in[table] = buy_in
        await self.ask("join", table=table)
        await self.ask("queue", table=table)

    async def tell_again(self, table: str) -> int:
        """The whole round once more: it must be word for word what was told."""
        seen = {"table": table, "round": self.heard.round[table], "seq": 0}
        self.heard.again(table, self.number + 1)
        return await self.ask("resync", seen=seen)

    async def _send(self, message: Map) -> None:
        if self._ws is None:
            return
        with suppress(ConnectionClosed):
            await self._ws.send(msgpack.packb(message))

    # -- what the house says -----------------------------------------------------------------

    async def _hear(self) -> Map:
        assert self._ws is not None
        data = await self._ws.recv()
        assert isinstance(data, bytes)
        message: Map = msgpack.unpackb(data, strict_map_key=False)
        return message

    async def _read(self) -> None:
        while True:
            try:
                message = await self._hear()
            except ConnectionClosed:
                return
            await getattr(self, f"_{message['t']}", self._other)(message)

    async def _other(self, said: Map) -> None:
        """Whatever it is, it may be the answer to a request."""
        if said.get("id"):
            self._answered(said)

    def _answered(self, said: Map) -> Map | None:
        self.answers.setdefault(said["id"], said)
        self.heard.told_again(said["id"])
        return self.unanswered.pop(said["id"], None)

    async def _ok(self, said: Map) -> None:
        request = self._answered(said)
        if request is None:
            return
        if request["t"] == "sit":
            self._get_ready(request["table"])
        if request["t"] == "act":
            self._turn_over(request)

    async def _refused(self, said: Map) -> None:
        request = self.unanswered.get(said["id"])
        if request is not None and said["code"] in LATER:
            wait = said.get("facts", {}).get("ms", 200) / 1000
            self._do(self._send_later(request, wait))
            return
        if self._answered(said) is None or request is None or request["t"] != "act":
            return
        if said["code"] == "stale":
            self._turn_over(request)
            return
        # The question stays open: other cards will do, and the default always.
        turn = request["table"], request["turn"]
        self.tried[turn] = self.tried.get(turn, 0) + 1
        assert self.tried[turn] <= MOST_TRIES, f"{request} was refused: {said}"
        self._do(self._answer(request["table"]))

    def _turn_over(self, act: Map) -> None:
        table = act["table"]
        asked = self.asked.get(table)
        if asked is not None and asked["turn"] == act["turn"]:
            del self.asked[table]
        elif asked is not None:
            self._do(self._answer(table))

    async def _send_later(self, request: Map, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._send(request)

    async def _room(self, said: Map) -> None:
        self.rooms[said["room"]["table"]] = said["room"]
        self._answered(said)

    async def _purse(self, said: Map) -> None:
        self.purse = dict(said)

    async def _notice(self, said: Map) -> None:
        self.notices.append(said["code"])
        if said["code"] == "resumed":
            self.heard.again(said["table"], -len(self.notices))

    async def _goodbye(self, said: Map) -> None:
        self.goodbye = said["code"]

    async def _left(self, said: Map) -> None:
        self.left.append(said["table"])
        self.asked.pop(said["table"], None)

    async def _seats(self, said: Map) -> None:
        self.seat[said["table"]] = said.get("you")
        self.sitters[said["table"]] = said["seats"]
        self._get_ready(said["table"])

    async def _offer(self, said: Map) -> None:
        amount = self.buy_in.get(said["table"], said.get("least_buy_in", 0))
        await self.ask("sit", table=said["table"], key=said["key"], buy_in=amount)

    async def _told(self, said: Map) -> None:
        table, before = said["table"], self.heard.round.get(said["table"])
        over = self.heard.take(said, self.seat.get(table))
        if said["round"] != before:
            self.asked.pop(table, None)
        if over:
            reckon(self.heard.now(table))
            self.ended[table] += (table, said["round"]) in self.heard.played
            if self.enough and self.ended[table] == self.enough:
                await self.ask("leave", table=table, when="after_round")
            else:
                self._get_ready(table)

    def _get_ready(self, table: str) -> None:
        """Between two rounds: chips for the next one, and ready where the room wants to know."""
        seat, events = self.seat.get(table), self.heard.now(table)
        own = None if seat is None else self.sitters[table][seat]
        if own is None or not self.plays or (events and events[-1]["e"] != "ended"):
            return
        waiting = {one["t"] for one in self.unanswered.values()}
        owned, most = own["stack"] + own.get("coming", 0), self.buy_in.get(table, 0)
        if owned < most // 4 and "buy" not in waiting:
            self._do(self.ask("buy", table=table, amount=(most - owned) // TEN * TEN))
        if self.rooms[table].get("ready") and not own.get("ready") and "ready" not in waiting:
            self._do(self.ask("ready", table=table))

    async def _asked(self, said: Map) -> None:
        self.asked[said["table"]] = said
        self._do(self._answer(said["table"]))

    def _do(self, work: Coroutine[Any, Any, object]) -> None:
        """Do it beside the reading."""
        task = asyncio.create_task(work)
        self._acting.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._acting.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.wrong = self.wrong or task.exception()

    async def _answer(self, table: str) -> None:
        """Answer the question that is open there when it is time to act again."""
        now = asyncio.get_running_loop().time()
        self._free_at = max(now, self._free_at + self.rest)
        await asyncio.sleep(self._free_at - now)
        asked = self.asked.get(table)
        if asked is None or not self.plays:
            return
        if any(one["t"] == "act" and one["table"] == table for one in self.unanswered.values()):
            return
        act = self._choose(table, asked["turn"], asked["ask"])
        self.asked_in[self.number + 1] = self.heard.round[table]
        await self.ask("act", table=table, turn=asked["turn"], **act)

    def _choose(self, table: str, turn: int, ask: Map) -> Map:
        """Something that is offered; when that was refused again and again, the default."""
        if self.tried.get((table, turn), 0) >= MOST_TRIES - 2:
            return dict(ask["default"])
        weights = [SELDOM.get(option["verb"], 1.0) for option in ask["options"]]
        [option] = self.random.choices(ask["options"], weights)
        low, high, step = option.get("low", 0), option.get("high", 0), option.get("step", 1)
        act = {"verb": option["verb"]}
        if high:
            act["amount"] = low + step * self.random.randint(0, min(3, (high - low) // step))
        if option.get("on"):
            act["on"] = self.random.choice(option["on"])
        least, most = option.get("hand", (0, 0))
        if most:
            hand = hand_of(ask["who"], self.heard.now(table))
            act["cards"] = self.random.sample(hand, min(len(hand), max(1, least)))
        return act

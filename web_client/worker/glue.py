"""Joins the bridge with a browser's worker, whose `worker.js` owns sockets, alarms and messages."""

import json
import math
import random
import secrets
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from pyodide.ffi import create_once_callable, to_js

from client_core.client import OFFLINE, Connect, Disconnect, Effect, Keep, Quit, Send, WakeAt
from protocol import endings
from web_client.bridge.bridge import Bridge
from web_client.bridge.visit import Browser
from web_client.worker.library import LateLibrary

if TYPE_CHECKING:
    from client_offline.line import OfflineLine

STORED: Final = "offline_house"
"""The name under which the house inside the client is kept."""


def without_library(fetch: Callable[[str], object]) -> LateLibrary:
    """Python has started from a snapshot: its library is fetched when something is missing."""
    # All pages have started with the same numbers.
    random.seed()
    library = LateLibrary(fetch)
    sys.meta_path.append(library)
    return library


class Port(Protocol):
    """What the worker does for the bridge; an object of `worker.js`."""

    def connect(self, connection: int, url: str) -> None: ...
    def send(self, connection: int, data: object) -> None: ...
    def disconnect(self, connection: int) -> None: ...
    def inside(self, connection: int) -> None: ...
    def think(self, number: int, question: object) -> None: ...
    def later(self, milliseconds: float, call: object) -> None: ...
    def wake(self, milliseconds: float) -> None: ...
    def keep(self, name: str, text: str) -> None: ...
    def post(self, text: str) -> None: ...


class JsBytes(Protocol):
    """An ArrayBuffer."""

    def to_bytes(self) -> bytes: ...


class Worker:
    """The bridge as `worker.js` calls it."""

    def __init__(self, port: Port, started: str) -> None:
        told = json.loads(started)
        self._port = port
        self._stored: str = told["kept"].get(STORED, "")
        self._line: OfflineLine | None = None
        self._inside = 0
        """The connection to the house inside; 0: there is none."""
        browser = Browser(told["house"], time.time, told["ahead"], told["touch"], told["page"])
        self._bridge = Bridge(
            time.monotonic,
            secrets.randbelow,
            self._run,
            port.post,
            told["kept"],
            browser,
            told["language"],
            told["build"],
        )
        self.opened, self.lost = self._bridge.opened, self._bridge.lost
        self.woken, self.tap = self._bridge.woken, self._bridge.tap
        self.network, self.visible = self._bridge.network, self._bridge.visible
        self.follow, self.start = self._bridge.follow, self._bridge.start
        self.taken = self._bridge.taken

    def heard(self, connection: int, data: JsBytes) -> None:
        """A frame came."""
        self._bridge.heard(connection, data.to_bytes())

    def inside(self, connection: int) -> None:
        """The modules of the house inside the client are here."""
        from client_offline.line import OfflineLine

        if connection != self._inside:
            return
        if self._line is None:
            self._line = OfflineLine(
                self._stored,
                secrets.randbelow,
                time.time,
                self._later,
                self._port.keep,
                self._told_inside,
                self._hung_up_inside,
                lambda number, question: self._port.think(number, to_js(question)),
            )
        self._line.connect()
        self._bridge.opened(connection)

    def answered(self, number: int, answer: JsBytes) -> None:
        """A bot has thought."""
        if self._line is not None:
            self._line.bots.answered(number, answer.to_bytes())

    def nobody_thinks(self) -> None:
        """The worker in which bots think has failed: they think here, between two messages."""
        if self._line is not None:
            self._line.bots.nobody_there()

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        self._port.later(seconds * 1000, create_once_callable(call))

    def _told_inside(self, frame: bytes) -> None:
        if self._inside:
            self._bridge.heard(self._inside, frame)

    def _hung_up_inside(self) -> None:
        number, self._inside = self._inside, 0
        if number:
            self._bridge.lost(number, endings.GOODBYE.code)

    def _run(self, effect: Effect) -> None:
        match effect:
            case Connect(number, url) if url == OFFLINE:
                self._inside = number
                self._port.inside(number)
            case Send(number, data) if number == self._inside and self._line is not None:
                self._line.send(data)
            case Disconnect(number) if number == self._inside:
                self._inside = 0
                if self._line is not None:
                    self._line.disconnect()
            case Connect(number, url):
                self._port.connect(number, url)
            case Send(number, data):
                self._port.send(number, to_js(data))
            case Disconnect(number):
                self._port.disconnect(number)
            case WakeAt(at):
                left = at - time.monotonic()
                self._port.wake(-1 if math.isinf(at) else max(0.0, left * 1000))
            case Keep(name, text):
                self._port.keep(name, text)
            case Quit():
                """The bridge shows the page that the player has left."""

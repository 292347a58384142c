"""Joins the bridge with a browser's worker, whose `worker.js` owns sockets, alarms and messages."""

import json
import math
import secrets
import time
from typing import Protocol

from pyodide.ffi import to_js

from client_core.client import Connect, Disconnect, Effect, Keep, Quit, Send, WakeAt
from web_client.bridge.bridge import Bridge
from web_client.bridge.visit import Browser


class Port(Protocol):
    """What the worker does for the bridge; an object of `worker.js`."""

    def connect(self, connection: int, url: str) -> None: ...
    def send(self, connection: int, data: object) -> None: ...
    def disconnect(self, connection: int) -> None: ...
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

    def _run(self, effect: Effect) -> None:
        match effect:
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

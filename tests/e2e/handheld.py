"""A handheld of the tests: the real app in a process and a window of its own, which obeys.

`python -m tests.e2e.handheld FD` takes orders, pairs of a name and its words, from the pipe of
that number and answers each with `Done` or `Failed`. The app is started as `mobile_client.main`
starts it; what it logs as a warning or worse is a trouble, and so is whatever ends it.
"""

import asyncio
import logging
import os
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Final, Protocol
from urllib.parse import urlsplit

from tests.e2e.orders import PATIENCE_S, PLACE, RELAYED, Done, Failed, Point
from tests.e2e.relay import Relay
from tests.e2e.sight import Sight, known

GLANCE_S: Final = 0.2
"""How often somebody looks who waits: a ring that runs is no news, what the house says is."""
SETTLED_S: Final = 0.3
"""So long a list waits whether a touch becomes a swipe."""


class Troubles(logging.Handler):
    """Whatever the app or its libraries complain of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


class Frames(Protocol):
    """How the window is made to go on."""

    def hurry(self) -> None: ...

    async def frame(self, count: int = 1) -> None: ...


class Handheld:
    """Obeys while the app runs."""

    def __init__(self, pipe: Connection, relay: Relay | None, troubles: Troubles) -> None:
        from kivy.app import App
        from kivy.core.window import Window

        from mobile_client.ui.app import CardroomApp
        from tests.dim import Dim
        from tests.e2e.pace import Pace

        app = App.get_running_app()
        assert isinstance(app, CardroomApp)
        self.app, self.window = app, Window
        Dim(Window)
        self._pipe, self._relay, self._troubles = pipe, relay, troubles
        self._number = 0
        self._changed = asyncio.Event()
        self._pace: Frames = Pace()
        self._orders: Mapping[str, Callable[..., Awaitable[object]]] = {
            "look": self.look,
            "tap": self.tap,
            "touch": self.touch,
            "type": self.type,
            "back": self.back,
            "pause": self.pause,
            "resume": self.resume,
            "cut": self.cut,
            "mend": self.mend,
            "set": self.set,
            "picture": self.picture,
            "turn": self.turn,
            "quit": self.quit,
        }
        app.client.observe(lambda topic, table: self._change())

    def _change(self) -> None:
        self._number += 1
        self._changed.set()
        self._pace.hurry()

    async def obey(self) -> None:
        """Until the pipe ends or `quit`."""
        asked = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(self._pipe.fileno(), asked.set)
        while True:
            await asked.wait()
            asked.clear()
            while self._pipe.poll():
                name, words = self._pipe.recv()
                troubles = self._troubles.found
                try:
                    answer = await self._orders[name](**words)
                    self._pipe.send(Done(answer, tuple(troubles)))
                except Exception:
                    self._pipe.send(Failed(traceback.format_exc(), tuple(troubles)))
                if name == "quit":
                    loop.remove_reader(self._pipe.fileno())
                    return

    # -- what is seen --------------------------------------------------------------------------

    async def look(self, since: int = -1, seconds: float = 0.0) -> Sight:
        """How it is now; with `since` once anything was told after that number, at the latest
        when the time is up."""
        end = time.monotonic() + min(seconds, GLANCE_S)
        while self._number <= since and (left := end - time.monotonic()) > 0:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                break
        # What was heard is in the model at once, and in the window a frame later.
        heard = -1
        while heard != self._number:
            heard = self._number
            await self._pace.frame(2)
        return self._sight()

    def _sight(self) -> Sight:
        from mobile_client.ui.felts.felt import TableFelt
        from tests.client.ui import finding
        from tests.e2e.painted import painted

        stage, client = self.app.stage, self.app.client
        name = client.screen.table
        felts = (one for one in stage.screen.walk(restrict=True) if isinstance(one, TableFelt))
        felt = next(felts, None)
        return Sight(
            number=self._number,
            size=(round(self.window.width), round(self.window.height)),
            screen=stage.name,
            overlays=tuple(type(one).__name__ for one in stage.overlays),
            connection=client.connection.view.state,
            me=client.account.me,
            painted=painted(self.window.children[0]),
            presses=tuple(finding.names(stage)),
            chosen=felt.hand.picked if felt is not None else (),
            table=client.tables.view(name) if name else None,
            known=known(client),
        )

    async def picture(self, path: str) -> None:
        """What the window shows, as a file."""
        await self._pace.frame(2)
        self.app.stage.export_to_png(path)

    # -- what is done --------------------------------------------------------------------------

    async def tap(self, says: str, patience: float = PATIENCE_S) -> None:
        """Press what says this, once it is there, in sight and still."""
        from tests.client.ui import finding

        stage = self.app.stage
        end = time.monotonic() + patience
        while (found := finding.called(stage, says)) is None or self._locked:
            now = (stage.name, list(finding.names(stage)), self.app.client.notices.toasts)
            assert time.monotonic() < end, f"Nothing to press says {says!r}: {now}"
            await self._pace.frame()
        finding.into_sight(found)
        await self._pace.frame()
        await self.touch([found.to_window(*found.center)])
        if finding.scrolled(found) is not None:
            end = time.monotonic() + SETTLED_S
            while time.monotonic() < end:
                await self._pace.frame()

    @property
    def _locked(self) -> bool:
        """Buttons have just come under the thumb: so soon the app takes no tap, and nobody has
        read them."""
        client = self.app.client
        return client.now() < client.turn.acts(client.screen.table).lock_until

    async def touch(self, points: Sequence[Point]) -> None:
        """A finger comes down on the first point, moves over all, and is lifted at the last."""
        from kivy.base import EventLoop
        from kivy.tests.common import UnitTestTouch

        wide, high = self.window.size
        finger = UnitTestTouch(*points[0])
        EventLoop._dispatch_input("begin", finger)
        await self._pace.frame()
        for x, y in points[1:]:
            finger.move({"x": x / wide, "y": y / high})
            EventLoop._dispatch_input("update", finger)
            await self._pace.frame()
        EventLoop._dispatch_input("end", finger)
        await self._pace.frame()

    async def type(self, field: str, text: str) -> None:
        from tests.client.ui import finding

        finding.typed(self.app.stage, field, text)
        await self._pace.frame()

    async def back(self) -> None:
        """The back key."""
        from mobile_client.ui.app import BACK_KEY

        self.window.dispatch("on_keyboard", BACK_KEY, 0, None, [])
        await self._pace.frame()

    async def set(self, **changes: str | int | bool) -> None:
        """What a player chooses in the settings."""
        self.app.client.set(**changes)
        await self._pace.frame(2)

    async def turn(self, size: tuple[int, int]) -> None:
        """The window gets another size, as when a phone is turned."""
        self.window.size = size
        await self._pace.frame(4)

    async def pause(self) -> None:
        """Put away, as Android does."""
        assert self.app.dispatch("on_pause")

    async def resume(self) -> None:
        self.app.dispatch("on_resume")

    async def cut(self) -> None:
        """There is no network any more."""
        assert self._relay is not None
        await self._relay.cut()

    async def mend(self) -> None:
        assert self._relay is not None
        await self._relay.mend()

    async def quit(self) -> None:
        self.app.stop()


async def play(pipe: Connection, troubles: Troubles) -> None:
    """The app from its first frame to its end, as it is played with."""
    from mobile_client import main
    from mobile_client.platform import device

    on = device()
    main.prepare(on)
    _place()
    from tests.e2e.painted import remember

    remember()
    relay = None
    if house := os.environ.get(RELAYED):
        relay = Relay(house, urlsplit(os.environ["CARDROOM_URL"]).port or 0)
        await relay.mend()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, told: troubles.found.append(str(told)))
    app = asyncio.ensure_future(main.play(on))
    obeying: asyncio.Future[None] | None = None
    from kivy.app import App

    while App.get_running_app() is None or App.get_running_app().root is None:
        await asyncio.sleep(0.005)
        if app.done():
            break
    else:
        obeying = asyncio.ensure_future(Handheld(pipe, relay, troubles).obey())
    await app
    if obeying is not None:
        await obeying


def _place() -> None:
    from kivy.config import Config

    left, top = os.environ.get(PLACE, "0,0").split(",")
    for name, value in (("position", "custom"), ("left", left), ("top", top)):
        Config.set("graphics", name, value)


def main(pipe: int) -> None:
    troubles = Troubles()
    logging.getLogger().addHandler(troubles)
    asyncio.run(play(Connection(pipe), troubles))


if __name__ == "__main__":
    main(int(sys.argv[1]))

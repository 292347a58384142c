"""The whole app in a window, driven by a thumb: what is tapped is what stands on the screen."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from kivy.core.window import Window
from kivy.uix.widget import Widget

import mobile_client.ui.stage
from client_link import Link
from mobile_client.main import inside
from mobile_client.platform.desktop import Desktop
from mobile_client.ui.app import BACK_KEY, CardroomApp
from mobile_client.ui.sound import Sounds
from mobile_client.ui.widgets.entry import Field
from tests.client.ui import finding
from tests.client.ui.stage import Stage

PATIENCE_S = 120.0


class Phone(Desktop):
    """A device that tells when it was asked to put the app away, and has a keyboard to cover."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.away, self.covered, self.asked = 0, 0.0, 0

    def keyboard(self) -> float:
        self.asked += 1
        return self.covered

    def to_background(self) -> None:
        self.away += 1


class Thumb:
    """One app from its start to its end."""

    def __init__(self, window: Stage, folder: Path, language: str = "en") -> None:
        self.window = window
        self.phone = Phone(folder)
        self.quit = False
        self.link = Link(self.phone.keep, self._quit, inside)
        self.client = self.link.client(self.phone.kept(), language, "test")
        self.app = CardroomApp(self.client, self.phone, Sounds(lambda path: None))
        self.app.root = self.app.build()
        window.show(self.app.root)

    def _quit(self) -> None:
        self.quit = True

    @property
    def stage(self) -> mobile_client.ui.stage.Stage:
        return self.app.stage

    async def end(self) -> None:
        self.app.on_stop()
        self.window.empty()
        await self.link.close()

    async def frame(self) -> None:
        self.window.frames()
        await asyncio.sleep(0.002)

    async def until(self, so: Callable[[], object], what: str = "it") -> None:
        end = time.monotonic() + PATIENCE_S
        while not so():
            now = (self.stage.name, self.client.connection.view, self.client.notices.toasts)
            assert time.monotonic() < end, (what, now)
            await self.frame()

    # -- what is on the screen -----------------------------------------------------------------

    def find(self, text: str) -> Widget | None:
        """What can be pressed and says this, the topmost."""
        return finding.called(self.stage, text)

    def shows(self, text: str) -> bool:
        """Whether this is written anywhere on the stage."""
        return finding.shows(self.stage, text)

    def field(self, name: str) -> Field:
        return finding.field(self.stage, name)

    # -- what is done --------------------------------------------------------------------------

    async def tap(self, what: str | Widget) -> None:
        """Once it is there, in sight and still."""
        if isinstance(what, str):
            await self.until(lambda: self.find(what), f"{what!r} on the screen")
            widget = self.find(what)
            assert widget is not None
        else:
            widget = what
        for _ in range(3):
            await self.frame()
        finding.into_sight(widget)
        for _ in range(3):
            await self.frame()
        finger = self.window.press(*widget.to_window(*widget.center))
        await self.frame()
        finger.lift()
        # A list waits a moment whether a touch becomes a swipe.
        end = time.monotonic() + 0.25
        while time.monotonic() < end:
            await self.frame()

    def type(self, name: str, text: str) -> None:
        finding.typed(self.stage, name, text)

    async def back(self) -> None:
        """The back key, as the window gets it."""
        Window.dispatch("on_keyboard", BACK_KEY, 0, None, [])
        await self.frame()


@asynccontextmanager
async def thumb(window: Stage, folder: Path, language: str = "en") -> AsyncIterator[Thumb]:
    one = Thumb(window, folder, language)
    try:
        yield one
    finally:
        await one.end()

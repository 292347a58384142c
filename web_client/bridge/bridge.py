"""The bridge between one client and one page: taps come in, patches of the view go out."""

import json
from collections.abc import Callable, Mapping
from typing import Final

from client_core.client import Client, Effect, Keep, Quit, WakeAt
from web_client.bridge import links, table_events
from web_client.bridge.encode import Plain
from web_client.bridge.page import PARTS, PageView, page_view
from web_client.bridge.patches import patches
from web_client.bridge.screens import credentials
from web_client.bridge.taps import TAPS
from web_client.bridge.visit import NEVER, Browser, Visit

Run = Callable[[Effect], None]
Post = Callable[[str], None]


class Bridge:
    """One client behind one page. `run` does the effects, `post` tells the page; whatever comes
    from outside comes by one of the calls below, each of which ends with a new view."""

    def __init__(
        self,
        clock: Callable[[], float],
        chance: Callable[[int], int],
        run: Run,
        post: Post,
        kept: Mapping[str, str],
        browser: Browser,
        language: str = "en",
        build: str = "",
    ) -> None:
        self._run, self._post = run, post
        self._core_alarm = self._alarm = NEVER
        self.client = Client(clock, chance, self._effect, kept, language, build)
        self.client.ending.show_page()
        self.client.connection.told_at_door()
        self.visit = Visit(self.client, browser)
        self._topics: list[tuple[str, str]] = []
        self._seen: tuple[str, ...] = ()
        self.client.observe(self._changed)
        self.shown: PageView | None = None

    # -- what comes from outside -----------------------------------------------------------------

    def start(self, address: str = "") -> None:
        """The page is there: connect to the house it came from, or go on without one where that was
        chosen. `address`: what stands behind the # in its address bar."""
        if self.client.settings.offline and not links.leads(address):
            self.client.connection.play_offline()
        else:
            self.client.connection.go_to(self.visit.browser.house)
        self.follow(address)

    def follow(self, address: str) -> None:
        """The address bar leads somewhere."""
        links.follow(self.visit, address)
        self._settle()

    def opened(self, connection: int) -> None:
        """The WebSocket is open."""
        self.client.connection.opened(connection)
        self._settle()

    def heard(self, connection: int, data: bytes) -> None:
        """A frame came."""
        self.client.connection.heard(connection, data)
        self._settle()

    def lost(self, connection: int, code: int | None = None) -> None:
        """The WebSocket ended, or could not be opened."""
        self.client.connection.lost(connection, code)
        self._settle()

    def woken(self) -> None:
        """The time of the last alarm has come."""
        now = self.client.now()
        if now >= self._core_alarm:
            self._core_alarm = NEVER
            self.client.connection.woken()
        if now >= self.visit.alarm:
            table_events.tick(self.visit)
            self._wakes()
        self._settle()

    def network(self, up: bool) -> None:
        """The browser has a network again, or none."""
        if not self.visit.elsewhere:
            self.client.connection.network(up)
        self._settle()

    def taken(self) -> None:
        """Another tab of this browser goes on with the session. A token is good for one resume:
        whoever came back with the old one would end the session for both."""
        self.visit.elsewhere = True
        self.client.connection.paused()
        self._settle()

    def visible(self, seen: bool) -> None:
        """The page is in sight, or was put behind another."""
        if seen and not self.visit.elsewhere:
            self.client.connection.resumed()
            self.client.connection.network(True)
        self.visit.hidden = not seen
        self._settle()

    def tap(self, what: str) -> None:
        """A tap as the page posts it: {"tap": [name, ...], "value": ...}."""
        told = json.loads(what)
        name, *args = told["tap"]
        self.pressed(name, tuple(args), told.get("value"))

    def pressed(self, name: str, args: tuple[str | int | bool, ...], value: Plain = None) -> None:
        """The same, taken apart; KeyError for a tap that nobody answers."""
        TAPS[name](self.visit, args, value)
        self._settle()

    # -- what goes out ---------------------------------------------------------------------------

    def _effect(self, effect: Effect) -> None:
        match effect:
            case WakeAt(at):
                self._core_alarm = at
            case Quit():
                self.visit.change(ended=True)
            case Keep():
                self._run(effect)
            case _:
                self._run(effect)

    def _changed(self, topic: str, table: str) -> None:
        if topic == "screen":
            self.visit.moved()
        self._topics.append((topic, table))

    def _answered(self) -> None:
        """What the screen in sight has asked may be answered."""
        visit, local = self.visit, self.visit.local
        if local.asked and not visit.waits:
            visit.change(asked=0)
            refusal = self.client.requests.refusal_of(local.asked)
            for part in PARTS:
                if local.asked_by in part.answers:
                    part.answers[local.asked_by](visit, refusal)

    def _opened(self) -> None:
        """A page that has just been opened asks what it needs to know."""
        before, now = self._seen, tuple(page.name for page in self.visit.local.pages)
        self._seen = now
        if now and len(now) > len(before):
            for part in PARTS:
                if now[-1] in part.opens:
                    part.opens[now[-1]](self.visit)

    def _wakes(self) -> None:
        """The time has come for which the page in sight may have waited."""
        page = self.visit.page
        for part in PARTS:
            if page is not None and page.name in part.wakes:
                part.wakes[page.name](self.visit)

    def _settle(self) -> None:
        """The end of an input: whatever follows from it, the new view, the next alarm."""
        for _ in range(ROUNDS):
            topics, self._topics = self._topics, []
            if not topics:
                break
            for topic, table in topics:
                links.heard(self.visit, topic)
                credentials.chosen(self.visit)
                table_events.heard(self.visit, topic, table)
            self._answered()
        self._opened()
        self.visit.alarm = NEVER
        self._show()
        alarm = min(self._core_alarm, self.visit.alarm)
        if alarm != self._alarm:
            self._alarm = alarm
            self._run(WakeAt(alarm))

    def _show(self) -> None:
        view = page_view(self.visit)
        changed = patches(self.shown, view)
        self.shown = view
        if changed:
            # With the clock in which the view tells when a time is over.
            told = {"now": self.client.now() * 1000, "patches": changed}
            self._post(json.dumps(told, ensure_ascii=False, allow_nan=False))


ROUNDS: Final = 8
"""So often what follows from a change may change something again."""

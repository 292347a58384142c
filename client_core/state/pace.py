"""The pace of tables that a screen shows: what was told and is still to be seen there.

The house tells the end of a round all at once. A screen that watches a table shows it step by step
and says what was seen; until then nothing is asked at that table, or until a time has passed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from client_core import reveal
from client_core.bar import Bar
from client_core.motions import Motion
from client_core.reveal import Reveal
from client_core.state.changes import Changes
from client_core.state.chats import Chats
from client_core.state.my_tables import MyTables
from client_core.state.notices import Notices
from client_core.state.preferences import Preferences
from client_core.tables import Table
from client_core.text import Say
from client_core.toasts import Mood

ASKED_S: Final = 2.0
"""The most that buttons of a question wait for cards that are on their way."""
ROLLED_S: Final = 5.0
"""The most that they wait where something goes before them: dice, hands that are thrown in."""
TOLD_S: Final = 10.0
"""The most that anything else waits."""
SEEN: Final = frozenset({"deal", "lay", "show", "fall", "roll", "win", "back", "ended"})
"""Motions that are to be seen before anybody is asked about them."""


class Pace:
    """The tables with something unseen, and until when taps there were meant for what lay
    before."""

    def __init__(
        self,
        clock: Callable[[], float],
        changes: Changes,
        preferences: Preferences,
        notices: Notices,
        tables: MyTables,
        chats: Chats,
    ) -> None:
        self._clock, self._changes, self._preferences = clock, changes, preferences
        self._notices, self._tables, self._chats = notices, tables, chats
        self._watched: set[str] = set()
        """Tables whose motions a screen shows: it says what was seen."""
        self.unseen: dict[str, float] = {}
        """Those of them where something told is still to be seen, and until when at the latest."""
        self.telling: dict[str, Reveal] = {}
        """Those where the end of a round is shown step by step."""
        self._later: list[tuple[Say, Mood, str]] = []
        """Words about a table that wait until what it told was seen."""
        self._bars: dict[str, Bar] = {}

    @property
    def alarm(self) -> float:
        """When `tick` has something to do."""
        return min(self.unseen.values(), default=float("inf"))

    def guard(self, name: str) -> float:
        """Until when taps at a table were meant for what stood there before."""
        bar = self._bars.get(name)
        return bar.guard if bar else 0.0

    def guard_taps(self, name: str, table: Table) -> None:
        """What lies under the thumb at a table may have changed."""
        bar = self._bars.get(name, Bar())
        self._bars[name] = bar.now(table, self._clock(), name in self.unseen)

    def watch(self, name: str, watched: bool) -> None:
        """A screen shows what moves at that table, and tells when it was seen; or shows it no
        more."""
        (self._watched.add if watched else self._watched.discard)(name)
        if not watched:
            self.seen_all(name)

    def told(self, name: str, before: Table, table: Table) -> None:
        """What has just been told of a table that is shown is to be seen first."""
        if name not in self._watched:
            return
        now = self._clock()
        known = before.motions
        same = table.motions[: len(known)] == known
        fresh = table.motions[len(known) :] if same else table.motions
        if any(one.kind in SEEN for one in fresh):
            self.unseen[name] = now + TOLD_S
        if fresh or table.quiet:
            self._tell_on(name, before, table, fresh)
        if name in self.unseen and table.asked is not None:
            most = ROLLED_S if name in self.telling else ASKED_S
            self.unseen[name] = min(self.unseen[name], max(now, table.asked.since) + most)

    def _tell_on(self, name: str, before: Table, table: Table, fresh: tuple[Motion, ...]) -> None:
        """Step by step, unless the next round has begun meanwhile or nothing is to move."""
        going = self.telling.pop(name, None)
        told = reveal.steps(fresh)
        still = self._preferences.settings.animation == "off"
        if table.quiet or table.number != before.number or still:
            return
        tables = self._tables.by_name
        if going is not None:
            self.telling[name] = going.on(told)
            tables[name] = replace(table, motions=before.motions)
        elif len(told) > 1 and told[0].part != "won":
            self.telling[name] = Reveal(told[0], told[1:], before.seats)
            tables[name] = replace(table, motions=(*before.motions, *told[0].motions))

    def seen_step(self, name: str) -> None:
        """What was to be seen there lies in sight, and the next is shown; or that was all."""
        going = self.telling.get(name)
        after = going.next() if going is not None else None
        if after is None:
            self.seen_all(name)
            return
        self.telling[name] = after
        self._tables.moved(name, after.now.motions)
        for topic in ("table", "motions"):
            self._changes.touch(topic, name)

    def seen_all(self, name: str) -> None:
        """All that was told there lies in sight: questions may be answered."""
        self.telling.pop(name, None)
        if self.unseen.pop(name, None) is None:
            return
        if name in self._tables.by_name:
            self.guard_taps(name, self._tables.by_name[name])
        self._chats.speak_aside(name)
        later, self._later = self._later, []
        for say, mood, table in later:
            if table == name:
                self._notices.toast(say, mood, table)
            else:
                self._later.append((say, mood, table))
        for topic in ("ask", "table"):
            self._changes.touch(topic, name)

    def toast_when_seen(self, say: Say, mood: Mood, name: str) -> None:
        """Tell nothing of a round that is still to be seen."""
        if name in self.unseen:
            self._later.append((say, mood, name))
        else:
            self._notices.toast(say, mood, name)

    def tick(self) -> None:
        """What was not seen in its time counts as seen."""
        now = self._clock()
        for name in [one for one, until in self.unseen.items() if until <= now]:
            self.seen_all(name)

    def skip(self, name: str) -> None:
        """Show nothing more of what was told there."""
        self.unseen.pop(name, None)
        self.telling.pop(name, None)

    def forget(self, name: str) -> None:
        """I am there no more."""
        self._bars.pop(name, None)
        self.skip(name)

    def forget_all(self) -> None:
        """The session is over."""
        self.unseen, self.telling, self._later = {}, {}, []

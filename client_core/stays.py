"""What is told of a table and not yet seen there, and stays that end when all of it was seen."""

from dataclasses import replace
from typing import Final

from client_core import telling
from client_core.bar import Bar
from client_core.ending import Lasting, ending, kept, lost_to
from client_core.motions import Motion
from client_core.people import Screen
from client_core.seating import Seating
from client_core.tables import Table
from client_core.telling import Telling
from client_core.text import Say
from client_core.toasts import Mood
from client_core.views import Mine
from protocol import messages as said

ASKED_S: Final = 2.0
"""So long at most the buttons of a question wait for cards that are on their way."""
ROLLED_S: Final = 5.0
"""So long where something goes before them: dice that roll, hands that are thrown in."""
TOLD_S: Final = 10.0
"""So long at most anything else does."""
PURSE_S: Final = 2.0
"""So long the purse may take to be told after a table was left, before the last one counts."""
SEEN: Final = frozenset({"deal", "lay", "show", "fall", "roll", "win", "back", "ended"})
"""What moves so that it is to be seen before anybody is asked about it."""
QUIET: Final = frozenset({"victory", "broke"})
"""What the page at the end of a stay says itself."""
GONE: Final = frozenset({"house_closes"})
"""Why nobody stays at any table: no page says what comes next."""


class Stays(Seating):
    """Screens that show a table say so, and say what was seen."""

    def watch(self, name: str, watched: bool) -> None:
        """A screen shows what moves at that table, and tells when it was seen; or shows it no
        more."""
        (self.watched.add if watched else self.watched.discard)(name)
        if not watched:
            self.seen_all(name)

    def to_be_seen(self, name: str, before: Table, table: Table) -> None:
        """What has just been told of a table that is shown is to be seen first."""
        if name not in self.watched:
            return
        now = self.clock()
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
        told = telling.steps(fresh)
        if table.quiet or table.number != before.number or self.settings.animation == "off":
            return
        if going is not None:
            self.telling[name] = going.on(told)
            self.tables[name] = replace(table, motions=before.motions)
        elif len(told) > 1 and told[0].part != "won":
            self.telling[name] = Telling(told[0], told[1:], before.seats)
            self.tables[name] = replace(table, motions=(*before.motions, *told[0].motions))

    def seen_step(self, name: str) -> None:
        """What was to be seen there lies in sight, and the next is shown; or that was all."""
        going = self.telling.get(name)
        after = going.next() if going is not None else None
        if after is None:
            self.seen_all(name)
            return
        self.telling[name] = after
        self.moved(name, after.now.motions)
        for topic in ("table", "motions"):
            self.touch(topic, name)

    def seen_all(self, name: str) -> None:
        """All that was told there lies in sight: questions may be answered."""
        self.telling.pop(name, None)
        if self.unseen.pop(name, None) is None:
            return
        if name in self.tables:
            bar = self.bars.get(name, Bar())
            self.bars[name] = bar.now(self.tables[name], self.clock())
        self.speak_aside(name)
        later, self.later = self.later, []
        for say, mood, table in later:
            if table == name:
                self.toast(say, mood, table)
            else:
                self.later.append((say, mood, table))
        for topic in ("ask", "table"):
            self.touch(topic, name)

    def toast_when_seen(self, say: Say, mood: Mood, name: str) -> None:
        """Tell nothing of a round that is still to be seen."""
        if name in self.unseen:
            self.later.append((say, mood, name))
        else:
            self.toast(say, mood, name)

    # -- the end of a stay ---------------------------------------------------------------------

    def page_says(self, name: str, code: str) -> bool:
        """Whether the page at the end of the stay says it, so that nothing else has to."""
        return self.shows_endings and self.screen.table == name and code in QUIET

    def ends_stay(self, name: str, code: str) -> bool:
        """I am out of the table that I look at. If a page is shown of that, it is kept until its
        last round was seen."""
        table, mine = self.tables.get(name), self.mine_now(name)
        if table is None or not self.shows_endings or self.screen.table != name or code in GONE:
            return False
        over = None
        if (code, mine.leaving) != ("left", "now"):
            over = ending(table, code, mine.beaten, self.wishes.pop(name, None))
        if over is None:
            return False
        lies = table.round is not None and table.round.over
        going, unseen = self.telling.get(name), self.unseen.get(name)
        self.forget(name)
        if going is not None:
            self.telling[name] = going
        if unseen is not None:
            self.unseen[name] = unseen
        self.lasting = Lasting(kept(table), over, Mine(left=code))
        if not lies:
            self.stay_over()
        self.touch("table", name)
        return True

    def stay_over(self) -> None:
        """The last round was seen: its table is gone, and a page says how it ended."""
        if self.lasting is not None:
            lasting, self.lasting = self.lasting, None
            self.ending = lasting.ending
            self.seen_all(lasting.table.name)
            self.look_at(Screen("ending"))
            self.touch("ending")

    def ending_read(self) -> None:
        """Away with that page, to the menu."""
        if self.ending is not None:
            self.look_at(Screen("lobby"))

    def look_at(self, screen: Screen) -> None:
        """Whoever looks elsewhere has seen enough."""
        lasting, over = self.lasting, self.ending
        if lasting is not None and screen != Screen("table", lasting.table.name):
            self.lasting, over = None, lasting.ending
            self.unseen.pop(lasting.table.name, None)
            self.telling.pop(lasting.table.name, None)
        if screen.name != "ending" and over is not None and self.lasting is None:
            self.ending = None
            self.touch("ending")
            if over.room.purse == "play":
                # Who has no chips left reads that last of all.
                self.home_at = self.clock() + PURSE_S
        super().look_at(screen)

    def where(self) -> None:
        if self.screen.name == "ending" and self.ending is None:
            self.look_at(Screen("lobby"))
        super().where()

    def _table_gone(self, screen: Screen) -> bool:
        last = self.lasting
        return super()._table_gone(screen) and (last is None or last.table.name != screen.table)

    def looked_at(self, name: str) -> Table | None:
        """A table that I am at, or whose last round I still look at."""
        last = self.lasting
        return last.table if last is not None and last.table.name == name else self.tables.get(name)

    def moved(self, name: str, motions: tuple[Motion, ...] = ()) -> None:
        """What has moved at a table was taken to be shown, and this comes next."""
        last = self.lasting
        if last is not None and last.table.name == name:
            self.lasting = replace(last, table=replace(last.table, motions=motions))
        else:
            self.tables[name] = replace(self.tables[name], motions=motions)

    def beat(self, message: said.Notice) -> bool:
        """An opponent has no chips left; whether I have the last of them."""
        table, who = self.tables.get(message.table), message.facts.get("name", "")
        if message.code != "opponent_broke" or table is None or not isinstance(who, str):
            return False
        mine = lost_to(table.round, table.mine, who)
        if mine:
            beaten = (*self.mine_now(message.table).beaten, who)
            self.mine_at(message.table, beaten=beaten)
        return mine

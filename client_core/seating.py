"""What is told of tables, and what it means for me: what I do of myself, what calls me."""

from dataclasses import replace
from typing import Final

from client_core import before_turn, cashier, chat, manner, tables
from client_core.bar import Bar
from client_core.bringing import to_bring
from client_core.catalogue import GAMES
from client_core.chat import Chat
from client_core.ground import MOST, USUAL, Ground
from client_core.news import STAKES, news
from client_core.tables import Offered, Table
from client_core.text import Say
from client_core.views import Mine
from protocol import messages as said
from protocol.buy_ins import MOST_BROUGHT
from protocol.messages import Message, Seen
from protocol.words import Act

PASS_S: Final = 1.0
"""So long it is seen what cannot be beaten before I pass by myself."""


class Seating(Ground):
    """The tables that I am at."""

    def guard(self, name: str) -> float:
        """Until when taps at a table were meant for what stood there before."""
        bar = self.bars.get(name)
        return bar.guard if bar else 0.0

    def mine_now(self, name: str) -> Mine:
        """What I have asked of a table."""
        return self.mine.get(name, Mine())

    def mine_at(self, name: str, **changes: str | float | tuple[str, ...]) -> None:
        """What I have asked of a table changes."""
        self.mine[name] = replace(self.mine_now(name), **changes)  # type: ignore[arg-type]  # as in Mine
        self.touch("table", name)

    def here(self, name: str) -> bool:
        """Whether I am at that table: what is said of any other comes too late."""
        return name in self.tables or name in self.me.tables

    def _table(self, name: str, message: Message) -> None:
        """Something about a table: fold it, and see what it means for me."""
        now = self.clock()
        before = self.tables.get(name, Table(name))
        table = self.tables[name] = tables.heard(before, message, now)
        if isinstance(message, said.Seats):
            self.chats[name] = chat.settled(self.chats.get(name, Chat()))
        if before.me is not None and table.me is None:
            self.mine_at(name, leaving="")
        if before.me is None and table.me is not None:
            self.cash_outs.pop(name, None)
            self._sat_down_to(table.room.game if table.room is not None else "")
        if table.offer is not None and before.offer != table.offer:
            self.sit_if_chosen(name)
        self.to_be_seen(name, before, table)
        table = self.tables[name]
        self._changed(name, before, table)
        if self.screen.table == name:
            for say in news(before, table, self.words):
                if say.key in STAKES:
                    self.toasts = self.toasts.without_any(STAKES, name, self.clock())
                self.toast(say, "info", name)
        self._wants(name, table, message)
        self._act(name, before, table)
        self._remark(name, before, table)

    def _remark(self, name: str, before: Table, table: Table) -> None:
        """A bot may say a few words, at a table that is looked at and not often."""
        now = self.clock()
        silent = not self.settings.bots_talk or self.screen.table != name
        if silent or now < self.spoke.get(name, -manner.GAP_S) + manner.GAP_S:
            return
        found = manner.reason(before, table)
        line = manner.says(table, *found, self.chance, now) if found is not None else None
        if line is not None:
            self.spoke[name] = now
            self.asides[name] = line
            self.speak_aside(name)

    def speak_aside(self, name: str) -> None:
        """What a bot has to say is said when what it is about was seen."""
        if name in self.asides and name not in self.unseen:
            line = manner.later(self.asides.pop(name), self.clock())
            self.chats[name] = replace(self.chats.get(name, Chat()), aside=line)
            self.touch("table", name)

    def _sat_down_to(self, game: str) -> None:
        """It is what I am dealt in to the next time."""
        if game in GAMES and game != self.settings.game:
            self.choose(game=game)
            self.touch("lobby")

    def sit_if_chosen(self, name: str) -> None:
        """Take the seat that is offered, if that was said beforehand; else tell of it."""
        offer = self.tables[name].offer if name in self.tables else None
        if offer is None:
            return
        wanted = self.brings.pop(name, None)
        chips = self._brought(name, offer, wanted) if wanted is not None else 0
        if chips < offer.least or wanted is None:
            self._call(name, Say("toast.offer"))
        else:
            if wanted == USUAL and self.cashier.counted:
                holes = {"chips": chips, "have": self.cashier.play}
                self.toast(Say("toast.brought", holes), "info", name)
            self.ask(said.Sit(self.session.box.next, name, offer.key, chips))

    def _brought(self, name: str, offer: Offered, wanted: int) -> int:
        """With how many chips I sit down; too few where I have no more."""
        if wanted == MOST and offer.most < MOST_BROUGHT:
            return offer.most
        if wanted not in (MOST, USUAL):
            return max(offer.least, min(offer.most, wanted))
        room, have = self.tables[name].room, self.cashier.play
        stake = room.stake if room is not None else 0
        return to_bring(offer.least, offer.most, stake, cashier.UNIT, have).usual

    def to_be_seen(self, name: str, before: Table, table: Table) -> None:
        """What was told may have to be seen before anything else comes of it."""

    def _changed(self, name: str, before: Table, table: Table) -> None:
        self.touch("table", name)
        if table.asked != before.asked or table.round is not before.round:
            self.touch("ask", name)
        if table.motions and table.motions != before.motions:
            self.touch("motions", name)
        over = table.round is not None and table.round.over
        if table.past is not before.past or (over and table.round is not before.round):
            self.touch("history", name)

    def _wants(self, name: str, table: Table, message: Message) -> None:
        """Ask for what is missing, and for what is not certain once the seats have been told."""
        asking = any(
            isinstance(one.message, said.Resync) and one.message.seen.table == name
            for one in self.session.box.open.values()
        )
        unsure = table.unsure and isinstance(message, said.Seats)
        if asking or not (table.missing or unsure):
            return
        seen = table.seen if table.missing and table.round is not None else Seen(name, 0, 0)
        self.ask(said.Resync(self.session.box.next, seen))

    def _act(self, name: str, before: Table, table: Table) -> None:
        """A choice that was made before the turn is done or dropped; new buttons are guarded."""
        chosen = before_turn.still(self.chosen.get(name), table)
        # While a round is told again from its beginning nothing can be judged yet.
        if chosen is None and not table.quiet:
            self.chosen.pop(name, None)
        asked = table.asked
        fresh = asked is not None and (before.asked is None or before.asked.turn != asked.turn)
        if fresh and asked is not None:
            sure = chosen if chosen is not None and chosen.sure else None
            now = table.round
            act = before_turn.foreseen(sure, asked.ask, now) if sure and now else None
            self.chosen.pop(name, None)
            if act is not None:
                self.answer(name, asked.turn, act)
            else:
                self._call(name, Say("toast.turn"))
                if (
                    self.settings.pass_beaten
                    and now
                    and before_turn.may_be_beaten(now.game, asked.ask)
                ):
                    self.passing[name] = (asked.turn, self.clock() + PASS_S)
        bar = self.bars.get(name, Bar())
        self.bars[name] = bar.now(table, self.clock(), name in self.unseen)

    def pass_beaten(self, now: float) -> None:
        """Where a moment is over and nothing can be played, pass."""
        for name, (turn, at) in list(self.passing.items()):
            if at > now:
                continue
            del self.passing[name]
            table = self.tables.get(name)
            same = table is not None and table.asked is not None and table.asked.turn == turn
            open_ = same and self.sent.get(name) != turn and self.session.state == "in"
            wanted = open_ and self.settings.pass_beaten
            passed = before_turn.beaten(table) if table is not None and wanted else None
            if passed is not None:
                self.answer(name, turn, passed)

    def answer(self, name: str, turn: int, act: Act) -> int:
        """Say what I do."""
        mine = self.session.box.next
        self.sent[name] = turn
        self.touch("ask", name)
        self.ask(said.Answer(mine, name, turn, act.verb, act.amount, act.cards, act.on, act.stands))
        return mine

    def _call(self, name: str, say: Say) -> None:
        """It is about me, at a table that I do not look at."""
        if self.screen.table != name:
            self.toast(say, "turn", name)

    def forget(self, name: str) -> None:
        self.tables.pop(name, None)
        self.chats.pop(name, None)
        self.mine.pop(name, None)
        self.chosen.pop(name, None)
        self.sent.pop(name, None)
        self.asides.pop(name, None)
        self.spoke.pop(name, None)
        self.bars.pop(name, None)
        self.passing.pop(name, None)
        self.bought.discard(name)
        self.brings.pop(name, None)
        self.wishes.pop(name, None)
        self.unseen.pop(name, None)
        self.telling.pop(name, None)
        left = tuple(other for other in self.me.tables if other != name)
        self.me = replace(self.me, tables=left)
        for topic in ("table", "ask", "chat"):
            self.touch(topic, name)

    def _table_set(self, table: Table) -> None:
        self.tables[table.name] = table
        bar = self.bars.get(table.name, Bar())
        self.bars[table.name] = bar.now(table, self.clock(), table.name in self.unseen)
        self.touch("table", table.name)

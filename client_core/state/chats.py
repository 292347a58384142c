"""The chat of each table, and the asides of its bots."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from client_core import chat, manner
from client_core.chat import Chat, ChatLine
from client_core.session_states import Chance
from client_core.state.account import Account
from client_core.state.changes import Changes
from client_core.state.session_runner import SessionRunner
from client_core.tables import Table
from protocol.messages import Line


class Chats:
    """The chats of the player's tables, by their names."""

    def __init__(
        self,
        clock: Callable[[], float],
        chance: Chance,
        changes: Changes,
        runner: SessionRunner,
        account: Account,
    ) -> None:
        self._clock, self._chance, self._changes = clock, chance, changes
        self._runner, self._account = runner, account
        self.by_table: dict[str, Chat] = {}
        self.blocked: Mapping[int, str] = {}
        """Whom the account has blocked, on every device: numbers, and what they are called."""
        self.unheard: Collection[int] = frozenset(runner.muted)
        """Whose lines are not shown, muted or blocked."""
        self.asides: dict[str, ChatLine] = {}
        """What bots have to say of what is still to be seen, by table."""
        self._spoke: dict[str, float] = {}
        """When a bot said something last, at which table."""

    def at(self, name: str) -> Chat:
        """The chat of a table; an empty one where nothing was said."""
        return self.by_table.get(name, Chat())

    def heard(self, name: str, lines: Iterable[Line]) -> None:
        """These lines were said at a table."""
        number, unheard = self._account.me.number, self.unheard
        self.by_table[name] = chat.heard(self.at(name), lines, number, unheard, self._clock())
        self._touch(name)

    def settled(self, name: str) -> None:
        """All that was said there before is here."""
        self.by_table[name] = chat.settled(self.at(name))

    def opened(self, name: str, open: bool) -> None:
        """The drawer is opened, and all in it read; or closed."""
        self.by_table[name] = chat.opened(self.at(name), open)
        self._changes.touch("chat", name)

    def mute(self, who: int, called: str, muted: bool) -> None:
        """Hear nothing more of the player of this number, or hear again."""
        others = {one: name for one, name in self._runner.muted.items() if one != who}
        self._runner.muted = {**others, who: called} if muted else others
        self._hides()

    def block(self, who: int, called: str, blocked: bool) -> None:
        """Hear nothing of the player of this number on any device, or hear again."""
        others = {one: name for one, name in self.blocked.items() if one != who}
        self.all_blocked({who: called, **others} if blocked else others)

    def all_blocked(self, blocked: Mapping[int, str]) -> None:
        """These are blocked, and nobody else."""
        self.blocked = blocked
        self._changes.touch("blocked")
        self._hides()

    def hear_all(self) -> None:
        """The account is deleted: nobody is muted or blocked."""
        self._runner.muted = {}
        self.all_blocked({})

    def _hides(self) -> None:
        """What those have said who are not heard is not shown."""
        self.unheard = frozenset({*self._runner.muted, *self.blocked})
        for name, said in self.by_table.items():
            self.by_table[name] = chat.muting(said, self.unheard)
            self._touch(name)

    # -- the asides of bots --------------------------------------------------------------------

    def remark(self, name: str, before: Table, table: Table) -> bool:
        """A bot may have a few words to say of what was just told, not often; whether it has."""
        now = self._clock()
        if now < self._spoke.get(name, -manner.GAP_S) + manner.GAP_S:
            return False
        found = manner.reason(before, table)
        line = manner.says(table, *found, self._chance, now) if found is not None else None
        if line is None:
            return False
        self._spoke[name] = now
        self.asides[name] = line
        return True

    def speak_aside(self, name: str) -> None:
        """What a bot has to say is said, now that what it is about was seen."""
        if name in self.asides:
            line = manner.later(self.asides.pop(name), self._clock())
            self.by_table[name] = replace(self.at(name), aside=line)
            self._changes.touch("table", name)

    def forget(self, name: str) -> None:
        """I am there no more."""
        self.by_table.pop(name, None)
        self.asides.pop(name, None)
        self._spoke.pop(name, None)

    def _touch(self, name: str) -> None:
        self._changes.touch("chat", name)
        self._changes.touch("table", name)

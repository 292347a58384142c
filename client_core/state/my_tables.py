"""The tables that the player is at, as they were told, and what was asked of each."""

from dataclasses import replace

from client_core.ending import Lasting
from client_core.motions import Motion
from client_core.state.changes import Changes
from client_core.tables import Table, away
from client_core.views import Mine
from protocol.messages import Seen


class MyTables:
    """The tables that the player is at, by their names. `lasting` is one that was left and whose
    last round is still seen."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self.by_name: dict[str, Table] = {}
        self.mine: dict[str, Mine] = {}
        self.lasting: Lasting | None = None

    def seen(self) -> tuple[Seen, ...]:
        """What a `resume` says of the tables."""
        return tuple(table.seen for table in self.by_name.values() if table.round is not None)

    def mine_now(self, name: str) -> Mine:
        """What I have asked of a table."""
        return self.mine.get(name, Mine())

    def mine_at(self, name: str, **changes: str | float | tuple[str, ...]) -> None:
        """What I have asked of a table changes."""
        self.mine[name] = replace(self.mine_now(name), **changes)  # type: ignore[arg-type]  # as in Mine
        self._changes.touch("table", name)

    def looked_at(self, name: str) -> Table | None:
        """A table that I am at, or whose last round I still look at."""
        last = self.lasting
        if last is not None and last.table.name == name:
            return last.table
        return self.by_name.get(name)

    def moved(self, name: str, motions: tuple[Motion, ...] = ()) -> None:
        """What has moved at a table was taken to be shown, and this comes next."""
        last = self.lasting
        if last is not None and last.table.name == name:
            self.lasting = replace(last, table=replace(last.table, motions=motions))
        else:
            self.by_name[name] = replace(self.by_name[name], motions=motions)

    def line_lost(self, name: str) -> None:
        """Nobody knows whose turn it is there."""
        self.by_name[name] = away(self.by_name[name])
        for topic in ("table", "ask"):
            self._changes.touch(topic, name)

    def forget(self, name: str) -> None:
        """I am there no more."""
        self.by_name.pop(name, None)
        self.mine.pop(name, None)
        for topic in ("table", "ask", "chat"):
            self._changes.touch(topic, name)

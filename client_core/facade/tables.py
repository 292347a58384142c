"""The tables that the player is at: how they look, what moves, the rounds before."""

from client_core import history, odds, showing
from client_core.chat import Chat
from client_core.history import HandRow, RoundLine
from client_core.motions import Motion
from client_core.odds import Race
from client_core.round import Facts
from client_core.state.client_state import ClientState
from client_core.tables import Past, Table
from client_core.views import Mine, ReplayStep, TableView
from protocol.words import Seat

Seen = tuple[object, ...]
_SILENCE = Chat()
_NOTHING = Mine()


class TablesPart:
    """Tables by their names, as values to be shown."""

    def __init__(self, state: ClientState) -> None:
        self._state = state
        self._drawn: dict[str, tuple[Seen, TableView]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that I am at."""
        return tuple(self._state.tables.by_name)

    def view(self, name: str) -> TableView | None:
        """How a table looks; the same value until something at it has changed."""
        state = self._state
        table = state.tables.looked_at(name)
        if table is None:
            self._drawn.pop(name, None)
            return None
        going = state.pace.telling.get(name)
        seen: Seen = (
            table,
            self._chat(name),
            self._mine(name),
            state.chats.unheard,
            going,
            self._state.words,
        )
        before = self._drawn.get(name)
        if before is None or any(old is not new for old, new in zip(before[0], seen, strict=True)):
            # The end of a round is seen step by step, and nobody goes before it was.
            lies, now = going.shown(table) if going is not None else (table, None)
            made = showing.view(
                lies,
                self._chat(name),
                self._mine(name),
                state.chats.unheard,
                self._state.words,
                now,
            )
            before = self._drawn[name] = (seen, made)
        return before[1]

    def _chat(self, name: str) -> Chat:
        return self._state.chats.by_table.get(name, _SILENCE)

    def _mine(self, name: str) -> Mine:
        state, last = self._state, self._state.tables.lasting
        if last is not None and last.table.name == name:
            return last.mine
        return state.tables.mine.get(name, _NOTHING)

    def motions(self, name: str) -> tuple[Motion, ...]:
        """What has moved since this was asked last, in its order; to be animated, and forgotten."""
        table = self._state.tables.looked_at(name)
        if table is None or not table.motions:
            return ()
        self._state.tables.moved(name)
        return table.motions

    def moving(self, name: str) -> tuple[Motion, ...]:
        """The same without forgetting it: for those who only listen."""
        table = self._state.tables.looked_at(name)
        return table.motions if table is not None else ()

    def race(self, name: str) -> Race | None:
        """The open hands of an all-in and what is still to come, where there is such a race."""
        view = self.view(name)
        return odds.race(view) if view is not None else None

    def heard_up_to(self, name: str) -> tuple[int, int]:
        """The round and the event up to which a table was told; (0, 0) before its first."""
        table = self._state.tables.looked_at(name)
        return (table.number, table.seq) if table is not None else (0, 0)

    def told_since(self, name: str, number: int, seq: int) -> tuple[RoundLine, ...]:
        """What was told there after that event of that round, a sentence each."""
        table = self._state.tables.looked_at(name)
        return history.since(table, number, seq, self._state.words) if table is not None else ()

    def history(self, name: str) -> tuple[HandRow, ...]:
        """The rounds that were seen at a table, the newest first."""
        table = self._state.tables.looked_at(name)
        rounds = history.rounds(table) if table else ()
        cash = table is not None and table.cash
        return tuple(history.row(past, cash, name) for past in rounds)

    def rounds(self, name: str = "") -> tuple[HandRow, ...]:
        """The rounds of a table that can be seen again, also those from before a restart; of all
        tables without a name. The newest first."""
        kept = self._state.round_list
        here = self.history(name) if name else ()
        known = {row.round for row in here}
        return (
            *here,
            *(
                history.row(past, room is not None and room.purse == "cash", one.table)
                for one in kept.mine()
                if not name or (one.table == name and one.round not in known)
                for room, past in [kept.opened(one)]
                if past is not None
            ),
        )

    def past_facts(self, name: str) -> tuple[Facts, ...]:
        """What only that game shows of the rounds before, the newest first: where the ball fell."""
        table = self._state.tables.looked_at(name)
        return tuple(past.last.facts for past in table.past) if table else ()

    def my_past_facts(self, name: str) -> tuple[tuple[Seat, Facts], ...]:
        """The same of the rounds that I sat in, each with the seat that I had."""
        table = self._state.tables.looked_at(name)
        past = table.past if table else ()
        return tuple((one.me, one.last.facts) for one in past if one.me is not None)

    def hand(self, name: str, number: int) -> tuple[ReplayStep, ...]:
        """One of them step by step: each time a sentence, and the table after it."""
        table = self._state.tables.by_name.get(name)
        kept = history.rounds(table) if table else ()
        past = next((one for one in kept if one.number == number), None)
        if table is None or past is None:
            table, past = self._played_before(name, number)
        if past is None:
            return ()
        still = _stage(table, past)
        return tuple(
            ReplayStep(
                step.text,
                showing.view(
                    still,
                    _SILENCE,
                    _NOTHING,
                    frozenset(),
                    self._state.words,
                    step.round,
                ),
                step.seat,
            )
            for step in history.steps(past, self._state.words, table.cash)
        )

    def _played_before(self, name: str, number: int) -> tuple[Table, Past | None]:
        """A round that was played there before a restart, or before I left."""
        kept = self._state.round_list
        found = (one for one in kept.mine() if (one.table, one.round) == (name, number))
        room, past = next(map(kept.opened, found), (None, None))
        return Table(name, room), past


def _stage(table: Table, past: Past) -> Table:
    """The table with nobody there but those of that round."""
    return Table(table.name, table.room, me=past.me)

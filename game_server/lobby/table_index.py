"""The tables of a house as they are looked for: by name, by code, by player, by who opened them."""

from collections.abc import Callable, Iterator, Mapping

from game_server.lobby.elsewhere import Elsewhere
from game_server.lobby.table_runner import TableRunner
from game_server.lobby.whereabouts import Whereabouts
from protocol.words import Refusal


class TableIndex:
    """Finds tables among those that run here (`runners`) and those that other nodes have."""

    def __init__(self, runners: Mapping[str, TableRunner], elsewhere: Elsewhere) -> None:
        self.runners, self.elsewhere = runners, elsewhere
        self.whereabouts = Whereabouts()
        self.coming: list[TableRunner] = []
        """Tables that are being written down."""
        self.where: Callable[[str], Refusal | None] = lambda table: None
        """Why a table is not here that another node has, or is about to have."""

    def is_coming(self, table: str) -> bool:
        """Whether a table of that name is being opened."""
        return any(one.table_id == table for one in self.coming)

    def going_on(self) -> list[TableRunner]:
        """The tables here that are not quarantined."""
        return [one for one in self.runners.values() if not one.quarantined]

    def find(self, table: str) -> TableRunner:
        """The table of that name; Refusal if there is none."""
        runner = self.runners.get(table)
        if runner is None:
            elsewhere = self.where(table)
            if elsewhere is not None:
                raise elsewhere
            raise Refusal("no_table", f"There is no table {table!r}; look at the list of tables.")
        return runner

    def by_code(self, code: str) -> TableRunner:
        """The private table of that code, in whichever case it was typed."""
        wanted = code.strip().upper()
        for runner in self.runners.values():
            if wanted and runner.config.code == wanted:
                return runner
        raise Refusal("code_wrong", "No room has that code; ask your friend to read it again.")

    def of_player(self, player: str) -> Iterator[TableRunner]:
        """The tables that a player is in."""
        return (one for one in self.whereabouts.of(player) if player in one.view.people)

    def opened_by(self, owner: int) -> int:
        """How many tables a player has open, or is having opened."""
        elsewhere = sum(1 for one in self.elsewhere.opened() if one.owner == str(owner))
        return elsewhere + sum(1 for one in self.all() if one.owner == str(owner))

    def opened_public(self) -> int:
        """How many tables that players have opened are in the lobby for everybody."""
        elsewhere = sum(1 for one in self.elsewhere.opened() if not one.listing.private)
        here = sum(1 for one in self.all() if one.owner.isdecimal() and not one.config.private)
        return elsewhere + here

    def with_bots(self, home: str = "") -> int:
        """How many tables that players have opened have bots at them; of that address, if any."""
        opened = (one for one in self.all() if one.owner.isdecimal() and has_bots(one))
        homes = [one.home for one in opened]
        homes += [one.home for one in self.elsewhere.opened() if one.has_bots]
        return sum(not home or one == home for one in homes)

    def all(self) -> Iterator[TableRunner]:
        """The tables, and those that are not on disk yet: many may be asked for at once."""
        yield from self.runners.values()
        yield from self.coming

    def sits(self, player: str) -> bool:
        """Whether a player has chips at a table."""
        here = any(one.view.seat(player) is not None for one in self.whereabouts.of(player))
        return here or bool(self.elsewhere.seats_of(player))


def has_bots(runner: TableRunner) -> bool:
    """Whether bots play at a table, or are about to."""
    return runner.config.solo or bool(runner.view.bots)

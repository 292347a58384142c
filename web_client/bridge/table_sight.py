"""A table as one moment sees it: what is known there, what is open on the page."""

from dataclasses import dataclass, replace

from client_core.client import Acts, Client, SeatView, TableView
from web_client.bridge.shapes import Tap
from web_client.bridge.table_local import TableLocal
from web_client.bridge.visit import Visit


@dataclass(frozen=True, slots=True)
class Sight:
    """One look at one table."""

    visit: Visit
    table: str
    view: TableView
    acts: Acts
    local: TableLocal

    @property
    def client(self) -> Client:
        return self.visit.client

    @property
    def me(self) -> SeatView | None:
        """My seat."""
        return self.view.at(self.view.me) if self.view.me is not None else None

    def money(self, amount: int, short: bool = False, sign: bool = False) -> str:
        """An amount of this table in the player's language."""
        return self.client.texts.money(self.view.worth(amount), short=short, sign=sign)

    def tap(self, name: str, *args: str | int | bool) -> Tap:
        """A tap at this table."""
        return (f"table.{name}", self.table, *args)

    def change(self, **fields: object) -> None:
        """Another state of the page at this table."""
        change(self.visit, self.table, **fields)


def local_of(visit: Visit, table: str) -> TableLocal:
    """The state of the page at a table."""
    return visit.local.tables.get(table) or TableLocal()


def change(visit: Visit, table: str, **fields: object) -> None:
    """Another state of the page at a table."""
    now = replace(local_of(visit, table), **fields)  # type: ignore[arg-type]  # named by callers
    visit.change(tables={**visit.local.tables, table: now})


def sight(visit: Visit, table: str) -> Sight | None:
    """The table as it is now; None where the player is at no such table."""
    view = visit.client.tables.view(table)
    if view is None:
        return None
    return Sight(visit, table, view, visit.client.turn.acts(table), local_of(visit, table))

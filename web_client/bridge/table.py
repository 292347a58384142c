"""The screen of a table."""

from dataclasses import dataclass

from web_client.bridge.shapes import Tap
from web_client.bridge.visit import Visit


@dataclass(frozen=True, slots=True)
class TableScreenView:
    """A table as the page draws it."""

    title: str
    back: Tap


def table_view(visit: Visit, table: str) -> TableScreenView:
    """The table as it is now."""
    view = visit.client.tables.view(table)
    return TableScreenView(visit.client.texts.game_name(view.game) if view else "", ("back",))

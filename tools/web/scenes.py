"""Views of tables for the page's felts, each a moment that the app is looked at in too.

    xvfb-run -a python -m tools.web.scenes FOLDER [NAME ...]

writes `NAME-en.json` and `NAME-zh.json` into the folder; without names all of them.
"""

import json
import sys
from pathlib import Path
from typing import Final

from web_client.bridge.encode import plain
from web_client.bridge.table import table_view
from web_client.bridge.table_events import look
from web_client.bridge.table_sight import change
from web_client.bridge.visit import Browser, Visit

LANGUAGES: Final = ("en", "zh")
LOOKS: Final = 40
"""So often what still moves is passed over, until it lies."""


def written(name: str, language: str) -> str:
    """The view of one moment as the page is told it."""
    from tests.client.ui.tables import TABLES

    stage = TABLES[name][1](language)
    client = stage.client
    table = client.tables.names[0]
    visit = Visit(client, Browser("ws://localhost", lambda: 0.0))
    look(visit, table)
    for _ in range(LOOKS):
        if not client.pace.unseen(table):
            break
        client.pace.seen(table)
    look(visit, table)
    change(visit, table, flights=())
    chosen = getattr(stage.screen, "bar", None)
    if chosen is not None and chosen.opened:
        change(visit, table, opened=chosen.opened)
    listed = listed_of(stage.screen)
    if listed:
        change(visit, table, listed=listed)
    hand = getattr(getattr(stage.screen, "felt", None), "hand", None)
    picked = tuple(sorted(getattr(hand, "chosen", ())))
    view = client.tables.view(table)
    me = view.at(view.me) if view is not None and view.me is not None else None
    if picked and view is not None and me is not None and me.hands:
        change(visit, table, picked=picked, picked_of=(view.round, len(me.hands[0].cards)))
    made = {"now": round(client.now() * 1000), "view": plain(table_view(visit, table))}
    return json.dumps(made, ensure_ascii=False, indent=1)


def listed_of(screen: object) -> str:
    """What the app lists over its felt in this moment, as the page calls it."""
    felt = getattr(screen, "felt", None)
    if getattr(felt, "bets_sheet", None) is not None:
        return "bets"
    return "bill" if getattr(getattr(felt, "listed", None), "said", None) is not None else ""


def main(folder: str, *names: str) -> None:
    """Write these views, or all."""
    from tests.client.ui.tables import TABLES

    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    for name in names or TABLES:
        for language in LANGUAGES:
            (where / f"{name}-{language}.json").write_text(written(name, language), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

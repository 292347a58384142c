"""The screen of a table."""

from web_client.bridge.felts import felt_of
from web_client.bridge.flights import flights_view
from web_client.bridge.table_bar import bar_view, keys_view
from web_client.bridge.table_events import waits
from web_client.bridge.table_extras import menu_view, side_view, talk_view, tip_view, top_view
from web_client.bridge.table_screen import TableScreenView
from web_client.bridge.table_seats import seats_view
from web_client.bridge.table_sight import sight
from web_client.bridge.visit import Visit


def table_view(visit: Visit, table: str) -> TableScreenView:
    """The table as it is now; LookupError where the player is at no such table."""
    at = sight(visit, table)
    if at is None:
        raise LookupError(f"There is no table {table!r} to be shown.")
    waits(at)
    felt, say = felt_of(at.view.game), visit.say
    seats = seats_view(at, felt)
    top = top_view(at)
    hand = felt.mine(at)
    return TableScreenView(
        at.view.game,
        table,
        top.title,
        say("table.seats"),
        top,
        tip_view(at),
        seats,
        len(seats),
        hand,
        say("table.my_cards"),
        at.tap("slide") if felt.most(at) > 1 else (),
        felt.middle(at),
        bar_view(at, felt),
        keys_view(at, felt),
        menu_view(at),
        talk_view(at),
        side_view(at),
        flights_view(at),
        at.tap("skip") if visit.client.pace.unseen(table) else (),
    )

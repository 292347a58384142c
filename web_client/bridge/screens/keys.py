"""The sheet of keys: what the keyboard does at the table, or at the puzzle, below it."""

from client_core.felts.keys import EVERYWHERE, HAND, Told, each_once, of_choices, said
from client_core.felts.puzzle import choices
from web_client.bridge.felts import felt_of
from web_client.bridge.puzzle_local import local_of
from web_client.bridge.shapes import Group, Item, Sheet
from web_client.bridge.table_bar import offered
from web_client.bridge.table_sight import sight
from web_client.bridge.visit import Part, Visit, page_of


def sheet(visit: Visit) -> Sheet:
    """Each key with what it does here, then those that do the same everywhere."""
    rows = each_once((*_here(visit), *said(visit.client, EVERYWHERE)))
    lines = tuple(Item(text, value=pressed) for text, pressed in rows)
    return page_of(visit, visit.say("keys.title"), (Group(lines, look="list"),))


def _here(visit: Visit) -> tuple[Told, ...]:
    client = visit.client
    if any(page.name == "puzzle" for page in visit.local.pages):
        now = local_of(visit)
        hand = HAND if now.sight.may_choose else ()
        return (*said(client, hand), *of_choices(client, choices(client, now.sight)))
    at = sight(visit, client.screen.table) if client.screen.name == "table" else None
    if at is None:
        return ()
    felt = felt_of(at.view.game)
    hand = HAND if felt.most(at) else ()
    return (
        *said(client, hand),
        *felt.told_keys(at),
        *of_choices(client, offered(at, felt)),
        (client.say("keys.chat"), "/"),
    )


PART = Part({"keys": sheet})

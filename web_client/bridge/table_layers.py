"""What lies over the felt of a table, and goes away before the table does: a step back puts it away
first."""

from web_client.bridge.felts import felt_of
from web_client.bridge.table_bar import offered
from web_client.bridge.table_sight import Sight, sight
from web_client.bridge.visit import Visit


def put_away(at: Sight) -> bool:
    """Put away the uppermost of what lies over the felt; whether anything did."""
    if at.local.menu:
        at.change(menu=False)
    elif at.client.chat.view(at.table).open:
        at.client.chat.open(at.table, False)
    elif _aiming(at):
        at.change(opened="", wrong="")
    else:
        return False
    return True


def uncovered(visit: Visit) -> Sight | None:
    """The table in sight, as long as neither a page nor a question lies over it."""
    screen, local = visit.client.screen, visit.local
    if screen.name != "table" or local.pages or local.question is not None:
        return None
    return sight(visit, screen.table)


def layered(visit: Visit) -> bool:
    """Whether something lies over the felt of the table in sight, which is one more step back."""
    screen = visit.client.screen
    at = sight(visit, screen.table) if screen.name == "table" else None
    if at is None:
        return False
    return at.local.menu or at.client.chat.view(at.table).open or _aiming(at)


def _aiming(at: Sight) -> bool:
    """Whether an amount is being chosen. What was opened for a question before does not count."""
    return bool(at.local.opened) and any(
        one.key == at.local.opened and one.offer is not None
        for one in offered(at, felt_of(at.view.game))
    )

"""The price of leaving a table now, in words."""

from client_core import folds
from client_core.tables import Table
from client_core.text import Cash, Say


def cost(table: Table) -> tuple[Say, ...]:
    """What is given up, and what comes back, each as a sentence; none where nothing is at stake."""
    now, seat = table.round, table.mine
    if now is None or seat is None or now.over or seat in now.out or seat in now.gone:
        return ()
    given = folds.card_of(now.game).leaving(now, seat)
    if given is None:
        return ()
    cash = table.room is not None and table.room.purse == "cash"
    said = [Say(f"leave.{given.key}", {"amount": Cash(given.lost) if cash else given.lost})]
    sitter = table.seats.get(seat)
    back = given.left + (sitter.coming if sitter else 0)
    if back:
        key = "leave.rest_cash" if cash else "leave.rest" if given.lost else "leave.whole"
        said.append(Say(key, {"amount": Cash(back) if cash else back}))
    return tuple(said)

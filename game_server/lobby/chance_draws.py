"""Chance is answered at once: what it leads to shares the commit of what it follows from."""

from game_server.lobby.ports import AnyTable, Means
from game_server.table.orders import Order
from game_server.table.round_effects import Draw
from protocol.words import Refusal


class ChanceDraws:
    """The draws of one table."""

    def __init__(self, means: Means, table: str) -> None:
        self._means, self._table = means, table
        self._unwritten: dict[tuple[int, str, tuple[int, ...]], tuple[int, ...]] = {}
        """What chance has said since the last commit. It is in memory alone, and told to nobody."""

    def answer(self, table: AnyTable, orders: list[Order], now: float, rigged: bool) -> list[Order]:
        """The orders, with those that follow from each draw among them instead of it. `rigged`:
        testers may say what comes."""
        if Draw not in map(type, orders):
            # Most acts lead to no chance at all.
            return orders
        whole: list[Order] = []
        while Draw in map(type, orders):
            draws = [order for order in orders if isinstance(order, Draw)]
            whole += [order for order in orders if not isinstance(order, Draw)]
            orders = []
            for one in draws:
                orders += self._told(table, one, now, rigged)
        return whole + orders

    def written(self) -> None:
        """What was drawn is on disk."""
        self._unwritten.clear()

    def _told(self, table: AnyTable, one: Draw, now: float, rigged: bool) -> list[Order]:
        try:
            return table.chance(one.turn, self._drawn(one, rigged), now)
        except Refusal as wrong:
            # What led to the draw has happened at the table: this is no refusal of it.
            raise RuntimeError(f"Chance was refused: {wrong.text}") from wrong

    def _drawn(self, asked: Draw, rigged: bool) -> tuple[int, ...]:
        """What chance says. It says so once: who asks again, because a commit has failed, gets
        the same, so that no failure is a second draw."""
        question = (asked.turn, asked.source, asked.bounds)
        if question not in self._unwritten:
            self._unwritten[question] = tuple(self._means.chance.draw(self._table, asked))
        drawn = self._unwritten[question]
        if self._means.rig is not None and rigged:
            return self._means.rig.answer(self._table, asked, drawn)
        return drawn

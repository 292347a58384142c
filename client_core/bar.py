"""The guard of taps: until when a tap at a table counts for what lay there before."""

from typing import Final

from client_core import acts, before_turn
from client_core.tables import Table

CHOSEN: Final = 1
"""What is chosen before the turn lies there."""
TURNED_S: Final = 0.7
"""A choice before the turn is made in no hurry: what was meant for it comes later still."""


class Bar:
    """The buttons under the thumb at a table, and until when a tap was meant for those before."""

    def __init__(
        self, looks: tuple[object, ...] = (), gone_at: float = 0.0, guard: float = 0.0
    ) -> None:
        self.looks, self.gone_at, self.guard = looks, gone_at, guard

    def now(self, table: Table, now: float, unseen: bool = False) -> "Bar":
        """The bar after a change of the table; `unseen`: cards that are asked about still fly."""
        # What is told again is no surprise: nothing is judged until it is all there, and until
        # then what lay there before the line went counts as lying there.
        if table.quiet and table.asked is None:
            return self
        looks = () if unseen and table.asked is not None else _looks(table)
        if not looks:
            return Bar(self.looks, min(self.gone_at, now), self.guard)
        if looks == self.looks:
            return Bar(looks, float("inf"), self.guard)
        meant = self.looks and now < self.gone_at + acts.GUARD_S
        same = looks[:1] == self.looks[:1] and isinstance(looks[0], str)
        turned = meant and self.looks[0] == CHOSEN and looks[0] != CHOSEN
        wait = TURNED_S if turned else acts.GUARD_S
        guard = now + wait if meant and not same else 0.0
        return Bar(looks, float("inf"), guard)


def _looks(table: Table) -> tuple[object, ...]:
    """What would be seen: offers with their amounts, or choices before the turn. Within one
    window the offers shift with every act of one's own, and that is no surprise."""
    now, seat = table.round, table.mine
    if table.asked is not None:
        ask = table.asked.ask
        offers = tuple((one.verb, one.low) for one in ask.options)
        return (ask.window,) if ask.window else (0, *offers)
    if now is None or seat is None or not before_turn.may_choose(now, seat):
        return ()
    return (CHOSEN, now.to_call(seat))

"""Bets at blackjack: chips of a tray, the last bet again, twice as much, none."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from client_core.client import Acts, BlackjackFacts, Button, Client, TableView
from client_core.felts.choices import Choice
from protocol.chips import Chip

OWN: Final = frozenset({"bet", "take"})
"""What the tray is for: no button of the bar is made of it."""
DONE: Final = frozenset({"deal", "sit_out"})
MOST: Final = 4
CHIPS: Final = (
    Chip(100, "white"),
    Chip(500, "red"),
    Chip(2_500, "green"),
    Chip(10_000, "black"),
    Chip(50_000, "purple"),
    Chip(250_000, "white"),
    Chip(1_000_000, "red"),
)
"""What may lie in a tray: a table has four of them, by its least bet."""
TIMES: Final = (1, 5, 10, 50)
"""The chips of a table whose bets are in no such chips, in least bets."""


def tray_of(least: int, step: int) -> tuple[Chip, ...]:
    """The chips for bets from `least` on, in steps: the same all round long."""
    whole = [one for one in CHIPS if one.value % step == 0]
    small = [one for one in whole if one.value < least]
    found = (*small[-1:], *(one for one in whole if one.value >= least))[:MOST]
    if len(found) == MOST and found[0].value <= least:
        return found
    colours = [one.colour for one in CHIPS]
    return tuple(Chip(least * times, colours[nth]) for nth, times in enumerate(TIMES))


class Betting:
    """The tray of one felt, and what is chosen beside it. `changed` is called after a tap."""

    def __init__(self, client: Client, table: str, changed: Callable[[], None]) -> None:
        self.client, self.table, self.changed = client, table, changed
        self.chips: tuple[Chip, ...] = ()
        self.acts = Acts()
        self.view: TableView | None = None
        self._round = -1
        self._owed = 0
        """What was tapped while the house had not answered the tap before."""

    # -- what lies there ---------------------------------------------------------------------

    def show(self, view: TableView, acts: Acts) -> None:
        """The chips that may be laid now; what was tapped too quickly is laid as well."""
        self.view, self.acts = view, acts
        if view.round != self._round or not self._bets(view):
            self._round, self._owed = view.round, 0
            self.chips = ()
        bet = self._offer("bet")
        if not self.chips and bet is not None:
            self.chips = self._chips(bet)
        if self._owed and bet is not None:
            owed, self._owed = self._owed, 0
            self._lay(min(owed, bet.high))

    @staticmethod
    def _bets(view: TableView) -> bool:
        """Whether bets are made, and mine is not done."""
        mine = view.at(view.me) if view.me is not None else None
        if mine is None or not view.live or (view.house and view.house.cards):
            return False
        return mine.act is None or mine.act.verb not in DONE

    def _chips(self, bet: Button) -> tuple[Chip, ...]:
        if bet.low == bet.high:
            # Who has less than the least bet may bet it whole.
            return (Chip(bet.low, "white"),)
        facts = self.view.facts if self.view is not None else None
        least = facts.least if isinstance(facts, BlackjackFacts) and facts.least else bet.low
        return tray_of(least, bet.step)

    @property
    def open(self) -> bool:
        """Whether the house waits for my bet."""
        verbs = {one.verb for one in self.acts.buttons}
        return bool(verbs & {*OWN, "deal"})

    @property
    def there(self) -> bool:
        """Whether the tray is in sight: it stays while the house has not answered yet."""
        return bool(self.chips)

    def able(self, chip: Chip) -> bool:
        """Whether this chip may be added."""
        bet = self._offer("bet")
        return bet is not None and bet.low <= chip.value <= bet.high

    @property
    def down(self) -> int:
        """What lies in my circle."""
        view = self.view
        mine = view.at(view.me) if view is not None and view.me is not None else None
        return mine.bet if mine is not None else 0

    @property
    def before(self) -> int:
        """My last bet at this table."""
        for seat, facts in self.client.tables.my_past_facts(self.table):
            if isinstance(facts, BlackjackFacts) and facts.laid.get(seat):
                return facts.laid[seat]
        return 0

    def _offer(self, verb: str, all_: bool = False) -> Button | None:
        found = [one for one in self.acts.buttons if one.verb == verb and not self.acts.sent]
        return (found[-1] if all_ else found[0]) if found else None

    # -- what is done ------------------------------------------------------------------------

    def chip(self, nth: int) -> bool:
        """One chip more in my circle; whether there is such a chip."""
        if not self.there or nth >= len(self.chips):
            return False
        chip = self.chips[nth]
        if self._offer("bet") is None:
            self._owed += chip.value
        elif self.able(chip):
            self._lay(chip.value)
        return True

    def choices(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """Beside what the house offers: the last bet again, or twice what lies there, or none."""
        say, view = self.client.say, self.view
        if not self.open or self.acts.sent or view is None:
            return choices
        if not self.down:
            again = self.rebet
            if not again:
                return tuple(replace(one, kind="quiet") for one in choices)
            note = self.client.texts.money(view.worth(again))
            return *choices, Choice("felt.rebet", say("table.rebet"), note, "primary")
        found = [Choice("felt.clear", say("act.clear"))]
        if self.twice:
            note = f"+{self.client.texts.money(view.worth(self.down))}"
            found.append(Choice("felt.twice", say("table.twice"), note))
        note = self.client.texts.money(view.worth(self.down))
        deal = (replace(one, note=note, kind="primary") if one.key == "act.deal" else one
                for one in choices)  # fmt: skip
        return *found, *deal

    @property
    def rebet(self) -> int:
        """My last bet, as far as it may be made again; 0 is nothing."""
        bet = self._offer("bet")
        if bet is None or self.down:
            return 0
        again = min(self.before, bet.high)
        return again if again >= bet.low and (again - bet.low) % bet.step == 0 else 0

    @property
    def twice(self) -> bool:
        """Whether as much again may be added."""
        bet = self._offer("bet")
        return bet is not None and bool(self.down) and bet.low <= self.down <= bet.high

    def take(self, key: str) -> None:
        """One of those was chosen."""
        if key == "rebet" and self.rebet:
            self._lay(self.rebet)
        elif key == "twice" and self.twice:
            self._lay(self.down)
        elif key == "clear":
            button = self._offer("take", all_=True)
            if button is not None:
                self._owed = 0
                self.client.turn.tap(self.table, button, button.high)
        self.changed()

    def _lay(self, amount: int) -> None:
        button = self._offer("bet")
        if button is None:
            return
        amount -= (amount - button.low) % button.step
        self.client.turn.tap(self.table, button, max(button.low, amount))

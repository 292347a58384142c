"""The keys of a table: a letter for each act, digits and arrows for an amount, Enter for both."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from client_core.client import Client
from client_core.felts.choices import Choice
from client_core.felts.keys import lettered, of_choices
from mobile_client.ui.screens.table_bar import ActBar

UP_DOWN: Final = {"up": 1, "down": -1}


class Table(Protocol):
    """A table as its keys use it."""

    client: Client
    table: str
    bar: ActBar

    def open_chat(self) -> None: ...

    def open_menu(self) -> None: ...


class TableKeys:
    """Does at a table what its buttons do."""

    def __init__(self, screen: Table) -> None:
        self._screen = screen
        self._bar = BarKeys(screen.client, screen.bar)

    def key(self, key: str) -> bool:
        """Whether it did something."""
        if key == "/":
            self._screen.open_chat()
        elif key == "menu":
            self._screen.open_menu()
        else:
            return self._bar.key(key)
        return True

    def keys(self) -> Iterator[tuple[str, str]]:
        """What can be done now, with what is pressed for it."""
        yield from self._bar.keys()
        yield self._screen.client.say("keys.chat"), "/"


class BarKeys:
    """Does what the buttons of a bar do."""

    def __init__(self, client: Client, bar: ActBar) -> None:
        self._client, self._bar = client, bar

    def key(self, key: str) -> bool:
        """Whether it did something."""
        bar = self._bar
        if bar.held:
            return False
        if key.isdigit() and len(key) == 1:
            return self._digit(key)
        if key in UP_DOWN and bar.aim is not None:
            bar.arm(bar.aim)
            bar.sum.step(UP_DOWN[key])
            return True
        return self._enter() if key == "enter" else self._letter(key)

    def keys(self) -> Iterator[tuple[str, str]]:
        """What can be done now, with what is pressed for it."""
        return of_choices(self._client, self._bar.choices)

    def _letter(self, key: str) -> bool:
        bar, choice = self._bar, lettered(self._bar.choices).get(key)
        if choice is None:
            return False
        if choice.offer is not None and bar.armed != choice.key:
            # First how much, also where the amount stands there already; then again, or Enter.
            bar.arm(choice)
        else:
            bar.choose(choice)
        return True

    def _digit(self, digit: str) -> bool:
        """Of an amount, where there is one to choose; else the number of a button."""
        bar = self._bar
        ranged: Sequence[Choice] = [choice for choice in bar.choices if choice.offer is not None]
        if ranged:
            bar.arm(bar.aim or ranged[-1])
            bar.sum.type(digit)
            return True
        if not 1 <= int(digit) <= len(bar.choices):
            return False
        bar.choose(bar.choices[int(digit) - 1])
        return True

    def _enter(self) -> bool:
        bar = self._bar
        armed = [choice for choice in bar.choices if choice.key == bar.armed]
        main = armed or [choice for choice in bar.choices if choice.kind == "primary"]
        if len(main) != 1:
            return False
        bar.choose(main[0])
        return True

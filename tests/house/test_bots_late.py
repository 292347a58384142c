"""Bots that fail, are late or are too many play a quick move of their own, and nobody waits."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from twisted.internet.defer import Deferred, fail
from twisted.logger import LogEvent, LogLevel, globalLogPublisher

from game_server.bots import choosing
from game_server.config import RoomSettings
from game_server.lobby.thinking import SAID_EVERY_S, AllThink, BotFailed, DirectThinkers
from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.events import Acted, Event
from protocol.messages import Joined
from protocol.words import Act, Ask
from tests.house import world
from tests.house.world import Client, World

HEADS_UP = RoomSettings("heads-up", "holdem", "heads_up", "play", 200, 4_000, 20_000, bots=1)


class Slow(DirectThinkers):
    """Bots that never come to a choice, or fail at once in some way."""

    wrong: Exception | None = None
    quick_fails = False

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.thinking: list[Deferred[Act]] = []
        self.cancelled = 0
        self.quickly: list[str] = []
        self.quick = self._quickly

    def choose(
        self, game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int, first: bool
    ) -> Deferred[Act]:
        if self.wrong is not None:
            return fail(self.wrong)
        done: Deferred[Act] = Deferred(self._cancel)
        self.thinking.append(done)
        return done

    def _cancel(self, _: Deferred[Act]) -> None:
        self.cancelled += 1

    def _quickly(self, game: str, told: Sequence[Event], ask: Ask, seed: int) -> Act:
        self.quickly.append(game)
        if self.quick_fails:
            raise ValueError("no move")
        act = choosing.quick(game, told, ask, seed)
        assert ask.refusal(act) is None, (act, ask)
        return act


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "DirectThinkers", Slow)


@pytest.fixture
def alarms() -> Iterator[list[LogEvent]]:
    found: list[LogEvent] = []

    def hear(event: LogEvent) -> None:
        if event.get("log_level") is LogLevel.critical:
            found.append(event)

    globalLogPublisher.addObserver(hear)  # type: ignore[arg-type]
    yield found
    globalLogPublisher.removeObserver(hear)  # type: ignore[arg-type]


def thinkers(house: World) -> Slow:
    found = house.house.means.thinkers
    assert isinstance(found, Slow)
    return found


def answers(house: World) -> dict[str, int]:
    found: dict[str, int] = {}
    for (_, how), count in house.house.means.counts.bots.items():
        found[how] = found.get(how, 0) + count
    return found


def at_the_table(house: World) -> Client:
    one = house.client()
    one.seat("heads-up", 20_000)
    one.plays = True

    def calmly() -> None:
        # Who goes all-in is soon out of chips and out of the room.
        for table, asked in list(one.asked.items()):
            del one.asked[table]
            calm = asked.ask.option("check") or asked.ask.option("call")
            one.act(table, asked.turn, Act(calm.verb, calm.low) if calm else asked.ask.default)

    one.answer = calmly  # type: ignore[method-assign]
    return one


def bot_acts(one: Client, table: str) -> list[Acted]:
    """What the other seat did in the round that is told now."""
    names = one.told[table][0].names  # type: ignore[attr-defined]
    mine = one.heard(messages.Session)[-1].name
    return [
        event for event in one.told[table] if isinstance(event, Acted) and names[event.seat] != mine
    ]


@pytest.mark.usefixtures("slow")
def test_a_bot_that_is_late_plays_a_quick_move_of_its_own() -> None:
    house = World(HEADS_UP)
    at_the_table(house)
    house.until(lambda: answers(house).get("late", 0) >= 3)
    assert answers(house).keys() == {"late"}
    assert thinkers(house).cancelled == len(thinkers(house).quickly) == answers(house)["late"]
    house.check()


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    ("wrong", "how"), [(ValueError("x"), "failed"), (AllThink("so many"), "busy")]
)
def test_a_bot_that_fails_or_is_one_too_many_plays_a_quick_move_in_time(
    wrong: Exception, how: str, monkeypatch: pytest.MonkeyPatch, alarms: list[LogEvent]
) -> None:
    monkeypatch.setattr(Slow, "wrong", wrong)
    house = World(HEADS_UP)
    at_the_table(house)
    began = house.clock.seconds()
    house.until(lambda: answers(house).get(how, 0) >= 3)
    assert answers(house).keys() == {how}
    # Failures raise the alarm, a line now and then; load does not.
    assert (len(alarms) > 0) == (how == "failed")
    assert all(one["alarm"] == "bots" for one in alarms)
    assert len(alarms) <= 1 + (house.clock.seconds() - began) / 10


@pytest.mark.usefixtures("slow")
def test_a_bot_without_even_a_quick_move_is_silent_and_raises_the_alarm(
    monkeypatch: pytest.MonkeyPatch, alarms: list[LogEvent]
) -> None:
    monkeypatch.setattr(Slow, "quick_fails", True)
    house = World(HEADS_UP)
    at_the_table(house)
    house.until(lambda: answers(house).get("silent", 0) >= 2)
    assert alarms
    house.check()


@pytest.mark.usefixtures("slow")
def test_a_thought_of_a_round_that_is_over_is_cancelled_at_once() -> None:
    house = World(HEADS_UP)
    one = at_the_table(house)
    one.plays = False
    thinking = thinkers(house).thinking
    house.until(lambda: bool(thinking) or bool(one.asked))
    while not thinking:
        one.answer()
        house.run(0.5)
    before = thinkers(house).cancelled
    assert not thinking[-1].called
    # The player leaves at once: the round is over before the bot has come to anything.
    one.ask(messages.Leave, "heads-up", "now")
    assert house.probe("heads-up").round is None
    assert thinking[-1].called
    assert thinkers(house).cancelled == before + 1


@pytest.mark.usefixtures("slow")
def test_a_table_that_stops_lets_its_bots_think_of_nothing() -> None:
    house = World(HEADS_UP)
    at_the_table(house)
    house.until(lambda: bool(thinkers(house).thinking))
    house.until(lambda: not thinkers(house).thinking[-1].called)
    runner = house.runner("heads-up")
    runner.stop()
    assert all(one.called for one in thinkers(house).thinking)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("game", GAMES)
def test_every_game_goes_on_by_quick_moves_that_are_offered(game: str) -> None:
    house = World(HEADS_UP)
    for preset, options in GAMES[game].presets.items():
        before = len(thinkers(house).quickly)
        while len(thinkers(house).quickly) < before + 5:
            one = house.client()
            room = one.ask(messages.OpenRoom, game, preset, bots=max(1, options.least - 1))
            assert isinstance(room, Joined), room
            one.sit(room.room.table, 50_000)
            one.plays = True
            if room.room.ready:
                one.ask(messages.Ready, room.room.table)
            house.run(60)
            one.lose()
    assert answers(house).keys() == {"late"}
    house.check()


@pytest.mark.usefixtures("slow")
def test_bots_that_cannot_think_are_one_alarm_however_often_they_are_asked(
    alarms: list[LogEvent],
) -> None:
    house = World(HEADS_UP)
    at_the_table(house)
    thinkers(house).wrong = BotFailed("The process of the bots has ended again and again.")
    began = house.clock.seconds()
    house.until(lambda: answers(house).get("failed", 0) >= 6, seconds=500)
    assert house.clock.seconds() - began < SAID_EVERY_S
    assert [event["alarm"] for event in alarms] == ["bots"]

"""A table that fails at what it is asked: tried again, made void, quarantined, settled."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from twisted.logger import LogEvent, LogLevel, globalLogPublisher

from game_server.bank.entries import jackpot
from game_server.config import RoomSettings
from game_server.lobby import failures
from game_server.rules.catalogue import GAMES
from game_server.store import ledger, quarantine
from game_server.store.escrows import all_escrows
from game_server.table.departures import Departures
from game_server.table.journal import RoundOpened, RoundVoided, from_bytes
from protocol import messages
from protocol.messages import Left, Notice, Refused
from protocol.words import CHANCE, Refusal
from tests.house.test_restart import chips, in_mid_hand
from tests.house.test_whole_rounds import ROOMS, play_rounds, ready
from tests.house.world import Client, World

QUARANTINED_S = 60.0


class Fault:
    """Rules that raise as long as they are `on`; when they did."""

    def __init__(self, world: World) -> None:
        self.world, self.on = world, True
        self.at: list[float] = []

    def strike(self) -> None:
        if self.on:
            self.at.append(self.world.clock.seconds())
            raise RuntimeError("a planted fault")


@contextmanager
def fault(
    monkeypatch: pytest.MonkeyPatch, world: World, name: str = "apply", here: bool = False
) -> Iterator[Fault]:
    """Whatever the rules of the table are asked raises, but for what chance draws; or only where
    the round stands now."""
    planted = Fault(world)
    playing = world.probe("t").round
    there = playing.state if playing is not None and here else None
    game = world.runner("t").config.game
    kind: Any = type(GAMES[game].rules(next(iter(GAMES[game].presets.values()))))
    whole = getattr(kind, name)

    def raises(self: Any, *args: Any) -> Any:
        if name != "apply" or (args[1] != CHANCE and there in (None, args[0])):
            planted.strike()
        return whole(self, *args)

    with monkeypatch.context() as patch:
        patch.setattr(kind, name, raises)
        yield planted


@pytest.fixture
def alarms() -> Iterator[list[str]]:
    """The kinds of the critical lines that are logged."""
    kinds: list[str] = []

    def see(event: LogEvent) -> None:
        if event.get("log_level") is LogLevel.critical:
            kinds.append(str(event.get("alarm", "")))

    globalLogPublisher.addObserver(see)  # type: ignore[arg-type]  # zope's interface
    yield kinds
    globalLogPublisher.removeObserver(see)  # type: ignore[arg-type]


def act(world: World) -> tuple[Client, int]:
    """The one who is asked answers; the number of the request."""
    client = next(client for client in world.clients if "t" in client.asked)
    asked = client.asked["t"]
    default = asked.ask.default
    return client, client.act("t", asked.turn, default)


def rows(world: World, kind: type) -> list[Any]:
    found = [from_bytes(data) for (data,) in world.conn.execute("SELECT data FROM journal")]
    return [row for row in found if isinstance(row, kind)]


def quarantined(world: World) -> str:
    return world.house.lobby.runners["t"].quarantined


def until_quarantined(world: World) -> None:
    def over() -> bool:
        with suppress(Refusal):
            ready(world)
        return bool(quarantined(world))

    world.until(over, seconds=600, step=0.25)


@pytest.mark.parametrize("game", ROOMS)
def test_an_act_that_failed_twice_is_refused_and_tried_no_more(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = in_mid_hand(game, 1)
    with fault(monkeypatch, world, here=True) as planted:
        client, number = act(world)
        world.run(2.0)
        answer = client.reply(number)
        assert isinstance(answer, Refused)
        assert answer.code == "not_again"
        assert len(planted.at) == failures.TRIED
        _, number = act(world)
        world.run(2.0)
        answer = client.reply(number)
        assert isinstance(answer, Refused)
        assert answer.code == "not_again"
        assert len(planted.at) == failures.TRIED, "another act of the same kind is not tried"
        planted.on = False
    assert not rows(world, RoundVoided)
    for one in world.clients:
        one.plays = True
    play_rounds(world, 2)
    assert not rows(world, RoundVoided)
    world.check()


@pytest.mark.parametrize("game", ROOMS)
def test_a_round_that_fails_at_every_replay_is_void_and_all_stakes_are_back(
    game: str, monkeypatch: pytest.MonkeyPatch, alarms: list[str]
) -> None:
    world = in_mid_hand(game, 1)
    total = chips(world)
    before = {
        one.player: world.probe("t").seats[seat].chips
        for seat, one in world.probe("t").seats.items()
    }
    with fault(monkeypatch, world, here=True) as planted:
        # Nobody acts: the clock answers for who is asked, and fails.
        world.until(lambda: bool(rows(world, RoundVoided)), seconds=900, step=0.25)
        planted.on = False
    assert len(planted.at) == failures.VOID_AFTER
    gaps = [after - at for at, after in zip(planted.at, planted.at[1:], strict=False)]
    assert gaps == sorted(gaps), "each pause is longer than the one before"
    assert "round_void" in alarms
    assert all("round_void" in client.codes() for client in world.clients)
    assert dict(world.runner("t").view.holdings()) == before
    assert chips(world) == total
    world.check()
    for client in world.clients:
        client.plays = True
    play_rounds(world, 2)
    world.check()


@pytest.mark.parametrize("game", ROOMS)
def test_a_table_whose_rounds_all_fail_is_quarantined_and_settled(
    game: str, monkeypatch: pytest.MonkeyPatch, alarms: list[str]
) -> None:
    world = in_mid_hand(game, 1)
    total = chips(world)
    with fault(monkeypatch, world) as planted:
        for client in world.clients:
            client.plays = True
        until_quarantined(world)
        tried = len(planted.at)
        world.run(QUARANTINED_S, 0.5)
        assert len(planted.at) == tried, "nothing more is tried"
        assert tried <= 40, "a few tries of each, and of the rows that are replayed"
        assert "quarantined" in alarms
        for client in world.clients:
            assert client.heard(Left)[-1].code == "quarantined"
        answer = world.clients[0].ask(messages.Join, "t")
        assert isinstance(answer, Refused)
        assert answer.code == "quarantined"
        assert not world.house.lobby.board.public()
        with pytest.raises(Refusal, match="Nobody plays that"):
            world.house.lobby.board.soonest(game, "", "1", 100_000)
        # It is so after a restart, at once and without a try.
        world.restart()
        assert quarantined(world)
        assert len(planted.at) == tried
        assert sum(one.amount for one in all_escrows(world.conn)) > 0, "chips wait for `void`"
        closed: list[None] = []
        world.house.close().addCallback(closed.append)
        world.run(1.0)
        assert closed, "a house that closes does not wait for it"
        settled = world.wait(world.house.lobby.settle("t"))
        assert settled.amount == sum(amount for _, amount in settled.back) > 0
    assert all_escrows(world.conn) == ()
    assert ledger.balance(world.conn, jackpot("t", "play")) == 0
    assert chips(world) == total
    assert "t" not in world.house.lobby.runners
    assert not quarantine.tables(world.conn)
    world.check()
    # A table of the settings is there again, and plays.
    world.wait(world.house.hours.open())
    clients = [Client(world) for _ in range(3)]
    for client in clients:
        client.say(messages.Guest(client.next()))
        client.seat("t", 40_000)
        client.plays = True
    world.clients = clients
    play_rounds(world, 2)
    assert chips(world) == total
    world.check()


def test_rounds_that_cannot_be_dealt_quarantine_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(ROOMS["holdem"])
    with fault(monkeypatch, world, "open") as planted:
        for _ in range(2):
            world.client().seat("t", 20_000)
        until_quarantined(world)
        assert len(planted.at) == failures.QUARANTINE_AFTER
    assert not rows(world, RoundOpened)
    assert world.wait(world.house.lobby.settle("t")).amount == 40_000
    world.check()


def test_a_commit_in_between_does_not_make_the_pauses_short_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(ROOMS["holdem"])
    with fault(monkeypatch, world, "open") as planted:
        for _ in range(2):
            world.client().seat("t", 20_000)
        world.until(lambda: len(planted.at) == 3)
        # Somebody else comes, which is written, and proves nothing.
        world.client("Late").seat("t", 20_000)
        until_quarantined(world)
        assert len(planted.at) == failures.QUARANTINE_AFTER
        gaps = [after - at for at, after in zip(planted.at, planted.at[1:], strict=False)]
        assert min(gaps[2:]) >= failures.PAUSES_S[2]
    assert world.wait(world.house.lobby.settle("t")).amount == 60_000
    world.check()


def test_a_row_that_cannot_be_read_quarantines_its_table_and_keeps_no_house_shut(
    alarms: list[str],
) -> None:
    world = in_mid_hand("holdem", 1)
    held = sum(one.amount for one in all_escrows(world.conn))
    world.conn.execute("DROP TRIGGER journal_stays")
    world.conn.execute("UPDATE journal SET data = x'ff00' WHERE id = (SELECT max(id) FROM journal)")
    world.restart()
    world.until(lambda: bool(quarantined(world)), seconds=30)
    assert world.house.hours.state == "open"
    assert alarms.count("quarantined") == 1
    assert sum(one.amount for one in all_escrows(world.conn)) == held
    assert world.wait(world.house.lobby.settle("t")).amount == held
    assert all_escrows(world.conn) == ()
    world.check()


def test_a_room_that_can_be_no_more_keeps_no_house_shut_and_its_chips_go_back() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    joined = client.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(joined, messages.Joined)
    client.ask(messages.Queue, joined.room.table)
    client.sit(joined.room.table, 50_000)
    world.conn.execute("UPDATE rooms SET config = '{\"table\": 7}'")
    world.restart()
    assert set(world.house.lobby.runners) == {"t"}
    assert all_escrows(world.conn) == ()
    back = client.resumed()
    world.run(0.2)
    assert back.heard(messages.Purse)[-1].play == 100_000
    world.check()


def test_what_plays_for_money_goes_back_to_the_card_when_the_table_is_settled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(
        RoomSettings(
            "t", "holdem", "eps", "cash", 0, 2_000, 100_000, pause=1.0, seats_per_address=0
        )
    )
    for card in (0, 1):
        client = world.client(f"Card {card}", card=card)
        world.until(lambda client=client: bool(client.heard(messages.Offer)))  # type: ignore[misc]
        client.sit("t", 5_000)
        world.run(1.0)
    world.until(lambda: world.probe("t").round is not None)
    before = world.books.sheet()
    with fault(monkeypatch, world):
        until_quarantined(world)
        settled = world.wait(world.house.lobby.settle("t"))
    assert settled.amount == 10_000
    assert len(settled.payments) == 2
    world.run(5.0)
    assert world.books.sheet().customers == before.customers + 10_000
    assert all(
        any(isinstance(one, Notice) and one.code == "settled" for one in client.inbox)
        for client in world.clients
    )
    world.check()


def test_only_a_quarantined_table_is_settled() -> None:
    world = in_mid_hand("holdem", 1)
    with pytest.raises(Refusal) as wrong:
        world.house.lobby.settle("t")
    assert wrong.value.code == "not_quarantined"
    world.check()


def test_a_table_that_fails_at_closing_keeps_no_house_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(ROOMS["holdem"])
    world.client().seat("t", 20_000)

    def fails(*args: object) -> None:
        raise RuntimeError("a planted fault")

    closed: list[None] = []
    with monkeypatch.context() as patch:
        patch.setattr(Departures, "shut", fails)
        world.house.close().addCallback(closed.append)
        world.until(lambda: bool(closed), seconds=60)
    assert quarantined(world)
    assert world.wait(world.house.lobby.settle("t")).amount == 20_000
    world.check()


def test_a_quarantined_table_that_the_settings_have_no_more_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(ROOMS["holdem"])
    with fault(monkeypatch, world, "open"):
        for _ in range(2):
            world.client().seat("t", 20_000)
        until_quarantined(world)
    world.settings = (RoomSettings("other", "roulette", "standard"),)
    world.restart()
    world.run(0.5)
    assert not quarantine.tables(world.conn)
    assert all_escrows(world.conn) == ()
    world.check()

"""The power goes in the middle of a hand, or the disk refuses: the hand goes on, nobody loses."""

from pathlib import Path
from typing import cast

import pytest
from twisted.logger import ILogObserver, LogEvent, globalLogPublisher

from game_server.bank.bookings import bought, buy_in
from game_server.bank.demo_books import sample_card
from game_server.store import ledger
from game_server.store.direct import CommitFault
from game_server.store.group_commit import SimulatedCrash
from game_server.store.sqlite import MEMORY
from game_server.table.journal import ActDone, from_bytes
from protocol import messages
from protocol.codec import encode
from protocol.events import RoundBegan
from protocol.messages import Chat, Notice, Told
from tests.house.test_whole_rounds import ROOMS, evening, play_rounds, ready
from tests.house.world import EPS, Client, World


def in_mid_hand(game: str, seed: int, path: str | Path = MEMORY) -> World:
    """A hand in which somebody is asked, some acts after its deal."""
    world = evening(game, seed, path)

    def begun() -> bool:
        ready(world)
        playing = world.probe("t").round
        return playing is not None and len(playing.said) > 4 + seed % 3

    world.until(begun, step=0.25)
    for client in world.clients:
        client.plays = False
    world.until(lambda: any(client.asked for client in world.clients), step=0.25)
    return world


def open_turns(world: World) -> dict[int, int]:
    playing = world.probe("t").round
    assert playing is not None
    return {seat: question.turn for seat, question in playing.open.items()}


def chips(world: World) -> int:
    (total,) = world.conn.execute(
        "SELECT sum(b.amount) FROM balances b JOIN accounts a ON a.id = b.account"
        " WHERE a.kind IN ('play', 'escrow', 'jackpot', 'house', 'bots')"
    ).fetchone()
    return int(total)


@pytest.mark.parametrize("game", ROOMS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hand_goes_on_after_a_power_cut_with_the_same_cards(game: str, seed: int) -> None:
    world = in_mid_hand(game, seed)
    before = world.probe("t").round
    assert before is not None
    said_before, turns, drawn = list(before.said), open_turns(world), len(world.chance.drawn)
    clients = list(world.clients)
    world.restart()
    assert len(world.chance.drawn) == drawn, "a restart draws nothing again"
    after = world.probe("t").round
    assert after is not None
    assert list(after.said) == said_before
    assert open_turns(world) == turns
    world.check()
    # Everybody comes back, is told nothing that was told before, and is asked again.
    back = [client.resumed() for client in clients]
    asked = [client for client in back if client.asked]
    assert {client.asked["t"].turn for client in asked} <= set(turns.values())
    assert asked
    for client in back:
        assert not client.heard(Told)
        client.plays = True
    play_rounds(world, 2)
    world.check()


def test_with_the_same_chance_a_hand_ends_alike_whether_or_not_the_power_went() -> None:
    boards = []
    for cut in (False, True):
        world = in_mid_hand("holdem", 1)
        clients = list(world.clients)
        if cut:
            world.restart()
            clients = [client.resumed() for client in clients]
        number = world.probe("t").rounds

        def over(world: World = world, number: int = number, who: list[Client] = clients) -> bool:
            for client in who:
                for table, asked in list(client.asked.items()):
                    del client.asked[table]
                    verb = next(v for v in ("check", "call", "muck") if asked.ask.option(v))
                    option = asked.ask.option(verb)
                    assert option is not None
                    client.act(table, asked.turn, type(asked.ask.default)(verb, option.low))
            host = world.probe("t")
            return host.round is None and host.rounds == number

        world.until(over, step=0.25)
        last = world.probe("t").last
        assert last is not None
        boards.append([event for event in last.said if not isinstance(event, RoundBegan)])
    assert boards[0] == boards[1]


@pytest.mark.parametrize("fault", [CommitFault.FAILS, CommitFault.LOST])
@pytest.mark.parametrize("game", ROOMS)
def test_an_act_whose_commit_fails_is_done_once_and_nobody_hears_of_it_before(
    game: str, fault: CommitFault
) -> None:
    world = in_mid_hand(game, 1)
    client = next(client for client in world.clients if client.asked)
    heard = [len(other.heard(Told)) for other in world.clients]
    epoch = world.conn.execute("SELECT epoch FROM tables WHERE name = 't'").fetchone()[0]
    world.store.fault = fault
    asked = client.asked.pop("t")
    number = client.next()
    act = asked.ask.default
    answer = messages.Answer(number, "t", asked.turn, act.verb, act.amount, act.cards, act.on)
    client.line.heard(encode(answer), world.clock.seconds())
    assert [len(other.heard(Told)) for other in world.clients] == heard
    world.run(1.0)
    codes = [notice.code for notice in client.heard(Notice)]
    assert codes[-2:] == ["paused", "resumed"]
    assert isinstance(client.reply(number), messages.Ok)
    assert world.conn.execute("SELECT epoch FROM tables WHERE name = 't'").fetchone()[0] > epoch
    rows = [row for row in all_acts(world) if row == number]
    assert len(rows) <= 1, "the act stands twice in the journal"
    world.check()
    for other in world.clients:
        other.plays = True
    play_rounds(world, 1)
    world.check()


def all_acts(world: World) -> list[int]:
    rows = [from_bytes(data) for (data,) in world.conn.execute("SELECT data FROM journal")]
    return [row.request for row in rows if isinstance(row, ActDone) and row.request]


@pytest.mark.parametrize("fault", [CommitFault.CRASH_BEFORE, CommitFault.CRASH_AFTER])
@pytest.mark.parametrize("game", ROOMS)
def test_a_machine_that_stops_in_a_commit_starts_again_with_every_chip(
    game: str, fault: CommitFault
) -> None:
    world = in_mid_hand(game, 2)
    total = chips(world)
    client = next(client for client in world.clients if client.asked)
    clients = list(world.clients)
    world.store.fault = fault
    asked, act = client.asked["t"], client.asked["t"].ask.default
    number = client.next()
    answer = messages.Answer(number, "t", asked.turn, act.verb, act.amount, act.cards, act.on)
    with pytest.raises(SimulatedCrash):
        client.say(answer)
    world.restart()
    world.check()
    assert chips(world) == total
    back = [one.resumed() for one in clients]
    # The request is sent again, as a client does that heard no answer: it counts once.
    mine = back[clients.index(client)]
    mine.say(answer)
    assert isinstance(mine.reply(number), messages.Ok)
    assert all_acts(world).count(number) == 1
    for one in back:
        one.plays = True
    play_rounds(world, 1)
    assert chips(world) == total
    world.check()


def test_chips_in_escrow_that_no_seat_has_go_back_to_their_purse() -> None:
    world = evening("holdem")
    stray = buy_in("stray", world.clients[0].id, "t", 700, "play", 1)
    ledger.book(world.conn, stray)
    with pytest.raises(AssertionError):
        world.check()
    world.restart()
    world.check()


def test_a_reply_that_was_lost_is_given_again_and_nothing_moves_twice() -> None:
    world = evening("holdem")
    client = world.clients[0]
    number = client.next()
    client.plays = False
    client.say(messages.Buy(number, "t", 1_000))
    assert isinstance(client.reply(number), messages.Refused)
    # At a table without a limit.
    other = World(ROOMS["roulette"])
    payer = other.client("Payer")
    payer.seat("t", 5_000)
    number = payer.next()
    payer.say(messages.Buy(number, "t", 1_000))
    payer.reply(number)
    clients = list(other.clients)
    other.restart()
    back = clients[0].resumed()
    back.say(messages.Buy(number, "t", 1_000))
    assert isinstance(back.reply(number), messages.Ok)
    other.check()
    assert sum(other.runner("t").view.holdings().values()) == 6_000


def test_a_table_that_hears_late_of_a_line_which_another_has_replaced_tells_nothing_twice() -> None:
    world = in_mid_hand("holdem", 1)
    client = world.clients[0]
    before = world.house.online.of(client.id)
    assert before is not None
    again = client.resumed()
    told = len(again.heard(Told))
    # A paused table hears of it when it goes on.
    world.house.requests.back(world.runner("t"), before, None)
    world.run(0.1)
    assert len(again.heard(Told)) == told
    now = world.house.online.of(client.id)
    assert now is not None
    world.house.requests.back(world.runner("t"), now, None)
    world.run(0.1)
    assert len(again.heard(Told)) > told


def test_what_is_said_after_a_restart_has_greater_numbers_than_what_was_said_before() -> None:
    world = World(ROOMS["roulette"])
    talker = world.client("Anna")
    talker.ask(messages.Join, "t")
    for _ in range(3):
        talker.ask(messages.Say, "t", "Hello!")
    before = [line.n for chat in talker.heard(Chat) for line in chat.lines]
    world.run(1.0)
    world.restart()
    back = talker.resumed()
    back.ask(messages.Join, "t")
    back.ask(messages.Say, "t", "Hello again!")
    after = [line.n for chat in back.heard(Chat) for line in chat.lines]
    assert len(before) == 3
    assert len(after) == 1
    assert after[0] > max(before)


def test_cash_that_two_starts_bring_home_at_once_goes_home_once() -> None:
    world = World(EPS)
    client = world.client("Anna", card=0)
    card = sample_card(0)
    had, at = world.books.held(card), world.house.means.now()
    ledger.book(world.conn, bought("lost", client.id, 5_000, at))
    faults: list[str] = []

    def hear(event: LogEvent) -> None:
        faults.append(f"{event.get('log_format')}")

    log = cast(ILogObserver, hear)
    globalLogPublisher.addObserver(log)
    for _ in range(3):
        world.house.recovered()
    world.run(2.0)
    globalLogPublisher.removeObserver(log)
    assert [one for one in faults if "stays in the purse" in one] == []
    assert world.books.held(card) == had + 5_000
    assert ledger.imbalance(world.conn) == 0

"""No wish that the house accepts, however huge, makes a game raise, or chips of nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Final, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.logger import ILogObserver, LogEvent, LogLevel, eventAsText, globalLogPublisher

from game_server.bank.bookings import granted, settle
from game_server.rules.catalogue import GAMES
from game_server.rules.core import MOST_BET, Game
from game_server.rules.doudizhu.reckoning import amounts, each
from game_server.store import ledger
from game_server.table import journal, room_wishes
from protocol import messages
from protocol.buy_ins import MOST_BROUGHT, MOST_OF_BOT, MOST_STAKE
from protocol.events import Moved, net_of
from protocol.messages import Joined, Offer, Ok, Refused
from protocol.words import HOUSE, JACKPOT, POT, Act, Ask, Refusal, Seat
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import Client, World
from tests.playing import EVERY_PRESET, LEAVE, draw_for, open_round

LARGEST: Final = 10**15
"""The largest amount that a message can name."""
EDGES: Final = (0, 1, 2, 99, 100, 150, 1_000, 5_000, 10**7, MOST_STAKE, MOST_BROUGHT, LARGEST)
SUMS = st.sampled_from(EDGES).flatmap(
    lambda edge: st.integers(max(0, edge - 1), min(LARGEST, edge + 1))
) | st.integers(0, LARGEST)
STAKES = SUMS | st.integers(0, MOST_STAKE)
RANKS: Final = 13
FORTUNE: Final = 3 * MOST_BROUGHT


def wish(
    game: str, preset: str, stake: int, buy_in: int, count: int, bot: int
) -> messages.OpenRoom:
    return messages.OpenRoom(1, game, preset, stake, True, buy_in, count, "", bot)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@given(stake=STAKES, buy_in=SUMS, count=st.integers(0, 7), bot=SUMS)
def test_a_wish_makes_a_room_within_the_bounds_or_is_refused(
    game: Game[Any, Any, Any], preset: str, stake: int, buy_in: int, count: int, bot: int
) -> None:
    names = ("medium",)
    wanted = wish(game.name, preset, stake, buy_in, count, bot)
    refused: Refusal | None = None
    try:
        config = room_wishes.wished(wanted, "t", "", names)
    except Refusal as wrong:
        refused = wrong
    if refused is not None:
        if refused.code.endswith("_high"):
            assert int(refused.facts["most"]) < max(stake, buy_in, bot)
        return
    assert config.stake <= MOST_STAKE
    assert config.most_buy_in <= MOST_BROUGHT
    for _, span in room_wishes.opponents(config, wanted, names):
        assert 0 < span.least <= span.most <= MOST_OF_BOT
    assert room_wishes.deserialised(room_wishes.serialised(config)) == config


def extreme(random: Random, ask: Ask) -> Act | None:
    """An offered act by its least or its most, where that is an amount."""
    options = [option for option in ask.options if option.high > option.low and not option.hand[1]]
    if not options:
        return None
    option = random.choice(options)
    on = random.choice(option.on) if option.on else ""
    return Act(option.verb, random.choice((option.low, option.high, option.high)), (), on)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@settings(max_examples=40)
@given(stake=STAKES, seed=st.integers(0, 2**32))
@example(stake=MOST_STAKE, seed=1)
@example(stake=0, seed=2)
def test_a_round_of_fortunes_can_be_told_written_and_booked(
    game: Game[Any, Any, Any], preset: str, stake: int, seed: int
) -> None:
    try:
        config = room_wishes.wished(wish(game.name, preset, stake, 0, 0, 0), "t", "", ())
    except Refusal:
        return
    options = replace(game.presets[preset], **config.options)
    random = Random(seed)
    entry = max(game.entry(options), options.unit)
    # What one has after winning: more than anybody may bring.
    stacks = {
        Seat(seat): random.choice((entry, MOST_BROUGHT, 50 * MOST_BROUGHT, LARGEST // 8))
        for seat in range(random.randint(options.least, options.most))
    }
    played = open_round(game, options, stacks)
    while asks := played.rules.asks(played.state):
        ask = random.choice(asks)
        if ask.who < 0:
            played.do(ask.who, draw_for(ask, random.randrange))
        elif random.random() < 0.02:
            played.do(random.choice(list(stacks)), Act(LEAVE))
        else:
            act = extreme(random, ask) if random.random() < 0.7 else None
            played.do(ask.who, act or ask.default)
        assert len(played.script) < 3_000
    for step in played.steps:
        # Raises when an amount is none that can be written.
        journal.digest(step.events)
    moved = [event for event in played.events if isinstance(event, Moved)]
    booked = settle("t", 1, moved, {seat: int(seat) + 1 for seat in stacks}, "play", 1)
    net = [net_of(moved, seat) for seat in (*stacks, HOUSE, JACKPOT)]
    assert sum(net) == 0
    assert sum(one.amount for one in booked.transfers) == sum(map(abs, net))
    # No bet pays more than 35 times itself.
    assert all(one.amount <= 35 * MOST_BET for one in moved if HOUSE in (one.src, one.dst))
    for seat in stacks:
        lost = sum(one.amount for one in moved if (one.src, one.dst) == (seat, HOUSE))
        assert lost <= MOST_BET
    after = played.stacks_after()
    assert after.get(POT, 0) == 0
    assert sum(after.values()) == sum(stacks.values())
    assert after.get(JACKPOT, 0) >= 0
    assert max(after[seat] for seat in stacks) <= LARGEST


@contextmanager
def no_fault() -> Iterator[None]:
    """Nothing is logged that somebody must look at."""
    found: list[str] = []

    def see(event: LogEvent) -> None:
        if event.get("log_level") in (LogLevel.error, LogLevel.critical):
            found.append(eventAsText(event))

    observer = cast(ILogObserver, see)
    globalLogPublisher.addObserver(observer)
    try:
        yield
    finally:
        globalLogPublisher.removeObserver(observer)
    assert not found, found[0]


def rich(world: World, name: str) -> Client:
    """Somebody with more chips than may be brought to a table."""
    client = world.client(name)
    ledger.book(world.conn, granted(client.id, client.id, FORTUNE, 1, "for the test"))
    return client


def whim(client: Client, table: str, random: Random) -> None:
    """Something that is asked at the table, by its extremes or beyond them."""
    kind = random.random()
    asked = client.asked.pop(table, None)
    if asked is not None and kind < 0.9:
        act = extreme(random, asked.ask) if kind < 0.6 else asked.ask.default
        act = act or asked.ask.default
        amount = random.choice((LARGEST, MOST_BROUGHT, 1)) if kind < 0.1 else act.amount
        number = client.next()
        client.say(messages.Answer(number, table, asked.turn, act.verb, amount, act.cards, act.on))
        if isinstance(client.reply(number), Refused):
            client.asked.setdefault(table, asked)
    elif kind < 0.94:
        client.ask(messages.Buy, table, random.choice((1, 100, MOST_BROUGHT, LARGEST)))
    elif kind < 0.97:
        client.ask(messages.SeatBot, table)
    else:
        client.ask(messages.Ready, table)


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@settings(max_examples=6)
@given(
    stake=st.sampled_from((0, 2, 100, 5_000, 500_000, MOST_STAKE)) | STAKES,
    buy_in=st.sampled_from((0, MOST_BROUGHT)) | SUMS,
    brought=st.sampled_from((MOST_BROUGHT, 100, LARGEST)) | SUMS,
    count=st.integers(0, 7),
    bot=st.sampled_from((0, MOST_OF_BOT, LARGEST)),
    seed=st.integers(0, 2**32),
)
@example(stake=0, buy_in=0, brought=MOST_BROUGHT, count=0, bot=0, seed=1)
@example(stake=0, buy_in=0, brought=100, count=1, bot=MOST_OF_BOT, seed=2)
@example(stake=500_000, buy_in=0, brought=MOST_BROUGHT, count=2, bot=0, seed=3)
@example(stake=MOST_STAKE, buy_in=MOST_BROUGHT, brought=MOST_BROUGHT, count=0, bot=0, seed=4)
def test_nobody_in_a_house_makes_a_table_fail_by_whatever_is_wished(
    game: Game[Any, Any, Any], preset: str, stake: int, buy_in: int, brought: int, count: int,
    bot: int, seed: int,
) -> None:  # fmt: skip
    world, random = World(ROOMS["roulette"]), Random(seed)
    with no_fault():
        clients = [rich(world, "Anna"), rich(world, "Berta")]
        anna = clients[0]
        answer = anna.ask(messages.OpenRoom, game.name, preset, stake, True, buy_in, count, "", bot)
        if isinstance(answer, Joined):
            table, code = answer.room.table, answer.room.code
            if code:
                clients[1].ask(messages.Join, "", code)
            for client in clients[: 2 if code else 1]:
                if not count:
                    client.ask(messages.Queue, table)
                world.run(0.1)
                for offer in client.heard(Offer)[-1:]:
                    for amount in (brought, offer.most_buy_in or MOST_BROUGHT):
                        if isinstance(client.ask(messages.Sit, table, offer.key, amount), Ok):
                            break
            if not count and game.needs_all:
                anna.ask(messages.SeatBot, table)
            for _ in range(40):
                if table not in world.house.lobby.runners:
                    break
                for client in clients[: 2 if code else 1]:
                    whim(client, table, random)
                world.run(random.choice((0.1, 1.0, 4.0)), 0.25)
            world.check()
        world.run(0.5)
        assert world.house.means.counts.failed == 0
        assert not any(one.quarantined for one in world.house.lobby.runners.values())
    world.check()
    world.conn.close()


def test_the_dearest_game_of_doudizhu_is_a_sum_that_can_be_written() -> None:
    options = replace(GAMES["doudizhu"].presets["standard"], stake=MOST_STAKE)
    stacks = {Seat(seat): MOST_BROUGHT for seat in range(3)}
    opened = GAMES["doudizhu"].rules(options).open(stacks, None).state
    # Every rank four of a kind, the rocket, and spring.
    dearest = replace(opened, bid=3, bombs=RANKS + 1)
    assert each(options, dearest, spring=True) <= LARGEST


def test_the_dearest_game_of_call_and_rob_is_a_sum_that_can_be_written() -> None:
    options = replace(GAMES["doudizhu"].presets["classic"], stake=MOST_STAKE)
    stacks = {Seat(seat): MOST_BROUGHT for seat in range(3)}
    opened = GAMES["doudizhu"].rules(options).open(stacks, None).state
    lord, *peasants = opened.order
    # Hands of 20, 17 and 17 cards hold every rank four times, and no rocket then: nobody who has
    # thrown a bomb never played, so there is no spring.
    dearest = replace(
        opened,
        landlord=lord,
        bid=1,
        robs=3,
        opened=((lord, 5),),
        bombs=RANKS,
        doubles=dict.fromkeys(opened.order, 4),
    )
    assert set(amounts(options, dearest)) == set(peasants)
    assert all(amount <= LARGEST for amount in amounts(options, dearest).values())

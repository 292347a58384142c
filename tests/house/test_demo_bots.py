"""Bots at a table of money: in a house with a demo bank alone, and never a cent from nothing."""

from dataclasses import replace

import pytest

from game_server import opened_disk, planning
from game_server.bank.entries import bots
from game_server.config import BankSettings, Config
from game_server.lobby.opening import configured
from game_server.store import ledger
from protocol import messages
from protocol.events import RoundEnded
from protocol.messages import Offer, Seats, Told
from tests.house.world import EPS, World

DEMO = replace(EPS, demo_bots=3)


def rounds(world: World) -> int:
    return world.probe("eps").rounds


def kept(world: World) -> list[str]:
    return [one.name for _, one in world.probe("eps").seats.bots()]


@pytest.mark.req("E-RF-JG-005")
def test_whoever_looks_at_the_table_of_money_has_a_game_to_watch() -> None:
    world = World(DEMO, demo=True)
    one = world.client("Ann")
    one.ask(messages.Join, "eps")
    world.until(lambda: rounds(world) >= 3, seconds=600, step=0.5)
    assert len(kept(world)) == 3
    ended = [event for page in one.heard(Told) for event in page.events]
    assert any(isinstance(event, RoundEnded) for event in ended)
    assert all(sitter.bot for sitter in one.heard(Seats)[-1].seats.values())
    world.check()


@pytest.mark.req("E-RF-JG-005", "E-RF-JG-006")
def test_who_waits_in_its_queue_watches_and_a_bot_makes_room() -> None:
    world = World(replace(DEMO, demo_bots=7), demo=True)
    world.client("Bo").ask(messages.Join, "eps")
    table = world.probe("eps")
    world.until(lambda: table.host.round is not None and len(table.host.round.dealt) == 7, 600)
    one = world.client("Ann", card=1)
    # Whoever comes by card waits at once.
    one.ask(messages.Join, "eps")
    assert not one.heard(Offer)
    world.until(lambda: bool(one.heard(Offer)), seconds=600, step=0.5)
    seen = [event for page in one.heard(Told) for event in page.events]
    assert any(isinstance(event, RoundEnded) for event in seen), "the round was watched to its end"
    world.check()


def test_bots_take_their_time_for_who_watches() -> None:
    world = World(DEMO, demo=True)
    world.client("Ann").ask(messages.Join, "eps")
    world.until(lambda: world.probe("eps").round is not None, seconds=60)
    began = world.clock.seconds()
    world.until(lambda: world.probe("eps").round is None, seconds=600)
    assert world.clock.seconds() - began > 3


def test_nobody_plays_for_an_empty_room() -> None:
    world = World(DEMO, demo=True)
    world.run(60, step=1)
    assert rounds(world) == 0
    one = world.client("Ann")
    one.ask(messages.Join, "eps")
    world.until(lambda: rounds(world) >= 1, seconds=60)
    one.ask(messages.Leave, "eps", "now")
    world.run(120, step=1)
    played = rounds(world)
    world.run(300, step=1)
    assert rounds(world) == played
    world.check()


def test_what_a_player_wins_from_them_came_from_the_bank_of_the_house() -> None:
    world = World(DEMO, demo=True)
    one = world.client("Ann", card=1)
    brought = world.books.sheet().customers
    one.seat("eps", 0)
    one.ask(messages.Buy, "eps", 50_000)
    one.plays = True
    world.until(lambda: rounds(world) >= 12, seconds=3_000, step=0.5)
    world.check()
    assert ledger.balance(world.conn, bots("cash")) < 0
    one.plays = False
    one.ask(messages.Leave, "eps", "now")
    world.run(120, step=1)
    world.check()
    sheet = world.books.sheet()
    assert sheet.house + sheet.customers == brought, "every cent is somewhere"


def test_a_restart_keeps_them_and_their_chips() -> None:
    world = World(DEMO, demo=True)
    world.client("Ann").ask(messages.Join, "eps")
    world.until(lambda: rounds(world) >= 2, seconds=600, step=0.5)
    world.restart()
    world.check()
    world.client("Bo").ask(messages.Join, "eps")
    world.until(lambda: rounds(world) >= 4, seconds=600, step=0.5)
    assert len(kept(world)) == 3
    world.check()


@pytest.mark.parametrize("when", ["between", "during"])
def test_without_the_demo_bank_they_go_with_their_chips(when: str) -> None:
    world = World(DEMO, demo=True)
    one = world.client("Ann", card=1)
    one.seat("eps", 0)
    one.ask(messages.Buy, "eps", 50_000)
    one.plays = True
    world.until(lambda: rounds(world) >= 2, seconds=600, step=0.5)
    playing = when == "during"
    world.until(lambda: (world.probe("eps").round is not None) == playing, seconds=60)
    world.demo = False
    world.restart()
    one.resumed()
    world.run(60, step=1)
    assert kept(world) == [], "though a player sits there"
    world.check()


def test_only_a_house_with_a_demo_bank_has_any() -> None:
    assert configured(DEMO, demo=True).bots == 3
    assert configured(DEMO, demo=True).bots_alone
    assert configured(DEMO).bots == 0
    assert not configured(DEMO).bots_alone
    play = replace(DEMO, preset="standard", purse="play", stake=200)
    assert configured(play, demo=True).bots == 0, "there `bots` says how many"
    usual = {room.table: room for room in planning.plan(Config()).rooms}
    assert usual["eps"].bots == 3
    real = planning.plan(Config(bank=BankSettings(url="https://bank.example")))
    assert {room.table: room for room in real.rooms}["eps"].bots == 0


def test_books_with_money_of_a_demo_bank_open_with_no_other() -> None:
    world = World(DEMO, demo=True)
    real = BankSettings(url="https://bank.example")
    opened_disk.money_of_the_bank(real, world.conn)
    world.client("Ann").ask(messages.Join, "eps")
    world.until(lambda: rounds(world) >= 1, seconds=60)
    opened_disk.money_of_the_bank(BankSettings(), world.conn)
    with pytest.raises(planning.CannotServe, match="money of the demo bank"):
        opened_disk.money_of_the_bank(real, world.conn)

"""The client against a house in a process of its own."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from client_core.client import SeatView
from tests.client.player import Player, player
from tests.house.process import house

ROOMS = """
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
least_buy_in = 4000
most_buy_in = 20000
pause = 0.1
[[room]]
table = "blackjack"
game = "blackjack"
preset = "casino"
least_buy_in = 500
most_buy_in = 50000
pause = 0.1
[[room]]
table = "roulette"
game = "roulette"
preset = "standard"
least_buy_in = 500
most_buy_in = 50000
pause = 0.1"""


def test_two_clients_play_and_are_back_in_the_same_hand_after_a_power_cut(tmp_path: Path) -> None:
    async def evening() -> None:
        async with player(seed=1) as one, player(seed=2) as other:
            both = (one, other)
            with house(tmp_path, ROOMS) as first:
                port = first.url.rsplit(":", 1)[1].strip("/")
                for who in both:
                    await who.come_in(first.url)
                    await who.until(partial(listed, who), "the lobby")
                    await who.sit("holdem")
                assert {room.table for room in one.client.lobby.view.rooms} >= {
                    "holdem",
                    "roulette",
                }
                await together(both, lambda: len(one.client.tables.history("holdem")) >= 1)
                await together(
                    both, lambda: bool(one.acts("holdem").buttons) and one.view("holdem").live
                )
                before = one.view("holdem")
                mine = me(one)
                assert len(mine.hands[0].cards) == 2
                first.kill()
            for who in both:
                await who.until(partial(outside, who), "noticed")
            with house(tmp_path, ROOMS, {"CARDROOM_LISTEN_PORT": port}):
                for who in both:
                    await who.until(partial(inside, who), "back")
                await one.until(lambda: bool(one.acts("holdem").buttons), "asked again")
                after = one.view("holdem")
                assert after.round == before.round
                assert me(one).hands == mine.hands
                assert (after.board, after.total) == (before.board, before.total)
                await together(both, lambda: one.view("holdem").round > before.round)
                steps = one.client.tables.hand("holdem", before.round)
                assert steps[-1].view.round == before.round
                one.client.account.log_out()
                await one.until(lambda: not one.client.account.me.name, "out")
                await one.until(lambda: one.client.connection.view.state == "met", "at the door")

    asyncio.run(evening())


def test_an_app_that_was_ended_in_mid_hand_is_back_at_its_table_by_itself(tmp_path: Path) -> None:
    async def evening() -> None:
        with house(tmp_path, ROOMS) as running:
            async with player(seed=2) as other:
                async with player(seed=1) as one:
                    for who in (one, other):
                        await who.come_in(running.url)
                        await who.sit("holdem")
                    await together((one, other), lambda: bool(one.acts("holdem").buttons))
                    before, mine, name = one.view("holdem"), me(one), one.client.account.me.name
                async with player(one.kept, seed=3) as again:
                    again.client.connection.start()
                    await again.until(lambda: again.client.screen.table == "holdem", "at the table")
                    await again.until(lambda: bool(again.acts("holdem").buttons), "asked again")
                    assert again.client.account.me.name == name
                    assert again.view("holdem").round == before.round
                    assert me(again).hands == mine.hands
                    turn = again.acts("holdem").turn
                    await again.play("holdem", lambda: again.acts("holdem").turn != turn)
                    await one_player_games(again)

    asyncio.run(evening())


async def one_player_games(one: Player) -> None:
    """Two tables at once, played with the buttons that their offers make."""
    for game in ("blackjack", "roulette"):
        await one.sit(game)

    def played() -> bool:
        for game in ("blackjack", "roulette"):
            one.tap(game)
        return all(one.client.tables.history(game) for game in ("blackjack", "roulette"))

    await one.until(played, "two games")


def listed(who: Player) -> bool:
    return who.client.lobby.view.loaded


def inside(who: Player) -> bool:
    return who.client.account.me.inside


def outside(who: Player) -> bool:
    return who.client.connection.view.state != "in"


def me(one: Player) -> SeatView:
    return next(seat for seat in one.view("holdem").seats if seat.me)


async def together(both: tuple[Player, Player], done: Callable[[], bool]) -> None:
    """Both tap until it is so."""
    one, other = both

    def tapped() -> bool:
        if not done():
            other.tap("holdem")
        return done()

    helping = asyncio.ensure_future(other.until(tapped, "the other"))
    await one.play("holdem", done)
    await helping

"""An evening of three friends with Dou Dizhu, each at a client of the own, over real lines."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from client_core.client import SeatView
from tests.client.player import Player, player
from tests.house.process import house

ROOMS = """
[[room]]
table = "roulette"
game = "roulette"
preset = "standard"
least_buy_in = 500
most_buy_in = 50000
pause = 0.1"""


def test_three_friends_open_fill_leave_and_come_back_to_a_room_of_their_own(tmp_path: Path) -> None:
    async def evening() -> None:
        with house(tmp_path, ROOMS) as running:
            async with player(seed=1) as ann, player(seed=2) as bo, player(seed=3) as cy:
                for who, name in ((ann, "Ann"), (bo, "Bo"), (cy, "Cy")):
                    await who.come_in(running.url, name)
                room = await opened(ann)
                await has_a_seat(ann, room)
                await with_bots(ann, room)
                for who in (bo, cy):
                    who.client.lobby.join_code(ann.view(room).code.lower())
                    await who.until(partial(at_table, who, room), "joined by the code")
                    assert who.view(room).counter
                    await has_a_seat(who, room)
                await three_play(room, ann, bo, cy)

    asyncio.run(evening())


def test_who_lets_the_offered_seat_go_waits_no_more_and_may_ask_for_it_again(
    tmp_path: Path,
) -> None:
    async def visit() -> None:
        with house(tmp_path, ROOMS) as running:
            async with player(seed=1) as bo:
                await bo.come_in(running.url, "Bo")
                bo.client.lobby.join("roulette")
                await bo.until(partial(at_table, bo, "roulette"), "joined")
                for _ in range(2):
                    bo.client.seat.queue("roulette")
                    await bo.until(lambda: waits_with_offer(bo, "roulette"), "offered")
                    bo.client.seat.pass_offer("roulette")
                    await bo.until(lambda: bo.view("roulette").queue is None, "waits no more")
                await bo.sit("roulette", 1_000)
                assert not bo.client.notices.toasts

    asyncio.run(visit())


def test_who_looks_on_in_a_private_room_is_back_there_after_a_power_cut(tmp_path: Path) -> None:
    async def evening() -> None:
        async with player(seed=1) as ann, player(seed=2) as bo:
            with house(tmp_path, ROOMS) as first:
                port = first.url.rsplit(":", 1)[1].strip("/")
                for who, name in ((ann, "Ann"), (bo, "Bo")):
                    await who.come_in(first.url, name)
                ann.client.opening.open_room("holdem", "standard")
                await ann.until(lambda: ann.client.screen.name == "table", "the room")
                table = ann.client.screen.table
                await ann.until(lambda: ann.view(table).offer is not None, "offered")
                ann.client.seat.sit(table, 40_000)
                await has_a_seat(ann, table)
                bo.client.lobby.join_code(ann.view(table).code)
                await bo.until(partial(at_table, bo, table), "joined by the code")
                first.kill()
            for who in (ann, bo):
                await who.until(lambda who=who: not who.client.account.me.inside, "noticed")  # type: ignore[misc]
            with house(tmp_path, ROOMS, {"CARDROOM_LISTEN_PORT": port}):
                for who in (ann, bo):
                    await who.until(lambda who=who: who.client.account.me.inside, "in")  # type: ignore[misc]
                await bo.until(partial(at_table, bo, table), "back at the table")
                await ann.until(lambda: ann.view(table).watching == 1, "Bo looks on")
                assert bo.client.screen.table == table

    asyncio.run(evening())


def waits_with_offer(who: Player, room: str) -> bool:
    return None not in (who.view(room).queue, who.view(room).offer)


async def opened(ann: Player) -> str:
    ann.client.opening.open_room("doudizhu", "house", stake=500, counter=True)
    await ann.until(lambda: ann.client.screen.name == "table", "the room")
    table = ann.client.screen.table
    view = ann.view(table)
    assert (view.stake, view.preset, view.counter, len(view.code)) == (500, "house", True, 6)
    return table


async def has_a_seat(who: Player, room: str) -> None:
    await who.until(lambda: who.view(room).me is not None, "seated at once")


async def with_bots(ann: Player, room: str) -> None:
    """Ann calls bots to the empty chairs, and sends them away again."""
    assert len(ann.client.seat.call_bots(room, "easy")) == 2
    await ann.until(lambda: taken(ann, room) == 3, "bots")
    assert ann.view(room).awaited == (ann.view(room).me,)
    ann.client.seat.dismiss_bots(room)
    await ann.until(lambda: taken(ann, room) == 1, "no bots")


async def three_play(room: str, ann: Player, bo: Player, cy: Player) -> None:
    for who in (ann, bo, cy):
        who.client.seat.ready(room)
    for who in (ann, bo, cy):
        await who.until(lambda who=who: who.view(room).live, "dealt in")  # type: ignore[misc]
    game = ann.view(room).round
    # Bo's phone is put away and Cy leaves; Ann waits for neither longer than a turn.
    bo.client.connection.paused()
    await ann.until(lambda: not seen(ann, room, "Bo").here, "Bo is away")
    cy.client.seat.leave(room)
    await cy.until(lambda: cy.client.tables.view(room) is None, "left")
    await ann.until(lambda: seen(ann, room, "Cy").stand_in, "a bot for Cy")
    await together((ann,), room, lambda: seen(ann, room, "Bo").stand_in)
    bo.client.connection.resumed()
    await bo.until(lambda: bo.client.account.me.inside and at_table(bo, room), "back")
    await ann.until(lambda: seen(ann, room, "Bo").here, "Bo is here")
    assert not seen(ann, room, "Bo").stand_in
    await together((ann, bo), room, lambda: ann.view(room).over)
    assert ann.view(room).round == game
    codes = ("notice.left_won", "notice.left_lost")
    await cy.until(
        lambda: any(one.say.key in codes for one in cy.client.notices.toasts), "the result"
    )
    # Those who are left stay for a rematch, with a bot on the empty chair. Each line brings the
    # news in its own time: who has not heard of the empty chair yet can call nobody to it.
    for who in (ann, bo):
        await who.until(partial(chair_free, who, room), "an empty chair")
        who.client.seat.ready(room)
    for who in (ann, bo):
        await who.until(lambda who=who: who.view(room).ready, "ready")  # type: ignore[misc]
    assert len(bo.client.seat.call_bots(room)) == 1
    await ann.until(lambda: ann.view(room).round == game + 1, "a rematch")


def chair_free(who: Player, room: str) -> bool:
    return taken(who, room) == 2


def taken(who: Player, room: str) -> int:
    return sum(one.taken for one in who.view(room).seats)


def at_table(who: Player, room: str) -> bool:
    found = who.client.tables.view(room)
    return found is not None and not found.syncing


def seen(who: Player, room: str, name: str) -> SeatView:
    return next(one for one in who.view(room).seats if one.name == name)


async def together(players: tuple[Player, ...], room: str, done: Callable[[], bool]) -> None:
    """All of them tap until it is done."""

    def tapped() -> bool:
        for one in players:
            if not done() and at_table(one, room):
                one.tap(room)
        return done()

    await players[0].until(tapped, "it")

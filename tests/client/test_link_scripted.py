"""The client's connection against a server that does what the test says."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection as SyncConnection
from websockets.sync.server import serve as serve_in_thread

from client_link import connection
from protocol import messages
from protocol.codec import FROM_CLIENT, decode, encode
from protocol.messages import Message, Room
from tests.client.player import player

Script = Callable[[ServerConnection], Awaitable[None]]


async def hear(ws: ServerConnection) -> Message:
    data = await ws.recv()
    assert isinstance(data, bytes), "only binary frames"
    return decode(data, FROM_CLIENT)


async def tell(ws: ServerConnection, *told: Message) -> None:
    for message in told:
        await ws.send(encode(message))


async def greet(ws: ServerConnection) -> None:
    assert isinstance(await hear(ws), messages.Hello)
    await tell(ws, messages.Welcome(1, house="Script"))


async def let_in(ws: ServerConnection) -> None:
    await greet(ws)
    login = await hear(ws)
    assert isinstance(login, messages.Guest | messages.Resume)
    await tell(ws, messages.Session(login.id, "token", "Me", True))


@asynccontextmanager
async def scripted(
    script: Script,
    deny: Callable[[ServerConnection, Request], Response | None] | None = None,
) -> AsyncIterator[str]:
    """A server that plays the script on every line."""
    faults: list[BaseException] = []

    async def play(ws: ServerConnection) -> None:
        try:
            await script(ws)
        except AssertionError as wrong:
            faults.append(wrong)
            raise

    async with serve(play, "127.0.0.1", 0, process_request=deny, ping_interval=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}"
    assert not faults, faults


def test_a_line_carries_both_ways_and_ends_with_its_code() -> None:
    heard: list[Message] = []

    async def script(ws: ServerConnection) -> None:
        await let_in(ws)
        heard.append(await hear(ws))
        await ws.send("a text frame is none of ours")
        await tell(ws, messages.Purse(4_200))
        await ws.close(4001, "malformed")

    async def evening() -> None:
        async with scripted(script) as url, player() as one:
            await one.come_in(url)
            await one.until(lambda: one.client.account.me.play == 4_200)
            await one.until(lambda: one.client.connection.view.state == "fault")
            assert one.client.connection.view.code == "malformed"
            banner = one.client.notices.banner
            assert banner is not None
            assert isinstance(heard[0], messages.Lobby)

    asyncio.run(evening())


@pytest.mark.parametrize(("status", "state"), [(503, "waiting"), (403, "fault"), (429, "waiting")])
def test_a_denied_request_is_what_its_status_says(status: int, state: str) -> None:
    def deny(ws: ServerConnection, request: Request) -> Response:
        return ws.respond(HTTPStatus(status), "no")

    async def evening() -> None:
        async with scripted(greet, deny) as url, player() as one:
            one.client.connection.go_to(url)
            await one.until(lambda: one.client.connection.view.state == state)

    asyncio.run(evening())


def test_nobody_there_and_no_such_name_are_tried_again() -> None:
    async def evening() -> None:
        async with player() as one:
            for url in ("ws://127.0.0.1:1", "ws://no-such-house.invalid"):
                one.client.connection.go_to(url)
                await one.until(lambda: one.client.connection.view.state == "waiting")

    asyncio.run(evening())


def test_a_certificate_that_nobody_knows_is_no_line() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def evening() -> None:
        server = await asyncio.start_server(plain, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, player() as one:
            one.client.connection.go_to(f"wss://127.0.0.1:{port}")
            await one.until(lambda: one.client.connection.view.state == "waiting")

    asyncio.run(evening())


def test_a_line_that_breaks_is_opened_again_and_goes_on_with_the_session() -> None:
    lines: list[list[Message]] = []

    async def script(ws: ServerConnection) -> None:
        mine: list[Message] = []
        lines.append(mine)
        await greet(ws)
        login = await hear(ws)
        mine.append(login)
        assert isinstance(login, messages.Guest | messages.Resume)
        await tell(ws, messages.Session(login.id, f"token {len(lines)}", "Me", True))
        while len(lines) == 1:
            mine.append(await hear(ws))
            if isinstance(mine[-1], messages.Profile):
                ws.transport.abort()
                return
        async for data in ws:
            message = decode(bytes(data), FROM_CLIENT)  # type: ignore[arg-type]  # all are binary
            mine.append(message)
            if not isinstance(message, messages.Ping):
                await tell(ws, messages.Ok(getattr(message, "id", 0)))

    async def evening() -> None:
        async with scripted(script) as url, player() as one:
            await one.come_in(url)
            number = one.client.account.show_as("Mia", "fox")
            await one.until(lambda: not one.client.requests.pending(number))
            assert one.client.requests.refusal_of(number) is None
            assert one.client.account.me.name == "Mia"
        resume, *rest = lines[1]
        assert isinstance(resume, messages.Resume)
        assert resume.token == "token 1"
        assert [one for one in rest if isinstance(one, messages.Profile)] == [
            one for one in lines[0] if isinstance(one, messages.Profile)
        ], "the same request with the same number"

    asyncio.run(evening())


def test_putting_the_app_away_ends_the_line_although_the_loop_stands_still() -> None:
    gone = threading.Event()

    def script(ws: SyncConnection) -> None:
        ws.recv()
        ws.send(encode(messages.Welcome(1)))
        with suppress(ConnectionClosed):
            for _ in ws:
                pass
        gone.set()

    async def evening(url: str) -> None:
        async with player() as one:
            one.client.connection.go_to(url)
            await one.until(lambda: one.client.connection.view.state == "met")
            one.client.connection.paused()
            # Android stops the loop here: nothing of it runs until the app is back.
            assert gone.wait(30)
            assert one.client.connection.view.state == "offline"
            one.client.connection.resumed()
            await one.until(lambda: one.client.connection.view.state == "met")

    with serve_in_thread(script, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        port = server.socket.getsockname()[1]
        asyncio.run(evening(f"ws://127.0.0.1:{port}"))
        server.shutdown()
        thread.join()


def test_a_flood_of_messages_leaves_the_screen_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FRAME_S", 0.0)
    pages, size = 60, 100
    rooms = [Room(f"t{n}", "holdem", "standard", "play", 1, 1, 1, 6) for n in range(size)]

    async def script(ws: ServerConnection) -> None:
        await let_in(ws)
        await hear(ws)
        for page in range(pages):
            await tell(ws, messages.Rooms(tuple(rooms), whole=page == 0))
        await tell(ws, messages.Purse(1))
        await ws.wait_closed()

    async def evening() -> None:
        turns, seen = 0, 0

        async def screen() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async with scripted(script) as url, player() as one:

            def count(topic: str, table: str) -> None:
                nonlocal seen
                seen += topic == "lobby"

            await one.come_in(url)
            one.client.observe(count)
            drawing = asyncio.ensure_future(screen())
            await one.until(lambda: one.client.account.me.play == 1)
            drawing.cancel()
            assert turns >= seen >= 1, "a turn after each message at least"

    asyncio.run(evening())


def test_an_address_that_cannot_be_opened_at_all_is_no_crash() -> None:
    async def evening() -> None:
        end = await connection.Connection("ws://[broken").carry(lambda: None, lambda data: None)
        assert end == connection.End()
        hung = connection.Connection("ws://127.0.0.1:1")
        hung.disconnect()
        assert await hung.carry(lambda: None, lambda data: None) == connection.End()

    asyncio.run(evening())

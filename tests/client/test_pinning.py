"""A house with a certificate of its own: who was invited takes that one, and no other."""

import asyncio
import base64
import hashlib
import ssl
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from client_core.client import Client, invitation
from client_link import Link
from client_link.connection import Connection, End
from game_server.net import own_certificate
from protocol import messages
from tests.certificate import self_signed
from tests.client.device import Device
from tests.house.process import house, line_with

PATIENCE_S = 30.0
OTHER = "q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng"


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not done():
            await asyncio.sleep(0.01)


async def reached(address: str, state: str) -> Client:
    """A client that was sent there, in this state."""
    link = Link(lambda name, text: None, lambda: None)
    client = link.client({})
    try:
        assert client.connection.go_to(address) is None
        await until(lambda: client.connection.view.state == state)
        return client
    finally:
        await link.close()


def test_the_invitation_leads_into_the_house_and_any_other_certificate_is_refused(
    tmp_path: Path,
) -> None:
    own = {"CARDROOM_LISTEN_TLS": "self"}
    with house(tmp_path, environment=own) as running:
        said = line_with(running.process, "Invitation: ")
        link = said.removeprefix("Invitation: ").strip()
        found = invitation(link)
        assert found is not None
        assert found.url == running.url
        address, _, pin = running.url.partition("#pin=")
        assert address.startswith("wss://127.0.0.1:")
        port = int(address.rpartition(":")[2])
        shown = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port)))
        digest = base64.urlsafe_b64encode(hashlib.sha256(shown).digest()).decode().rstrip("=")
        assert pin == digest

        asyncio.run(reached(link, "met"))
        other = link.replace(pin, OTHER)
        refused = asyncio.run(reached(other, "fault")).notices.banner
        assert refused is not None
        assert refused.say.key == "banner.certificate"
        unpinned = asyncio.run(reached(address, "fault")).notices.banner
        assert unpinned is not None
        assert unpinned.say.key == "banner.untrusted"
        for file in own_certificate.files(tmp_path / "var"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with house(tmp_path, environment=own) as again:
        assert again.url.partition("#pin=")[2] == pin, "what was sent to friends is still right"


async def test_a_house_with_another_certificate_is_sent_nothing(tmp_path: Path) -> None:
    own, key = self_signed(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own, key)
    heard: list[bytes] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            heard.append(await reader.read(4096))
        except ConnectionError:
            heard.append(b"")
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]

    def nothing(*_: object) -> None:
        pytest.fail("it is not open")

    end = await Connection(f"wss://127.0.0.1:{port}#pin={OTHER}").carry(nothing, nothing)
    assert end == End(why="certificate")
    right = own_certificate.fingerprint(own)
    carried = asyncio.ensure_future(
        Connection(f"wss://127.0.0.1:{port}#pin={right}").carry(nothing, nothing)
    )
    await until(lambda: any(one.startswith(b"GET ") for one in heard))
    await carried
    server.close()
    assert [one for one in heard if not one.startswith(b"GET ")] in ([], [b""])


def test_a_broken_half_of_a_certificate_is_made_whole_and_a_whole_one_is_kept(
    tmp_path: Path,
) -> None:
    own_certificate.make_if_missing(tmp_path)
    certificate, key = own_certificate.files(tmp_path)
    before = certificate.read_bytes()
    own_certificate.make_if_missing(tmp_path)
    assert certificate.read_bytes() == before
    # Its power failed between the two files.
    certificate.unlink()
    own_certificate.make_if_missing(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    assert certificate.read_bytes() != before


def test_a_house_that_was_met_is_looked_for_again_though_another_stands_in_for_it() -> None:
    one = Device()
    one.come_in()
    one.lose()
    one.client.connection.lost(one.connection, why="untrusted")
    one.client.connection.try_again()
    one.client.connection.lost(one.connection, why="untrusted")
    assert one.client.connection.view.state == "waiting"
    one.client.connection.try_again()
    one.client.connection.lost(one.connection, why="certificate")
    assert one.client.connection.view.state == "fault"
    one.client.connection.try_again()
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1))
    assert one.client.connection.view.state == "entering"

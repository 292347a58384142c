"""Words by a real NATS: carried in order, lost while it is away, carried again when it is back."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from game_server.cluster.nats_words import NatsWords
from game_server.cluster.servers import NatsServers
from tests.certificate import self_signed
from tools.nats import PASSWORD, USER, LocalNats

PATIENCE_S = 20.0


async def until(done: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not done():
            await asyncio.sleep(0.005)


async def say_until(words: NatsWords, *said: bytes, done: Callable[[], object]) -> None:
    """Say it again and again: what is said before anybody listens is lost."""
    async with asyncio.timeout(PATIENCE_S):
        while not done():
            for one in said:
                words.publish("house", one)
            await asyncio.sleep(0.005)


def node(nats: LocalNats, password: str = PASSWORD, **more: str) -> NatsWords:
    made = NatsWords(asyncio.get_running_loop(), NatsServers((nats.url,), USER, password, **more))
    made.begin()
    return made


async def test_words_reach_who_listens_in_their_order_and_not_who_says_them() -> None:
    heard: list[bytes] = []
    with LocalNats() as nats:
        mine, other = node(nats), node(nats)
        mine.listen("house", heard.append)
        other.listen("house", heard.append)
        await until(lambda: mine.connected and other.connected)
        await say_until(mine, b"there?", done=lambda: heard)
        mine.publish("house.other", b"not here")
        for number in range(2_000):
            mine.publish("house", b"%d" % number)
        await until(lambda: heard[-1] == b"1999")
        assert [one for one in heard if one != b"there?"] == [b"%d" % n for n in range(2_000)]
        for one in (mine, other):
            await one.close().asFuture(asyncio.get_running_loop())


async def test_words_are_lost_while_the_server_is_away_and_carried_when_it_is_back() -> None:
    heard: list[bytes] = []
    news: list[bool] = []
    with LocalNats() as nats:
        nats.halt()
        mine, other = node(nats), node(nats)
        mine.changed = news.append
        other.listen("house", heard.append)
        mine.publish("house", b"before there was a server")
        nats.start()
        await until(lambda: mine.connected and other.connected)
        await say_until(mine, b"first", done=lambda: heard)
        nats.halt()
        await until(lambda: news[-1:] == [False])
        assert not mine.connected
        mine.publish("house", b"while it was away")
        nats.start()
        await say_until(mine, b"again", done=lambda: b"again" in heard)
        assert set(heard) == {b"first", b"again"}
        assert news == [True, False, True]
        for one in (mine, other):
            await one.close().asFuture(asyncio.get_running_loop())


async def test_who_fails_at_a_word_hears_the_next() -> None:
    heard: list[int] = []
    with LocalNats() as nats:
        mine, other = node(nats), node(nats)
        other.listen("house", lambda said: heard.append(1 // int(said)))
        await until(lambda: mine.connected and other.connected)
        await say_until(mine, b"0", b"1", done=lambda: heard)
        for one in (mine, other):
            await one.close().asFuture(asyncio.get_running_loop())


async def test_who_listens_while_the_server_is_away_hears_words_when_it_is_back() -> None:
    heard: list[bytes] = []
    with LocalNats() as nats:
        mine, other = node(nats), node(nats)
        await until(lambda: mine.connected and other.connected)
        nats.halt()
        await until(lambda: not other.connected)
        other.listen("house", heard.append)
        nats.start()
        await until(lambda: mine.connected and other.connected)
        await say_until(mine, b"there?", done=lambda: heard)
        for one in (mine, other):
            await one.close().asFuture(asyncio.get_running_loop())


async def test_a_wrong_password_carries_no_word_until_it_is_right() -> None:
    with LocalNats() as nats:
        stranger, known = node(nats, "another-password"), node(nats)
        await until(lambda: known.connected)
        nats.halt()
        right = nats.settings.read_text()
        nats.settings.write_text(right.replace(PASSWORD, "another-password"))
        nats.start()
        await until(lambda: stranger.connected and not known.connected)
        nats.halt()
        nats.settings.write_text(right)
        nats.start()
        await until(lambda: known.connected)
        for one in (stranger, known):
            await one.close().asFuture(asyncio.get_running_loop())


async def test_a_server_is_believed_only_with_a_certificate_that_somebody_vouches_for(
    tmp_path: Path,
) -> None:
    certificate = self_signed(tmp_path)
    with LocalNats(certificate) as nats:
        careless, knows = node(nats), node(nats, authority=str(certificate[0]))
        await until(lambda: knows.connected)
        assert not careless.connected
        for one in (careless, knows):
            await one.close().asFuture(asyncio.get_running_loop())

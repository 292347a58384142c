"""Attacks on a real house, in one evening in which honest people play at a table all the time."""

import hashlib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from protocol import messages as said
from protocol.messages import Asked, Goodbye, Message, Ok, Refused, Session
from tests.house.attack_duel import Duel
from tests.house.attack_evening import PAGE, SIDE, Evening, evening
from tests.house.attack_floods import FLOODS, LAPS, PASSWORD, SLOW, slow_readers
from tests.house.attack_honest import PLAYERS
from tests.house.attack_lines import PATIENCE, Ended, Eve, Far
from tests.net.wired import REQUEST

MOST_GROWN = 50
AT_ONCE = 25
"""Megabytes: the aim of the house, and what no attack alone takes."""
ELSEWHERE = [name for name in FLOODS if name not in ("slow readers", "half-open lines")]


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The house; when it is turned off in the end, everybody has what is theirs."""
    with evening(tmp_path_factory.mktemp("evening")) as one:
        yield one
        one.close()


@pytest.fixture
def eve(night: Evening) -> Iterator[Eve]:
    with Eve(night.port) as one:
        yield one


@pytest.fixture(scope="module", autouse=True)
def waiting(night: Evening) -> Iterator[list[list[Far]]]:
    """All evening somebody has connected, begun a request, and opened a line, and says no more."""
    with Eve(night.port) as one:
        connected, begun, opened = ([one.far() for _ in range(5)] for _ in range(3))
        for far in begun:
            far.send(REQUEST[:40])
        assert {far.upgrade() for far in opened} == {101}
        yield [connected + begun, opened]


@pytest.fixture(autouse=True)
def _unharmed(night: Evening, request: pytest.FixtureRequest) -> Iterator[None]:
    """After every attack nobody at the honest table has missed a turn, and all sit as they sat."""
    night.begin()
    before = night.grown()
    yield
    played = night.plays(rounds=1)
    late = f"p50 {played.percentile(0.5):.1f} ms, p99 {played.percentile(0.99):.1f} ms"
    print(f"{request.node.name}: {late}, grown by {night.grown():.1f} MB")
    assert played.acts > 0
    assert night.missed() == []
    assert night.sat() == PLAYERS
    assert night.grown() < MOST_GROWN
    assert night.grown() - before < AT_ONCE


@pytest.mark.parametrize("name", ELSEWHERE)
def test_honest_people_play_on_under(name: str, night: Evening, eve: Eve) -> None:
    attack = FLOODS[name](eve)
    for burst, _ in enumerate(attack, 1):
        if night.played().rounds > 1 and burst >= LAPS.get(name, 0):
            break
    attack.close()


def test_who_never_reads_is_dropped(night: Evening, eve: Eve) -> None:
    end = time.monotonic() + PATIENCE
    for _ in slow_readers(eve):
        if night.counts("lines_ended_total").get("too_slow", 0) == SLOW:
            break
        assert time.monotonic() < end, night.counts("lines_ended_total")


def test_pages_of_strangers_are_denied(eve: Eve) -> None:
    host = PAGE.removeprefix("https://")
    for origin in (
        "https://evil.example",
        "null",
        "file:///home/eve/page.html",
        "",
        f"http://{host}",
        f"{PAGE}:444",
        f"{PAGE}.evil.example",
        f"https://evil.example/{PAGE}",
        f"https://{host}@evil.example",
        f"https://not-{host}",
        f"{PAGE}\r\nOrigin: https://evil.example",
    ):
        status = eve.far().upgrade(f"Origin: {origin}\r\n".encode())
        assert status in (400, 403), origin
    assert eve.far().upgrade(f"Origin: {PAGE}\r\n".encode()) == 101
    eve.met().is_served()


def test_captured_answers_do_nothing_when_they_are_sent_again(night: Evening, eve: Eve) -> None:
    one, other, stranger, watcher = (eve.guest() for _ in range(4))
    duel = Duel(one, other)
    watcher.reply(said.Join(watcher.next(), SIDE))
    duel.play(4)
    own, others = duel.frames[one], duel.frames[other]
    # On its own line each gets the answer that it got; nothing is done twice.
    assert all(isinstance(reply, Ok) for reply in duel.replayed(one, own, 1))
    whose, asked = duel.asked()
    current = duel.answer(whose, asked)
    enemy = other if whose is one else one
    for far, frames in ((enemy, [current]), (stranger, [*own, current]), (watcher, others)):
        assert all(isinstance(reply, Refused) for reply in duel.replayed(far, frames, 2))
    # Whose line it is has used that number.
    enemy.number = max(enemy.number, whose.number)
    met = eve.met()
    met.send(current)
    assert refusal(met.replies(1)[0]) == "not_now"
    # In time, in order, and three times over: once.
    whose.send(b"".join(duel.frames[whose][:-1]) + current * 3)
    assert all(isinstance(reply, Ok) for reply in whose.replies(len(duel.frames[whose]) + 2))
    duel.play(3)
    assert night.acts(SIDE)[-len(duel.did) :] == duel.did
    duel.over()


def test_a_captured_line_cannot_be_played_from_its_beginning(eve: Eve) -> None:
    far = eve.far().guest("Captured")
    again = eve.met()
    again.say(said.Guest(1, "Captured"), said.Join(2, SIDE), said.Queue(3, SIDE))
    codes = [refusal(reply) for reply in again.replies(3)]
    assert codes[-1] == "name_taken" or codes[0] == "name_taken", codes
    assert codes.count("not_now") == 2
    far.is_served()


def test_a_stolen_token_moves_the_seat_and_its_owner_takes_it_back(
    night: Evening, eve: Eve
) -> None:
    name = "Robbed"
    owner, other = eve.guest(), eve.guest()
    assert isinstance(owner.reply(said.Register(owner.next(), name, PASSWORD)), Ok)
    duel = Duel(owner, other)
    while (asking := duel.asked())[0] is not owner:
        other.send(duel.answer(*asking))
    turn = asking[1].turn

    thief = eve.met()
    thief.say(said.Resume(1, owner.token))
    stolen = thief.until(Session)
    assert stolen.tables == (SIDE,)
    assert owner.until(Goodbye).code == "moved"
    assert owner.ending() == (4000, "moved")
    assert thief.until(Asked).turn == turn, "one seat, one interface"
    assert isinstance(thief.reply(said.Lobby(2)), Ok)
    assert refusal(eve.met().reply(said.Resume(1, owner.token))) == "session_unknown"

    back = eve.met()
    back.say(said.Login(1, name, PASSWORD))
    back.until(Session)
    back.number = owner.number
    assert thief.until(Goodbye).code == "moved"
    assert thief.ending() == (4000, "moved")
    asked = back.until(Asked)
    assert asked.turn == turn
    assert refusal(eve.met().reply(said.Resume(1, stolen.token))) == "session_replaced"
    duel.both[0] = back
    duel.frames[back] = []
    back.send(duel.answer(back, asked))
    assert isinstance(back.replies(1)[0], Ok)
    assert night.acts(SIDE)[-len(duel.did) :] == duel.did
    duel.over()


def test_tokens_that_were_forged_used_or_are_too_old_open_nothing(night: Evening, eve: Eve) -> None:
    def resumed(token: str) -> Message:
        return eve.met().reply(said.Resume(1, token))

    far = eve.guest()
    first = far.token
    kept = hashlib.sha256(first.encode()).hexdigest()
    forged = (first[:-1], first + "A", first.swapcase(), "0" * 43, kept, "' OR 1=1 --", "%")
    for token in forged:
        assert refusal(resumed(token)) == "session_unknown", token
    # A token is good until the one that was given for it was used.
    second = token_of(resumed(first))
    third = token_of(resumed(second))
    assert refusal(resumed(first)) == "session_unknown"
    line = eve.met()
    fourth = token_of(line.reply(said.Resume(1, third)))
    assert isinstance(line.reply(said.Lobby(2)), Ok)
    assert refusal(resumed(second)) == "session_unknown"
    assert refusal(resumed(third)) == "session_unknown"
    line.reply(said.Logout(3))
    assert refusal(resumed(fourth)) == "session_over"
    old = eve.guest()
    with closing(sqlite3.connect(night.house.database, timeout=60)) as conn, conn:
        changed = conn.execute(
            "UPDATE sessions SET expires = began - 1 WHERE token = ?",
            (hashlib.sha256(old.token.encode()).digest(),),
        ).rowcount
    assert changed == 1
    assert refusal(resumed(old.token)) == "session_expired"


def test_who_only_begins_is_sent_away(waiting: list[list[Far]]) -> None:
    silent, opened = waiting
    for far in silent:
        with pytest.raises(Ended):
            far.hear()
    for far in opened:
        assert far.ending() == (4004, "no_hello")


def refusal(reply: Message) -> str:
    assert isinstance(reply, Refused), reply
    return reply.code


def token_of(reply: Message) -> str:
    assert isinstance(reply, Session), reply
    return reply.token

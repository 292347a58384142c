"""Attacks by much: each goes on for as long as it is asked to, a burst at a time."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from itertools import count, cycle
from typing import Final

from protocol import messages
from protocol.codec import encode
from protocol.messages import Refused, Session
from tests.attacks.frames import BOMBS, LETTERS, MAY_SAY, SELDOM, TOO_BIG
from tests.attacks.honest import TABLE
from tests.attacks.lines import Eve
from tests.net.wired import REQUEST, frame

Going = Generator[None, None, None]
Attack = Callable[[Eve], Going]
PASSWORD: Final = "three red kings and a fox"
PER_ADDRESS: Final = 40
SLOW: Final = 12
NUMBERS: Final = count(1_000)
WAIT: Final = 0.05
KINDS: Final = {**MAY_SAY, **SELDOM}


def slow_readers(eve: Eve) -> Going:
    """A dozen who ask to be told as much as can be, and never read it."""
    lines = [eve.far(SO_RCVBUF=4_096).guest() for _ in range(SLOW)]
    for far in lines:
        far.say(messages.Join(far.next(), TABLE))
        far.say(*(messages.Say(far.next(), TABLE, LETTERS) for _ in range(5)))
        for kind in ("join", "resync", "lobby", "rules_of"):
            far.say(*(MAY_SAY[kind](far.next()) for _ in range(9)))
    while True:
        for _ in range(10):
            yield from _waiting()
        for far in lines:
            far.say(messages.Say(far.next(), TABLE, LETTERS), messages.Join(far.next(), TABLE))


def half_open(eve: Eve) -> Going:
    """Those who connect, or begin a request, or are a line, or say hello, and then nothing."""
    for begun in (b"", REQUEST[:40]):
        home = eve.far().home
        for _ in range(10):
            eve.far(home).send(begun)
            assert eve.far(home).upgrade() == 101
            eve.met(home)
    while True:
        yield from _waiting()


def connects(eve: Eve) -> Going:
    """One address opens lines as fast as it can; others come in meanwhile."""
    home = eve.far().home
    while True:
        for _ in range(20):
            for far in [eve.far(home) for _ in range(10)]:
                far.send(REQUEST % b"")
                far.close()
        eve.met().is_served()
        eve.drop()
        yield


def crowd(eve: Eve) -> Going:
    """A hundred addresses hold all the lines there are and log in nowhere: they make way for one
    another, who is in stays in, and members come in."""
    inside = eve.guest()
    assert [eve.far(inside.home).upgrade() for _ in range(PER_ADDRESS)][-2:] == [101, 429]
    name, token = _member(eve)
    homes = [eve.far().home for _ in range(100)]
    for home in homes:
        for _ in range(6):
            eve.far(home).upgrade()
    for lap, home in enumerate(cycle(homes)):
        lines = [eve.far(home) for _ in range(5)]
        for far in lines:
            far.upgrade()
        token = _comes_back(eve, name, token)
        if lap % 10 == 0:
            inside.is_served()
        for far in lines:
            far.close()
        yield


def newcomers(eve: Eve) -> Going:
    """A hundred addresses make guests until nobody new is let in; members come in all the same."""
    name, token = _member(eve)
    homes, refused = [eve.far().home for _ in range(100)], 0
    for home in cycle(homes):
        far = eve.met(home)
        answer = far.reply(messages.Guest(far.next()))
        if isinstance(answer, Refused):
            assert answer.code == "crowded", answer
            assert answer.facts["seconds"], answer
            far.close()
            refused += 1
        if refused > 5:
            break
    while True:
        token = _comes_back(eve, name, token)
        yield


def _member(eve: Eve) -> tuple[str, str]:
    """The name of an honest member who is not here, and the token to come back with."""
    name, far = f"Member {next(NUMBERS)}", eve.met()
    far.say(messages.Register(1, name, PASSWORD))
    token = far.until(Session).token
    far.close()
    return name, token


def _comes_back(eve: Eve, name: str, token: str) -> str:
    """The member comes in with the token, and by name and password; the token after that."""
    with closing(eve.met()) as far:
        far.say(messages.Resume(1, token))
        far.until(Session)
        far.is_served()
    with closing(eve.met()) as far:
        far.say(messages.Login(1, name, PASSWORD))
        token = far.until(Session).token
        far.is_served()
    return token


def message_flood(eve: Eve) -> Going:
    """Every kind of message, a thousand of one kind at once: the line is cut off."""
    for kind, says in cycle(KINDS.items()):
        far = eve.guest()
        far.send(b"".join(frame(encode(says(n))) for n in range(1_000, 2_000)))
        # Whoever sends far more than is heard may find the line gone.
        assert far.ending() in ((4002, "not_now"), (4003, "too_fast"), (0, "")), kind
        yield


def chatter(eve: Eve) -> Going:
    """Sixty who say whatever they may as often as they may, most of it at the honest table."""
    homes = [eve.far().home for _ in range(4)]
    lines = [eve.guest(home) for home in homes for _ in range(15)]
    for far in lines:
        far.say(*(SELDOM[kind](next(NUMBERS)) for kind in ("open_room", "a room with bots")))
    for kind in cycle(MAY_SAY):
        for far in lines:
            far.say(MAY_SAY[kind](next(NUMBERS)))
        for far in lines:
            far.drain()
        yield from _waiting()


def logins(eve: Eve) -> Going:
    """Wrong passwords from ever other addresses; the owner of the account comes in all the same."""
    name, refused = f"Careful {next(NUMBERS)}", Counter[str]()
    owner = eve.met()
    owner.say(messages.Register(1, name, PASSWORD))
    owner.until(Session)
    try:
        while True:
            lines = [eve.met(home) for home in [eve.far().home for _ in range(9)] for _ in range(4)]
            for whom in (name, "", ""):
                for far in lines:
                    wrong = whom or f"Nobody {next(NUMBERS)}"
                    far.say(messages.Login(far.next(), wrong, "the guess of a stranger"))
                for far in lines:
                    refused[far.until(Refused).code] += 1
                yield
    finally:
        owner.close()
        again = eve.met(owner.home)
        again.say(messages.Login(1, name, PASSWORD))
        again.until(Session)
        assert {*refused} <= {"login_wrong", "login_wait", "busy"}, refused
        assert refused["login_wait"], "the name is guarded"


def tokens(eve: Eve) -> Going:
    """Guesses at tokens, from ever other addresses."""
    while True:
        for far in [eve.met() for _ in range(5)]:
            far.say(*(messages.Resume(far.next(), f"{next(NUMBERS)}".zfill(43)) for _ in range(3)))
            codes = {far.until(Refused).code for _ in range(3)}
            assert codes <= {"session_unknown", "entering"}, codes
            far.close()
        yield


def bombs(eve: Eve) -> Going:
    """Every message that is meant to burst: to the door, to the hall, to the tables."""
    for name, data in cycle(BOMBS.items()):
        stranger = eve.far()
        assert stranger.upgrade() == 101
        stranger.send(frame(data))
        assert stranger.ending() == (4001, "malformed"), name
        for far in (eve.met(), eve.guest()):
            far.send(frame(data))
            assert far.until(Refused).code == "malformed", name
            far.is_served()
            far.send(frame(data) * 6)
            assert far.ending() == (4001, "malformed"), name
        yield


def oversize(eve: Eve) -> Going:
    """Frames that are too long, or say that they are, or never come to their end."""
    for name, (data, how) in cycle(TOO_BIG.items()):
        # Within the limit, and the rest never comes: that line waits, and nobody else.
        eve.guest().send(frame(b"x" * 4_000)[:10])
        far = eve.guest()
        far.send(data)
        assert far.ending() == how, name
        yield


def _waiting() -> Going:
    """These do no more for a moment."""
    time.sleep(WAIT)
    yield


FLOODS: Final[Mapping[str, Attack]] = {
    "slow readers": slow_readers,
    "half-open lines": half_open,
    "connects": connects,
    "a full house": crowd,
    "a house full of guests": newcomers,
    "messages": message_flood,
    "chatter": chatter,
    "oversize frames": oversize,
    "bombs": bombs,
    "wrong passwords": logins,
    "guessed tokens": tokens,
}
"""What is done to a house, by name."""
LAPS: Final[Mapping[str, int]] = {
    "messages": len(KINDS),
    "oversize frames": len(TOO_BIG),
    "bombs": len(BOMBS),
}
"""So many bursts, and all there is has been tried."""

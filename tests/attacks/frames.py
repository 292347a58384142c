"""Frames that are meant to hurt, and every kind of message that somebody inside may send."""

from collections.abc import Callable, Mapping
from typing import Final

from protocol import messages
from protocol.messages import Message, Seen
from tests.attacks.honest import TABLE
from tests.net.wired import CLOSE, MASK, MORE, PING, TEXT, frame

PING_1: Final = b"\x82\xa1t\xa4ping\xa1n"
"""A ping but for its number."""
BOMBS: Final[Mapping[str, bytes]] = {
    "deep lists": b"\x91" * 4_000,
    "deep maps": b"\x81\xa1a" * 1_300,
    "a deep field": PING_1 + b"\x91" * 4_000,
    "a wide list": b"\xdc\x0f\x00" + b"\xc0" * 3_840,
    "a wide map": b"\xde\x03\xe8" + b"".join(b"\xcd%c%c\x01" % divmod(n, 256) for n in range(999)),
    "lists of empty lists": b"\xdc\x0f\xf0" + b"\x90" * 4_080,
    "a list that says it is long": b"\xdd\xff\xff\xff\xff",
    "a map that says it is long": b"\xdf\xff\xff\xff\xff",
    "a text that says it is long": PING_1 + b"\xdb\xff\xff\xff\xff",
    "bytes that say they are long": PING_1 + b"\xc6\xff\xff\xff\xff",
    "an ext that says it is long": PING_1 + b"\xc9\xff\xff\xff\xff\x01",
    "an ext": PING_1 + b"\xd4\x01\x00",
    "a timestamp": PING_1 + b"\xd6\xff\x00\x00\x00\x01",
    "an ext alone": b"\xc7\xff\x05" + b"x" * 255,
    "a float": PING_1 + b"\xcb\x3f\xf0" + bytes(6),
    "not a number": PING_1 + b"\xcb\x7f\xf8" + bytes(6),
    "the longest number": PING_1 + b"\xcf" + b"\xff" * 8,
    "the least number": PING_1 + b"\xd3\x80" + bytes(7),
    "a key twice": b"\x83\xa1t\xa4ping\xa1n\x01\xa1n\x02",
    "no text in a key": b"\x82\xc0\xa4ping\xa1n\x01",
    "a list in a key": b"\x82\x90\xa4ping\xa1n\x01",
    "broken letters": b"\x82\xa1t\xa4\xff\xfe\xfd\xfc\xa1n\x01",
    "half a letter": b"\x82\xa1t\xa4\xed\xa0\x80x\xa1n\x01",
    "one field too many": b"\x83\xa1t\xa4ping\xa1n\x01\xa1x\x01",
    "a kind that nobody knows": b"\x81\xa1t\xa4bomb",
    "a kind of the house": b"\x81\xa1t\xa4told",
    "a kind that is a list": b"\x81\xa1t\x91\x01",
    "something behind it": PING_1 + b"\x01\x00",
    "nothing": b"",
    "no map": b"\xc3",
    "what is never used": b"\xc1",
}
"""Messages that are none, by what is wrong with them."""

_TOO_BIG: Final = (1009, "too_big")
_PROTOCOL: Final = (1002, "protocol")
TOO_BIG: Final[Mapping[str, tuple[bytes, tuple[int, str]]]] = {
    "a byte too long": (frame(b"x" * 4_097), _TOO_BIG),
    "long": (frame(b"x" * 60_000), _TOO_BIG),
    "a huge length": (b"\x82\xff" + (2**62).to_bytes(8, "big") + MASK + b"x" * 5_000, _TOO_BIG),
    "an impossible length": (b"\x82\xff" + b"\xff" * 8 + MASK, _PROTOCOL),
    "a length with too many bytes": (b"\x82\xfe\x00\x05" + MASK + b"x" * 5, _PROTOCOL),
    "a length with far too many bytes": (
        b"\x82\xff" + (200).to_bytes(8, "big") + MASK + b"x" * 200,
        _PROTOCOL,
    ),
    "two halves": (frame(b"x" * 3_000, fin=False) + frame(b"x" * 3_000, MORE), _TOO_BIG),
    "in crumbs": (frame(b"x", fin=False) + frame(b"x", MORE, fin=False) * 50, _TOO_BIG),
    "in nothings": (frame(b"", fin=False) + frame(b"", MORE, fin=False) * 50, _TOO_BIG),
    "a long ping": (frame(b"x" * 126, PING), _PROTOCOL),
    "a ping in parts": (frame(b"", PING, fin=False), _PROTOCOL),
    "no mask": (b"\x82\x03abc", _PROTOCOL),
    "a reserved bit": (b"\xc2" + frame(b"x")[1:], _PROTOCOL),
    "a reserved code": (frame(b"x", 3), _PROTOCOL),
    "the end without a beginning": (frame(b"x", MORE), _PROTOCOL),
    "a beginning in the middle": (frame(b"x", fin=False) + frame(b"x"), _PROTOCOL),
    "letters": (frame(b"x", TEXT), (1003, "text")),
    "half a code": (frame(b"\x03", CLOSE), _PROTOCOL),
    "a code that is none": (frame(b"\x03\xee", CLOSE), _PROTOCOL),
    "a reason that is none": (frame(b"\x03\xe8\xff\xfe", CLOSE), (1007, "invalid")),
}
"""Frames against the rules, by what is wrong with them, and how a line ends for them."""

LETTERS: Final = "\N{PLAYING CARD ACE OF SPADES}" * 300
"""The longest that can be said, in letters of four bytes."""
Says = Callable[[int], Message]
MAY_SAY: Final[Mapping[str, Says]] = {
    "ping": messages.Ping,
    "lobby": messages.Lobby,
    "rules_of": lambda n: messages.RulesOf(n, "holdem", "standard"),
    "join": lambda n: messages.Join(n, TABLE),
    "queue": lambda n: messages.Queue(n, TABLE),
    "unqueue": lambda n: messages.Unqueue(n, TABLE),
    "sit": lambda n: messages.Sit(n, TABLE, "a key of another", 20_000),
    "sit_out": lambda n: messages.SitOut(n, TABLE),
    "stand_in": lambda n: messages.StandIn(n, TABLE),
    "ready": lambda n: messages.Ready(n, TABLE),
    "act": lambda n: messages.Answer(n, TABLE, n, "fold"),
    "resync": lambda n: messages.Resync(n, Seen(TABLE, 1, 0)),
    "say": lambda n: messages.Say(n, TABLE, LETTERS),
    "phrase": lambda n: messages.Phrase(n, TABLE, "well_played"),
    "mute": lambda n: messages.Mute(n, 1_000 + n),
    "bank": messages.Bank,
}
"""What somebody inside may send once a second, by the number of the request."""
SELDOM: Final[Mapping[str, Says]] = {
    "quick_seat": lambda n: messages.QuickSeat(n, "holdem"),
    "leave": lambda n: messages.Leave(n, TABLE),
    "open_room": lambda n: messages.OpenRoom(n, "holdem", "standard"),
    "a room with bots": lambda n: messages.OpenRoom(n, "holdem", "casino", bots=3),
    "seat_bot": lambda n: messages.SeatBot(n, TABLE),
    "profile": lambda n: messages.Profile(n, f"Name {n}"),
    "buy": lambda n: messages.Buy(n, TABLE, 10_000),
    "card": lambda n: messages.ChangeCard(n, "debit", "4000000000000000", "1234"),
    "register": lambda n: messages.Register(n, f"Name {n}", f"a password {n}"),
    "login": lambda n: messages.Login(n, f"Name {n}", f"a password {n}"),
    "hello": lambda n: messages.Hello(1, 1),
}
"""What is sent now and then, or at another time."""

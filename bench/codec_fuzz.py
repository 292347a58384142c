"""Throws damaged frames at the gate for as long as it is given: `python -m bench.codec_fuzz 60`.

A finding is anything but a message or Malformed, a verdict in which the two halves of msgpack
differ, or a message that does not survive being encoded again.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache

import msgpack
from hypothesis import HealthCheck, Phase, given, settings

from protocol.codec import FROM_CLIENT, FROM_SERVER, Limits, decode, encode
from protocol.messages import Message
from protocol.shape import Malformed
from tests.protocol.gates import gate
from tests.protocol.strategies import ANY_MESSAGE

Frames = Sequence[bytes]
Damage = Callable[[bytes, random.Random, Frames], bytes]

HOSTILE: tuple[object, ...] = (
    None, True, 0, -1, 2**63, 2**64 - 1, -(2**63), 0.5, float("nan"), "", "t", "\x00", "x" * 5000,
    b"", b"\xff", [], [[]], {}, {"t": "ping"}, {0: 0}, {"cards": [0, 200]}, {"count": -1},
    {"owner": 3, "cards": [1]}, msgpack.Timestamp(1), msgpack.ExtType(5, b"x"), [1] * 1500,
)  # fmt: skip
BYTES = (
    b"\xc1", b"\xc4\x01x", b"\xca\x7f\xc0\x00\x00", b"\xcb" + b"\xff" * 8, b"\xd4\x05x", b"\xff",
    b"\xd6\xff\x00\x00\x00\x00", b"\xd7\xff" + b"\xff" * 8, b"\xc7\x0c\xff" + b"\xff" * 12,
    b"\xc7\x05\xff" + b"\x01" * 5, b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff",
    b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xc9\xff\xff\xff\xff\x01", b"\x91" * 1500,
    b"\x81\xa1a" * 900,
    b"\xa3\xed\xa0\x80", b"\xa2\xc0\x80", b"\xa1\xff", b"\xc3", b"\xc0", b"\x90",
)  # fmt: skip


def flip(frame: bytes, rng: random.Random, corpus: Frames) -> bytes:
    data = bytearray(frame)
    for _ in range(rng.randint(1, 4)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def cut(frame: bytes, rng: random.Random, corpus: Frames) -> bytes:
    return frame[: rng.randrange(len(frame))]


def insert(frame: bytes, rng: random.Random, corpus: Frames) -> bytes:
    at = rng.randrange(len(frame) + 1)
    return frame[:at] + rng.choice(BYTES) + frame[at:]


def overwrite(frame: bytes, rng: random.Random, corpus: Frames) -> bytes:
    at, piece = rng.randrange(len(frame)), rng.choice(BYTES)
    return frame[:at] + piece + frame[at + len(piece) :]


def splice(frame: bytes, rng: random.Random, corpus: Frames) -> bytes:
    other = rng.choice(corpus)
    return frame[: rng.randrange(len(frame))] + other[rng.randrange(len(other)) :]


def twice(frame: bytes, rng: random.Random, corpus: Frames) -> bytes:
    """One key of the map a second time, with any value."""
    plain = msgpack.unpackb(frame, strict_map_key=False)
    if len(plain) >= 15:
        return frame + frame
    extra = msgpack.packb(rng.choice(list(plain))) + msgpack.packb(rng.choice(HOSTILE))
    return bytes([frame[0] + 1]) + frame[1:] + bytes(extra)


def disguise(frame: bytes, rng: random.Random, corpus: Frames) -> bytes:
    """One value anywhere in the message replaced, renamed, added or left out."""
    plain = msgpack.unpackb(frame, strict_map_key=False)
    place = plain
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = rng.choice(keys)
        if isinstance(place[key], dict | list) and rng.random() < 0.7:
            place = place[key]
            continue
        change = rng.randrange(3)
        if change == 0:
            del place[key]
        elif change == 1 and isinstance(place, dict):
            place[rng.choice(("x", "t", "e", 0, -(2**63), 2**64 - 1))] = place.pop(key)
        else:
            place[key] = rng.choice(HOSTILE)
        break
    return bytes(msgpack.packb(plain))


DAMAGES: tuple[Damage, ...] = (flip, cut, insert, overwrite, splice, twice, disguise)


def damaged(frame: bytes, rng: random.Random, corpus: Frames) -> bytes:
    """The frame after one damage, which always fits a frame, or after several."""
    damage = rng.choice(DAMAGES)
    frame = damage(frame, rng, corpus)
    while frame and rng.random() < 0.3:
        frame = rng.choice((flip, cut, insert, overwrite, splice))(frame, rng, corpus)
    return frame


@cache
def corpus() -> Frames:
    """Frames of every kind of message, the same each time."""
    frames: list[bytes] = []

    @settings(
        max_examples=400,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )
    @given(ANY_MESSAGE)
    def collect(message: Message) -> None:
        frames.append(encode(message))

    collect()
    return tuple(sorted(set(frames)))


def finding(data: bytes, limits: Limits) -> str:
    """What is wrong with the gate's verdict on these bytes; empty if nothing is."""
    try:
        message = gate(data, limits)
        if message is not None and decode(encode(message), limits) != message:
            return "does not survive being encoded again"
    except Malformed as wrong:
        return f"cannot be encoded again: {wrong}"
    except Exception as escaped:
        return f"{type(escaped).__name__}: {escaped}"
    return ""


def main(seconds: float) -> int:
    """Fuzz for so long; the number of findings."""
    frames, rng = corpus(), random.Random(7)
    tried = accepted = findings = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        for _ in range(500):
            data = damaged(rng.choice(frames), rng, frames)
            for limits in (FROM_CLIENT, FROM_SERVER):
                tried += 1
                wrong = finding(data, limits)
                if wrong:
                    findings += 1
                    print(f"{wrong}\n    {limits.frm} {data[:200].hex()}")
            try:
                decode(data, FROM_SERVER)
                accepted += 1
            except Malformed:
                pass
    print(
        f"codec fuzz: {tried} frames in {spent:.0f} s ({tried / spent:.0f}/s, each through both "
        f"halves of msgpack), {accepted} still messages of a server, {findings} findings"
    )
    return findings


if __name__ == "__main__":
    sys.exit(1 if main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0) else 0)

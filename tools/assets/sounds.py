"""Makes the sounds and the music: `python -m tools.assets.sounds`.

Needs numpy, and oggenc of Debian's vorbis-tools. Everything is composed here: scales, chords
and rhythms are written below, no recording is used, and the same files come out every time.
"""

import io
import subprocess
import wave as wav
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from tools.assets.tunes import MUSIC
from tools.assets.waves import (
    RATE,
    Wave,
    at,
    bell,
    even,
    keys,
    noise,
    note,
    room,
    sine,
    sum_of,
    swell,
    trimmed,
)

ASSETS: Final = Path(__file__).resolve().parents[2] / "mobile_client" / "assets"


def deal() -> Wave:
    swish = swell(noise(0.16, 1500, 7500), 0.03, 0.05)
    tap = at(0.075, swell(noise(0.07, 300, 2200, 1), 0.001, 0.014))
    return 0.6 * sum_of([swish, 1.1 * tap])


def _clay(pitch: float, seed: int) -> Wave:
    partials = ((1, 1.0), (1.52, 0.7), (2.31, 0.45), (3.4, 0.2))
    ring = [swell(sine(pitch * n, 0.16) * a, 0.0008, 0.018) for n, a in partials]
    return sum_of([*ring, 0.6 * swell(noise(0.05, 2500, 9000, seed), 0.0005, 0.006)])


def chip() -> Wave:
    return sum_of(
        [_clay(2350, 2), at(0.052, 0.7 * _clay(2620, 3)), at(0.118, 0.4 * _clay(2480, 4))]
    )


def pot() -> Wave:
    """A heap of chips that is pushed over felt and comes to rest: the cloth, and clay on clay."""
    cloth = 2.2 * swell(noise(0.75, 250, 1500, 21), 0.16, 0.2)
    clicks = []
    for nth in range(14):
        # Close together while the heap slides, and further apart as it settles.
        moment = 0.05 + 0.045 * nth + 0.0016 * nth * nth
        pitch = 2150 + 130 * ((nth * 5) % 7)
        clicks.append(at(moment, (0.55 - 0.026 * nth) * _clay(pitch, 30 + nth)))
    return sum_of([cloth, *clicks])


def check() -> Wave:
    knock = sum_of(
        [
            swell(sine(190, 0.2, 0.75), 0.001, 0.035),
            0.5 * swell(noise(0.05, 200, 1600, 5), 0.001, 0.012),
        ]
    )
    return sum_of([knock, at(0.14, 0.85 * knock)])


def fold() -> Wave:
    return sum_of(
        [
            swell(noise(0.3, 700, 3600, 6), 0.09, 0.09),
            at(0.2, 0.5 * swell(noise(0.08, 200, 1200, 7), 0.002, 0.02)),
        ]
    )


def turn() -> Wave:
    return sum_of([bell(note("E5")), at(0.13, bell(note("B5")))])


def win() -> Wave:
    tune = ("C5", "E5", "G5", "C6", "E6")
    return sum_of(
        [at(0.1 * i, bell(note(name), 1.6)) for i, name in enumerate(tune)]
        + [at(0.4, 0.5 * bell(note("G6"), 1.5))]
    )


def lose() -> Wave:
    return sum_of(
        [at(0.24 * i, keys(note(name), 1.3)) for i, name in enumerate(("E4", "C4", "A3"))]
    )


def hurry() -> Wave:
    block = [
        sum_of(
            [
                swell(sine(pitch, 0.12), 0.001, 0.022),
                0.4 * swell(sine(pitch * 2.7, 0.08), 0.001, 0.01),
            ]
        )
        for pitch in (780, 780, 980)
    ]
    return sum_of([at(0.2 * i, one) for i, one in enumerate(block)])


def message() -> Wave:
    return sum_of(
        [
            swell(sine(520, 0.14, 1.7), 0.006, 0.05),
            at(0.09, swell(sine(880, 0.2, 1.12), 0.006, 0.06)),
        ]
    )


def bomb() -> Wave:
    boom = swell(sine(118, 1.5, 0.28), 0.004, 0.4)
    return sum_of(
        [
            1.2 * boom,
            0.8 * swell(noise(1.4, 35, 500, 8), 0.004, 0.28),
            0.35 * swell(noise(0.3, 900, 5000, 9), 0.002, 0.05),
        ]
    )


def rocket() -> Wave:
    rise = noise(0.9, 700, 5200, 10) * np.linspace(0, 1, int(0.9 * RATE)) ** 2 * 0.5
    whistle = 0.22 * sine(420, 0.9, 4.2) * np.linspace(0, 1, int(0.9 * RATE)) ** 1.5
    sparks = [
        at(0.95 + 0.06 * i, 0.35 * bell(note(name), 0.9))
        for i, name in enumerate(("G6", "E6", "C7", "D6", "A6", "G6", "E7"))
    ]
    return sum_of([rise, whistle, at(0.88, 0.9 * bomb()), *sparks])


def spin() -> Wave:
    """One lap of the ball: it rolls, and ticks over the frets, again and again."""
    lap = 1.5
    t = np.arange(int(lap * RATE)) / RATE
    rolls = noise(lap, 180, 900, 11) * (0.5 + 0.2 * np.sin(2 * np.pi * 2 * t / lap))
    hums = 0.1 * np.sin(2 * np.pi * 110 * t) + 0.05 * np.sin(2 * np.pi * 164 * t)
    tick = swell(sine(2050, 0.04), 0.001, 0.008)
    ticks = [at(lap * i / 18, (0.3 if i % 3 else 0.45) * tick) for i in range(18)]
    return sum_of([rolls + hums, *ticks])[: len(t)]


def _bone(pitch: float, seed: int) -> Wave:
    """A die that hits the cloth, or another one."""
    body = [swell(sine(pitch * n, 0.07) * a, 0.0006, 0.009) for n, a in ((1, 1.0), (1.71, 0.6))]
    return sum_of([*body, 0.8 * swell(noise(0.04, 900, 6000, seed), 0.0005, 0.007)])


def dice() -> Wave:
    """Two dice that tumble for a second: hops that become lower and come faster."""
    hits = []
    for die, start in ((0, 0.0), (1, 0.05)):
        when, gap, loud = start, 0.23, 1.0
        for hop in range(8):
            hits.append(at(when, loud * _bone(1500 + 190 * die + 40 * (hop % 3), 20 + hop + die)))
            when, gap, loud = when + gap, gap * 0.78, loud * 0.82
    return sum_of(hits)


def drop() -> Wave:
    """The ball leaves its track, hops over frets and comes to rest in a slot."""
    rolls = noise(1.25, 180, 900, 12) * np.linspace(0.5, 0.12, int(1.25 * RATE))
    when, gap, loud = 1.2, 0.17, 1.0
    hits = []
    for hop in range(7):
        tick = swell(sine(2050 - 60 * hop, 0.05), 0.0008, 0.010)
        hits.append(at(when, loud * sum_of([tick, 0.5 * _bone(1250, 40 + hop)])))
        when, gap, loud = when + gap, gap * 0.74, loud * 0.8
    return sum_of([rolls, *hits])


def tap() -> Wave:
    return swell(sine(1150, 0.05, 0.8), 0.001, 0.009)


SOUNDS: Final[dict[str, tuple[Callable[[], Wave], float, float]]] = {
    "deal": (deal, 0.5, 0.05),
    "chip": (chip, 0.55, 0.1),
    "pot": (pot, 0.55, 0.12),
    "check": (check, 0.7, 0.12),
    "fold": (fold, 0.4, 0.08),
    "turn": (turn, 0.5, 0.2),
    "win": (win, 0.6, 0.25),
    "lose": (lose, 0.5, 0.25),
    "hurry": (hurry, 0.55, 0.12),
    "message": (message, 0.45, 0.1),
    "bomb": (bomb, 0.85, 0.2),
    "rocket": (rocket, 0.8, 0.25),
    "tap": (tap, 0.3, 0.0),
    "spin": (spin, 0.4, 0.0),
    "dice": (dice, 0.5, 0.1),
    "drop": (drop, 0.5, 0.1),
}
"""How each is made, how loud, and how much of the room is in it."""


def save(path: Path, sound: Wave, quality: float) -> None:
    """As Ogg Vorbis, one channel or two."""
    raw = io.BytesIO()
    with wav.open(raw, "wb") as out:
        out.setnchannels(1 if sound.ndim == 1 else 2)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
    command = ["oggenc", "--quiet", "--serial", "1", "-q", str(quality), "-o", str(path), "-"]
    subprocess.run(command, input=raw.getvalue(), check=True)


def main() -> None:
    for folder in ("sounds", "music"):
        (ASSETS / folder).mkdir(parents=True, exist_ok=True)
    for name, (make, loud, share) in SOUNDS.items():
        sound = make()
        save(ASSETS / "sounds" / f"{name}.ogg", trimmed(even(room(sound, share), loud)), 3)
    for name, tune in MUSIC.items():
        save(ASSETS / "music" / f"{name}.ogg", tune(), 1)


if __name__ == "__main__":
    main()

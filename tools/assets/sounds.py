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
    SEED,
    Wave,
    at,
    bell,
    even,
    keys,
    looped,
    noise,
    note,
    room,
    rubbed,
    sine,
    sum_of,
    swell,
    trimmed,
)

ASSETS: Final = Path(__file__).resolve().parents[2] / "mobile_client" / "assets"


def deal() -> Wave:
    """A card leaves the pack, slides over the cloth and lies."""
    slide = swell(rubbed(0.2, 900, 4200, 0), 0.035, 0.06)
    leaves = swell(noise(0.03, 1800, 5200, 1), 0.001, 0.006)
    lies = at(0.13, swell(noise(0.06, 180, 1100, 2), 0.001, 0.012))
    return sum_of([0.35 * leaves, 0.7 * slide, 0.8 * lies])


def flip() -> Wave:
    """A card is turned over: its edge lifts, it bends and falls flat."""
    lifts = swell(rubbed(0.07, 1200, 4800, 3), 0.02, 0.02)
    snaps = at(0.075, 0.8 * swell(noise(0.03, 900, 4200, 4), 0.0006, 0.006))
    falls = at(0.14, swell(noise(0.06, 160, 1300, 5), 0.001, 0.014))
    return sum_of([0.5 * lifts, snaps, 0.9 * falls])


def shuffle() -> Wave:
    """Two halves of a pack run into each other, and are pushed together."""
    chance = np.random.default_rng(SEED + 60)
    cards = [
        at(0.62 * (n / 34) ** 0.86 + 0.006 * chance.random(),
           (0.35 + 0.5 * chance.random()) * swell(noise(0.02, 900, 4600, 70 + n), 0.0005, 0.004))
        for n in range(34)
    ]  # fmt: skip
    bridge = at(0.66, 0.55 * swell(rubbed(0.34, 500, 3000, 7), 0.1, 0.1))
    squared = at(1.0, 0.8 * swell(noise(0.05, 200, 1500, 8), 0.001, 0.012))
    return sum_of([*cards, bridge, squared])


def _clay(pitch: float, seed: int, hard: float = 1.0) -> Wave:
    """A clay chip that is struck: many short rings that are no chord, and a grain of dust."""
    chance = np.random.default_rng(SEED + 200 + seed)
    rings = [
        swell(sine(pitch * n * chance.uniform(0.985, 1.015), 0.09) * loud, 0.0006, fall)
        for n, loud, fall in (
            (1, 1.0, 0.016), (1.47, 0.75, 0.012), (2.09, 0.5, 0.008), (2.56, 0.4, 0.007),
            (3.39, 0.16 * hard, 0.005),
        )
    ]  # fmt: skip
    return sum_of([*rings, 0.5 * swell(noise(0.03, 700, 4800, seed), 0.0004, 0.005)])


def _fallen(times: list[float], pitch: float, seed: int) -> Wave:
    """Chips that fall on each other, the later the softer."""
    chance = np.random.default_rng(SEED + 300 + seed)
    return sum_of(
        [
            at(time, 0.92**n * _clay(pitch * chance.uniform(0.9, 1.12), seed + n, 0.8))
            for n, time in enumerate(times)
        ]
    )


def chip() -> Wave:
    """Two chips on the cloth: the second leans, and settles."""
    cloth = 0.7 * swell(noise(0.07, 120, 700, 12), 0.001, 0.016)
    return sum_of([cloth, _fallen([0.002, 0.062, 0.104, 0.126], 1500, 2)])


def pot() -> Wave:
    """A pot is pushed over the cloth, and its chips settle before the winner."""
    chance = np.random.default_rng(SEED + 61)
    times = sorted(0.08 + 0.62 * chance.random() for _ in range(16))
    slides = 0.45 * swell(rubbed(0.8, 250, 1800, 13), 0.2, 0.3)
    return sum_of([slides, 0.75 * _fallen(times, 1420, 20), at(0.72, 0.7 * chip())])


def check() -> Wave:
    """Knuckles on the rail, twice."""

    def knock(loud: float, seed: int) -> Wave:
        wood = [
            swell(sine(pitch, 0.2, 0.93) * share, 0.0008, fall)
            for pitch, share, fall in (
                (128, 0.9, 0.05), (211, 1.0, 0.034), (347, 0.5, 0.02), (560, 0.22, 0.012),
            )
        ]  # fmt: skip
        return loud * sum_of([*wood, 0.55 * swell(noise(0.03, 250, 1900, seed), 0.0006, 0.006)])

    return sum_of([knock(1.0, 5), at(0.15, knock(0.82, 15))])


def fold() -> Wave:
    """Cards are thrown away over the cloth."""
    first = swell(rubbed(0.3, 600, 3200, 6), 0.06, 0.09)
    second = at(0.05, 0.6 * swell(rubbed(0.26, 700, 3600, 16), 0.05, 0.08))
    lie = at(0.24, 0.6 * swell(noise(0.06, 160, 1000, 7), 0.001, 0.016))
    return sum_of([first, second, lie])


def _frets() -> Wave:
    """The ball leaps over the frets and lies in its slot."""
    chance = np.random.default_rng(SEED + 63)
    found, time, pause = [], 0.0, 0.17
    for n in range(15):
        pitch = chance.uniform(1250, 1900)
        tick = sum_of(
            [
                swell(sine(pitch, 0.06), 0.0005, 0.009),
                0.6 * swell(sine(pitch * 1.73, 0.05), 0.0005, 0.006),
                0.7 * swell(sine(310, 0.08, 0.9), 0.001, 0.016),
            ]
        )
        found.append(at(time, (0.55 + 0.45 * chance.random()) * 0.93**n * tick))
        time += pause * chance.uniform(0.7, 1.2)
        pause = max(0.028, pause * 0.83)
    return sum_of(found)


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
    """A turn of the wheel under the ball, which comes round twice: a loop without a seam."""
    lap = 3.0
    t = np.arange(int(lap * RATE)) / RATE
    # The ball is near twice a lap: then it is louder, and brighter.
    near = 0.5 + 0.5 * np.cos(2 * np.pi * 2 * t / lap)
    track = looped(noise(2 * lap, 220, 850, 11), len(t)) * (0.32 + 0.4 * near)
    bright = looped(noise(2 * lap, 900, 2600, 17), len(t)) * 0.2 * near**2
    wheel = looped(noise(2 * lap, 60, 240, 18), len(t)) * (0.3 + 0.06 * np.sin(4 * np.pi * t / lap))
    return sum_of([track, bright, wheel])


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
    return sum_of([0.6 * rolls, at(1.2, _frets())])


def tap() -> Wave:
    return swell(sine(1150, 0.05, 0.8), 0.001, 0.009)


SOUNDS: Final[dict[str, tuple[Callable[[], Wave], float, float]]] = {
    "deal": (deal, 0.45, 0.05),
    "flip": (flip, 0.45, 0.05),
    "shuffle": (shuffle, 0.4, 0.08),
    "chip": (chip, 0.5, 0.08),
    "pot": (pot, 0.55, 0.1),
    "check": (check, 0.6, 0.1),
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
        save(ASSETS / "music" / f"{name}.ogg", tune(), 0)


if __name__ == "__main__":
    main()

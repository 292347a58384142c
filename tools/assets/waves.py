"""Instruments: what a sound is made of, as arrays at one rate."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]
RATE: Final = 44_100
SEED: Final = 1848
LEVEL: Final = 10 ** (-19 / 20)
"""The power of a piece of music, of 1."""
PEAK: Final = 0.82


def clock(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def swell(wave: Wave, attack: float, fall: float) -> Wave:
    """Rises in `attack` seconds, falls to a third in `fall`, and ends in silence."""
    t = np.arange(len(wave)) / RATE
    end = np.minimum(1, (len(wave) - np.arange(len(wave))) / (0.012 * RATE))
    shaped: Wave = wave * np.minimum(1, t / max(attack, 1e-4)) * np.exp(-t / fall) * end
    return shaped


def sine(pitch: float, seconds: float, slide: float = 1) -> Wave:
    """A tone that glides to `slide` times its pitch."""
    t = clock(seconds)
    course = pitch * slide ** (t / seconds)
    tone: Wave = np.sin(2 * np.pi * np.cumsum(course) / RATE)
    return tone


def noise(seconds: float, low: float, high: float, seed: int = 0) -> Wave:
    """Hiss between two pitches, without hard edges."""
    count = int(seconds * RATE)
    hiss = np.random.default_rng(SEED + seed).standard_normal(count)
    pitch = np.fft.rfftfreq(count, 1 / RATE)
    shape = 1 / (1 + (pitch / high) ** 4) * (1 - 1 / (1 + (pitch / low) ** 4))
    soft: Wave = np.fft.irfft(np.fft.rfft(hiss) * shape, count)
    return even(soft, 1)


def rubbed(seconds: float, low: float, high: float, seed: int = 0) -> Wave:
    """Paper over cloth: hiss in many small grains, and not an even one."""
    chance = np.random.default_rng(SEED + 500 + seed)
    count = int(seconds * RATE)
    grains = np.repeat(chance.random(count // 160 + 2), 160)[:count] ** 1.5
    soft = np.convolve(grains, np.hanning(240) / np.hanning(240).sum(), "same")
    return even(noise(seconds, low, high, seed) * (0.25 + soft), 1)


def looped(wave: Wave, length: int) -> Wave:
    """So much of it that its end runs into its beginning."""
    fade = np.linspace(0, 1, RATE // 4)
    loop = wave[:length].copy()
    # What comes after the end fades into the beginning, as loud all the while.
    loop[: len(fade)] = loop[: len(fade)] * np.sqrt(fade) + wave[
        length : length + len(fade)
    ] * np.sqrt(1 - fade)
    return loop


def bell(pitch: float, seconds: float = 1.4) -> Wave:
    partials = ((1, 1, 0.5), (2, 0.42, 0.32), (3.01, 0.2, 0.2), (4.2, 0.1, 0.1))
    return sum_of([swell(sine(pitch * n, seconds) * a, 0.004, f) for n, a, f in partials])


def keys(pitch: float, seconds: float) -> Wave:
    """An electric piano: warm, with a little bell in the stroke."""
    t = clock(seconds)
    warm = swell(np.sin(2 * np.pi * pitch * t + 0.5 * np.sin(2 * np.pi * pitch * t)), 0.012, 1.1)
    glint = swell(0.16 * np.sin(2 * np.pi * pitch * 4 * t), 0.004, 0.16)
    both: Wave = (warm + glint) * (1 + 0.08 * np.sin(2 * np.pi * 4.2 * t))
    return both


def pluck(pitch: float, seconds: float, seed: int = 0) -> Wave:
    """A plucked string, as Karplus and Strong found it."""
    period = max(2, round(RATE / pitch))
    string = np.random.default_rng(SEED + seed).uniform(-1, 1, period)
    string = (string + np.roll(string, 1) + np.roll(string, 2)) / 3
    # A lap lasts half a sample longer than its period, and the pitch is seldom a whole number.
    speed = pitch * (period + 0.5) / RATE
    laps = int(seconds * RATE * speed) // period + 2
    out = np.empty(laps * period)
    for lap in range(laps):
        out[lap * period : (lap + 1) * period] = string
        string = 0.996 * (0.5 * string + 0.5 * np.roll(string, 1))
    tuned = np.interp(np.arange(int(seconds * RATE)) * speed, np.arange(len(out)), out)
    return swell(tuned - tuned.mean(), 0.002, 0.9)


def pad(pitch: float, seconds: float) -> Wave:
    """Strings far away."""
    t = clock(seconds)
    tones = [np.sin(2 * np.pi * pitch * bend * t + i) for i, bend in enumerate((0.997, 1, 1.003))]
    tones += [0.25 * np.sin(2 * np.pi * 2 * pitch * t)]
    slow = np.sin(np.pi * np.minimum(1, t / seconds)) ** 0.6
    swelling: Wave = np.sum(tones, axis=0) * slow / 3
    return swelling


def bass(pitch: float, seconds: float) -> Wave:
    return swell(sine(pitch, seconds) + 0.3 * sine(pitch * 2, seconds), 0.015, 0.5)


def sum_of(waves: list[Wave]) -> Wave:
    """Waves laid on each other, the shorter ones filled up with silence."""
    total = np.zeros(max(map(len, waves)))
    for wave in waves:
        total[: len(wave)] += wave
    return total


def at(seconds: float, wave: Wave) -> Wave:
    """The same, so much later."""
    return np.concatenate([np.zeros(int(seconds * RATE)), wave])


def room(wave: Wave, share: float = 0.18, seconds: float = 0.9, around: bool = False) -> Wave:
    """With the echo of a room; `around` lets the end ring on into the beginning of a loop."""
    tail = noise(seconds, 150, 5000, seed=99) * np.exp(-clock(seconds) / (seconds / 5))
    tail /= np.sqrt((tail**2).sum())
    length = len(wave) if around else len(wave) + len(tail)
    wet = np.fft.irfft(np.fft.rfft(wave, length) * np.fft.rfft(tail, length), length)
    dry = np.zeros(length)
    dry[: len(wave)] = wave
    together: Wave = dry + share * wet
    return together


def even(wave: Wave, loud: float = 0.8) -> Wave:
    """As loud as asked for at its loudest."""
    level: Wave = wave * (loud / (np.abs(wave).max() + 1e-9))
    return level


def levelled(wave: Wave) -> Wave:
    """As loud on the whole as every other piece, and nowhere too loud."""
    power = np.sqrt((wave**2).mean()) + 1e-9
    piece: Wave = wave * min(LEVEL / power, PEAK / (np.abs(wave).max() + 1e-9))
    return piece


def trimmed(wave: Wave) -> Wave:
    """Without what nobody hears at its end."""
    heard = np.flatnonzero(np.abs(wave) > 0.002)
    end = min(len(wave), int(heard[-1]) + RATE // 50) if len(heard) else len(wave)
    kept: Wave = wave[:end] * np.minimum(1, (end - np.arange(end)) / (RATE / 100))
    return kept


def note(name: str) -> float:
    """The pitch of `A4`, `C#5`, `Bb3`."""
    steps = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
    sign = name.count("#") - name.count("b")
    half = steps[name[0]] + sign + 12 * int(name[-1])
    return float(440 * 2 ** ((half - 57) / 12))

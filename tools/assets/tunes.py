"""The music: tunes, chords and rhythms, each a loop."""

from collections.abc import Callable
from typing import Final

import numpy as np

from tools.assets.waves import (
    RATE,
    Wave,
    bass,
    bell,
    even,
    keys,
    noise,
    note,
    pad,
    pluck,
    room,
    sine,
    sum_of,
    swell,
)

ROOM_TUNE: Final = (
    "F#5 . E5 . . C#5 D5 . A4 . B4 . D5 . E5 . . . F#5 A5 . E5 . . D5 . B4 . A4 . . ."
)
PLAY_TUNE: Final = (
    "A4 . B4 D5 . . E5 . F#5 . E5 D5 . B4 . . A4 . . B4 A4 . F#4 . E4 . F#4 A4 . . . . "
    "D5 . E5 F#5 . A5 . . F#5 . E5 . D5 B4 . . A4 . B4 . D5 . . B4 A4 . . . . . . ."
)
DEAL_TUNE: Final = (
    "D5 . A4 D5 E5 . D5 . F#5 . E5 D5 B4 . A4 . B4 . D5 E5 F#5 . A5 . F#5 . E5 . D5 . . . "
    "A5 . F#5 A5 B5 . A5 . F#5 . E5 F#5 D5 . B4 . A4 . B4 D5 E5 . F#5 . E5 . B4 . D5 . . . "
)
SABACC_TUNE: Final = (
    "D5 . . A4 . D5 E5 . F5 . E5 D5 . . A4 . G5 . . F5 . E5 D5 . C#5 . E5 A4 . . . . "
    "D5 . . A4 . D5 E5 . F5 . G5 A5 . . Bb5 . A5 . G5 F5 . E5 C#5 . D5 . . . A4 . D5 . "
)
WIN_TUNE: Final = (
    "G5 . E5 G5 C6 . . . A5 . G5 E5 G5 . . . F5 . A5 C6 D6 . C6 A5 G5 . B5 . D6 . . . "
    "E6 . D6 C6 G5 . . . C6 . A5 G5 E5 . . . F5 . A5 C6 D6 . E6 . C6 . . . . . . ."
)
"""Half beats; a dot holds its breath. The room's are a beat and a half long."""


class Score:
    """A loop of so many beats; what sounds past its end rings on at its beginning."""

    def __init__(self, beats: int, tempo: float) -> None:
        self.beat = 60 / tempo
        self.length = int(beats * self.beat * RATE)
        self.left = np.zeros(self.length)
        self.right = np.zeros(self.length)

    def play(self, beat: float, sound: Wave, loud: float, side: float = 0) -> None:
        """A sound at a beat; `side` runs from -1, left, to 1."""
        start = int(beat * self.beat * RATE)
        places = (start + np.arange(len(sound))) % self.length
        np.add.at(self.left, places, sound * loud * (1 - max(side, 0) * 0.7))
        np.add.at(self.right, places, sound * loud * (1 + min(side, 0) * 0.7))

    def mixed(self, share: float) -> Wave:
        sides = [room(one, share, 1.6, around=True) for one in (self.left, self.right)]
        both: Wave = even(np.stack(sides, axis=1), 0.62)
        return both


def room_music() -> Wave:
    """Late evening: an electric piano, a soft bass, a brush."""
    score = Score(64, 74)
    chords = (
        ("D3", "A3 C#4 F#4 E4"),
        ("B2", "A3 D4 F#4 C#4"),
        ("E3", "G3 B3 D4 F#4"),
        ("A2", "G3 B3 E4 C#4"),
        ("F#2", "A3 C#4 E4 G#4"),
        ("B2", "A3 D4 F#4 E4"),
        ("G2", "B3 D4 F#4 A3"),
        ("A2", "G3 D4 E4 B3"),
    )
    for bar in range(16):
        low, upper = chords[bar % 8]
        for part, name in enumerate(upper.split()):
            score.play(bar * 4 + 0.04 * part, keys(note(name), 3.4), 0.16, -0.3 + 0.2 * part)
            if bar % 2:
                score.play(bar * 4 + 2.5, keys(note(name), 1.6), 0.08, 0.3 - 0.2 * part)
        score.play(bar * 4, bass(note(low), 1.6), 0.30)
        score.play(bar * 4 + 2.5, bass(note(low) * 1.5 / (1 + (bar % 2)), 0.8), 0.18)
        for beat in (1, 3):
            brush = swell(noise(0.25, 3500, 9000, 20 + bar), 0.03, 0.06)
            score.play(bar * 4 + beat, brush, 0.035, 0.4)
    for place, name in enumerate(ROOM_TUNE.split()):
        if name != ".":
            score.play(16 + place * 1.5, keys(note(name), 2.4), 0.13, 0.25)
    return score.mixed(0.3)


def play_music() -> Wave:
    """Concentration: plucked strings on five tones over slow strings."""
    score = Score(64, 84)
    grounds = ("D3 A3", "B2 F#3", "G2 D3", "A2 E3")
    for bar in range(16):
        for name in grounds[bar // 2 % 4].split():
            if bar % 2 == 0:
                score.play(bar * 4, pad(note(name), score.beat * 9.5), 0.13, -0.2)
        score.play(bar * 4, bass(note(grounds[bar // 2 % 4].split()[0]), 1.4), 0.22)
    for place, name in enumerate(PLAY_TUNE.split() * 2):
        if name != ".":
            string = pluck(note(name), 2.2, place % 7)
            score.play(place * 0.5, string, 0.26, 0.3)
            if place % 8 == 3 and place > 64:
                score.play(place * 0.5 + 0.06, pluck(note(name) / 2, 2.0, 3), 0.14, -0.4)
    for bar in range(0, 16, 2):
        for part, name in enumerate(("D4", "F#4", "A4")):
            score.play(bar * 4 + 3 + part / 6, pluck(note(name), 1.6, part), 0.10, -0.5)
    return score.mixed(0.34)


def deal_music() -> Wave:
    """Expectation: quick plucked strings, a wooden block, eight bars."""
    score = Score(32, 116)
    chords = ("D3 F#4 A4 D5", "B2 F#4 B4 D5", "G2 G4 B4 D5", "A2 E4 A4 C#5")
    for bar in range(8):
        low, *upper = chords[bar % 4].split()
        for beat in (0, 1.5, 3):
            score.play(bar * 4 + beat, bass(note(low), 0.6), 0.2)
        for half in range(8):
            name = upper[(half + bar) % 3]
            score.play(bar * 4 + half / 2, pluck(note(name), 0.9, half), 0.1, -0.45)
        for beat in (1, 2.5, 3.5):
            block = swell(sine(980 if beat == 1 else 820, 0.12), 0.001, 0.02)
            score.play(bar * 4 + beat, block, 0.06, 0.4)
    for place, name in enumerate(DEAL_TUNE.split()):
        if name != ".":
            score.play(place * 0.5, pluck(note(name), 1.4, place % 5), 0.24, 0.25)
    return score.mixed(0.26)


def sabacc_music() -> Wave:
    """A smoky bar far out between the stars: a swinging clarinet of sorts, a walking bass."""
    score = Score(32, 122)
    walks = ("D3 F3 A3 C4", "G2 Bb2 D3 F3", "Bb2 D3 F3 A3", "A2 C#3 E3 G3")
    for bar in range(8):
        walk = walks[bar % 4].split()
        for beat, name in enumerate(walk):
            score.play(bar * 4 + beat, bass(note(name), 0.5), 0.24)
            brush = swell(noise(0.12, 4000, 10000, 40 + beat), 0.004, 0.03)
            score.play(bar * 4 + beat + (0.66 if beat % 2 else 0), brush, 0.05, 0.4)
        for name in walk[1:]:
            for late in (0.66, 2.66):
                score.play(bar * 4 + late, keys(note(name) * 2, 0.4), 0.06, -0.35)
    for place, name in enumerate(SABACC_TUNE.split()):
        if name != ".":
            swung = place / 2 + (0.16 if place % 2 else 0)
            score.play(swung, _reed(note(name), 0.42), 0.16, 0.2)
    return score.mixed(0.24)


def _reed(pitch: float, seconds: float) -> Wave:
    """Hollow as a clarinet: odd partials, a soft beginning, a little wavering."""
    partials = ((1, 1.0), (3, 0.42), (5, 0.2), (7, 0.08))
    tone = sum_of([sine(pitch * n, seconds) * a for n, a in partials])
    t = np.arange(len(tone)) / RATE
    wavering: Wave = swell(tone * (1 + 0.12 * np.sin(2 * np.pi * 5.5 * t)), 0.03, 0.5)
    return wavering


def win_music() -> Wave:
    """Good cheer: bells and strings, eight bars."""
    score = Score(32, 104)
    chords = ("C3 E4 G4 C5", "A2 E4 A4 C5", "F2 F4 A4 C5", "G2 D4 G4 B4")
    for bar in range(8):
        low, *upper = chords[bar % 4].split()
        score.play(bar * 4, bass(note(low), 1.0), 0.26)
        score.play(bar * 4 + 2, bass(note(low), 0.7), 0.18)
        for beat in range(8):
            name = upper[(beat * 2 + bar) % 3]
            score.play(bar * 4 + beat / 2, pluck(note(name), 1.2, beat), 0.13, 0.5 - beat / 8)
    for place, name in enumerate(WIN_TUNE.split()):
        if name != ".":
            score.play(place * 0.5, bell(note(name), 1.2), 0.17, -0.25)
    return score.mixed(0.28)


MUSIC: Final[dict[str, Callable[[], Wave]]] = {
    "room": room_music,
    "deal": deal_music,
    "play": play_music,
    "win": win_music,
    "sabacc": sabacc_music,
}

"""The music: tunes, chords and rhythms, each a loop."""

from collections.abc import Callable
from typing import Final

import numpy as np

from tools.assets.waves import (
    RATE,
    Wave,
    bass,
    bell,
    keys,
    levelled,
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
    "F#5 . E5 . . C#5 D5 . A4 . B4 . D5 . E5 . . . F#5 A5 . E5 . . D5 . B4 . A4 . . . "
    "A4 . C#5 . E5 . . D5 . B4 . . G4 . A4 . B4 . D5 . . C#5 . . "
)
PLAY_TUNE: Final = (
    "A4 . B4 D5 . . E5 . F#5 . E5 D5 . B4 . . A4 . . B4 A4 . F#4 . E4 . F#4 A4 . . . . "
    "D5 . E5 F#5 . A5 . . F#5 . E5 . D5 B4 . . A4 . B4 . D5 . . B4 A4 . . . . . . ."
)
PLAY_SECOND: Final = (
    "B4 . D5 E5 . . D5 . B4 . A4 . B4 . . . G4 . A4 B4 . . D5 . E5 . D5 . B4 . . . "
    "A4 . B4 D5 . . E5 . F#5 . A5 . F#5 . E5 . D5 . . E5 D5 . B4 . A4 . . . . . . ."
)
DEAL_TUNE: Final = (
    "D5 . A4 D5 E5 . D5 . F#5 . E5 D5 B4 . A4 . B4 . D5 E5 F#5 . A5 . F#5 . E5 . D5 . . . "
    "A5 . F#5 A5 B5 . A5 . F#5 . E5 F#5 D5 . B4 . A4 . B4 D5 E5 . F#5 . E5 . B4 . D5 . . . "
)
SABACC_TUNE: Final = (
    "D5 . . A4 . D5 E5 . F5 . E5 D5 . . A4 . G5 . . F5 . E5 D5 . C#5 . E5 A4 . . . . "
    "D5 . . A4 . D5 E5 . F5 . G5 A5 . . Bb5 . A5 . G5 F5 . E5 C#5 . D5 . . . A4 . D5 . "
)
SABACC_SECOND: Final = (
    "F5 . . E5 . D5 C5 . Bb4 . . . D5 . . . G5 . . F5 . E5 D5 . C5 . . . Bb4 . A4 . "
    "F5 . . G5 . A5 C6 . Bb5 . . A5 . G5 . . F5 . E5 . D5 . C#5 . D5 . E5 . A4 . . . "
)
LOUNGE_TUNE: Final = (
    "A4 . . C5 . E5 . . D5 . . . . . . . B4 . . D5 . F5 . . E5 . . . . . G4 . "
    "E5 . . D5 . C5 . . A4 . . . . . . . Ab4 . . B4 . D5 . . C5 . . . . . . . "
    "F5 . . E5 . D5 . . F5 . . . D5 . . . E5 . . D5 . B4 . . G4 . . . . . . . "
)
WALTZ_TUNE: Final = (
    "E5 . . D5 . C5 B4 . . A4 . . C5 . . B4 . A4 G#4 . . . . . "
    "A4 . B4 C5 . D5 E5 . . A5 . . G5 . F5 E5 . D5 E5 . . . . . "
    "F5 . . E5 . D5 C5 . . A4 . . D5 . . C5 . B4 A4 . . E4 . . "
    "F4 . A4 D5 . F5 E5 . D5 C5 . B4 A4 . C5 B4 . G#4 A4 . . . . . "
)
WIN_TUNE: Final = (
    "G5 . E5 G5 C6 . . . A5 . G5 E5 G5 . . . F5 . A5 C6 D6 . C6 A5 G5 . B5 . D6 . . . "
    "E6 . D6 C6 G5 . . . C6 . A5 G5 E5 . . . F5 . A5 C6 D6 . E6 . C6 . . . . . . ."
)
"""Half beats; a dot holds its breath. The room's are a beat and a half long, the waltz's a beat."""


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
        return levelled(np.stack(sides, axis=1))


def room_music() -> Wave:
    """Late evening: an electric piano, a soft bass, a brush."""
    score = Score(96, 74)
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
    for bar in range(24):
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
    score = Score(96, 84)
    grounds = ("D3 A3", "B2 F#3", "G2 D3", "A2 E3")
    for bar in range(24):
        for name in grounds[bar // 2 % 4].split():
            if bar % 2 == 0:
                score.play(bar * 4, pad(note(name), score.beat * 9.5), 0.13, -0.2)
        score.play(bar * 4, bass(note(grounds[bar // 2 % 4].split()[0]), 1.4), 0.22)
    for place, name in enumerate([*PLAY_TUNE.split() * 2, *PLAY_SECOND.split()]):
        if name != ".":
            string = pluck(note(name), 2.2, place % 7)
            score.play(place * 0.5, string, 0.26, 0.3)
            if place % 8 == 3 and place > 64:
                score.play(place * 0.5 + 0.06, pluck(note(name) / 2, 2.0, 3), 0.14, -0.4)
    for bar in range(0, 24, 2):
        for part, name in enumerate(("D4", "F#4", "A4")):
            score.play(bar * 4 + 3 + part / 6, pluck(note(name), 1.6, part), 0.10, -0.5)
    return score.mixed(0.34)


def deal_music() -> Wave:
    """Expectation: quick plucked strings and a wooden block, the second time an answer below."""
    score = Score(64, 116)
    chords = ("D3 F#4 A4 D5", "B2 F#4 B4 D5", "G2 G4 B4 D5", "A2 E4 A4 C#5")
    for bar in range(16):
        low, *upper = chords[bar % 4].split()
        for beat in (0, 1.5, 3):
            score.play(bar * 4 + beat, bass(note(low), 0.6), 0.2)
        for half in range(8):
            name = upper[(half + bar) % 3]
            score.play(bar * 4 + half / 2, pluck(note(name), 0.9, half), 0.1, -0.45)
        for beat in (1, 2.5, 3.5):
            block = swell(sine(980 if beat == 1 else 820, 0.12), 0.001, 0.02)
            score.play(bar * 4 + beat, block, 0.05, 0.4)
    for place, name in enumerate(DEAL_TUNE.split() * 2):
        if name != ".":
            score.play(place * 0.5, pluck(note(name), 1.4, place % 5), 0.24, 0.25)
            if place >= 64:
                score.play(place * 0.5 + 0.25, pluck(note(name) / 2, 1.2, place % 5), 0.12, -0.2)
    return score.mixed(0.26)


def sabacc_music() -> Wave:
    """A smoky bar far out between the stars: a swinging clarinet of sorts, a walking bass. Tune,
    tune, another one, and the first again, an octave lower at its beginning."""
    score = Score(128, 122)
    walks = ("D3 F3 A3 C4", "G2 Bb2 D3 F3", "Bb2 D3 F3 A3", "A2 C#3 E3 G3")
    others = ("Bb2 D3 F3 A3", "G2 Bb2 D3 F3", "C3 E3 G3 Bb3", "F2 A2 C3 E3")
    for bar in range(32):
        walk = (others if 16 <= bar < 24 else walks)[bar % 4].split()
        for beat, name in enumerate(walk):
            score.play(bar * 4 + beat, bass(note(name), 0.5), 0.24)
            brush = swell(noise(0.12, 2500, 6500, 40 + beat), 0.004, 0.03)
            score.play(bar * 4 + beat + (0.66 if beat % 2 else 0), brush, 0.04, 0.4)
        for name in walk[1:]:
            for late in (0.66, 2.66):
                score.play(bar * 4 + late, keys(note(name) * 2, 0.4), 0.06, -0.35)
    parts = (SABACC_TUNE, SABACC_TUNE, SABACC_SECOND, SABACC_TUNE)
    for part, tune in enumerate(parts):
        for place, name in enumerate(tune.split()):
            if name != ".":
                swung = part * 32 + place / 2 + (0.16 if place % 2 else 0)
                low = 2 if part == 3 and place < 32 else 1
                score.play(swung, _reed(note(name) / low, 0.42), 0.15, 0.2)
    return score.mixed(0.24)


def blackjack_music() -> Wave:
    """A lounge before midnight: brushes, a bass that walks, a soft bell or two."""
    score = Score(96, 92)
    bars = (
        ("D3 F3 A3 C4", "F4 A4 C5"), ("G2 B2 D3 F3", "F4 B4 D5"),
        ("C3 E3 G3 B3", "E4 G4 B4"), ("A2 C#3 E3 G3", "E4 G4 C#5"),
        ("D3 E3 F3 A3", "F4 A4 C5"), ("G2 F3 D3 B2", "F4 Ab4 B4"),
        ("E3 G3 B3 D4", "D4 G4 B4"), ("A2 G3 E3 C#3", "E4 G4 C#5"),
    )  # fmt: skip
    for bar in range(24):
        walk, chord = (part.split() for part in bars[bar % 8])
        for beat, name in enumerate(walk):
            score.play(bar * 4 + beat, bass(note(name), 0.6), 0.24)
            brush = swell(noise(0.2, 1800, 5200, 60 + beat), 0.02, 0.05)
            score.play(bar * 4 + beat, brush, 0.03, 0.4)
            if beat % 2:
                score.play(bar * 4 + beat + 0.66, 0.7 * brush, 0.03, 0.4)
        for late in (0.66, 2.0) if bar % 2 else (1.0, 2.66):
            for part, name in enumerate(chord):
                score.play(bar * 4 + late, keys(note(name), 0.9), 0.075, -0.4 + 0.15 * part)
    for place, name in enumerate(LOUNGE_TUNE.split() * 2):
        if name != ".":
            swung = place / 2 + (0.16 if place % 2 else 0)
            score.play(swung, bell(note(name), 1.8), 0.11 if place < 96 else 0.09, 0.25)
    return score.mixed(0.3)


def roulette_music() -> Wave:
    """A slow waltz by the sea: plucked chords, a small accordion."""
    score = Score(192, 132)
    grounds = (
        "A2 C4 E4", "A2 C4 E4", "D3 F4 A4", "E3 G#4 B4", "A2 C4 E4", "C3 E4 G4", "F2 A4 C5",
        "E3 G#4 B4", "D3 F4 A4", "A2 C4 E4", "B2 D4 F4", "E3 G#4 B4", "D3 F4 A4", "A2 C4 E4",
        "E3 G#4 D5", "A2 C4 E4",
    )  # fmt: skip
    for bar in range(64):
        low, *upper = grounds[bar % 16].split()
        score.play(bar * 3, bass(note(low), 1.0), 0.26)
        for beat in (1, 2):
            for part, name in enumerate(upper):
                string = pluck(note(name), 0.9, bar % 5 + part)
                score.play(bar * 3 + beat + 0.02 * part, string, 0.10, -0.35)
    tune = WALTZ_TUNE.split()
    for place, name in enumerate(tune * 2):
        if name != ".":
            high = 2 if place >= len(tune) and place % len(tune) < 24 else 1
            held = 1 + next(
                (n for n, one in enumerate(tune[place % len(tune) + 1 :]) if one != "."), 3
            )
            tone = _accordion(note(name) * high, held * score.beat)
            score.play(place, tone, 0.13 / high, 0.25)
    return score.mixed(0.3)


def _accordion(pitch: float, seconds: float) -> Wave:
    """Two reeds that are not quite in tune."""
    both = sum_of(
        [
            sine(pitch * bend * n, seconds) * loud
            for bend in (0.9975, 1.0025)
            for n, loud in ((1, 0.5), (2, 0.22), (3, 0.12), (4, 0.05))
        ]
    )
    end = np.minimum(1, (len(both) - np.arange(len(both))) / (0.09 * RATE))
    begun = np.minimum(1, np.arange(len(both)) / (0.06 * RATE))
    breath: Wave = both * begun * end
    return breath


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
    "blackjack": blackjack_music,
    "roulette": roulette_music,
}

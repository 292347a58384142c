"""Speech in frames of five milliseconds: taken apart, bent in pitch and pace, and put together.

Needs pyworld, which takes speech apart into its pitch, its spectrum and its breath.
"""

from typing import Final, NamedTuple

import numpy as np
import pyworld
from numpy.typing import NDArray

from tools.assets.waves import Wave

FRAME_MS: Final = 5.0
HIGH_HZ: Final = 520.0
JOIN: Final = 6
"""Frames over which one sound goes over into the next."""


class Speech(NamedTuple):
    """A row of frames: pitch as the logarithm to base two, whether there is any, the logarithm of
    the spectrum, and how much of it is breath."""

    pitch: Wave
    voiced: NDArray[np.bool_]
    spectrum: Wave
    breath: Wave
    rate: int

    def cut(self, start: int, end: int | None = None) -> "Speech":
        return Speech(
            self.pitch[start:end],
            self.voiced[start:end],
            self.spectrum[start:end],
            self.breath[start:end],
            self.rate,
        )

    @property
    def onset(self) -> int:
        """The first frame with a pitch."""
        return int(np.flatnonzero(self.voiced)[0])


def heard(wave: Wave, rate: int, low_hz: float) -> Speech:
    """Taken apart; whoever speaks does not go below `low_hz`."""
    found, times = pyworld.harvest(wave, rate, low_hz, HIGH_HZ, FRAME_MS)
    pitch = pyworld.stonemask(wave, found, times, rate)
    spectrum = np.log(pyworld.cheaptrick(wave, pitch, times, rate))
    breath = pyworld.d4c(wave, pitch, times, rate)
    places = np.flatnonzero(pitch > 0)
    if not len(places):
        raise ValueError("Nobody speaks there.")
    course = np.interp(np.arange(len(pitch)), places, np.log2(pitch[places]))
    return Speech(course, pitch > 0, spectrum, breath, rate)


def stretched(speech: Speech, count: int) -> Speech:
    """So many frames long."""
    was = len(speech.pitch)
    if was < 2:
        return speech
    place = np.linspace(0, was - 1, count)
    left = np.minimum(place.astype(int), was - 2)
    share = place - left

    def between(part: Wave) -> Wave:
        weight = share[:, None] if part.ndim > 1 else share
        mixed: Wave = part[left] * (1 - weight) + part[left + 1] * weight
        return mixed

    voiced = between(speech.voiced.astype(float)) > 0.5
    return Speech(
        between(speech.pitch), voiced, between(speech.spectrum), between(speech.breath), speech.rate
    )


def levelled(speech: Speech) -> Speech:
    """As loud as every other piece of speech, by the half of its frames with most of a voice."""
    power = np.exp(speech.spectrum[speech.voiced]).sum(axis=1)
    loud = np.sort(power)[len(power) // 2 :]
    return speech._replace(spectrum=speech.spectrum - np.log(loud.mean()))


def joined(first: Speech, second: Speech) -> Speech:
    """One after the other, and one into the other where both have a voice."""
    count = min(JOIN, len(first.pitch) - 1, len(second.pitch) - 1)
    flows = first.voiced[-count:].all() and second.voiced[:count].all()
    if not flows:
        count = 0
    share = np.linspace(0, 1, count + 2)[1:-1]

    def over(one: Wave, other: Wave) -> Wave:
        weight = share[:, None] if one.ndim > 1 else share
        end = len(one) - count
        mixed = one[end:] * (1 - weight) + other[:count] * weight
        return np.concatenate((one[:end], mixed, other[count:]))

    voiced = np.concatenate((first.voiced, second.voiced[count:]))
    return Speech(
        over(first.pitch, second.pitch),
        voiced,
        over(first.spectrum, second.spectrum),
        over(first.breath, second.breath),
        first.rate,
    )


def spoken(speech: Speech, throat: float = 1.0) -> Wave:
    """Put together; a `throat` below one is a longer one: what it says sounds darker."""
    spectrum, breath = speech.spectrum, speech.breath
    if throat != 1.0:
        bins = np.arange(spectrum.shape[1])
        spectrum = np.array([np.interp(bins / throat, bins, one) for one in spectrum])
        breath = np.array([np.interp(bins / throat, bins, one) for one in breath])
    soft = np.hanning(7) / np.hanning(7).sum()
    course = np.convolve(np.pad(speech.pitch, 3, mode="edge"), soft, "valid")
    wave: Wave = pyworld.synthesize(
        np.where(speech.voiced, 2.0**course, 0.0),
        np.ascontiguousarray(np.exp(spectrum)),
        np.ascontiguousarray(np.clip(breath, 0, 1)),
        speech.rate,
        FRAME_MS,
    )
    return wave

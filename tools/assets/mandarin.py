"""Mandarin from recorded syllables: those of Debian's gcin-voice, one file for each in each tone.

The woman's recordings there (`5.ogg`) are CC-BY 3.0; they are cut, bent in pitch and pace, and
joined to phrases. The man's (`3.ogg`) are under the LGPL and not used.
"""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from tools.assets.speech import FRAME_MS, Speech, heard, joined, levelled, stretched

SYLLABLES: Final = Path("/usr/share/gcin-voice/ogg")
_CONSONANTS: Final = (
    *("b", "p", "m", "f", "d", "t", "n", "l", "g", "k", "h"),
    *("j", "q", "x", "zh", "ch", "sh", "r", "z", "c", "s"),
)
INITIALS: Final = dict(zip(_CONSONANTS, "ㄅㄆㄇㄈㄉㄊㄋㄌㄍㄎㄏㄐㄑㄒㄓㄔㄕㄖㄗㄘㄙ", strict=True))
FINALS: Final[Mapping[str, str]] = {
    **{"a": "ㄚ", "o": "ㄛ", "e": "ㄜ", "ai": "ㄞ", "ei": "ㄟ", "ao": "ㄠ", "ou": "ㄡ"},
    **{"an": "ㄢ", "en": "ㄣ", "ang": "ㄤ", "eng": "ㄥ", "er": "ㄦ"},
    **{"i": "ㄧ", "ia": "ㄧㄚ", "ie": "ㄧㄝ", "iao": "ㄧㄠ", "iu": "ㄧㄡ", "ian": "ㄧㄢ"},
    **{"in": "ㄧㄣ", "iang": "ㄧㄤ", "ing": "ㄧㄥ", "u": "ㄨ", "ua": "ㄨㄚ", "uo": "ㄨㄛ"},
    **{"ui": "ㄨㄟ", "uan": "ㄨㄢ", "un": "ㄨㄣ", "uang": "ㄨㄤ", "ong": "ㄨㄥ", "": ""},
    **{"v": "ㄩ", "ve": "ㄩㄝ", "van": "ㄩㄢ", "vn": "ㄩㄣ"},
}
_WHOLE: Final[Mapping[str, str]] = {
    **{"yi": "i", "ya": "ia", "yao": "iao", "you": "iu", "ying": "ing", "yan": "ian"},
    **{"wu": "u", "wo": "uo", "wang": "uang", "wan": "uan", "wei": "ui"},
}
"""Syllables that begin with no consonant, by their finals."""
_SONORANT: Final = "mnlrwy"
LENGTH_MS: Final[Mapping[str, float]] = {"1": 205, "2": 205, "3": 215, "4": 190, "5": 125}
"""How long the voice of a syllable lasts inside of a phrase, by its tone."""
MIDDLE: Final = float(np.log2(290))
"""The middle of the pitch of the recordings."""
TONES: Final[Mapping[str, tuple[float, ...]]] = {
    "1": (385, 395, 393),
    "2": (322, 330, 352, 388),
    "3": (245, 195, 182, 192, 270),
    "low": (240, 195, 181, 178),
    "4": (365, 345, 268, 192),
    "5": (268, 240),
}
"""The pitch of each tone in hertz, as she has it; inside of a phrase a third tone stays low."""
LENT: Final[Mapping[str, str]] = {"shi4": "ㄕ2", "wo2": "ㄨㄛ3"}
"""Syllables of which there is no good recording in their tone: it is given to another."""
LOW_HZ: Final = 120.0
QUIET_DB, ONSET_DB, VOWEL_HZ = 34, 17, 900
LONGEST_MS: Final = 95.0
"""No consonant lasts longer."""
_LOW: Final = 0.62
"""That much of the voice of a third tone is left inside of a phrase."""


def folder(syllable: str) -> str:
    """Where a syllable is recorded: `dui4` in `ㄉㄨㄟ4`; the first tone has no digit."""
    plain, tone = syllable[:-1], syllable[-1]
    if tone == "5":
        return {"le": "ㄌㄜ1", "zi": "ㄗ3"}[plain]
    initial = next((plain[:size] for size in (2, 1) if plain[:size] in INITIALS), "")
    final = _WHOLE.get(plain, plain[len(initial) :])
    if initial in ("j", "q", "x") and final.startswith("u"):
        final = "v" + final[1:]
    elif initial in ("zh", "ch", "sh", "r", "z", "c", "s") and final == "i":
        final = ""
    return INITIALS.get(initial, "") + FINALS[final] + ("" if tone == "1" else tone)


@functools.cache
def recorded(place: str) -> Speech:
    """Without silence, and with a voice from where its low tones set in."""
    wave, rate = soundfile.read(SYLLABLES / place / "5.ogg")
    power = np.convolve(wave**2, np.ones(rate // 200) * 200 / rate, "same")
    loud = np.flatnonzero(power > power.max() * 10 ** (-QUIET_DB / 10))
    start = max(0, int(loud[0]) - rate // 120)
    found = heard(np.ascontiguousarray(wave[start : loud[-1] + 1]), rate, LOW_HZ)
    low = np.exp(found.spectrum[:, : int(found.spectrum.shape[1] * VOWEL_HZ / rate * 2)]).sum(
        axis=1
    )
    onset = int(np.flatnonzero(low > low.max() * 10 ** (-ONSET_DB / 10))[0])
    if found.voiced[onset:].mean() < 0.6:
        raise ValueError(f"There is hardly a voice in {place}.")
    return found._replace(voiced=np.arange(len(low)) >= onset)


def syllable(spelt: str) -> Speech:
    """One syllable as it was recorded; the letters A and K are made of others."""
    if spelt in ("ei1", "kei1"):
        vowel = recorded("ㄏㄟ")
        vowel = vowel.cut(vowel.onset + 2)
        if spelt == "ei1":
            return levelled(vowel)
        start = recorded("ㄎㄜ")
        return levelled(joined(start.cut(0, start.onset), vowel))
    found = recorded(LENT.get(spelt) or folder(spelt))
    if spelt[0] in _SONORANT or spelt.startswith("er"):
        found = found.cut(max(0, found.onset - 1))
    return levelled(found)


def sung(said: Speech, tone: str) -> Speech:
    """With the pitch of a tone over its voice: the recordings have it, but break at consonants."""
    at = np.log2(TONES[tone]) - MIDDLE
    onset, count = said.onset, len(said.pitch)
    place = np.linspace(0, 1, count - onset)
    course = np.interp(place, np.linspace(0, 1, len(at)), at)
    return said._replace(pitch=np.concatenate((np.full(onset, at[0]), course)))


def phrase(spelt: str, pace: float, span: float) -> Speech:
    """Syllables said as one phrase, the last a little longer, the pitch around nought.

    `pace` is how fast, `span` how far the pitch goes up and down, both of one.
    """
    whole: Speech | None = None
    parts = spelt.split()
    for nth, one in enumerate(parts):
        last = nth == len(parts) - 1
        said, lead = syllable(one), syllable(one).onset
        low = one[-1] == "3" and not last
        if low:
            said = said.cut(0, lead + int((len(said.pitch) - lead) * _LOW))
        length = LENGTH_MS[one[-1]] / pace * (1.3 if last else 1)
        start = round(min(lead * 0.85, LONGEST_MS / FRAME_MS) / pace)
        body = stretched(said.cut(lead), max(12, round(length / FRAME_MS) - start // 2))
        said = joined(stretched(said.cut(0, lead), start), body) if start > 1 else body
        said = sung(said, "low" if low else one[-1])
        said = said._replace(pitch=said.pitch * span)
        whole = said if whole is None else joined(whole, said)
    if whole is None:
        raise ValueError("Nothing is spelt there.")
    return whole

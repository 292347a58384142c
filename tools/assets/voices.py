"""Makes the voices that say what is played: `python -m tools.assets.voices`.

Needs numpy, soundfile, pyworld, and of Debian gcin-voice, flite and vorbis-tools. The same files
come out every time.
"""

import io
import json
import subprocess
import wave as wav
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import soundfile

from tools.assets import mandarin, speech
from tools.assets.lines import Line, lines
from tools.assets.waves import Wave

VOICES: Final = Path(__file__).resolve().parents[2] / "mobile_client" / "assets" / "voices"


class Speaker(NamedTuple):
    """Who speaks: the middle of the pitch in hertz, how long the throat is, and who lent it."""

    pitch: float
    throat: float = 1.0
    flite: str = ""


SPEAKERS: Final[Mapping[str, Mapping[str, Speaker]]] = {
    "en": {"woman": Speaker(190, 1.0, "slt"), "man": Speaker(105, 1.0, "rms")},
    "zh": {"woman": Speaker(222), "man": Speaker(118, 0.86)},
}


class Manner(NamedTuple):
    """How a take is said: pace and span of pitch of one, and semitones up or down."""

    pace: float
    span: float
    up: float


MANNERS: Final = (
    Manner(1.0, 0.85, 0.0),
    Manner(0.93, 0.98, 1.2),
    Manner(1.08, 0.8, -0.9),
    Manner(0.97, 1.05, 0.5),
)
"""How the first, second, third and fourth take of a line are said."""
CALLED: Final = Manner(1.02, 1.2, 2.2)
"""What is called out is said so in addition: by its exclamation mark."""
FALL: Final = 0.07
"""How far the pitch falls from the middle of a phrase to its end, in octaves."""
LOUD: Final = 0.12
"""How loud a line is, of one."""
PEAK: Final = 0.89
QUIET: Final = 0.012
RATE: Final = {"en": 16_000, "zh": 22_050}


def said(speaker: Speaker, line: Line, manner: Manner) -> tuple[Wave, int]:
    """As it comes from the speaker, and its rate."""
    if line.text.endswith("!"):
        manner = Manner(*(manner.pace * CALLED.pace, manner.span * CALLED.span, CALLED.up))
    if speaker.flite:
        whole = english(speaker, line, manner)
    else:
        whole = mandarin.phrase(line.spelt, manner.pace, manner.span)
    fall = np.linspace(FALL, -FALL, len(whole.pitch))
    pitch = whole.pitch + fall + np.log2(speaker.pitch) + manner.up / 12
    return speech.spoken(whole._replace(pitch=pitch), speaker.throat), whole.rate


def english(speaker: Speaker, line: Line, manner: Manner) -> speech.Speech:
    """From one of flite's voices, its pitch around nought."""
    stretch = f"duration_stretch={0.92 / manner.pace:.3f}"
    command = ["flite", "-voice", speaker.flite, "--setf", stretch, "-t", line.text, "-o"]
    made = subprocess.run([*command, "/dev/stdout"], capture_output=True, check=True).stdout
    # The header tells no length: what follows its 44 bytes are the samples.
    frames = np.frombuffer(made[44 : len(made) // 2 * 2], "<i2") / 32768
    found = speech.heard(np.ascontiguousarray(frames), RATE["en"], speaker.pitch / 2)
    pitch = (found.pitch - found.pitch[found.voiced].mean()) * manner.span * 1.15
    return found._replace(pitch=pitch)


def at_rate(wave: Wave, rate: int, wanted: int) -> Wave:
    """At a rate that is not higher, by its spectrum."""
    if rate == wanted:
        return wave
    count = len(wave) * wanted // rate
    bent: Wave = np.fft.irfft(np.fft.rfft(wave)[: count // 2 + 1], count) * (count / len(wave))
    return bent


def polished(wave: Wave, rate: int) -> Wave:
    """Without rumble, hiss and silence, with a little of a room, all equally loud."""
    wave = wave / np.abs(wave).max() * 0.5
    loud = np.flatnonzero(np.abs(wave) > QUIET)
    wave = wave[max(0, loud[0] - rate // 100) : loud[-1] + rate // 25]
    tail = np.zeros(rate // 8)
    for seconds, share in ((0.017, 0.16), (0.029, 0.12), (0.043, 0.08), (0.071, 0.05)):
        tail[int(seconds * rate)] = share
    tail[0] = 1
    count = len(wave) + len(tail)
    pitch = np.fft.rfftfreq(count, 1 / rate)
    shape = 1 / (1 + (pitch / 9000) ** 6) * (1 - 1 / (1 + (pitch / 90) ** 4))
    soft = np.fft.irfft(np.fft.rfft(wave, count) * np.fft.rfft(tail, count) * shape, count)
    level = levelled(soft, rate)
    level = level[: np.flatnonzero(np.abs(level) > QUIET)[-1] + rate // 25]
    place = np.arange(len(level)) / rate
    whole: Wave = level * np.minimum(1, np.minimum(place / 0.004, (place[-1] - place) / 0.03))
    return whole


def levelled(wave: Wave, rate: int) -> Wave:
    """Its loudest moments are pressed softly until the whole is as loud as all others."""
    gain = 1.0
    level = wave
    for _ in range(12):
        level = PEAK * np.tanh(wave * gain / PEAK)
        gain *= LOUD / loudness(level, rate)
    return level


def loudness(wave: Wave, rate: int) -> float:
    """Of what is heard of it, low tones counting less and high ones more, as an ear hears them."""
    pitch = np.fft.rfftfreq(len(wave), 1 / rate)
    ear = (1 + 0.58 / (1 + (1500 / np.maximum(pitch, 1)) ** 2)) / (
        1 + (100 / np.maximum(pitch, 1)) ** 2
    )
    weighed = np.fft.irfft(np.fft.rfft(wave) * ear, len(wave))
    return float(np.sqrt((weighed[np.abs(wave) > QUIET] ** 2).mean()))


def save(path: Path, sound: Wave, rate: int) -> None:
    """What the packing takes away or adds is made good, so that all stay equally loud."""
    pack(path, sound, rate)
    for _ in range(2):
        packed, _rate = soundfile.read(path)
        sound = sound * (LOUD / loudness(packed, rate))
        pack(path, sound, rate)


def pack(path: Path, sound: Wave, rate: int) -> None:
    raw = io.BytesIO()
    with wav.open(raw, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
    command = ["oggenc", "--quiet", "--serial", "1", "-q", "-1", "-o", str(path), "-"]
    subprocess.run(command, input=raw.getvalue(), check=True)


def main() -> None:
    manifest: dict[str, dict[str, dict[str, list[dict[str, object]]]]] = {}
    for language, speakers in SPEAKERS.items():
        manifest[language] = {}
        for who, speaker in speakers.items():
            folder = VOICES / language / who
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob("*.ogg"):
                old.unlink()
            told = manifest[language][who] = {}
            for name, takes in sorted(lines(language).items()):
                told[name] = []
                for nth, (line, manner) in enumerate(zip(takes, MANNERS, strict=False)):
                    wave, rate = said(speaker, line, manner)
                    wanted = RATE[language]
                    sound = polished(at_rate(wave, rate, wanted), wanted)
                    save(folder / f"{name}.{nth}.ogg", sound, wanted)
                    ms = round(len(sound) / wanted * 1000)
                    told[name].append({"text": line.text, "ms": ms})
    text = json.dumps(manifest, ensure_ascii=False, indent=0) + "\n"
    (VOICES / "manifest.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

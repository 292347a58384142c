"""Makes the voices that name what is played: `python -m tools.assets.voices`.

Needs numpy, espeak-ng of Debian's espeak-ng, and oggenc of vorbis-tools. The same files come out
every time. Chinese is given as pinyin: espeak-ng's voice for characters knows too few of them.
"""

import io
import json
import subprocess
import wave as wav
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from protocol.games.doudizhu import CATEGORIES, RANK_NAMES, RANKS
from tools.assets.waves import Wave

VOICES: Final = Path(__file__).resolve().parents[2] / "mobile_client" / "assets" / "voices"


class Speaker(NamedTuple):
    """Who speaks: a voice of espeak-ng, words a minute, pitch from 0 to 99."""

    voice: str
    speed: int
    pitch: int


SPEAKERS: Final[Mapping[str, Speaker]] = {
    "en": Speaker("en-us+f2", 178, 56),
    "zh": Speaker("cmn-latn-pinyin+f2", 205, 58),
}


class Line(NamedTuple):
    """What is said: as it is written, and as it is spelt for the speaker if that differs."""

    text: str
    spelt: str = ""


CHINESE: Final[Mapping[str, str]] = {
    "solo": "dan1 pai2",
    "chain": "shun4 zi5",
    "pair": "yi2 dui4",
    "pair_chain": "lian2 dui4",
    "trio": "san1 zhang1",
    "airplane": "fei1 ji1",
    "trio_solo": "san1 dai4 yi1",
    "airplane_solos": "fei1 ji1 dai4 xiao3 yi4",
    "trio_pair": "san1 dai4 er4",
    "airplane_pairs": "fei1 ji1 dai4 da4 yi4",
    "bomb": "zha4 dan4",
    "four_solos": "si4 dai4 er4",
    "four_pairs": "si4 dai4 liang3 dui4",
    "rocket": "wang2 zha4",
}
"""How the names of the categories are spoken."""
RANKED: Final = ("solo", "pair", "trio")
"""Categories that are called with their rank."""
_PINYIN: Final = (
    *("san1", "si4", "wu3", "liu4", "qi1", "ba1", "jiu3", "shi2"),
    *("gou1", "quan1", "kai3", "jian1", "er4", "xiao3 wang2", "da4 wang2"),
)
_ENGLISH: Final = (
    *("three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace", "two", "black and white joker", "coloured joker"),
)
_JOKERS: Final = RANKS[-2:]

SAID: Final[Mapping[str, tuple[Line, Line]]] = {
    "call": (Line("I call"), Line("叫地主", "jiao4 di4 zhu3")),
    "no_call": (Line("no call"), Line("不叫", "bu2 jiao4")),
    "bid_1": (Line("one"), Line("一分", "yi4 fen1")),
    "bid_2": (Line("two"), Line("两分", "liang3 fen1")),
    "bid_3": (Line("three"), Line("三分", "san1 fen1")),
    "pass": (Line("pass"), Line("不出", "bu4 chu1")),
    "landlord": (Line("here is the landlord"), Line("地主是他", "di4 zhu3 shi4 ta1")),
    "my_landlord": (Line("you are the landlord"), Line("你是地主", "ni3 shi4 di4 zhu3")),
    "one_left": (Line("one card left"), Line("只剩一张牌", "zhi3 sheng4 yi4 zhang1 pai2")),
    "two_left": (Line("two cards left"), Line("只剩两张牌", "zhi3 sheng4 liang3 zhang1 pai2")),
    "redeal": (Line("the cards are dealt again"), Line("重新发牌", "chong2 xin1 fa1 pai2")),
    "spring": (Line("spring"), Line("春天", "chun1 tian1")),
    "anti-spring": (Line("anti spring"), Line("反春", "fan3 chun1")),
    "win": (Line("you win"), Line("你赢了", "ni3 ying2 le5")),
    "lose": (Line("you lose"), Line("你输了", "ni3 shu1 le5")),
}
"""What is said beside plays, in English and in Chinese."""


def lines(language: str) -> dict[str, Line]:
    """Every line of a language by its name: `bomb`, `pair_0` for a pair of threes, `bid_2`."""
    chinese = language == "zh"
    found = {name: both[chinese] for name, both in SAID.items()}
    for code, kind in CATEGORIES.items():
        found[code] = Line(kind.name.zh, CHINESE[code]) if chinese else Line(kind.name.en)
    for code in RANKED:
        for rank in RANKS if code == "solo" else RANKS[:-2]:
            found[f"{code}_{rank}"] = _ranked(code, rank, chinese)
    return found


def _ranked(code: str, rank: int, chinese: bool) -> Line:
    name, rank_name = CATEGORIES[code].name, RANK_NAMES[rank]
    if chinese:
        alone = rank in _JOKERS
        text = rank_name.zh if alone else f"{name.zh}{rank_name.zh}"
        return Line(text, _PINYIN[rank] if alone else f"{CHINESE[code]} {_PINYIN[rank]}")
    if code == "solo":
        return Line(_ENGLISH[rank] if rank in _JOKERS else f"solo {_ENGLISH[rank]}")
    many = "sixes" if _ENGLISH[rank] == "six" else f"{_ENGLISH[rank]}s"
    return Line(f"{name.en} of {many}")


RMS: Final = 0.13
PEAK: Final = 0.89
QUIET: Final = 0.012


def spoken(speaker: Speaker, line: Line) -> tuple[Wave, int]:
    """As it comes from the speaker, and its rate."""
    command = [
        *("espeak-ng", "--stdout", "-v", speaker.voice),
        *("-s", str(speaker.speed), "-p", str(speaker.pitch), line.spelt or line.text),
    ]
    made = subprocess.run(command, capture_output=True, check=True).stdout
    with wav.open(io.BytesIO(made)) as sound:
        frames = np.frombuffer(sound.readframes(sound.getnframes()), "<i2")
        return frames / 32768, sound.getframerate()


def polished(wave: Wave, rate: int) -> Wave:
    """Without rumble, hiss and silence, with a little of a room, all equally loud."""
    heard = np.flatnonzero(np.abs(wave) > QUIET)
    wave = wave[max(0, heard[0] - rate // 100) : heard[-1] + rate // 25]
    tail = np.zeros(rate // 8)
    for seconds, share in ((0.017, 0.16), (0.029, 0.12), (0.043, 0.08), (0.071, 0.05)):
        tail[int(seconds * rate)] = share
    tail[0] = 1
    count = len(wave) + len(tail)
    pitch = np.fft.rfftfreq(count, 1 / rate)
    shape = 1 / (1 + (pitch / 5800) ** 6) * (1 - 1 / (1 + (pitch / 110) ** 4))
    soft = np.fft.irfft(np.fft.rfft(wave, count) * np.fft.rfft(tail, count) * shape, count)
    voiced = soft[np.abs(soft) > QUIET]
    # Its loudest moments are pressed softly, so that the whole may be louder.
    level = PEAK * np.tanh(soft * (RMS / np.sqrt((voiced**2).mean())) / PEAK)
    level = level[: np.flatnonzero(np.abs(level) > QUIET)[-1] + rate // 25]
    place = np.arange(len(level)) / rate
    whole: Wave = level * np.minimum(1, np.minimum(place / 0.004, (place[-1] - place) / 0.03))
    return whole


def save(path: Path, sound: Wave, rate: int) -> None:
    raw = io.BytesIO()
    with wav.open(raw, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
    command = ["oggenc", "--quiet", "--serial", "1", "-q", "1", "-o", str(path), "-"]
    subprocess.run(command, input=raw.getvalue(), check=True)


def main() -> None:
    manifest: dict[str, dict[str, dict[str, object]]] = {}
    for language, speaker in SPEAKERS.items():
        folder = VOICES / language
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.ogg"):
            old.unlink()
        told = manifest[language] = {}
        for name, line in sorted(lines(language).items()):
            wave, rate = spoken(speaker, line)
            sound = polished(wave, rate)
            save(folder / f"{name}.ogg", sound, rate)
            told[name] = {"text": line.text, "ms": round(len(sound) / rate * 1000)}
    text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    (VOICES / "manifest.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

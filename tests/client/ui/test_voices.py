"""The voices: one for everything that is said in Dou Dizhu, in every language, fit to be heard."""

import json
from collections.abc import Callable

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from client_core.client import CHOICES, LANGUAGES
from client_core.folds.doudizhu_voice import SAID
from mobile_client.ui.sound import ASSETS, MOST_VOICES, VOICES, Sounds
from protocol.games.doudizhu import KINDS, RANKS
from tests.client.ui.stage import Stage
from tools.assets.lines import lines

FOLDER = ASSETS / "voices"
EVERY = sorted(FOLDER.glob("*/*/*.ogg"))
SPEAKERS = CHOICES["speaker"]
ONE_OF_EACH = 17
"""So many files are opened by Kivy: every one of that step."""
BIDS = {"call", "no_call", "bid_1", "bid_2", "bid_3"}
OTHERS = {"pass", "landlord", "my_landlord", "one_left", "two_left", "redeal", "win", "lose"}
SPRINGS = {"spring", "anti-spring"}
RANKED = {
    *(f"solo_{rank}" for rank in RANKS),
    *(f"{name}_{rank}" for name in ("pair", "trio") for rank in RANKS[:-2]),
}
CALLED = {*KINDS} - {"solo", "pair", "trio"}
WANTED = {*CALLED, *BIDS, *OTHERS, *SPRINGS, *RANKED, *SAID, "beat"}
SHORT_S, LONG_S = 0.25, 1.9


@pytest.fixture(scope="module")
def heard() -> dict[str, tuple[NDArray[np.float64], int]]:
    """Every voice as samples, and its rate."""
    return {str(path.relative_to(FOLDER).with_suffix("")): soundfile.read(path) for path in EVERY}


@pytest.mark.req("D-N")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("speaker", SPEAKERS)
def test_everything_that_is_said_has_takes_of_both_speakers_in_every_language(
    language: str, speaker: str
) -> None:
    said = VOICES[language][speaker]
    assert set(said) == WANTED
    files = {path.stem for path in EVERY if path.parent == FOLDER / language / speaker}
    assert files == {f"{name}.{nth}" for name, takes in said.items() for nth in range(len(takes))}
    once = {name for name, takes in said.items() if len(takes) == 1}
    assert once <= {"redeal", *SPRINGS}, "What is said often has takes to choose from."
    assert {name for name in said if name in {*RANKED, "pass"}}.isdisjoint(once)


@pytest.mark.req("D-N")
def test_a_play_is_called_as_players_call_it() -> None:
    for code in CALLED:
        kind = KINDS[code].name
        assert VOICES["en"]["woman"][code][0].text.strip("!") == kind.en
        assert VOICES["zh"]["woman"][code][0].text.strip("!") == kind.zh
    for speaker in SPEAKERS:
        chinese = VOICES["zh"][speaker]
        assert chinese["solo_13"][0].text == "小王"
        assert chinese["pair_11"][0].text == "对A"
        assert {take.text for take in chinese["beat"]} == {"大你", "管上", "压死"}
        assert {take.text for take in chinese["pass"]} == {"不要", "要不起", "过"}
        assert chinese["super_double"][0].text == "超级加倍"
        assert VOICES["en"][speaker]["trio_3"][0].text == "trio of sixes"


def test_the_manifest_is_what_the_script_says() -> None:
    manifest = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    for language, speakers in manifest.items():
        written = {name: [one.text for one in takes] for name, takes in lines(language).items()}
        for said in speakers.values():
            told = {name: [one["text"] for one in takes] for name, takes in said.items()}
            assert told == written


def test_chinese_is_spelt_for_the_speaker_syllable_by_syllable() -> None:
    for name, takes in lines("zh").items():
        for line in takes:
            syllables = line.spelt.split()
            assert all(one[-1] in "12345" and one[:-1].isalpha() for one in syllables), name
            assert len(syllables) == len(line.text.strip("!").replace("10", "十")), name


def test_a_voice_is_as_long_as_the_manifest_says_and_begins_and_ends_at_once(
    heard: dict[str, tuple[NDArray[np.float64], int]],
) -> None:
    for path, (sound, rate) in heard.items():
        language, speaker, file = path.split("/")
        name, _, take = file.rpartition(".")
        assert sound.ndim == 1, path
        assert SHORT_S < len(sound) / rate < LONG_S, path
        told = VOICES[language][speaker][name][int(take)]
        assert abs(len(sound) / rate * 1000 - told.ms) < 30, path
        voiced = np.flatnonzero(np.abs(sound) > 0.012)
        assert voiced[0] / rate < 0.08, path
        assert (len(sound) - voiced[-1]) / rate < 0.2, path
        assert np.abs(sound[-rate // 200 :]).max() < 0.05, path


def test_all_voices_are_equally_loud_and_none_is_clipped(
    heard: dict[str, tuple[NDArray[np.float64], int]],
) -> None:
    """As an ear hears them: what is below 100 Hz counts little, what is above 1500 Hz more."""

    def loud(sound: NDArray[np.float64], rate: int) -> float:
        count = 1 << len(sound).bit_length()
        pitch = np.maximum(np.fft.rfftfreq(count, 1 / rate), 1)
        ear = (1 + 0.58 / (1 + (1500 / pitch) ** 2)) / (1 + (100 / pitch) ** 2)
        weighed = np.fft.irfft(np.fft.rfft(sound, count) * ear, count)[: len(sound)]
        voiced = weighed[np.abs(sound) > 0.012]
        return float(20 * np.log10(np.sqrt((voiced**2).mean())))

    levels = {path: loud(*one) for path, one in heard.items()}
    assert max(levels.values()) - min(levels.values()) < 1
    assert -20 < min(levels.values()) < -16
    assert max(float(np.abs(sound).max()) for sound, _ in heard.values()) < 0.95


def test_takes_and_speakers_do_not_sound_the_same(
    heard: dict[str, tuple[NDArray[np.float64], int]],
) -> None:
    """Takes of the same words differ in how long they are or in their spectrum."""
    for path, (sound, _rate) in heard.items():
        name, _, take = path.rpartition(".")
        other = heard.get(f"{name}.{int(take) + 1}")
        if other is not None:
            assert len(sound) != len(other[0]) or not np.allclose(sound, other[0]), path
    for language in LANGUAGES:
        tones = [
            np.mean([tone(*one) for path, one in heard.items() if path.startswith(who)])
            for who in (f"{language}/man/", f"{language}/woman/")
        ]
        assert abs(tones[1] - tones[0]) > 0.2, "Octaves."


def tone(sound: NDArray[np.float64], rate: int) -> float:
    """The middle of the spectrum in octaves."""
    count = 1 << len(sound).bit_length()
    power = np.abs(np.fft.rfft(sound, count)) ** 2
    pitch = np.maximum(np.fft.rfftfreq(count, 1 / rate), 1)
    return float((power * np.log2(pitch)).sum() / power.sum())


def test_all_voices_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 3_600_000


def test_every_recording_is_there_with_its_licence() -> None:
    told = (FOLDER / "LICENCE.txt").read_text("utf-8")
    for word in ("羅竺", "Creative Commons Attribution 3.0", "Carnegie Mellon", "modified"):
        assert word in told


def test_every_voice_can_be_played_here(stage: Stage) -> None:
    from kivy.core.audio import SoundLoader

    for path in EVERY[::ONE_OF_EACH]:
        sound = SoundLoader.load(str(path))
        assert sound is not None, path
        assert SHORT_S < sound.length < LONG_S, path
        sound.unload()


class Shelf(list["Box"]):
    """Every loudspeaker that was made."""

    def load(self, path: str) -> "Box":
        self.append(Box(path))
        return self[-1]


class Box:
    """A loudspeaker that remembers."""

    def __init__(self, path: str) -> None:
        self.path, self.volume, self.loop, self.length = path, 1.0, False, 1.0
        self.playing, self.loaded = False, True

    def play(self) -> None:
        assert self.loaded
        self.playing = True

    def stop(self) -> None:
        self.playing = False

    def unload(self) -> None:
        self.loaded = False


def test_a_voice_speaks_the_language_that_is_set_as_loud_as_is_set_for_voices() -> None:
    boxes = Shelf()
    sounds = Sounds(boxes.load)
    sounds.set_voices(True, 0.4)
    sounds.language = "zh"
    assert sounds.speak("bomb") == VOICES["zh"]["woman"]["bomb"][0].ms / 1000
    assert boxes[-1].path == str(FOLDER / "zh" / "woman" / "bomb.0.ogg")
    assert (boxes[-1].playing, boxes[-1].volume) == (True, 0.4)
    sounds.language, sounds.speaker = "en", "man"
    sounds.speak("spring")
    assert boxes[-1].path == str(FOLDER / "en" / "man" / "spring.0.ogg")
    assert list(sounds.heard) == ["zh/bomb", "en/spring"]
    with pytest.raises(ValueError, match="There is no voice 'moo' in 'en'"):
        sounds.speak("moo")


def test_voices_and_sounds_are_switched_and_set_apart() -> None:
    sounds = Sounds(lambda path: None)
    sounds.set_sound(False, 0.8)
    assert sounds.speak("bomb") > 0
    for on, volume in ((False, 0.8), (True, 0.0)):
        sounds.set_voices(on, volume)
        assert sounds.speak("bomb") == 0
    sounds.set_voices(True, 0.8)
    sounds.pause()
    assert sounds.speak("bomb") == 0


def test_the_same_line_never_sounds_the_same_twice_running() -> None:
    boxes = Shelf()
    sounds = Sounds(boxes.load)
    for name, takes in VOICES["en"]["woman"].items():
        files = []
        for _ in range(len(takes) + 1):
            sounds.speak(name)
            files += [box.path for box in boxes if box.playing]
            for box in boxes:
                box.stop()
        assert files == [
            str(FOLDER / "en" / "woman" / f"{name}.{nth % len(takes)}.ogg")
            for nth in range(len(takes) + 1)
        ]


def test_only_the_last_voices_are_kept_loaded() -> None:
    boxes = Shelf()
    sounds = Sounds(boxes.load)
    for rank in range(13):
        sounds.speak(f"pair_{rank}")
        sounds.speak("spring")
    assert sum(box.loaded for box in boxes) == MOST_VOICES
    assert len(boxes) == 14
    assert boxes[1].loaded, "What is said often stays."


def test_a_sound_that_is_held_goes_round_until_it_is_called_off_or_the_app_is_put_away() -> None:
    boxes = Shelf()
    sounds = Sounds(boxes.load)
    ends: list[Callable[[], None]] = [lambda: sounds.hold("spin", False), sounds.pause]
    for end in ends:
        sounds.resume()
        sounds.hold("spin", True)
        sounds.hold("spin", True)
        assert (boxes[0].playing, boxes[0].loop) == (True, True)
        end()
        assert (boxes[0].playing, boxes[0].loop) == (False, False)
    assert list(sounds.heard) == ["spin", "spin"]

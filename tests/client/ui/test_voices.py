"""The voices: one for everything that is said in Dou Dizhu, in every language, fit to be heard."""

import json
from collections.abc import Callable, Iterator

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from client_core.client import LANGUAGES
from mobile_client.ui.sound import ASSETS, MOST_VOICES, VOICES, Sounds
from protocol.games.doudizhu import CATEGORIES, RANKS
from tests.client.ui.stage import Stage
from tools.assets.voices import lines

FOLDER = ASSETS / "voices"
EVERY = sorted(FOLDER.glob("*/*.ogg"))
BIDS = {"call", "no_call", "bid_1", "bid_2", "bid_3"}
OTHERS = {"pass", "landlord", "my_landlord", "one_left", "two_left", "redeal", "win", "lose"}
SPRINGS = {"spring", "anti-spring"}
RANKED = {
    *(f"solo_{rank}" for rank in RANKS),
    *(f"{name}_{rank}" for name in ("pair", "trio") for rank in RANKS[:-2]),
}


@pytest.fixture(scope="module")
def heard() -> dict[str, tuple[NDArray[np.float64], int]]:
    """Every voice as samples, and its rate."""
    return {f"{path.parent.name}/{path.stem}": soundfile.read(path) for path in EVERY}


@pytest.mark.req("D-N")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_bid_and_warning_has_a_voice_in_every_language(language: str) -> None:
    wanted = {*CATEGORIES, *BIDS, *OTHERS, *SPRINGS, *RANKED}
    assert set(VOICES[language]) == wanted
    assert {path.stem for path in EVERY if path.parent.name == language} == wanted


@pytest.mark.req("D-N")
def test_a_category_is_called_by_its_name() -> None:
    for code, kind in CATEGORIES.items():
        assert VOICES["en"][code].text == kind.name.en
        assert VOICES["zh"][code].text == kind.name.zh
    assert VOICES["zh"]["solo_13"].text == "小王"
    assert VOICES["zh"]["pair_11"].text == "一对尖"
    assert VOICES["en"]["trio_3"].text == "trio of sixes"


def test_the_manifest_is_what_the_script_says() -> None:
    manifest = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    for language, said in manifest.items():
        assert {name: one["text"] for name, one in said.items()} == {
            name: line.text for name, line in lines(language).items()
        }


def test_chinese_is_spelt_for_the_speaker_syllable_by_syllable() -> None:
    for name, line in lines("zh").items():
        syllables = line.spelt.split()
        assert all(one[-1] in "12345" and one[:-1].isalpha() for one in syllables), name
        assert len(syllables) == len(line.text.replace("10", "十")), name


def test_every_voice_is_short_one_channel_and_as_long_as_the_manifest_says(
    heard: dict[str, tuple[NDArray[np.float64], int]],
) -> None:
    for path, (sound, rate) in heard.items():
        language, name = path.split("/")
        assert sound.ndim == 1, path
        assert 0.35 < len(sound) / rate < 1.8, path
        assert abs(len(sound) / rate * 1000 - VOICES[language][name].ms) < 30, path


def test_all_voices_are_equally_loud_and_none_is_clipped(
    heard: dict[str, tuple[NDArray[np.float64], int]],
) -> None:
    def loud() -> Iterator[float]:
        for sound, _ in heard.values():
            voiced = sound[np.abs(sound) > 0.012]
            yield float(20 * np.log10(np.sqrt((voiced**2).mean())))

    levels = list(loud())
    assert all(-20 < level < -16 for level in levels)
    assert max(float(np.abs(sound).max()) for sound, _ in heard.values()) < 0.95


def test_a_voice_begins_and_ends_at_once_and_softly(
    heard: dict[str, tuple[NDArray[np.float64], int]],
) -> None:
    for path, (sound, rate) in heard.items():
        voiced = np.flatnonzero(np.abs(sound) > 0.012)
        assert voiced[0] / rate < 0.08, path
        assert (len(sound) - voiced[-1]) / rate < 0.2, path
        assert np.abs(sound[-rate // 200 :]).max() < 0.05, path


def test_all_voices_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 2_000_000


def test_every_voice_can_be_played_here(stage: Stage) -> None:
    from kivy.core.audio import SoundLoader

    for path in EVERY:
        sound = SoundLoader.load(str(path))
        assert sound is not None, path
        assert 0.35 < sound.length < 1.8, path
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


def test_a_voice_speaks_the_language_that_is_set_as_loud_as_sounds_are() -> None:
    boxes = Shelf()
    sounds = Sounds(boxes.load)
    sounds.set_sound(True, 0.4)
    sounds.language = "zh"
    assert sounds.speak("bomb") == VOICES["zh"]["bomb"].ms / 1000
    assert boxes[-1].path == str(FOLDER / "zh" / "bomb.ogg")
    assert (boxes[-1].playing, boxes[-1].volume) == (True, 0.4)
    sounds.language = "en"
    sounds.speak("bomb")
    assert list(sounds.heard) == ["zh/bomb", "en/bomb"]
    sounds.set_sound(True, 0.0)
    assert sounds.speak("bomb") == 0
    with pytest.raises(ValueError, match="There is no voice 'moo' in 'en'"):
        sounds.speak("moo")


def test_only_the_last_voices_are_kept_loaded() -> None:
    boxes = Shelf()
    sounds = Sounds(boxes.load)
    for rank in range(13):
        sounds.speak(f"pair_{rank}")
        sounds.speak("pair_0")
    assert sum(box.loaded for box in boxes) == MOST_VOICES
    assert len(boxes) == 13
    assert boxes[0].loaded, "What is said often stays."


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

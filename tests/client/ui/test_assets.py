"""What is shipped: fonts that have the signs, sounds that play, and all of it small."""

import sys
import unicodedata
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import soundfile
from fontTools.ttLib import TTFont
from kivy.core.text import Label as CoreLabel
from numpy.typing import NDArray
from PIL import Image

from client_core.emoji import DRAWN
from client_core.folds import GAMES
from game_server.players.names import read_name
from mobile_client.ui import theme
from mobile_client.ui.letters import letters
from mobile_client.ui.look import px
from mobile_client.ui.pen import BOLD, SANS, WIDE
from mobile_client.ui.sound import ASSETS, MUSIC, SOUNDS, Sounds
from mobile_client.ui.widgets.drawn import face, glyphs
from mobile_client.ui.widgets.words import Words
from protocol.letters import RANGES, SIGNS
from protocol.words import Refusal
from tests.client.ui.stage import Stage
from tools.assets.fonts import COMMON, EAST, RARER, TEXTS, chinese

FONTS = ASSETS / "fonts"
OF_GAMES = {one.music for one in GAMES.values() if one.music}
"""Pieces that are played at one game alone."""


def signs(font: str) -> set[str]:
    return {chr(code) for code in TTFont(FONTS / font).getBestCmap()}


@pytest.mark.parametrize("font", ["sans.otf", "sans-bold.otf"])
def test_a_font_has_latin_suits_and_the_common_chinese(font: str) -> None:
    wanted = (
        set(chinese(COMMON)) | set(map(chr, range(0x20, 0x7F))) | set("♠♥♦♣½€−×·，。！？（）：")
    )
    assert wanted - signs(font) == set()
    assert len(chinese(COMMON)) == 3755


@pytest.mark.parametrize("font", ["sans.otf", "sans-bold.otf"])
def test_every_character_of_our_own_texts_has_a_glyph(font: str) -> None:
    texts = [path.read_text("utf-8") for path in TEXTS.rglob("*.json")]
    assert texts
    # Emotes are drawn by widgets.emotes; no font of ours has them.
    shown = {sign for sign in "".join(texts) if " " <= sign < "\U0001f000"}
    assert shown - signs(font) == set()


@pytest.mark.parametrize("font", ["sans.otf", "sans-bold.otf", "sans-wide.otf"])
def test_every_letter_that_a_name_may_have_has_a_glyph(font: str) -> None:
    """Chinese and Korean in the wide face alone; the others never need it."""
    wide = font == "sans-wide.otf"
    spans = [(low, high) for of, low, high in RANGES if wide or of not in EAST]
    allowed = {chr(point) for low, high in spans for point in range(low, high + 1)}
    named = {sign for sign in allowed if unicodedata.name(sign, "")}
    assert (named | SIGNS) - signs(font) == set()


def test_every_letter_that_the_house_takes_in_a_name_is_in_the_wide_face() -> None:
    taken = set()
    for letter in map(chr, range(sys.maxunicode + 1)):
        # All else is refused, which tests of names show.
        if unicodedata.category(letter)[0] in "LMN":
            with suppress(Refusal):
                taken |= set(read_name(f"a{letter}").shown)
            with suppress(Refusal):
                taken |= set(read_name(letter).shown)
    assert len(taken) > 30_000
    assert taken - signs("sans-wide.otf") == set()


def test_what_the_app_reads_of_a_font_is_what_it_has() -> None:
    for font in ("sans.otf", "sans-bold.otf", "sans-wide.otf"):
        assert {chr(point) for point in letters(str(FONTS / font))} == signs(font)


NAMES = (
    "Иван", "Їжак", "Ђорђе", "Νίκος", "Nguyễn", "Žáčková", "Anı", "Անի", "ნინო", "さくら", "サクラ",
    "김철수", "龍馬", "國豪", "昇", "ㄅㄆㄇ",
)  # fmt: skip


@pytest.mark.parametrize("kind", ["body", "strong"])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_writing_is_drawn_letter_by_letter(
    stage: Stage, name: str, kind: str
) -> None:
    nothing = glyphs("\U00020bb7", kind).pixels
    seen = [glyphs(letter, kind).pixels for letter in dict.fromkeys(name)]
    assert nothing not in seen, "none is the box of what is not there"
    assert all(max(pixels[3::4]) > 200 for pixels in seen)
    assert len(set(seen)) == len(seen)
    assert set(map(ord, name)) <= letters(face(kind, name))


def test_a_text_of_common_letters_is_set_in_the_usual_face() -> None:
    for text in ("Ann", "你好", "Иван", "Νίκος", "Nguyễn", "さくら"):
        assert face("body", text) == SANS
        assert face("strong", text) == BOLD
    assert face("strong", "昃") == SANS
    assert face("body", "龍") == face("strong", "김") == WIDE


def test_names_and_chat_may_bring_rarer_chinese() -> None:
    assert set(chinese(RARER)) - signs("sans.otf") == set()


def test_every_emoji_that_is_said_to_be_drawn_is_in_the_face_of_the_chat(stage: Stage) -> None:
    assert {chr(sign) for sign in DRAWN} - signs("sans.otf") == set()
    inks = set()
    for text in ("😀", "👍", "❤", "🏆", "\U0001f6f8"):
        words = Words(text=text, size_hint=(None, None), size=(px(60), px(40)))
        stage.show(words)
        inks.add(stage.look(words).count(theme.TEXT, 90))
    assert len(inks) == 5, "each looks like itself, and not like a box"


@pytest.mark.parametrize("font", [SANS, WIDE])
@pytest.mark.parametrize("sign", "👍🎉🐱👋😀w")
def test_a_sign_has_lines_as_bright_as_a_letter(stage: Stage, font: str, sign: str) -> None:
    label = CoreLabel(text=sign, font_size=22, font_name=font)
    label.refresh()
    inks = label.texture.pixels[3::4]
    assert sum(ink > 180 for ink in inks) > 0.3 * sum(ink > 20 for ink in inks)


def test_the_licences_of_the_fonts_lie_beside_them() -> None:
    licence = (FONTS / "LICENCE.txt").read_text("utf-8").upper()
    assert "SIL OPEN FONT LICENSE" in licence
    assert "SYMBOLA" in licence


def test_everything_together_is_small() -> None:
    size = sum(path.stat().st_size for path in ASSETS.rglob("*") if path.is_file())
    assert size < 16_500_000


@pytest.mark.parametrize(
    ("name", "size"),
    [("icon", 512), ("icon_foreground", 432), ("icon_background", 432), ("presplash", 1024)],
)
def test_pictures_have_the_size_that_android_wants(name: str, size: int) -> None:
    with Image.open(ASSETS / f"{name}.png") as picture:
        assert picture.size == (size, size)


def test_nothing_of_the_icon_is_cut_off_by_a_round_mask() -> None:
    with Image.open(ASSETS / "icon_foreground.png") as picture:
        alpha = picture.getchannel("A")
        width = picture.width
        seen = alpha.tobytes()
        outside = [
            seen[y * width + x]
            for x in range(0, 432, 3)
            for y in range(0, 432, 3)
            if (x - 216) ** 2 + (y - 216) ** 2 > 144**2
        ]
    assert max(outside) <= 8, "Only the breath of a shadow may be."


def test_there_is_a_sound_for_everything_that_happens() -> None:
    assert {
        "deal",
        "chip",
        "pot",
        "check",
        "fold",
        "turn",
        "win",
        "lose",
        "hurry",
        "message",
        "bomb",
        "rocket",
        "spin",
        "drop",
        "dice",
        "flip",
        "shuffle",
    } <= SOUNDS
    assert {"room", "deal", "play", "win", *OF_GAMES} <= MUSIC


@pytest.mark.parametrize("path", sorted(ASSETS.glob("*/*.ogg")), ids=lambda path: path.stem)
def test_every_sound_can_be_played_here(stage: Stage, path: Path) -> None:
    from kivy.core.audio import SoundLoader

    sound = SoundLoader.load(str(path))
    assert sound is not None
    least, most = (15, 100) if path.parent.name == "music" else (0.03, 3.5)
    assert least < sound.length < most


def heard(path: Path) -> tuple[NDArray[np.float64], int]:
    """What a loudspeaker would get, as one channel."""
    wave, rate = soundfile.read(path)
    return (wave.mean(axis=1) if wave.ndim > 1 else wave), rate


@pytest.mark.parametrize("path", sorted(ASSETS.glob("[ms]*/*.ogg")), ids=lambda path: path.stem)
def test_nothing_is_shrill_or_too_loud(path: Path) -> None:
    wave, rate = heard(path)
    power = np.abs(np.fft.rfft(wave)) ** 2
    high = np.fft.rfftfreq(len(wave), 1 / rate) > 5_000
    assert power[high].sum() / power.sum() < 0.08
    assert 0.2 < np.abs(wave).max() < 0.95


def test_pieces_are_as_loud_as_each_other_and_each_game_has_more_than_a_minute() -> None:
    loud = {}
    for name in MUSIC:
        wave, rate = heard(ASSETS / "music" / f"{name}.ogg")
        loud[name] = 10 * np.log10((wave**2).mean())
        if name in {"room", "play", *OF_GAMES}:
            assert len(wave) / rate > 60, name
    assert max(loud.values()) - min(loud.values()) < 3


def test_the_spinning_wheel_is_a_loop_without_a_seam() -> None:
    wave, _ = heard(ASSETS / "sounds" / "spin.ogg")
    leaps = np.abs(np.diff(np.concatenate([wave[-2_000:], wave[:2_000]])))
    assert leaps[1_995:2_005].max() < 3 * np.percentile(leaps, 99)


class Box:
    """A loudspeaker that remembers."""

    def __init__(self, path: str) -> None:
        self.path, self.volume, self.loop = path, 1.0, False
        self.length = 0.0 if "broken" in path else 30.0
        self.plays = 0
        self.playing = False

    def play(self) -> None:
        self.plays += 1
        self.playing = True

    def stop(self) -> None:
        self.playing = False

    def unload(self) -> None:
        """It is kept."""


class Boxes:
    def __init__(self) -> None:
        self.made: dict[str, Box] = {}

    def __call__(self, path: str) -> Box:
        name = "/".join(Path(path).with_suffix("").parts[-2:])
        assert name not in self.made, "It was loaded twice."
        self.made[name] = Box(path)
        return self.made[name]


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


@pytest.fixture
def sounds(boxes: Boxes) -> Sounds:
    return Sounds(boxes)


def test_a_sound_is_loaded_once_and_played_as_loud_as_set(sounds: Sounds, boxes: Boxes) -> None:
    sounds.set_sound(True, 0.4)
    sounds.play("chip")
    sounds.play("chip")
    assert list(sounds.heard) == ["chip", "chip"]
    assert boxes.made["sounds/chip"].plays == 2
    assert boxes.made["sounds/chip"].volume == 0.4


@pytest.mark.parametrize(("on", "volume"), [(False, 0.8), (True, 0.0)])
def test_sounds_that_are_off_are_not_heard(
    sounds: Sounds, boxes: Boxes, on: bool, volume: float
) -> None:
    sounds.set_sound(on, volume)
    sounds.play("win")
    assert not sounds.heard
    assert boxes.made == {}


def test_one_piece_of_music_plays_over_and_over(sounds: Sounds, boxes: Boxes) -> None:
    sounds.set_music(True, 2.0)
    sounds.music("room")
    sounds.music("room")
    room = boxes.made["music/room"]
    assert (room.plays, room.loop, room.volume) == (1, True, 1.0)
    sounds.music("win")
    assert not room.playing
    assert boxes.made["music/win"].playing
    sounds.music(None)
    assert not boxes.made["music/win"].playing
    assert not sounds.music_sounds


def test_music_comes_back_when_it_is_switched_on_and_when_the_app_does(
    sounds: Sounds, boxes: Boxes
) -> None:
    sounds.set_music(False, 0.5)
    sounds.music("play")
    assert boxes.made == {}
    sounds.set_music(True, 0.5)
    play = boxes.made["music/play"]
    assert play.playing
    sounds.pause()
    sounds.play("chip")
    assert not play.playing
    assert not sounds.heard
    sounds.resume()
    assert play.playing
    sounds.set_music(True, 0.0)
    assert not play.playing


@pytest.mark.req("C-5.29")
def test_a_file_of_the_players_own_replaces_a_piece_and_what_is_none_is_named_and_left(
    boxes: Boxes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own = tmp_path / "music"
    own.mkdir()
    for name in ("sabacc.mp3", "win.txt", "mine.ogg", "deal.OGG", "deal.wav", ".hidden"):
        (own / name).touch()
    sounds = Sounds(boxes, own)
    assert [name for name in ("win.txt", "mine.ogg", "deal.wav") if name in caplog.text] == [
        "win.txt",
        "mine.ogg",
        "deal.wav",
    ]
    assert "blackjack, deal, play, room, roulette, sabacc, win" in caplog.text
    assert ".hidden" not in caplog.text
    for piece in ("sabacc", "deal", "win"):
        sounds.music(piece)
    assert [box.path for box in boxes.made.values()] == [
        str(own / "sabacc.mp3"),
        str(own / "deal.OGG"),
        str(ASSETS / "music" / "win.ogg"),
    ]


def test_a_file_that_cannot_be_read_leaves_our_piece_in_its_place(
    boxes: Boxes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "room.ogg").touch()
    sounds = Sounds(boxes, broken)
    assert caplog.text == ""
    for _ in range(2):
        sounds.music("room")
        sounds.music("play")
    assert "room.ogg is left out: it cannot be read" in caplog.text
    assert boxes.made["music/room"].plays == 2
    assert Sounds(boxes, tmp_path / "nowhere").playing is None


def test_a_machine_without_sound_is_silent(stage: Stage) -> None:
    sounds = Sounds(lambda path: None)
    sounds.ready()
    sounds.play("deal")
    sounds.music("room")
    sounds.pause()
    sounds.resume()
    assert list(sounds.heard) == ["deal"]
    assert sounds.music_sounds


def test_a_name_that_is_none_is_refused_with_those_that_are(sounds: Sounds) -> None:
    with pytest.raises(ValueError, match="There is no sound 'moo'; there are bomb, check"):
        sounds.play("moo")
    with pytest.raises(
        ValueError, match="There is no music 'moo'; there are blackjack, deal, play, room"
    ):
        sounds.music("moo")


def test_all_sounds_can_be_loaded_before_the_first_is_needed(sounds: Sounds, boxes: Boxes) -> None:
    sounds.ready()
    assert {name.partition("/")[2] for name in boxes.made} == SOUNDS

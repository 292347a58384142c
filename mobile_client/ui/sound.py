"""Sound: short sounds, a voice in the player's language, and one piece of music at a time.

Each of the three has its own switch and is as loud as the player wants it.
"""

import json
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol, cast

from mobile_client.ui import tunes

ASSETS: Final = Path(__file__).resolve().parents[1] / "assets"
SOUNDS: Final = frozenset(path.stem for path in (ASSETS / "sounds").glob("*.ogg"))
MUSIC: Final = frozenset(path.stem for path in (ASSETS / "music").glob("*.ogg"))
MOST_VOICES: Final = 8
"""So many are kept loaded: a phone has players for a few dozen sounds at once, not for all."""


class Spoken(NamedTuple):
    """A text that a voice says, and how long that takes."""

    text: str
    ms: int


Lines = Mapping[str, tuple[Spoken, ...]]
"""Every take of each line by its name."""


def _lines(told: Mapping[str, Sequence[Mapping[str, object]]]) -> Lines:
    return {
        name: tuple(Spoken(str(one["text"]), int(str(one["ms"]))) for one in takes)
        for name, takes in told.items()
    }


def _voices() -> Mapping[str, Mapping[str, Lines]]:
    told = json.loads((ASSETS / "voices" / "manifest.json").read_text("utf-8"))
    return {
        language: {speaker: _lines(lines) for speaker, lines in speakers.items()}
        for language, speakers in told.items()
    }


VOICES: Final = _voices()
"""What is said, by its language and by who speaks."""


class Player(Protocol):
    """A sound of Kivy, as far as we need it."""

    volume: float
    loop: bool
    length: float
    """Seconds; 0 is a file that could not be read."""

    def play(self) -> object: ...

    def stop(self) -> object: ...

    def unload(self) -> object: ...


Load = Callable[[str], Player | None]


def _load(path: str) -> Player | None:
    from kivy.core.audio import SoundLoader

    return cast("Player | None", SoundLoader.load(path))


class Sounds:
    """Plays by name. A machine without sound is silent; nothing that is played ever fails.

    `heard` holds the last names that were played, the newest last, a voice as `zh/bomb`: it tells
    what a player would have heard, whatever the loudspeaker did.
    """

    def __init__(self, load: Load = _load, own: Path | None = None) -> None:
        """`own` is the folder of the player's own music."""
        self._load = load
        self._own = tunes.find_tunes(own, MUSIC)
        self._players: dict[str, Player | None] = {}
        self._speakers: OrderedDict[str, Player | None] = OrderedDict()
        self._held: dict[str, Player | None] = {}
        self.language, self.speaker = "en", "woman"
        """The language of the voices, and whose they are."""
        self._takes: dict[str, int] = {}
        self.heard: deque[str] = deque(maxlen=32)
        self.playing: str | None = None
        """The music that was chosen, whether or not it can be heard now."""
        self._sounding: Player | None = None
        self._volume, self._music_volume, self._voices_volume = 0.8, 0.5, 0.8
        self._on, self._music_on, self._voices_on, self._paused = True, True, True, False

    def ready(self) -> None:
        """Loads every sound, so that the first of them is not late."""
        for name in sorted(SOUNDS):
            self._player("sounds", name)

    def play(self, name: str) -> None:
        if name not in SOUNDS:
            raise ValueError(f"There is no sound {name!r}; there are {', '.join(sorted(SOUNDS))}.")
        if not self.audible:
            return
        self.heard.append(name)
        self._start(self._player("sounds", name), self._volume)

    def hold(self, name: str, on: bool) -> None:
        """This sound again and again, until it is called off."""
        if on == self.holds(name):
            return
        if not on:
            player = self._held.pop(name)
            if player is not None:
                player.stop()
                player.loop = False
        elif self.audible:
            self.play(name)
            player = self._held[name] = self._player("sounds", name)
            if player is not None:
                player.loop = True

    def holds(self, name: str) -> bool:
        return name in self._held

    def knows(self, name: str) -> bool:
        """Whether there is a voice of that name."""
        return name in VOICES[self.language][self.speaker]

    def speak(self, name: str) -> float:
        """Say the next take of it in the player's language; how many seconds it takes, 0 if nothing
        is heard."""
        if not self.knows(name):
            raise ValueError(f"There is no voice {name!r} in {self.language!r}.")
        if not self.speaks:
            return 0.0
        self.heard.append(f"{self.language}/{name}")
        takes = VOICES[self.language][self.speaker][name]
        take = self._takes.get(name, -1) + 1
        self._takes[name] = take = take % len(takes)
        player = self._speaker(f"{self.language}/{self.speaker}/{name}.{take}")
        self._start(player, self._voices_volume)
        return takes[take].ms / 1000

    def _start(self, player: Player | None, volume: float) -> None:
        if player is not None:
            player.stop()
            player.volume = volume
            player.play()

    def music(self, name: str | None) -> None:
        """This piece from now on, over and over; None is silence."""
        if name is not None and name not in MUSIC:
            raise ValueError(f"There is no music {name!r}; there are {', '.join(sorted(MUSIC))}.")
        if name != self.playing:
            self._hush()
            self.playing = name
        self._tune()

    def set_sound(self, on: bool, volume: float) -> None:
        self._on, self._volume = on, _within(volume)
        if not self.audible:
            self._release()

    def set_voices(self, on: bool, volume: float) -> None:
        self._voices_on, self._voices_volume = on, _within(volume)

    def set_music(self, on: bool, volume: float) -> None:
        self._music_on, self._music_volume = on, _within(volume)
        self._tune()

    def pause(self) -> None:
        """The app goes to the background."""
        self._paused = True
        self._release()
        self._tune()

    def resume(self) -> None:
        self._paused = False
        self._tune()

    @property
    def audible(self) -> bool:
        """Whether sounds are heard now."""
        return self._on and self._volume > 0 and not self._paused

    @property
    def speaks(self) -> bool:
        """Whether voices are heard now."""
        return self._voices_on and self._voices_volume > 0 and not self._paused

    def _release(self) -> None:
        for name in tuple(self._held):
            self.hold(name, False)

    @property
    def music_sounds(self) -> bool:
        """Whether music should be heard now."""
        audible = self._music_on and self._music_volume > 0 and not self._paused
        return self.playing is not None and audible

    def _tune(self) -> None:
        """Makes the music as it should be now."""
        if not self.music_sounds or self.playing is None:
            self._hush()
            return
        if self._sounding is None:
            self._sounding = self._piece(self.playing)
            if self._sounding is not None:
                self._sounding.loop = True
                self._sounding.play()
        if self._sounding is not None:
            self._sounding.volume = self._music_volume

    def _hush(self) -> None:
        if self._sounding is not None:
            self._sounding.stop()
            self._sounding = None

    def _speaker(self, path: str) -> Player | None:
        if path in self._speakers:
            self._speakers.move_to_end(path)
            return self._speakers[path]
        while len(self._speakers) >= MOST_VOICES:
            _, oldest = self._speakers.popitem(last=False)
            if oldest is not None:
                oldest.unload()
        player = self._speakers[path] = self._load(str(ASSETS / "voices" / f"{path}.ogg"))
        return player

    def _piece(self, name: str) -> Player | None:
        """The player's own, or ours where there is none that can be played."""
        path = self._own.get(name)
        if path is None:
            return self._player("music", name)
        if str(path) not in self._players:
            self._players[str(path)] = self._load(str(path))
        own = self._players[str(path)]
        if own is not None and own.length > 0:
            return own
        tunes.left(path, "it cannot be read")
        self._own = {piece: one for piece, one in self._own.items() if piece != name}
        return self._player("music", name)

    def _player(self, folder: str, name: str) -> Player | None:
        path = f"{folder}/{name}"
        if path not in self._players:
            self._players[path] = self._load(str(ASSETS / f"{path}.ogg"))
        return self._players[path]


def _within(volume: float) -> float:
    return min(1.0, max(0.0, volume))

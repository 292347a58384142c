"""What is heard: short sounds and one piece of music at a time, each with its own switch."""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, cast

ASSETS: Final = Path(__file__).resolve().parents[1] / "assets"
SOUNDS: Final = frozenset(path.stem for path in (ASSETS / "sounds").glob("*.ogg"))
MUSIC: Final = frozenset(path.stem for path in (ASSETS / "music").glob("*.ogg"))


class Player(Protocol):
    """What Kivy's sounds can do and we need."""

    volume: float
    loop: bool

    def play(self) -> object: ...

    def stop(self) -> object: ...


Load = Callable[[str], Player | None]


def _load(path: str) -> Player | None:
    from kivy.core.audio import SoundLoader

    return cast("Player | None", SoundLoader.load(path))


class Sounds:
    """Plays by name. A machine without sound is silent; nothing that is played ever fails.

    `heard` holds the last names that were played, the newest last: it tells what a player would
    have heard, whatever the loudspeaker did.
    """

    def __init__(self, load: Load = _load) -> None:
        self._load = load
        self._players: dict[str, Player | None] = {}
        self.heard: deque[str] = deque(maxlen=32)
        self.playing: str | None = None
        """The music that was chosen, whether or not it can be heard now."""
        self._sounding: Player | None = None
        self._volume, self._music_volume = 0.8, 0.5
        self._on, self._music_on, self._paused = True, True, False

    def ready(self) -> None:
        """Loads every sound, so that the first of them is not late."""
        for name in sorted(SOUNDS):
            self._player("sounds", name)

    def play(self, name: str) -> None:
        if name not in SOUNDS:
            raise ValueError(f"There is no sound {name!r}; there are {', '.join(sorted(SOUNDS))}.")
        if not self._on or self._paused or not self._volume:
            return
        self.heard.append(name)
        player = self._player("sounds", name)
        if player is not None:
            player.stop()
            player.volume = self._volume
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

    def set_music(self, on: bool, volume: float) -> None:
        self._music_on, self._music_volume = on, _within(volume)
        self._tune()

    def pause(self) -> None:
        """The app goes to the background."""
        self._paused = True
        self._tune()

    def resume(self) -> None:
        self._paused = False
        self._tune()

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
            self._sounding = self._player("music", self.playing)
            if self._sounding is not None:
                self._sounding.loop = True
                self._sounding.play()
        if self._sounding is not None:
            self._sounding.volume = self._music_volume

    def _hush(self) -> None:
        if self._sounding is not None:
            self._sounding.stop()
            self._sounding = None

    def _player(self, folder: str, name: str) -> Player | None:
        path = f"{folder}/{name}"
        if path not in self._players:
            self._players[path] = self._load(str(ASSETS / f"{path}.ogg"))
        return self._players[path]


def _within(volume: float) -> float:
    return min(1.0, max(0.0, volume))

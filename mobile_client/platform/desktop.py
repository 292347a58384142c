"""A desktop: a window, a keyboard, nothing that shakes."""

import ctypes
import locale
import logging
import os
import platform
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from client_storage import Storage, config_folder

FOLDER: Final = "cardroom"
EDGES: Final = "CARDROOM_EDGES"
"""Left, top, right, bottom in pixels, to see how the app looks on a phone with a notch."""
KEYBOARD: Final = "CARDROOM_KEYBOARD"
"""How many pixels high, to see how the app looks while a phone's keyboard is up."""
WINDOW: Final = "window"
"""The name that its size is kept by."""
USUAL: Final = (1120, 700)
"""Room for a table and what is beside it, on the smallest of today's desktops."""
NARROWEST, LOWEST = 320, 320
DRAWS_WITH: Final = (("libGL.so.1", "libgl1 libgl1-mesa-dri"), ("libmtdev.so.1", "libmtdev1"))
"""Libraries of a Linux desktop that Kivy loads, and the packages of Debian they are in."""

SOUND_SERVERS: Final = ("PULSE_SERVER", "PIPEWIRE_REMOTE")
SOUND_SOCKETS: Final = ("pulse/native", "pipewire-0")


class Desktop:
    """`buzzed` and `awake` tell what a phone would have done."""

    touch: Final = False

    def __init__(self, folder: Path | None = None) -> None:
        self.storage = Storage(folder or config_folder(os.environ) / FOLDER)
        self.buzzed: list[float] = []
        self.awake = False

    def lacks(self) -> str:
        """What has to be installed before a window opens; empty if nothing has."""
        if not sys.platform.startswith("linux"):
            return ""
        missing = [one for one in DRAWS_WITH if not _loads(one[0])]
        if not missing:
            return ""
        libraries = " and ".join(library for library, _ in missing)
        packages = " ".join(package for _, package in missing)
        return (
            f"The client draws with {libraries}, which this machine lacks;"
            f" as root: apt-get install -y {packages}"
        )

    def only_on_a_screen(self) -> None:
        """Keep the window from opening where nobody sees it: without a screen SDL draws on none."""
        if sys.platform.startswith("linux"):
            os.environ.setdefault("KIVY_WINDOW", "sdl2")
            os.environ.setdefault("SDL_VIDEODRIVER", "wayland,x11")

    def only_with_a_loudspeaker(self) -> None:
        """Keep the sound from where none is heard: ALSA complains on the terminal of who plays."""
        if sys.platform.startswith("linux") and not has_sound(os.environ):
            os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

    def without_middle_button(self) -> None:
        """Keep Kivy from complaining, by a page of tracebacks, where a Linux has no program for
        what is marked and put elsewhere by the middle button. Copying does without it."""
        logging.getLogger("kivy").addFilter(_is_not_of_middle_button)

    def window(self, wanted: str = "") -> tuple[int, int]:
        """How wide and high the window opens, in dp: as it is wanted (`411x860`), or as it was."""
        for told in (wanted, self.storage.all().get(WINDOW, "")):
            wide, _, high = told.partition("x")
            if wide.isdecimal() and high.isdecimal():
                return max(int(wide), NARROWEST), max(int(high), LOWEST)
        return USUAL

    def keep_window(self) -> None:
        """It opens in the size that it has now the next time."""
        from kivy.core.window import Window
        from kivy.metrics import Metrics

        wide, high = (round(side / Metrics.density) for side in Window.size)
        self.keep(WINDOW, f"{wide}x{high}")

    def alone(self) -> bool:
        """Keep other apps from the session that lies in the folder, until this one ends; False if
        another was here first."""
        return self.storage.claim()

    def kept(self) -> Mapping[str, str]:
        return self.storage.all()

    def keep(self, name: str, text: str) -> None:
        self.storage.keep(name, text)

    def name(self) -> str:
        """What it is called where the player looks who is logged in."""
        return platform.system() or "Desktop"

    def music(self) -> Path | None:
        """Where the player's own music lies."""
        return self.storage.folder / "music"

    def pictures(self) -> Path | None:
        """Where the player's own pictures lie."""
        return self.storage.folder / "pictures"

    def authority(self) -> Path | None:
        """Where the file of a private authority lies."""
        return self.storage.folder

    def language(self) -> str:
        """The language that the desktop speaks."""
        told = os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0]
        return told or ""

    def vibrate(self, seconds: float) -> None:
        self.buzzed = [*self.buzzed[-7:], seconds]

    def keep_awake(self, on: bool) -> None:
        self.awake = on

    def insets(self) -> tuple[float, float, float, float]:
        told = os.environ.get(EDGES, "")
        parts = [float(part) for part in told.split(",")] if told else [0.0] * 4
        left, top, right, bottom = parts
        return left, top, right, bottom

    def draw_beneath_bars(self, moved: Callable[[], None]) -> None:
        """A desktop has none, and `moved` is never called."""

    def keyboard(self) -> float:
        return float(os.environ.get(KEYBOARD) or 0)

    shares: Final = False

    def share(self, text: str) -> None:
        """A desktop has no sheet for that: texts are copied."""

    def opened_by(self) -> str:
        """The link that the app was opened by: none."""
        return ""

    def watch_links(self, opened: Callable[[str], None]) -> None:
        """Calls this with each link that leads to the app while it runs: never."""

    def to_background(self) -> None:
        """The window is made small."""
        from kivy.core.window import Window

        Window.minimize()

    def online(self) -> bool:
        return True

    def watch_network(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Desktops are left alone: the line finds out by itself."""
        return lambda: None


def has_sound(environment: Mapping[str, str], root: Path = Path("/")) -> bool:
    """Whether a Linux desktop may be heard: by a card, a sound server, or what its user has
    written for ALSA."""
    if any(environment.get(name) for name in SOUND_SERVERS):
        return True
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    sockets = [root / runtime.lstrip("/") / name for name in SOUND_SOCKETS] if runtime else []
    home = root / environment.get("HOME", "").lstrip("/")
    written = [root / "etc" / "asound.conf", home / ".asoundrc"]
    if any(path.exists() for path in (*sockets, *written)):
        return True
    return any((root / "dev" / "snd").glob("pcm*p"))


def _is_not_of_middle_button(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith("Cutbuffer:")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True

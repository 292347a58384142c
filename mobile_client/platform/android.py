"""Android, through pyjnius. Nothing of it is imported before it is used."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

from mobile_client.platform.storage import Storage

T = TypeVar("T")
KEEP_SCREEN_ON: Final = 0x80
EFFECTS_SINCE: Final = 26
INSETS_SINCE: Final = 30
USUAL_STRENGTH: Final = -1


class Android:
    """The activity that the app runs in. A device that lacks something is a device without it:
    an error of Java never ends a game."""

    touch: Final = True

    def __init__(self, folder: Path | None = None) -> None:
        self.storage = Storage(folder or Path(os.environ.get("ANDROID_PRIVATE", ".")) / "kept")

    def kept(self) -> Mapping[str, str]:
        return self.storage.all()

    def keep(self, name: str, text: str) -> None:
        self.storage.keep(name, text)

    def language(self) -> str:
        return _or(lambda: str(_java("java.util.Locale").getDefault().toLanguageTag()), "")

    def vibrate(self, seconds: float) -> None:
        _or(lambda: self._shake(round(seconds * 1000)), None)

    def _shake(self, milliseconds: int) -> None:
        vibrator = _activity().getSystemService("vibrator")
        if _version() < EFFECTS_SINCE:
            vibrator.vibrate(milliseconds)
            return
        effect = _java("android.os.VibrationEffect")
        vibrator.vibrate(effect.createOneShot(milliseconds, USUAL_STRENGTH))

    def keep_awake(self, on: bool) -> None:
        def change() -> None:
            window = _activity().getWindow()
            (window.addFlags if on else window.clearFlags)(KEEP_SCREEN_ON)

        _or(lambda: _on_its_thread(change), None)

    def insets(self) -> tuple[float, float, float, float]:
        return _or(self._insets, (0.0, 0.0, 0.0, 0.0))

    def _insets(self) -> tuple[float, float, float, float]:
        """What bars and a notch cover."""
        told = _activity().getWindow().getDecorView().getRootWindowInsets()
        if told is None:
            return 0.0, 0.0, 0.0, 0.0
        if _version() >= INSETS_SINCE:
            kinds = _java("android.view.WindowInsets$Type")
            edges = told.getInsets(kinds.systemBars() | kinds.displayCutout())
            return float(edges.left), float(edges.top), float(edges.right), float(edges.bottom)
        return (
            float(told.getSystemWindowInsetLeft()),
            float(told.getSystemWindowInsetTop()),
            float(told.getSystemWindowInsetRight()),
            float(told.getSystemWindowInsetBottom()),
        )

    def to_background(self) -> None:
        _or(lambda: _activity().moveTaskToBack(True), None)


def _java(name: str) -> Any:
    return import_module("jnius").autoclass(name)


def _activity() -> Any:
    return _java("org.kivy.android.PythonActivity").mActivity


def _version() -> int:
    return int(_java("android.os.Build$VERSION").SDK_INT)


def _on_its_thread(change: Callable[[], None]) -> None:
    """Windows may be changed on the thread of the activity only."""
    import_module("android.runnable").Runnable(change)()


def _or(ask: Callable[[], T], otherwise: T) -> T:
    with suppress(Exception):
        return ask()
    return otherwise

"""Java's classes, through pyjnius. Nothing of it is imported before it is used.

A device that lacks something is a device without it: an error of Java never ends a game.
"""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def java(name: str) -> Any:
    """A class by its name; a class within a class behind a `$`."""
    return import_module("jnius").autoclass(name)


def activity() -> Any:
    """The activity that the app runs in."""
    return java("org.kivy.android.PythonActivity").mActivity


def service(name: str, kind: str) -> Any:
    """A service of the system. Java promises no more than an object: it is said what it is."""
    return import_module("jnius").cast(kind, activity().getSystemService(name))


def version() -> int:
    """The level of Android's API on this device."""
    return int(java("android.os.Build$VERSION").SDK_INT)


def on_its_thread(change: Callable[[], None]) -> None:
    """Windows may be changed on the thread of the activity only."""
    import_module("android.runnable").Runnable(change)()


def tried(ask: Callable[[], T], otherwise: T) -> T:
    """What it says, or something else where this device cannot say it."""
    with suppress(Exception):
        return ask()
    return otherwise

"""The bars of Android 15 and later, which lie over the app's own ground.

The ground goes on beneath them, and screens leave free what they cover (`edges`). A listener tells
when that changes without a new size: a phone turned from one long side to the other.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from mobile_client.platform.java import activity, java, on_its_thread, tried, version

EDGE_TO_EDGE_SINCE: Final = 35
DARK_SIGNS: Final = 0x8 | 0x10
"""APPEARANCE_LIGHT_STATUS_BARS and APPEARANCE_LIGHT_NAVIGATION_BARS: bars that are light."""
LISTENER: Final = "android/view/View$OnApplyWindowInsetsListener"
INSETS: Final = "Landroid/view/WindowInsets;"


def draw_beneath(moved: Callable[[], None]) -> Any:
    """Signs become light and lose the veil behind them; `moved` is called, on the thread of the
    activity, when the bars cover something else. Keep what this gives: Java does not."""
    if version() < EDGE_TO_EDGE_SINCE:
        return None
    listener = _listener(moved)

    def change() -> None:
        tried(_light_signs, None)
        tried(_no_veil, None)
        # Not on the window's own view: the listener would take the place of what that one does.
        surface = java("org.kivy.android.PythonActivity").getSurface()
        tried(lambda: surface.setOnApplyWindowInsetsListener(listener), None)

    on_its_thread(change)
    return listener


def _light_signs() -> None:
    """Every ground of the app is dark; what the phone's theme says of signs is its maker's."""
    activity().getWindow().getInsetsController().setSystemBarsAppearance(0, DARK_SIGNS)


def _no_veil() -> None:
    """Else Android lays one, four fifths opaque, behind its three buttons."""
    activity().getWindow().setNavigationBarContrastEnforced(False)


def _listener(moved: Callable[[], None]) -> Any:
    """An object of Java's that tells; its class is made here, where there is a Java."""
    jnius = import_module("jnius")

    def told(_: Any, __: Any, insets: Any) -> Any:
        tried(moved, None)
        return insets

    does = jnius.java_method(f"(Landroid/view/View;{INSETS}){INSETS}")(told)
    made: Any = type(
        "EdgesListener",
        (jnius.PythonJavaClass,),
        {
            "__javainterfaces__": [LISTENER],
            "__javacontext__": "app",
            "onApplyWindowInsets": does,
        },
    )
    return made()

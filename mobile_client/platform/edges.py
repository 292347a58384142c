"""Edges that Android covers: bars, a notch, the keyboard.

Android measures all of it from the edges of its window. Before Android 15 the bars stand beside
the surface that the app draws on, since then over it: only what reaches into the surface is told.
"""

from typing import Any, Final

from mobile_client.platform.java import activity, java, version

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""
KINDS_SINCE: Final = 30
CUTOUT_SINCE: Final = 28


def insets() -> Edges:
    """How far bars and a notch reach into the surface from each edge."""
    window = _window()
    told = window.getRootWindowInsets()
    if told is None:
        return 0.0, 0.0, 0.0, 0.0
    left, top, right, bottom = _bars(told)
    surface = _surface()
    return (
        max(0.0, left - surface.left),
        max(0.0, top - surface.top),
        max(0.0, right - (window.getWidth() - surface.right)),
        max(0.0, bottom - (window.getHeight() - surface.bottom)),
    )


def keyboard() -> float:
    """How much of the surface's lower edge the keyboard covers.

    Kivy's own `Window.keyboard_height` is 0 on Android, whatever is there.
    """
    window = _window()
    if version() >= KINDS_SINCE:
        told = window.getRootWindowInsets()
        if told is None:
            return 0.0
        ceiling = window.getHeight() - told.getInsets(_kinds().ime()).bottom
    else:
        seen = java("android.graphics.Rect")()
        window.getWindowVisibleDisplayFrame(seen)
        ceiling = seen.bottom
    return max(0.0, float(_surface().bottom - ceiling))


def _bars(told: Any) -> Edges:
    if version() >= KINDS_SINCE:
        kinds = _kinds()
        edges = told.getInsets(kinds.systemBars() | kinds.displayCutout())
        return float(edges.left), float(edges.top), float(edges.right), float(edges.bottom)
    bars = (
        float(told.getSystemWindowInsetLeft()),
        float(told.getSystemWindowInsetTop()),
        float(told.getSystemWindowInsetRight()),
        float(told.getSystemWindowInsetBottom()),
    )
    notch = told.getDisplayCutout() if version() >= CUTOUT_SINCE else None
    if notch is None:
        return bars
    return (
        max(bars[0], notch.getSafeInsetLeft()),
        max(bars[1], notch.getSafeInsetTop()),
        max(bars[2], notch.getSafeInsetRight()),
        max(bars[3], notch.getSafeInsetBottom()),
    )


def _kinds() -> Any:
    return java("android.view.WindowInsets$Type")


def _window() -> Any:
    return activity().getWindow().getDecorView()


def _surface() -> Any:
    """Where in the window the app draws."""
    where = java("android.graphics.Rect")()
    java("org.kivy.android.PythonActivity").getSurface().getGlobalVisibleRect(where)
    return where

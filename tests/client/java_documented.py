"""What Android documents of the Java that the app asks, and who of Python's may be called by it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

# A line of a class: the level, what it gives, its name, what it takes. Without brackets: a field.
DOCUMENTED: Final = """
java.lang.Object
java.util.Locale
    1  static java.util.Locale getDefault()
    21 java.lang.String toLanguageTag()
java.io.File
    1  java.lang.String getAbsolutePath()
android.content.Context
    1  java.lang.Object getSystemService(java.lang.String)
    8  java.io.File getExternalFilesDir(java.lang.String)
android.content.Intent
    1  new android.content.Intent()
    1  android.content.Intent setAction(java.lang.String)
    1  android.content.Intent setType(java.lang.String)
    1  android.content.Intent putExtra(java.lang.String, java.lang.String)
    1  java.lang.String getDataString()
android.app.Activity < android.content.Context
    1  android.content.Intent getIntent()
    1  void startActivity(android.content.Intent)
    1  android.view.Window getWindow()
    1  boolean moveTaskToBack(boolean)
org.kivy.android.PythonActivity < android.app.Activity
    1  static org.kivy.android.PythonActivity mActivity
    1  static android.view.SurfaceView getSurface()
android.view.Window
    1  ui void addFlags(int)
    1  ui void clearFlags(int)
    1  android.view.View getDecorView()
    29 ui void setNavigationBarContrastEnforced(boolean)
    30 android.view.WindowInsetsController getInsetsController()
android.view.WindowInsetsController
    30 ui void setSystemBarsAppearance(int, int)
android.view.View
    1  int getWidth()
    1  int getHeight()
    1  boolean getGlobalVisibleRect(android.graphics.Rect)
    3  void getWindowVisibleDisplayFrame(android.graphics.Rect)
    20 ui void setOnApplyWindowInsetsListener(android.view.View$OnApplyWindowInsetsListener)
    23 android.view.WindowInsets getRootWindowInsets()
android.view.View$OnApplyWindowInsetsListener
    20 android.view.WindowInsets onApplyWindowInsets(android.view.View, android.view.WindowInsets)
android.view.SurfaceView < android.view.View
android.view.WindowInsets
    20 int getSystemWindowInsetLeft()
    20 int getSystemWindowInsetTop()
    20 int getSystemWindowInsetRight()
    20 int getSystemWindowInsetBottom()
    28 android.view.DisplayCutout getDisplayCutout()
    30 android.graphics.Insets getInsets(int)
android.view.WindowInsets$Type
    30 static int systemBars()
    30 static int displayCutout()
    30 static int ime()
android.view.DisplayCutout
    28 int getSafeInsetLeft()
    28 int getSafeInsetTop()
    28 int getSafeInsetRight()
    28 int getSafeInsetBottom()
android.graphics.Insets
    29 int left
    29 int top
    29 int right
    29 int bottom
android.graphics.Rect
    1  new android.graphics.Rect()
    1  int left
    1  int top
    1  int right
    1  int bottom
android.os.Build
    1  static java.lang.String MODEL
android.os.Build$VERSION
    4  static int SDK_INT
android.os.Vibrator
    1  void vibrate(long)
    26 void vibrate(android.os.VibrationEffect)
android.os.VibrationEffect
    26 static android.os.VibrationEffect createOneShot(long, int)
android.os.VibratorManager
    31 android.os.Vibrator getDefaultVibrator()
android.net.ConnectivityManager
    23 android.net.Network getActiveNetwork()
android.net.Network
"""
PLAIN: Final = {"int": int, "long": int, "boolean": bool, "java.lang.String": str}


@dataclass(frozen=True, slots=True)
class Member:
    """One line of the documentation."""

    since: int
    marks: frozenset[str]
    gives: str
    takes: tuple[str, ...] | None


def _documented() -> tuple[dict[str, str], dict[tuple[str, str], list[Member]]]:
    """What each class extends, and what it has."""
    above: dict[str, str] = {}
    members: dict[tuple[str, str], list[Member]] = {}
    kind = ""
    for line in DOCUMENTED.strip().splitlines():
        if not line.startswith(" "):
            kind, _, parent = line.partition(" < ")
            above[kind] = parent or "java.lang.Object"
            continue
        found = re.fullmatch(r" +(\d+) +((?:static |ui |new )*)(\S+) ?(\w+)?(?:\((.*)\))?", line)
        assert found, line
        level, marks, gives, name, takes = found.groups()
        arguments = None if "(" not in line else tuple(filter(None, (takes or "").split(", ")))
        gives = gives.removesuffix("()")
        one = Member(int(level), frozenset(marks.split()), gives, arguments)
        members.setdefault((kind, name or "new"), []).append(one)
    return above, members


ABOVE, MEMBERS = _documented()


def is_a(kind: str, wanted: str) -> bool:
    while kind != wanted and kind in ABOVE and kind != "java.lang.Object":
        kind = ABOVE[kind]
    return kind == wanted


class PythonJavaClass:
    """An object of Python's that Java calls, by the interfaces that its class names."""

    __javainterfaces__: tuple[str, ...] | list[str] = ()

    def does(self, interface: str) -> bool:
        """Whether it has each method of this interface, with the types that Java calls it by."""
        asked = {name: one for (kind, name), (one, *_) in MEMBERS.items() if kind == interface}
        return interface.replace(".", "/") in self.__javainterfaces__ and all(
            getattr(getattr(self, name, None), "__javasignature__", "") == _signature(one)
            for name, one in asked.items()
        )


def java_method(signature: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def signed(does: Callable[..., Any]) -> Callable[..., Any]:
        does.__dict__["__javasignature__"] = signature
        return does

    return signed


def _signature(one: Member) -> str:
    """As the Java machine writes it, for methods of objects alone."""
    kinds = [f"L{kind.replace('.', '/')};" for kind in (*(one.takes or ()), one.gives)]
    return f"({''.join(kinds[:-1])}){kinds[-1]}"

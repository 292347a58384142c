"""Android's Java as pyjnius shows it to Python, with a phone behind it.

It has what the documentation lists and nothing else, from the level of the API on that the
documentation names, and what a method gives is what it promises and no more: a service is an
object until it is cast. Whatever is asked for wrongly is noted in `wrong` and raises, as on a
phone; the app hears nothing of it there, so tests look at `wrong`.
"""

import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final, NoReturn

import pytest

from tests.client.java_documented import (
    ABOVE,
    MEMBERS,
    PLAIN,
    Member,
    PythonJavaClass,
    is_a,
    java_method,
)

Edges = tuple[int, int, int, int]
"""Left, top, right, bottom."""

LIGHT_BARS: Final = 0x8 | 0x10


class JavaException(Exception):
    """As pyjnius raises it."""


@dataclass
class Phone:
    """A phone held upright; from level 35 on an app draws beneath its bars."""

    level: int = 36
    bars: Edges = (0, 80, 0, 120)
    notch: Edges = (0, 0, 0, 0)
    covered: int = 0
    """How far the keyboard reaches up from the lower edge of the window."""
    attached: bool = True
    network: bool = True
    shared_storage: bool = True
    width: int = 1080
    height: int = 2400
    shaken: list[tuple[int, str]] = field(default_factory=list)
    flags: int = 0
    away: bool = False
    wrong: list[str] = field(default_factory=list)
    receivers: list[Any] = field(default_factory=list)
    """Those that are called when the network changes."""
    on_ui: bool = False
    link: str | None = None
    """What the app was opened by."""
    sent: list[dict[str, str]] = field(default_factory=list)
    """What was handed to other apps."""
    told_links: list[Callable[[Any], None]] = field(default_factory=list)
    signs: int = LIGHT_BARS
    """How signs on the bars look: a maker's theme may have them dark, for light bars."""
    veil: bool = True
    """Behind the three buttons."""
    listener: Callable[[], Any] | None = None
    """Who is told of insets. Java holds it weakly: what Python lets go of is gone."""

    @property
    def surface(self) -> Edges:
        """The edges of what the app draws on."""
        left, top, right, bottom = (0, 0, 0, 0) if self.level >= 35 else self.bars
        return left, top, self.width - right, self.height - bottom

    def refuse(self, what: str) -> NoReturn:
        self.wrong.append(what)
        raise JavaException(what)

    def turn_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From here on this is the Java that `jnius` finds."""
        jnius, runnable, broadcast = (
            ModuleType(name) for name in ("jnius", "android.runnable", "android.broadcast")
        )
        jnius.__dict__.update(autoclass=self.autoclass, cast=self.cast)
        jnius.__dict__.update(PythonJavaClass=PythonJavaClass, java_method=java_method)
        runnable.__dict__.update(Runnable=lambda change: lambda: self._on_its_thread(change))
        broadcast.__dict__.update(BroadcastReceiver=lambda *a, **k: Receiver(self, *a, **k))
        links = ModuleType("android.activity")
        links.__dict__.update(bind=lambda on_new_intent: self.told_links.append(on_new_intent))
        for module in (jnius, runnable, broadcast, links, ModuleType("android")):
            monkeypatch.setitem(__import__("sys").modules, module.__name__, module)

    def _on_its_thread(self, change: Callable[[], None]) -> None:
        with self.ui():
            change()

    def opens(self, link: str | None) -> None:
        """A link leads to the app, while it runs."""
        for told in self.told_links:
            told(Thing(self, "android.content.Intent", Intent(self, link)))

    def turns(self, bars: Edges, notch: Edges) -> None:
        """It is turned over: Android tells who listens on the surface."""
        self.bars, self.notch = bars, notch
        if self.listener is None:
            return
        told = self.listener()
        if told is None:
            self.refuse("SIGSEGV: the listener is gone")
        insets = Thing(self, "android.view.WindowInsets", WindowInsets(self))
        with self.ui():
            given = told.onApplyWindowInsets(Thing(self, "android.view.View", View(self)), insets)
        if given is not insets:
            self.refuse(f"onApplyWindowInsets gives {given}")

    @contextmanager
    def ui(self) -> Iterator[None]:
        self.on_ui = True
        yield
        self.on_ui = False

    # -- what jnius offers ---------------------------------------------------------------------

    def autoclass(self, name: str) -> "Thing":
        known = [m for (kind, _), ms in MEMBERS.items() if kind == name for m in ms]
        if name not in ABOVE or (known and min(m.since for m in known) > self.level):
            self.refuse(f"ClassNotFoundException: {name} at {self.level}")
        return Thing(self, name, CLASSES.get(name, Nothing)(self), static=True)

    def cast(self, name: str, thing: "Thing") -> "Thing":
        self.autoclass(name)
        if not is_a(thing.real, name):
            self.refuse(f"ClassCastException: {thing.real} is no {name}")
        return Thing(self, name, thing.inside, real=thing.real)


class Thing:
    """A class or an object of Java's: it has what `kind` has, whatever it really is."""

    def __init__(
        self, phone: Phone, kind: str, inside: Any, static: bool = False, real: str = ""
    ) -> None:
        self.phone, self.kind, self.inside = phone, kind, inside
        self.static, self.real = static, real or kind

    def __call__(self) -> "Thing":
        """A new object of this class."""
        self._members("new")
        return Thing(self.phone, self.kind, CLASSES[self.kind](self.phone))

    def __getattr__(self, name: str) -> Any:
        members = self._members(name)
        if members[0].takes is None:
            return self._given(members[0].gives, getattr(self.inside, name))
        return lambda *arguments: self._called(name, members, arguments)

    def _members(self, name: str) -> list[Member]:
        kind, found = self.kind, list[Member]()
        while not found and kind in ABOVE:
            found = MEMBERS.get((kind, name), [])
            kind = "" if kind == "java.lang.Object" else ABOVE[kind]
        there = [one for one in found if one.since <= self.phone.level]
        if not there:
            self.phone.refuse(f"{self.kind} has no {name} at {self.phone.level}")
        if self.static and not there[0].marks & {"static", "new"}:
            self.phone.refuse(f"{name} is not static in {self.kind}")
        return there

    def _called(self, name: str, members: list[Member], arguments: tuple[Any, ...]) -> Any:
        member = next((one for one in members if _take(one.takes or (), arguments)), None)
        if member is None:
            self.phone.refuse(f"No methods called {name} in {self.kind} match {arguments}")
        if "ui" in member.marks and not self.phone.on_ui:
            self.phone.refuse(f"CalledFromWrongThreadException: {self.kind}.{name}")
        inside = [one.inside if isinstance(one, Thing) else one for one in arguments]
        return self._given(member.gives, getattr(self.inside, name)(*inside))

    def _given(self, kind: str, value: Any) -> Any:
        if kind in PLAIN or kind == "void" or value is None:
            return value
        return Thing(self.phone, kind, value, real=type(value).real or kind)


def _take(takes: tuple[str, ...], arguments: tuple[Any, ...]) -> bool:
    def fits(kind: str, one: Any) -> bool:
        if kind in PLAIN:
            # A bool is an int in Python and none in Java.
            return type(one) is PLAIN[kind]
        if isinstance(one, PythonJavaClass):
            return one.does(kind)
        return isinstance(one, Thing) and not one.static and is_a(one.real, kind)

    return len(takes) == len(arguments) and all(map(fits, takes, arguments))


# -- what is behind it ---------------------------------------------------------------------------


class Nothing:
    """A thing of a phone; `real` is what it is, where a method promises less."""

    real = ""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone


class Locale(Nothing):
    def getDefault(self) -> "Locale":
        return self

    def toLanguageTag(self) -> str:
        return "zh-Hans-CN"


class Intent(Nothing):
    def __init__(self, phone: Phone, link: str | None = None) -> None:
        super().__init__(phone)
        self.link = link
        self.says: dict[str, str] = {}

    def setAction(self, action: str) -> "Intent":
        self.says["action"] = action
        return self

    def setType(self, kind: str) -> "Intent":
        self.says["type"] = kind
        return self

    def putExtra(self, name: str, value: str) -> "Intent":
        self.says[name] = value
        return self

    def getDataString(self) -> str | None:
        return self.link


class Activity(Nothing):
    def getIntent(self) -> Intent:
        return Intent(self.phone, self.phone.link)

    def startActivity(self, intent: Intent) -> None:
        self.phone.sent.append(intent.says)

    @property
    def mActivity(self) -> "Activity":
        return self

    def getSystemService(self, name: str) -> Nothing | None:
        services: dict[str, type[Nothing]] = {
            "vibrator": Vibrator,
            "vibrator_manager": VibratorManager,
            "connectivity": Connectivity,
        }
        return services[name](self.phone) if name in services else None

    def getExternalFilesDir(self, name: str) -> "File | None":
        return File(f"/storage/files/{name}") if self.phone.shared_storage else None

    def getWindow(self) -> "Window":
        return Window(self.phone)

    def getSurface(self) -> "Surface":
        return Surface(self.phone)

    def moveTaskToBack(self, _: bool) -> bool:
        self.phone.away = True
        return True


class File:
    real = ""

    def __init__(self, path: str) -> None:
        self.path = path

    def getAbsolutePath(self) -> str:
        return self.path


class Window(Nothing):
    def addFlags(self, flags: int) -> None:
        self.phone.flags |= flags

    def clearFlags(self, flags: int) -> None:
        self.phone.flags &= ~flags

    def getDecorView(self) -> "View":
        return View(self.phone)

    def setNavigationBarContrastEnforced(self, on: bool) -> None:
        self.phone.veil = on

    def getInsetsController(self) -> "Controller":
        return Controller(self.phone)


class Controller(Nothing):
    def setSystemBarsAppearance(self, look: int, mask: int) -> None:
        self.phone.signs = self.phone.signs & ~mask | look & mask


class View(Nothing):
    """The window's own view."""

    def setOnApplyWindowInsetsListener(self, listener: PythonJavaClass) -> None:
        self.phone.refuse("The window's own view would no longer lay out its bars.")

    def getWidth(self) -> int:
        return self.phone.width

    def getHeight(self) -> int:
        return self.phone.height

    def getGlobalVisibleRect(self, rect: "Rect") -> bool:
        rect.left, rect.top, rect.right, rect.bottom = self.phone.surface
        return True

    def getWindowVisibleDisplayFrame(self, rect: "Rect") -> None:
        left, top, right, bottom = self.phone.bars
        bottom = max(bottom, self.phone.covered)
        rect.left, rect.top = left, top
        rect.right, rect.bottom = self.phone.width - right, self.phone.height - bottom

    def getRootWindowInsets(self) -> "WindowInsets | None":
        return WindowInsets(self.phone) if self.phone.attached else None


class Surface(View):
    """What the app draws on."""

    def setOnApplyWindowInsetsListener(self, listener: PythonJavaClass) -> None:
        self.phone.listener = weakref.ref(listener)


class Rect(Nothing):
    """Of Rect, Insets and a cutout there are only edges."""

    def __init__(self, phone: Phone, edges: Edges = (0, 0, 0, 0)) -> None:
        super().__init__(phone)
        self.left, self.top, self.right, self.bottom = edges

    def getSafeInsetLeft(self) -> int:
        return self.left

    def getSafeInsetTop(self) -> int:
        return self.top

    def getSafeInsetRight(self) -> int:
        return self.right

    def getSafeInsetBottom(self) -> int:
        return self.bottom


class Kinds(Nothing):
    BARS, NOTCH, IME = 1, 2, 4

    def systemBars(self) -> int:
        return self.BARS

    def displayCutout(self) -> int:
        return self.NOTCH

    def ime(self) -> int:
        return self.IME


class WindowInsets(Nothing):
    def getSystemWindowInsetLeft(self) -> int:
        return self.phone.bars[0]

    def getSystemWindowInsetTop(self) -> int:
        return self.phone.bars[1]

    def getSystemWindowInsetRight(self) -> int:
        return self.phone.bars[2]

    def getSystemWindowInsetBottom(self) -> int:
        return self.phone.bars[3]

    def getDisplayCutout(self) -> Rect | None:
        return Rect(self.phone, self.phone.notch) if any(self.phone.notch) else None

    def getInsets(self, kinds: int) -> Rect:
        parts = {
            Kinds.BARS: self.phone.bars,
            Kinds.NOTCH: self.phone.notch,
            Kinds.IME: (0, 0, 0, self.phone.covered),
        }
        asked = [edges for kind, edges in parts.items() if kinds & kind]
        left, top, right, bottom = (max(one) for one in zip(*asked, strict=True))
        return Rect(self.phone, (left, top, right, bottom))


class Build(Nothing):
    MODEL = "Pixel 7"


class Version(Nothing):
    @property
    def SDK_INT(self) -> int:
        return self.phone.level


class Vibrator(Nothing):
    real = "android.os.Vibrator"

    def vibrate(self, how: "int | Effect") -> None:
        self.phone.shaken.append((how, "") if isinstance(how, int) else (how.lasts, "effect"))


class VibratorManager(Nothing):
    real = "android.os.VibratorManager"

    def getDefaultVibrator(self) -> Vibrator:
        return Vibrator(self.phone)


class Effect(Nothing):
    def __init__(self, phone: Phone, lasts: int = 0) -> None:
        super().__init__(phone)
        self.lasts = lasts

    def createOneShot(self, lasts: int, strength: int) -> "Effect":
        if strength != -1 and not 1 <= strength <= 255:
            self.phone.refuse(f"IllegalArgumentException: amplitude {strength}")
        return Effect(self.phone, lasts)


class Connectivity(Nothing):
    real = "android.net.ConnectivityManager"

    def getActiveNetwork(self) -> Nothing | None:
        return Nothing(self.phone) if self.phone.network else None


class Receiver:
    """python-for-android's own: see `android.broadcast`."""

    def __init__(
        self, phone: Phone, callback: Callable[[Any, Any], None], actions: list[str] | None = None
    ) -> None:
        self.phone, self.callback, self.actions = phone, callback, actions

    def start(self) -> None:
        if self.actions == ["android.net.conn.CONNECTIVITY_CHANGE"]:
            self.phone.receivers.append(self)

    def stop(self) -> None:
        self.phone.receivers.remove(self)


CLASSES: Final[Mapping[str, type[Any]]] = {
    "java.util.Locale": Locale,
    "android.content.Intent": Intent,
    "org.kivy.android.PythonActivity": Activity,
    "android.graphics.Rect": Rect,
    "android.view.WindowInsets$Type": Kinds,
    "android.os.Build": Build,
    "android.os.Build$VERSION": Version,
    "android.os.VibrationEffect": Effect,
}

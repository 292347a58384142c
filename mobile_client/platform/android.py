"""Android: the activity that the app runs in, and what it can do."""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from client_storage import Storage
from mobile_client.platform import bars, edges
from mobile_client.platform.edges import Edges
from mobile_client.platform.java import activity, java, on_its_thread, service, tried, version

KEEP_SCREEN_ON: Final = 0x80
EFFECTS_SINCE: Final = 26
MANAGER_SINCE: Final = 31
USUAL_STRENGTH: Final = -1
SEND: Final = "android.intent.action.SEND"
EXTRA_TEXT: Final = "android.intent.extra.TEXT"
NETWORK_CHANGED: Final = "android.net.conn.CONNECTIVITY_CHANGE"


class Android:
    """A phone or a tablet."""

    touch: Final = True

    def __init__(self, folder: Path | None = None) -> None:
        self.storage = Storage(folder or Path(os.environ.get("ANDROID_PRIVATE", ".")) / "kept")
        self._listener: object = None

    def kept(self) -> Mapping[str, str]:
        return self.storage.all()

    def keep(self, name: str, text: str) -> None:
        self.storage.keep(name, text)

    def name(self) -> str:
        """What it is called where the player looks who is logged in."""
        return tried(lambda: str(java("android.os.Build").MODEL), "") or "Android"

    def music(self) -> Path | None:
        """Where the player's own music lies: a computer on the cable can put it there."""
        folder = tried(lambda: activity().getExternalFilesDir("music").getAbsolutePath(), "")
        return Path(folder) if folder else None

    def pictures(self) -> Path | None:
        """Where the player's own pictures lie, put there in the same way."""
        folder = tried(lambda: activity().getExternalFilesDir("pictures").getAbsolutePath(), "")
        return Path(folder) if folder else None

    def authority(self) -> Path | None:
        """Where the file of a private authority lies, put there in the same way."""
        folder = tried(lambda: activity().getExternalFilesDir("authority").getAbsolutePath(), "")
        return Path(folder) if folder else None

    def language(self) -> str:
        return tried(lambda: str(java("java.util.Locale").getDefault().toLanguageTag()), "")

    def vibrate(self, seconds: float) -> None:
        tried(lambda: _shake(round(seconds * 1000)), None)

    def keep_awake(self, on: bool) -> None:
        def change() -> None:
            window = activity().getWindow()
            (window.addFlags if on else window.clearFlags)(KEEP_SCREEN_ON)

        tried(lambda: on_its_thread(change), None)

    def insets(self) -> Edges:
        return tried(edges.insets, (0.0, 0.0, 0.0, 0.0))

    def draw_beneath_bars(self, moved: Callable[[], None]) -> None:
        self._listener = tried(lambda: bars.draw_beneath(moved), None)

    def keyboard(self) -> float:
        return tried(edges.keyboard, 0.0)

    shares: Final = True

    def share(self, text: str) -> None:
        """Android's own sheet: messages, mail, whatever there is."""
        tried(lambda: _send(text), None)

    def opened_by(self) -> str:
        """The link that the app was opened by; "" if it was opened by hand."""
        return tried(lambda: str(activity().getIntent().getDataString() or ""), "")

    def watch_links(self, opened: Callable[[str], None]) -> None:
        """Calls this with each link that leads to the app while it runs."""

        def new(intent: Any) -> None:
            link = tried(lambda: str(intent.getDataString() or ""), "")
            if link:
                opened(link)

        tried(lambda: import_module("android.activity").bind(on_new_intent=new), None)

    def to_background(self) -> None:
        tried(lambda: activity().moveTaskToBack(True), None)

    # -- the network ---------------------------------------------------------------------------

    def online(self) -> bool:
        """Whether there is a network; a phone that cannot say so has one."""
        return tried(lambda: _connectivity().getActiveNetwork() is not None, True)

    def watch_network(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Calls this when networks come or go, on a thread of Android's; the result ends it."""
        # Android's newer NetworkCallback is a class, and pyjnius can only make interfaces.
        receiver = tried(
            lambda: import_module("android.broadcast").BroadcastReceiver(
                lambda *_: changed(), actions=[NETWORK_CHANGED]
            ),
            None,
        )
        if receiver is None:
            return lambda: None
        tried(receiver.start, None)
        return lambda: tried(receiver.stop, None)


def _send(text: str) -> None:
    intent = java("android.content.Intent")()
    intent.setAction(SEND)
    intent.setType("text/plain")
    intent.putExtra(EXTRA_TEXT, text)
    activity().startActivity(intent)


def _connectivity() -> Any:
    return service("connectivity", "android.net.ConnectivityManager")


def _vibrator() -> Any:
    if version() >= MANAGER_SINCE:
        return service("vibrator_manager", "android.os.VibratorManager").getDefaultVibrator()
    return service("vibrator", "android.os.Vibrator")


def _shake(milliseconds: int) -> None:
    if version() < EFFECTS_SINCE:
        _vibrator().vibrate(milliseconds)
        return
    effect = java("android.os.VibrationEffect").createOneShot(milliseconds, USUAL_STRENGTH)
    _vibrator().vibrate(effect)

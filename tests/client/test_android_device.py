"""What the app asks of Android, on a Java that has what is documented and nothing else."""

import ast
import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pythonforandroid

from mobile_client.platform.android import KEEP_SCREEN_ON, Android
from mobile_client.platform.edges import Edges
from tests.client.java import LIGHT_BARS, JavaException, Phone

LEVELS = (24, 26, 27, 28, 29, 30, 31, 34, 35, 36)
"""Each at which something changes, from the first that the app runs on."""
EDGE_TO_EDGE = 35
KEYBOARD = 900


@pytest.fixture(params=LEVELS)
def phone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Phone:
    one = Phone(request.param)
    one.turn_on(monkeypatch)
    return one


@pytest.fixture
def android(tmp_path: Path) -> Android:
    return Android(tmp_path)


def test_every_android_is_asked_only_for_what_it_has(phone: Phone, android: Android) -> None:
    android.vibrate(0.25)
    android.keep_awake(True)
    assert phone.flags == KEEP_SCREEN_ON
    android.keep_awake(False)
    assert phone.flags == 0
    android.to_background()
    assert phone.away
    assert phone.shaken == [(250, "effect" if phone.level >= 26 else "")]
    assert android.language() == "zh-Hans-CN"
    assert android.name() == "Pixel 7"
    assert android.music() == Path("/storage/files/music")
    assert android.pictures() == Path("/storage/files/pictures")
    assert phone.wrong == []


def test_bars_are_taken_off_where_they_lie_over_the_picture_and_only_there(
    phone: Phone, android: Android
) -> None:
    over = phone.level >= EDGE_TO_EDGE
    assert android.insets() == ((0, 80, 0, 120) if over else (0, 0, 0, 0))
    phone.bars = (0, 80, 140, 0)
    assert android.insets() == ((0, 80, 140, 0) if over else (0, 0, 0, 0))
    assert phone.wrong == []


def test_a_notch_that_reaches_into_the_picture_is_left_free(phone: Phone, android: Android) -> None:
    phone.notch = (90, 0, 0, 0)
    left = android.insets()[0]
    assert left == (90 if phone.level >= 28 else 0), "No notches before 28."
    assert phone.wrong == []


def test_signs_on_the_bars_are_light_where_the_dark_ground_lies_beneath_them(
    phone: Phone, android: Android
) -> None:
    android.draw_beneath_bars(lambda: None)
    beneath = phone.level >= EDGE_TO_EDGE
    assert phone.signs == (0 if beneath else LIGHT_BARS), "An opaque bar is the phone's own."
    assert phone.veil is not beneath
    assert phone.wrong == []


def test_a_phone_turned_to_its_other_long_side_tells_where_its_notch_is_now(
    phone: Phone, android: Android
) -> None:
    """The surface is as large as before: no new size tells."""
    phone.bars, phone.notch = (0, 0, 120, 0), (90, 0, 0, 0)
    told: list[Edges] = []
    android.draw_beneath_bars(lambda: told.append(android.insets()))
    # The newest objects are enough, and are looked through in no time.
    gc.collect(1)
    phone.turns(bars=(120, 0, 0, 0), notch=(0, 0, 90, 0))
    assert told == ([(120, 0, 90, 0)] if phone.level >= EDGE_TO_EDGE else [])
    assert phone.wrong == []


def test_who_fails_when_the_bars_move_fails_alone(android: Android) -> None:
    """An error in a call of Java's would end the app."""
    with pytest.MonkeyPatch.context() as patch:
        phone = Phone()
        phone.turn_on(patch)
        android.draw_beneath_bars(lambda: print(1 // 0))
        phone.turns(bars=(0, 0, 0, 0), notch=(0, 0, 0, 0))
    assert phone.wrong == []


def test_the_keyboard_covers_what_it_covers_of_the_picture(phone: Phone, android: Android) -> None:
    assert android.keyboard() == 0
    phone.covered = KEYBOARD
    below = 0 if phone.level >= EDGE_TO_EDGE else phone.bars[3]
    assert android.keyboard() == KEYBOARD - below
    phone.covered = 0
    assert android.keyboard() == 0
    assert phone.wrong == []


def test_a_network_that_changes_is_told_until_nobody_listens(
    phone: Phone, android: Android
) -> None:
    told: list[bool] = []
    stop = android.watch_network(lambda: told.append(android.online()))
    phone.network = False
    for receiver in phone.receivers:
        receiver.callback(None, None)
    phone.network = True
    for receiver in phone.receivers:
        receiver.callback(None, None)
    assert told == [False, True]
    stop()
    assert phone.receivers == []
    assert phone.wrong == []


def test_a_window_that_is_not_there_yet_has_no_edges(phone: Phone, android: Android) -> None:
    phone.attached, phone.shared_storage = False, False
    assert android.insets() == (0, 0, 0, 0)
    assert android.keyboard() == 0
    assert android.music() is None
    assert android.pictures() is None
    assert phone.wrong == []


# -- that the fake is as strict as a phone -------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        lambda java: java.autoclass("android.view.WindowInsets$Typ"),
        lambda java: java.autoclass("android.os.VibratorManager"),
        lambda java: java.autoclass("android.view.WindowInsets$Type"),
        lambda java: java.autoclass("android.app.Activity").getWindow(),
        lambda java: act(java).getwindow(),
        lambda java: act(java).moveTaskToBack(1),
        lambda java: act(java).moveTaskToBack(),
        lambda java: act(java).getWindow().addFlags(KEEP_SCREEN_ON),
        lambda java: act(java).getWindow().setNavigationBarContrastEnforced(False),
        lambda java: act(java).getWindow().getInsetsController(),
        lambda java: act(java).getSystemService("vibrator").vibrate(5),
        lambda java: java.cast("android.app.Activity", act(java).getSystemService("vibrator")),
        lambda java: vibrator(java).vibrate(0.5),
        lambda java: act(java).getWindow().getDecorView().getRootWindowInsets().getInsets(1),
    ],
)
def test_what_is_asked_wrongly_is_refused_and_noted(ask: Callable[[Phone], object]) -> None:
    phone = Phone(29)
    with pytest.raises(JavaException):
        ask(phone)
    assert len(phone.wrong) == 1


def act(java: Phone) -> Any:
    return java.autoclass("org.kivy.android.PythonActivity").mActivity


def vibrator(java: Phone) -> Any:
    return java.cast("android.os.Vibrator", act(java).getSystemService("vibrator"))


@pytest.mark.parametrize(
    ("module", "kind", "methods"),
    [
        (
            "broadcast",
            "BroadcastReceiver",
            {"__init__": ["self", "callback", "actions", "categories"], "start": ["self"],
             "stop": ["self"]},
        ),
        ("runnable", "Runnable", {"__init__": ["self", "func"], "__call__": ["self"]}),
    ],
)  # fmt: skip
def test_what_is_used_of_python_for_android_is_there(
    module: str, kind: str, methods: dict[str, list[str]]
) -> None:
    recipes = Path(pythonforandroid.__file__).parent / "recipes" / "android" / "src" / "android"
    tree = ast.parse((recipes / f"{module}.py").read_text())
    found = next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == kind)
    there = {
        one.name: [argument.arg for argument in one.args.args]
        for one in found.body
        if isinstance(one, ast.FunctionDef)
    }
    assert {name: there.get(name) for name in methods} == methods
    activity = (
        Path(pythonforandroid.__file__).parent
        / "bootstraps/sdl2/build/src/main/java/org/kivy/android/PythonActivity.java"
    ).read_text()
    assert "public static SurfaceView getSurface()" in activity
    assert "InsetsListener" not in activity, "The surface has one listener, and that is ours."
    assert "public static PythonActivity mActivity" in activity


def test_an_invitation_goes_out_by_the_sheet_of_the_phone(phone: Phone, android: Android) -> None:
    assert android.shares
    android.share("https://house/#join=7KQ2M9")
    assert phone.sent == [
        {
            "action": "android.intent.action.SEND",
            "type": "text/plain",
            "android.intent.extra.TEXT": "https://house/#join=7KQ2M9",
        }
    ]
    assert phone.wrong == []


def test_a_link_opens_the_app_and_leads_on_while_it_runs(phone: Phone, android: Android) -> None:
    assert android.opened_by() == ""
    phone.link = "cardroom://house/#join=7KQ2M9"
    assert android.opened_by() == phone.link
    opened: list[str] = []
    android.watch_links(opened.append)
    phone.opens("cardroom://other/")
    phone.opens(None)
    assert opened == ["cardroom://other/"]
    assert phone.wrong == []

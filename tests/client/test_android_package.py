"""The package as it would be sent to a phone: what is in it, whether it starts, what Android is
told of it.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from PIL import Image

from mobile_client.ui import theme
from protocol.release import RELEASE
from tests.client.packing import LOOSE, ROOMS, ROOT, Package, app, pack, resolved, with_the_client

ASSETS: Final = ROOT / "mobile_client" / "assets"
PACKED: Final = {".json", ".ogg", ".otf", ".png", ".txt", ".bin", ".net"}
FROM_TOOLS: Final = {"main.pyc", "sitecustomize.pyc", "p4a_env_vars.txt"}
ON_PHONE: Final = ROOT / "tests" / "client" / "on_phone.py"

ANDROID: Final = "{http://schemas.android.com/apk/res/android}"
FRAMEWORK: Final = Path("/usr/share/android-framework-res/framework-res.apk")
NEWER: Final = 'android:enableOnBackInvokedCallback="false"'
"""An attribute of API 33; Debian's framework ends at 29."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """The project as it stands, packed."""
    return pack(tmp_path_factory.mktemp("android"))


# -- what is in it -------------------------------------------------------------------------------


def test_the_package_holds_the_client_and_nothing_else(package: Package) -> None:
    wanted = {
        path.with_suffix(".pyc") if path.suffix == ".py" else path
        for path in package.sources
        if path.suffix in PACKED | {".py"}
    }
    assert package.names() == {path.as_posix() for path in wanted} | FROM_TOOLS


def test_each_kind_of_file_is_packed_or_known_to_be_of_no_use(package: Package) -> None:
    assert {path.suffix for path in package.sources} - PACKED == {".py", ".typed"}


def test_of_the_server_only_what_is_pure_is_in_the_package_and_no_secret(
    package: Package,
) -> None:
    server = (b"twisted", b"game_server.house", b"game_server.store", b"game_server.bank")
    telling = (*server, b"PRIVATE KEY", b"P4A_RELEASE", b"sqlite3")
    found = [
        (name, word)
        for name in package.names()
        for word in telling
        if word in (package.app / name).read_bytes()
    ]
    assert found == []


def test_both_archs_are_built_and_no_key_is_named(package: Package) -> None:
    for command in (package.created, package.packed):
        text = " ".join(command)
        assert "arm64-v8a" in text
        assert "armeabi-v7a" in text
        assert "sign" not in text


# -- whether it starts ---------------------------------------------------------------------------


def start(folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Starts what is in this folder with what a phone has, and no more."""
    build = resolved()
    there = {"compiled": build.recipes, "pure": build.modules, "missing": build.missing}
    return subprocess.run(
        [sys.executable, "-OO", "-I", ON_PHONE, folder],
        input=json.dumps({name: sorted(names) for name, names in there.items()}),
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_FILELOG": "1",
            "KIVY_LOG_MODE": "PYTHON",
            "KIVY_WINDOW": "none",
        },
    )


@with_the_client
def test_all_of_it_starts_without_a_compiled_module_that_has_no_recipe(
    package: Package, tmp_path: Path
) -> None:
    run = start(package.app, tmp_path)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout.splitlines()[-1])
    names = [
        ".".join(path.with_suffix("").parts) for path in package.sources if path.suffix == ".py"
    ]
    modules = {name.removesuffix(".__init__") for name in names} - set(ROOMS)
    assert set(LOOSE) <= modules
    assert set(told["modules"]) == modules | {"main"}
    assert told["stray"] == []
    assert told["asserts"] is False
    assert told["codec"] == "msgpack.fallback"
    assert {"msgpack._cmsgpack", "websockets.speedups"} <= set(told["refused"])
    assert told["met"] == "met"
    assert told["alone"] == ["blackjack", "doudizhu", "holdem", "roulette", "sabacc"]


@pytest.mark.parametrize("stranger", ["numpy", "hypothesis", "tkinter", "twisted", "distutils"])
def test_what_a_phone_lacks_is_missing_in_this_test_too(tmp_path: Path, stranger: str) -> None:
    for room in ROOMS:
        folder = tmp_path.joinpath(*room.split("."))
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    (tmp_path / "main.py").write_text(f"import {stranger}\n")
    run = start(tmp_path, tmp_path)
    assert f"The phone has no {stranger}" in run.stderr


def test_the_codec_passes_its_tests_in_pure_python() -> None:
    # What is searched at random is held against both halves where it stands.
    what = ["-m", "not hypothesis", "tests/protocol/test_codec.py"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *what],
        cwd=ROOT,
        env={**os.environ, "MSGPACK_PUREPYTHON": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout


# -- what Android is told ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Facts:
    """What a phone reads of an app before it starts it."""

    version: str
    least: int
    target: int
    permissions: frozenset[str]
    activity: str


def by_xml(package: Package, folder: Path) -> Facts:
    root = ElementTree.parse(package.manifest).getroot()
    sdk, activity = root.find("uses-sdk"), root.find("application/activity")
    assert sdk is not None
    assert activity is not None
    return Facts(
        root.attrib[f"{ANDROID}versionName"],
        int(sdk.attrib[f"{ANDROID}minSdkVersion"]),
        int(sdk.attrib[f"{ANDROID}targetSdkVersion"]),
        frozenset(one.attrib[f"{ANDROID}name"] for one in root.iter("uses-permission")),
        activity.attrib[f"{ANDROID}name"],
    )


def by_aapt(package: Package, folder: Path) -> Facts:
    """Android's own packer links manifest and resources, and tells what it understood."""
    manifest = folder / "AndroidManifest.xml"
    named = package.manifest.read_text().replace("<manifest ", '<manifest package="org.test" ', 1)
    manifest.write_text(named.replace(NEWER, ""))
    linked = folder / "linked.apk"
    given = ["-M", str(manifest), "-S", str(package.res), "-I", str(FRAMEWORK)]
    subprocess.run(["aapt", "package", "-F", linked, *given], check=True, capture_output=True)
    told = subprocess.run(
        ["aapt", "dump", "badging", linked], check=True, capture_output=True, text=True
    ).stdout.splitlines()

    def after(word: str) -> list[str]:
        return [line.split("'")[1] for line in told if line.startswith(word)]

    version = next(line for line in told if line.startswith("package:")).split("versionName='")[1]
    return Facts(
        version.partition("'")[0],
        int(*after("sdkVersion:")),
        int(*after("targetSdkVersion:")),
        frozenset(after("uses-permission:")),
        *after("launchable-activity:"),
    )


READERS: Final[dict[str, Callable[[Package, Path], Facts]]] = {
    "xml": by_xml,
    **({"aapt": by_aapt} if shutil.which("aapt") and FRAMEWORK.exists() else {}),
}
"""aapt reads where it is installed (Debian: aapt, android-framework-res)."""


@pytest.mark.parametrize("reader", READERS)
def test_android_is_told_what_was_decided(package: Package, tmp_path: Path, reader: str) -> None:
    assert READERS[reader](package, tmp_path) == Facts(
        version=RELEASE,
        least=24,
        target=36,
        permissions=frozenset(
            f"android.permission.{name}" for name in ("INTERNET", "ACCESS_NETWORK_STATE", "VIBRATE")
        ),
        activity="org.kivy.android.PythonActivity",
    )


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        ("application", "enableOnBackInvokedCallback", "false"),
        ("application", "allowBackup", "false"),
        ("application", "label", "@string/app_name"),
        ("application/activity", "launchMode", "singleTask"),
        ("application/activity", "screenOrientation", "unspecified"),
    ],
)
def test_the_manifest_says(package: Package, where: str, name: str, value: str) -> None:
    found = ElementTree.parse(package.manifest).getroot().find(where)
    assert found is not None
    assert found.attrib[f"{ANDROID}{name}"] == value


def test_a_turn_of_the_phone_does_not_start_the_app_anew(package: Package) -> None:
    activity = ElementTree.parse(package.manifest).getroot().find("application/activity")
    assert activity is not None
    kept = set(activity.attrib[f"{ANDROID}configChanges"].split("|"))
    assert {"orientation", "screenSize", "keyboardHidden", "uiMode", "locale"} <= kept
    told = (package.app / "p4a_env_vars.txt").read_text()
    assert "KIVY_ORIENTATION=Portrait LandscapeLeft" in told
    assert "P4A_IS_WINDOWED=True" in told


def test_android_decides_how_the_window_lies_at_a_notch(package: Package) -> None:
    """A mode that is asked for hides the bars too."""
    said = ElementTree.parse(package.res / "values" / "strings.xml").getroot().findall("style/item")
    assert [item.get("name") for item in said] == ["android:windowNoTitle"]


@pytest.mark.parametrize(
    ("res", "asset"),
    [
        ("mipmap/icon.png", "icon.png"),
        ("mipmap/icon_foreground.png", "icon_foreground.png"),
        ("mipmap/icon_background.png", "icon_background.png"),
        ("drawable/presplash.jpg", "presplash.png"),
    ],
)
def test_the_pictures_are_ours(package: Package, res: str, asset: str) -> None:
    assert (package.res / res).read_bytes() == (ASSETS / asset).read_bytes()


def test_the_icon_adapts_to_the_launcher(package: Package) -> None:
    layers = ElementTree.parse(package.res / "mipmap-anydpi-v26" / "icon.xml").getroot()
    assert [layer.tag for layer in layers] == ["background", "foreground"]


def test_the_first_picture_has_no_edge_against_what_is_around_it() -> None:
    around = app("android.presplash_color")
    assert around.lower() == "#" + "".join(f"{round(part * 255):02x}" for part in theme.NIGHT[:3])
    with Image.open(ASSETS / "presplash.png") as picture:
        right, bottom = picture.width - 1, picture.height - 1
        for corner in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
            seen = picture.convert("RGB").getpixel(corner)
            assert isinstance(seen, tuple)
            assert "#" + "".join(f"{part:02X}" for part in seen) == around


def test_links_of_invitations_open_the_app(package: Package) -> None:
    activity = ElementTree.parse(package.manifest).getroot().find("application/activity")
    assert activity is not None
    filters = [
        {
            one.tag: one.attrib[f"{ANDROID}{'scheme' if one.tag == 'data' else 'name'}"]
            for one in two
        }
        for two in activity.findall("intent-filter")
    ]
    links = [one for one in filters if one.get("data") == "cardroom"]
    assert [one["action"] for one in links] == ["android.intent.action.VIEW"]
    assert [one["category"] for one in links] == ["android.intent.category.BROWSABLE"]

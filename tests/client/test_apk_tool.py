"""`make apk`: says what is missing before it starts, and starts buildozer with what it needs."""

import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from buildozer.targets.android import TargetAndroid

from tests.client.packing import recipe
from tools import apk
from tools.apk import HEADERS, PROGRAMS, ROOT, SIGNING, environment, missing

JAVA_17 = "javac 17.0.15"
NDK = "Pkg.Desc = Android NDK\nPkg.Revision = 28.2.13676358\n"


class Machine:
    """A machine with everything on it that a build needs, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.include = folder / "bin", folder / "include"
        self.sdk, self.ndk = folder / "sdk", folder / "sdk" / "ndk" / "28.2.13676358"
        self.keystore = folder / "release.keystore"
        for name in PROGRAMS:
            self.program(name)
        self.program("javac", JAVA_17)
        for name in HEADERS:
            self.put(self.include / "x86_64-linux-gnu" / name)
        self.put(self.sdk / "tools" / "bin" / "sdkmanager")
        self.put(self.ndk / "source.properties", NDK)
        self.put(self.keystore)
        self.env = {
            "PATH": str(self.bin),
            "HOME": str(folder / "home"),
            "ANDROID_HOME": str(self.sdk),
            **dict.fromkeys(SIGNING, "secret"),
            "P4A_RELEASE_KEYSTORE": str(self.keystore),
        }

    def put(self, path: Path, text: str = "") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def program(self, name: str, said: str = "") -> None:
        path = self.bin / name
        self.put(path, f"#!/bin/sh\necho '{said}'\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def lacks(self, release: bool = False, fetch: bool = False) -> list[str]:
        return missing(self.env, release, fetch, self.include)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_nothing_is_missing_where_everything_is(machine: Machine) -> None:
    assert machine.lacks(release=True) == []


@pytest.mark.parametrize("name", [*PROGRAMS, *HEADERS])
def test_a_missing_program_or_header_is_named_with_its_package(machine: Machine, name: str) -> None:
    for path in (machine.bin / name, machine.include / "x86_64-linux-gnu" / name):
        path.unlink(missing_ok=True)
    package = (PROGRAMS | HEADERS)[name]
    assert machine.lacks() == [f"There is no {name}. Install: apt-get install {package}"]


def test_an_old_java_is_said_to_be_old(machine: Machine) -> None:
    machine.program("javac", "javac 11.0.2")
    (said,) = machine.lacks()
    assert said.startswith("Java is 11, 17 or newer is needed")


def test_without_an_sdk_it_is_said_how_to_get_one(machine: Machine) -> None:
    machine.env["ANDROID_HOME"] = ""
    sdk, ndk = machine.lacks()
    assert "ANDROID_HOME=" in sdk
    assert "FETCH=yes" in sdk
    assert "NDK 28c" in ndk
    assert machine.lacks(fetch=True) == []


def test_an_sdk_in_which_buildozer_would_find_no_manager_is_refused(machine: Machine) -> None:
    (machine.sdk / "tools" / "bin" / "sdkmanager").unlink()
    (said,) = machine.lacks(fetch=True)
    assert "tools/bin/sdkmanager" in said


@pytest.mark.parametrize(
    ("properties", "version"),
    [("Pkg.Revision = 27.0.1\n", "27.0.1"), ("", "of an unknown version")],
)
def test_another_ndk_is_refused(machine: Machine, properties: str, version: str) -> None:
    other = machine.sdk.parent / "ndk"
    machine.put(other / "source.properties", properties)
    machine.env["ANDROID_NDK_HOME"] = str(other)
    assert machine.lacks() == [f"The NDK {other} is {version}; the app is built with 28c."]


def test_what_buildozer_has_fetched_before_is_found(machine: Machine) -> None:
    machine.env["ANDROID_HOME"] = ""
    own = Path(machine.env["HOME"]) / ".buildozer" / "android" / "platform"
    machine.put(own / "android-sdk" / "tools" / "bin" / "sdkmanager")
    machine.put(own / "android-ndk-r28c" / "source.properties", NDK)
    assert machine.lacks() == []
    assert environment(machine.env)["APP_ANDROID_NDK_PATH"] == str(own / "android-ndk-r28c")


@pytest.mark.parametrize("name", SIGNING)
def test_a_release_needs_the_whole_key(machine: Machine, name: str) -> None:
    del machine.env[name]
    assert machine.lacks() == []
    (said,) = machine.lacks(release=True)
    assert said.startswith(f"{name} is not set")


def test_a_release_needs_a_keystore_that_is_there(machine: Machine) -> None:
    machine.keystore.unlink()
    (said,) = machine.lacks(release=True)
    assert said.startswith(f"There is no keystore {machine.keystore}")


def test_no_sentence_tells_a_password(machine: Machine) -> None:
    machine.env["PATH"] = ""
    machine.keystore.unlink()
    assert "secret" not in " ".join(machine.lacks(release=True))


def test_buildozer_asks_for_the_same_key(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    target = TargetAndroid.__new__(TargetAndroid)
    target.logger = recipe().logger
    for name in SIGNING:
        monkeypatch.setenv(name, machine.env[name])
    assert target.check_p4a_sign_env()
    monkeypatch.delenv("P4A_RELEASE_KEYALIAS")
    assert not target.check_p4a_sign_env()


def test_sdk_and_ndk_of_the_environment_reach_buildozer(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment(machine.env).items():
        monkeypatch.setenv(name, value)
    config = recipe().config
    assert config.get("app", "android.sdk_path") == str(machine.sdk)
    assert config.get("app", "android.ndk_path") == str(machine.ndk)


def test_what_goes_into_the_package_is_made_pure(machine: Machine) -> None:
    made = environment(machine.env)
    assert made["PIP_NO_BINARY"] == "msgpack,websockets"
    assert (made["MSGPACK_PUREPYTHON"], made["BUILD_EXTENSION"]) == ("1", "no")
    assert made["VIRTUAL_ENV"] == sys.prefix


@pytest.mark.parametrize(("flags", "mode"), [([], "debug"), (["--release"], "release")])
def test_buildozer_is_run_when_nothing_is_missing(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, flags: list[str], mode: str
) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(apk, "missing", lambda *_: [])
    monkeypatch.setattr(subprocess, "run", run)
    assert apk.main(flags) == 3
    assert [Path(ran[0][0]).name, *ran[0][1:]] == ["buildozer", "android", mode]


def test_a_bare_machine_is_told_everything_at_once(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.apk"],
        cwd=ROOT,
        env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    for word in ("git", "javac", "autoconf", "Android SDK", "Android NDK 28c"):
        assert re.search(rf"\b{word}\b", done.stderr), word

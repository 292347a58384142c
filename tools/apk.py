"""Builds the Android app: `python -m tools.apk`, with `--release` the signed bundle for a store.

Looks first whether this machine can, and says everything that is missing at once. `--fetch` lets
buildozer download Android's SDK and NDK; `--check` only looks. docs/android.md tells the rest.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SPEC: Final = ROOT / "buildozer.spec"
JAVA: Final = 17
"""The oldest Java that the Gradle of python-for-android runs on."""

# A program, and the package of Debian and Ubuntu that has it.
PROGRAMS: Final = {
    "git": "git",
    "zip": "zip",
    "unzip": "unzip",
    "javac": "openjdk-17-jdk-headless",
    "keytool": "openjdk-17-jdk-headless",
    "gcc": "build-essential",
    "make": "build-essential",
    "patch": "patch",
    "autoconf": "autoconf",
    "automake": "automake",
    "libtoolize": "libtool",
    "autopoint": "autopoint",
    "pkg-config": "pkg-config",
    "cmake": "cmake",
}
HEADERS: Final = {"zlib.h": "zlib1g-dev", "ffi.h": "libffi-dev", "openssl/ssl.h": "libssl-dev"}
INCLUDE: Final = Path("/usr/include")

SIGNING: Final = {
    "P4A_RELEASE_KEYSTORE": "the path of the keystore",
    "P4A_RELEASE_KEYSTORE_PASSWD": "its password",
    "P4A_RELEASE_KEYALIAS": "the name of the key in it",
    "P4A_RELEASE_KEYALIAS_PASSWD": "the password of the key",
}

# Else pip would pack the compiled halves of these two, made for this machine and not for a phone.
PURE: Final = {
    "PIP_NO_BINARY": "msgpack,websockets",
    "MSGPACK_PUREPYTHON": "1",
    "BUILD_EXTENSION": "no",
}


@dataclass(frozen=True, slots=True)
class Kit:
    """Android's SDK and NDK on this machine; None where there is none."""

    sdk: Path | None
    ndk: Path | None


def spec() -> Mapping[str, str]:
    """What buildozer.spec says of the app."""
    parser = ConfigParser(interpolation=None, allow_no_value=True)
    parser.read(SPEC, encoding="utf-8")
    return parser["app"]


def kit(env: Mapping[str, str]) -> Kit:
    """Where the environment says that they are, else where buildozer puts them."""
    own = Path(env.get("HOME", "~")).expanduser() / ".buildozer" / "android" / "platform"
    sdks = [Path(env[name]) for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT") if env.get(name)]
    sdk = next((path for path in [*sdks, own / "android-sdk"] if path.is_dir()), None)
    major = spec()["android.ndk"].rstrip("abcdef")
    ndks = [Path(env["ANDROID_NDK_HOME"])] if env.get("ANDROID_NDK_HOME") else []
    ndks += sorted((sdk / "ndk").glob(f"{major}.*"), reverse=True) if sdk else []
    ndks.append(own / f"android-ndk-r{spec()['android.ndk']}")
    return Kit(sdk, next((path for path in ndks if path.is_dir()), None))


def missing(
    env: Mapping[str, str], release: bool = False, fetch: bool = False, include: Path = INCLUDE
) -> list[str]:
    """A sentence for each thing without which nothing can be built here."""
    found = [*_programs(env, include), *_android(kit(env), fetch)]
    return [*found, *_signing(env)] if release else found


def _programs(env: Mapping[str, str], include: Path) -> Iterator[str]:
    path = env.get("PATH", "")
    lacking = {name: there for name, there in PROGRAMS.items() if not shutil.which(name, path=path)}
    lacking |= {
        name: there
        for name, there in HEADERS.items()
        if not (include / name).exists() and not list(include.glob(f"*-linux-*/{name}"))
    }
    if lacking:
        packages = " ".join(sorted(set(lacking.values())))
        yield f"There is no {', '.join(lacking)}. Install: apt-get install {packages}"
    if "javac" not in lacking and (version := _java(env)) < JAVA:
        yield (
            f"Java is {version}, {JAVA} or newer is needed: "
            f"apt-get install {PROGRAMS['javac']}, and set JAVA_HOME if there are several."
        )
    if not shutil.which("buildozer", path=_path(env)):
        yield "There is no buildozer. Install: pip install buildozer python-for-android"


def _java(env: Mapping[str, str]) -> int:
    """The number before the first dot of the compiler's version; 0 if it does not tell."""
    javac = shutil.which("javac", path=env.get("PATH", "")) or "javac"
    said = subprocess.run([javac, "-version"], capture_output=True, text=True, check=False)
    number = re.search(r"javac (\d+)", said.stdout + said.stderr)
    return int(number[1]) if number else 0


def _android(found: Kit, fetch: bool) -> Iterator[str]:
    wanted = spec()["android.ndk"]
    if found.sdk is None and not fetch:
        yield (
            "There is no Android SDK. Name yours: ANDROID_HOME=/path/to/sdk; "
            "or let buildozer download one: make apk FETCH=yes"
        )
    if found.sdk is not None and not (found.sdk / "tools" / "bin" / "sdkmanager").is_file():
        yield (
            f"The SDK {found.sdk} has no tools/bin/sdkmanager, where buildozer looks for it. "
            "Unpack Android's command-line tools so that it is there, or give buildozer an SDK "
            "of its own: unset ANDROID_HOME and make apk FETCH=yes"
        )
    if found.ndk is None:
        if not fetch:
            yield (
                f"There is no Android NDK {wanted}. Name yours: ANDROID_NDK_HOME=/path/to/ndk; "
                "or let buildozer download it: make apk FETCH=yes"
            )
        return
    about = found.ndk / "source.properties"
    told = about.read_text() if about.is_file() else ""
    number = re.search(r"Pkg\.Revision *= *(\S+)", told)
    version = number[1] if number else "of an unknown version"
    if version.partition(".")[0] != wanted.rstrip("abcdef"):
        yield f"The NDK {found.ndk} is {version}; the app is built with {wanted}."


def _signing(env: Mapping[str, str]) -> Iterator[str]:
    for name, meaning in SIGNING.items():
        if not env.get(name):
            yield f"{name} is not set: {meaning}."
    keystore = env.get("P4A_RELEASE_KEYSTORE")
    if keystore and not Path(keystore).expanduser().is_file():
        yield f"There is no keystore {keystore}. Make one: docs/android.md says how."


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """What buildozer is run with."""
    found = kit(env)
    made = {**env, **PURE, "PATH": _path(env)}
    if sys.prefix != sys.base_prefix:
        # Without this buildozer installs what it needs for the user, which pip refuses here.
        made["VIRTUAL_ENV"] = sys.prefix
    if found.sdk:
        made["APP_ANDROID_SDK_PATH"] = str(found.sdk)
    if found.ndk:
        made["APP_ANDROID_NDK_PATH"] = str(found.ndk)
    return made


def _path(env: Mapping[str, str]) -> str:
    """Programs of this Python first: cython and buildozer may be nowhere else."""
    return os.pathsep.join([str(Path(sys.executable).parent), env.get("PATH", "")])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.apk", description="Build the app.")
    parser.add_argument("--release", action="store_true", help="the signed bundle for a store")
    parser.add_argument("--fetch", action="store_true", help="download SDK and NDK if need be")
    parser.add_argument("--check", action="store_true", help="only say what is missing")
    asked = parser.parse_args(arguments)
    lacks = missing(os.environ, asked.release, asked.fetch)
    if lacks:
        print("The Android app cannot be built here yet:", file=sys.stderr)
        print("\n".join(f"  {lack}" for lack in lacks), file=sys.stderr)
        return 1
    if asked.check:
        print("Everything is here that a build needs.")
        return 0
    made = environment(os.environ)
    buildozer = shutil.which("buildozer", path=made["PATH"]) or "buildozer"
    mode = "release" if asked.release else "debug"
    done = subprocess.run([buildozer, "android", mode], cwd=ROOT, env=made, check=False)
    if done.returncode == 0:
        print("The app is in dist/android/.")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())

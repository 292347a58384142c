"""The package as buildozer and python-for-android fill it, up to where compilers are needed.

Both tools do here what they do in a build: buildozer chooses the files and writes the command,
python-for-android compiles them, packs them and writes the manifest.
"""

import contextlib
import importlib.util
import json
import py_compile
import shutil
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
import pythonforandroid
from buildozer import Buildozer
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.build import Context
from pythonforandroid.graph import get_recipe_order_and_bootstrap
from pythonforandroid.recipe import Recipe

ROOT: Final = Path(__file__).resolve().parents[2]
ROOMS: Final = (
    "protocol",
    "client_core",
    "client_link",
    "client_offline",
    "client_storage",
    "mobile_client",
    "game_server.rules",
    "game_server.table",
    "game_server.bots",
    "game_server.fair",
)
"""The packages that the app is made of: of the server those that are pure, for play offline."""
LOOSE: Final = ("game_server", "game_server.refusals", "game_server.rate_limit")
"""Modules of the server that these need."""
SPEC: Final = ROOT / "buildozer.spec"
BOOTSTRAPS: Final = Path(pythonforandroid.__file__).parent / "bootstraps"
LAYERS: Final = ("common", "_sdl_common", "sdl2")
"""What the dist of an SDL2 app is laid together from, in this order."""
REQUIRED: Final = "requirements"
with_the_client = pytest.mark.skipif(
    sys.version_info >= (3, 14), reason="Kivy has no wheels for this Python (README.md)"
)
THEIRS: Final = {"--bootstrap", "--dist_name", "--arch", "--ndk-api"}
"""What of the command the toolchain keeps for itself, each with a value."""


GONE: Final = frozenset(
    {"aifc", "asynchat", "asyncore", "audioop", "cgi", "cgitb", "chunk", "crypt", "distutils"}
    | {"imghdr", "imp", "lib2to3", "mailcap", "nntplib", "pipes", "smtpd", "sndhdr", "spwd"}
    | {"sunau", "telnetlib", "uu", "xdrlib"}
    | {"_bz2", "_curses", "_dbm", "_gdbm", "_lzma", "_tkinter", "curses", "readline"}
)
"""In the standard library here and not in the phone's: gone by Python 3.14, or built without."""


@dataclass(frozen=True, slots=True)
class Build:
    """The recipes that are built, with their versions, and what pip adds to them."""

    recipes: Mapping[str, str | None]
    modules: frozenset[str]
    missing: frozenset[str]
    """What the phone's Python has not of the standard library."""


@dataclass(frozen=True, slots=True)
class Package:
    """`app` is what the phone unpacks, `dist` the project that Gradle would be given, made of
    these `sources`; `created` and `packed` are the commands of its two steps."""

    sources: tuple[Path, ...]
    app: Path
    dist: Path
    created: tuple[str, ...]
    packed: tuple[str, ...]

    @property
    def manifest(self) -> Path:
        return self.dist / "src" / "main" / "AndroidManifest.xml"

    @property
    def res(self) -> Path:
        return self.dist / "src" / "main" / "res"

    def names(self) -> set[str]:
        """Every file of the app, by its path in it."""
        found = (path.relative_to(self.app) for path in self.app.rglob("*") if path.is_file())
        return {path.as_posix() for path in found}


class _Enough(Exception):
    """The tool has said what we wanted to hear."""


def recipe(spec: Path = SPEC) -> Buildozer:
    """buildozer with this spec read and checked by itself; SystemExit if it finds a fault."""
    return Buildozer(str(spec))


def app(key: str) -> str:
    """What the spec says of the app."""
    return str(recipe().config.get("app", key))


def listed(key: str) -> list[str]:
    return list(recipe().config.getlist("app", key))


def pins() -> dict[str, str]:
    """What is required, with its version."""
    return {name: version for name, _, version in (p.partition("==") for p in listed(REQUIRED))}


@lru_cache(maxsize=1)
def resolved() -> Build:
    """What python-for-android makes of the requirements; its own exception if it cannot."""
    context = Context()
    bootstrap = Bootstrap.get_bootstrap(app("p4a.bootstrap"), context)
    order, modules, _ = get_recipe_order_and_bootstrap(context, list(pins()), bootstrap)
    recipes = {name: Recipe.get_recipe(name, context) for name in order}
    left_out = recipes["python3"].stdlib_dir_blacklist - {"__pycache__"}
    return Build(
        {name: found.version for name, found in recipes.items()},
        frozenset(modules),
        GONE | left_out,
    )


def sources() -> tuple[Path, ...]:
    """Every file of the rooms that the client is made of."""
    rooms = tuple(
        path.relative_to(ROOT)
        for room in ROOMS
        for path in folder_of(room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    loose = (Path(*name.split(".")) for name in LOOSE)
    return rooms + tuple(
        one / "__init__.py" if (ROOT / one).is_dir() else one.with_suffix(".py") for one in loose
    )


def folder_of(room: str) -> Path:
    """Where a package lies."""
    return ROOT.joinpath(*room.split("."))


def pack(folder: Path) -> Package:
    """Packs the project as it stands into this folder."""
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(ROOT):
        patch.setenv("HOME", str(folder / "home"))
        work = recipe()
        config = work.config
        config.set("buildozer", "build_dir", str(folder / "build"))
        config.set("app", "android.sdk_path", str(folder / "sdk"))
        work.user_bin_dir = str(folder / "bin")
        work.set_target("android")
        created = _command(work, work.target.compile_platform)
        dist = _dist(Path(work.target.get_dist_dir(config.get("app", "package.name"))), folder)
        made_of = sources()
        work.build_application()
        work.target.build_mode = "debug"
        packed = _command(work, work.target.build_package)
        with contextlib.chdir(dist):
            _fill(dist, _ours(packed))
    app = folder / "app"
    with tarfile.open(dist / "src" / "main" / "assets" / "private.tar") as tar:
        # As the argument `filter` does it, which came with 3.11.4 only.
        if hasattr(tarfile, "data_filter"):
            tar.extraction_filter = staticmethod(tarfile.data_filter)
        for one in tar.getmembers():
            # The tool packs folders that nobody but root may go into.
            one.mode |= 0o700 if one.isdir() else 0o400
        tar.extractall(app)
    return Package(made_of, app, dist, created, packed)


def _command(work: Any, step: Any) -> tuple[str, ...]:
    """What buildozer tells python-for-android in this step."""
    told: list[str] = []

    def listen(command: list[str], **_: object) -> None:
        told.extend(command)
        raise _Enough

    work.target._p4a = listen
    with contextlib.suppress(_Enough):
        step()
    return tuple(told)


def _dist(dist: Path, folder: Path) -> Path:
    """The project that python-for-android makes once for all builds, without compiled parts."""
    for layer in LAYERS:
        shutil.copytree(BOOTSTRAPS / layer / "build", dist, dirs_exist_ok=True)
    # The patches are for sources of SDL, which come with its compilation.
    shutil.rmtree(dist / "src" / "patches")
    (folder / "sdk" / "build-tools" / "36.0.0").mkdir(parents=True)
    archs = listed("android.archs")
    for arch in archs:
        (dist / "libs" / arch).mkdir(parents=True)
        (dist / f"_python_bundle__{arch}").mkdir()
    about: Mapping[str, object] = {
        "hostpython": sys.executable,
        "bootstrap": "sdl2",
        "archs": archs,
        "ndk_api": int(app("android.ndk_api")),
    }
    (dist / "dist_info.json").write_text(json.dumps(about))
    (dist / "project.properties").write_text(f"target=android-{app('android.api')}")
    (dist / "local.properties").write_text(f"sdk.dir={folder / 'sdk'}")
    return dist


def _ours(command: tuple[str, ...]) -> list[str]:
    """The part of the command that is for the packing itself."""
    words = iter(command[1:])
    kept: list[str] = []
    for word in words:
        if word in THEIRS:
            next(words)
        elif word != "--copy-libs":
            kept.append(word)
    return kept


def _fill(dist: Path, words: list[str]) -> None:
    """Run the dist's own packing; byte code is made in this process, for speed."""
    build = _load(dist / "build.py")

    def compiled(path: str, optimize_python: bool = True) -> str:
        target = path.removesuffix(".py") + ".pyc"
        py_compile.compile(path, target, doraise=True, optimize=2 if optimize_python else 0)
        return target

    vars(build)["compile_py_file"] = compiled
    build.parse_args_and_make_package(words)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_of_dist", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no module.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

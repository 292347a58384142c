"""`make lock`: pin every package by version and by the digests of its files, for every Python and
system that the house runs on. It runs where uv is installed."""

import re
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PROJECT: Final = ROOT / "pyproject.toml"
LOCK: Final = ROOT / "requirements.lock"
TOOLS: Final = ROOT / "tools" / "tools.lock"
OLDEST: Final = "3.11"
MAKERS: Final = ("pip-audit", "uv")
"""What `make audit` and `make lock` run, in an environment of their own."""
PIN: Final = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?: ; (?P<where>[^\\]*?))? \\$")
EVERYWHERE: Final = re.compile(
    r"(?:^| and )(?:platform_python_implementation == 'CPython'|sys_platform != 'win32'"
    r"|implementation_name != '[Pp]y[Pp]y')"
)
"""What [tool.uv] in pyproject.toml says of all of them."""
SECTIONS: Final[Mapping[str, str]] = {
    "build": "what builds packages from sources; it is installed first",
    "run": "what a house and the terminal run on",
    "client": "what the window needs beside it",
    "page": "what builds the page for browsers where the machine has no npm",
    "copy": "what copies all that a house writes to a second place",
    "cluster": "what a house on PostgreSQL talks with, and its nodes with each other",
    "dev": "what tests, lint and bench need beside both",
}
Pins = Mapping[str, Sequence[str]]
"""The lines of each package, by its name; one with different versions has several of them."""


def main() -> int:
    """Write both lock files anew."""
    build = tomllib.loads(PROJECT.read_text())["build-system"]["requires"]
    everything = pinned([str(PROJECT), "--extra", "dev"], build)
    versions = [line for lines in everything.values() for line in lines if PIN.match(line)]
    known = [line.removesuffix(" \\") for line in versions]
    within = {
        "build": pinned([], build, known),
        "run": pinned([str(PROJECT)], [], known),
        "client": pinned([str(PROJECT), "--extra", "client"], [], known),
        "page": pinned([str(PROJECT), "--extra", "page"], [], known),
        "copy": pinned([str(PROJECT), "--extra", "copy"], [], known),
        "cluster": pinned([str(PROJECT), "--extra", "cluster"], [], known),
        "dev": everything,
    }
    LOCK.write_text(written(everything, within))
    tools = pinned([], MAKERS)
    TOOLS.write_text("".join(f"{line}\n" for lines in tools.values() for line in lines))
    print(f"{len(everything)} packages are pinned in {LOCK.name}, {len(tools)} in {TOOLS.name}.")
    return 0


def pinned(source: Sequence[str], also: Iterable[str], known: Iterable[str] = ()) -> Pins:
    """What uv finds for these requirements, and for the versions that are known already."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, versions = Path(folder) / "wanted.in", Path(folder) / "known.txt"
        wanted.write_text("".join(f"{line}\n" for line in also))
        versions.write_text("".join(f"{line}\n" for line in known))
        command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST]
        command += ["--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url"]
        command += ["--constraint", str(versions), *source, str(wanted)]
        ran = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, list[str]] = {}
    name = ""
    for line in ran.stdout.splitlines():
        pin = PIN.match(line)
        if pin:
            name, where = pin["name"], EVERYWHERE.sub("", pin["where"] or "").removeprefix(" and ")
            line = f"{name}=={pin['version']}{f' ; {where}' if where else ''} \\"
        found.setdefault(name, []).append(line)
    return found


def written(everything: Pins, within: Mapping[str, Pins]) -> str:
    """The sections of the lock, each with what no section before it has."""
    lines: list[str] = []
    done: set[str] = set()
    for section, says in SECTIONS.items():
        lines += [f"## {section}: {says}"]
        new = [name for name in sorted(everything) if name in within[section] and name not in done]
        done.update(new)
        lines += [line for name in new for line in everything[name]]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    raise SystemExit(main())

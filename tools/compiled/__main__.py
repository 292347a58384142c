"""Compiles what every act goes through: `python -m tools.compiled`, which is `make compiled`.

mypyc makes C of the modules of `MODULES`, the C compiler a library, and then the same evening is
played on both, act by act: only if every frame and every row is the same may a house use it.
docs/decisions/0013 tells why; `game_server.compiled` puts it in place.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from game_server.compiled import FOLDER, ROOT, STAMP, SUFFIX, digest, sources
from tools.compiled.lower import CannotLower, lower

MODULES: Final = (
    "protocol/*.py",
    "protocol/games/**/*.py",
    "protocol/messages/*.py",
    "game_server/bank/entries.py",
    "game_server/bank/bookings.py",
    "game_server/house/online_players.py",
    "game_server/lobby/commit.py",
    "game_server/lobby/inputs.py",
    "game_server/lobby/table_runner.py",
    "game_server/lobby/ports.py",
    "game_server/lobby/recovery.py",
    "game_server/lobby/effect_runner.py",
    "game_server/net/codes.py",
    "game_server/rate_limit.py",
    "game_server/net/frames.py",
    "game_server/net/connection.py",
    "game_server/net/frame_sender.py",
    "game_server/net/timer_wheel.py",
    "game_server/rules/core.py",
    "game_server/rules/holdem/*.py",
    "protocol/pots.py",
    "game_server/store/direct.py",
    "game_server/store/group_commit.py",
    "game_server/store/journal.py",
    "game_server/store/ledger.py",
    "game_server/store/purses.py",
    "game_server/store/idempotency.py",
    "game_server/table/*.py",
)
BESIDE: Final = {"__init__.py", "frozen.py", "phrases.py", "reasons.py", "story.py"}
"""Not compiled: a package is a folder, `frozen` is written out, the rest is seldom asked."""
NAME: Final = "cardroom"
ACTS: Final = "600"
PLAY: Final = ["bench.act_by_act", ACTS]
PLAYS = (["-m", *PLAY], ["-m", "game_server.compiled", *PLAY])
"""The same evening on the sources and on what is compiled; each ends with a digest of all of it."""
FLAGS: Final = ("-fPIC", "-DNDEBUG", "-fwrapv", "-g0", "-w")
OPTIMIZED: Final = "-O2"
UNOPTIMIZED: Final = "-O0"
"""For tests: a tenth of the time, and otherwise the same."""


class CannotCompile(Exception):
    """What is missing, or went wrong."""


def modules(root: Path = ROOT) -> tuple[Path, ...]:
    """What is compiled, below the root."""
    found = (path for pattern in MODULES for path in sorted(root.glob(pattern)))
    return tuple(path.relative_to(root) for path in found if path.name not in BESIDE)


def lacking() -> Iterator[str]:
    """Without what nothing can be compiled here."""
    if not shutil.which("cc"):
        yield "a C compiler (apt-get install gcc)"
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        yield "the headers of Python (apt-get install python3-dev)"
    try:
        import mypyc.build  # noqa: F401
    except (ImportError, SystemExit):
        yield "mypyc (pip install mypy setuptools)"


def write(path: Path, text: str) -> None:
    """Nothing, if it says so already: what is not newer need not be made anew."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def lowered(chosen: Iterable[Path], to: Path, root: Path = ROOT) -> None:
    """All sources beside each other, those that were chosen with their dataclasses written out."""
    chosen = set(chosen)
    kept = {to / "written_out.py"}
    write(to / "written_out.py", (root / "tools/compiled/written_out.py").read_text())
    for path in sources(root):
        name = path.relative_to(root)
        try:
            write(to / name, lower(path.read_text()) if name in chosen else path.read_text())
        except CannotLower as wrong:
            raise CannotCompile(f"{name}, {wrong}: dataclasses like this are not known.") from wrong
        kept.add(to / name)
    for old in set(to.rglob("*.py")) - kept:
        old.unlink()


def to_c(chosen: Sequence[Path], folder: Path, to: Path) -> tuple[Sequence[str], Sequence[Path]]:
    """Let mypyc write C; the modules, and the files that belong to the library."""
    from mypyc.build import include_dir, mypyc_build, write_file
    from mypyc.common import RUNTIME_C_FILES
    from mypyc.options import CompilerOptions

    options = CompilerOptions(multi_file=True, target_dir=str(to), group_name=NAME)
    asked = ["--config-file=", "--explicit-package-bases", "--ignore-missing-imports"]
    here = Path.cwd()
    os.chdir(folder)
    try:
        groups, written, needs = mypyc_build([*asked, *map(str, chosen)], options)
    finally:
        os.chdir(here)
    runtime = [*RUNTIME_C_FILES, *(name for one in needs for name in (one.path, one.get_header()))]
    for name in runtime:
        write_file(str(to / name), (Path(include_dir()) / name).read_text())
    files = [Path(name) for name in written[0][0]]
    files += [to / name for name in runtime if name.endswith(".c")]
    return [one.module for one in groups[0][0]], tuple(dict.fromkeys(files))


def compiled(
    files: Sequence[Path], shims: Sequence[Path], made: Path, lib: Path, level: str
) -> None:
    """Let the C compiler make the library, and the door to it of each module."""
    from mypyc.build import include_dir
    from mypyc.common import shared_lib_name

    flags = [
        *FLAGS,
        level,
        "-I",
        sysconfig.get_paths()["include"],
        "-I",
        include_dir(),
        "-I",
        str(made),
    ]
    headers = b"".join(path.read_bytes() for path in sorted(made.rglob("*.h")))
    common = hashlib.blake2b(headers + " ".join(flags).encode()).digest()

    def one(file: Path) -> Path:
        done, of = file.with_suffix(".o"), file.with_suffix(".of")
        know = hashlib.blake2b(common + file.read_bytes()).hexdigest()
        if not (done.exists() and of.exists() and of.read_text() == know):
            cc("-c", str(file), "-o", str(done))
            of.write_text(know)
        return done

    def door(shim: Path) -> None:
        name = ".".join(shim.relative_to(made).with_suffix("").parts)
        cc("-shared", str(one(shim)), "-o", str(lib / f"{name}{SUFFIX}"))

    def cc(*what: str) -> None:
        told = subprocess.run(["cc", *flags, *what], capture_output=True, text=True, check=False)
        if told.returncode:
            raise CannotCompile(f"cc {' '.join(what)}: {told.stderr.strip()[:2000]}")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(one, files))
        cc("-shared", *map(str, objects), "-o", str(lib / f"{shared_lib_name(NAME)}{SUFFIX}"))
        list(pool.map(door, shims))


def shims_of(names: Iterable[str], to: Path) -> tuple[Path, ...]:
    """The C of each module's door to the library."""
    from mypyc.build import generate_c_extension_shim

    return tuple(
        Path(generate_c_extension_shim(name, name.rpartition(".")[2], str(to), NAME))
        for name in names
    )


def build(folder: Path = FOLDER, level: str = OPTIMIZED) -> int:
    """Make it all; how many modules there are."""
    (folder / STAMP).unlink(missing_ok=True)
    lib, made, plain = folder, folder / "c", folder / "sources"
    for old in [*folder.glob(f"*{SUFFIX}"), *folder.glob("*.py")]:
        old.unlink()
    made_of = digest()
    chosen = modules()
    lowered(chosen, plain)
    names, files = to_c(chosen, plain, made)
    compiled(files, shims_of(names, made), made, lib, level)
    write(lib / "written_out.py", (plain / "written_out.py").read_text())
    if digest() != made_of:
        raise CannotCompile("A source was changed meanwhile; build it again.")
    (folder / STAMP).write_text(made_of)
    return len(names)


def check(folder: Path = FOLDER) -> None:
    """Play the same on both; what plays otherwise is of no use to anybody."""
    told = [
        subprocess.run(
            [sys.executable, *run], cwd=ROOT, capture_output=True, text=True, check=False
        )
        for run in PLAYS
    ]
    shown = [one.stdout.split() for one in told]
    if any(one.returncode for one in told) or shown[0][-1] != shown[1][-1]:
        (folder / STAMP).unlink(missing_ok=True)
        wrong = told[0].stderr if told[0].returncode else told[1].stderr
        raise CannotCompile(f"What was compiled plays otherwise than the sources.\n{wrong[-2000:]}")


def main() -> int:
    """0 if a house that is started now runs compiled."""
    if missing := list(lacking()):
        what = ", ".join(missing)
        print(f"Nothing is compiled, and the house runs on its sources. What is missing: {what}.")
        return 1
    begun = time.monotonic()
    try:
        count = build()
        check()
    except CannotCompile as wrong:
        print(wrong)
        return 1
    took = time.monotonic() - begun
    print(f"{count} modules are compiled ({took:.0f} s), and play {ACTS} acts as the sources do.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

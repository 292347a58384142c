"""Builds the page into build/web: `python -m tools.web.build`.

Everything lies in one folder that bears the hash of all of it, so that a browser may keep it for
ever; beside it what a browser asks for anew each time. Nothing is done if no source has changed.
"""

import argparse
import gzip
import hashlib
import io
import json
import shutil
import signal
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.web.packages import LOCK, ROOT, CannotFetch, files_of, node, packages

PAGE: Final = ROOT / "web_client" / "page"
ASSETS: Final = ROOT / "mobile_client" / "assets"
HEARD: Final = ("voices", "music")
"""What browsers play as the app does; those that cannot stay silent."""
TAKES: Final = "voices/takes.json"
BUILT: Final = ROOT / "build" / "web"
PACKED: Final = ROOT / "build" / "packed"
"""What was packed before, by its digest: packing well takes long."""
STAMP: Final = BUILT.with_name("web.stamp")
SOURCES: Final = ("protocol", "client_core", "web_client/bridge", "web_client/worker")
"""The packages that run in the browser."""
ALONE: Final = ("web_client/__init__.py",)
OFFLINE: Final = (
    "client_offline", "game_server/rules", "game_server/table", "game_server/bots",
    "game_server/__init__.py", "game_server/rate_limit.py", "game_server/refusals.py",
)  # fmt: skip
"""The house inside the client, which is loaded when somebody plays there first."""
SEGNO: Final = ("consts.py", "encoder.py")
"""Makes the squares that a camera reads; its writers of files would need half of the library."""
MSGPACK: Final = ("__init__.py", "exceptions.py", "ext.py", "fallback.py")
DATA: Final = (".py", ".json", ".toml")
OF_BOTS: Final = (".py", ".bin", ".txt", ".net")
AT_ROOT: Final = ("index.html", "manifest.webmanifest", "service_worker.js")
"""What may change at its place."""
UNSERVED: Final = (".d.ts", "tsconfig.json")
AT_START: Final = ("pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm")
"""What the page waits for when it begins, besides a snapshot or what stands in its place."""
SNAPSHOT: Final = "snapshot.data"
WITHOUT_SNAPSHOT: Final = ("pyodide/python_stdlib.zip", "python.zip")
LOCK_OF_PYODIDE: Final = "pyodide/pyodide-lock.json"
LIBRARY: Final = "pyodide/python_stdlib.zip"
COMPILE: Final = Path(__file__).with_name("compile.mjs")
COMPILED: Final = {LIBRARY: "library.zip", "python.zip": "own.zip"}
TAKE_SNAPSHOT: Final = Path(__file__).with_name("snapshot.mjs")
FLAT: Final = (".png", ".mp3", ".ogg", ".woff2")
"""Files that do not get smaller."""
INTERRUPTED: Final = 128 + signal.SIGINT
LEAST: Final = 512
LARGE: Final = 1_000_000
Files = dict[str, bytes]


def sources() -> Iterator[tuple[str, Path]]:
    """Every file of ours that the page is made of, by its name in the page."""
    for path in sorted(PAGE.rglob("*")):
        if path.is_file() and not path.name.endswith(UNSERVED):
            yield path.relative_to(PAGE).as_posix(), path
    for folder in HEARD:
        for path in sorted((ASSETS / folder).rglob("*.ogg")):
            yield path.relative_to(ASSETS).as_posix(), path


def takes(names: Iterable[str]) -> bytes:
    """How many takes each voice has of each line: `en/woman/bomb`."""
    lines = (name.removeprefix("voices/").rsplit(".", 2)[0]
             for name in sorted(names) if name.startswith("voices/"))  # fmt: skip
    return json.dumps(Counter(lines), separators=(",", ":")).encode()


def modules() -> Iterator[tuple[str, Path]]:
    """Every file of Python's that runs in the browser, by its name in the archive."""
    import msgpack
    import segno

    for package in SOURCES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in DATA:
                yield path.relative_to(ROOT).as_posix(), path
    for name in ALONE:
        yield name, ROOT / name
    for name in MSGPACK:
        yield f"msgpack/{name}", Path(msgpack.__file__).parent / name
    for name in SEGNO:
        yield f"segno/{name}", Path(segno.__file__).parent / name


def offline_modules() -> Iterator[tuple[str, Path]]:
    """Every file of the house inside the client, by its name in its archive."""
    for name in OFFLINE:
        root = ROOT / name
        for path in sorted(root.rglob("*")) if root.is_dir() else (root,):
            if path.suffix in OF_BOTS:
                yield path.relative_to(ROOT).as_posix(), path


def stamp() -> str:
    """The digest of all that the page is made of, and of what makes it."""
    digest = hashlib.sha256()
    tools = [(path.name, path) for path in (Path(__file__), COMPILE, TAKE_SNAPSHOT, LOCK)]
    for name, path in (*sources(), *modules(), *offline_modules(), *tools):
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files, the same for the same files; it is packed as a whole later."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for name, body in files.items():
            target.writestr(zipfile.ZipInfo(name), body)
    return made.getvalue()


def collected() -> Files:
    """All files of the page by their names."""
    files = {name: path.read_bytes() for name, path in sources()}
    files[TAKES] = takes(files)
    for package in packages():
        files.update(files_of(package))
    files["python.zip"] = archive({name: path.read_bytes() for name, path in modules()})
    inside = {name: path.read_bytes() for name, path in offline_modules()}
    files["offline.zip"] = archive(inside)
    with zipfile.ZipFile(io.BytesIO(files[LIBRARY])) as library:
        # Unpacked here it gets smaller as a whole than file by file, and is read sooner.
        files[LIBRARY] = archive({name: library.read(name) for name in library.namelist()})
    # Packages of Pyodide's own are not used: what is left of its list is what it reads.
    listed = json.loads(files[LOCK_OF_PYODIDE])
    listed["packages"] = {}
    files[LOCK_OF_PYODIDE] = _json(listed)
    files |= compiled(files)
    return files | with_snapshot(files)


def compiled(files: Files) -> Files:
    """Both archives of Python with what a start needs compiled by the Python of the page itself:
    that halves a start without a snapshot. Where node cannot do that they stay as they are."""
    return by_node(COMPILE, files, COMPILED, "could not compile it")


def with_snapshot(files: Files) -> Files:
    """The memory of the page's Python once it has imported the client."""
    return by_node(TAKE_SNAPSHOT, files, {SNAPSHOT: SNAPSHOT}, "could not take a snapshot of it")


def by_node(script: Path, files: Files, made: Mapping[str, str], failed: str) -> Files:
    """What the script makes of the page's Python, by the names in the page; it is kept for the
    next time. Nothing if node cannot, which is said."""
    needed = {
        name: body
        for name, body in files.items()
        if name in (*AT_START, *WITHOUT_SNAPSHOT, LOCK_OF_PYODIDE)
    }
    digest = hashlib.sha256(script.read_bytes())
    for name in sorted(needed):
        digest.update(hashlib.sha256(needed[name]).digest())
    known = {name: PACKED / f"{digest.hexdigest()[:32]}.{one}" for name, one in made.items()}
    if not all(path.exists() for path in known.values()):
        PACKED.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=PACKED) as place:
            _lay(Path(place), needed)
            command = [*node(), str(script), place]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode:
                last = (ran.stderr.strip() or "it said nothing").splitlines()[-1]
                print(f"The page will start slowly: node {failed}: {last}", flush=True)
                return {}
            for name, one in made.items():
                (Path(place) / one).rename(known[name])
    return {name: path.read_bytes() for name, path in known.items()}


def _lay(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, body in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)


def laid_out(files: Files) -> Files:
    """The files at their addresses, with a list of them, and of what a start waits for."""
    within = {name: body for name, body in files.items() if name not in AT_ROOT}
    first = (*AT_START, *((SNAPSHOT,) if SNAPSHOT in within else WITHOUT_SNAPSHOT))
    within["start.json"] = _json({"files": [[name, len(within[name])] for name in first]})
    digests = {name: hashlib.sha256(body).hexdigest() for name, body in within.items()}
    told = [[name, len(within[name]), digests[name][:16]] for name in sorted(within)]
    within["files.json"] = _json({"all": told})
    whole = hashlib.sha256(within["files.json"])
    for name in AT_ROOT:
        whole.update(files.get(name, b""))
    folder = whole.hexdigest()[:12]
    placed = {f"{folder}/{name}": body for name, body in within.items()}
    for name in AT_ROOT:
        if name in files:
            placed[name] = _at(folder, files[name])
    return placed


def _json(told: object) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode()


def _at(folder: str, body: bytes) -> bytes:
    """A file of the root, which names the others by `./`."""
    return body.replace(b'"./', f'"./{folder}/'.encode())


def packed(name: str, body: bytes) -> Iterator[tuple[str, bytes]]:
    """A file packed by gzip, and by brotli where that is installed, under their names."""
    if name.endswith(FLAT) or len(body) < LEAST:
        return
    digest = hashlib.sha256(body).hexdigest()[:32]
    for suffix, pack in PACKERS.items():
        known = PACKED / f"{digest}{suffix}"
        if not known.exists():
            made = pack(body)
            if made is None:
                continue
            PACKED.mkdir(parents=True, exist_ok=True)
            known.write_bytes(made)
        yield name + suffix, known.read_bytes()


def _gzip(body: bytes) -> bytes | None:
    return gzip.compress(body, 9, mtime=0)


def _brotli(body: bytes) -> bytes | None:
    try:
        import brotli
    except ImportError:
        return None
    # The best takes half a minute for what is large, to save a tenth.
    return bytes(brotli.compress(body, quality=11 if len(body) < LARGE else 9, lgwin=24))


PACKERS: Final = {".gz": _gzip, ".br": _brotli}


def write(files: Files) -> None:
    """Put the page in its place at once: a house that has read the one before keeps that."""
    new, old = BUILT.with_name("web.new"), BUILT.with_name("web.old")
    for folder in (new, old):
        shutil.rmtree(folder, ignore_errors=True)
    for name, body in files.items():
        _lay(new, {name: body, **dict(packed(name, body))})
    if BUILT.exists():
        BUILT.rename(old)
    new.rename(BUILT)
    shutil.rmtree(old, ignore_errors=True)


def build(anew: bool = False) -> str:
    """Build it if a source has changed; what is to be said of it."""
    wanted = stamp()
    known = STAMP.read_text("utf-8") if STAMP.exists() and BUILT.exists() else ""
    if known == wanted and not anew:
        return ""
    print("Building the page for browsers; the first time this takes a minute.", flush=True)
    files = laid_out(collected())
    STAMP.unlink(missing_ok=True)
    write(files)
    STAMP.write_text(wanted, "utf-8")
    return f"The page is built: {len(files)} files, {sum(map(len, files.values())) / 1e6:.1f} MB."


def main() -> int:
    options = argparse.ArgumentParser(description="Builds the page of the house.")
    options.add_argument("--anew", action="store_true", help="even if nothing has changed")
    options.add_argument("--if-possible", action="store_true", help="a page is not needed")
    chosen = options.parse_args()
    try:
        said = build(chosen.anew)
    except CannotFetch as why:
        print(f"There is no new page for browsers this time: {why}", flush=True)
        return 0 if chosen.if_possible else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    if said:
        print(said)
    return 0


if __name__ == "__main__":
    sys.exit(main())

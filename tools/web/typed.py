"""Checks the types of the page's modules with the compiler of TypeScript.

python -m tools.web.typed [--if-possible]
"""

import argparse
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

from tools.web.packages import FETCHED, ROOT, CannotFetch, Package, fetch, node, whole

COMPILER: Final = Package(
    "typescript",
    "6.0.3",
    "sha512-y2TvuxSZPDyQakkFRPZHKFm+KKVqIisdg9/CZwm9ftvKXLP8NRWj38/ODjNbr43SsoXqNuAisEf1GdCxqWcdBw==",
    {},
)
LIBRARY: Final = "package/lib/"
NEEDED: Final = ("tsc.js", "_tsc.js")
"""Of its library, beside the types of the browser."""
PAGE: Final = ROOT / "web_client" / "page"


def compiler() -> Path:
    """The folder of the compiler, fetched and unpacked if it is not here yet."""
    if not whole(COMPILER):
        fetch(COMPILER)
    folder = FETCHED / f"{COMPILER.name}-{COMPILER.version}"
    if not (folder / "tsc.js").exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(COMPILER.archive) as archive:
            for one in archive:
                name = one.name.removeprefix(LIBRARY)
                file = archive.extractfile(one) if one.isfile() else None
                if file is not None and (name in NEEDED or name.startswith("lib.")):
                    (folder / name).write_bytes(file.read())
    return folder


def complaints(page: Path = PAGE) -> str:
    """What is wrong with the types of the modules there; empty if nothing is."""
    said = (_of_project(project) for project in sorted(page.glob("tsconfig*.json")))
    return "\n".join(filter(None, said))


def _of_project(project: Path) -> str:
    command = [*node(), str(compiler() / "tsc.js"), "--project", str(project), "--pretty", "false"]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    return (ran.stdout + ran.stderr).strip() if ran.returncode else ""


def main() -> int:
    options = argparse.ArgumentParser(description="Checks the types of the page's modules.")
    options.add_argument("--if-possible", action="store_true", help="without node it is left out")
    chosen = options.parse_args()
    try:
        said = complaints()
    except CannotFetch as why:
        print(f"The types of the page are not checked this time: {why}", flush=True)
        return 0 if chosen.if_possible else 1
    if said:
        print(said)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())

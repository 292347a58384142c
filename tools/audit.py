"""`make audit`: asks whether what the lock files pin has known holes. It runs where pip-audit is
installed."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

CLEAN, HOLES, NOT_ASKED = 0, 1, 3
FEW: Final = 0.1
"""So much of what is pinned may be unknown to the list of holes before it was not asked at all."""


def main(files: Sequence[str]) -> int:
    """0 when nothing is known of what is pinned, 1 when there is a hole, 3 when nobody could be
    asked."""
    return max(audited(Path(file)) for file in files)


def audited(file: Path) -> int:
    """Ask about one lock file, and say what came of it."""
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--disable-pip",
        "--no-deps",
        "--progress-spinner",
        "off",
    ]
    command += ["--format", "json", "--requirement", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(ran.stdout)["dependencies"]
    except (ValueError, KeyError):
        why = (ran.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
        print(f"{file} is NOT AUDITED: the list of known holes cannot be reached. {why}")
        return NOT_ASKED
    unknown = [one["name"] for one in found if "skip_reason" in one]
    if len(unknown) > len(found) * FEW:
        print(
            f"{file} is NOT AUDITED: of {len(found)} packages the list of known holes did not know"
            f" {len(unknown)}, so it was not reached. Run this where the network is."
        )
        return NOT_ASKED
    holes = [(one, hole) for one in found for hole in one.get("vulns", ())]
    for one, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "no version yet"
        print(f"{file}: {one['name']} {one['version']} has {hole['id']}; mended in {mended}.")
    if unknown:
        print(f"{file}: nothing is known of {', '.join(unknown)}.")
    print(f"{file}: {len(found)} packages, {len(holes)} known holes.")
    return HOLES if holes else CLEAN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

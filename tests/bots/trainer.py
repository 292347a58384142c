"""The trainer of the Dou Dizhu bots, compiled once for all tests that compare it with them."""

import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tools.doudizhu.__main__ import program


@cache
def _made() -> Path:
    return program(Path(mkdtemp(prefix="doudizhu-")), ("-O0",))


def said_by_trainer(*words: object) -> list[list[int]]:
    """What the program prints, a list of numbers a line; skips where nothing can compile it."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    said = subprocess.run((_made(), *map(str, words)), check=True, capture_output=True)
    return [[int(word) for word in line.split()] for line in said.stdout.splitlines()]

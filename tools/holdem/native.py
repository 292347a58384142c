"""The C of these tools: compiled with the machine's own `cc` when a tool first needs it."""

import ctypes
import hashlib
import subprocess
from pathlib import Path
from typing import Final

import numpy as np

HERE: Final = Path(__file__).parent
BUILT: Final = HERE.parents[1] / "build" / "holdem"
FLAGS: Final = (
    "-O3",
    "-march=native",
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-Wno-unused-function",
    "-shared",
    "-fPIC",
)


def library(name: str) -> ctypes.CDLL:
    """The library made of `name`.c, made anew when any source has changed."""
    digest = hashlib.sha256()
    for source in sorted(HERE.glob("*.[ch]")):
        digest.update(source.read_bytes())
    made = BUILT / f"{name}-{digest.hexdigest()[:16]}.so"
    if not made.exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        partly = made.with_suffix(".part")
        subprocess.run(
            ["cc", *FLAGS, str(HERE / f"{name}.c"), "-o", str(partly), "-lm"], check=True
        )
        partly.rename(made)
    return ctypes.CDLL(str(made))


def array(kind: type[np.generic]) -> type:
    """An argument that is an array of this kind."""
    return np.ctypeslib.ndpointer(dtype=kind, flags="C_CONTIGUOUS")

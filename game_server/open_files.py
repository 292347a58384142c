"""The limit on open files: each connection of a player is one."""

import resource
from contextlib import suppress
from typing import Final

SPARE: Final = 256
"""Files beside the lines: the database, the log, the bank, the processes in which bots think."""


def wanted(lines: int) -> int:
    """So many files for so many lines."""
    return lines + SPARE


def most() -> float:
    """To so many this process may raise its limit by itself."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _number(hard)


def allow(lines: int) -> str:
    """Raise the limit as far as so many lines need it and the system lets it; the sentence for
    the operator when that is not enough, else nothing."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    has, files = _number(soft), wanted(lines)
    if has < files:
        raised = int(min(files, _number(hard)))
        # Some systems have a limit below the one that they tell.
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            has = raised
    if has >= files:
        return ""
    return (
        f"The settings allow {lines} lines, which takes {files} open files, and the system allows"
        f" {has:.0f}: lines beyond {max(0, has - SPARE):.0f} fail. Raise its limit (ulimit -Hn), or"
        " lower `connections`."
    )


def _number(limit: int) -> float:
    return float("inf") if limit == resource.RLIM_INFINITY else limit

"""`python -m bench [NAME ...]`: the benches by name; without a name all but the long ones."""

import argparse
import inspect
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import bench
from bench.measure import machine

LONG = (
    *("attacks", "bots", "collector", "engines", "figures", "front", "nodes", "soak", "table"),
    "takeover",
)
"""What takes minutes has such a word in its name and is run by name, or by `--all`."""
TOLD = ("seed", "only", "processes", "megabytes")
"""What a bench may be told; those that do not ask for it are not told."""
FUZZ_SECONDS = 30.0
"""For a bench that wants `seconds` and has no default of its own."""


def names() -> tuple[str, ...]:
    """Every bench; it is not imported for that, since the peers of one may be missing."""
    found = (module.name for module in iter_modules(bench.__path__))
    return tuple(name for name in sorted(found) if name != "__main__" and _is_bench(name))


def is_long(name: str) -> bool:
    return any(word in name.split("_") for word in LONG)


def run(name: str, seconds: float | None = None, **more: object) -> int:
    """Run one bench with what it wants of this; what it returned, 0 if nothing failed."""
    main: Callable[..., int | None] = import_module(f"bench.{name}").main
    wanted = inspect.signature(main).parameters
    if seconds is None and "seconds" in wanted and _is_needed(wanted["seconds"]):
        seconds = FUZZ_SECONDS
    given = {"seconds": seconds, **more}
    return (
        main(**{key: value for key, value in given.items() if key in wanted and value is not None})
        or 0
    )


def _is_needed(argument: inspect.Parameter) -> bool:
    return argument.default is inspect.Parameter.empty


def _is_bench(name: str) -> bool:
    spec = find_spec(f"bench.{name}")
    source = spec.loader.get_source(spec.name) if spec and spec.loader else None  # type: ignore[attr-defined]  # every loader of a source file has it
    return "\ndef main(" in (source or "")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    known = names()
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Runs the benches that are named, or all but the long ones.",
        epilog="; ".join(f"{name} (long)" if is_long(name) else name for name in known),
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to run; see below")
    parser.add_argument("--all", action="store_true", help="the long ones too")
    parser.add_argument("--seconds", type=float, help="how long to measure, where that is free")
    parser.add_argument("--seed", type=int, help="which decks bots are measured on")
    parser.add_argument("--only", metavar="WORDS", help="rows of bots that have these words")
    parser.add_argument("--megabytes", type=float, help="how large the books of `grown` are")
    parser.add_argument("--processes", type=int, help="to measure bots in; all cores if unsaid")
    parsed = parser.parse_args(arguments)
    for name in parsed.names:
        if name not in known:
            parser.error(f"there is no bench {name!r}; there is {', '.join(known)}")
    if not parsed.names:
        parsed.names = [name for name in known if parsed.all or not is_long(name)]
    return parsed


def main(arguments: Sequence[str]) -> int:
    parsed = parse(arguments)
    print(machine())
    failed = []
    for name in parsed.names:
        print(f"\n## {name}\n", flush=True)
        if run(name, parsed.seconds, **{key: getattr(parsed, key) for key in TOLD}):
            failed.append(name)
    if failed:
        print(f"\nNot as it should be: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

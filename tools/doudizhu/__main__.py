"""What the Dou Dizhu bots know, found by games against themselves: `python -m tools.doudizhu`.

    python -m tools.doudizhu tune [--steps 700] [--seed 7]        # worths.py, by games of sense
    python -m tools.doudizhu values [--games 1000000] [--seed 7]  # values.py, for bids and doubles
    python -m tools.doudizhu bids [--deals 100000] [--seed 7] [--master]  # what others would earn
    python -m tools.doudizhu train COURSE [--seconds 600]         # goes on where the course stopped
    python -m tools.doudizhu write COURSE                         # master.net, from the course

The games are played by a program in C that is compiled when it is asked for: some forty thousand
games of sense a second on one core. No house needs it.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from game_server.bots.doudizhu import worths
from game_server.bots.doudizhu.bidding import FIRST, LATER, OVER
from game_server.bots.doudizhu.values import DEALT
from game_server.bots.doudizhu.worths import WORTHS, Worths

HERE: Final = Path(__file__).parent
BUILT: Final = HERE.parent.parent / "build" / "doudizhu"
BOTS: Final = Path(worths.__file__).parent
FLAGS: Final = ("-O3", "-march=native", "-ffast-math", "-Wall", "-Wextra", "-Werror")
DECKS: Final = 250
"""For each step of the tuning: enough for the sign of what many steps say together."""


def program(built: Path = BUILT, flags: Sequence[str] = FLAGS) -> Path:
    """The program, compiled with the numbers that the bots have now."""
    built.mkdir(parents=True, exist_ok=True)
    bids = (*FIRST, *LATER, *OVER)
    (built / "bots.h").write_text(
        f"static const Worths WORTHS = {_in_c(WORTHS)};\n"
        f"static const int DEALT[BY_VALUE][BY_HIGH] = {_braced(DEALT)};\n"
        f"static const Bids BIDS = {{{_braced(bids)}}};\n"
    )
    made = built / "doudizhu"
    command = ("cc", *flags, "-I", str(built), "-o", str(made), str(HERE / "main.c"), "-lm")
    subprocess.run(command, check=True)
    return made


def _in_c(some: Worths) -> str:
    fields = (f".{name} = {_braced(value)}" for name, value in some._asdict().items())
    return f"{{{', '.join(fields)}}}"


def _braced(value: object) -> str:
    if isinstance(value, tuple):
        return f"{{{', '.join(map(_braced, value))}}}"
    return str(value)


def tune(steps: int, seed: int) -> None:
    """Write the worths that win most games of sense from those of now."""
    said = _said("tune", steps, DECKS, seed)
    found = {name: int(number) for name, _, number in map(str.split, said.splitlines())}
    fields = []
    for name, now in WORTHS._asdict().items():
        fields.append(f"    {name}={_like(now, name, found)},\n")
    _write(Path(worths.__file__), "WORTHS: Final", f" = Worths(\n{''.join(fields)})\n")


def _like(now: object, name: str, found: dict[str, int]) -> str:
    """The numbers found, in the shape of those of now."""
    if isinstance(now, tuple):
        parts = (_like(one, f"{name}[{place}]", found) for place, one in enumerate(now))
        return f"({', '.join(parts)})"
    return str(found[name])


def values(games: int, seed: int) -> None:
    """Write how often a side wins by the features of a hand."""
    tables: dict[str, list[str]] = {}
    for line in _said("values", games, seed).splitlines():
        if line.isidentifier():
            name = line.upper()
            tables[name] = []
        else:
            tables[name].append(f"    ({', '.join(line.split())}),\n")
    path = BOTS / "values.py"
    for name, rows in tables.items():
        _write(path, f"{name}: Final", f" = (\n{''.join(rows)})\n")


def _write(path: Path, name: str, value: str) -> None:
    """Put the value of a name, which ends with a closing bracket of its own line, in its place."""
    before, _, rest = path.read_text().partition(name)
    _, _, after = rest.partition("\n)\n")
    path.write_text(f"{before}{name}{value}{after}")


def _said(*words: object) -> str:
    return subprocess.run(
        (program(), *map(str, words)), check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.doudizhu")
    doing = parser.add_subparsers(dest="doing", required=True)
    tuning = doing.add_parser("tune", help="the worths of plays")
    tuning.add_argument("--steps", type=int, default=700)
    valuing = doing.add_parser("values", help="the tables for bids and doubles")
    valuing.add_argument("--games", type=int, default=1_000_000)
    bidding = doing.add_parser("bids", help="what a seat earns that asks for more or for less")
    bidding.add_argument("--deals", type=int, default=100_000)
    bidding.add_argument("--master", action="store_true", help="among masters, not by sense")
    training = doing.add_parser("train", help="the network of the masters")
    training.add_argument("course", type=Path)
    training.add_argument("--seconds", type=float, default=600, help="of processor time")
    training.add_argument("--rate", type=float, default=1e-3, help="of learning")
    writing = doing.add_parser("write", help="the network as the bots read it")
    writing.add_argument("course", type=Path)
    for one in (tuning, valuing, bidding, training):
        one.add_argument("--seed", type=int, default=7)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    chosen = parse(arguments)
    match chosen.doing:
        case "tune":
            tune(chosen.steps, chosen.seed)
        case "values":
            values(chosen.games, chosen.seed)
        case "bids":
            network = (BOTS / "master.net",) if chosen.master else ()
            words = (str(chosen.deals), str(chosen.seed), *network)
            return subprocess.call((program(), "bids", *words))
        case "train":
            words = (chosen.course, chosen.seconds, chosen.rate, chosen.seed)
            return subprocess.call((program(), "train", *map(str, words)))
        case "write":
            return subprocess.call((program(), "write", chosen.course, BOTS / "master.net"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

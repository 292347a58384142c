"""The command line of `cardroom`: one command, and its subcommands."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from game_server import config_file, handover, output
from game_server.config import Config
from game_server.config_file import PREFIX
from protocol.release import RELEASE
from protocol.words import Refusal

EXAMPLES = """examples:
  cardroom play                              a house of your own, and the client on it
  cardroom terminal --at cards.example.org   all five games at a house, in this terminal
  cardroom 21                                the game of 21 at this terminal, for 1 to 8
  cardroom serve                             a house for players, as cardroom.toml says
  cardroom serve --lan                       a house for everybody on this Wi-Fi
  cardroom copy                              what a house writes, to a second place
  cardroom migrate --to postgresql:///house  a stopped house, from its file to PostgreSQL
  cardroom config > cardroom.toml            every setting, explained
  cardroom admin status                      how the house is, and all it can be told to do
  cardroom demo-bank --cards                 the bank cards to play with
  cardroom watch-bots holdem --preset eps --seats 7 --seed 7
  cardroom watch-bots doudizhu --preset standard --rounds 3
  cardroom watch-bots sabacc --seat 0        what the player at seat 0 is told
  cardroom watch-bots holdem --mishaps       silence, leavers and power cuts
  cardroom loadtest --players 2000           a crowd for a house on this machine
  cardroom games                             every game, its presets, seats and bots"""

USUAL = Path("cardroom.toml")
TERMINAL = "terminal_client.house"
TWENTY_ONE = "terminal_client.twenty_one"
MOST_DELAY = 3600


def main(args: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it did what it should, 2 when it was asked for something wrong."""
    given = sys.argv[1:] if args is None else list(args)
    if args is None:
        # Nobody else opens what a command makes: cards, cash and passwords are in it.
        os.umask(0o077)
    try:
        if given and given[0] in _OWN:
            return _OWN[given[0]](given[1:])
        asked = _parser().parse_args(given)
        return _COMMANDS[asked.command](asked) or 0
    except Refusal as wrong:
        print(f"cardroom: {wrong.text}", file=sys.stderr)
        return 2
    except config_file.BadConfig as wrong:
        print(f"cardroom: {wrong}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, BrokenPipeError):
        # Whoever watched has gone; what is left in the buffer has no reader.
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cardroom",
        description="The card room: five games, a house for players, bots on your terminal.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cardroom {RELEASE}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serving = commands.add_parser("serve", help="open the house for players")
    serving.add_argument("--config", type=Path, help=f"the settings ({USUAL}, if it is there)")
    serving.add_argument(
        "--until-eof", action="store_true", help="close at the end of the standard input too"
    )
    playing = commands.add_parser("play", help="open a house of your own and the client on it")
    playing.add_argument("--config", type=Path, help=f"the settings ({USUAL}, if it is there)")
    for opens in (serving, playing):
        opens.add_argument(
            "--lan",
            action="store_true",
            help="for everybody on this network: no certificate needed",
        )
        opens.add_argument(
            "--tls", choices=("self",), help="with a certificate of its own, for whoever is invited"
        )
    serving.add_argument(
        "--check", action="store_true", help="only say whether the settings are right"
    )
    copying = commands.add_parser("copy", help="copy all that a house writes to a second place")
    copying.add_argument("--config", type=Path, help=f"the settings ({USUAL}, if it is there)")
    moving = commands.add_parser("migrate", help="move a stopped house to PostgreSQL, or back")
    moving.add_argument("--config", type=Path, help=f"the settings ({USUAL}, if it is there)")
    way = moving.add_mutually_exclusive_group(required=True)
    way.add_argument(
        "--to", metavar="DSN", help="from the file in the data folder to that database"
    )
    way.add_argument("--from", dest="source", metavar="DSN", help="from that database to the file")
    commands.add_parser("terminal", help="play at a house in this terminal, in text")
    commands.add_parser("21", help="play 21 at this terminal, 1 to 8 people, without a house")
    commands.add_parser("config", help="print every setting, explained")
    commands.add_parser("demo-bank", help="run the bank to play with, by itself")
    commands.add_parser("admin", help="look after a house: open it, close it, see how it is")
    commands.add_parser("games", help="list every game with its presets, seats and bots")
    watch = commands.add_parser(
        "watch-bots",
        help="watch bots play hands of a game",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    watch.add_argument("game", help="which game (see `cardroom games`)")
    watch.add_argument("--preset", help="whose rules (the game's first, unless said)")
    watch.add_argument("--seats", type=int, help="how many bots (as many as fit, unless said)")
    watch.add_argument("--bot", help="which bot sits at every seat (see `cardroom games`)")
    watch.add_argument("--rounds", type=int, default=3, help="how many rounds (3)")
    watch.add_argument("--seed", type=int, help="the same number shows the same rounds again")
    watch.add_argument("--seat", type=int, help="tell what the player at this seat is told")
    watch.add_argument("--delay", type=float, default=0.0, help="seconds between two lines (0)")
    watch.add_argument(
        "--mishaps", action="store_true", help="let players go silent or leave, and cut the power"
    )
    load = commands.add_parser("loadtest", help="put a crowd on a house of this machine")
    load.add_argument("--url", default="ws://127.0.0.1:8770", help="where the house listens")
    load.add_argument("--players", type=int, default=2000, help="how many players (2000)")
    load.add_argument("--seconds", type=float, default=60.0, help="how long (60)")
    load.add_argument("--rate", type=float, default=0.0, help="acts a second (one a player)")
    load.add_argument("--ca", default="", help="who vouches for a wss:// house: a PEM file")
    load.add_argument("--pid", type=int, default=0, help="its process, if it is not found")
    return parser


def _demo_bank(args: Sequence[str]) -> int:
    # Imported when it is run: it brings Twisted along, which watching bots does not need.
    from game_server.bank import demo_bank

    return demo_bank.main(args)


def _admin(args: Sequence[str]) -> int:
    from game_server.admin import command

    def folder(name: str) -> command.Folder:
        from game_server.admin import doctor, files

        if name == "doctor":
            return lambda config, values, tell: doctor.doctor(config, values, tell, _unfit)
        return files.DOES[name]

    def first(name: str) -> command.First | None:
        from game_server.admin import files

        return files.FIRST.get(name)

    def view(name: str) -> command.View | None:
        if name.endswith(" export"):
            from game_server.admin.command import export

            return export.VIEWS[name]
        if name != "watch":
            return None
        # Textual, which all other commands need not wait for.
        from game_server.admin import live

        return live.watch

    return command.main(args, command.Wired(folder, first, view))


def _in_its_place(module: str) -> Callable[[Sequence[str]], int]:
    """A client is a program of its own, which the house does not know: it is run in the place of
    this one, so that keys and signals are its own."""

    def run(args: Sequence[str]) -> int:
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-m", module, *args])

    return run


def _unfit(settings: Config) -> str:
    """Why a house with these settings does not start; empty if it does."""
    from game_server import planning

    try:
        planning.plan(settings)
    except planning.CannotServe as wrong:
        return str(wrong)
    return ""


def _serve(asked: argparse.Namespace) -> None:
    # Before Twisted is imported, which takes what is said of them out of the environment.
    handed = handover.received(os.environ)
    from game_server import invitation, planning, process

    path = asked.config or (USUAL if USUAL.exists() else None)

    def read() -> Config:
        return config_file.load(path, _environment(asked))

    try:
        config = read()
        if asked.check:
            planning.plan(config)
            return
        notes = config_file.old_names(path, os.environ)
        say = invitation.with_qr_code(output.say)
        process.serve(read, say, asked.until_eof, notes, handed)
    except planning.CannotServe as wrong:
        raise Refusal("cannot_serve", str(wrong)) from None


def _play(asked: argparse.Namespace) -> int:
    from game_server import invitation, play

    path = asked.config or (USUAL if USUAL.exists() else None)
    given = ["--config", str(path)] if path else []
    environment = _environment(asked)
    say = invitation.with_qr_code(output.say)
    return play.play(config_file.load(path, environment), given, environment, say)


def _environment(asked: argparse.Namespace) -> Mapping[str, str]:
    """The environment, and over it the settings that flags name."""
    named = {PREFIX + "LISTEN_LAN": "true"} if asked.lan else {}
    if asked.tls:
        named[PREFIX + "LISTEN_TLS"] = asked.tls
    return {**os.environ, **named}


def _copy(asked: argparse.Namespace) -> None:
    from game_server import continuous_copy

    path = asked.config or (USUAL if USUAL.exists() else None)
    continuous_copy.copy(config_file.load(path, os.environ))


def _migrate(asked: argparse.Namespace) -> None:
    from game_server.admin import moving

    path = asked.config or (USUAL if USUAL.exists() else None)
    config = config_file.load(path, os.environ)
    if asked.to:
        moving.to_server(config, asked.to, output.say)
    else:
        moving.to_file(config, asked.source, output.say)


def _print_config(_: argparse.Namespace) -> None:
    from game_server.rules.explained import choices_explained

    print(config_file.commented(choices_explained()), end="")


def _load(asked: argparse.Namespace) -> None:
    from game_server.loadtest import run

    figures = run.load(asked.url, asked.players, asked.seconds, asked.rate, asked.pid, asked.ca)
    for name, value in figures.lines():
        print(f"{name:<24} {value}")


def _list_games(_: argparse.Namespace) -> None:
    from game_server import demonstration

    for line in demonstration.catalogue():
        print(line)


def _watch_bots(asked: argparse.Namespace) -> None:
    if asked.rounds < 1:
        raise Refusal("rounds_wrong", f"{asked.rounds} rounds cannot be played; ask for 1 or more.")
    if not 0 <= asked.delay <= MOST_DELAY:
        text = f"A delay of {asked.delay} s cannot be kept; ask for 0 to {MOST_DELAY}."
        raise Refusal("delay_wrong", text)
    # Every game of the house, which other commands need not wait for.
    from game_server import demonstration
    from protocol import story

    shown = demonstration.demonstration(
        asked.game,
        asked.preset,
        asked.seats,
        asked.bot,
        asked.seed,
        asked.seat,
        demonstration.ROUGH if asked.mishaps else demonstration.SMOOTH,
    )
    for number in range(asked.rounds):
        if number:
            print()
        for sentence in story.tell(shown.play_round()):
            print(sentence, flush=bool(asked.delay))
            time.sleep(asked.delay)


_COMMANDS: dict[str, Callable[[argparse.Namespace], int | None]] = {
    "play": _play,
    "serve": _serve,
    "copy": _copy,
    "migrate": _migrate,
    "config": _print_config,
    "games": _list_games,
    "watch-bots": _watch_bots,
    "loadtest": _load,
}

_OWN: dict[str, Callable[[Sequence[str]], int]] = {
    "demo-bank": _demo_bank,
    "admin": _admin,
    "terminal": _in_its_place(TERMINAL),
    "21": _in_its_place(TWENTY_ONE),
}
"""Commands that read their own arguments."""

if __name__ == "__main__":
    sys.exit(main())

"""`cardroom terminal`, and `cardroom 21 --at`: arguments, and what runs the visit."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from client_core.client import LANGUAGES, Client, invitation, is_link
from client_link import Link
from client_link.authorities import VARIABLE, BadAuthority, trusted
from client_link.inside import InnerHouse, World
from protocol.release import RELEASE
from terminal_client.house import device
from terminal_client.house.lines import PrintedVisit
from terminal_client.page.look import LEAST_WIDTH, MOST_WIDTH, Look, is_terminal, look, moves
from terminal_client.page.printing import deaf

PROGRAM: Final = "cardroom terminal"
WIDTHS = f"{LEAST_WIDTH} to {MOST_WIDTH}"
EXAMPLES = """examples:
  cardroom terminal                          the house where you were last, or one on this machine
  cardroom terminal --at cards.example.org --name Ann
  cardroom terminal --offline                alone against bots, without a network
  cardroom terminal --plain                  one sentence a line, for a screen reader
  cardroom 21 --at wss://cards.example.org --join 7KQ2M9 --name Ann"""


def main(args: Sequence[str] | None = None, program: str = PROGRAM) -> int:
    """Run the terminal; 0 when it ended well, 1 when no house answered a pipe, 2 when it was asked
    for something wrong. `program` is what was typed for it."""
    asked = parser(program).parse_args(args)
    out = sys.stdout
    width = asked.width or 0
    colours = False if asked.no_colour else None
    fits = look(out, os.environ, plain=asked.plain, colours=colours, width=width)
    person = is_terminal(sys.stdin) and moves(out, os.environ)
    full = asked.full or (person and fits.signs and not (asked.plain or asked.lines))
    try:
        return asyncio.run(_run(asked, fits, full, program))
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:
        deaf()
        return 0


def parser(program: str = PROGRAM) -> argparse.ArgumentParser:
    """What can be said to it."""
    made = argparse.ArgumentParser(
        prog=program,
        description="All five games at a house, in text.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--at", metavar="URL", help="the house (the one of last time)")
    made.add_argument("--offline", action="store_true", help="play alone, without a house")
    made.add_argument(
        "--join", metavar="CODE", default="", help="sit down in the room of a code or an invitation"
    )
    made.add_argument(
        "--ca",
        metavar="FILE",
        default=os.environ.get(VARIABLE, ""),
        help="who vouches for the house, if the world does not: a PEM file",
    )
    made.add_argument("--name", help="come in as a guest of this name")
    made.add_argument("--language", choices=LANGUAGES, help="the language (that of the system)")
    made.add_argument(
        "--plain", action="store_true", help="one sentence a line, for screen readers and pipes"
    )
    made.add_argument("--lines", action="store_true", help="text line by line")
    made.add_argument("--full", action="store_true", help="the whole screen, with cards")
    made.add_argument(
        "--width", type=_columns, help=f"columns of a line, {WIDTHS} (as the terminal)"
    )
    made.add_argument("--no-colour", "--no-color", action="store_true", help="no colours")
    made.add_argument("--config-folder", type=Path, help="where it keeps who you are")
    return made


def _columns(typed: str) -> int:
    """A width that a line can have."""
    if not typed.isdecimal() or not LEAST_WIDTH <= int(typed) <= MOST_WIDTH:
        raise argparse.ArgumentTypeError(f"{typed} is no number of columns; type {WIDTHS}")
    return int(typed)


def inside(world: World, stored: str) -> InnerHouse:
    """The house inside the terminal; whoever plays at others need not wait for its rules."""
    from client_offline.chance import offline_house

    return offline_house(world, stored)


class Shown(Protocol):
    """A visit as it is shown, line by line or on the whole screen."""

    gave_up: bool
    """It has ended because no house answered."""

    async def visited(self) -> None: ...

    def end(self) -> None: ...


def _visit(client: Client, asked: argparse.Namespace, fits: Look, full: bool) -> Shown:
    if not full:
        return PrintedVisit(client, fits, sys.stdin, sys.stdout, asked.join, asked.name)
    # Textual, which the other looks need not wait for.
    from terminal_client.house.screen import HouseScreen

    return HouseScreen(client, fits, asked.join, asked.name)


def invited(at: str, join: str) -> tuple[str, str]:
    """The house as it was typed, and the code of a room, where an invitation names both."""
    typed = join if is_link(join) else at
    found = invitation(typed)
    if found is None or (not found.code and not is_link(join)):
        return at, join
    head, _, said = typed.partition("#")
    kept = "&".join(part for part in said.split("&") if not part.lower().startswith("join="))
    return f"{head}#{kept}" if kept else head, found.code if is_link(join) else join or found.code


async def _run(asked: argparse.Namespace, fits: Look, full: bool, program: str) -> int:
    try:
        trusted(asked.ca)
    except BadAuthority as unread:
        print(f"{program}: {unread.strerror}", file=sys.stderr)
        return 2
    storage = device.storage(asked.config_folder)
    visits: list[Shown] = []

    def end() -> None:
        for one in visits:
            one.end()

    link = Link(storage.keep, end, inside, asked.ca)
    client = link.client(storage.all(), device.language(os.environ), f"{device.name()} {RELEASE}")
    try:
        if asked.language:
            client.set(language=asked.language)
        asked.at, asked.join = invited(asked.at or "", asked.join)
        if asked.at and (wrong := client.connection.go_to(asked.at)) is not None:
            print(f"{program}: {client.say(wrong)}", file=sys.stderr)
            return 2
        if asked.offline and asked.name:
            client.set(name=asked.name)
        if asked.offline:
            client.connection.play_offline()
        link.look_around()
        visit = _visit(client, asked, fits, full)
        visits.append(visit)
        # `kill` leaves a terminal in order, as Ctrl-C does.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
        await visit.visited()
        return 1 if visit.gave_up else 0
    finally:
        await link.close()

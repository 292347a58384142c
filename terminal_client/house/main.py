"""`cardroom terminal`, and `cardroom 21 --at`: arguments, and what runs the visit."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from client_core.client import LANGUAGES
from client_link import Link
from terminal_client.house.device import Device
from terminal_client.house.lines import Lines
from terminal_client.page.look import Look, look

BUILD = "0.1.0"
EXAMPLES = """examples:
  cardroom terminal                          the house where you were last, or one on this machine
  cardroom terminal --at cards.example.org --name Ann
  cardroom terminal --plain                  one sentence a line, for a screen reader
  cardroom 21 --at wss://cards.example.org --join 7KQ2M9 --name Ann"""


def main(args: Sequence[str] | None = None) -> int:
    """Run the terminal; 0 when it ended well, 2 when it was asked for something wrong."""
    asked = parser().parse_args(args)
    told = asked.look if asked.look is not None else ("plain" if asked.plain else None)
    out = sys.stdout
    width = asked.width or 0
    colours = False if asked.no_colour else None
    fits = look(out, os.environ, plain=told == "plain", colours=colours, width=width)
    try:
        return asyncio.run(_run(asked, fits))
    except KeyboardInterrupt:
        print()
        return 0


def parser(program: str = "cardroom terminal") -> argparse.ArgumentParser:
    """What can be said to it."""
    made = argparse.ArgumentParser(
        prog=program,
        description="All five games at a house, in text.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--at", metavar="URL", help="the house (the one of last time)")
    made.add_argument("--join", metavar="CODE", default="", help="sit down in the room of a code")
    made.add_argument("--name", help="come in as a guest of this name")
    made.add_argument("--language", choices=LANGUAGES, help="the language (that of the system)")
    made.add_argument(
        "--plain", action="store_true", help="one sentence a line, for screen readers and pipes"
    )
    made.add_argument(
        "--look",
        choices=("lines", "plain"),
        help="lines with signs and colours, or plain",
    )
    made.add_argument("--width", type=int, help="columns of a line (as the terminal has)")
    made.add_argument("--no-colour", "--no-color", action="store_true", help="no colours")
    made.add_argument("--config-folder", type=Path, help="where it keeps who you are")
    return made


async def _run(asked: argparse.Namespace, fits: Look) -> int:
    device = Device(asked.config_folder)
    visits: list[Lines] = []

    def end() -> None:
        for one in visits:
            one.end()

    link = Link(device.keep, end)
    client = link.client(device.kept(), device.language(os.environ), f"{device.name()} {BUILD}")
    try:
        if asked.language:
            client.set(language=asked.language)
        if asked.at and (wrong := client.go_to(asked.at)) is not None:
            print(f"cardroom terminal: {client.say(wrong)}", file=sys.stderr)
            return 2
        lines = Lines(client, fits, sys.stdin, sys.stdout, asked.join, asked.name)
        visits.append(lines)
        await lines.run()
    finally:
        await link.close()
    return 0

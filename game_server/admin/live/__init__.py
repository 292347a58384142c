"""`cardroom admin watch`: the tables of a house as they are played, on a whole terminal."""

import os
import sys
from collections.abc import Mapping

from game_server.admin.command.connection import HouseConnection
from game_server.admin.command.exits import Ends, Exit
from game_server.admin.live.app import Live
from game_server.admin.live.link import Link


def watch(connection: HouseConnection, given: Mapping[str, object]) -> int:
    """Show it until the one who looks has seen enough; the exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        text = "This is to be looked at on a terminal; for a program there is --json."
        raise Ends(Exit.USAGE, text)
    # Set to nothing it is not set; Textual, which reads it, would think otherwise.
    colours = not os.environ.get("NO_COLOR")
    if colours:
        os.environ.pop("NO_COLOR", None)
    table = str(given.get("table") or "")
    reason = str(given.get("reason") or "")
    live = Live(Link(connection, table, reason), table, colours=colours)
    live.run()
    return Exit.FAULT if live.return_code else Exit.OK

"""What a command writes out: streamed rows as CSV or as a JSON list, a hand as text or JSON."""

import csv
import json
import sys
from collections.abc import Callable, Mapping
from typing import Final

from game_server.admin.command import show
from game_server.admin.command.connection import HouseConnection
from game_server.admin.command.exits import Exit
from game_server.admin.command.show import text_of
from game_server.admin.wire import AdminReply


def money(connection: HouseConnection, given: Mapping[str, object]) -> int:
    """`money export`: rows on the standard output, how far it is on the other one."""
    return _rows(connection, "money export", given, WRITERS[str(given["form"])]())


def _rows(
    connection: HouseConnection, command: str, given: Mapping[str, object], writer: "Writer"
) -> int:
    item, end = writer

    def heard(reply: AdminReply) -> None:
        if reply.kind == "item":
            item(reply.body)
        else:
            print(text_of(reply.body.get("said", "")), file=sys.stderr, flush=True)

    connection.ask(command, given, heard)
    end()
    sys.stdout.flush()
    return Exit.OK


def player(connection: HouseConnection, given: Mapping[str, object]) -> int:
    """`player export`: a list of rows of JSON on the standard output."""
    return _rows(connection, "player export", given, _json())


def hand(connection: HouseConnection, given: Mapping[str, object]) -> int:
    """`hand export`: one round on the standard output."""
    answer = connection.ask("hand export", given, lambda _: None)
    if given["form"] == "json":
        print(json.dumps(answer, ensure_ascii=False, indent=1))
    else:
        for line in show.shown(answer):
            print(line)
    sys.stdout.flush()
    return Exit.OK


Writer = tuple[Callable[[Mapping[str, object]], object], Callable[[], object]]
"""What writes a row, and what writes the end."""


def _csv() -> Writer:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    begun: list[bool] = []

    def item(row: Mapping[str, object]) -> None:
        if not begun:
            begun.append(True)
            writer.writerow(row)
        writer.writerow(row.values())

    return item, lambda: None


def _json() -> Writer:
    begun: list[bool] = []

    def item(row: Mapping[str, object]) -> None:
        print(",\n" if begun else "[\n", end="")
        begun.append(True)
        print(json.dumps(row, ensure_ascii=False), end="")

    return item, lambda: print("\n]" if begun else "[]")


WRITERS: Final[Mapping[str, Callable[[], Writer]]] = {"csv": _csv, "json": _json}
VIEWS: Final[Mapping[str, Callable[[HouseConnection, Mapping[str, object]], int]]] = {
    "money export": money,
    "hand export": hand,
    "player export": player,
}
"""By the name of the command that writes something out."""

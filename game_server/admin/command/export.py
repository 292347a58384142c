"""Rows that a command streams, written as CSV or as a JSON list."""

import csv
import json
import sys
from collections.abc import Callable, Mapping
from typing import Final

from game_server.admin.command.connection import HouseConnection
from game_server.admin.command.exits import Exit
from game_server.admin.command.show import text_of
from game_server.admin.wire import AdminReply


def money(connection: HouseConnection, given: Mapping[str, object]) -> int:
    """`money export`: rows on the standard output, how far it is on the other one."""
    item, end = WRITERS[str(given["form"])]()

    def heard(reply: AdminReply) -> None:
        if reply.kind == "item":
            item(reply.body)
        else:
            print(text_of(reply.body.get("said", "")), file=sys.stderr, flush=True)

    connection.ask("money export", given, heard)
    end()
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

"""The one table of commands: the server's dispatch, the command line, its help and completion,
and the list in docs/operations.md are made of it."""

from collections.abc import Mapping
from typing import Final

from game_server.admin.menu import (
    alarms,
    chips,
    hands,
    here,
    house,
    look,
    money,
    nodes,
    people,
    reports,
    rig,
    staff,
    tables,
    upkeep,
)
from game_server.admin.menu.words import Command

# A new subject is one line here.
SUBJECTS: Final[Mapping[str, tuple[Command, ...]]] = {
    "Coming and going": here.COMMANDS,
    "The house": house.COMMANDS,
    "Alarms": alarms.COMMANDS,
    "Looking": look.COMMANDS,
    "People": people.COMMANDS,
    "Reports": reports.COMMANDS,
    "Chips": chips.COMMANDS,
    "Tables": tables.COMMANDS,
    "Hands": hands.COMMANDS,
    "Nodes": nodes.COMMANDS,
    "Testing": rig.COMMANDS,
    "Money": money.COMMANDS,
    "Upkeep": upkeep.COMMANDS,
    "Administrators": staff.COMMANDS,
}
MENU: Final[Mapping[str, Command]] = {
    command.name: command for commands in SUBJECTS.values() for command in commands
}
GROUPS: Final[Mapping[str, str]] = {
    "alarm": "what somebody must look at: list, close",
    "player": "players: list, find, show, links, export, resets, password, factor-off, delete",
    "reports": "what players report: list, show, answer, close",
    "chips": "chips of players: list, give, take, approve, reject, undo",
    "table": "tables: list, show, create, close, pause, resume",
    "hand": "rounds that were played: list, show, void, export",
    "money": "the ledger and the bank: balance, trial, entries, unknown, reconcile, export",
    "staff": "administrators: list, add, remove, role, password, totp",
}
"""What the first word of commands of two words says in the help."""

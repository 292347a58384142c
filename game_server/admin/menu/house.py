"""Commands of the house itself: whether it is open, how it is, a word to everybody."""

from typing import Final

from game_server.admin.menu.words import Command, Param, flag, option

COMMANDS: Final = (
    Command(
        "status",
        "viewer",
        "how the house is: state, people, tables, money, speed",
        everywhere=True,
        examples=(("status", "a page to look at"), ("status --json", "the same for a program")),
        more="Where several nodes share the house it is of all of them: numbers are added up, of"
        " the rest the worst is shown, and each has a line of its own.",
    ),
    Command(
        "on",
        "operator",
        "open the house: players can log in",
        everywhere=True,
        examples=(("on", "those who wait are told that they can log in"),),
        changes=True,
        more="At every table that is empty the first seat to be filled, which has the first"
        " button, is drawn at random. Where several nodes share the house it opens at all of them.",
    ),
    Command(
        "off",
        "operator",
        "close the house at the end of the current games",
        (flag("exit", "end the program too"),),
        everywhere=True,
        examples=(
            ("off", "tables finish, everybody is cashed out and logged off"),
            ("off --exit --yes", "the same, then the program ends; nobody is asked"),
        ),
        changes=True,
        anyway=True,
        sure="Everybody will be cashed out and logged off when the current games are over.",
        more="Everybody is told. No game begins, nobody comes in. The house can be opened again."
        " Where several nodes share it, it closes at all of them.",
    ),
    Command(
        "announce",
        "operator",
        "say something to everybody who is in, or to a table",
        (Param("text", "what to say"), option("table", "only to those in this room")),
        at_table=True,
        everywhere=True,
        examples=(('announce "Tea is served"', "everybody reads it"),),
        changes=True,
    ),
)

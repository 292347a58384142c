"""The exit codes of `cardroom admin`."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from game_server.admin import wire
from protocol.words import Refusal


class Exit(IntEnum):
    """The exit codes, and what each means."""

    OK = 0, "it is done"
    REFUSED = 1, "the house refuses, and says why"
    USAGE = 2, "the command was written wrongly"
    NO_HOUSE = 3, "no house answers there"
    NOT_ALLOWED = 4, "not logged in, a wrong password, or not your role"
    LOST = 5, "the house was gone or its answer could not be written: look whether it was done"
    NOT_SURE = 6, "the question was answered with no; nothing was done"
    FAULT = 7, "the house has a fault; its log says which"
    LOOK = 8, "the doctor has found something to look at"
    ILL = 9, "the doctor has found something wrong"
    INTERRUPTED = 130, "stopped by Ctrl-C"

    says: str

    def __new__(cls, code: int, says: str) -> "Exit":
        made = int.__new__(cls, code)
        made._value_ = code
        made.says = says
        return made


class Ends(Exception):
    """The end of a command, with a sentence and an exit code."""

    def __init__(self, exit: Exit, text: str) -> None:
        super().__init__(text)
        self.exit = exit
        self.text = text


BY_CODE: Final[Mapping[str, Exit]] = {
    wire.LOGIN_WRONG: Exit.NOT_ALLOWED,
    wire.CODE_WRONG: Exit.NOT_ALLOWED,
    wire.LOGIN_WAIT: Exit.NOT_ALLOWED,
    wire.NOT_IN: Exit.NOT_ALLOWED,
    wire.SESSION_OVER: Exit.NOT_ALLOWED,
    wire.NOT_ALLOWED: Exit.NOT_ALLOWED,
    "with_wrong": Exit.USAGE,
    "no_command": Exit.USAGE,
    "failed": Exit.FAULT,
}


WORST: Final[Mapping[str, Exit]] = {"look": Exit.LOOK, "wrong": Exit.ILL}
"""How it ends when an answer says what was the worst that it found."""


def refused(why: Refusal) -> Ends:
    """How a refusal ends the command."""
    return Ends(BY_CODE.get(why.code, Exit.REFUSED), why.text)

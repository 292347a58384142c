"""Commands of alarms: looked at, closed."""

from typing import Final

from game_server.admin.menu.words import Command, Param

COMMANDS: Final = (
    Command(
        "alarm list",
        "viewer",
        "list the alarms of the last day that nobody has closed, the last first",
        everywhere=True,
        examples=(("alarm list", "what was raised, how often, since when"),),
    ),
    Command(
        "alarm close",
        "operator",
        "close an alarm that you have looked at",
        (
            Param("kind", "its kind, as `alarm list` shows it"),
            Param("reason", "what it was; it stands in the audit"),
        ),
        everywhere=True,
        examples=(("alarm close bots 'a broken model; replaced'", "it is shown no more"),),
        changes=True,
        more="It counts no more in `status`, `doctor` and the metrics of the day, and comes again"
        " when it happens again. One that nobody closes goes a day after it was raised last. An"
        " alarm `ledger` is for an owner to close.",
    ),
)

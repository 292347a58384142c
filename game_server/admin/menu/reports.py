"""Commands of what players report: looked at, answered, closed."""

from typing import Final

from game_server.admin.menu.words import Command, Param, flag, option

NUMBER: Final = Param("number", "the number of the report", "whole")

COMMANDS: Final = (
    Command(
        "reports list",
        "operator",
        "list what players have reported and nobody has closed, the newest first",
        (
            flag("every", "those that are closed too"),
            option("player", "only reports of this player"),
            option("before", "only reports before this number, to page back", "whole"),
            option("count", "so many rows (50)", "whole"),
        ),
        examples=(
            ("reports list", "who is reported by whom, and why"),
            ("reports list --every --player bo", "everything about bo"),
        ),
    ),
    Command(
        "reports show",
        "operator",
        "show a report with what the house itself knew when it came",
        (NUMBER,),
        examples=(("reports show 3", "the line as it was said, the table, the round, the words"),),
    ),
    Command(
        "reports answer",
        "operator",
        "tell the one who reported what the house says to it",
        (NUMBER, Param("text", "what the reporter is told; name nobody's measures")),
        examples=(("reports answer 3 'Thank you; we have talked to them.'", "now, or when in"),),
        changes=True,
    ),
    Command(
        "reports close",
        "operator",
        "close a report that is dealt with",
        (NUMBER, Param("result", "what came of it; players are not told")),
        examples=(("reports close 3 'muted for a day'", "it goes a year later"),),
        changes=True,
    ),
)

"""Commands that look at the tables: what nobody at them can see, and nothing that changes them."""

from typing import Final

from game_server.admin.menu.words import Command, Param, option

COMMANDS: Final = (
    Command(
        "watch",
        "viewer",
        "watch a table as it is played, or the list of all rooms",
        (
            Param("table", "the room to watch; all of them if left out", required=False),
            option("reason", "why all cards must lie face up; for the role cards"),
        ),
        everywhere=True,
        examples=(
            ("watch", "all rooms; Enter opens one"),
            ("watch holdem", "the table of that room, as one sees it who stands beside it"),
            ("watch holdem --reason 'complaint of bo'", "with all cards face up"),
            ("watch holdem --json", "the same for a program: a line as it is, then merge patches"),
        ),
        hidden=True,
        streams=True,
        more="It fills the terminal and changes nothing; `?` shows the keys, `q` ends it."
        " Each look is in the audit, with its reason; owners are shown who looked at cards. At a"
        " table of cash cards lie face up when the round is over, `cards_delay` seconds late.",
    ),
)

"""Looking at the tables: what nobody at them can see, and nothing that changes them."""

from typing import Final

from game_server.admin.menu.words import Command, Param

COMMANDS: Final = (
    Command(
        "watch",
        "viewer",
        "watch a table with all cards face up, or the list of all rooms",
        (Param("table", "the room to watch; all of them if left out", required=False),),
        examples=(
            ("watch", "all rooms; Enter opens one"),
            ("watch holdem", "the table of that room, as it is played"),
            ("watch holdem --json", "the same for a program: a line as it is, then merge patches"),
        ),
        hidden=True,
        streams=True,
        more="It fills the terminal and changes nothing; `?` shows the keys, `q` ends it."
        " Each look at a table is in the audit.",
    ),
)

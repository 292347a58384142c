"""Commands of chips that the house gives and takes, with a second administrator where it is
much."""

from typing import Final

from game_server.admin.menu.people import PLAYER
from game_server.admin.menu.words import Command, Param, flag, option

AMOUNT: Final = Param("amount", "how many chips, as 50 or 12.50", "money")
REASON: Final = Param("reason", "why; the player is told, and it stands in the ledger")
NUMBER: Final = Param("number", "the number of the grant", "whole")
LIMIT: Final = (
    "Beyond `chips_alone` of the settings, for one player in one day, it waits until another"
    " operator or owner approves."
)

COMMANDS: Final = (
    Command(
        "chips list",
        "viewer",
        "list what was given and taken, the newest first",
        (
            option("player", "only of this player"),
            flag("pending", "only what waits for a second administrator"),
            option("before", "only grants before this number, to page back", "whole"),
            option("count", "so many rows (50)", "whole"),
        ),
        examples=(("chips list --pending", "what you can approve"),),
    ),
    Command(
        "chips give",
        "operator",
        "give play chips to a player's purse",
        (PLAYER, AMOUNT, REASON),
        examples=(("chips give bo 50 'the table broke'", "says the number of the grant"),),
        changes=True,
        more=LIMIT,
    ),
    Command(
        "chips take",
        "operator",
        "take play chips from a player's purse",
        (PLAYER, AMOUNT, REASON),
        examples=(("chips take bo 50 'given twice'", "chips at a table are not in the purse"),),
        changes=True,
        more=LIMIT,
    ),
    Command(
        "chips approve",
        "operator",
        "approve a grant that another administrator asked for",
        (NUMBER,),
        examples=(("chips approve 7", "the chips move now"),),
        changes=True,
    ),
    Command(
        "chips reject",
        "operator",
        "reject a grant that waits, or withdraw one's own",
        (NUMBER,),
        examples=(("chips reject 7", "nothing moves"),),
        changes=True,
    ),
    Command(
        "chips undo",
        "operator",
        "take back a grant, by an entry that is its opposite",
        (NUMBER, REASON),
        examples=(("chips undo 7 'wrong player'", "both stay in the ledger"),),
        changes=True,
        more=LIMIT,
    ),
)

"""Commands that say what comes next, for testers."""

from typing import Final

from game_server.admin.menu.words import Command, Param

COMMANDS: Final = (
    Command(
        "rig",
        "operator",
        "say which cards, dice or slots come next at a test table",
        (
            Param("table", "the name of the table"),
            Param("next", "cards, the first first; or on, off", "words", required=False),
        ),
        at_table=True,
        examples=(
            ("rig holdem As Kd", "the next two cards from the deck"),
            ("rig sabacc d3 d3", "the next roll of the dice"),
            ("rig sabacc -- -3s +7c", "-- before a card that begins with a -"),
            ("rig roulette 17", "where the ball falls next"),
            ("rig holdem", "what is still to come"),
            ("rig holdem off", "forget it, and rig nothing until `rig holdem on`"),
        ),
        changes=True,
        hidden=True,
        more="Only in a house that was started with `testing`; its players are told that it is"
        " a test table. What is named replaces what was to come. Cards that were dealt cannot be"
        " named, and what is on top of a deck is gone when that deck is shuffled.",
    ),
)

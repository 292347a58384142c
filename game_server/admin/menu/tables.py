"""Commands of tables: which there are, opening, closing and pausing them."""

from typing import Final

from game_server.admin.menu.words import Command, Param, option

TABLE: Final = Param("table", "the name of the table")

COMMANDS: Final = (
    Command(
        "table list",
        "viewer",
        "list the tables",
        everywhere=True,
        examples=(("table list", "game, seats, queue, round, whether it is paused"),),
    ),
    Command(
        "table show",
        "viewer",
        "show a table: seats, chips, queue; no cards",
        (TABLE,),
        at_table=True,
        examples=(("table show holdem", "who sits where"),),
    ),
    Command(
        "table create",
        "operator",
        "open another table of the house",
        (
            TABLE,
            Param("game", "holdem, blackjack, ..."),
            Param("preset", "under whose rules: standard, house, ..."),
            option("purse", "which chips (play)", choices=("play", "cash")),
            option("stake", "the big blind or the stake; else the preset's", "money"),
            option("least_buy_in", "the least chips to sit down with", "money"),
            option("most_buy_in", "the most", "money"),
            option("bots", "bots that keep seats warm", "whole"),
            option(
                "options",
                "what is otherwise than its rules have it, NAME=VALUE for each",
                "words",
            ),
        ),
        at_table=True,
        examples=(
            ("table create late holdem standard --stake 2 --bots 2", "players see it at once"),
            (
                "table create pub blackjack casino --options decks=2 swedish_pub=yes max_bet=200",
                "chips are written as elsewhere: 12 or 12.50",
            ),
        ),
        changes=True,
        more="It is there after every restart, until it is closed. `cardroom config` lists the"
        " options of every game; a name that is none, and a value that cannot be, are answered with"
        " those that can.",
    ),
    Command(
        "table close",
        "operator",
        "close a table at the end of the hand",
        (TABLE,),
        at_table=True,
        examples=(("table close late --yes", "everybody there is told, and cashed out"),),
        changes=True,
        sure="When the hand is over everybody at the table will be cashed out.",
        more="A table of the settings is there again when the house opens the next time.",
    ),
    Command(
        "table pause",
        "operator",
        "pause a table, clocks and all",
        (TABLE,),
        at_table=True,
        examples=(("table pause holdem", "nobody can act, no time runs; all are told"),),
        changes=True,
    ),
    Command(
        "table resume",
        "operator",
        "let a paused table go on",
        (TABLE,),
        at_table=True,
        examples=(("table resume holdem", "who is asked has the whole time again"),),
        changes=True,
    ),
    Command(
        "table void",
        "operator",
        "settle a quarantined table: stakes back, all cashed out, closed",
        (TABLE,),
        at_table=True,
        examples=(("table void late --yes", "a table that `doctor` shows as quarantined"),),
        changes=True,
        sure="The round in play will be void, and everybody at the table cashed out.",
        more="A table of the settings is there again when the house opens the next time.",
    ),
)

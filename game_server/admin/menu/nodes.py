"""Commands of the nodes that share a house: which there are, and where its tables are."""

from typing import Final

from game_server.admin.menu.words import Command, Param, flag

COMMANDS: Final = (
    Command(
        "nodes",
        "viewer",
        "list the nodes of a house that several share",
        examples=(("nodes", "who lives, since when, tables, lines, how late, how far its clock"),),
        more="One that is gone is listed for a day, and for as long as it still has tables. `skew`"
        " is how far the clock of a node is ahead of the database's. Tables on no node are taken"
        " within a second, unless no node that lives has them in its settings.",
    ),
    Command(
        "drain",
        "operator",
        "let the tables of a node go to the others, each between two rounds, and its lines too",
        (
            Param("node", "the name of the node"),
            flag("back", "let it take tables and lines again"),
        ),
        examples=(
            ("drain a", "waits until it has none; then it can be stopped, and nobody loses a hand"),
            ("drain a --back", "it takes its share again"),
        ),
        changes=True,
        more="A round that does not end goes on after a minute at the other node, in the middle. Of"
        " a front `/ready` says that it is drained, and five seconds later its lines are asked to"
        " come back elsewhere, some each second; how many still come is said after a minute. A node"
        " that is told to end (SIGTERM) does the same first; one that starts takes tables.",
    ),
    Command(
        "move",
        "operator",
        "let a table go to another node, between two rounds",
        (Param("table", "the name of the table"), Param("node", "the name of the node")),
        examples=(("move holdem b", "it stays there until that node ends, or it is moved again"),),
        changes=True,
        more="All tables for cash go together, with the payments of the house.",
    ),
)

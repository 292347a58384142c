"""Commands of hands that were played: found, shown and exported, for whoever looks into a
dispute."""

from typing import Final

from game_server.admin.menu.words import Command, Param, option

TABLE: Final = Param("table", "the name of the table, which may be closed by now")
ROUND: Final = Param("round", "the number of the round, as `hand list` shows it", "whole")
REASON: Final = option("reason", "why all cards must lie face up; for the role cards")
FACES: Final = (
    " Cards that lay face down are shown to the role cards alone, who gives a reason, and of rounds"
    " that are over; at a table of cash `cards_delay` seconds later."
)

COMMANDS: Final = (
    Command(
        "hand list",
        "viewer",
        "list the rounds that were played, the newest first",
        (
            option("player", "only those of this player: a name, or #12"),
            option("table", "only those of this table"),
            option("since", "only what ended since then: 2026-12-31, or 2h or 7d ago", "moment"),
            option("until", "only what ended before then, to page back", "moment"),
            option("count", "so many rows (50)", "whole"),
        ),
        examples=(
            ("hand list --player bo --since 2h", "where bo has played in the last two hours"),
            ("hand list --table holdem", "the last rounds of that table"),
        ),
        more="It looks through 2,000 rounds at most, and says how far back that was: go on with"
        " --until.",
    ),
    Command(
        "hand show",
        "viewer",
        "show one round: who acted when, who was silent, whose connection broke",
        (
            TABLE,
            ROUND,
            REASON,
            option("seat", "with a reason: what the player of this seat was told", "whole"),
        ),
        examples=(
            ("hand show holdem 41", "as one saw it who stood beside the table"),
            ("hand show holdem 41 --reason 'complaint of bo'", "with all cards face up"),
            ("hand show holdem 41 --reason 'complaint of bo' --seat 2", "as seat 2 was told it"),
        ),
        hidden=True,
        more="Times are seconds from the first act on. `silent` is the clock, which answered for"
        " the seat. Connections are known for as long as the security log keeps them." + FACES,
    ),
    Command(
        "hand void",
        "operator",
        "make the round in play void: all stakes go back, and the next one begins",
        (
            TABLE,
            Param("round", "the number of the round in play, as `table show` has it", "whole"),
            Param("reason", "why; those at the table are told"),
        ),
        at_table=True,
        examples=(("hand void holdem 42 'a card was shown'", "stakes as before round 42"),),
        changes=True,
        sure="What was played in this round will count for nothing.",
        more="A round that is over stays as it was paid: `chips give` and `chips take` make good"
        " what must be. A table that was paused goes on.",
    ),
    Command(
        "hand export",
        "viewer",
        "write out one round for whoever decides about it",
        (TABLE, ROUND, Param("form", "how it is written", choices=("text", "json")), REASON),
        examples=(
            ("hand export holdem 41 text > hand.txt", "sentences with times"),
            (
                "hand export holdem 41 json --reason 'complaint of bo' > hand.json",
                "with every act, and what each seat was told",
            ),
        ),
        hidden=True,
        more="Who exports with a reason has what every seat was told beside it." + FACES,
    ),
)

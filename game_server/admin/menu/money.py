"""Commands of money: what the ledger holds, what the bank owes an answer about, whether both
agree."""

from typing import Final

from game_server.admin.menu.words import Command, Param, flag, option

KEY: Final = Param("key", "the key of the payment, as `money unknown` lists it")
SINCE: Final = option("since", "only since then: 2026-12-31, or 2h or 7d ago", "moment")
WHOLE: Final = flag("whole", "from the first line on, not only the newest")
UNTIL: Final = option("until", "only before then", "moment")

COMMANDS: Final = (
    Command(
        "money balance",
        "viewer",
        "what the accounts of the ledger hold, by their kind",
        examples=(
            ("money balance", "players, tables, house, bank, in both purses"),
            ("money balance --json", "the same for a program"),
        ),
    ),
    Command(
        "money trial",
        "viewer",
        "the trial balance: both purses, and the newest lines one by one",
        (WHOLE,),
        examples=(
            ("money trial", "both purses must add up to 0.00, and nothing be wrong"),
            ("money trial --whole", "every line ever booked is added up"),
        ),
        more="The house checks the ledger as it grows, and looks through all of it again once a"
        " day: that is `last_looked_through_at`. The whole takes a while in a large ledger; no"
        " table waits for it.",
    ),
    Command(
        "money entries",
        "viewer",
        "show what was booked for a player or in a round, the newest first",
        (
            option("player", "name or number of the player"),
            option("table", "the table of a round"),
            option("round", "the number of the round", "whole"),
            option("key", "the entry of this key"),
            SINCE,
            option("before", "lines below this number, as the page before has it", "whole"),
            option("count", "so many lines (50)", "whole"),
        ),
        examples=(
            ("money entries --player bo", "the last lines of bo's purses and seats"),
            ("money entries --player bo --before 81230", "the page before that line"),
            ("money entries --table holdem --round 41", "what everybody won or lost in it"),
        ),
    ),
    Command(
        "money unknown",
        "viewer",
        "list the payments that are not over, the oldest first",
        (flag("ask", "ask the bank what it says of each; that changes nothing"),),
        more="What is `pending` with a time is held: winnings on their way to a card that has"
        " replaced another go by themselves then, unless their player is banned.",
        examples=(
            ("money unknown", "what the bank owes an answer about, since when, how often asked"),
            ("money unknown --ask", "beside it what the bank says now"),
        ),
    ),
    Command(
        "money retry",
        "operator",
        "ask the bank about unknown payments at once, not when the pause is over",
        (Param("key", "the key of the payment; all of them without it", required=False),),
        at_bank=True,
        examples=(
            ("money retry", "all that are unknown"),
            ("money retry 5fD0cQ1", "this one"),
        ),
        changes=True,
        more="The same payment is asked about under the same key, so that nothing is paid twice.",
    ),
    Command(
        "money resolve",
        "owner",
        "decide an unknown payment that the bank will never answer",
        (
            KEY,
            Param("outcome", "what has become of it at the bank", choices=("done", "refused")),
            Param("reason", "why this is certain; it stands in the ledger and in the audit"),
        ),
        at_bank=True,
        examples=(
            ('money resolve 5fD0cQ1 refused "letter of the bank, 3 March"', "nothing was paid"),
            ('money resolve 5fD0cQ1 done "on its statement of 3 March"', "it was paid"),
        ),
        changes=True,
        sure="The ledger will say so for ever, whatever the bank answers later.",
        more="First learn it from the bank itself: a wrong guess makes or loses money. While the"
        " bank answers about the payment this is refused; `money retry` books its answer.",
    ),
    Command(
        "money reconcile",
        "operator",
        "compare each payment of a period with what the bank says of it",
        (SINCE, UNTIL),
        examples=(
            ("money reconcile", "the payments of the last day"),
            ("money reconcile --since 2026-12-01 --until 2027-01-01", "those of December"),
        ),
        more="Only payments that both know can be compared: what the bank alone has is on its"
        " statement. `chain` says which row of the ledger or the audit was changed since it was"
        " written, and must be empty; it looks at the newest, `doctor --whole` at all of them.",
    ),
    Command(
        "money export",
        "viewer",
        "write out the ledger, the payments or the balances of all accounts",
        (
            Param("what", "which of them", choices=("entries", "payments", "balances")),
            Param("form", "how it is written", choices=("csv", "json")),
            SINCE,
            UNTIL,
        ),
        examples=(
            ("money export entries csv > ledger.csv", "a line for each transfer, amounts in cents"),
            ("money export payments json --since 30d > payments.json", "a list of a month"),
        ),
        streams=True,
        more="An export that broke off ends with another exit code than 0.",
    ),
)

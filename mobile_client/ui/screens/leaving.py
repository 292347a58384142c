"""The question before a table is left, where that costs something."""

from client_core.client import Client
from mobile_client.ui.stage import Answers, Stage


def leave(client: Client, stage: Stage, table: str) -> None:
    """Go; what is at stake is asked about once."""
    view = client.table(table)
    after = view is not None and view.leaving != "after_round"
    later: Answers = [
        (
            client.of_game(view.game if view else "", "table.leave_after"),
            "quiet",
            lambda: client.leave(table, "after_round"),
        )
    ]
    if not _asked(client, stage, table, later if after else []):
        client.leave(table)


def look_away(client: Client, stage: Stage, table: str) -> bool:
    """Whether it was asked if the seat is to be kept while the player looks elsewhere."""
    keep: Answers = [(client.say("leave.look"), "quiet", lambda: client.show(""))]
    return _asked(client, stage, table, keep)


def _asked(client: Client, stage: Stage, table: str, besides: Answers) -> bool:
    cost, say = client.leaving(table), client.say
    if cost:
        stay = (say("table.stay"), "primary", lambda: None)
        go = (say("leave.go"), "danger", lambda: client.leave(table))
        stage.ask(say("leave.title"), cost, [stay, *besides, go])
    return bool(cost)


def log_out(client: Client, stage: Stage) -> None:
    """Be nobody any more, after a question that says what it costs."""
    say = client.say
    text = [say("out.guest" if client.me.guest else "out.text")]
    text += [cost for table in client.tables if (cost := client.leaving(table))]
    answers: Answers = [
        (say("out.stay"), "quiet", lambda: None),
        (say("out.go"), "danger", client.log_out),
    ]
    stage.ask(say("out.title"), "\n".join(text), answers)

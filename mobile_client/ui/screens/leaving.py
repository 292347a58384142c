"""The question before a table is left, where that costs something."""

from client_core.client import Client, Say
from mobile_client.ui.screens.parts import then
from mobile_client.ui.stage import Answers, Stage


def leave(client: Client, stage: Stage, table: str) -> None:
    """Go; what is at stake is asked about once."""
    view = client.tables.view(table)
    after = view is not None and view.leaving != "after_round"
    later: Answers = [
        (
            client.texts.of_game(view.game if view else "", "table.leave_after"),
            "quiet",
            lambda: leave_after(client, table),
        )
    ]
    if not _asked(client, stage, table, later if after else []):
        client.seat.leave(table)


def leave_after(client: Client, table: str) -> None:
    """Go when the round is over. Nothing at the table changes until then, so it is said."""
    client.seat.leave(table, "after_round")
    view = client.tables.view(table)
    game = view.game if view is not None else ""
    client.notices.tell(client.texts.said_of_game(game, "table.leaves_after"))


def look_away(client: Client, stage: Stage, table: str) -> bool:
    """Whether it was asked if the seat is to be kept while the player looks elsewhere. Where
    nothing is at stake it is not asked, and said that the seat is kept."""
    keep: Answers = [(client.say("leave.look"), "quiet", lambda: client.show(""))]
    if _asked(client, stage, table, keep):
        return True
    view = client.tables.view(table)
    if view is not None and view.me is not None and not view.left:
        client.notices.tell(Say("leave.kept"))
    return False


def _asked(client: Client, stage: Stage, table: str, besides: Answers) -> bool:
    cost, say = client.seat.cost_of_leaving(table), client.say
    if cost:
        stay = (say("table.stay"), "primary", lambda: None)
        go = (say("leave.go"), "danger", lambda: client.seat.leave(table))
        dialog = stage.ask(say("leave.title"), cost, [stay, *besides, go])

        def goes_on(topic: str, about: str) -> None:
            view = client.tables.view(table)
            if view is None or view.left:
                dialog.close()
            elif about == table:
                dialog.text = client.seat.cost_of_leaving(table) or say("leave.nothing")

        dialog.bind(on_closed=then(client.observe(goes_on)))
    return bool(cost)


def log_out(client: Client, stage: Stage) -> None:
    """Be nobody any more, after a question that says what it costs."""
    say = client.say

    def costs() -> str:
        text = [say("out.guest" if client.account.me.guest else "out.text")]
        text += [
            cost for table in client.tables.names if (cost := client.seat.cost_of_leaving(table))
        ]
        return "\n".join(text)

    def goes_on(topic: str, about: str) -> None:
        dialog.text = costs()

    answers: Answers = [
        (say("out.stay"), "quiet", lambda: None),
        (say("out.go"), "danger", client.account.log_out),
    ]
    dialog = stage.ask(say("out.title"), costs(), answers)
    dialog.bind(on_closed=then(client.observe(goes_on)))

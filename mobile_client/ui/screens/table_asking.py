"""Questions before an act is done that may not have been meant."""

from collections.abc import Callable
from typing import Protocol

from client_core.client import Button, Client, Say, TableView, card_of
from mobile_client.ui.stage import Stage


class Asking(Protocol):
    """A table as questions about its acts need it."""

    client: Client
    stage: Stage
    table: str
    view: TableView | None

    def send(self, button: Button) -> None:
        """Do it."""


def if_sure(table: Asking, button: Button, why: Say, sure: Callable[[], None]) -> None:
    """Asks; `sure` does it after all."""
    say = table.client.say
    if why.key.startswith("tap.free_") and table.view is not None:
        _for_nothing(table, table.view.game, button, why, sure)
        return
    yes, no = say("table.all_in"), say("table.not_yet")
    answers = [(no, "quiet", lambda: None), (yes, "danger", sure)]
    table.stage.ask(say("table.all_in_title"), say(why), answers)


def _for_nothing(
    table: Asking, game: str, button: Button, why: Say, sure: Callable[[], None]
) -> None:
    """A hand is given up that costs nothing to keep."""
    client, say = table.client, table.client.say
    gives_up, free = client.texts.verb(game, button.verb), card_of(game).keeping

    def check() -> None:
        buttons = client.turn.acts(table.table).buttons
        for one in [one for one in buttons if one.verb == free]:
            table.send(one)

    def never_again() -> None:
        client.set(confirm_free_fold=False)
        sure()

    table.stage.ask(
        say("table.free_check_title", verb=gives_up),
        say(why),
        [
            (client.texts.verb(game, free), "primary", check),
            (gives_up, "danger", sure),
            (say("table.never_ask", verb=gives_up), "quiet", never_again),
        ],
    )

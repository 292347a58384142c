"""Actions at a table besides the acts of its game: seat, chips, bots, other pages."""

from collections.abc import Callable
from functools import partial

from client_core.client import Client, TableView
from mobile_client.ui.screens import leaving
from mobile_client.ui.screens.levels import CalledSheet
from mobile_client.ui.screens.rules_window import RulesWindow
from mobile_client.ui.screens.share import ShareSheet
from mobile_client.ui.stage import Stage


class TableActions:
    """Does each by its name. `view` is the table as it is shown, `changed` shows it anew, `chat`
    opens what is said there."""

    def __init__(
        self,
        client: Client,
        stage: Stage,
        table: str,
        view: Callable[[], TableView | None],
        changed: Callable[[], object],
        chat: Callable[[], object],
    ) -> None:
        self.client, self.stage, self.table = client, stage, table
        self._view, self._changed, self._chat = view, changed, chat

    def go(self, what: str, amount: int = 0) -> None:
        """Do what this choice, of the bar or of the menu, stands for."""
        client, table = self.client, self.table
        acts: dict[str, Callable[[], object]] = {
            "queue": lambda: client.seat.queue(table),
            "unqueue": lambda: client.seat.unqueue(table),
            "sit": lambda: client.seat.sit(table, amount or self._least()),
            "pass": lambda: client.seat.pass_offer(table),
            "ready": lambda: client.seat.ready(table),
            "back_in": lambda: client.seat.sit_out(table, False),
            "sit_out": lambda: client.seat.sit_out(table, True),
            "leave": self.leave,
            "leave_after": lambda: leaving.leave_after(client, table),
            "stay": lambda: client.seat.leave(table, "never"),
            "buy": lambda: self.stage.go("cashier", table=table),
            "coach": lambda: client.coach.skip_tips(table, False),
            "bank": lambda: self.stage.go("cashier", table=table),
            "card": lambda: self.stage.go("card", purpose="change"),
            "rules": self.rules,
            "history": lambda: self.stage.go("history", table=table),
            "chat": self._chat,
            "inbox": self.inbox,
            "settings": lambda: self.stage.go("settings"),
            "busters": lambda: self.stage.go("busters"),
            "bot": lambda: self.how_good(partial(client.seat.seat_bot, table)),
            "bots": lambda: self.how_good(partial(client.seat.call_bots, table)),
            "no_bots": lambda: client.seat.dismiss_bots(table),
            "stand_in": lambda: client.seat.stand_in(table),
            "take_over": lambda: client.seat.take_over(table),
            "not_ready": lambda: client.seat.ready(table, False),
            "code": self.share,
            "look": self.look_away,
            "over": client.ending.stay_over,
        }
        acts[what]()

    def _least(self) -> int:
        view = self._view()
        return view.offer.least if view and view.offer else 0

    def inbox(self) -> None:
        self.stage.go("inbox")

    def share(self) -> None:
        """The code of a room of one's own, for friends."""
        view = self._view()
        if view is not None and view.code:
            self.stage.open(ShareSheet(self.client, self.stage, view.code))

    def how_good(self, call: Callable[[str], object]) -> None:
        """Call bots, of a level that is asked for where there is more than one."""
        view = self._view()
        if view is None:
            return
        if self.client.lobby.levels(view.game):
            self.stage.open(CalledSheet(self.client, view.game, call))
        else:
            call("")

    def rules(self) -> None:
        """The rules of this table, over it."""
        view = self._view()
        if view is not None:
            self.stage.open(RulesWindow(self.client, view.game, view.preset, self.table))
            self._changed()

    def leave(self) -> None:
        """Go; where that costs something only after a question."""
        leaving.leave(self.client, self.stage, self.table)
        self._changed()

    def look_away(self) -> None:
        """To the lobby, keeping the seat."""
        if self.over():
            return
        if not leaving.look_away(self.client, self.stage, self.table):
            self.client.show("")

    def over(self) -> bool:
        """Whether I sit here no more: there is only the page that says why."""
        view = self._view()
        left = view is not None and bool(view.left)
        if left:
            self.client.ending.stay_over()
        return left

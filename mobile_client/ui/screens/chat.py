"""The chat of a table as a sheet, with the clock of this place."""

from client_core.client import ChatLine, Client
from mobile_client.ui.screens.cashier import east
from mobile_client.ui.screens.person import PersonSheet
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.chat import ChatDrawer


class ChatSheet(ChatDrawer):
    """The chat that slides in over the table."""

    def __init__(self, client: Client, stage: Stage, table: str) -> None:
        super().__init__(client, table, east)
        self.stage = stage

        def about(line: ChatLine) -> None:
            stage.open(PersonSheet(client, stage.open, line.who, line.name, table, line))

        self.talk.about = about

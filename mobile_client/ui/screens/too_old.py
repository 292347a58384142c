"""The screen of an app that is too old for the house: what that means, and what to do."""

from client_core.client import Client
from mobile_client.ui.screens.address import AddressSheet, house_text
from mobile_client.ui.screens.brand import Brand
from mobile_client.ui.screens.parts import Split, Surface, push, stack
from mobile_client.ui.stage import Screen, Stage
from mobile_client.ui.widgets.words import Words


class TooOldScreen(Screen):
    """There is nothing behind it until the app is new, or the house another."""

    tells_connection = True
    head = 0

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage)
        say = client.say
        self.split = Split(
            Brand(say("too_old.title"), house_text(client)),
            stack(
                Surface(
                    Words(text=say("banner.too_old")), Words(text=say("too_old.text"), ink="soft")
                ),
                push(say("too_old.again"), client.connection.try_again, "quiet", icon="again"),
                push(
                    say("too_old.other"),
                    lambda: stage.open(AddressSheet(client)),
                    "quiet",
                    icon="house",
                ),
            ),
            middle=True,
        )
        self.add_widget(self.split)
        self.arrange()

    def arrange(self) -> None:
        self.split.arrange(self.wide)

    def back(self) -> bool:
        """The way back leads out of the app."""
        self.stage.device.to_background()
        return True

"""Levels of bots: of those that one is dealt in against, and of those that one calls."""

from collections.abc import Callable

from client_core.client import Client
from mobile_client.ui.screens.parts import Pills
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words

UNCHOSEN = "-"


def rivals(client: Client, level: str) -> str:
    """Bots of this level, or whoever is there, in a word."""
    return client.say(f"bot.{level}" if level else "rivals.anyone")


class RivalsSheet(Drawer):
    """Against whom one is dealt in: whoever is there, or bots at once; kept for the next time."""

    def __init__(self, client: Client) -> None:
        super().__init__(side="bottom")
        say = client.say
        able = ("", *client.lobby.levels(client.lobby.quick_game))
        self.levels = Pills(least_dp=92, choices=[(one, rivals(client, one)) for one in able])
        self.levels.chosen = client.lobby.quick_level
        self.levels.fbind("chosen", lambda _, level: self._chosen(client, str(level)))
        for part in (
            Words(text=say("rivals.title"), kind="heading"),
            Words(text=say("rivals.text"), ink="soft"),
            self.levels,
        ):
            self.sheet.add_widget(part)
        self.place()

    def _chosen(self, client: Client, level: str) -> None:
        client.set(rivals=level)
        self.close()


class CalledSheet(Drawer):
    """The level of bots that take the empty seats; a tap calls them."""

    def __init__(self, client: Client, game: str, take: Callable[[str], object]) -> None:
        super().__init__(side="bottom")
        able = client.lobby.levels(game)
        self.levels = Pills(least_dp=92, choices=[(one, rivals(client, one)) for one in able])
        self.levels.chosen = UNCHOSEN
        self.levels.fbind("chosen", lambda _, level: self._taken(take, str(level)))
        for part in (Words(text=client.say("called.title"), kind="heading"), self.levels):
            self.sheet.add_widget(part)
        self.place()

    def _taken(self, take: Callable[[str], object], level: str) -> None:
        self.close()
        take(level)

"""The house as it has told of itself: its tables, its rules, who has busted it."""

from dataclasses import replace

from client_core import lobby
from client_core.lobby import Filter, Lobby
from client_core.state.changes import Changes
from protocol import messages


class HouseFacts:
    """The lists of the house that belong to no one table."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self.lobby = Lobby()
        self.busters: tuple[messages.Buster, ...] = ()
        self.rules: dict[tuple[str, str], messages.TheRules] = {}

    def heard(self, message: messages.Rooms | messages.BusterList | messages.TheRules) -> None:
        """The house has said this of itself."""
        match message:
            case messages.Rooms():
                self.lobby = lobby.heard(self.lobby, message)
                self._changes.touch("lobby")
            case messages.BusterList(busters=busters):
                self.busters = busters
                self._changes.touch("busters")
            case messages.TheRules(game=game, preset=preset):
                self.rules[game, preset] = message
                self._changes.touch("rules")

    def filter_rooms(self, chosen: Filter) -> None:
        """Show these tables only."""
        self.lobby = replace(self.lobby, chosen=chosen)
        self._changes.touch("lobby")

    def forget(self) -> None:
        """The session is over; the rules stay what they are."""
        self.lobby, self.busters = Lobby(), ()
        self._changes.touch("lobby")

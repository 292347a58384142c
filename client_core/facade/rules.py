"""The rules of games in words, asked of the house once."""

from client_core import room_options, rules
from client_core.facade.requests import RequestsPart
from client_core.rules import RulesView
from client_core.state.client_state import ClientState
from protocol import messages


class RulesPart:
    """The rules of games as screens read them, as the house has told them."""

    def __init__(self, state: ClientState, requests: RequestsPart) -> None:
        self._state = state
        self._requests = requests

    def view(self, game: str, preset: str, table: str = "") -> RulesView | None:
        """The rules in words, as they are at a table if one is named that has them; None: they
        were asked for, and come with the topic "rules"."""
        state = self._state
        found = self.known(game, preset)
        if found is None:
            return None
        at = state.tables.by_name.get(table)
        room = at.room if at is not None else None
        if at is None or room is None or (room.game, room.preset) != (game, preset):
            return rules.view(game, preset, found.options, state.words)
        # A house may have rules of its own there: a round says which.
        own = at.round.options if at.round is not None and at.round.preset == preset else {}
        options = {**rules.at_stake(found.options, room.stake), **room.options, **own}
        departs = room_options.departures(game, room.options, state.words)
        return rules.view(game, preset, options, state.words, here=True, departs=departs)

    def known(self, game: str, preset: str) -> messages.TheRules | None:
        """What the house has said of them; it is asked if it has said nothing."""
        state = self._state
        found = state.facts.rules.get((game, preset))
        asked = any(
            isinstance(one.message, messages.RulesOf)
            and (one.message.game, one.message.preset) == (game, preset)
            for one in state.runner.session.box.open.values()
        )
        if found is None and not asked and state.runner.session.token:
            self._requests.ask(lambda mine: messages.RulesOf(mine, game, preset))
        return found

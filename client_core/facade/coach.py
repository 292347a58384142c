"""Tips for newcomers, a game at a time."""

from dataclasses import replace

from client_core import coach
from client_core.acts import Acts, Button
from client_core.coach import Tip
from client_core.facade.tables import TablesPart
from client_core.facade.turn import TurnPart
from client_core.folds import card_of
from client_core.state.client_state import ClientState
from client_core.text import Say


class CoachPart:
    """Tips at a table until the player puts them away."""

    def __init__(self, state: ClientState, tables: TablesPart, turn: TurnPart) -> None:
        self._state = state
        self._away: dict[str, frozenset[str]] = {}
        """The tips of each game that were put away."""
        self._asked: dict[str, tuple[Acts, Acts]] = {}
        """What I am asked at each table, and what of it I hold cards for."""
        self._tables = tables
        self._turn = turn

    def tip(self, name: str) -> Tip | None:
        """What is worth knowing there now for one who plays this game for the first time."""
        view = self._tables.view(name)
        if view is None or not self.tips(name):
            return None
        return coach.tip(view, self._possible(name), self._away.get(view.game, frozenset()))

    def _possible(self, name: str) -> Acts:
        """What I am asked, without offers for which I hold no cards: no tip speaks of those."""
        acts = self._turn.acts(name)
        before = self._asked.get(name)
        if before is None or before[0] is not acts:
            able = (one for one in acts.buttons if not self._lacks_cards(name, one, acts))
            before = self._asked[name] = acts, replace(acts, buttons=tuple(able))
        return before[1]

    def _lacks_cards(self, name: str, button: Button, acts: Acts) -> bool:
        """Whether cards have to beat what lies there, and none of mine do."""
        view = self._tables.view(name)
        beats = card_of(view.game).beats if view is not None else None
        if beats is None or button.verb != beats[0]:
            return False
        passes = any(one.verb == beats[1] for one in acts.buttons)
        return passes and not self._turn.choices(name, button)

    def tips(self, name: str) -> tuple[Say, ...]:
        """All that may come there while this game is played for the first time."""
        view, settings = self._tables.view(name), self._state.settings
        if view is None or not settings.coach or view.game in settings.coached.split():
            return ()
        return coach.tips(view)

    def put_away(self, name: str, tip: Tip) -> None:
        """Seen; with the last one of a game its tips are over."""
        view = self._tables.view(name)
        if view is None:
            return
        if tip.name == coach.LAST:
            self.skip_tips(name)
            return
        self._away[view.game] = self._away.get(view.game, frozenset()) | {tip.name}
        self._state.changes.touch("table", name)
        self._state.settle()

    def skip_tips(self, name: str, away: bool = True) -> None:
        """No more of them at this game; or all of them again."""
        view = self._tables.view(name)
        if view is None:
            return
        games = [one for one in self._state.settings.coached.split() if one != view.game]
        self._away.pop(view.game, None)
        coached = " ".join([*games, view.game] if away else games)
        self._state.prefer(coached=coached, **({} if away else {"coach": True}))
        self._state.changes.touch("table", name)
        self._state.settle()

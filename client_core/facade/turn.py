"""The turn of the player: buttons, taps, and choices made before the turn."""

from client_core import (
    acts,
    folds,
)
from client_core.acts import Acts, Button, Tap
from client_core.before_turn import PreChosen, PreKind, pre_acts
from client_core.session_states import SessionState
from client_core.state.client_state import ClientState
from client_core.text import Say
from protocol import games
from protocol.games.doudizhu import Reading
from protocol.words import Cards

Seen = tuple[object, ...]


class TurnPart:
    """The buttons of the player at a table now, and taps on them."""

    def __init__(self, state: ClientState) -> None:
        self._state = state
        self._bars: dict[str, tuple[Seen, Acts]] = {}

    def acts(self, name: str) -> Acts:
        """My buttons, or what I may choose before my turn; the same value until it changes."""
        state = self._state
        table = state.tables.by_name.get(name)
        if table is None:
            return acts.NOTHING
        chosen, sent = state.turns.chosen.get(name), state.turns.sent.get(name, -1)
        guard = state.pace.guard(name)
        sure, unseen = state.settings.confirm_all_in, name in state.pace.unseen
        doubts = table.held, table.unsure, table.quiet, unseen
        at = table.asked, table.round, table.me
        seen: Seen = (*at, *doubts, chosen, sent, guard, sure, state.words)
        before = self._bars.get(name)
        if before is None or before[0] != seen:
            made = acts.acts(table, state.words, chosen, sent, guard, sure, unseen)
            before = self._bars[name] = (seen, made)
        return before[1]

    def tap(
        self,
        name: str,
        button: Button,
        amount: int = 0,
        cards: Cards = (),
        on: str = "",
        sure: bool = False,
        stands: tuple[int, ...] = (),
    ) -> Tap:
        """Do it, unless it was meant for other buttons, is not offered, or wants to be sure."""
        state = self._state
        table = state.tables.by_name.get(name)
        asked = table.asked if table else None
        if table is not None and table.held is not None:
            return Tap("guarded", Say("tap.held"))
        if table is None or asked is None or asked.turn != button.turn:
            return Tap("guarded", Say("tap.changed"))
        if self._state.clock() < state.pace.guard(name) or state.turns.sent.get(name) == asked.turn:
            return Tap("guarded", Say("tap.changed"))
        if name in state.pace.unseen:
            return Tap("guarded", Say("tap.unseen"))
        act = acts.act_of(table, button, amount, cards, on, stands)
        # A game knows better what it takes than how many cards that would be.
        amiss = self.amiss(name, button, cards)
        if amiss is not None:
            return Tap("wrong", amiss)
        wrong = asked.ask.refusal(act)
        if wrong is not None:
            facts = table.facts(wrong.facts)
            return Tap("wrong", Say(f"refusal.{wrong.code}", facts, wrong.text))
        if state.settings.confirm_all_in and not sure and acts.risks_all(table, act):
            return Tap("confirm", Say("tap.all_in", {"amount": table.worth(act.amount)}))
        free = acts.gives_up_for_nothing(table, act)
        if state.settings.confirm_free_fold and not sure and free:
            keeping = f"tap.free_{folds.card_of(table.round.game).keeping}" if table.round else ""
            return Tap("confirm", Say(keeping if state.words.has(keeping) else "tap.free_check"))
        state.turns.chosen.pop(name, None)
        state.turns.answer(name, asked.turn, act)
        state.settle()
        return Tap("sent")

    def steps(self, button: Button, amount: int, by: int) -> int:
        """The amount so many steps further, within what is offered."""
        return acts.steps(button, amount, by)

    def typed(self, button: Button, text: str, cash: bool = False) -> tuple[int, Say | None]:
        """Typed chips as cents, and why that is not offered, if it is not. `cash`: chips are money
        here."""
        return acts.typed(button, text, cash)

    def choices(self, name: str, button: Button) -> tuple[Cards, ...]:
        """The sets of cards that could be named with a button, for hints: the smallest first."""
        table = self._state.tables.by_name.get(name)
        if table is None or table.asked is None or table.round is None:
            return ()
        ask = table.asked.ask
        option = next((one for one in ask.options if one.verb == button.verb), None)
        if option is None or table.round.game not in games.NAMES:
            return ()
        found = games.choices(table.round.game, table.events, ask, option)
        return folds.card_of(table.round.game).ordered(ask, table.events, found)

    def amiss(self, name: str, button: Button, cards: Cards) -> Say | None:
        """Why these cards cannot be named with a button, as far as it can be known here."""
        state = self._state
        table = state.tables.by_name.get(name)
        if table is None or table.asked is None or table.round is None or not button.cards[1]:
            return None
        game = folds.card_of(table.round.game)
        return game.amiss(table.events, table.asked.ask, cards, state.words)

    def readings(self, name: str, button: Button, cards: Cards) -> tuple[Reading, ...]:
        """Every play that these could be with the wild cards among them, the strongest first; none
        where no card is wild."""
        table = self._state.tables.by_name.get(name)
        if table is None or table.asked is None or table.round is None or not button.cards[1]:
            return ()
        return folds.card_of(table.round.game).readings(table.events, table.asked.ask, cards)

    def pre_act(self, name: str, kind: PreKind) -> Tap:
        """Choose it before the turn, or take the choice back; there is none while offline."""
        state = self._state
        table = state.tables.by_name.get(name)
        if state.runner.session.state != SessionState.IN:
            return Tap("guarded", Say("tap.no_line"))
        if table is None or self._state.clock() < state.pace.guard(name):
            return Tap("guarded", Say("tap.changed"))
        now, seat, before = table.round, table.mine, state.turns.chosen.pop(name, None)
        able = {one.kind for one in pre_acts(table, state.words, None)}
        same = before is not None and before.kind == kind and before.sure
        if now is not None and seat is not None and kind in able and not same:
            state.turns.chosen[name] = PreChosen(kind, now.number, now.to_call(seat))
        state.changes.touch("ask", name)
        state.settle()
        return Tap("sent")

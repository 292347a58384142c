"""Hints at a table: cards that could be played, and how they are typed."""

from client_core.client import Button, DoudizhuFacts, cards_name
from protocol.words import Cards
from terminal_client.house import situation
from terminal_client.house.called import keys
from terminal_client.house.talk import Talk


class Hinting:
    """The hints of one turn, one after another."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client
        self._hint: tuple[int, int] = (0, -1)

    def choosable(self) -> Button | None:
        """The offer that takes cards."""
        view = self.talk.view
        acts = self.client.turn.acts(view.table) if view is not None else None
        if acts is None or view is None or not isinstance(view.facts, DoudizhuFacts):
            return None
        return next((one for one in acts.buttons if one.cards[1]), None)

    def hint(self) -> None:
        """One way to play, another each time."""
        view, button = self.talk.view, self.choosable()
        if view is None or button is None:
            self.talk.say("terminal.not_your_turn", "bad")
            return
        found = self.client.turn.choices(view.table, button)
        if not found:
            self.talk.tell(
                self.client.say("table.beats_nothing") + situation.stop(self.client), "reply"
            )
            return
        turn, at = self._hint
        at = at + 1 if turn == button.turn else 0
        self._hint = button.turn, at % len(found)
        cards = found[at % len(found)]
        buttons = self.client.turn.acts(view.table).buttons
        key = next(key for key, one in keys(buttons, view.game) if one.verb == button.verb)
        self.talk.say("terminal.hint", cards=cards_name(cards), typed=f"{key} {self._typed(cards)}")

    def _typed(self, cards: Cards) -> str:
        """How these cards can be typed."""
        jokers = {
            "小王": self.client.say("terminal.typed.small_joker"),
            "大王": self.client.say("terminal.typed.big_joker"),
        }
        return " ".join(jokers.get(name, name[:-1]) for name in cards_name(cards).split())

"""A tab at a table where rounds that the rules have played are told again."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from protocol import messages
from protocol.cards import LABELS
from protocol.events import Event, RoundBegan, RoundEnded, told
from protocol.messages import Room, Sitter
from protocol.words import CHANCE, Ask, Seat
from tests.bridge.tab import Tab
from tests.playing import PlayedRound
from web_client.bridge.encode import Plain

NAMES: Final = ("Ada", "Lin", "Ines", "Mei", "Otto", "Ravi", "Zoe", "Bo", "Ewa", "Sol")
READ_S: Final = 12.0
"""So long all that moves is over."""


class Seated(Tab):
    """A tab whose player sits at a seat of a recorded round, or watches it."""

    def play(self, one: PlayedRound, preset: str, seat: Seat | None) -> None:
        """Sit down where that round is to be played."""
        self.one, self.seat, self.turn, self.heard = one, seat, 10, 0
        self.come_in()
        card = next(card for card in self.client.opening.games if card.game == one.game.name)
        chairs = max(max(one.stacks) + 1, min(card.most_seats, one.options.most, 7))
        stake = 200 if card.stake != "none" else 0
        room = Room("t", one.game.name, preset, "play", stake, 4_000, 20_000, chairs)
        number = self.client.lobby.join("t")
        self.house(messages.Joined(number, room))
        sitters = {at: Sitter(NAMES[at], stack) for at, stack in one.stacks.items()}
        self.house(messages.Seats("t", sitters, seat, 1))

    def lines(self) -> Iterator[tuple[Ask, ...]]:
        """Tells the round step by step; what is asked after each of them, by the house."""
        one = self.one
        names = {at: NAMES[at] for at in one.stacks}
        shown = {name: getattr(one.options, name) for name in one.options.__dataclass_fields__}
        first: Event = RoundBegan(one.game.name, "", 1, names, dict(one.stacks), shown)
        for line, step in enumerate(one.steps):
            over = [RoundEnded()] if line + 1 == len(one.steps) else []
            self.tell(*([first] if not line else []), *step.events, *over)
            yield one.asked[line] if line < len(one.asked) else ()

    def tell(self, *events: Any, **_: Any) -> None:
        seen = tuple(told(event, self.seat) for event in events)
        if seen:
            end = self.heard + len(seen)
            self.house(messages.Told("t", 1, self.heard, end, seen))
            self.heard = end

    def ask(self, asks: tuple[Ask, ...]) -> Ask | None:
        """Asks as the house does, and waits until it is seen; the question that is mine."""
        open_ = [ask for ask in asks if ask.who != CHANCE]
        mine = next((ask for ask in open_ if ask.who == self.seat), None)
        self.turn += 1
        if mine is not None:
            self.house(messages.Asked("t", self.turn, mine, 60_000, 60_000))
        elif open_:
            seats = tuple(ask.who for ask in open_)
            self.house(messages.Waiting("t", self.turn, seats, 60_000, 60_000))
        self.passes(READ_S)
        return mine

    @property
    def table(self) -> Any:
        return self.at("table")

    def choose(self, choice: Mapping[str, Any]) -> None:
        """Press a choice of the bar, and say yes to what is asked about it."""
        self.press(choice["tap"])
        dialog = self.at("dialog")
        if dialog is not None:
            self.press(dialog["answers"][1]["tap"])

    def press(self, tap: list[Any], value: Plain = None) -> None:
        self.bridge.tap(json.dumps({"tap": tap, "value": value}))


CARDS: Final = {*LABELS.values()}


def cards_of(view: Plain) -> set[str]:
    """The drawings of all cards that lie face up in a view."""
    found: set[str] = set()
    if isinstance(view, dict):
        if "look" in view and "mark" in view and view["name"] != "back":
            found.add(str(view["name"]))
        if view.get("card") and "start" in view and view["card"] != "back":
            found.add(str(view["card"]))
        for value in view.values():
            found |= cards_of(value)
    elif isinstance(view, list):
        for one in view:
            found |= cards_of(one)
    return found


def named(view: Plain) -> Iterator[str]:
    """Every text of a view, under whatever name it stands."""
    if isinstance(view, str):
        yield view
    elif isinstance(view, dict):
        for name, value in view.items():
            if name not in ("key", "kind", "place"):
                yield from named(value)
    elif isinstance(view, list) and not is_tap(view):
        for one in view:
            yield from named(one)


def is_tap(view: list[Any]) -> bool:
    """Whether a list of a view is something to press."""
    return bool(view) and (view[0] == "go" or str(view[0]).startswith("table."))


def all_taps(view: Plain) -> Iterator[list[Any]]:
    """Every tap of a table's view, wherever it stands."""
    if isinstance(view, list):
        if is_tap(view):
            yield view
        else:
            for one in view:
                yield from all_taps(one)
    elif isinstance(view, dict):
        for value in view.values():
            yield from all_taps(value)

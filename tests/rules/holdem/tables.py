"""A hold'em table for tests: rigged cards, chips in whole dollars, acts in a few words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game_server.rules.core import Step, play
from game_server.rules.holdem import GAME, Carry, Hand, Holdem, Options
from protocol.cards import Card, parse
from protocol.events import Dealt, Event, Moved, Shown
from protocol.games.holdem import Ranked
from protocol.pots import seats_after
from protocol.words import BOARD, CHANCE, POT, Act, Ask, Option, Seat

DOLLAR = 100


def rules(preset: str, **changes: Any) -> Holdem:
    """A preset with other values in some of its fields."""
    options: Options = GAME.presets[preset]
    return Holdem(replace(options, **changes))


class Table:
    """One hand, from its opening; cards are dealt as soon as they are asked for.

    `stacks` in dollars from seat 0 on; `cards` of some seats and a `board`, as text. What is not
    said comes from the bottom of the pack, deuces first.
    """

    def __init__(
        self,
        preset: str,
        stacks: Sequence[int] | Mapping[int, int],
        *,
        button: int | None = 0,
        cards: Mapping[int, str] | None = None,
        board: str = "",
        deal: bool = True,
        **changes: Any,
    ) -> None:
        self.rules = rules(preset, **changes)
        named = stacks if isinstance(stacks, Mapping) else dict(enumerate(stacks))
        chips = {Seat(seat): amount * DOLLAR for seat, amount in named.items()}
        self.cards = {Seat(seat): parse(text) for seat, text in (cards or {}).items()}
        self.board = parse(board)
        carry = None
        if button is not None:
            moves = self.rules.options.button_moves
            before = seats_after(Seat(button), chips)[-2] if moves else Seat(button)
            carry = Carry(1, before)
        self.asks: list[Ask] = []
        self.steps: list[Step[Hand]] = [self.rules.open(chips, carry)]
        if deal:
            self.deal()

    @property
    def hand(self) -> Hand:
        return self.steps[-1].state

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]

    @property
    def ask(self) -> Ask | None:
        """The open question."""
        asks = self.rules.asks(self.hand)
        assert len(asks) <= 1
        return asks[0] if asks else None

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None when the hand is over."""
        return None if self.ask is None else self.ask.who

    @property
    def verbs(self) -> list[str]:
        assert self.ask is not None
        return [option.verb for option in self.ask.options]

    def option(self, verb: str) -> Option:
        assert self.ask is not None
        found = self.ask.option(verb)
        assert found is not None, f"{verb} is not offered: {self.verbs}"
        return found

    def span(self, verb: str) -> tuple[int, int]:
        """From how many dollars to how many."""
        found = self.option(verb)
        return found.low // DOLLAR, found.high // DOLLAR

    def act(self, verb: str, dollars: int | None = None) -> "Table":
        """Who is asked does this; amounts that are fixed need not be named."""
        assert self.ask is not None
        cents = self.option(verb).low if dollars is None else dollars * DOLLAR
        self.steps.append(self.do(verb, cents))
        self.deal()
        return self

    def do(self, verb: str, cents: int) -> Step[Hand]:
        """What follows if who is asked does this, to the cent."""
        assert self.ask is not None
        return play(self.rules, self.hand, self.ask.who, Act(verb, cents))

    def acts(self, *said: str) -> "Table":
        """`acts("call", "raise 40", "fold")`: one seat after another."""
        for one in said:
            verb, _, dollars = one.partition(" ")
            self.act(verb, int(dollars) if dollars else None)
        return self

    def leave(self, seat: int) -> "Table":
        self.steps.append(self.rules.leave(self.hand, Seat(seat)))
        self.deal()
        return self

    def deal(self) -> None:
        """Answer chance with the rigged cards while it is asked."""
        while self.ask is not None and self.ask.who == CHANCE:
            self.deal_once()

    def deal_once(self) -> None:
        ask = self.ask
        assert ask is not None
        self.asks.append(ask)
        bounds = ask.options[0].bounds
        drawn = self._drawn(ask, len(bounds)) if ask.left else (0,) * len(bounds)
        self.steps.append(play(self.rules, self.hand, CHANCE, Act("draw", drawn=drawn)))

    def _drawn(self, ask: Ask, count: int) -> tuple[int, ...]:
        hand = self.hand
        kept = {card for cards in (*self.cards.values(), self.board) for card in cards}
        spare = [card for card in ask.left if card not in kept]
        wanted: list[Card]
        if hand.holes:
            wanted = list(self.board[len(hand.board) : len(hand.board) + count])
        else:
            order = seats_after(hand.button, hand.live)
            spare_for = {seat: (spare.pop(0), spare.pop(0)) for seat in order}
            held = {seat: self.cards.get(seat, spare_for[seat]) for seat in order}
            wanted = [held[seat][lap] for lap in (0, 1) for seat in order]
        wanted += spare[: count - len(wanted)]
        left = list(ask.left)
        drawn = []
        for card in wanted:
            drawn.append(left.index(card))
            left.remove(card)
        return tuple(drawn)

    # What was told

    def stacks(self) -> list[int]:
        """Dollars in seat order."""
        return [chips // DOLLAR for _, chips in sorted(self.hand.stacks.items())]

    def moved(self, why: str) -> list[tuple[int, int]]:
        """Which seats paid or got how many dollars, under this name."""
        found = [event for event in self.events if isinstance(event, Moved) and event.why == why]
        return [
            (event.dst if event.src == POT else event.src, event.amount // DOLLAR)
            for event in found
        ]

    def cents(self, why: str) -> dict[int, int]:
        """What each seat got under this name."""
        won: dict[int, int] = {}
        for event in self.events:
            if isinstance(event, Moved) and event.why == why and event.src == POT:
                won[event.dst] = won.get(event.dst, 0) + event.amount
        return won

    def shown(self) -> list[int]:
        return [event.seat for event in self.events if isinstance(event, Shown)]

    def ranked(self) -> dict[int, str]:
        return {event.seat: event.name for event in self.events if isinstance(event, Ranked)}

    def on_board(self) -> list[int]:
        """How many cards came to the board each time."""
        return [
            len(event.cards)
            for event in self.events
            if isinstance(event, Dealt) and event.to == BOARD and isinstance(event.cards, tuple)
        ]

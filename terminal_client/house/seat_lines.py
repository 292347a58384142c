"""A line of text for each seat of a table: name, chips, cards, and what was done last."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.text import Text

from client_core.client import (
    FACE_DOWN,
    Client,
    DoudizhuFacts,
    HandView,
    HoldemFacts,
    SeatView,
    TableView,
    card_name,
)
from protocol.cards import Card
from terminal_client.house import situation
from terminal_client.house.spoken import jokers
from terminal_client.page.width import fit, wide

TITLE: Final = "bold #e8d48b"
MINE: Final = "bold #ffffff"
TURN: Final = "bold #ffd24a"
QUIET: Final = "#a9bdb1"
PLAIN: Final = "#dfe9e2"
LEAST: Final = 56
"""In fewer columns each seat has a line of its own."""
ALONE: Final = 3
"""Up to so many seats each has a line of its own, with room for cards and words."""
NAME: Final = 12
MANY: Final = 4
"""So many cards face down are a number."""


class SeatLines:
    """Draws the seats of a table; `style` makes a colour what this terminal has of it."""

    def __init__(self, client: Client, style: Callable[[str], str]) -> None:
        self.client, self._style = client, style

    def lines(self, view: TableView, width: int) -> Iterator[Text]:
        taken = [one for one in view.seats if one.taken or one.in_round]
        if not taken:
            yield Text(self.client.say("terminal.empty_seats", count=len(view.seats)))
            return
        name = min(NAME, max(wide(one.name) for one in taken))
        wide_enough = width >= LEAST and len(taken) > ALONE
        if not wide_enough:
            for one in taken:
                yield self._seat(view, one, name, width)
            return
        column = width // 2
        half = (len(taken) + 1) // 2
        for left, right in zip_longest(taken[:half], taken[half:]):
            line = self._seat(view, left, name, column - 1)
            if right is not None:
                line = line + Text(" ") + self._seat(view, right, name, width - column)
            yield line

    def _seat(self, view: TableView, seat: SeatView, name: int, width: int) -> Text:
        client = self.client
        parts = []
        if seat.bet:
            parts.append(f"[{client.texts.money(view.worth(seat.bet))}]")
        if seat.button and isinstance(view.facts, HoldemFacts):
            parts.append(f"({client.say('table.dealer')})")
        if isinstance(view.facts, DoudizhuFacts) and view.facts.landlord == seat.seat:
            parts.append(f"({client.say('terminal.lord')})")
        chips = situation.chips_of(seat)
        mark = "▶" if seat.turn else " "
        stack = client.texts.money(view.worth(chips), short=chips >= 1_000_000)
        parts = [f"{mark}{fit(seat.name, min(name, max(6, width // 3)))} {stack:>7}", *parts]
        texts = [
            " ".join(one for one in (*parts, *behind) if one) for behind in self._behind(view, seat)
        ]
        text = next((one for one in texts if wide(one) <= width), texts[-1])
        style = TURN if seat.turn else MINE if seat.me else PLAIN
        style = QUIET if seat.folded or not seat.here else style
        return Text(fit(text, width), self._style(style))

    def _behind(self, view: TableView, seat: SeatView) -> Iterator[tuple[str, ...]]:
        """What stands behind the chips of a seat, and less of it where there is not room for all:
        cards that are seen go before words."""
        state, hands = self._state(view, seat), () if seat.me else seat.hands
        if len(hands) == 1 and any(card is not None for card in hands[0].cards):
            yield from self._one_hand(view, seat, hands[0], state)
            return
        shown = [text for hand in hands if (text := self._shown(view, seat, hand))]
        yield *shown, state
        if len(hands) > 1:
            for hand in hands:
                if hand.active:
                    yield from self._one_hand(view, seat, hand, "")
            yield (state,)
        elif shown:
            yield (*shown,)

    def _one_hand(
        self, view: TableView, seat: SeatView, hand: HandView, state: str
    ) -> Iterator[tuple[str, ...]]:
        cards, worth = self._words(hand.cards), self._worth(view, hand).strip()
        yield cards, state, worth
        brought = view.over and seat.results is not None
        yield cards, state if brought or not worth else worth
        if worth and hand.points is not None and not hand.result:
            yield cards, f"({hand.points})"
        yield (cards,)

    def _state(self, view: TableView, seat: SeatView) -> str:
        say = self.client.say
        if seat.gone:
            return say("table.gone")
        if seat.stand_in:
            return say("doudizhu.stand_in")
        if seat.taken and not seat.here:
            return say("table.away")
        if seat.out:
            return say("table.sits_out")
        if seat.results is not None and view.over:
            return self.client.texts.money(view.worth(seat.results), sign=True)
        if seat.act is not None:
            return self.client.texts.act_word(view.game, seat.act)
        if view.needs_ready and not view.live and seat.ready:
            return say("table.ready")
        return ""

    def _shown(self, view: TableView, seat: SeatView, hand: HandView) -> str:
        """A hand with what it is worth; one that lies face down is so many backs."""
        if any(card is not None for card in hand.cards):
            return self._words(hand.cards) + self._worth(view, hand)
        return _face_down(len(hand.cards)) if hand.cards and not seat.folded else ""

    def _worth(self, view: TableView, hand: HandView) -> str:
        worth = situation.hand_worth(self.client, view, hand)
        return f" ({worth})" if worth else ""

    def _words(self, cards: Sequence[Card | None]) -> str:
        hidden = sum(card is None for card in cards)
        if hidden < MANY:
            return jokers(self.client, " ".join(card_name(card) for card in cards))
        # Of many it is said first how many they are: what is open may be cut.
        known = [card_name(card) for card in cards if card is not None]
        return jokers(self.client, " ".join((_face_down(hidden), *known)))


def _face_down(count: int) -> str:
    return FACE_DOWN * count if count < MANY else f"{FACE_DOWN}×{count}"

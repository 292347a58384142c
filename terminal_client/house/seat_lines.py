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
        cards, worth = ("", "") if seat.me else self._shown(view, seat)
        chips = situation.chips_of(seat)
        mark = "▶" if seat.turn else " "
        stack = client.texts.money(view.worth(chips), short=chips >= 1_000_000)
        parts = [f"{mark}{fit(seat.name, min(name, max(6, width // 3)))} {stack:>7}", *parts]
        texts = (
            " ".join(one for one in (*parts, cards, *rest) if one)
            for rest in self._rest(view, seat, worth)
        )
        text = next((one for one in texts if wide(one) <= width), " ".join((*parts, cards)))
        style = TURN if seat.turn else MINE if seat.me else PLAIN
        style = QUIET if seat.folded or not seat.here else style
        return Text(fit(text, width), self._style(style))

    def _rest(self, view: TableView, seat: SeatView, worth: str) -> Iterator[tuple[str, ...]]:
        """The words behind the cards, and fewer of them where there is not room for all."""
        state = self._state(view, seat)
        yield state, worth
        brought = view.over and seat.results is not None
        yield (state,) if brought or not worth else (worth,)
        if worth and seat.hands[0].points is not None and not seat.hands[0].result:
            yield (f"({seat.hands[0].points})",)

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

    def _shown(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        """The cards of a seat, and what they are worth; where it has more hands, beside each."""
        if len(seat.hands) == 1 and any(card is not None for card in seat.hands[0].cards):
            return self._words(seat.hands[0].cards), self._worth(view, seat.hands[0]).strip()
        found = []
        for hand in seat.hands:
            known = [card for card in hand.cards if card is not None]
            if known:
                found.append(self._words(hand.cards) + self._worth(view, hand))
            elif hand.cards and not seat.folded:
                found.append(_face_down(len(hand.cards)))
        return " ".join(found), ""

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

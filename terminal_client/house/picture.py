"""A table as a picture of text: cards on the felt, a line for each seat."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from client_core.client import (
    FACE_DOWN,
    BlackjackFacts,
    Client,
    DoudizhuFacts,
    RouletteFacts,
    SabaccFacts,
    TableView,
    card_name,
    card_of,
    rank_name,
)
from protocol.cards import Card
from terminal_client.house import situation
from terminal_client.house.seat_lines import MINE, QUIET, TITLE, TURN, SeatLines
from terminal_client.house.spoken import jokers
from terminal_client.page.width import fit, wide

PAPER: Final = "bold #1b1b1b on #f4f1e6"
RED_PAPER: Final = "bold #c0182a on #f4f1e6"
BACK: Final = "#e8d48b on #7a2230"
RED: Final = frozenset("♦♥")
CARD: Final = 5
"""Columns of a card."""
ROWS: Final = 3
LEAST: Final = 56
"""In fewer columns cards are words."""


class TableDrawing:
    """Draws one table in one language; `colours` off leaves it to the terminal's own."""

    def __init__(self, client: Client, colours: bool = True) -> None:
        self.client, self.colours = client, colours
        self._seats = SeatLines(client, self.style)

    def draw(self, view: TableView, width: int, height: int) -> Text:
        """As much of the table as there is room for: my cards stay, pictures become words."""
        for big in (True, False):
            lines = [*self._lines(view, width, big and width >= LEAST)]
            if len(lines) <= height:
                break
        return Text("\n", no_wrap=True, end="").join(lines[:height])

    def _lines(self, view: TableView, width: int, big: bool) -> Iterator[Text]:
        yield from self._middle(view, width, big)
        yield from self._seats.lines(view, width)
        yield from self._mine(view, width, big)

    def style(self, name: str) -> str:
        """A colour, or only its weight."""
        return name if self.colours else "bold" if "bold" in name else ""

    # -- the middle ----------------------------------------------------------------------------

    def _middle(self, view: TableView, width: int, big: bool) -> Iterator[Text]:
        say = self.client.say
        cards: tuple[Card | None, ...] = ()
        head = ""
        if isinstance(view.facts, BlackjackFacts) and view.house is not None:
            cards = view.house.cards
            head = say("table.dealer_name")
            worth = situation.hand_worth(self.client, view, view.house)
            head += f" ({worth})" if worth else ""
        elif isinstance(view.facts, DoudizhuFacts):
            cards, head = self._trick(view, view.facts)
        elif isinstance(view.facts, SabaccFacts):
            cards, head = view.discards[-1:], self._pots(view, view.facts)
        elif isinstance(view.facts, RouletteFacts):
            yield from self._wheel(view, view.facts, width)
            return
        elif card_of(view.game).pot:
            cards = view.board
            head = say("terminal.pot", amount=view.worth(view.total)) if view.total else ""
        if head:
            yield _centred(Text(head, self.style(TITLE)), width)
        for line in self._cards(cards, width, big):
            yield _centred(line, width)

    def _trick(self, view: TableView, facts: DoudizhuFacts) -> tuple[tuple[Card, ...], str]:
        if facts.trick is None:
            head = self.client.say("table.each", amount=facts.each) if facts.each else ""
            return facts.kitty, self._with_wild(facts, head)
        seat, play = facts.trick
        what = self.client.texts.pattern_name(play.pattern) if play.pattern else ""
        return play.cards, self._with_wild(
            facts, self.client.say("terminal.lies", name=view.names.get(seat, ""), what=what)
        )

    def _with_wild(self, facts: DoudizhuFacts, head: str) -> str:
        if facts.wild is None:
            return head
        wild = self.client.say("table.wild", rank=rank_name(facts.wild))
        return " · ".join(one for one in (wild, head) if one)

    def _pots(self, view: TableView, facts: SabaccFacts) -> str:
        say = self.client.say
        parts = [say("table.lap", number=facts.lap)]
        parts.append(say("table.sabacc_pot", amount=view.worth(view.jackpot)))
        parts.append(say("table.pot", amount=view.worth(view.total)))
        if facts.dice is not None:
            parts.append("⚀⚁⚂⚃⚄⚅"[facts.dice[0] - 1] + "⚀⚁⚂⚃⚄⚅"[facts.dice[1] - 1])
        return " · ".join(parts)

    def _wheel(self, view: TableView, facts: RouletteFacts, width: int) -> Iterator[Text]:
        client = self.client
        past = [one.number for one in client.tables.past_facts(view.table)[:8]
                if isinstance(one, RouletteFacts) and one.number is not None]  # fmt: skip
        if facts.number is not None:
            colour = client.say(f"fact.colour.{facts.colour}")
            text = client.say("terminal.fell", number=facts.number, colour=colour)
            yield _centred(Text(text, self.style(TITLE)), width)
        elif facts.closed:
            yield _centred(Text(client.say("table.no_more_bets"), self.style(TURN)), width)
        if past:
            numbers = " ".join(str(one) for one in past)
            yield _centred(Text(numbers, self.style(QUIET)), width)
        mine = (facts.bets or facts.lay).get(view.me, {}) if view.me is not None else {}
        texts = [
            client.say(
                "terminal.lies",
                name=client.texts.place_name(place),
                what=client.texts.money(view.worth(amount)),
            )
            for place, amount in mine.items()
        ]
        if texts:
            yield Text(fit(" · ".join(texts), width), self.style(MINE))

    # -- my cards ------------------------------------------------------------------------------

    def _mine(self, view: TableView, width: int, big: bool) -> Iterator[Text]:
        me = view.at(view.me) if view.me is not None else None
        for hand in me.hands if me is not None else ():
            if not any(card is not None for card in hand.cards):
                continue
            worth = situation.hand_worth(self.client, view, hand)
            lines = self._cards(hand.cards, width, big and len(me.hands if me else ()) == 1)
            if worth:
                lines = [*lines[:-1], lines[-1] + Text(f"  {worth}", self.style(TITLE))]
            if me is not None and len(me.hands) > 1:
                lines[0] = Text("▶" if hand.active else " ", self.style(TURN)) + lines[0]
            yield from lines

    def _cards(self, cards: Sequence[Card | None], width: int, big: bool) -> list[Text]:
        """Side by side as small pictures, or as words."""
        if not cards:
            return []
        if big and len(cards) * (CARD + 1) - 1 <= width:
            blocks = [self._picture(card) for card in cards]
            return [Text(" ").join(lines) for lines in zip(*blocks, strict=True)]
        lines, line = [], Text()
        for card in cards:
            word = self._word(card)
            if line.cell_len and line.cell_len + 1 + word.cell_len > width:
                lines.append(line)
                line = Text()
            line = line + Text(" ") + word if line.cell_len else word
        return [*lines, line]

    def _picture(self, card: Card | None) -> list[Text]:
        if card is None:
            style = self.style(BACK) if self.colours else "reverse"
            return [Text("░" * CARD, style) for _ in range(ROWS)]
        name = jokers(self.client, card_name(card)) if wide(card_name(card)) <= CARD else "?"
        if card_name(card) in ("小王", "大王") and wide(name) > CARD:
            name = "JOKER" if card_name(card) == "大王" else "joker"
        style = self._paper(card_name(card))
        gap = " " * (CARD - wide(name))
        return [Text(name + gap, style), Text(" " * CARD, style), Text(gap + name, style)]

    def _word(self, card: Card | None) -> Text:
        if card is None:
            return Text(FACE_DOWN, self.style(TITLE))
        return Text(f" {jokers(self.client, card_name(card))} ", self._paper(card_name(card)))

    def _paper(self, name: str) -> str:
        if not self.colours:
            return "reverse"
        return RED_PAPER if name[-1] in RED or name == "大王" else PAPER


def _centred(line: Text, width: int) -> Text:
    return Text(" " * max(0, (width - line.cell_len) // 2)) + line

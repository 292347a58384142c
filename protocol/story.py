"""Sentences on what happened at a table: for a spectator, a hand's history, a transcript.

A sentence is a template that an event fills. Its key is the event's kind and variant; a game's
own `TEXT` goes before the common one, and a client may bring the same keys in another language.
A game's `WORDS` write what only that game has: `{on:place}` is its place as people call it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Final

from protocol import games
from protocol.cards import LABELS, labels
from protocol.events import Acted, Dealt, Event, Laid, Moved, RoundBegan
from protocol.words import PARTIES, Cards, Hidden, Seat, chips

TEXT: Final[Mapping[str, str]] = {
    "began": "Round {round} of {game}, {preset}: {stacks}",
    "ended": "",
    "button": "The button is at {seat}",
    "acted": "{seat}: {verb}",
    "acted.amount": "{seat}: {verb} {amount:chips}",
    "acted.on": "{seat}: {verb} on {on}",
    "acted.amount.on": "{seat}: {verb} {amount:chips} on {on}",
    "dealt.seat": "{to} is dealt {cards}",
    "dealt.board": "The board: {cards}",
    "dealt.house": "The dealer draws {cards}",
    "dealt.discard": "On the discard pile: {cards}",
    "laid.seat.board": "{src} plays {cards}",
    "laid.seat.discard": "{src} discards {cards}",
    "laid.discard.seat": "{dst} takes {cards} from the discard pile",
    "laid.board.seat": "{dst} takes up {cards}",
    "shown": "{seat} shows {cards}",
    "moved": "{src} pays {dst} {amount:chips}",
    "left": "{seat} has left",
}


def tell(
    told: Sequence[Event | str],
    text: Mapping[str, str] | None = None,
    cards: Callable[[Cards], str] = labels,
) -> Iterator[str]:
    """The sentences of a round as its viewer was told it; a remark between stays as it is.
    `cards` writes cards."""
    began = next(event for event in told if isinstance(event, RoundBegan))
    common = {**TEXT, **games.text(began.game), **(text or {})}
    words = games.words(began.game)
    for said in told:
        if isinstance(said, str):
            sentence = said
        else:
            sentence = _sentence(said, began.names, common, words, cards)
        if sentence:
            yield sentence


def _sentence(
    event: Event,
    names: Mapping[Seat, str],
    text: Mapping[str, str],
    words: games.Words,
    cards: Callable[[Cards], str],
) -> str:
    template = next((text[key] for key in keys(event) if key in text), None)
    if template is None:
        return ""
    written = {
        field.name: _Word(getattr(event, field.name), names, words, field.type is Seat, cards)
        for field in fields(event)  # type: ignore[arg-type]
    }
    return template.format_map(written)


def keys(event: Event) -> Iterator[str]:
    """The keys of an event's sentence, the most telling first."""
    kind = event.kind
    match event:
        case Moved(why=why):
            yield f"{kind}.{why}"
        case Acted(verb=verb, amount=amount, on=on):
            given = (".amount" if amount else "") + (".on" if on else "")
            yield f"{kind}.{verb}{given}"
            yield f"{kind}.{verb}"
            yield f"{kind}{given}"
        case Dealt(to=to):
            yield f"{kind}.{_side(to)}"
        case Laid(src=src, dst=dst):
            yield f"{kind}.{_side(src)}.{_side(dst)}"
        case _:
            # An event of one game may be told in more than one way.
            if event.variant:
                yield f"{kind}.{event.variant}"
    yield kind


def _side(seat: Seat) -> str:
    return PARTIES.get(seat, "seat")


def _listed(names: list[str]) -> str:
    return ", ".join([*names[:-2], " and ".join(names[-2:])])


class _Word:
    """A field of an event as a template writes it: `{seat}`, `{amount:chips}`, `{seats:names}`."""

    def __init__(
        self,
        value: object,
        names: Mapping[Seat, str],
        words: games.Words,
        is_seat: bool,
        cards: Callable[[Cards], str],
    ) -> None:
        self.value = value
        self.names = names
        self.words = words
        self.is_seat = is_seat
        self.cards = cards

    def __format__(self, spec: str) -> str:
        value = self.value
        if spec in self.words:
            return self.words[spec](value)
        match value:
            case int() if spec == "chips":
                return chips(value)
            case int() if self.is_seat or spec == "names":
                return self._name(value)
            case Hidden(count=count):
                return "a card" if count == 1 else f"{count} cards"
            case tuple() if spec == "names":
                return _listed([self._name(seat) for seat in value])
            case tuple() if all(card in LABELS for card in value):
                return self.cards(value)
            case Mapping():
                return ", ".join(f"{self._name(seat)} {chips(sum)}" for seat, sum in value.items())
        return format(str(value), spec)

    def _name(self, seat: int) -> str:
        party = PARTIES.get(Seat(seat))
        return f"the {party}" if party else self.names.get(Seat(seat), f"seat {seat}")

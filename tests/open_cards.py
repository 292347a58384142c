"""The cards that lie open in what somebody was told."""

from dataclasses import fields

from protocol.events import Dealt, Event, Laid, Shown
from protocol.words import Cards, Veiled


def cards_in(said: Event) -> Cards:
    """Every card that lies open in an event which was told."""
    match said:
        case Dealt(cards=tuple() as cards) | Laid(cards=cards) | Shown(cards=cards):
            return cards
    return tuple(
        card
        for field in fields(said)  # type: ignore[arg-type]  # its base is no dataclass
        if field.type in (Cards, Veiled) and isinstance(value := getattr(said, field.name), tuple)
        for card in value
    )

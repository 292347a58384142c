"""A seat of Dou Dizhu with what stands there in the line of its chips."""

from dataclasses import replace

from client_core.client import Client, DoudizhuFacts, SeatView, TableView
from client_core.felts.doudizhu_factors import own
from mobile_client.ui.felts.plate import SeatLook


def dressed(client: Client, view: TableView, seat: SeatView, look: SeatLook) -> SeatLook:
    """A seat with its note, or what it has doubled, in the line of its chips."""
    if look.note:
        return replace(look, stack=look.note, note="")
    facts = view.facts
    if view.live and isinstance(facts, DoudizhuFacts) and seat.seat in facts.doubles:
        return replace(look, stack=own(client, facts.doubles, seat.seat))
    return look

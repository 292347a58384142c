"""The chairs of a table, and what is said when somebody comes to one or goes."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from client_core.client import Client, TableView
from protocol.words import Seat


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair and who sits there, as it was said."""

    name: str
    here: bool
    out: bool
    stand_in: bool


def chairs(view: TableView) -> Mapping[Seat, Chair]:
    """Who sits where."""
    return {
        one.seat: Chair(one.name, one.here, one.out, one.stand_in)
        for one in view.seats
        if one.taken
    }


def coming_and_going(
    client: Client,
    view: TableView,
    before: Mapping[Seat, Chair],
    now: Mapping[Seat, Chair],
    broke: Collection[str],
) -> Iterator[str]:
    """What is said of those who came and went since; `broke` says so of some who went."""
    names = {one.name for one in now.values()}
    for seat, one in before.items():
        if one.name not in names and seat != view.me:
            lost = client.say("notice.opponent_out", name=one.name)
            yield lost if lost in broke else client.say("news.stood", name=one.name)
    known = {one.name: one for one in before.values()}
    for seat, chair in now.items():
        if seat == view.me:
            continue
        was = known.get(chair.name)
        if was is None:
            yield client.say("news.sat", name=chair.name)
        elif chair.stand_in and not was.stand_in:
            yield client.say("news.stand_in", name=chair.name)
        elif chair.here != was.here:
            place = view.at(seat)
            if place is not None and place.gone and not chair.here:
                # The round has told that this one leaves it.
                continue
            yield client.say("news.back" if chair.here else "news.away", name=chair.name)
        elif chair.out != was.out:
            key = "terminal.sits_out" if chair.out else "news.back"
            yield client.say(key, name=chair.name)

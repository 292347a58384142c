"""Money in sentences: how the table stands, and what a hand came to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from game_server.rules.blackjack.options import Options
from game_server.rules.blackjack.state import Carry, State
from game_server.table.round_host import RoundHost
from game_server.table.seats import Occupant
from protocol.events import RoundBegan
from protocol.words import Seat
from terminal_client.local.language import Cents, Fact
from terminal_client.local.sight import TableSeen
from terminal_client.local.telling import Sentence

Host: TypeAlias = RoundHost[Options, State, Carry]


@dataclass(frozen=True)
class Outcome:
    """The end of a hand: what those who bet have won or lost, who has no money left, and who has
    more than the house bears."""

    changes: Mapping[Seat, int]
    broke: tuple[Seat, ...]
    rich: tuple[Seat, ...]


def outcome(host: Host, limit: int) -> Outcome:
    """What the last hand of a table came to; whoever has more than the limit busts the house."""
    places, last = host.seats, host.last
    opened = next((e for e in last.said if isinstance(e, RoundBegan)), None) if last else None
    before = opened.stacks if opened else {}
    bets = {e.src for e in last.moved() if e.why == "bet"} if last else set()
    return Outcome(
        {seat: places[seat].chips - before[seat] for seat in sorted(bets & places.keys())},
        tuple(seat for seat, place in places.items() if not place.chips),
        tuple(seat for seat, place in places.items() if place.chips > limit),
    )


def what_it_came_to(came: Outcome, places: Mapping[Seat, Occupant]) -> Iterator[Sentence]:
    """What each who bet has won or lost."""
    if not came.changes:
        yield Sentence("hand.nobody", {})
    for seat, change in came.changes.items():
        key = "won" if change > 0 else "lost" if change < 0 else "even"
        place = places[seat]
        facts: dict[str, Fact] = {"amount": Cents(abs(change)), "balance": Cents(place.chips)}
        yield Sentence(f"result.{key}", {"name": place.name, **facts}, seat)


def out_of_money(seat: Seat, name: str, begins_with: int) -> Iterator[Sentence]:
    """Somebody has nothing left, and may come again."""
    yield Sentence("result.broke", {"name": name}, seat)
    yield _anew(seat, name, begins_with)


def house_busted(seat: Seat, place: Occupant, limit: int, begins_with: int) -> Iterator[Sentence]:
    """Somebody has won more than the house bears."""
    facts: dict[str, Fact] = {"balance": Cents(place.chips), "limit": Cents(limit)}
    yield Sentence("result.busted_house", {"name": place.name, **facts})
    yield _anew(seat, place.name, begins_with)


def _anew(seat: Seat, name: str, begins_with: int) -> Sentence:
    return Sentence("result.anew", {"name": name, "balance": Cents(begins_with)}, seat)


def how_it_stands(table: TableSeen) -> Iterator[Sentence]:
    """What each has, what lies on the table, and what the dealer shows."""
    for seat, one in table.seats.items():
        name: dict[str, Fact] = {"name": one.name}
        yield Sentence("start.has", {**name, "balance": Cents(one.balance)}, seat)
        if one.bet:
            yield Sentence("stands.bet", {**name, "amount": Cents(one.bet)}, seat)
        for hand in one.hands:
            facts: dict[str, Fact] = {"cards": hand.cards, "points": hand.count}
            yield Sentence("stands.cards", {**name, **facts}, seat)
    if table.shows:
        yield Sentence("stands.dealer", {"cards": table.shows})

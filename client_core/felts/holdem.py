"""Words on the felt of hold'em: whose hand has won, and who has drawn the first button."""

from collections.abc import Mapping

from client_core.client import (
    Acts,
    Client,
    HandName,
    HoldemFacts,
    Odds,
    SeatView,
    TableView,
    brief,
)
from client_core.felts.choices import AND
from protocol.cards import SUITS, rank, suit
from protocol.words import Seat


def drawn_for_the_button(client: Client, view: TableView) -> str:
    """Who has drawn the first button, and why; "" while nobody draws."""
    facts = view.facts
    if not isinstance(facts, HoldemFacts) or not facts.drawing or not view.live:
        return ""
    dealer = next((seat for seat in view.seats if seat.button), None)
    if dealer is None or dealer.seat not in facts.high_cards:
        return ""
    whose = "mine" if dealer.me else "other"
    (best,) = facts.high_cards[dealer.seat]
    others = [card for seat, (card,) in facts.high_cards.items() if seat != dealer.seat]
    equal = max((card for card in others if rank(card) == rank(best)), default=None)
    name = brief(dealer.name)
    if equal is None:
        return client.say(f"draw.{whose}", name=name)
    higher, lower = (client.say(f"suit.{SUITS[suit(card)]}") for card in (best, equal))
    tie = client.say("draw.equal", higher=higher, lower=lower)
    return tie + AND + client.say(f"draw.equal_{whose}", name=name)


def asked_line(client: Client, view: TableView, acts: Acts) -> str:
    """Who has drawn the first button, and whether a hand that cannot win is to be shown; "" where
    the common line says what is asked."""
    if not acts.sent and any(button.verb == "muck" for button in acts.buttons):
        return client.say("holdem.beaten")
    return drawn_for_the_button(client, view)


def raised(view: TableView) -> set[int]:
    """The places of the board whose cards are of the best hand."""
    best = told_first(view)
    return {place for place, card in enumerate(view.board) if best and card in best.cards}


def ahead(view: TableView) -> tuple[SeatView, ...]:
    """Who has won; where there was nothing to win, who has shown the best hand."""
    facts = view.facts
    if view.won_by or not isinstance(facts, HoldemFacts):
        return view.won_by
    return tuple(seat for seat in view.seats if seat.seat in facts.best)


def told_first(view: TableView) -> HandName | None:
    """The hand of the winner who is told first: its cards stand out, and no others."""
    facts, first = view.facts, ahead(view)[:1]
    if not isinstance(facts, HoldemFacts) or not view.over or not first:
        return None
    return facts.ranked.get(first[0].seat)


def alike(view: TableView, seat: SeatView, best: HandName) -> bool:
    """Whether a seat has shown the same hand, be it of other cards."""
    facts = view.facts
    own = facts.ranked.get(seat.seat) if isinstance(facts, HoldemFacts) else None
    return own is not None and (own.category, own.ranks) == (best.category, best.ranks)


def verdict(client: Client, view: TableView) -> tuple[str, str]:
    """The winning hand by its name, and whose it is; nothing before it is known."""
    best = told_first(view)
    if best is None or view.syncing:
        return "", ""
    name = client.texts.hand_name(best)
    same = [one for one in ahead(view) if alike(view, one, best)]
    names = tuple(client.say("room.you") if one.me else brief(one.name) for one in same)
    whose = client.texts.listed(names)
    return name[:1].upper() + name[1:], whose[:1].upper() + whose[1:]


def beaten(view: TableView, seat: SeatView) -> bool:
    """At a showdown only the cards of winners are bright: they are looked for first."""
    facts = view.facts
    showdown = isinstance(facts, HoldemFacts) and view.over and facts.ranked
    return bool(showdown and seat.hands and seat not in ahead(view))


def blind_of(client: Client, view: TableView, seat: SeatView) -> str:
    """The blind of a seat, as long as it is what is being answered."""
    facts = view.facts
    if not isinstance(facts, HoldemFacts) or not view.live or facts.street != "before_flop":
        return ""
    posted = facts.blinds.get(seat.seat, "")
    return client.say(f"table.{posted}") if posted and not seat.button else ""


def in_play(client: Client, view: TableView) -> str:
    """Between two players it is told in full how much is in play, from nothing on."""
    if len(view.seats) != 2 or not (view.live or view.over):
        return ""
    cards = client.say("table.cards_in_play", cards=len(view.board))
    return cards + AND + client.say("table.money_in_play", amount=view.worth(view.total))


def percents(odds: Odds) -> Mapping[Seat, int]:
    """Odds as they are said, a hundred together: what can still happen is neither certain nor out
    of the question."""
    said = {seat: permille // 10 for seat, permille in odds.items()}
    lacking = (sum(odds.values()) + 5) // 10 - sum(said.values())
    for seat in sorted(odds, key=lambda one: (-(odds[one] % 10), one))[:lacking]:
        said[seat] += 1
    return {
        seat: max(1, min(99, one)) if 0 < odds[seat] < 1000 else one for seat, one in said.items()
    }

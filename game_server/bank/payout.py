"""The payout of cash: back to the cards that paid it, the rest to one.

Pure but for the rows it reads. What a card has paid goes back to it at once, whatever else is true
of it; what is won goes to the card that is the player's home, from the moment on when that may be.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game_server.bank.adapter import Authorization
from game_server.store import cards, deletions, payments
from game_server.store.cards import CardsInUse, ProvedCard
from game_server.store.transaction import Transaction


class Part(NamedTuple):
    """A part of a payout: so much to that card, not before `due`."""

    card: ProvedCard
    amount: int
    due: int


class GivenCard(NamedTuple):
    """A card that the bank has just authorized. `holder`: its owner, hidden; `confirmed`: the
    player has proved the old card too, or typed the password."""

    card: Authorization
    holder: bytes
    confirmed: bool = False


class KeptCard(NamedTuple):
    """A card as the house has kept it. `moved`: winnings and logins go by this card from now on;
    `stranger`: its owner had nothing to do with the account until now; `freed`: the keys of
    payments that were held for another card and are not made."""

    card: ProvedCard
    moved: bool
    stranger: bool
    freed: tuple[str, ...] = ()


AlsoKept = Callable[[Transaction, KeptCard], None]
"""What else is written with a card that is kept."""


def split(
    amount: int,
    owed: Mapping[int, int],
    known: Sequence[ProvedCard],
    home: ProvedCard | None,
    at: int,
) -> tuple[Part, ...]:
    """How an amount is shared out: `owed` is what each card has paid and not got back, that which
    paid last first. What has no card to go to stays in the purse."""
    by_number = {card.id: card for card in known}
    parts: list[Part] = []
    for number, paid in owed.items():
        back = min(amount, paid)
        if back > 0 and not by_number[number].ended:
            parts.append(Part(by_number[number], back, at))
            amount -= back
    if amount and home is not None and home.good is not None:
        due = max(at, home.good)
        parts.append(Part(home, amount, due))
    return _joined(parts)


def parts_of(conn: Transaction, player: int, amount: int, at: int) -> tuple[Part, ...]:
    """`split` for a player as it is on disk."""
    banking = cards.banking(conn, player)
    home = None if banking is None else banking.home
    known = cards.of_player(conn, player)
    return split(amount, payments.balances(conn, player), known, home, at)


def keep(conn: Transaction, player: int, given: GivenCard, at: int, payout_hold: int) -> KeptCard:
    """Use this card from now on; payments under way keep theirs. Its winnings are held for so many
    milliseconds, unless it is the player's first."""
    deletions.refuse(conn, player)
    before = cards.banking(conn, player)
    stranger = player not in cards.players_of(conn, given.holder)
    card = cards.prove(
        conn,
        player=player,
        holder=given.holder,
        kind=given.card.kind,
        auth=given.card.token,
        digits=given.card.digits,
        at=at,
    )
    if before is None:
        card = cards.set_good(conn, card.id, at)
        cards.use(conn, player, pays=card.id, home=card.id)
        return KeptCard(card, True, stranger)
    if card.id == before.home.id:
        cards.use(conn, player, pays=card.id, home=card.id)
        return KeptCard(card, False, stranger)
    if not (given.confirmed or before.home.holder == given.holder):
        cards.use(conn, player, pays=card.id, home=before.home.id)
        return KeptCard(card, False, stranger)
    if card.good is None:
        card = cards.set_good(conn, card.id, at + payout_hold)
    cards.use(conn, player, pays=card.id, home=card.id)
    for other in cards.of_player(conn, player):
        if other.holder != given.holder and other.good is not None:
            cards.set_good(conn, other.id, None)
    freed = tuple(one for one in payments.held(conn, at, player) if one.card != card.id)
    return KeptCard(card, True, stranger, tuple(one.key for one in freed))


def is_home(before: CardsInUse, given: GivenCard) -> bool:
    """Whether a card that was shown to confirm another is the one that winnings go to, or its
    owner's."""
    home = before.home
    if home.holder is not None:
        return home.holder == given.holder
    return (home.kind, home.digits) == (given.card.kind, given.card.digits)


def _joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    """One payment to a card at a time."""
    found: dict[tuple[int, int], Part] = {}
    for part in parts:
        key = part.card.id, part.due
        before = found.get(key)
        found[key] = part if before is None else before._replace(amount=before.amount + part.amount)
    return tuple(found.values())

"""What a player types of a card."""

from game_server.bank.cards import BankCard, CardKind


def typed(card: BankCard) -> tuple[CardKind, str, str, str, str]:
    """Kind, number, PIN, expiry and code, as `login_by_card` and `card` take them."""
    return card.kind, card.number, card.pin, card.expiry, card.code


def credit(number: str, code: str = "917") -> BankCard:
    """A credit card of that number."""
    return BankCard("credit", number, expiry="2061-11", code=code)

"""Cards of others: their numbers alone, and their money by a stolen session."""

import sqlite3
from contextlib import closing

from game_server.bank.cards import BankCard
from game_server.bank.demo_books import sample_balance, sample_card
from protocol import messages
from protocol.messages import BankInfo, Message, Paid, Refused, Session
from tests.attacks.evening import Evening
from tests.attacks.lines import Eve, Far
from tests.cards import typed

VICTIM, THIEF = 11, 13


def held(night: Evening, number: int) -> int:
    """What the bank has for a sample card."""
    books = night.house.folder / "var" / "demo-bank.sqlite"
    with closing(sqlite3.connect(f"file:{books}?mode=ro", uri=True)) as conn:
        (balance,) = conn.execute(
            "SELECT balance FROM accounts JOIN cards ON account = id WHERE number = ?",
            (sample_card(number).number,),
        ).fetchone()
    return int(balance)


def shows(far: Far, name: str, card: tuple[str, ...]) -> Message:
    return far.reply(messages.LoginByCard(far.next(), name, *card))  # type: ignore[arg-type]


def changes(far: Far, card: tuple[str, ...]) -> Message:
    far.say(messages.ChangeCard(far.next(), *card))  # type: ignore[arg-type]
    while not isinstance(message := far.hear(), BankInfo | Refused):
        pass
    return message


def code(message: Message) -> str:
    return message.code if isinstance(message, Refused) else type(message).__name__


def wrong(card: BankCard) -> tuple[str, ...]:
    kind, number, pin, expiry, right = typed(card)
    return kind, number, pin, expiry, "000" if right != "000" else "001"


def test_the_number_of_a_card_neither_logs_in_nor_buys(night: Evening, eve: Eve) -> None:
    card = sample_card(VICTIM)
    far = eve.met()
    for kind in ("credit", "debit"):
        answer = shows(far, "Number Alone", (kind, card.number))
        assert code(answer) in ("expiry_missing", "pin_missing"), answer
    assert code(shows(far, "Number Alone", wrong(card))) == "cvc_wrong"
    guest = eve.guest()
    for kind in ("credit", "debit"):
        assert code(changes(guest, (kind, card.number))) in ("expiry_missing", "pin_missing")
    assert code(guest.reply(messages.Buy(guest.next(), "eps", 5_000))) in ("not_here", "not_seated")
    assert held(night, VICTIM) == sample_balance(VICTIM)


def test_a_stolen_session_takes_neither_the_account_nor_the_money(night: Evening, eve: Eve) -> None:
    mine, others = sample_card(VICTIM), sample_card(THIEF)
    far = eve.met()
    assert isinstance(shows(far, "Robbed Payer", typed(mine)), Session)
    offer = far.offered("eps")
    assert code(far.reply(messages.Sit(far.next(), "eps", offer.key, 5_000))) == "Ok"
    while far.until(Paid).payment.state != "done":
        pass
    assert held(night, VICTIM) == sample_balance(VICTIM) - 5_000
    # Whoever has the session gives a card of his own, and sends the money there.
    info = changes(far, typed(others))
    assert isinstance(info, BankInfo)
    assert (info.digits, info.home) == (others.digits, mine.digits)
    far.reply(messages.Leave(far.next(), "eps"))
    while (paid := far.until(Paid).payment).state != "done":
        assert paid.digits == mine.digits
    assert held(night, VICTIM) == sample_balance(VICTIM)
    assert held(night, THIEF) == sample_balance(THIEF)
    # Nor does the card open the account, or another name beside it.
    stranger = eve.met()
    assert code(shows(stranger, "Robbed Payer", typed(others))) == "name_taken"
    assert code(shows(stranger, "Thief", typed(others))) == "holder_taken"
    assert isinstance(shows(eve.met(), "Robbed Payer", typed(mine)), Session)

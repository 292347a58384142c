"""Bank cards in the hands of a thief: a number alone, guesses, a card of one's own in the account
of another, and what the disk has of them."""

import sqlite3
from contextlib import closing
from itertools import count

from game_server.bank.cards import BankCard
from game_server.bank.demo_books import sample_card
from protocol import messages
from protocol.messages import Message, Refused, Session
from tests.attacks.evening import Evening
from tests.attacks.floods import PASSWORD
from tests.attacks.lines import Eve
from tests.cards import typed

CREDIT, SPARE = sample_card(91), sample_card(93)
DEBIT, OWN, OTHER = sample_card(50), sample_card(52), sample_card(54)
NUMBERS = count(1)


def log_in(eve: Eve, name: str, card: BankCard, **other: str) -> Message:
    """The answer to one who shows that card, or what else is said of it."""
    far = eve.met()
    kind, number, pin, expiry, code = typed(card)
    shown = {"pin": pin, "expiry": expiry, "code": code, **other}
    return far.reply(messages.LoginByCard(far.next(), name, kind, number, **shown))


def refusal(reply: Message) -> str:
    assert isinstance(reply, Refused), reply
    return reply.code


def test_the_number_of_a_credit_card_alone_opens_nothing(eve: Eve) -> None:
    def shown(**other: str) -> str:
        return refusal(log_in(eve, "Number Alone", CREDIT, **other))

    assert shown(expiry="", code="") == "expiry_missing"
    assert shown(expiry="") == "expiry_missing"
    assert shown(code="") == "cvc_missing"
    assert shown(expiry="2055-01") == "cvc_wrong"
    assert isinstance(log_in(eve, "Number Alone", CREDIT), Session)


def test_guesses_of_a_code_from_ever_other_addresses_put_the_card_to_rest(eve: Eve) -> None:
    codes = [
        refusal(log_in(eve, f"Guesser {next(NUMBERS)}", SPARE, code=guess))
        for guess in ("000", "001", "002", "003", "004")
    ]
    assert codes[:2] == ["cvc_wrong"] * 2
    assert {*codes[2:]} <= {"card_blocked", "card_rests"}
    assert refusal(log_in(eve, "Late Owner", SPARE)) in ("card_blocked", "card_rests")


def test_a_thief_in_an_open_session_does_not_take_the_account_over_by_a_card(eve: Eve) -> None:
    name = "Robbed Cardholder"
    came = log_in(eve, name, DEBIT)
    assert isinstance(came, Session)
    # Whoever has the token is the owner to the house, and pays with a card of his own.
    thief = eve.met()
    thief.say(messages.Resume(thief.next(), came.token))
    thief.until(Session)
    thief.say(messages.ChangeCard(thief.next(), *typed(OWN)))
    thief.until(messages.BankInfo)
    # It opens another account at most, and the owner's card still opens this one.
    reply = log_in(eve, name, OWN)
    assert refusal(reply) in ("name_taken", "card_taken"), reply
    back = log_in(eve, name, DEBIT)
    assert isinstance(back, Session)
    assert back.who == came.who


def test_a_thief_in_the_session_of_a_member_gives_no_card_without_the_password(eve: Eve) -> None:
    far = eve.met()
    name = f"Member {next(NUMBERS)}"
    far.say(messages.Register(far.next(), name, PASSWORD))
    far.until(Session)
    for password in ("", "the guess of a thief"):
        change = messages.ChangeCard(far.next(), *typed(OTHER), password=password)
        assert isinstance(far.reply(change), Refused)
    assert refusal(log_in(eve, name, OTHER)) in ("name_taken", "card_taken")


def test_a_thief_of_the_disk_finds_no_token_of_a_card(night: Evening, eve: Eve) -> None:
    assert isinstance(log_in(eve, "Kept Secret", sample_card(56)), Session)
    var = night.house.folder / "var"
    with closing(sqlite3.connect(f"file:{var / 'demo-bank.sqlite'}?mode=ro", uri=True)) as conn:
        tokens = [token for (token,) in conn.execute("SELECT token FROM authorizations")]
    assert tokens
    for file in (*var.glob("cardroom.sqlite*"), night.house.folder / "log"):
        data = file.read_bytes()
        assert not [token for token in tokens if token.encode() in data], file


def test_nobody_else_on_the_machine_opens_a_file_of_the_house(night: Evening) -> None:
    var = night.house.folder / "var"
    assert var.stat().st_mode & 0o777 == 0o700
    files = [file for file in var.rglob("*") if file.is_file()]
    assert files
    assert {
        file.name: file.stat().st_mode & 0o077 for file in files if file.stat().st_mode & 0o77
    } == {}

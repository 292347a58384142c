"""Cards of players: which one opens an account, which one pays, and which one is paid."""

from dataclasses import replace

import pytest

from game_server.bank.cards import BankCard
from game_server.bank.demo_books import sample_balance, sample_card
from game_server.store import accounts, cards
from protocol import messages
from protocol.messages import BankInfo, Paid, Refused, Session
from protocol.messages.parts import CardProof
from tests.cards import typed
from tests.house.world import EPS, Client, World

PASSWORD = "correct horse battery"


def world_with(*numbers: int) -> World:
    """A house, and a bank with these sample cards."""
    world = World(EPS)
    for number in numbers:
        world.books.open_account(sample_card(number), sample_balance(number))
    return world


def proof(card: BankCard) -> CardProof:
    return CardProof(*typed(card))


def changed(client: Client, number: int, **more: object) -> messages.Message:
    return client.ask(messages.ChangeCard, *typed(sample_card(number)), **more)


def comes(world: World, name: str, number: int) -> str:
    """What comes of a login by card under that name: `in`, or why not."""
    client = Client(world)
    mine = client.next()
    client.say(messages.LoginByCard(mine, name, *typed(sample_card(number))))
    answer = client.reply(mine)
    return answer.code if isinstance(answer, Refused) else "in"


def home(world: World, player: int) -> tuple[str, str]:
    """The digits of the card that pays, and of the one that winnings go to."""
    known = cards.banking(world.conn, player)
    assert known is not None
    return known.pays.digits, known.home.digits


def digits(number: int) -> str:
    return sample_card(number).digits


def test_whoever_holds_the_session_does_not_take_the_account_over_by_a_card_of_his_own() -> None:
    world = world_with(0, 7)
    victim = world.client("Anna", card=0)
    stolen = victim.resumed()
    info = changed(stolen, 7)
    assert isinstance(info, BankInfo)
    assert (info.digits, info.home) == (digits(7), digits(0)), "it pays, and is paid no winnings"
    assert comes(world, "Anna", 7) == "name_taken"
    assert comes(world, "Anna", 0) == "in"
    assert home(world, victim.id) == (digits(0), digits(0)), "the own card is in use again"


@pytest.mark.req("E-RF-CB-009")
@pytest.mark.parametrize("confirmed", [False, True])
def test_the_card_can_be_changed_in_a_hand_and_what_was_paid_goes_back_to_where_it_came_from(
    confirmed: bool,
) -> None:
    world = world_with(7)
    one, two = world.client("Anna", card=0), world.client("Bo", card=1)
    for client in (one, two):
        client.sit("eps", 5_000)
        world.run(0.3)
    world.until(lambda: world.probe("eps").round is not None)
    old = proof(sample_card(0)) if confirmed else None
    info = changed(one, 7, old=old)
    assert isinstance(info, BankInfo)
    assert info.digits == digits(7)
    one.say(messages.Buy(one.next(), "eps", 3_000))
    world.run(0.5)
    assert world.books.held(sample_card(7)) == sample_balance(7) - 3_000
    one.ask(messages.Leave, "eps")
    two.plays = True
    world.run(40, 0.25)
    world.check()
    # What was lost in the hand is the first card's loss: the newer one paid last.
    assert world.books.held(sample_card(7)) == sample_balance(7)
    assert sample_balance(0) - 5_000 < world.books.held(sample_card(0)) <= sample_balance(0)


def test_who_has_confirmed_the_new_card_with_the_old_comes_in_by_it_from_then_on() -> None:
    world = world_with(0, 7)
    client = world.client("Anna", card=0)
    info = changed(client, 7, old=proof(sample_card(0)))
    assert isinstance(info, BankInfo)
    assert (info.digits, info.home, info.confirm) == (digits(7), "", "card")
    assert comes(world, "Anna", 7) == "in"
    assert comes(world, "Anna", 0) == "name_taken"


@pytest.mark.parametrize(
    ("old", "why"), [(7, "old_card_wrong"), (9, "old_card_wrong"), (0, "old_refused")]
)
def test_a_card_is_confirmed_by_the_one_that_winnings_go_to_and_its_proof_alone(
    old: int, why: str
) -> None:
    world = world_with(0, 7, 9)
    client = world.client("Anna", card=0)
    shown = proof(sample_card(old))
    if why == "old_refused":
        shown = replace(shown, pin="0000")
    refused = changed(client, 7, old=shown)
    assert isinstance(refused, Refused)
    assert refused.code == why
    if why == "old_card_wrong":
        assert refused.facts == {"digits": digits(0)}
    assert home(world, client.id) == (digits(0), digits(0)), "nothing has changed"


def test_a_member_confirms_every_card_with_the_password_the_first_one_too() -> None:
    world = world_with(0, 2, 7)
    client = Client(world)
    assert isinstance(client.ask(messages.Register, "Hedda", PASSWORD), Session)
    first = client.ask(messages.Bank)
    assert isinstance(first, BankInfo)
    assert (first.card, first.confirm) == (None, "password")
    for more, why in (({}, "confirm_needed"), ({"password": "a wrong one"}, "password_wrong")):
        refused = changed(client, 0, **more)
        assert isinstance(refused, Refused)
        assert refused.code == why
        assert cards.banking(world.conn, client.id) is None
    assert isinstance(changed(client, 0, password=PASSWORD), BankInfo)
    assert home(world, client.id) == (digits(0), digits(0))
    assert isinstance(changed(client, 7), BankInfo)
    assert home(world, client.id) == (digits(7), digits(0))
    assert isinstance(changed(client, 2, password=PASSWORD), BankInfo)
    assert home(world, client.id) == (digits(2), digits(2))
    assert accounts.by_id(world.conn, client.id).holder is None, "no card opens it"


def test_one_owner_of_cards_has_one_account() -> None:
    world = world_with(0, 2)
    anna, bo = world.client("Anna", card=0), world.client("Bo", card=2)
    assert comes(world, "Anna too", 0) == "holder_taken"
    for old in (None, proof(sample_card(2))):
        refused = changed(bo, 0, old=old)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.facts) == ("holder_taken", {"name": "Anna"})
    assert home(world, bo.id) == (digits(2), digits(2))
    assert home(world, anna.id) == (digits(0), digits(0))


def test_a_card_that_was_replaced_is_free_for_another_account_and_one_in_use_is_not() -> None:
    world = world_with(0, 7)
    client = world.client("Anna", card=0)
    assert isinstance(changed(client, 7), BankInfo)
    assert comes(world, "Bo", 7) == "holder_taken", "it pays for Anna"
    assert isinstance(changed(client, 7, old=proof(sample_card(0))), BankInfo)
    assert comes(world, "Bo", 7) == "holder_taken"
    assert comes(world, "Cy", 0) == "in", "Anna has nothing to do with it any more"


def test_the_card_of_a_guest_who_is_gone_is_free_again() -> None:
    world = world_with(0)
    guest = world.client("Gus")
    assert isinstance(changed(guest, 0), BankInfo)
    assert comes(world, "Gustav", 0) == "holder_taken"
    guest.ask(messages.Logout)
    world.run(1.0)
    assert comes(world, "Gustav", 0) == "holder_taken", "the name is kept for a while, and so is it"
    world.run(601.0, 30.0)
    assert comes(world, "Gustav", 0) == "in"


def test_a_payment_says_which_card_it_is_made_with() -> None:
    world = world_with(0)
    client = world.client("Anna", card=0)
    client.sit("eps", 5_000)
    world.run(1.0)
    paid = client.heard(Paid)[-1].payment
    assert (paid.digits, paid.until, paid.state) == (digits(0), 0, "done")


def test_accounts_that_an_owner_had_before_there_was_one_for_each_go_on() -> None:
    world = world_with(0)
    anna, bo = world.client("Anna", card=0), world.client("Bo", card=2)
    holder = accounts.by_id(world.conn, anna.id).holder
    assert holder is not None
    # As two names of one card stand in a database from before.
    accounts.set_holder(world.conn, bo.id, holder)
    world.conn.execute("UPDATE proved_cards SET holder = ?", (holder,))
    for name in ("Anna", "Bo", "Anna"):
        assert comes(world, name, 0) == "in"
    assert comes(world, "Cy", 0) == "holder_taken"


def test_a_card_that_went_to_another_account_does_not_come_back_to_this_one() -> None:
    world = world_with(0, 7)
    client = world.client("Anna", card=0)
    assert isinstance(changed(client, 7, old=proof(sample_card(0))), BankInfo)
    assert comes(world, "Cy", 0) == "in"
    refused = changed(client, 0, old=proof(sample_card(7)))
    assert isinstance(refused, Refused)
    assert refused.code == "holder_taken"
    assert home(world, client.id) == (digits(7), digits(7))


def test_an_old_card_that_was_tried_too_often_is_told_to_rest_and_not_to_be_wrong() -> None:
    world = world_with(0, 7)
    client = world.client("Anna", card=0)
    wrong = replace(proof(sample_card(0)), pin="0000")
    answers = [changed(client, 7, old=wrong) for _ in range(4)]
    codes = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert codes == [*["old_refused"] * 3, "card_rests"]

"""Seats blocked for nothing: by one card with many names, without chips, and by unused offers."""

from game_server.bank.demo_books import sample_card
from protocol import messages
from protocol.messages import Joined, Left, Message, Notice, Ok, Refused, Session
from tests.attacks.evening import BRISK, TIGHT
from tests.attacks.lines import Eve, Far

SEATS, CROWD = 7, 20
CARDS = [number for number in range(60, 100, 2) if number % 10 != 8]
"""Debit cards of the demo bank with enough behind them, which no other test shows."""


def by_card(eve: Eve, number: int, name: str, home: str = "") -> Far:
    """A line that has shown the card, at the tight table and nowhere else; or was refused."""
    card, far = sample_card(number), eve.met(home)
    far.say(messages.LoginByCard(far.next(), name, card.kind, card.number, card.pin))
    (reply,) = far.replies(1)
    if isinstance(reply, Session):
        # Into the first table for cash, if it lets one in; then to the one that is looked at.
        far.replies(1)
        far.reply(messages.Leave(far.next(), "eps"))
        far.reply(messages.Join(far.next(), TIGHT))
    return far


def queued(far: Far, table: str) -> Message:
    return far.reply(messages.Queue(far.next(), table))


def sits(far: Far, table: str) -> bool:
    """Whether a seat was offered and taken, without a chip."""
    offer = far.offered(table)
    return isinstance(far.reply(messages.Sit(far.next(), table, offer.key, 0)), Ok)


def test_one_card_with_eight_names_has_one_seat(eve: Eve) -> None:
    lines = [by_card(eve, CARDS[0], f"Blocker {number}") for number in range(SEATS + 1)]
    # Whether the names are one account or many: of all of them one is let into the queue.
    let_in = [far for far in lines if isinstance(queued(far, TIGHT), Ok)]
    assert len(let_in) == 1
    assert sits(let_in[0], TIGHT)
    honest = by_card(eve, CARDS[1], "Honest Payer")
    assert isinstance(queued(honest, TIGHT), Ok)
    assert honest.offered(TIGHT)
    for far in (let_in[0], honest):
        far.reply(messages.Leave(far.next(), TIGHT))


def test_one_address_has_one_seat_where_chips_are_cash(eve: Eve) -> None:
    home = eve.far().home
    first = by_card(eve, CARDS[2], "First At Home", home)
    second = by_card(eve, CARDS[3], "Second At Home", home)
    assert isinstance(queued(first, TIGHT), Ok)
    refused = queued(second, TIGHT)
    assert isinstance(refused, Refused)
    assert refused.code == "address_seated"
    first.reply(messages.Leave(first.next(), TIGHT))
    assert isinstance(queued(second, TIGHT), Ok)
    second.reply(messages.Leave(second.next(), TIGHT))


def test_seven_who_sit_without_chips_do_not_keep_the_only_table(eve: Eve) -> None:
    blockers = [by_card(eve, CARDS[4 + n], f"Squatter {n}") for n in range(SEATS)]
    for far in blockers:
        assert isinstance(queued(far, TIGHT), Ok)
        assert sits(far, TIGHT)
    honest = by_card(eve, CARDS[4 + SEATS], "Patient Payer")
    assert isinstance(queued(honest, TIGHT), Ok)
    offer = honest.offered(TIGHT)
    assert isinstance(honest.reply(messages.Sit(honest.next(), TIGHT, offer.key, 5_000)), Ok)
    assert [far.until(Left).code for far in blockers] == ["no_chips"] * SEATS
    honest.reply(messages.Leave(honest.next(), TIGHT))


def test_twenty_guests_who_use_no_offer_do_not_keep_the_queue(eve: Eve) -> None:
    crowd = [eve.guest() for _ in range(CROWD)]
    for far in crowd:
        far.reply(messages.Join(far.next(), BRISK))
        assert isinstance(queued(far, BRISK), Ok)
    honest = eve.guest()
    honest.reply(messages.Join(honest.next(), BRISK))
    assert isinstance(queued(honest, BRISK), Ok)
    offer = honest.offered(BRISK)
    assert isinstance(
        honest.reply(messages.Sit(honest.next(), BRISK, offer.key, offer.least_buy_in)), Ok
    )
    # Each is offered two seats and no more, however often it asks.
    for far in crowd:
        assert offers_missed(far) == ["offer_missed", "offer_over"]
        refused = queued(far, BRISK)
        assert isinstance(refused, Refused)
        assert refused.code == "offers_unused"
    honest.reply(messages.Leave(honest.next(), BRISK))


def offers_missed(far: Far) -> list[str]:
    """What the line is told of its first two offers."""
    codes: list[str] = []
    while len(codes) < 2:
        notice = far.until(Notice)
        if notice.code.startswith("offer_"):
            codes.append(notice.code)
    return codes


def test_a_guest_takes_few_tables_and_few_rooms(eve: Eve) -> None:
    far = eve.guest()
    replies = [
        far.reply(messages.OpenRoom(far.next(), "roulette", "standard", private=False))
        for _ in range(3)
    ]
    assert [isinstance(one, Joined) for one in replies] == [True, True, False]
    for one in replies[:2]:
        assert isinstance(one, Joined)
        far.reply(messages.Leave(far.next(), one.room.table))

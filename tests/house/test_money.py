"""Chips of the bank: by card into the queue, bought at the table, cashed out; whatever fails."""

import pytest
from twisted.internet.defer import Deferred

from game_server.bank import entries
from game_server.bank.bookings import bought, top_up
from game_server.bank.demo_books import sample_balance, sample_card
from game_server.bank.entries import BANK
from game_server.config import RoomSettings
from game_server.house.cash_tables import CashTables
from game_server.lobby.lobby import MOST_OPENED
from game_server.store import ledger, results
from game_server.store.direct import CommitFault
from protocol import messages
from protocol.codec import encode
from protocol.messages import Offer, Paid, Purse, Queued, Refused, Session, Told
from tests.house.world import EPS, Client, World


def eps(players: int = 2) -> World:
    world = World(EPS)
    for number in range(players):
        world.client(f"Player {number}", card=number)
    return world


def seat(world: World, chips: int = 0) -> None:
    for client in world.clients:
        client.sit("eps", chips)
        world.run(0.3)


def bank_holds(world: World, number: int) -> int:
    return world.books.held(sample_card(number))


@pytest.mark.req(
    "E-RF-JG-001", "E-RF-JG-002", "E-RF-JG-004", "E-RF-JG-007", "E-RF-CB-001", "E-RF-CB-003"
)
def test_a_login_by_card_ends_in_the_queue_of_the_table_that_plays_for_money() -> None:
    world = eps(1)
    client = world.clients[0]
    assert client.heard(Queued)[-1].place == 1 or client.heard(Offer)
    joined = client.heard(messages.Joined)[-1]
    assert (joined.room.table, joined.id) == ("eps", 0), "nobody has asked for it by number"
    stranger = world.client("Guest")
    stranger.ask(messages.Join, "eps")
    refused = stranger.ask(messages.Queue, "eps")
    assert isinstance(refused, Refused)
    assert refused.code == "no_card"


@pytest.mark.req("E-RF-CB-004", "E-RF-CB-008")
def test_a_wrong_pin_lets_nobody_in_and_is_told_with_the_tries_that_are_left() -> None:
    world = World(EPS)
    card = sample_card(0)
    world.books.open_account(card, sample_balance(0))
    client = Client(world)
    codes = []
    for _ in range(4):
        number = client.next()
        client.say(messages.LoginByCard(number, "Anna", card.kind, card.number, "0000"))
        answer = client.reply(number)
        assert isinstance(answer, Refused)
        codes.append(answer.code)
    assert codes == ["pin_wrong", "pin_wrong", "card_blocked", "card_rests"]
    assert not client.heard(Session)


@pytest.mark.req("E-RF-CB-003", "E-RF-CB-008")
def test_a_credit_card_lets_in_with_its_code_and_never_with_its_number_alone() -> None:
    world = World(EPS)
    card = sample_card(1)
    world.books.open_account(card, sample_balance(1))
    client = Client(world)
    wrong = "000" if card.code != "000" else "001"
    shown = [
        ("", "", ""),
        ("", card.expiry, ""),
        ("", "", card.code),
        ("", card.expiry, wrong),
        ("", "2041-01" if card.expiry != "2041-01" else "2041-02", card.code),
        ("1234", card.expiry, card.code),
    ]
    codes = []
    for proof in shown:
        number = client.next()
        client.say(messages.LoginByCard(number, "Anna", card.kind, card.number, *proof))
        answer = client.reply(number)
        codes.append(answer.code if isinstance(answer, Refused) else "in")
    missing = ["expiry_missing", "cvc_missing", "expiry_missing"]
    assert codes == [*missing, "cvc_wrong", "cvc_wrong", "in"], "a credit card needs no PIN"


def test_tries_are_counted_on_after_the_power_has_gone() -> None:
    world = World(EPS)
    card = sample_card(1)
    world.books.open_account(card, sample_balance(1))

    def tries(times: int, code: str) -> list[str]:
        client, codes = Client(world), []
        for _ in range(times):
            number = client.next()
            shown = messages.LoginByCard(
                number, "Anna", card.kind, card.number, "", card.expiry, code
            )
            client.say(shown)
            answer = client.reply(number)
            codes.append(answer.code if isinstance(answer, Refused) else "in")
        return codes

    wrong = "000" if card.code != "000" else "001"
    assert tries(2, wrong) == ["cvc_wrong", "cvc_wrong"]
    world.restart()
    # The bank forgets, the house does not.
    world.books.unblock(card)
    assert tries(1, wrong) == ["card_rests"]
    world.restart()
    world.books.unblock(card)
    assert tries(1, card.code) == ["card_rests"]


@pytest.mark.req("E-DD-003", "E-RF-CB-002", "E-RF-CB-006", "E-RF-CB-010")
def test_chips_are_bought_at_the_table_and_not_in_the_queue() -> None:
    world = eps(1)
    client = world.clients[0]
    refused = client.ask(messages.Buy, "eps", 5_000)
    assert isinstance(refused, Refused)
    assert refused.code == "not_seated"
    seat(world)
    had = bank_holds(world, 0)
    number = client.next()
    client.say(messages.Buy(number, "eps", 5_000))
    world.run(0.5)
    states = [(paid.id, paid.payment.state) for paid in client.heard(Paid)]
    assert states[0] == (number, "pending")
    assert states[-1] == (number, "done")
    assert world.runner("eps").view.holdings() == {str(client.id): 5_000}
    assert bank_holds(world, 0) == had - 5_000
    world.check()


@pytest.mark.req("E-RF-CB-005", "E-RF-CB-011")
def test_a_purchase_that_is_sent_again_before_its_answer_is_made_once() -> None:
    world = eps(1)
    client = world.clients[0]
    seat(world)
    had = bank_holds(world, 0)
    number = client.next()
    for _ in range(3):
        # All at once: nothing is written between them.
        client.line.heard(encode(messages.Buy(number, "eps", 5_000)), world.clock.seconds())
    world.run(30)
    assert bank_holds(world, 0) == had - 5_000
    assert client.codes() == []
    answers = [paid.payment.n for paid in client.heard(Paid) if paid.id == number]
    assert len(answers) >= 3
    assert len(set(answers)) == 1
    world.check()


@pytest.mark.parametrize(("amount", "code"), [(2_500, "buy_step"), (1_000, "buy_first")])
def test_what_cannot_be_bought_is_refused_with_the_reason(amount: int, code: str) -> None:
    world = eps(1)
    seat(world)
    refused = world.clients[0].ask(messages.Buy, "eps", amount)
    assert isinstance(refused, Refused)
    assert refused.code == code
    assert world.runner("eps").view.holdings() == {str(world.clients[0].id): 0}


@pytest.mark.req("E-RF-CB-010")
def test_chips_bought_during_a_hand_count_from_the_next() -> None:
    world = eps()
    seat(world, 5_000)
    table = world.probe("eps")
    world.until(lambda: table.host.round is not None)
    client = world.clients[0]
    mine = table.seats.of(str(client.id))
    assert mine is not None
    stack = table.stack(mine)
    client.say(messages.Buy(client.next(), "eps", 3_000))
    world.run(0.5)
    assert table.seats[mine].coming == 3_000
    assert table.stack(mine) <= stack
    world.check()
    for one in world.clients:
        one.plays = True
    number = table.host.rounds
    world.until(lambda: table.host.rounds > number or table.host.round is None, step=0.25)
    world.run(0.2)
    assert mine not in table.seats or table.seats[mine].coming == 0
    world.check()


@pytest.mark.req("E-RF-CB-008")
@pytest.mark.parametrize("fault", ["before", "after", "refuse"])
def test_a_purchase_that_the_bank_is_silent_about_ends_as_the_bank_says(fault: str) -> None:
    world = eps(1)
    seat(world)
    client = world.clients[0]
    had = bank_holds(world, 0)
    world.bank.coming.append(fault)
    number = client.next()
    client.say(messages.Buy(number, "eps", 5_000))
    world.run(0.5)
    if fault == "refuse":
        assert isinstance(client.reply(number), Refused)
        assert bank_holds(world, 0) == had
        world.check()
        return
    assert client.heard(Paid)[-1].payment.state == "unknown"
    assert world.runner("eps").view.holdings() == {str(client.id): 0}
    # The same request again is the same purchase.
    client.say(messages.Buy(number, "eps", 5_000))
    world.run(10)
    assert client.heard(Paid)[-1].payment.state == "done"
    assert world.runner("eps").view.holdings() == {str(client.id): 5_000}
    assert bank_holds(world, 0) == had - 5_000
    world.check()


@pytest.mark.req("E-RF-HH-008")
def test_chips_that_lie_at_a_seat_are_told_to_be_in_no_purse() -> None:
    world = eps(1)
    seat(world, 5_000)
    client = world.clients[0]
    assert world.runner("eps").view.holdings() == {str(client.id): 5_000}
    assert client.heard(Purse)[-1].cash == 0
    client.say(messages.Buy(client.next(), "eps", 2_000))
    world.run(1.0)
    assert world.runner("eps").view.holdings() == {str(client.id): 7_000}
    assert client.heard(Purse)[-1].cash == 0


@pytest.mark.req("E-RF-PG-002", "E-RF-CB-007")
def test_leaving_brings_the_chips_to_the_card_by_itself() -> None:
    world = eps(1)
    seat(world, 5_000)
    client = world.clients[0]
    had = bank_holds(world, 0)
    client.ask(messages.Leave, "eps")
    world.run(1.0)
    assert bank_holds(world, 0) == had + 5_000
    paid = client.heard(Paid)[-1].payment
    assert (paid.way, paid.amount, paid.state) == ("cash_out", 5_000, "done")
    assert ledger.balance(world.conn, BANK) == 0
    assert client.heard(Purse)[-1].cash == 0
    world.check()


def test_chips_that_come_after_their_owner_has_left_go_back_to_the_card() -> None:
    world = eps(1)
    seat(world)
    client = world.clients[0]
    had = bank_holds(world, 0)
    world.bank.coming.append("before")
    client.say(messages.Buy(client.next(), "eps", 5_000))
    world.run(0.3)
    client.ask(messages.Leave, "eps")
    world.run(10)
    assert bank_holds(world, 0) == had
    assert ledger.balance(world.conn, BANK) == 0
    world.check()


def test_a_purchase_under_way_is_brought_to_its_seat_after_a_power_cut() -> None:
    world = eps(1)
    seat(world)
    client = world.clients[0]
    had = bank_holds(world, 0)
    world.bank.coming.append("after")
    client.say(messages.Buy(client.next(), "eps", 5_000))
    world.run(0.3)
    world.restart()
    world.run(10)
    assert world.runner("eps").view.holdings() == {str(client.id): 5_000}
    assert bank_holds(world, 0) == had - 5_000
    world.check()


@pytest.mark.parametrize("fault", [CommitFault.FAILS, CommitFault.LOST])
@pytest.mark.parametrize("after", range(6))
def test_a_purchase_is_brought_once_whichever_commit_of_it_fails(
    fault: CommitFault, after: int
) -> None:
    world = eps(1)
    seat(world)
    client = world.clients[0]
    had, due = bank_holds(world, 0), world.store.commits + after
    number = client.next()
    buy = messages.Buy(number, "eps", 5_000)
    if after == 0:
        world.store.fault = fault
    client.line.heard(encode(buy), world.clock.seconds())
    for _ in range(1_000):
        world.clock.advance(0.01)
        if after and world.store.commits == due:
            world.store.fault, after = fault, 0
    assert world.store.fault is None or world.store.commits == due
    if isinstance(client.reply(number), Refused):
        assert fault is CommitFault.FAILS
        assert bank_holds(world, 0) == had
    else:
        assert world.runner("eps").view.holdings() == {str(client.id): 5_000}
        assert bank_holds(world, 0) == had - 5_000
    world.check()


@pytest.mark.req("H-FR2", "H-FR10")
def test_the_profit_counts_rounds_for_play_chips_and_none_for_cash() -> None:
    world = eps()
    client = world.clients[0]
    rounds: tuple[tuple[entries.Purse, int], ...] = (("cash", -700), ("play", 300), ("play", 50))
    for purse, net in rounds:
        results.count(
            world.conn, player=client.id, game="holdem", preset="eps", purse=purse, net=net
        )
    again = client.resumed()
    world.run(0.2)
    assert again.heard(Purse)[-1].profit == {"holdem": 350}


def test_all_of_a_table_are_shown_their_own_purse_at_once() -> None:
    world = eps()
    one, other = world.clients[:2]
    for client, net in ((one, 700), (other, -300)):
        results.count(
            world.conn, player=client.id, game="holdem", preset="house", purse="play", net=net
        )
    ledger.book(world.conn, top_up("brought", one.id, "t", 2_500, "play", 1))
    world.house.moved([one.id, other.id], ())
    world.run(0.2)
    shown = [client.heard(Purse)[-1] for client in (one, other)]
    assert [purse.profit for purse in shown] == [{"holdem": 700}, {"holdem": -300}]
    assert shown[0].play == shown[1].play - 2_500
    assert shown[0].cash == shown[1].cash


@pytest.mark.req("E-RF-JG-005")
def test_who_waits_in_the_queue_is_told_the_hand_and_no_cards() -> None:
    world = eps()
    seat(world, 5_000)
    world.until(lambda: world.probe("eps").round is not None)
    watcher = world.client("Watcher", card=9)
    assert watcher.heard(Told)
    assert watcher.told["eps"] == [event for _, event in world.probe("eps").transcript(None)]


@pytest.mark.req("C-1.1")
def test_play_chips_and_cash_never_mix_and_an_empty_purse_begins_again_at_the_next_login() -> None:
    world = World(RoomSettings("t", "roulette", "standard", "play", 0, 100, 0, pause=0.5))
    client = world.client("Anna")
    world.run(0.1)
    assert client.heard(Purse)[-1] == Purse(100_000, 0, {})
    client.seat("t", 100_000)
    assert client.heard(Purse)[-1].play == 0
    again = client.resumed()
    assert "new_start" not in again.codes(), "the chips are at a table"
    table = world.probe("t")
    world.until(lambda: bool(again.asked))
    asked = again.asked.pop("t")
    options = [option for option in asked.ask.options if option.high >= 100_000]
    # Everything on single numbers, until all is lost.
    for _ in range(400):
        if table.seats.of(str(client.id)) is None:
            break
        if again.asked:
            asked = again.asked.pop("t")
            bet = next((o for o in asked.ask.options if o.verb == "bet"), None)
            if bet is not None:
                number = again.next()
                again.say(
                    messages.Answer(number, "t", asked.turn, "bet", bet.high, (), "straight:17")
                )
        world.run(1.0, 0.5)
    assert options is not None
    assert "rebuy" in again.codes()
    world.check()
    back = again.resumed()
    world.run(0.2)
    assert "new_start" in back.codes()
    assert back.heard(Purse)[-1].play == 100_000
    assert back.heard(Purse)[-1].profit["roulette"] == -100_000
    world.check()


def test_more_than_the_purse_holds_buys_no_seat() -> None:
    world = World(RoomSettings("t", "roulette", "standard", "play", 0, 100, 0))
    client = world.client("Anna")
    client.ask(messages.Join, "t")
    client.ask(messages.Queue, "t")
    key = client.heard(Offer)[-1].key
    refused = client.ask(messages.Sit, "t", key, 100_001)
    assert isinstance(refused, Refused)
    assert refused.code == "purse_short"
    assert isinstance(client.ask(messages.Sit, "t", key, 100_000), messages.Ok)
    world.check()


@pytest.mark.req("E-RF-CB-011")
def test_the_least_of_a_first_purchase_counts_once_a_stay_whenever_the_power_goes() -> None:
    world = eps()
    seat(world, 20_000)
    room = world.probe("eps")

    def folded(rounds: int) -> bool:
        for client in world.clients:
            for table, asked in list(client.asked.items()):
                del client.asked[table]
                client.act(table, asked.turn, asked.ask.default)
        return room.host.rounds >= rounds

    # So long ago that no row of which the room is rebuilt says when the seat was taken.
    world.until(lambda: folded(5))
    client = world.clients[0]
    world.restart()
    back = client.resumed()
    back.say(messages.Buy(back.next(), "eps", 1_000))
    world.run(1.0)
    assert not back.heard(Refused)
    assert back.heard(Paid)[-1].payment.state == "done"


@pytest.mark.req("E-RF-CB-011")
def test_the_least_of_a_first_purchase_counts_again_in_the_next_stay_even_after_a_power_cut() -> (
    None
):
    world = eps(1)
    seat(world, 5_000)
    client = world.clients[0]
    client.ask(messages.Leave, "eps")
    world.run(1.0)
    client.seat("eps", 0)
    world.restart()
    back = client.resumed()
    refused = back.ask(messages.Buy, "eps", 1_000)
    assert isinstance(refused, Refused)
    assert refused.code == "buy_first"


def test_a_house_opens_whether_or_not_chips_can_be_brought_to_their_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = eps(1)
    seat(world, 5_000)
    client = world.clients[0]
    ledger.book(world.conn, bought("lost", client.id, 5_000, world.house.means.now()))
    monkeypatch.setattr(CashTables, "bring", lambda *_: Deferred[bool]())
    world.restart()
    assert isinstance(client.resumed().heard(Session)[-1], Session)


def test_a_seat_elsewhere_waits_for_no_bank() -> None:
    world = World(EPS, RoomSettings("r", "roulette", "standard", "play", 0, 100, 0))
    client = world.client("Anna", card=0)
    client.sit("eps", 0)
    world.bank.silent = True
    client.say(messages.Buy(client.next(), "eps", 5_000))
    client.seat("r", 5_000)
    assert world.runner("r").view.holdings() == {str(client.id): 5_000}


def test_what_a_broken_line_has_asked_for_is_over_before_what_the_next_line_asks_for() -> None:
    world = World(RoomSettings("r", "roulette", "standard", "play", 0, 100, 0))
    client = world.client("Anna")
    guest = world.house.online.of(client.id)
    assert guest is not None
    # It counts the chips of the purse, and has not taken them yet.
    world.wait(guest.in_turn.acquire())
    client.lose()
    back = client.resumed()
    back.ask(messages.Join, "r")
    back.ask(messages.Queue, "r")
    back.say(messages.Sit(back.next(), "r", back.heard(Offer)[-1].key, 100_000))
    world.run(1.0)
    assert world.runner("r").view.holdings() == {}
    guest.in_turn.release()
    world.run(1.0)
    assert world.runner("r").view.holdings() == {str(client.id): 100_000}


@pytest.mark.parametrize(("member", "most"), [(True, MOST_OPENED), (False, 2)])
def test_no_more_rooms_are_opened_than_may_be_however_fast_they_are_asked_for(
    member: bool, most: int
) -> None:
    world = World(RoomSettings("r", "roulette", "standard", "play", 0, 100, 0))
    client = world.client("Anna")
    if member:
        client.ask(messages.Register, "Anna", "a long word of Anna")
    for _ in range(most + 3):
        wish = messages.OpenRoom(client.next(), "roulette", "standard")
        client.line.heard(encode(wish), world.clock.seconds())
    world.run(1.0)
    assert [one.code for one in client.heard(Refused)] == ["rooms_many"] * 3
    assert len(client.heard(messages.Joined)) == most
